#include "find/heading.h"

#include <algorithm>

#include "charset/readable.h"
#include "find/html/value_syntax.h"
#include "find/sinks.h"
#include "find/text/finder.h"
#include "find/text/scheme.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::find {
namespace {

// Which URLs a field may have besides those in brackets that are marked.
enum class FieldText {
  kNone,   // it is not text for people
  kList,   // it is a list of URLs in '<' and '>'
  kNames,  // display names and comments around addresses
  kPlain,  // text
  kProse,  // text that people write, in which "www.x" is guessed to be a URL
};

// True for the beginnings of fields in which checkers note their results. Every field is asked, so the first
// letter comes first.
bool begins_check(std::string_view name) {
  const char first = name.empty() ? '\0' : ascii::lower(name.front());
  return (first == 'a' || first == 'd' || first == 'r') &&
         ascii::starts_with_one_of_ignoring_case(name,
                                                 {"received", "dkim-", "arc-", "authentication-results"});
}

// What gateways and checkers note on the way is a trace: X-Received, X-Google-DKIM-Signature, X-ARC-...; also
// the data of Exchange, which is long. `name` follows "X-".
bool is_trace(std::string_view name) {
  if (name.size() < 4) return false;
  const char first = ascii::lower(name[0]);
  if (first == 'm' && ascii::lower(name[1]) == 's' && name[2] == '-') return true;
  if ((first == 'm' || first == 'f') &&
      ascii::starts_with_one_of_ignoring_case(name, {"microsoft-", "forefront-"}))
    return true;
  const std::size_t dash = name.find('-');
  return begins_check(name) || (dash != kNotFound && begins_check(name.substr(dash + 1)));
}

// What stands in brackets in these fields is an identifier or an address, not a reference. Every field is
// asked.
bool has_identifiers(std::string_view name) {
  if (name.size() > 1 && name[1] == '-' && (name[0] | 0x20) == 'x') return is_trace(name.substr(2));
  if (begins_check(name)) return true;
  switch (name.size()) {
    case 10:
      return ascii::is_one_of_ignoring_case(name, {"message-id", "references"});
    case 11:
      return ascii::is_one_of_ignoring_case(name, {"in-reply-to", "return-path"});
    case 17:
      return ascii::equals_ignoring_case(name, "resent-message-id");
    default:
      return false;
  }
}

// Every field is asked.
FieldText text_of(std::string_view name) {
  const auto if_named = [name](std::string_view wanted, FieldText kind) {
    return ascii::equals_ignoring_case(name, wanted) ? kind : FieldText::kNone;
  };
  if (name.size() > 1 && name[1] == '-' && (name[0] | 0x20) == 'x')
    return is_trace(name.substr(2)) ? FieldText::kNone : FieldText::kPlain;
  const char first = name.empty() ? '\0' : ascii::lower(name.front());
  if (first == 'l' || first == 'a') {
    constexpr std::string_view kLists[] = {"list-help",  "list-subscribe", "list-unsubscribe", "list-post",
                                           "list-owner", "list-archive",   "archived-at"};
    return ascii::is_one_of_ignoring_case(name, kLists) ? FieldText::kList : FieldText::kNone;
  }
  switch (name.size()) {
    case 2:
      return ascii::is_one_of_ignoring_case(name, {"to", "cc"}) ? FieldText::kNames : FieldText::kNone;
    case 3:
      return if_named("bcc", FieldText::kNames);
    case 4:
      return if_named("from", FieldText::kNames);
    case 6:
      return if_named("sender", FieldText::kNames);
    case 7:
      return if_named("subject", FieldText::kProse);
    case 8:
      switch (first) {
        case 'c':
          return if_named("comments", FieldText::kProse);
        case 'k':
          return if_named("keywords", FieldText::kPlain);
        default:
          return if_named("reply-to", FieldText::kNames);
      }
    case 12:
      return ascii::is_one_of_ignoring_case(name, {"organization", "organisation"}) ? FieldText::kPlain
                                                                                    : FieldText::kNone;
    default:
      return FieldText::kNone;
  }
}

// Whether a text may have a URL: "x://y", "mailto:y", an encoded word, or, in prose, "www.".
bool may_hold_text_url(FieldText kind, std::string_view raw_value) {
  if (kind == FieldText::kNone) return false;
  if (kind == FieldText::kList) return true;
  for (std::size_t colon = raw_value.find(':'); colon != kNotFound; colon = raw_value.find(':', colon + 1)) {
    if (may_end_scheme(raw_value, colon)) return true;
  }
  for (std::size_t mark = raw_value.find('?'); mark != kNotFound; mark = raw_value.find('?', mark + 1)) {
    if (mark > 0 && raw_value[mark - 1] == '=') return true;
  }
  return kind == FieldText::kProse && ascii::find_ignoring_case(raw_value, "www.") != kNotFound;
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && ascii::is_white_space(text[at])) ++at;
  return at;
}

