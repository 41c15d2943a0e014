// Text as rows show it: always valid UTF-8, and safe for a terminal where required.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mimebase/unwrap.h"
#include "text/for_archive.h"

namespace mimebase::write {

// Returns `text` if it is UTF-8. Otherwise fills `buffer`, with invalid bytes decoded as windows-1252, and
// returns it. The result is valid as long as both arguments.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string_view utf8_text(std::string_view text, std::string& buffer);

// Returns a source's name as UTF-8, reversibly. A byte that is not part of valid UTF-8 becomes "\xE9"; a
// backslash before "x" and two upper-case hex digits becomes "\x5C". The result is valid as long as both
// arguments.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string_view source_text(std::string_view name, std::string& buffer);
// The name that source_text() shows as `text`.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string source_bytes(std::string_view text);

// Appends `text` as UTF-8. Control characters and direction overrides are escaped: "\x1B", "\u{202E}".
// Invalid bytes are decoded as in utf8_text().
MIMEBASE_FOR_ARCHIVE void append_visible(std::string_view text, std::string& out);

// The same, but cuts text that is wider than `most_columns` and ends it with `ellipsis`.
MIMEBASE_FOR_ARCHIVE void append_shortened(std::string_view text, std::size_t most_columns, std::string& out,
                                           std::string_view ellipsis = "…");

// Returns the length of the beginning of `text` that names its host: "http://example.org" of a URL, "<URL:"
// and userinfo included; 0 if there is none. Takes visible text, also of a URL that is defanged or in quotes.
[[nodiscard]] std::size_t end_of_host(std::string_view text);
// The same for a word of a sentence, where a host can stand alone.
[[nodiscard]] std::size_t end_of_host_in_word(std::string_view word);

// Returns visible text in at most `most_columns`, with characters cut out of the middle: the beginning gets
// two thirds. The first `kept` bytes, such as end_of_host(), are never cut, even if they are wider than that;
// only long userinfo in them is, because it hides the host.
[[nodiscard]] std::string shortened_in_middle(std::string_view visible, std::size_t kept,
                                              std::size_t most_columns, std::string_view ellipsis = "…");

// True for controls (C0, DEL, C1), for separators that terminals treat as line ends, and for characters that
// override, isolate or mark direction.
[[nodiscard]] bool drives_terminal(std::uint32_t code_point);

// Returns how many terminal columns the text takes, by the Unicode width of each character.
[[nodiscard]] std::size_t columns(std::string_view utf8);

// Returns the names as a JSON array, such as ["safelinks"]. names_in() reads such a text. It ignores what it
// does not know, because others may edit a database.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string names_text(const WrapperNames& names);
[[nodiscard]] MIMEBASE_FOR_ARCHIVE WrapperNames names_in(std::string_view json);

}  // namespace mimebase::write
