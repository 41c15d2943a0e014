#include "readers/web_engine.h"

#include <algorithm>

#include "find/finder.h"
#include "readers/image_choice.h"
#include "text/strings.h"

namespace mimebase::readers {

bool is_in_shown_text(const View& view, const Seen& seen) {
  return seen.is_in_text() || view.is_type(view.entity(), "text/css");
}

bool is_used_by_engine(View& view, const Seen& seen, std::initializer_list<std::string_view> rels) {
  if (seen.context == "a@xlink:href" && !view.is_within(seen, "svg")) return false;
  if (seen.context == "a@href" && view.is_within(seen, "select")) return false;
  if (seen.context == "link@href" && !view.is_link_for(seen, rels)) return false;
  return is_chosen_image(view, seen);
}

std::string base_of_engine(Reader& reader, std::string_view declared, std::string_view document,
                           std::string_view otherwise) {
  std::string url;
  if (!reader.resolve(document, declared, url))
    return Resolver::is_absolute(declared, RuleSet::kWhatwg) ? "about:blank" : std::string(otherwise);
  return starts_with_one_of(url, {"data:", "javascript:"}) ? std::string(document) : url;
}

std::optional<std::string_view> srcdoc_base(const Seen& seen) {
  const BaseInfo& base = seen.reference.scope.info;
  if (seen.reference.found.in_data_url) return base.url;
  const bool is_own =
      seen.in_srcdoc && seen.reference.found.scope != find::kDocument && base.by == BaseBy::kHtmlBase;
  return is_own ? std::optional(base.url) : std::nullopt;
}

void escape_bars(std::string& url) {
  const std::size_t end = std::min(url.find_first_of("?#"), url.size());
  url = replaced(std::string_view(url).substr(0, end), "|", "%7C").append(url, end);
}

}  // namespace mimebase::readers