// True if an encoded word follows the '<' at `open`.
bool has_word_in_brackets(std::string_view text, std::size_t open) {
  return text.substr(skip_space(text, open + 1)).starts_with("=?");
}

// Returns the start of the reference if the '<' at `open` starts `<URL:`, `<http:` or `<https:`, else
// kNotFound. Accepts folded and unfolded values.
std::size_t reference_start(std::string_view text, std::size_t open) {
  const std::size_t at = skip_space(text, open + 1);
  const std::string_view rest = text.substr(at, 8);
  if (ascii::starts_with_ignoring_case(rest, "url:")) return at + 4;
  if (ascii::starts_with_ignoring_case(rest, "http://") || ascii::starts_with_ignoring_case(rest, "https://"))
    return at;
  return kNotFound;
}

// True if the encoded words begin a URL as reference_start() accepts it.
bool has_url_in_words(std::string_view words) {
  const walk::DecodedValue decoded(ascii::trimmed(words));
  return decoded.has_words() && reference_start("<" + decoded.text(), 0) != kNotFound;
}

// Finds the references in one field and delivers them to a sink.
class FieldScanner {
 public:
  FieldScanner(std::string_view name, std::string_view value, Sink& sink)
      : name_(name), value_(value), sink_(sink) {}
  // Scans the decoded text of `written`.
  FieldScanner(std::string_view name, std::string_view written, const walk::DecodedValue& decoded, Sink& sink)
      : name_(name), value_(decoded.text()), written_(written), decoded_(&decoded), sink_(sink) {}

  // With `text`, also URLs without brackets.
  void find_marked(FieldText text);
  void find_listed();
  void find_links();
  void deliver(Span span, Quoting quoting = Quoting::kSpaced);
  // A reference that is decoded from `written`, of which encoded words are a part.
  void deliver_words(Span span, std::string_view written, std::string_view reference);
  // "header:subject"
  [[nodiscard]] const std::string& context();
  [[nodiscard]] Sink& sink() { return sink_; }

 private:
  std::size_t take(std::size_t open, std::size_t start);
  void take_whole();
  void take_words(std::size_t start, std::size_t end);
  void find_in_text(FieldText text, std::size_t from, std::size_t to);

  std::string_view name_, value_;
  std::string_view written_;  // the value that decoded_ was made from
  const walk::DecodedValue* decoded_ = nullptr;
  Sink& sink_;
  std::string context_, cleaned_, utf8_;  // context_: once it is needed
};

const std::string& FieldScanner::context() {
  if (context_.empty()) {
    context_ = "header:";
    charset::Charset().append_utf8(ascii::lowered(name_), context_);
  }
  return context_;
}

// Receives what the finder of text reports in one run of a field's value.
class RunSink : public ForwardingSink {
 public:
  RunSink(FieldScanner& field, const walk::TextRun& run, FieldText text)
      : ForwardingSink(field.sink()), field_(field), run_(run), text_(text) {}

  // For encoded words, the steps back to the value.
  const walk::DecodedRun* decoded = nullptr;
  const charset::Readable* readable = nullptr;

  void found(const Found& found) override {
    if (found.guessed && text_ != FieldText::kProse) return;
    Found outer = found;
    outer.context = field_.context();
    if (decoded == nullptr) {
      outer.span = {found.span.start + run_.start, found.span.end + run_.start};
    } else {
      const bool is_mapped = !readable->map.identity();
      outer.span = decoded->in_value(is_mapped ? readable->map.to_input(found.span) : found.span);
      outer.quoting.wrap(!is_mapped && has_own_bytes(found) ? Quoting::kQWord : Quoting::kOpaque);
    }
    ForwardingSink::found(outer);
  }

 private:
  // A URL in several words, or in base64, has no bytes of its own in the value.
  [[nodiscard]] bool has_own_bytes(const Found& found) const {
    constexpr std::string_view kInvalid = "\uFFFD";  // stands for bytes that are no UTF-8
    const bool has_one_charset =
        ascii::is_ascii(found.reference) ||
        (ascii::equals_ignoring_case(run_.charset, "utf-8") && found.reference.find(kInvalid) == kNotFound);
    return run_.words == 1 && !run_.is_base64 && has_one_charset;
  }

  FieldScanner& field_;
  const walk::TextRun& run_;
  FieldText text_;
};

