#include "base/headers.h"

#include <string>

#include "model/layer_kinds.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::base {

std::vector<BaseBy> base_headers_of(const AnalyzeOptions& options) {
  std::vector<BaseBy> headers = options.base_headers;
  std::erase_if(headers, [](BaseBy by) { return header_name(by).empty(); });
  return headers;
}

void add_base_field(Layers& layers, BaseBy by, std::string_view raw_value, std::size_t field) {
  const bool encoded = kind_of(by).is_location && contains(raw_value, "=?");
  layers.add_field(by, raw_value, encoded ? walk::decode_field(raw_value) : std::string(), field);
}

}  // namespace mimebase::base
