#include "find/html/names.h"

namespace mimebase::find {

HtmlElement html_element(std::string_view name) {
  static constexpr NameTable<512> kNames(kHtmlElements);
  return HtmlElement{static_cast<std::uint32_t>(kNames.find(name))};
}

}  // namespace mimebase::find
