// Charsets: labels, detection, and conversion with its map. The first line of the input is a label, the rest
// is the content.
#include "charset/charset.h"

#include <glib.h>

#include "charset/label.h"
#include "charset/readable.h"
#include "check.h"

namespace mimebase::fuzz {
namespace {

using charset::Span;

// True if a character's bytes can be decoded alone, because no preceding shift or mark affects them. (UTF-16
// and UTF-32 use the whole content to detect the byte order.)
bool is_stateless(charset::Encoding encoding) {
  switch (encoding) {
    case charset::Encoding::kUtf16Le:
    case charset::Encoding::kUtf16Be:
    case charset::Encoding::kUtf32Le:
    case charset::Encoding::kUtf32Be:
    case charset::Encoding::kGb18030:
    case charset::Encoding::kBig5:
    case charset::Encoding::kShiftJis:
    case charset::Encoding::kKorean:
    case charset::Encoding::kJohab:
      return true;
    default:
      return false;
  }
}

// Checks that the bytes of each character are in order and in bounds, and with `exact` that they decode to
// that character.
void check_map(std::string_view label, std::string_view bytes, const charset::Converted& converted,
               bool exact) {
  const std::string& utf8 = converted.utf8;
  std::size_t end = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const auto length = static_cast<std::size_t>(g_utf8_next_char(&utf8[at]) - &utf8[at]);
    const Span span = converted.map.to_input(Span{at, at + length});
    FUZZ_REQUIRE(span.start < span.end && span.end <= bytes.size() && span.end >= end, "{}..{} behind {}: {}",
                 span.start, span.end, end, escape_for_terminal(utf8.substr(at, length)));
    const std::string_view character(&utf8[at], length);
    // On their own, U+FEFF and U+FFFE are byte order marks.
    const bool is_mark = character == "\xEF\xBB\xBF" || character == "\xEF\xBF\xBE";
    if (exact && !is_mark && character != "\xEF\xBF\xBD") {
      const std::string cut =
          charset::convert(charset::read_label(label), bytes.substr(span.start, span.end - span.start)).utf8;
      // Big5 has characters that decode to two code points.
      FUZZ_REQUIRE(cut.find(character) != cut.npos && cut.size() <= 2 * length, "{} at {}..{} alone is {}",
                   escape_for_terminal(character), span.start, span.end, escape_for_terminal(cut));
    }
    end = span.end;
    at += length;
  }
  FUZZ_REQUIRE(converted.map.to_input(utf8.size()) == bytes.size(), "the end is {} of {}",
               converted.map.to_input(utf8.size()), bytes.size());
}

void check_conversion(std::string_view label, std::string_view bytes) {
  const charset::Converted converted = charset::convert(charset::read_label(label), bytes);
  FUZZ_REQUIRE(charset::is_utf8(converted.utf8 + "."), "{}", escape_for_terminal(converted.utf8));
  FUZZ_REQUIRE(converted.utf8.size() <= 8 * bytes.size() + 8, "{} of {}", converted.utf8.size(),
               bytes.size());
  const bool exact =
      is_stateless(charset::read_label(label).encoding) && charset::marked_charset(bytes).empty();
  check_map(label, bytes, converted, exact);
}

void check_labels(std::string_view label) {
  const charset::Label read = charset::read_label(label);
  if (read.encoding == charset::Encoding::kUndeclared) {
    FUZZ_REQUIRE(read.name.empty(), "{} is {}", escape_for_terminal(label), escape_for_terminal(read.name));
    return;
  }
  const charset::Label again = charset::read_label(read.name);
  FUZZ_REQUIRE(again.known && again.name == read.name && again.encoding == read.encoding, "{} is {}, then {}",
               escape_for_terminal(label), escape_for_terminal(read.name), escape_for_terminal(again.name));
}

void check_readable(std::string_view label, std::string_view bytes) {
  for (const char* type :
       {"text/plain", "text/html", "text/css", "application/xml", "application/xhtml+xml"}) {
    const std::string declared = charset::declared_charset(bytes, type);
    FUZZ_REQUIRE(declared.empty() || charset::read_label(declared).known, "{}",
                 escape_for_terminal(declared));
    std::string buffer;
    const charset::Readable readable = charset::make_readable(label, type, bytes, buffer);
    FUZZ_REQUIRE(
        is_inside(readable.bytes, bytes) || is_inside(readable.bytes, buffer) || readable.bytes.empty(), "{}",
        type);
    const Span all = readable.map.to_input(Span{0, readable.bytes.size()});
    FUZZ_REQUIRE(all.start <= all.end && all.end <= bytes.size(), "{}..{}", all.start, all.end);
    FUZZ_REQUIRE(readable.label.empty() || charset::read_label(readable.label).known, "{}",
                 escape_for_terminal(readable.label));
  }
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  std::string_view bytes = fuzz::view(data, size);
  const std::string_view label = fuzz::take_line(bytes);
  fuzz::check_labels(label);
  fuzz::check_conversion(label, bytes);
  fuzz::check_readable(label, bytes);
  const bool needed = charset::needs_conversion(charset::read_label(label), bytes);
  std::string utf8 = "before";
  charset::Charset::for_content(charset::read_label(label), bytes).append_utf8(bytes, utf8);
  FUZZ_REQUIRE(utf8.starts_with("before") && charset::is_utf8(utf8 + "."), "{} ({})",
               escape_for_terminal(utf8), needed);
  return 0;
}
