#include "extract/data_url.h"

#include <glib.h>

#include <algorithm>

#include "charset/readable.h"
#include "extract/clean.h"
#include "extract/page.h"
#include "find/missing.h"
#include "model/innermost_context.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"

namespace mimebase::extraction {
namespace {

// A data: URL, parsed as in the Fetch Standard ("data: URL processor").
struct DataUrl {
  std::string media_type;  // in lower case, without parameters
  std::string charset;
  std::string bytes;
  std::string_view fragment;  // including "#"
  // True if all browsers read the URL alike. Chromium, for one, looks for "base64" among all parameters.
  bool is_plain = true;
};

std::string decode_base64(std::string_view written) {
  std::string digits;
  for (const char c : written) {
    if (!ascii::is_html_space(c)) digits += c;
  }
  digits.append((4 - digits.size() % 4) % 4, '=');
  gsize size = 0;
  guchar* const bytes = g_base64_decode(digits.c_str(), &size);
  std::string decoded(reinterpret_cast<const char*>(bytes), size);
  g_free(bytes);
  return decoded;
}

// Reads one parameter of the media type. Returns true if it is "base64".
bool read_parameter(std::string_view parameter, DataUrl& url) {
  parameter = ascii::trim_html_space(parameter);
  if (ascii::equals_ignoring_case(parameter, "base64")) return true;
  constexpr std::string_view kCharset = "charset=";
  if (ascii::starts_with_ignoring_case(parameter, kCharset)) {
    if (url.charset.empty()) url.charset = parameter.substr(kCharset.size());
    url.is_plain = url.is_plain && (ascii::equals_ignoring_case(url.charset, "utf-8") ||
                                    ascii::equals_ignoring_case(url.charset, "us-ascii"));
  } else if (!ascii::equals_ignoring_case(parameter, "utf8")) {  // common, and without effect
    url.is_plain = false;
  }
  return false;
}

std::optional<DataUrl> parse_data_url(std::string_view written) {
  DataUrl url;
  url.fragment = written.substr(std::min(written.find('#'), written.size()));
  written = written.substr(0, written.size() - url.fragment.size());
  written.remove_prefix(std::string_view("data:").size());
  const std::size_t comma = written.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  std::string_view head = written.substr(0, comma);
  url.media_type = ascii::lowered(ascii::trim_html_space(head.substr(0, head.find(';'))));
  bool is_base64 = false;
  for (head.remove_prefix(std::min(head.find(';'), head.size())); !head.empty();) {
    if (is_base64) return std::nullopt;
    head.remove_prefix(1);
    const std::string_view parameter = head.substr(0, head.find(';'));
    head.remove_prefix(parameter.size());
    is_base64 = read_parameter(parameter, url);
  }
  const std::string body = ascii::percent_decoded(written.substr(comma + 1));
  url.bytes = is_base64 ? decode_base64(body) : body;
  url.is_plain = url.is_plain && (!is_base64 || base64(url.bytes) == body);
  return url;
}

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
class Collector : public find::Sink {
 public:
  Collector(PageKind kind, const PageRules& rules, DataLevels levels, Page& page)
      : kind_(kind), rules_(rules), levels_(levels), page_(page) {}

  void found(const find::Found& found) override {
    if (innermost_context(found.context) == "base@href") return page_.put(found.span, found.quoting, kItself);
    if (const auto text = instead_of(found.context, found.reference, kind_, rules_, levels_))
      page_.put(found.span, found.quoting, *text);
  }
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& /*declaration*/) override {
    return parent;
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
  const std::optional<DataUrl> url = parse_data_url(written);
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
