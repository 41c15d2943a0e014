// Unwrapping: the input is a URL.
#include "mimebase/unwrap.h"

#include <optional>

#include "charset/charset.h"
#include "check.h"
#include "text/ascii.h"
#include "url/split.h"
#include "url/whatwg.h"

namespace mimebase::fuzz {
namespace {

std::string wrapped(std::string_view url) {
  std::string out = "https://l.facebook.com/l.php?u=";
  for (const char c : url) {
    out += '%';
    ascii::append_hex(static_cast<unsigned char>(c), ascii::kHexDigits, out);
  }
  return out;
}

void check_target(std::string_view url) {
  std::string serialised;
  FUZZ_REQUIRE(url::serialise(url, serialised), "{}", escape_for_terminal(url));
  FUZZ_REQUIRE(charset::is_utf8(url), "{}", escape_for_terminal(url));
  for (const char c : url) {
    FUZZ_REQUIRE(static_cast<unsigned char>(c) > ' ' && c != '\x7F', "{}", escape_for_terminal(url));
  }
  if (!ascii::starts_with_ignoring_case(url, "http")) return;
  const std::optional<UnwrapLayer> again = unwrap_one(wrapped(url));
  FUZZ_REQUIRE(again && again->url == url, "{} becomes {}", escape_for_terminal(url),
               escape_for_terminal(again ? again->url : "nothing"));
}

// The host decides: a browser must not read another one out of the URL, and another one has no wrapper.
void check_host(std::string_view url) {
  std::string_view host = url::host_of(url);
  FUZZ_REQUIRE(!host.empty() && is_inside(host, url), "{}", escape_for_terminal(url));
  if (host.ends_with('.')) host.remove_suffix(1);
  std::string serialised;
  if (url::serialise(url, serialised)) {
    std::string_view opened = url::host_of(serialised);
    if (opened.ends_with('.')) opened.remove_suffix(1);
    FUZZ_REQUIRE(opened == ascii::lowered(host), "{} opens {}", escape_for_terminal(url), opened);
  }
  const auto end = static_cast<std::size_t>(host.data() - url.data()) + host.size();
  for (const std::string_view other : {".evil.example", "x", ".com", "@evil.example", ":8080"}) {
    std::string elsewhere(url.substr(0, end));
    elsewhere.append(other).append(url.substr(end));
    const std::optional<UnwrapLayer> layer = unwrap_one(elsewhere);
    FUZZ_REQUIRE(!layer, "{} is {}", escape_for_terminal(elsewhere), layer->wrapper);
  }
}

void check_layers(std::string_view url) {
  const Unwrapped links = unwrap_all(url);
  FUZZ_REQUIRE(links.layers.size() <= kMaxUnwrapLayers, "{}", escape_for_terminal(url));
  std::optional<UnwrapLayer> layer = unwrap_one(url);
  std::string innermost;
  for (const UnwrapLayer& listed : links.layers) {
    FUZZ_REQUIRE(layer && layer->wrapper == listed.wrapper && layer->url == listed.url, "{}",
                 escape_for_terminal(url));
    if (!listed.url.empty()) innermost = listed.url;
    layer = listed.url.empty() ? std::nullopt : unwrap_one(listed.url);
  }
  FUZZ_REQUIRE(layer.has_value() == links.limit_hit, "{}", escape_for_terminal(url));
  FUZZ_REQUIRE(links.innermost() == innermost, "{}", escape_for_terminal(url));
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view url = fuzz::view(data, size);
  fuzz::check_layers(url);
  const std::optional<UnwrapLayer> layer = unwrap_one(url);
  if (!layer) return 0;
  fuzz::check_host(url);
  if (!layer->url.empty()) fuzz::check_target(layer->url);
  return 0;
}
