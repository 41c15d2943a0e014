// The URL Standard's basic URL parser and serializer (sections 4.4 and 4.5) in one pass: each component is
// serialised as soon as it is parsed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "url/percent.h"
#include "url/whatwg_host.h"

namespace mimebase::url {

enum class SchemeKind { kNotSpecial, kSpecial, kWebSocket, kFile };

// The ends of the components of a serialised URL, in bytes. If a path without host begins with "//", "/." is
// between authority_end and path_start.
struct Layout {
  SchemeKind kind = SchemeKind::kNotSpecial;
  bool has_host = false;
  bool has_opaque_path = false;
  std::size_t scheme_end = 0;  // after the colon
  std::size_t authority_end = 0;
  std::size_t path_start = 0;
  std::size_t path_end = 0;
  std::size_t query_end = 0;
};

// A serialised URL and its layout.
struct SerializedUrl {
  // The path, as a view into `text`.
  [[nodiscard]] std::string_view path() const {
    return std::string_view(text).substr(layout.path_start, layout.path_end - layout.path_start);
  }

  std::string text;  // without fragment
  Layout layout;
};

// A base URL, parsed once for all references that are resolved against it.
class WhatwgBase {
 public:
  // `base` must be cleaned (split.h), and may be empty. `encoding` is a label; see QueryEncoding.
  WhatwgBase(std::string_view base, std::string_view encoding);

  // Fails with kInvalidUrl if the base is not a URL; resolve() then fails for every reference.
  [[nodiscard]] Result<void> check() const;
  // `reference` must be cleaned, and `out` empty. Writes the serialised URL to `out`.
  [[nodiscard]] Result<void> resolve(std::string_view reference, std::string& out) const;

 private:
  SerializedUrl url_;
  QueryEncoding encoding_;
  bool empty_ = false;
  Failure failure_ = nullptr;  // why the base is not a URL; null if it is
};

// Writes the serialisation of `absolute_url` to `out`. Returns false, and leaves `out` empty, if it is not a
// URL by the Standard.
[[nodiscard]] bool serialise(std::string_view absolute_url, std::string& out);

}  // namespace mimebase::url
