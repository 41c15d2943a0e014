// The table of places that can declare a base (RFC 1808 section 3), with one row per BaseBy. To support
// another header field, add a value there and a row here.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "mimebase/model.h"

namespace mimebase::base {

// Places that a base can be declared in.
enum class Place {
  kNowhere,
  kContent,
  kHeading,
  kOutside,  // how the content was retrieved (RFC 1808 section 3.3)
};

// How a header field encloses its URL.
enum class Wrapper {
  kNone,
  kUrlInBrackets,  // `<URL:...>` only (RFC 1808 section 3.1)
  kAny,            // bare; surrounding quotes, brackets, "URL:" and comments are accepted
};

// Describes one place that can declare a base.
struct LayerKind {
  BaseBy by;
  // As in JSON and other output.
  std::string_view name;
  // For people. For a header field this is the field's name, whose lower-case form is the option's value.
  std::string_view display_name;
  Place place;
  Wrapper wrapper = Wrapper::kNone;
  // The field also says where its part was (RFC 2557). Its URL may be relative to the other fields of its
  // header, may be opaque and hence no base, and may contain encoded words (RFC 2047).
  bool is_location = false;
};

// In the order of BaseBy. Header fields are in their default order of precedence.
inline constexpr std::array<LayerKind, 15> kLayerKinds = {{
    {BaseBy::kNone, "none", "no base", Place::kNowhere},
    {BaseBy::kHtmlBase, "html-base", "<base href>", Place::kContent},
    {BaseBy::kXmlBase, "xml-base", "xml:base", Place::kContent},
    {BaseBy::kHtmlCodebase, "html-codebase", "codebase", Place::kContent},
    {BaseBy::kJsonBase, "json-base", "@base", Place::kContent},
    {BaseBy::kPdfBase, "pdf-base", "/Base of the PDF", Place::kContent},
    {BaseBy::kXmpBase, "xmp-base", "xmp:BaseURL", Place::kContent},
    {BaseBy::kOfficeBase, "office-base", "HyperlinkBase", Place::kContent},
    {BaseBy::kRtfBase, "rtf-base", "\\hlinkbase", Place::kContent},
    {BaseBy::kBaseHeader, "base-header", "Base", Place::kHeading, Wrapper::kUrlInBrackets},
    {BaseBy::kContentBase, "content-base", "Content-Base", Place::kHeading, Wrapper::kAny},
    {BaseBy::kContentLocation, "content-location", "Content-Location", Place::kHeading, Wrapper::kAny, true},
    {BaseBy::kRetrievalUrl, "retrieval-url", "retrieval URL", Place::kOutside},
    {BaseBy::kTargetUri, "target-uri", "WARC-Target-URI", Place::kOutside},
    {BaseBy::kSavedFrom, "saved-from", "\"saved from\" comment", Place::kOutside},
}};

// The row of a BaseBy.
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