// Finds URLs without brackets in a piece of the value.
void FieldScanner::find_in_text(FieldText text, std::size_t from, std::size_t to) {
  if (text == FieldText::kNone) return;
  const std::string_view value = value_.substr(0, to);
  while (from < to) {
    const walk::TextRun run = walk::text_run_at(value, from);
    from = run.end;
    RunSink sink(*this, run, text);
    if (run.words == 0) {
      find::find_in_text({value.substr(run.start, run.end - run.start), charset::Charset()}, sink);
    } else {
      const walk::DecodedRun decoded(value, run);
      std::string converted;
      const charset::Readable readable =
          charset::make_readable(run.charset, "text/plain", decoded.bytes, converted);
      sink.decoded = &decoded;
      sink.readable = &readable;
      find::find_in_text({readable.bytes, readable.charset}, sink);
    }
  }
}

// For any field: brackets that mark their content as a URL.
void FieldScanner::find_marked(FieldText text) {
  std::size_t text_start = 0;
  for (std::size_t open = value_.find('<'); open != kNotFound;) {
    const std::size_t start = reference_start(value_, open);
    // An address between brackets is no text.
    const bool has_word = start == kNotFound && has_word_in_brackets(value_, open);
    const bool is_address = text == FieldText::kNames;
    const std::size_t from = start != kNotFound ? start : has_word || is_address ? open + 1 : kNotFound;
    const std::size_t end = from == kNotFound ? kNotFound : value_.find_first_of("<>", from);
    if (end != kNotFound && value_[end] == '>' &&
        (!has_word || has_url_in_words(value_.substr(open + 1, end - open - 1)) || is_address)) {
      find_in_text(text, text_start, open);
      if (has_word) take_words(open + 1, end);
      if (start != kNotFound) take(open, start);
      text_start = end + 1;
    }
    open = value_.find('<', end == kNotFound ? open + 1 : end);
  }
  find_in_text(text, text_start, value_.size());
}

// For a list of URLs: all brackets outside quoted strings and comments (RFC 2369 section 2).
void FieldScanner::find_listed() {
  bool any = false, quotes_end = true, comments_end = true;
  std::size_t at = 0;
  while ((at = value_.find_first_of("<\"(", at)) != kNotFound) {
    std::size_t next = at + 1;
    if (value_[at] == '<') {
      any = true;
      const std::size_t start = reference_start(value_, at);
      next = take(at, start == kNotFound ? at + 1 : start);
    } else if (value_[at] == '"' && quotes_end) {
      // An unclosed quote or comment hides nothing. Its end is searched for only once, to keep the time
      // linear.
      const std::size_t end = walk::skip_quoted(value_, at);
      quotes_end = end != kNotFound;
      if (quotes_end) next = end;
    } else if (value_[at] == '(' && comments_end) {
      const std::size_t end = walk::skip_comment(value_, at);
      comments_end = end != kNotFound;
      if (comments_end) next = end;
    }
    at = next;
  }
  if (!any) take_whole();
}

// Takes the text between `start` and the '>' that closes the '<' at `open`. Returns the offset to
// continue at: after the '>', or at another '<' before it, because then this '<' opens nothing.
std::size_t FieldScanner::take(std::size_t open, std::size_t start) {
  const std::size_t end = value_.find_first_of("<>", std::max(start, open + 1));
  if (end == kNotFound) return value_.size();
  if (value_[end] == '<') return end;
  const std::string_view inner = ascii::trimmed(value_.substr(start, end - start));
  const auto first = static_cast<std::size_t>(inner.data() - value_.data());
  if (inner.empty()) return end + 1;
  const Span span = {first, first + inner.size()};
  if (decoded_ == nullptr && contains(inner, "=?")) {
    const walk::DecodedValue decoded(inner);
    if (decoded.has_words()) {
      deliver_words(span, inner, without_bytes(decoded.text(), ascii::kWhiteSpace));
      return end + 1;
    }
  }
  deliver(span);
  return end + 1;
}

// The encoded words between a '<' and the '>' that closes it.
void FieldScanner::take_words(std::size_t start, std::size_t end) {
  const std::string_view words = ascii::trimmed(value_.substr(start, end - start));
  if (!has_url_in_words(words)) return;
  const walk::DecodedValue decoded(words);
  const std::string text = without_bytes(decoded.text(), ascii::kWhiteSpace);
  std::string_view url = text;
  if (ascii::starts_with_ignoring_case(url, "url:")) url.remove_prefix(4);
  const auto first = static_cast<std::size_t>(words.data() - value_.data());
  if (!url.empty()) deliver_words({first, first + words.size()}, words, url);
}

