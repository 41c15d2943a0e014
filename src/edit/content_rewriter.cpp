#include "edit/content_rewriter.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "charset/readable.h"
#include "edit/replacer.h"
#include "edit/transfer.h"
#include "find/quoting.h"
#include "find/text/finder.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::edit {
namespace {

// Longer contents are not read again, which would take memory in proportion to their size.
constexpr std::size_t kMaxReadAgain = std::size_t{8} << 20;

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;

// Computes the ReferenceSum of a content.
class Summer : public find::Sink {
 public:
  void found(const find::Found& found) override { sum.add(found.context, found.reference); }
  find::ScopeId open_scope(find::ScopeId /*parent*/, const find::Declaration& /*declaration*/) override {
    return ++scopes_;
  }
  ReferenceSum sum;

 private:
  find::ScopeId scopes_ = find::kDocument;
};

// Keeps the reference that begins at `start`.
class FirstReference : public find::Sink {
 public:
  explicit FirstReference(std::size_t start) : start_(start) {}
  void found(const find::Found& found) override {
    if (found.span.start == start_) reference_ = found.reference;
  }
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& /*declaration*/) override {
    return parent;
  }
  [[nodiscard]] bool is(std::string_view reference) const { return reference_ == reference; }

 private:
  const std::size_t start_;
  std::string reference_;
};

// Returns true if only the characters around a URL say where it ends.
bool is_bare_text(const message::Reference& reference) {
  const find::QuotingPath& quoting = reference.origin.quoting;
  return is_in_text(reference) && (quoting.size() == 0 || quoting.at(0) != find::Quoting::kDelimited);
}

// Returns the tag `<base href="x">` that contains the value at `span`; only the attribute if the tag has
// others.
std::optional<find::Span> base_tag(std::string_view html, find::Span span) {
  const auto skip_back = [&](std::size_t at) {
    while (at > 0 && (ascii::is_blank(html[at - 1]) || html[at - 1] == '\r' || html[at - 1] == '\n')) --at;
    return at;
  };
  const auto skip = [&](std::size_t at) {
    while (at < html.size() && (ascii::is_blank(html[at]) || html[at] == '\r' || html[at] == '\n')) ++at;
    return at;
  };
  std::size_t start = skip_back(span.start), end = skip(span.end);
  if (start > 0 && (html[start - 1] == '"' || html[start - 1] == '\'')) {
    if (end >= html.size() || html[end] != html[start - 1]) return std::nullopt;
    --start;
    ++end;
  } else {
    end = span.end;
  }
  start = skip_back(start);
  if (start == 0 || html[start - 1] != '=') return std::nullopt;
  start = skip_back(start - 1);
  constexpr std::string_view kName = "href", kTag = "<base";
  if (start < kName.size() ||
      !ascii::equals_ignoring_case(html.substr(start - kName.size(), kName.size()), kName))
    return std::nullopt;
  const std::size_t attribute = skip_back(start - kName.size());
  std::size_t behind = skip(end);
  if (html.substr(behind).starts_with("/>")) ++behind;
  const bool is_alone =
      attribute >= kTag.size() &&
      ascii::equals_ignoring_case(html.substr(attribute - kTag.size(), kTag.size()), kTag) &&
      behind < html.size() && html[behind] == '>';
  if (is_alone) return find::Span{attribute - kTag.size(), behind + 1};
  return find::Span{attribute, end};
}

// Characters that cannot be written in a language are at most percent-encoded, so `read` may differ from
// `text` then. Those of a URL can be written everywhere.
bool says(std::string_view read, std::string_view text) {
  const auto is_special = [](char c) { return c <= ' ' || c >= 0x7F || c == '<' || c == '>'; };
  return read == text || (contains(read, '%') && std::ranges::any_of(text, is_special));
}

}  // namespace

std::uint64_t ReferenceSum::hash_of(std::string_view context, std::string_view reference) {
  const std::hash<std::string_view> hash;
  return hash(context) * kFactor ^ hash(reference);
}

void ReferenceSum::add(std::uint64_t hash) {
  sum_ = (sum_ ^ hash) * kFactor;
  ++count_;
}

void ContentRewriter::keep(const find::Found& found) {
  const std::uint64_t hash = ReferenceSum::hash_of(found.context, found.reference);
  expected_.add(hash);
  if (replaces_urls_) all_expected_.push_back({hash, hash, false});
}

