// Wrapped URLs: what link shields, redirectors, image proxies and archives put around a URL. The wrapper is
// recognised by its host and path, and the URL in it is decoded, without a network.
//
//   mimebase::Unwrapped links = mimebase::unwrap_all(
//       "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2F&data=x");
//   links.innermost();  // "https://example.org/"
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// unwrap_all() stops at this many layers.
inline constexpr std::size_t kMaxUnwrapLayers = 10;

struct UnwrapLayer {
  std::string_view wrapper;  // the name of the service: "safelinks", "urldefense-v2"; never invalid
  std::string url;           // the URL that it wraps; empty if only the service's server knows it
};

// The layers around a URL, outermost first. Empty if no known service wraps it.
struct MIMEBASE_API Unwrapped {
  std::vector<UnwrapLayer> layers;
  bool limit_hit = false;  // the URL has more than kMaxUnwrapLayers layers: the innermost URL is wrapped, too

  // The innermost URL that was decoded; empty if none was. Valid as long as `layers` is unchanged.
  [[nodiscard]] std::string_view innermost() const&;
  void innermost() const&& = delete;
};

// Removes one wrapper from `url`, which is absolute, as bytes. Returns nothing if `url` is not that of a
// known service, or if what it carries is cut off, broken or not an absolute URL. A URL that is returned is
// one of the schemes http and https, and of ftp or mailto if the service wraps these. It is written as the
// service received it: not normalised, except that bytes which a URL cannot contain are percent-encoded.
// Takes time proportional to the length of `url`.
[[nodiscard]] MIMEBASE_API std::optional<UnwrapLayer> unwrap_one(std::string_view url);

// Removes all wrappers: unwrap_one(), repeated on what it returned.
[[nodiscard]] MIMEBASE_API Unwrapped unwrap_all(std::string_view url);

}  // namespace v0_2
}  // namespace mimebase