// A value without brackets that is a single absolute URL.
void FieldScanner::take_whole() {
  const std::size_t colon = value_.find(':');
  if (colon == kNotFound || colon == 0 || colon + 1 == value_.size() || !ascii::is_letter(value_.front()))
    return;
  if (!std::all_of(value_.begin(), value_.begin() + static_cast<std::ptrdiff_t>(colon),
                   ascii::is_scheme_byte))
    return;
  if (std::any_of(value_.begin(), value_.end(),
                  [](char c) { return ascii::is_white_space(c) || c == '"' || c == '>'; }))
    return;
  deliver({0, value_.size()});
}

// `<target>; name=value; anchor="x", <target>...` (RFC 8288 section 3).
void FieldScanner::find_links() {
  std::size_t at = 0;
  while ((at = value_.find('<', at)) != kNotFound) {
    const std::size_t close = value_.find('>', at);
    if (close == kNotFound) return;
    const std::string_view target = ascii::trimmed(value_.substr(at + 1, close - at - 1));
    const auto start = static_cast<std::size_t>(target.data() - value_.data());
    if (!target.empty()) deliver({start, start + target.size()});

    // The parameters end at a comma outside quotes.
    at = close + 1;
    while (at < value_.size() && value_[at] != ',') {
      const std::size_t quoted = value_[at] == '"' ? walk::skip_quoted(value_, at) : kNotFound;
      at = quoted != kNotFound ? quoted : at + 1;
    }
    const std::string_view parameters = value_.substr(close + 1, at - close - 1);
    if (const auto anchor = walk::read_parameter(parameters, "anchor"); anchor && !anchor->value.empty())
      deliver({close + 1 + anchor->start, close + 1 + anchor->end}, Quoting::kParameter);
  }
}

void FieldScanner::deliver(Span span, Quoting quoting) {
  std::string_view reference = value_.substr(span.start, span.end - span.start);
  if (reference.find_first_of(ascii::kWhiteSpace) != kNotFound) {
    cleaned_.clear();
    std::copy_if(reference.begin(), reference.end(), std::back_inserter(cleaned_),
                 [](char c) { return !ascii::is_white_space(c); });
    reference = cleaned_;
  }
  if (decoded_ != nullptr) {
    const walk::DecodedValue::Place place = decoded_->in_value(span);
    span = place.span;
    if (place.is_words)
      return deliver_words(span, written_.substr(span.start, span.end - span.start), reference);
  }
  Found found;
  found.quoting = quoting;
  found.context = context();
  found.span = span;
  found.reference = charset::Charset().utf8(reference, utf8_);
  sink_.found(found);
}

// Words that also hold brackets or other text cannot be replaced by a URL alone.
void FieldScanner::deliver_words(Span span, std::string_view written, std::string_view reference) {
  Found found;
  found.context = context();
  found.span = span;
  found.reference = charset::Charset().utf8(reference, utf8_);
  const bool is_whole = read_quoted(Quoting::kEncodedWords, written) == found.reference;
  found.quoting = is_whole ? Quoting::kEncodedWords : Quoting::kOpaque;
  sink_.found(found);
}

}  // namespace

bool is_url_list(std::string_view name) {
  return text_of(name) == FieldText::kList;
}

bool may_hold_reference(std::string_view name, std::string_view raw_value) {
  if (has_identifiers(name)) return false;
  if (may_hold_text_url(text_of(name), raw_value)) return true;
  for (std::size_t open = raw_value.find('<'); open != kNotFound; open = raw_value.find('<', open + 1)) {
    if (reference_start(raw_value, open) != kNotFound || has_word_in_brackets(raw_value, open)) return true;
  }
  return false;
}

void find_in_field(std::string_view name, std::string_view value, Sink& sink) {
  if (has_identifiers(name)) return;
  const FieldText text = text_of(name);
  if (text == FieldText::kList && contains(value, "=?")) {
    const walk::DecodedValue decoded(value);
    if (decoded.has_words()) return FieldScanner(name, value, decoded, sink).find_listed();
  }
  FieldScanner scanner(name, value, sink);
  if (text == FieldText::kList) {
    scanner.find_listed();
  } else {
    scanner.find_marked(text);
  }
}

bool find_in_http_field(std::string_view name, std::string_view value, Sink& sink) {
  using ascii::equals_ignoring_case;
  FieldScanner scanner(name, value, sink);
  if (equals_ignoring_case(name, "link")) {
    scanner.find_links();
  } else if (equals_ignoring_case(name, "location")) {
    if (!value.empty()) scanner.deliver({0, value.size()});
  } else if (equals_ignoring_case(name, "refresh")) {
    const std::optional<Span> url = refresh_url(value);
    if (url && url->start < url->end) scanner.deliver(*url);
  } else {
    return false;
  }
  return true;
}

}  // namespace mimebase::find