bool ContentRewriter::is_8bit(int entity) const {
  walk::Details details = message_.walked().details(entity);
  return details.transfer_encoding && (ascii::equals_ignoring_case(*details.transfer_encoding, "8bit") ||
                                       ascii::equals_ignoring_case(*details.transfer_encoding, "binary"));
}

void ContentRewriter::start(int entity) {
  entity_ = entity;
  changes_.clear();
  text_changes_.clear();
  all_expected_.clear();
  expected_ = ReferenceSum();
  const message::Content& content = message_.content(entity);
  const bool is_plain = message_.walked().transfer_encoding(entity) == walk::TransferEncoding::kNone;
  // Keep 7bit content 7bit. What was restored may have been the only text with other characters.
  const bool is_ascii =
      is_plain && ascii::is_ascii(content.decoded()) && !(replaces_urls_ && is_8bit(entity));
  writer_.emplace(content.readable().label, content.decoded(), is_ascii);
  lines_.reset();
  if (is_plain && writer_->keeps_ascii()) {
    const walk::Message& walked = message_.walked();
    const std::string_view frame = walked.frame_bytes(message_.entity(entity).frame);
    lines_.emplace(content.decoded(), 0, line_break_at(frame, walked.raw_content_start(entity)),
                   !walked.is_document(), replaces_urls_);
  }
}

// Returns the bytes for `text` in the content's charset. Widens `span` to bytes that can be replaced on their
// own. A URL in text that its neighbours would change, or that does not fit into the line, is delimited.
std::optional<std::string> ContentRewriter::write(const message::Reference& reference, std::string_view text,
                                                  find::Span& span) {
  const find::QuotingPath& quoting = reference.origin.quoting;
  const bool is_bare = is_bare_text(reference);
  std::optional<std::string> bytes;
  if (!is_bare || stands_in_text(reference, text)) bytes = write_as({quoting, {}, {}}, reference, text, span);
  if (bytes || !is_bare || !replaces_urls_ || quoting.is_opaque()) return bytes;
  find::QuotingPath delimited = find::Quoting::kDelimited;
  delimited.wrap(quoting);
  return write_as({delimited, "<URL:", ">"}, reference, text, span);
}

std::optional<std::string> ContentRewriter::write_as(const Form& form, const message::Reference& reference,
                                                     std::string_view text, find::Span& span) {
  const charset::Readable& readable = message_.content(entity_).readable();
  const find::CanEncode can_encode = [this](char32_t code_point) { return writer_->can_encode(code_point); };
  auto written = find::write_quoted(form.quoting, text, can_encode);
  const auto read = written ? find::read_quoted(form.quoting, *written) : std::nullopt;
  if (!read || !says(*read, text)) return std::nullopt;
  std::string context(reference.found.context);
  if (!form.before.empty()) {
    const find::QuotingPath& outer = reference.origin.quoting;
    context += ":delimited";
    written = find::write_quoted(outer, form.before).value_or("") + *written +
              find::write_quoted(outer, form.after).value_or("");
  }
  new_hash_ = ReferenceSum::hash_of(context, *read);
  // In UTF-7, a base64 run may extend beyond the reference.
  const find::Span here = reference.origin.text;
  const find::Span whole = readable.map.identity() ? here : readable.map.whole_units(here);
  if (whole.start < here.start)
    written->insert(0, readable.bytes.substr(whole.start, here.start - whole.start));
  if (whole.end > here.end) written->append(readable.bytes.substr(here.end, whole.end - here.end));
  span = reference.origin.span;
  if (lines_ && !lines_->fit(form.quoting, span, *written)) return std::nullopt;
  return writer_->write(*written, span);
}

// Reads the word around the reference, in which the next one may begin. Markup ends a word here, but not for
// readers of HTML: finish() finds what this overlooks.
bool ContentRewriter::stands_in_text(const message::Reference& reference, std::string_view text) const {
  constexpr std::size_t kMostAround = 200;
  const charset::Readable& readable = message_.content(entity_).readable();
  const std::string_view bytes = readable.bytes;
  const find::Span here = reference.origin.text;
  const auto ends_word = [](char c) { return ascii::is_blank(c) || contains("\r\n<>", c); };
  std::size_t start = here.start, end = here.end;
  while (start > 0 && here.start - start < kMostAround && !ends_word(bytes[start - 1])) --start;
  while (end < bytes.size() && end - here.end < kMostAround && !ends_word(bytes[end])) ++end;
  const auto read = [&](std::size_t from, std::size_t to) {
    return find::read_quoted(reference.origin.quoting, bytes.substr(from, to - from)).value_or("");
  };
  const std::string before = read(start, here.start), after = read(here.end, end);
  const std::string word = before + std::string(text) + after;
  FirstReference found(before.size());
  find::find_in_text({word, readable.charset}, found);
  return found.is(text);
}

