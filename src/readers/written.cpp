#include "readers/written.h"

#include <algorithm>

#include "charset/charset.h"
#include "find/html/text.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::readers {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// The text from the start of the reference on, up to one of `ends` or of the window; empty if it is not in
// the content. Readers end a URL at white space at the latest.
std::string_view text_up_to(View& view, const Seen& seen, std::string_view ends) {
  const find::Span span = seen.reference.origin.text;
  std::string_view text = view.text();
  if (span.end > text.size()) return {};
  text.remove_prefix(span.start);
  const std::string_view near = utf8::prefix(text, span.end - span.start + view.window());
  if (near.size() < text.size() && near.find_first_of(" \t\r\n<>") == near.npos) view.note_beyond_window();
  return near.substr(0, near.find_first_of(ends));
}

// The bytes if they are UTF-8: of a content in another charset, those of ASCII.
std::optional<std::string_view> readable_bytes(View& view, std::string_view bytes) {
  const bool is_readable =
      view.readable().charset.reads_utf8() ? charset::is_utf8(bytes) : ascii::is_ascii(bytes);
  return is_readable ? std::optional(bytes) : std::nullopt;
}

std::optional<std::string_view> text_from(View& view, const Seen& seen, std::string_view ends) {
  if (seen.reference.origin.text.end > view.text().size()) return std::nullopt;
  return readable_bytes(view, text_up_to(view, seen, ends));
}

}  // namespace

std::optional<std::string_view> attribute_bytes(View& view, const Seen& seen) {
  const find::QuotingPath& quoting = seen.reference.found.quoting;
  if (quoting.is_opaque() || quoting.size() != 1) return std::nullopt;
  const std::string_view text = view.text();
  const find::Span span = seen.reference.origin.text;
  if (span.end > text.size()) return std::nullopt;
  std::string_view value = text.substr(span.start, span.end - span.start);
  const bool is_bare = quoting.at(0) == find::Quoting::kHtmlBare;
  if (!is_bare) {
    const char quote = quoting.at(0) == find::Quoting::kHtmlSingle ? '\'' : '"';
    const std::string_view before = written_before(view, seen);
    const std::string_view behind = text.substr(span.end, view.window());
    const std::size_t open = before.rfind(quote), close = behind.find(quote);
    if (open == before.npos || close == behind.npos) {
      view.note_beyond_window();
      return std::nullopt;
    }
    const std::size_t start = span.start - before.size() + open + 1;
    value = text.substr(start, span.end + close - start);
  }
  return value;
}

std::optional<std::string_view> written_attribute(View& view, const Seen& seen) {
  const auto bytes = attribute_bytes(view, seen);
  return bytes ? readable_bytes(view, *bytes) : std::nullopt;
}

std::string value_without_charset(View& view, const Seen& seen) {
  const bool is_read = ascii::is_ascii(seen.value) ||
                       (view.readable().charset.reads_utf8() && !contains(seen.value, kReplacement));
  const auto bytes = is_read ? std::nullopt : attribute_bytes(view, seen);
  return bytes ? decoded_attribute(*bytes) : std::string(seen.value);
}

std::optional<std::string_view> written_from(View& view, const Seen& seen) {
  return text_from(view, seen, " \t\r\n");
}

std::optional<std::string_view> line_from(View& view, const Seen& seen) {
  return text_from(view, seen, "\r\n");
}

std::string_view written_before(View& view, const Seen& seen) {
  const std::string_view text = view.text();
  const std::size_t at = std::min<std::size_t>(seen.start(), text.size());
  const std::size_t from = at - std::min(at, view.window());
  return text.substr(from, at - from);
}

std::string shown_from(View& view, const Seen& seen) {
  if (seen.reference.origin.text.end > view.text().size()) return std::string(seen.value);
  const bool is_html = seen.context.starts_with("html:");
  const auto readable = readable_bytes(view, text_up_to(view, seen, is_html ? "<" : ""));
  if (!readable) return std::string(seen.value);
  if (!is_html) return std::string(*readable);
  std::string shown;
  find::append_html_text(*readable, charset::Charset(), find::HtmlTextKind::kData, shown);
  return shown;
}

char shown_before(View& view, const Seen& seen) {
  const std::string_view before = written_before(view, seen);
  if (before.ends_with("&lt;")) return '<';
  return before.empty() ? '\0' : before.back();
}

std::optional<std::string_view> attribute_in_text(View& view, const Seen& seen) {
  std::string_view before = written_before(view, seen);
  const bool is_quoted = before.ends_with('"') || before.ends_with('\'');
  const std::string_view ends = is_quoted ? before.substr(before.size() - 1) : std::string_view(">");
  before.remove_suffix(is_quoted ? 1 : 0);
  if (!before.ends_with('=') || view.tag(seen).empty()) return std::nullopt;
  const auto value = written_from(view, seen);
  return value ? std::optional(value->substr(0, value->find_first_of(ends))) : std::nullopt;
}

bool is_in_image_tag(View& view, const Seen& seen) {
  constexpr std::string_view kImage = "<img";
  return ascii::starts_with_ignoring_case(view.tag(seen), kImage);
}

std::string_view joined_before(View& view, const Seen& seen, std::string_view breaks) {
  std::string_view before = written_before(view, seen);
  before = before.substr(before.find_last_of(ascii::kCWhiteSpace) + 1);  // npos + 1 is 0
  before = before.substr(before.find_last_of(breaks) + 1);
  for (std::size_t at = before.find(':'); at != before.npos; at = before.find(':', at + 1)) {
    for (const std::string_view scheme : {"https", "http", "ftp"}) {
      if (before.substr(at).starts_with("://") &&
          ascii::ends_with_ignoring_case(before.substr(0, at), scheme))
        return before.substr(at - scheme.size());
    }
  }
  return {};
}

std::optional<std::string_view> written_in_charset(View& view, const Seen& seen) {
  const find::Span span = seen.reference.origin.text;
  const bool is_attribute = contains(seen.context, '@') && !seen.in_srcdoc;
  if (!is_attribute || ascii::is_ascii(seen.value) || !view.readable().map.identity()) return std::nullopt;
  const std::string_view text = view.text();
  if (span.end > text.size()) return std::nullopt;
  return text.substr(span.start, span.end - span.start);
}

std::string value_in_charset(View& view, const Seen& seen, const charset::Charset& charset) {
  const auto bytes = written_in_charset(view, seen);
  return bytes ? decoded_attribute(*bytes, charset) : std::string(seen.value);
}

std::string without_replacements(std::string_view text) {
  return replaced(text, kReplacement, "");
}

std::string decoded_attribute(std::string_view written, const charset::Charset& charset) {
  std::string buffer;
  return std::string(find::html_attribute_value(written, charset, buffer));
}

}  // namespace mimebase::readers
