#include "extract/data_url.h"

#include <algorithm>

#include "charset/readable.h"
#include "extract/clean.h"
#include "extract/page.h"
#include "find/data_url.h"
#include "find/missing.h"
#include "find/sinks.h"
#include "model/innermost_context.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"

namespace mimebase::extraction {
namespace {

enum class Content : std::uint8_t { kForbidden, kInert, kDocument };

// Classifies a type by what it could do if it is loaded as `load`.
Content content_of(std::string_view type, Load load) {
  const bool is_picture = type.starts_with("image/") && !type.ends_with("xml");
  const bool is_sound = type.starts_with("audio/") || type.starts_with("video/");
  const bool is_playlist = type.ends_with("mpegurl");  // a list of URLs
  const bool is_markup = type == "text/html" || type == "text/xml" || type == "text/xsl" ||
                         type == "application/xml" || type.ends_with("+xml");
  if (is_playlist) return Content::kForbidden;
  switch (load) {
    case Load::kSheet:
      return type == "text/css" ? Content::kDocument : Content::kForbidden;
    case Load::kLink:
      return is_picture                                      ? Content::kInert
             : type == "text/css" || type == "image/svg+xml" ? Content::kDocument
                                                             : Content::kForbidden;
    case Load::kFrame:
      if (is_picture || is_sound || type.empty() || type == "text/plain" || type == "application/pdf")
        return Content::kInert;
      return is_markup ? Content::kDocument : Content::kForbidden;
    case Load::kContent:
    case Load::kNone:
      break;
  }
  return is_markup || type == "text/css" ? Content::kDocument : Content::kInert;
}

// Replaces whatever a document would load with kNothing.
class Collector : public find::SilentSink {
 public:
  Collector(PageKind kind, const PageRules& rules, DataLevels levels, Page& page)
      : kind_(kind), rules_(rules), levels_(levels), page_(page) {}

  void found(const find::Found& found) override {
    if (found.in_data_url) return;  // the URL is cleaned as a whole
    if (innermost_context(found.context) == "base@href") return page_.put(found.span, found.quoting, kItself);
    if (const auto text = instead_of(found.context, found.reference, kind_, rules_, levels_))
      page_.put(found.span, found.quoting, *text);
  }
  void limit_hit(find::FindLimit limit) override {
    if (find::loses_references(limit)) page_.is_complete = false;
  }

 private:
  const PageKind kind_;
  const PageRules& rules_;
  const DataLevels levels_;
  Page& page_;
};

}  // namespace

std::optional<std::string> clean_data_url(std::string_view written, Load load, const PageRules& rules,
                                          DataLevels levels) {
  const std::optional<find::DataUrl> url = find::parse_data_url(written);
  const Content content = url ? content_of(url->media_type, load) : Content::kForbidden;
  if (content == Content::kInert) return std::nullopt;
  const find::Finder* const finder = url ? find::finder_for(url->media_type) : nullptr;
  if (content == Content::kForbidden || finder == nullptr) return std::string(kNothing);
  if (levels.left == 0) {
    levels.is_too_deep = true;
    return std::string(kNothing);
  }
  std::string buffer;
  const charset::Readable readable =
      charset::make_readable(url->charset, url->media_type, url->bytes, buffer);
  Page page;
  page.bytes = readable.bytes;
  page.charset = readable.charset;
  const PageKind kind = kind_of(finder);
  Collector collector(kind, rules, {levels.left - 1, levels.is_too_deep}, page);
  finder->find({page.bytes, page.charset}, collector);
  if (!page.is_complete) return std::string(kNothing);
  clean(kind, rules, page);
  const bool stays = url->is_plain && page.edits.empty() && is_plain_ascii(url->bytes);
  if (stays) return std::nullopt;
  const std::string made = put_together(std::move(page), {});
  std::string made_url = "data:" + url->media_type + ";charset=utf-8;base64," + base64(made);
  return made_url.append(url->fragment);
}

}  // namespace mimebase::extraction
