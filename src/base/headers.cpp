#include "base/headers.h"

#include <string>

#include "model/layer_kinds.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::base {

Profile profile_of(const AnalyzeOptions& options) {
  Profile profile = {options.rules, options.base_headers, options.base_headers_in_http};
  std::erase_if(profile.headers, [](BaseBy by) { return header_name(by).empty(); });
  return profile;
}

void add_base_field(Layers& layers, BaseBy by, std::string_view raw_value, std::size_t field) {
  std::string decoded;
  if (contains(raw_value, "=?")) {
    std::string scratch;
    const walk::DecodedValue value(walk::unfold(raw_value, scratch));
    if (value.has_words()) decoded = value.text();
  }
  layers.add_field(by, raw_value, decoded, field);
}

}  // namespace mimebase::base
