#include "find/html/shown_text.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "find/css/declarations.h"
#include "find/html/page_text.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// What the `display` in a style attribute says, if it says anything.
std::optional<bool> ends_text_by_style(const HtmlToken& tag, const charset::Charset& charset) {
  const HtmlAttribute* const style = tag.attribute("style");
  if (style == nullptr) return std::nullopt;
  std::string buffer;
  std::optional<bool> ends;
  CssDeclarations css(html_attribute_value(style->value, charset, buffer));
  while (css.next()) {
    if (css.name() != "display") continue;
    const std::string_view value = css.value().text;
    ends = value != "inline" && value != "none" && value != "contents";
  }
  return ends;
}

// Elements without traits whose content is not part of the line around them. Unknown elements are inline.
constexpr std::string_view kShownApart[] = {"audio", "bdo",      "canvas", "legend",
                                            "meter", "progress", "q",      "video"};

bool ends_text_by_name(const HtmlToken& tag) {
  using enum HtmlElement;
  if (tag.foreign) return true;
  if ((html_traits(tag.element) & (kFormatting | kInHead)) != 0) return false;
  switch (tag.element) {
    case kOther:
      return ascii::is_one_of_ignoring_case(tag.name, kShownApart);
    case kArea:
    case kNoembed:
    case kNoscript:
    case kParam:
    case kSource:
    case kSpan:
    case kSub:
    case kSup:
    case kTemplate:
    case kTrack:
    case kVar:
    case kWbr:
      return false;
    default:
      return true;
  }
}

}  // namespace

bool ends_text(const HtmlToken& tag, const charset::Charset& charset) {
  if (tag.kind == HtmlTokenKind::kStartTag && !tag.attributes.empty()) {
    if (const std::optional<bool> ends = ends_text_by_style(tag, charset)) return *ends;
  }
  return ends_text_by_name(tag);
}

bool may_begin_url(std::string_view raw) {
  constexpr std::string_view kBeginnings[] = {"http://", "https://", "ftp://", "www.", "mailto:"};
  constexpr std::string_view kInvisible[] = {"&shy;", "&zwnj;", "&zwj;"};
  constexpr std::size_t kLongest = 8;
  const char last = raw.back();
  if (last == ';') {
    return std::any_of(std::begin(kInvisible), std::end(kInvisible),
                       [&](std::string_view name) { return raw.ends_with(name); });
  }
  std::size_t size = 0;
  while (size < raw.size() && size <= kLongest) {
    const char c = raw[raw.size() - 1 - size];
    if (!ascii::is_letter(c) && c != ':' && c != '/' && c != '.') break;
    ++size;
  }
  if (size == 0 || size > kLongest) return false;
  const std::string_view word = raw.substr(raw.size() - size);
  for (const std::string_view beginning : kBeginnings) {
    if (ascii::starts_with_ignoring_case(beginning, word)) return true;
  }
  return false;
}

void ShownText::start(const Content& content, std::size_t origin) {
  content_ = &content;
  origin_ = end_ = origin;
  text_.clear();
  map_.clear();
  cuts_.clear();
}

void ShownText::append(std::string_view raw, HtmlTextKind kind) {
  const auto start = static_cast<std::size_t>(raw.data() - content_->bytes.data());
  if (start > end_) {
    map_.replace({end_ - origin_, start - origin_}, {text_.size(), text_.size()});
    cuts_.push_back(text_.size());
  }
  end_ = start + raw.size();
  HtmlDecoder decoder(content_->bytes.substr(origin_, end_ - origin_), content_->charset, kind,
                      start - origin_);
  while (!decoder.done()) decoder.step(text_, &map_);
}

void ShownText::find(NestedPlace place, Sink& sink) const {
  static const charset::Charset utf8("utf-8");
  place.map = &map_;
  place.offset = origin_;
  place.context_prefix = "html:";
  BrokenTextSink broken(place, cuts_, sink);
  find_in_visible_text({text_, utf8, content_->limits}, broken);
}

}  // namespace mimebase::find
