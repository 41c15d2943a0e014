#include "find/lines/finder.h"

#include <algorithm>

#include "charset/readable.h"
#include "find/nested_sink.h"
#include "find/text/finder.h"
#include "find/text/scheme.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"
#include "walk/transfer_encoding.h"

namespace mimebase::find {
namespace {

// One unfolded line. All views point into the text that ContentLines stores. Values exclude quotes and
// are empty for absent parameters; if a parameter occurs twice, the first is used.
struct ContentLine {
  std::string_view name;        // without the group
  std::string_view value_type;  // VALUE
  std::string_view encoding;    // ENCODING, or an encoding without a parameter name (vCard 2.1)
  std::string_view format;      // FMTTYPE
  std::string_view charset;     // CHARSET (vCard 2.1)
  std::string_view altrep, dir, linkrel;
  std::string_view value;
};

// Iterates over the lines of a content.
class ContentLines {
 public:
  // `bytes` must outlive this object. Unfolds all lines at once; without folds, nothing is copied.
  explicit ContentLines(std::string_view bytes);

  // Reads the next line. Returns false at the end. Lines without a name or a ':' are skipped.
  bool next(ContentLine& line);

  // The offset of a part of a line in the unfolded text, and the map from there to the original bytes.
  [[nodiscard]] std::size_t offset_of(std::string_view piece) const {
    return static_cast<std::size_t>(piece.data() - text_.data());
  }
  [[nodiscard]] const OffsetMap& map() const { return map_; }

 private:
  void unfold(std::string_view bytes, std::size_t first_fold);
  [[nodiscard]] std::size_t line_end(std::size_t start);
  bool read_parameters(std::size_t& at, std::size_t end, ContentLine& line);
  void extend_quoted_printable(std::size_t& end, ContentLine& line);

  std::string unfolded_;
  std::string_view text_;
  OffsetMap map_;
  std::size_t at_ = 0;  // start of the next line
};

ContentLines::ContentLines(std::string_view bytes) : text_(bytes) {
  if (const std::size_t fold = walk::next_fold(bytes, 0); fold != kNotFound) unfold(bytes, fold);
}

void ContentLines::unfold(std::string_view bytes, std::size_t fold) {
  std::size_t copied = 0;
  for (; fold != kNotFound; fold = walk::next_fold(bytes, copied)) {
    const std::size_t start = fold > copied && bytes[fold - 1] == '\r' ? fold - 1 : fold;
    unfolded_.append(bytes.substr(copied, start - copied));
    copied = fold + 2;
    map_.replace({start, copied}, {unfolded_.size(), unfolded_.size()});
  }
  unfolded_.append(bytes.substr(copied));
  text_ = unfolded_;
}

std::size_t ContentLines::line_end(std::size_t start) {
  const std::size_t newline = text_.find('\n', start);
  std::size_t end = newline == kNotFound ? text_.size() : newline;
  at_ = newline == kNotFound ? text_.size() : newline + 1;
  if (end > start && text_[end - 1] == '\r') --end;
  return end;
}

bool ContentLines::next(ContentLine& line) {
  while (at_ < text_.size()) {
    const std::size_t start = at_;
    std::size_t end = line_end(start);
    const std::string_view all = text_.substr(start, end - start);
    const std::size_t name_end = all.find_first_of(";:");
    if (name_end == kNotFound) continue;
    line = {};
    line.name = ascii::trim_html_space(all.substr(0, name_end));
    if (const std::size_t dot = line.name.rfind('.'); dot != kNotFound) line.name.remove_prefix(dot + 1);
    if (line.name.empty()) continue;
    std::size_t at = start + name_end;
    if (!read_parameters(at, end, line)) continue;
    line.value = text_.substr(at + 1, end - at - 1);
    if (ascii::equals_ignoring_case(line.encoding, "quoted-printable")) extend_quoted_printable(end, line);
    return true;
  }
  return false;
}

// Reads the parameters from the ';' or ':' at `at` up to the ':' before the value.
bool ContentLines::read_parameters(std::size_t& at, std::size_t end, ContentLine& line) {
  bool quotes_close = true;
  while (at < end && text_[at] == ';') {
    const std::size_t start = ++at;
    std::size_t equals = kNotFound;
    for (; at < end && text_[at] != ';' && text_[at] != ':'; ++at) {
      if (text_[at] == '=' && equals == kNotFound) equals = at;
      if (text_[at] != '"' || !quotes_close) continue;
      const std::size_t close = text_.substr(0, end).find('"', at + 1);
      quotes_close = close != kNotFound;
      if (quotes_close) at = close;
    }
    const std::size_t value_start = equals == kNotFound ? start : equals + 1;
    const std::string_view name = equals == kNotFound
                                      ? std::string_view("encoding")
                                      : ascii::trim_html_space(text_.substr(start, equals - start));
    std::string_view value = ascii::trim_html_space(text_.substr(value_start, at - value_start));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    const auto keep = [&](std::string_view lower, std::string_view& place) {
      if (place.empty() && ascii::equals_ignoring_case(name, lower)) place = value;
    };
    keep("value", line.value_type);
    // vCard 2.1 also allows types without a name; only encodings are kept.
    if (equals != kNotFound || ascii::equals_ignoring_case(value, "base64") ||
        ascii::equals_ignoring_case(value, "quoted-printable"))
      keep("encoding", line.encoding);
    keep("fmttype", line.format);
    keep("charset", line.charset);
    keep("altrep", line.altrep);
    keep("dir", line.dir);
    keep("linkrel", line.linkrel);
  }
  return at < end;
}

// A trailing '=' continues a quoted-printable line, which vCard 2.1 does not fold in any other way.
void ContentLines::extend_quoted_printable(std::size_t& end, ContentLine& line) {
  const std::size_t start = offset_of(line.value);
  while (end > start && text_[end - 1] == '=' && at_ < text_.size()) {
    const std::size_t next = at_;
    end = std::max(line_end(next), next);
    if (end == next) break;
  }
  line.value = text_.substr(start, end - start);
}

// The kind of a property's value.
enum class ValueKind {
  kPossibleUrl,
  kUrl,
  kText,  // contains URLs
};

// The properties of one kind of content, separated by spaces. The value of an unlisted property may be a
// URL.
struct Properties {
  std::string_view context, urls, texts;

