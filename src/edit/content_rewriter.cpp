#include "edit/content_rewriter.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "charset/readable.h"
#include "edit/transfer.h"
#include "find/quoting.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::edit {
namespace {

// Longer contents are not read again, which would take memory in proportion to their size.
constexpr std::size_t kMaxReadAgain = std::size_t{8} << 20;

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

void ReferenceSum::add(std::string_view context, std::string_view reference) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;
  const std::hash<std::string_view> hash;
  sum_ = (sum_ ^ hash(context)) * kFactor;
  sum_ = (sum_ ^ hash(reference)) * kFactor;
  ++count_;
}

void ContentRewriter::start(int entity) {
  entity_ = entity;
  changes_.clear();
  expected_ = ReferenceSum();
  const message::Content& content = message_.content(entity);
  const bool is_plain = message_.walked().transfer_encoding(entity) == walk::TransferEncoding::kNone;
  // Keep 7bit content 7bit.
  const bool is_ascii = is_plain && ascii::is_ascii(content.decoded());
  writer_.emplace(content.readable().label, content.decoded(), is_ascii);
  lines_.reset();
  if (is_plain && writer_->keeps_ascii()) {
    const walk::Message& walked = message_.walked();
    const std::string_view frame = walked.frame_bytes(message_.entity(entity).frame);
    lines_.emplace(content.decoded(), 0, line_break_at(frame, walked.raw_content_start(entity)),
                   !walked.is_document());
  }
}

// Returns the bytes for `text` in the content's charset. Widens `span` to bytes that can be replaced on their
// own.
std::optional<std::string> ContentRewriter::write(const message::Reference& reference, std::string_view text,
                                                  find::Span& span) {
  const charset::Readable& readable = message_.content(entity_).readable();
  const find::QuotingPath& quoting = reference.origin.quoting;
  const find::CanEncode can_encode = [this](char32_t code_point) { return writer_->can_encode(code_point); };
  auto written = find::write_quoted(quoting, text, can_encode);
  const auto read = written ? find::read_quoted(quoting, *written) : std::nullopt;
  if (!read || !says(*read, text)) return std::nullopt;
  expected_.add(reference.found.context, *read);
  // In UTF-7, a base64 run may extend beyond the reference.
  const find::Span here = reference.origin.text;
  const find::Span whole = readable.map.identity() ? here : readable.map.whole_units(here);
  if (whole.start < here.start)
    written->insert(0, readable.bytes.substr(whole.start, here.start - whole.start));
  if (whole.end > here.end) written->append(readable.bytes.substr(here.end, whole.end - here.end));
  span = reference.origin.span;
  if (lines_ && !lines_->fit(quoting, span, *written)) return std::nullopt;
  return writer_->write(*written, span);
}

bool ContentRewriter::replace(const message::Reference& reference, std::string_view text, const Change& why) {
  const ReferenceSum before = expected_;
  find::Span span;
  const std::optional<std::string> bytes = write(reference, text, span);
  if (!bytes) {
    expected_ = before;
    return false;
  }
  changes_.add(span, *bytes, why);
  return true;
}

bool ContentRewriter::drop_base(const message::Reference& reference, const Change& why) {
  if (!writer_->keeps_ascii()) return false;
  const auto span = base_tag(message_.content(entity_).decoded(), reference.origin.span);
  if (!span) return false;
  changes_.add(*span, {}, why);
  return true;
}

bool ContentRewriter::finish(Changes& frame) {
  if (changes_.empty()) return true;
  changes_.sort();
  const std::string_view decoded = message_.content(entity_).decoded();
  if (changes_.overlaps(decoded.size())) return false;
  const walk::Message& walked = message_.walked();
  const std::size_t start = walked.raw_content_start(entity_);
  const Range raw = {start, start + walked.raw_content(entity_).size()};
  const bool reads_again = decoded.size() <= kMaxReadAgain;
  // An unencoded content needs no comparison after decoding.
  const bool is_encoded = walked.transfer_encoding(entity_) != walk::TransferEncoding::kNone;
  std::optional<std::string> expected;
  if (reads_again && is_encoded) changes_.apply(decoded, {0, decoded.size()}, expected.emplace());
  Changes encoded = encode_in_frame(walked, entity_, decoded, std::move(changes_));
  changes_ = Changes();
  if (reads_again && !reads_as_expected(encoded, raw, expected)) return false;
  frame.add(std::move(encoded));
  return true;
}

// Decodes the edited content from scratch, with charset detection, and compares the references.
bool ContentRewriter::reads_as_expected(const Changes& encoded, const Range& raw,
                                        const std::optional<std::string>& expected) const {
  const message::Content& content = message_.content(entity_);
  const walk::Message& walked = message_.walked();
  std::string written, buffer, converted;
  encoded.apply(walked.frame_bytes(message_.entity(entity_).frame), raw, written);
  const std::string_view decoded = walk::decode_transfer(written, walked.transfer_encoding(entity_), buffer);
  if (expected && decoded != *expected) return false;
  const charset::Readable readable =
      charset::make_readable(walked.charset(entity_), content.finder()->media_type, decoded, converted);
  if (readable.label != content.readable().label) return false;
  Summer summer;
  message::find_in(walked, entity_, *content.finder(),
                   {readable.bytes, readable.charset, message_.options().limits}, summer);
  return summer.sum == expected_;
}

Changes encode_in_frame(const walk::Message& message, int entity, std::string_view decoded, Changes changes) {
  return encode_changes({message.transfer_encoding(entity),
                         message.frame_bytes(message.entities()[static_cast<std::size_t>(entity)].frame),
                         message.raw_content(entity), message.raw_content_start(entity), decoded},
                        std::move(changes));
}

}  // namespace mimebase::edit
