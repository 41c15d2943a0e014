// The Standard's "domain parser ToASCII": UTS 46, by ICU.
#pragma once

#include <string>
#include <string_view>

#include "url/whatwg_host.h"

namespace mimebase::url {

// Puts the ASCII form of `domain` into `out`, by UTS 46 with the Standard's flags; or gives the reason why
// there is none. What is not UTF-8 in it is read as U+FFFD, and fails. Where ICU is configured off
// (no_idna.cpp) no domain has one.
[[nodiscard]] Failure domain_to_ascii(std::string_view domain, std::string& out);

// True once: where domain_to_ascii() was asked in this process, and there was no ICU to do it.
[[nodiscard]] bool take_missed_idna();

}  // namespace mimebase::url
