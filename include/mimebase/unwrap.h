// Unwraps URLs that link protection services, redirectors, image proxies and web archives have wrapped. A
// wrapper is recognised by its host and path. The URL inside it is decoded without network access.
//
//   mimebase::Unwrapped links = mimebase::unwrap_all(
//       "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2F&data=x");
//   links.innermost();  // "https://example.org/"
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/own_template.h"

namespace mimebase {
inline namespace v0_2 {

// The maximum number of layers that unwrap_all() removes.
inline constexpr std::size_t kMaxUnwrapLayers = 10;

// The names of the services that wrap a URL, outermost first. Each object takes a few bytes and allocates no
// memory.
class MIMEBASE_API WrapperNames {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // Returns a name, such as "safelinks", in static storage; "own" stands for an OwnTemplate. `index` must be
  // less than size().
  [[nodiscard]] std::string_view operator[](std::size_t index) const;
  // Adds a name. Does nothing if `name` is neither "own" nor the name of a known service, or if there are
  // already kMaxUnwrapLayers names.
  void add(std::string_view name);
  bool operator==(const WrapperNames&) const = default;

 private:
  std::array<std::uint8_t, kMaxUnwrapLayers> rows_ = {};  // indexes into the table of services
  std::uint8_t size_ = 0;
};

// One wrapper that was removed.
struct UnwrapLayer {
  std::string_view wrapper;  // name of the service, such as "safelinks"; static storage
  std::string url;           // the wrapped URL; empty if only the service's server knows it
};

// The wrappers around a URL. `layers` has the outermost first, and is empty if no known service wraps the
// URL.
struct MIMEBASE_API Unwrapped {
  std::vector<UnwrapLayer> layers;
  // True if the URL has more than kMaxUnwrapLayers layers. The innermost URL is then still wrapped.
  bool limit_hit = false;

  // Returns the innermost decoded URL, or an empty view if none was decoded. Valid until `layers` changes.
  [[nodiscard]] std::string_view innermost() const&;
  void innermost() const&& = delete;
  // Returns the names of the layers.
  [[nodiscard]] WrapperNames names() const;
};

// Removes one wrapper from `url`, an absolute URL that may contain any bytes. Returns nothing if no known
// service wraps `url`, or if the wrapped target is truncated, malformed or not an absolute URL. The target's
// scheme is http or https, or, if the service wraps such URLs, ftp or mailto. The target is not normalised,
// but bytes that a URL cannot contain are percent-encoded. Takes time proportional to the length of `url`.
[[nodiscard]] MIMEBASE_API std::optional<UnwrapLayer> unwrap_one(std::string_view url);

// Removes all wrappers, at most kMaxUnwrapLayers, by repeated calls of unwrap_one().
[[nodiscard]] MIMEBASE_API Unwrapped unwrap_all(std::string_view url);
// Also removes what `own` has wrapped, at any level, as a layer with the name "own". Verifies nothing. TAB,
// CR and LF in what is wrapped are dropped.
[[nodiscard]] MIMEBASE_API Unwrapped unwrap_all(std::string_view url, const OwnTemplate& own);

// Returns a row of `mimebase unwrap --format jsonl`: a JSON object without a line end. `unwrapped` is the
// result of unwrap_all().
[[nodiscard]] MIMEBASE_API std::string json_row(std::string_view url, const Unwrapped& unwrapped);

}  // namespace v0_2
}  // namespace mimebase
