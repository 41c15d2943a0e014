// Reports references of documents, whose text has no bytes of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "find/finder.h"
#include "mimebase/model.h"
#include "text/for_archive.h"

namespace mimebase::documents {

// Adds UTF-8 to a text of which shown_text() is needed, with its white space collapsed. What is left out is
// not in shown_text() either.
void append_shown(std::string_view utf8, std::string& text);

// The text as links show it: white space collapsed, at most 200 characters.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string shown_text(std::string_view utf8);

// Reports a reference, without the white space around it, unless nothing is left. `where` is its place in the
// document, `text` what is
// shown for it, if there is any.
struct Row {
  std::string_view context, where, reference, text = {};
  std::optional<LinkKind> kind = {};
  std::string_view tooltip = {};  // see find::Found
};
void report(const Row& row, find::Sink& sink);

// A form in which references are the same that programs write for each other, such as "C:\a b" and
// "file:///c:/a%20b". Of a URL with a host, the case of its path matters.
[[nodiscard]] std::string comparable_reference(std::string_view reference);

// Reports the URLs in running text, such as a command line.
MIMEBASE_FOR_ARCHIVE void report_urls_in(std::string_view text, std::string_view context,
                                         std::string_view where, find::Sink& sink,
                                         std::optional<LinkKind> kind = {});

// The same URLs, without a report.
[[nodiscard]] std::vector<std::string> urls_in(std::string_view text);

// A target and the place in it, as one reference. A place without a target is in the same document.
[[nodiscard]] std::string with_location(std::string target, std::string_view location);

// Returns true for a whole URL with a scheme, and for the path of a file: "\\host\x", "C:\x". Any word before
// a colon can be a scheme.
[[nodiscard]] bool is_url_or_path(std::string_view text);
// The same for a text that can be words of any kind, of which only "://" and "file:" make a URL.
[[nodiscard]] bool names_file(std::string_view text);

}  // namespace mimebase::documents
