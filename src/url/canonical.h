// URLs in a form in which equal ones are equal byte by byte.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::url {

// Puts the URL Standard's serialisation of `absolute_url` into `out`. False, and `out` empty, where the
// Standard gives no URL.
[[nodiscard]] bool serialise(std::string_view absolute_url, std::string& out);

// The same without the fragment: what tells whether two URLs name one thing.
[[nodiscard]] bool canonical(std::string_view absolute_url, std::string& out);

}  // namespace mimebase::url
