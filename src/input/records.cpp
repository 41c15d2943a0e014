#include "input/records.h"

#include <algorithm>
#include <array>
#include <utility>

namespace mimebase::input {
namespace {

// The bytes before a From_ line that follows_blank_line() reads.
constexpr std::size_t kContext = 4;

// The text after the message in Apple's .emlx.
constexpr std::string_view kPropertyList = "<?xml";

// Returns the length of the blank line that ends a record of an mbox. The body may consist of it alone.
std::size_t length_of_last_blank_line(std::string_view bytes) {
  if (bytes.empty() || bytes.back() != '\n') return 0;
  const std::size_t length = bytes.ends_with("\r\r\n") ? 3 : bytes.ends_with("\r\n") ? 2 : 1;
  return bytes.size() == length || bytes[bytes.size() - length - 1] == '\n' ? length : 0;
}

// Bytes examined before the start of a range; doubled until they suffice.
constexpr std::size_t kRangeContext = std::size_t{64} << 10;

// Returns the start of the consecutive "From " lines that lead up to `at` or to the line that contains
// it, or else `at`: a From_ line may be valid because the preceding line is one.
std::size_t before_from_lines(std::string_view bytes, std::size_t at) {
  const auto line_start = [bytes](std::size_t position) {
    const std::size_t end = position > 0 ? bytes.rfind('\n', position - 1) : std::string_view::npos;
    return end == std::string_view::npos ? 0 : end + 1;
  };
  const auto is_from = [bytes](std::size_t line) { return bytes.substr(line).starts_with("From "); };
  std::size_t line = line_start(at);
  if (line < at && !is_from(line)) return at;
  while (line > 0 && is_from(line_start(line - 1))) line = line_start(line - 1);
  return line;
}

// True if a range contains a source of this size, so that it need not be looked for.
bool is_all_of(const std::optional<Range>& range, const std::optional<std::uint64_t>& size) {
  return range && size && range->start == 0 && range->end >= *size;
}

}  // namespace

OneSource::OneSource(Context& context, Item item, const Beginning& beginning,
                     std::unique_ptr<ByteSource> bytes)
    : Store(context),
      options_(context.options),
      range_(item.meter || is_all_of(options_.range, bytes->total()) ? std::nullopt : options_.range),
      beginning_(beginning),
      name_(std::make_shared<const std::string>(std::move(item.source))),
      content_type_(std::make_shared<const std::string>(beginning.content_type)),
      retrieval_url_(std::make_shared<const std::string>(context.retrieval_url_of(*name_))),
      bytes_(std::move(bytes)),
      meter_(std::move(item.meter)) {}

std::uint64_t OneSource::done() const {
  if (meter_) return meter_->used;
  const std::uint64_t start = range_ ? range_->start : 0;
  return std::max(bytes_->offset(), start) - start;
}

Batch OneSource::batch_of(std::vector<Record> records) const {
  Batch batch(bytes_->share(), std::move(records));
  batch.keep(name_);
  if (!retrieval_url_->empty()) batch.keep(retrieval_url_);
  if (!content_type_->empty()) batch.keep(content_type_);
  return batch;
}

void OneSource::limit(Record& record) const {
  const std::uint64_t most = options_.limits.message_bytes;
  if (record.bytes.size() <= most) return;
  context_.leave_bytes();
  record.bytes = record.bytes.substr(0, most);
  record.after = {};
  record.truncated = true;
}

// Holds as much of the source as a message may have, plus one byte.
void OneMessage::fill() {
  const std::size_t head = beginning_.lead + beginning_.from_line;
  const auto is_enough = [&] {
    const std::size_t size = bytes_->held().size();
    return size > head && size - head > options_.limits.message_bytes + kPropertyList.size();
  };
  if (const auto total = bytes_->total()) {
    bytes_->expect(std::min<std::uint64_t>(*total, options_.limits.message_bytes + head) + 1);
  }
  while (!bytes_->at_end() && !is_enough()) bytes_->read_more();
}

// Returns the end of the message at the start of `bytes`, which for an .emlx is before its property list.
std::size_t OneMessage::end_of_message(std::string_view bytes) {
  if (!beginning_.counted) return bytes.size();
  const std::uint64_t counted = *beginning_.counted;
  if (counted <= bytes.size()) {
    const std::string_view rest = bytes.substr(counted);
    const std::size_t list = rest.find_first_not_of(" \t\r\n");
    const bool fits =
        list == std::string_view::npos || rest.substr(list, kPropertyList.size()) == kPropertyList;
    return fits ? static_cast<std::size_t>(counted) : bytes.size();
  }
  if (bytes_->at_end() && bytes.size() <= options_.limits.message_bytes && is_named_emlx(*name_)) {
    context_.note(*name_, "is truncated: it has " + std::to_string(bytes.size()) + " of " +
                              std::to_string(counted) + " bytes");
  }
  return bytes.size();
}

std::optional<Batch> OneMessage::next() {
  if (given_) return std::nullopt;
  given_ = true;
  context_.begin_record();
  fill();
  if (!bytes_->at_end()) context_.leave_bytes();
  const std::string_view held = bytes_->held();
  Record record;
  record.source = *name_;
  record.retrieval_url = *retrieval_url_;
  record.number = options_.first_message;
  record.before = held.substr(0, beginning_.lead + beginning_.from_line);
  record.bytes_offset = record.before.size();
  const std::string_view rest = held.substr(record.before.size());
  record.bytes = rest.substr(0, end_of_message(rest));
  record.after = rest.substr(record.bytes.size());
  record.incomplete = bytes_->has_failed();
  if (beginning_.content == ContentKind::kDocument) {
    record.kind = RecordKind::kDocument;
    record.content_type = *content_type_;
  }
  limit(record);
  Batch batch = batch_of({record});
  bytes_->drop(held.size());
  return batch;
}

std::optional<Batch> Mbox::next() {
  if (!begun_) begin();
  std::vector<Record> records;
  std::size_t taken = 0;
  while (!finished_ && taken < options_.batch_bytes) {
    FromSearch found = search();
    if (found.state == FromSearch::State::kMissing) {
      searched_ = std::max(searched_, found.start);
      if (!between_ && is_past_limit()) {
        if (!is_before_range()) {
          add_record(searched_, records);
          taken = body_ + options_.limits.message_bytes;
        }
        between_ = true;
      }
      if (!records.empty()) break;  // their views would not survive the next read
      read_more();
      continue;
    }
    if (!between_ && is_before_range()) {
      drop(found.start);
      found = {found.state, 0, found.end - found.start};
    } else if (!between_) {
      add_record(found.start, records);
      taken = found.start;
      if (found.state == FromSearch::State::kNone && bytes_->has_failed()) be_incomplete(records.back());
    }
    finished_ = found.state == FromSearch::State::kNone || is_past_range(bytes_->offset() + found.start);
    if (!finished_) start_record(found);
  }
  if (records.empty()) {
    if (!found_any_ && !range_) {
      context_.note(*name_, "has no From_ line, so it is not an mbox");
      found_any_ = true;  // said once
    }
    return std::nullopt;
  }
  Batch batch = batch_of(std::move(records));
  drop(taken);
  return batch;
}

const Beginning* Mbox::plain_mbox() const {
  return bytes_->has_random_access() && !is_slow() ? &beginning_ : nullptr;
}

MboxPlace Mbox::place() const {
  MboxPlace place{.offset = bytes_->offset(),
                  .number = number_,
                  .failed_at = bytes_->failed_at(),
                  .begun = begun_,
                  .finished = finished_};
  if (!begun_ || finished_) return place;
  if (between_) {
    place.offset += searched_ - std::min(searched_, kContext);
  } else {
    place.line = static_cast<std::uint32_t>(body_);
  }
  return place;
}

void Mbox::go_to(const MboxPlace& place) {
  number_ = place.number;
  begun_ = found_any_ = place.begun;
  finished_ = place.finished;
  between_ = place.line == 0;
  start_ = line_ = 0;
  body_ = between_ ? kNoBody : place.line;
  searched_ = !begun_ ? 1 : between_ ? kContext : body_;
  claimed_end_.reset();
  bytes_->fail_at(place.failed_at);
  bytes_->seek(place.offset);
  // If the source has become shorter, the From_ line is gone; this has been noted.
  if (begun_ && !finished_ && !between_ && !hold(body_)) finished_ = true;
}

// The last record may have been read only in part.
void Mbox::be_incomplete(Record& record) {
  record.incomplete = true;
  context_.note(*name_, "message " + std::to_string(record.number) + ", the last one, may be incomplete");
}

void Mbox::begin() {
  begun_ = true;
  const Beginning& beginning = beginning_;
  // If records use Content-Length, the boundaries are known only by reading from the first record on.
  if (range_ && !beginning.counts_bytes && go_to_range()) return;
  if (beginning.from_line == 0) {
    context_.leave_bytes();
    return;  // mbox was forced by an option: the content before the first From_ line is not known yet
  }
  const std::size_t body = beginning.lead + beginning.from_line;
  if (is_past_range(beginning.lead)) {
    finished_ = true;
  } else if (!hold(body)) {
    finished_ = found_any_ = true;  // gone since it was recognised, which has been noted
  } else {
    start_record({FromSearch::State::kFound, beginning.lead, body});
    start_ = 0;
  }
}

// Returns the bytes held. The end of each line is LF even if that of the mbox is CR, which is as long.
std::string_view Mbox::lines() {
  const std::string_view held = bytes_->held();
  if (!beginning_.has_cr_lines) return held;
  const std::uint64_t start = bytes_->offset();
  if (start < lines_start_ || start > lines_start_ + lines_.size()) lines_.clear();
  if (lines_.empty()) lines_start_ = start;
  lines_.erase(0, start - lines_start_);
  lines_start_ = start;
  const std::size_t known = std::min(lines_.size(), held.size());
  lines_.resize(known);
  lines_.append(held.substr(known));
  std::replace(lines_.begin() + static_cast<std::ptrdiff_t>(known), lines_.end(), '\r', '\n');
  return lines_;
}

// Holds at least `size` bytes. Returns false if there are fewer.
bool Mbox::hold(std::size_t size) {
  while (!bytes_->at_end() && bytes_->held().size() < size) bytes_->read_more();
  return bytes_->held().size() >= size;
}

// Holds the start of the range and at least `back` bytes before it, if the source has them.
void Mbox::hold_range(std::uint64_t back) {
  const std::uint64_t start = range_->start;
  if (bytes_->has_random_access() && bytes_->offset() + bytes_->held().size() <= start) {
    bytes_->seek(start - std::min(start, back));
  }
  while (!bytes_->at_end() && bytes_->offset() + bytes_->held().size() <= start) {
    const std::size_t held = bytes_->held().size();
    bytes_->drop(held - std::min<std::uint64_t>(held, back));
    bytes_->read_more();
  }
}

// Moves to the position where the search for the first record of the range starts. Returns false if that
// is the beginning.
bool Mbox::go_to_range() {
  const std::uint64_t start = range_->start;
  for (std::uint64_t back = kRangeContext;; back *= 2) {
    hold_range(back);
    finished_ = bytes_->offset() + bytes_->held().size() <= start;
    if (finished_) return true;
    searched_ = before_from_lines(lines(), static_cast<std::size_t>(start - bytes_->offset()));
    if (searched_ >= kContext || bytes_->offset() == 0 || !bytes_->has_random_access()) break;
    bytes_->seek(0);  // the From_ lines start before the bytes held
  }
  if (bytes_->offset() + searched_ <= beginning_.lead) {
    searched_ = 1;
    if (bytes_->offset() > 0 && bytes_->has_random_access()) {
      bytes_->seek(0);
      while (!bytes_->at_end() && bytes_->held().size() < kHead) bytes_->read_more();
    }
    return false;
  }
  read_past();
  return true;
}

// Finds the end of the record: the next From_ line, or the end of the source.
FromSearch Mbox::search() {
  if (beginning_.counts_bytes && !between_) {
    const auto find = [&] { return claimed_end_.find(bytes_->held(), body_, bytes_->at_end()); };
    std::optional<FromSearch> claimed = find();
    if (claimed && claimed->state == FromSearch::State::kMissing && check_claimed_end()) claimed = find();
    if (claimed) return *claimed;
  }
  return find_from_line(lines(), searched_, body_, bytes_->at_end(), beginning_.has_bare_lines);
}

// Returns true if there was something to check.
bool Mbox::check_claimed_end() {
  const std::optional<std::size_t> end = claimed_end_.to_be_checked();
  if (!end || !bytes_->has_random_access()) return false;
  const std::uint64_t source_end = std::min(bytes_->total().value_or(0), bytes_->failed_at());
  const std::uint64_t at = bytes_->offset() + *end - 1;
  std::array<char, ClaimedEnd::kBytesAround> around;
  const std::size_t wanted = std::min<std::uint64_t>(around.size(), source_end - std::min(source_end, at));
  const std::size_t got = wanted > 0 ? bytes_->peek_at(at, around.data(), wanted) : 0;
  claimed_end_.reject_unless_ended({around.data(), got}, got == wanted && wanted < around.size());
  return true;
}

void Mbox::start_record(const FromSearch& line) {
  between_ = false;
  found_any_ = true;
  start_ = line_ = line.start;
  body_ = searched_ = line.end;
  claimed_end_.reset();
}

void Mbox::add_record(std::size_t end, std::vector<Record>& records) {
  context_.begin_record();
  const std::string_view held = bytes_->held();
  Record record;
  record.source = *name_;
  record.retrieval_url = *retrieval_url_;
  record.number = number_++;
  record.offset = bytes_->offset() + line_;
  record.bytes_offset = bytes_->offset() + body_;
  record.before = held.substr(start_, body_ - start_);
  record.bytes = held.substr(body_, end - body_);
  const std::size_t blank = length_of_last_blank_line(lines().substr(body_, end - body_));
  record.after = record.bytes.substr(record.bytes.size() - blank);
  record.bytes.remove_suffix(blank);
  limit(record);
  records.push_back(record);
}

// True if the record is certainly too long, even without a blank line at its end.
bool Mbox::is_past_limit() const {
  return searched_ > body_ + kContext && searched_ - body_ - kContext > options_.limits.message_bytes;
}

// Between records, only the context of a From_ line has to be kept.
void Mbox::read_more() {
  if (between_) read_past();
  bytes_->read_more();
}

void Mbox::read_past() {
  if (searched_ > kContext) drop(searched_ - kContext);
}

void Mbox::drop(std::size_t size) {
  bytes_->drop(size);
  const auto back = [size](std::size_t position) { return position >= size ? position - size : 0; };
  start_ = back(start_);
  line_ = back(line_);
  body_ = between_ || finished_ ? kNoBody : back(body_);
  searched_ = back(searched_);
  claimed_end_.move_back(size);
}

bool Mbox::is_before_range() const {
  return range_ && bytes_->offset() + line_ < range_->start;
}

bool Mbox::is_past_range(std::uint64_t offset) const {
  return range_ && offset >= range_->end;
}

}  // namespace mimebase::input
