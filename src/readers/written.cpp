#include "readers/written.h"

#include <algorithm>

#include "charset/charset.h"
#include "find/html/text.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::readers {
namespace {

// Looking farther from every reference would make answers quadratic in the size of the message.
constexpr std::size_t kMaxBytes = 1000;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// The position of a quotation mark before the reference; npos if there is none near.
std::size_t opening(std::string_view text, std::size_t at, char quote) {
  const std::size_t from = at - std::min(at, kMaxBytes);
  const std::size_t found = text.substr(from, at - from).rfind(quote);
  return found == text.npos ? text.npos : from + found;
}

// The bytes if they are UTF-8: of a content in another charset, those of ASCII.
std::optional<std::string_view> readable_bytes(View& view, std::string_view bytes) {
  const bool is_readable =
      view.readable().charset.reads_utf8() ? charset::is_utf8(bytes) : ascii::is_ascii(bytes);
  return is_readable ? std::optional(bytes) : std::nullopt;
}

std::optional<std::string_view> text_from(View& view, const Seen& seen, std::string_view ends) {
  const find::Span span = seen.reference.origin.text;
  std::string_view text = view.text();
  if (span.end > text.size()) return std::nullopt;
  text.remove_prefix(span.start);
  text = utf8::prefix(text, span.end - span.start + kMaxBytes);
  text = text.substr(0, text.find_first_of(ends));
  return readable_bytes(view, text);
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
    const std::size_t open = opening(text, span.start, quote);
    const std::size_t close = text.find(quote, span.end);
    if (open == text.npos || close == text.npos) return std::nullopt;
    value = text.substr(open + 1, close - open - 1);
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
  const std::size_t from = at - std::min(at, kMaxBytes);
  return text.substr(from, at - from);
}

std::string shown_from(View& view, const Seen& seen) {
  const std::string_view text = view.text();
  const find::Span span = seen.reference.origin.text;
  if (span.end > text.size()) return std::string(seen.value);
  std::string_view written = utf8::prefix(text.substr(span.start), span.end - span.start + kMaxBytes);
  const bool is_html = seen.context.starts_with("html:");
  if (is_html) written = written.substr(0, written.find('<'));
  const auto readable = readable_bytes(view, written);
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
