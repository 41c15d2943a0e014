// The table of places where a base can come from (RFC 1808 section 3): a row for each BaseBy. A header field
// that is to declare a base is a row here, and a value there.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "mimebase/model.h"

namespace mimebase::base {

enum class Place { kNowhere, kContent, kHeading, kOutside };

// How a header field writes its URL.
enum class Wrapper {
  kNone,
  kUrlInBrackets,  // `<URL:...>` and nothing else (RFC 1808 section 3.1)
  kAny,            // bare; quotes, brackets, "URL:" and comments around it are tolerated
};

struct LayerKind {
  BaseBy by;
  std::string_view name;  // of JSON and the like
  std::string_view
      display_name;  // to a person; of a header field its name, which in lower case is the option's too
  Place place;
  Wrapper wrapper = Wrapper::kNone;
  // RFC 2557: it says where its part was, too. It may be relative to the other fields of its heading, or
  // opaque and no base, and have encoded words (RFC 2047).
  bool is_location = false;
};

// In the order of BaseBy. The header fields are in the order in which they count by default.
inline constexpr std::array<LayerKind, 8> kLayerKinds = {{
    {BaseBy::kNone, "none", "no base", Place::kNowhere},
    {BaseBy::kHtmlBase, "html-base", "<base href>", Place::kContent},
    {BaseBy::kXmlBase, "xml-base", "xml:base", Place::kContent},
    {BaseBy::kHtmlCodebase, "html-codebase", "codebase", Place::kContent},
    {BaseBy::kBaseHeader, "base-header", "Base", Place::kHeading, Wrapper::kUrlInBrackets},
    {BaseBy::kContentBase, "content-base", "Content-Base", Place::kHeading, Wrapper::kAny},
    {BaseBy::kContentLocation, "content-location", "Content-Location", Place::kHeading, Wrapper::kAny, true},
    {BaseBy::kRetrievalUrl, "retrieval-url", "retrieval URL", Place::kOutside},
}};

constexpr const LayerKind& kind_of(BaseBy by) {
  return kLayerKinds[static_cast<std::size_t>(by)];
}

constexpr bool layer_kinds_are_in_order() {
  for (std::size_t i = 0; i < kLayerKinds.size(); ++i) {
    if (kLayerKinds[i].by != static_cast<BaseBy>(i)) return false;
  }
  return true;
}
static_assert(layer_kinds_are_in_order());

}  // namespace mimebase::base
