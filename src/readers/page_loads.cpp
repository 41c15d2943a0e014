#include "readers/page_loads.h"

#include <cstddef>
#include <string_view>

#include "readers/web_engine.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers {

const PageStyles& PageLoads::styles(View& view) {
  if (!styles_) {
    styles_.emplace();
    const bool is_sheet = view.is_type(view.entity(), "text/css");
    is_sheet ? styles_->read_sheet(view.text()) : styles_->read_html(view.text());
  }
  return *styles_;
}

bool PageLoads::loads(View& view, const Seen& seen) {
  if (!seen.is_load() || seen.in_srcdoc || seen.is_in_text()) return true;
  if (seen.context == "css:import") return styles(view).imports_at(seen.start());
  // A paint server is part of the document.
  const std::string_view written = seen.reference.found.context;
  if (contains(written, "@fill/") || contains(written, "@stroke/")) return false;
  if (seen.is_css()) return styles(view).use_at(seen.start()) != StyleUse::kNothing;
  if (is_beside_srcdoc(view, seen)) return false;
  const bool is_background = seen.context.ends_with("@background");
  const bool is_plugin = is_one_of(seen.context, {"object@data", "embed@src"});
  const std::string_view tag = is_background || is_plugin ? view.tag(seen) : std::string_view();
  if (tag.empty()) return true;
  const auto at = static_cast<std::size_t>(tag.data() - view.text().data());
  if (is_background) return styles(view).shows_attribute(at);
  constexpr std::string_view kFlash = "application/x-shockwave-flash";
  const std::string_view type = ascii::trimmed(View::attribute(tag, "type").value_or(""));
  return !ascii::equals_ignoring_case(type, kFlash) && !styles(view).has_no_box(at);
}

}  // namespace mimebase::readers
