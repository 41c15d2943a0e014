// The names of HTML that the tokenizer and the finder act upon, and how they are recognised: in any case, in
// a few comparisons, since every tag and attribute of every document passes here.
#pragma once

#include <cstdint>
#include <string_view>

namespace mimebase::find {

enum class HtmlElement : std::uint8_t {
  kOther,
  kA,
  kApplet,
  kArea,
  kBase,
  kCommand,
  kEmbed,
  kForm,
  kHead,
  kHtml,
  kIframe,
  kImg,
  kIsindex,
  kMath,
  kMenuitem,
  kMeta,
  kNoembed,
  kNoframes,
  kObject,
  kParam,
  kPlaintext,
  kScript,
  kStyle,
  kSvg,
  kTemplate,
  kTextarea,
  kTitle,
  kXmp,
};

// Attributes that hold, or may hold, URLs, or CSS or HTML with URLs in it.
enum class HtmlUrlAttribute : std::uint8_t {
  kNone,
  kAction,
  kArchive,
  kBackground,
  kCite,
  kClassid,
  kClipPath,
  kCode,
  kCodebase,
  kColorProfile,
  kContent,
  kCursor,
  kData,
  kDatasrc,
  kDynsrc,
  kFill,
  kFilter,
  kFormaction,
  kHref,
  kIcon,
  kImagesrcset,
  kItemid,
  kItemtype,
  kLongdesc,
  kLowsrc,
  kManifest,
  kMarker,
  kMarkerEnd,
  kMarkerMid,
  kMarkerStart,
  kMask,
  kOfficeHref,
  kPing,
  kPluginspage,
  kPluginurl,
  kPoster,
  kProfile,
  kSrc,
  kSrcdoc,
  kSrcset,
  kStroke,
  kStyle,
  kUsemap,
  kValue,
  kVrml,
  kXlinkHref,
};

[[nodiscard]] HtmlElement html_element(std::string_view name);
[[nodiscard]] HtmlUrlAttribute html_url_attribute(std::string_view name);

// Elements that a reader sees white space around: `br`, paragraphs, table cells and the like.
[[nodiscard]] bool separates_words(std::string_view name);

// The white space of the Standard's tokenizer: TAB, LF, FF, CR, space.
[[nodiscard]] constexpr bool is_html_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

// `bytes` without the white space around it.
[[nodiscard]] constexpr std::string_view trim_html_space(std::string_view bytes) {
  while (!bytes.empty() && is_html_space(bytes.front())) bytes.remove_prefix(1);
  while (!bytes.empty() && is_html_space(bytes.back())) bytes.remove_suffix(1);
  return bytes;
}

}  // namespace mimebase::find