bool ContentRewriter::replace(const message::Reference& reference, std::string_view text, const Change& why) {
  find::Span span;
  const std::optional<std::string> bytes = write(reference, text, span);
  if (!bytes) return false;
  expected_.add(new_hash_);
  const bool is_text = replaces_urls_ && is_in_text(reference);
  if (replaces_urls_) {
    const find::Found& found = reference.found;
    all_expected_.push_back({ReferenceSum::hash_of(found.context, found.reference), new_hash_, is_text});
  }
  (is_text ? text_changes_ : changes_).add(span, *bytes, why);
  return true;
}

bool ContentRewriter::drop_base(const message::Reference& reference, const Change& why) {
  if (!writer_->keeps_ascii()) return false;
  const auto span = base_tag(message_.content(entity_).decoded(), reference.origin.span);
  if (!span) return false;
  changes_.add(*span, {}, why);
  return true;
}

std::uint64_t ContentRewriter::finish(Changes& frame) {
  const std::size_t texts = text_changes_.all().size(), others = changes_.all().size();
  if (texts == 0) return add_to(frame, std::exchange(changes_, {}), expected_) ? 0 : others;
  Changes all = changes_;
  all.add(std::exchange(text_changes_, {}));
  if (add_to(frame, std::move(all), expected_)) return 0;
  ReferenceSum without_text;
  for (const Expected& each : all_expected_) without_text.add(each.is_text ? each.kept : each.written);
  return add_to(frame, std::exchange(changes_, {}), without_text) ? texts : texts + others;
}

// Returns false, and adds nothing, if the content would not be read as intended.
bool ContentRewriter::add_to(Changes& frame, Changes changes, const ReferenceSum& expected) const {
  if (changes.empty()) return true;
  changes.sort();
  const std::string_view decoded = message_.content(entity_).decoded();
  if (changes.overlaps(decoded.size())) return false;
  const walk::Message& walked = message_.walked();
  const std::size_t start = walked.raw_content_start(entity_);
  const Range raw = {start, start + walked.raw_content(entity_).size()};
  const bool reads_again = decoded.size() <= kMaxReadAgain;
  // An unencoded content needs no comparison after decoding.
  const bool is_encoded = walked.transfer_encoding(entity_) != walk::TransferEncoding::kNone;
  std::optional<std::string> bytes;
  if (reads_again && is_encoded) changes.apply(decoded, {0, decoded.size()}, bytes.emplace());
  Changes encoded = encode_in_frame(walked, entity_, decoded, std::move(changes));
  if (reads_again && !reads_as_expected(encoded, raw, bytes, expected)) return false;
  frame.add(std::move(encoded));
  return true;
}

// Decodes the edited content from scratch, with charset detection, and compares the references.
bool ContentRewriter::reads_as_expected(const Changes& encoded, const Range& raw,
                                        const std::optional<std::string>& bytes,
                                        const ReferenceSum& expected) const {
  const message::Content& content = message_.content(entity_);
  const walk::Message& walked = message_.walked();
  std::string written, buffer, converted;
  encoded.apply(walked.frame_bytes(message_.entity(entity_).frame), raw, written);
  const std::string_view decoded = walk::decode_transfer(written, walked.transfer_encoding(entity_), buffer);
  if (bytes && decoded != *bytes) return false;
  const charset::Readable readable =
      charset::make_readable(walked.charset(entity_), content.finder()->media_type, decoded, converted);
  if (readable.label != content.readable().label) return false;
  Summer summer;
  message::find_in(walked, entity_, *content.finder(),
                   {readable.bytes, readable.charset, message_.options().limits}, summer);
  return summer.sum == expected;
}

Changes encode_in_frame(const walk::Message& message, int entity, std::string_view decoded, Changes changes) {
  return encode_changes({message.transfer_encoding(entity),
                         message.frame_bytes(message.entities()[static_cast<std::size_t>(entity)].frame),
                         message.raw_content(entity), message.raw_content_start(entity), decoded},
                        std::move(changes));
}

}  // namespace mimebase::edit