  [[nodiscard]] ValueKind kind_of(const std::string& name) const {
    if (contains(name, ' ')) return ValueKind::kPossibleUrl;
    const std::string key = ' ' + name + ' ';
    const auto is_among = [&key](std::string_view names) { return contains(names, key); };
    return is_among(urls) ? ValueKind::kUrl : is_among(texts) ? ValueKind::kText : ValueKind::kPossibleUrl;
  }
};

constexpr Properties kOfCalendars = {
    "calendar:", " url attach conference image source tzurl ",
    " description summary location comment contact x-alt-desc x-wr-caldesc x-wr-calname styled-description "
    "request-status structured-data "};
constexpr Properties kOfCards = {
    "vcard:", " url source fburl caluri caladruri contact-uri org-directory impp member ", " note "};

// Searches the lines one by one.
class LineFinder {
 public:
  LineFinder(const Content& content, const Properties& properties, Sink& sink)
      : lines_(content.bytes),
        charset_(content.charset),
        limits_(content.limits),
        properties_(properties),
        sink_({.map = &lines_.map()}, sink) {}

  void run() {
    ContentLine line;
    while (lines_.next(line)) take(line);
  }

 private:
  void take(const ContentLine& line);
  void take_url(const ContentLine& line, bool certain);
  void take_text(const ContentLine& line);
  void parameter(std::string_view name, std::string_view value);
  void decode(const ContentLine& line, bool is_text);
  void unescape(std::string_view value, bool is_text);
  void set_context(std::string_view name);
  [[nodiscard]] bool looks_like_url(std::string_view value) const;
  void deliver(std::string_view reference, Span span, const charset::Charset& charset, Quoting quoting);

