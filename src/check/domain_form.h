// The forms of a domain: its name and suffix, in Unicode, and as it looks.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::check {

// Returns whether `host` is a domain name whose characters can be compared: no address, and not longer than a
// name can be (RFC 1035 section 2.3.4).
[[nodiscard]] bool is_name(std::string_view host);

// Returns the public suffix of a host in ASCII, or its last label if the list has none.
[[nodiscard]] std::string_view suffix_of(std::string_view host);
// Returns what a registrable domain has before suffix_of() and the dot: "bank" of "bank.co.uk". Empty if
// there is nothing.
[[nodiscard]] std::string_view name_before_suffix(std::string_view domain);

// Returns a host in Unicode; `host` itself if it has no such labels ("xn--"), and nothing if they cannot be
// decoded.
[[nodiscard]] std::string unicode_form(std::string_view host);
// Returns a host for a sentence: with its Unicode form, if that differs. Any other text is returned as it is.
[[nodiscard]] std::string with_unicode_form(std::string_view host);

// The skeleton of a domain (UTS 39 section 4), which is equal for domains that look alike. `domain` is in
// ASCII. Letters that also resemble a digit are equal to it ("0" and "o", "1" and "l"). Empty if the domain
// has no Unicode form.
[[nodiscard]] std::string skeleton_of(std::string_view domain);

}  // namespace mimebase::check
