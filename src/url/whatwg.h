// The URL Standard's basic URL parser and serializer (sections 4.4 and 4.5), in one pass: each component is
// written in its serialised form as soon as it is parsed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "url/percent.h"
#include "url/whatwg_host.h"

namespace mimebase::url {

enum class SchemeKind { kNotSpecial, kSpecial, kWebSocket, kFile };

// Where the components of a serialised URL end, in bytes. "/." may stand between authority_end and
// path_start, where a path without host begins with "//".
struct Layout {
  SchemeKind kind = SchemeKind::kNotSpecial;
  bool has_host = false;
  bool has_opaque_path = false;
  std::size_t scheme_end = 0;  // behind the colon
  std::size_t authority_end = 0;
  std::size_t path_start = 0;
  std::size_t path_end = 0;
  std::size_t query_end = 0;
};

struct SerializedUrl {
  [[nodiscard]] std::string_view path() const {
    return std::string_view(text).substr(layout.path_start, layout.path_end - layout.path_start);
  }

  std::string text;  // without fragment
  Layout layout;
};

// A base URL, parsed once for all the references that are resolved against it.
class WhatwgBase {
 public:
  // `base` has been cleaned; it may be empty. `encoding` is a label, see QueryEncoding.
  WhatwgBase(std::string_view base, std::string_view encoding);

  // Fails with kInvalidUrl where the base is no URL, as resolve() does then for every reference.
  [[nodiscard]] Result<void> check() const;
  // `reference` has been cleaned. `out` is empty, and holds the serialised URL afterwards.
  [[nodiscard]] Result<void> resolve(std::string_view reference, std::string& out) const;

 private:
  SerializedUrl url_;
  QueryEncoding encoding_;
  bool empty_ = false;
  Failure failure_ = nullptr;  // why the base is no URL
};

// Puts the serialisation of `absolute_url` into `out`. False, and `out` empty, where the Standard gives no
// URL.
[[nodiscard]] bool serialise(std::string_view absolute_url, std::string& out);
// The same without the fragment: what tells whether two URLs name one thing.
[[nodiscard]] bool canonical(std::string_view absolute_url, std::string& out);

}  // namespace mimebase::url