  ContentLines lines_;
  const charset::Charset& charset_;
  const Limits& limits_;
  Properties properties_;
  NestedSink sink_;
  std::string name_, context_, utf8_;
  // The current value, decoded in up to three steps. Offsets are mapped back through escape_map_,
  // charset_map_ and quoted_map_ to the value, and from there to the unfolded text.
  std::string unquoted_, converted_, decoded_;
  OffsetMap quoted_map_, charset_map_, escape_map_;
  charset::Charset own_charset_;
  const charset::Charset* value_charset_ = nullptr;
  std::size_t value_offset_ = 0;
  Quoting value_quoting_ = Quoting::kEscapedLine;
};

void LineFinder::take(const ContentLine& line) {
  struct UrlParameter {
    std::string_view name, value;
  };
  // RFC 9253 section 6.1: LINKREL is the name of a relation, or a URI.
  UrlParameter parameters[] = {{"altrep", line.altrep},
                               {"dir", line.dir},
                               {"linkrel", looks_like_url(line.linkrel) ? line.linkrel : std::string_view()}};
  std::ranges::sort(parameters, {}, [](const UrlParameter& one) { return one.value.data(); });
  for (const UrlParameter& one : parameters) parameter(one.name, one.value);
  if (ascii::equals_ignoring_case(line.encoding, "base64") || ascii::equals_ignoring_case(line.encoding, "b"))
    return;
  if (ascii::equals_ignoring_case(line.value_type, "binary")) return;
  name_.clear();
  ascii::append_lower(line.name, name_);
  const ValueKind kind = properties_.kind_of(name_);
  if (name_.size() > limits_.name_bytes) {
    name_.resize(limits_.name_bytes);
    sink_.limit_hit(FindLimit::kNames);
  }
  const bool says_text = ascii::equals_ignoring_case(line.value_type, "text");
  const bool says_uri = ascii::equals_ignoring_case(line.value_type, "uri") ||
                        ascii::equals_ignoring_case(line.value_type, "url");
  if (kind == ValueKind::kText && !says_uri) {
    take_text(line);
  } else {
    take_url(line, says_uri || (kind == ValueKind::kUrl && !says_text));
  }
}

void LineFinder::parameter(std::string_view name, std::string_view value) {
  const std::string_view trimmed = ascii::trim_html_space(value);
  if (trimmed.empty()) return;
  set_context(name);
  const std::size_t start = lines_.offset_of(trimmed);
  deliver(trimmed, {start, start + trimmed.size()}, charset_, Quoting::kFoldedLine);
}

void LineFinder::take_url(const ContentLine& line, bool certain) {
  decode(line, false);
  const std::string_view url = ascii::trim_html_space(decoded_);
  const auto start = static_cast<std::size_t>(url.data() - decoded_.data());
  if (url.empty() || (!certain && !looks_like_url(url))) return;
  set_context(name_);
  const Span raw =
      quoted_map_.to_input(charset_map_.to_input(escape_map_.to_input({start, start + url.size()})));
  deliver(url, {value_offset_ + raw.start, value_offset_ + raw.end}, *value_charset_, value_quoting_);
}

// True if the entire value starts with a known scheme and may be a URL.
bool LineFinder::looks_like_url(std::string_view value) const {
  const std::size_t colon = value.find(':');
  if (colon == kNotFound || colon == 0 || !ascii::is_letter(value.front())) return false;
  return value.find_first_of(" \t\r\n<>\"") == kNotFound && is_delimited_url(value, colon);
}

void LineFinder::take_text(const ContentLine& line) {
  const bool is_html = ascii::equals_ignoring_case(line.format, "text/html");
  if (!is_html && line.value.find_first_of(":.") == kNotFound) return;
  decode(line, true);
  set_context(name_);
  context_ += '/';
  const Content text{decoded_, *value_charset_, limits_};
  NestedSink unquoted({.map = &quoted_map_, .offset = value_offset_}, sink_);
  NestedSink converted({.map = &charset_map_}, unquoted);
  const NestedPlace place{.map = &escape_map_, .context_prefix = context_, .quoting = value_quoting_};
  if (is_html) return find_nested_document(*finder_for("text/html"), text, place, converted);
  NestedSink nested(place, converted);
  find_in_text(text, nested);
}

// Stores the decoded and unescaped value in decoded_.
void LineFinder::decode(const ContentLine& line, bool is_text) {
  value_offset_ = lines_.offset_of(line.value);
  value_charset_ = &charset_;
  quoted_map_.clear();
  charset_map_.clear();
  std::string_view value = line.value;
  value_quoting_ = line.charset.empty() ? Quoting::kEscapedLine : Quoting::kOpaque;
  if (ascii::equals_ignoring_case(line.encoding, "quoted-printable")) {
    value_quoting_ = Quoting::kOpaque;
    value = walk::decode_transfer(value, walk::TransferEncoding::kQuotedPrintable, unquoted_, &quoted_map_);
  }
  if (!line.charset.empty()) {
    // Escapes are removed after this conversion: in Shift_JIS, a backslash may be the second byte of a
    // character.
    charset::Readable readable = charset::make_readable(line.charset, "text/plain", value, converted_);
    value = readable.bytes;
    charset_map_ = std::move(readable.map);
    own_charset_ = std::move(readable.charset);
    value_charset_ = &own_charset_;
  }
  unescape(value, is_text);
}

// In a URL, at most punctuation is escaped; "\\n" is a line break only in texts.
void LineFinder::unescape(std::string_view value, bool is_text) {
  decoded_.clear();
  escape_map_.clear();
  std::size_t copied = 0;
  for (std::size_t at = value.find('\\'); at != kNotFound && at + 1 < value.size();
       at = value.find('\\', at)) {
    const char next = value[at + 1];
    const bool is_break = is_text && (next == 'n' || next == 'N');
    if (!is_break && !contains(",;:\\", next)) {
      ++at;
      continue;
    }
    decoded_.append(value.substr(copied, at - copied));
    decoded_ += is_break ? '\n' : next;
    escape_map_.replace({at, at + 2}, {decoded_.size() - 1, decoded_.size()});
    at += 2;
    copied = at;
  }
  decoded_.append(value.substr(copied));
}

void LineFinder::set_context(std::string_view name) {
  context_.assign(properties_.context);
  context_ += charset_.utf8(name, utf8_);
}

// `span` is in the unfolded text.
void LineFinder::deliver(std::string_view reference, Span span, const charset::Charset& charset,
                         Quoting quoting) {
  Found found;
  found.quoting = quoting;
  found.context = context_;
  found.span = span;
  found.reference = charset.utf8(reference, utf8_);
  found.guessed = ascii::starts_with_ignoring_case(reference, "www.");
  sink_.found(found);
}

}  // namespace

void find_in_calendar(const Content& content, Sink& sink) {
  LineFinder(content, kOfCalendars, sink).run();
}

void find_in_vcard(const Content& content, Sink& sink) {
  LineFinder(content, kOfCards, sink).run();
}

}  // namespace mimebase::find
