#include "input/warc.h"

#include <algorithm>
#include <utility>

namespace mimebase::input {
namespace {

constexpr std::string_view kNeedle = "\nWARC/";
constexpr std::size_t kMaxAfter = 4;  // bytes of the two line endings after a block

// Returns the length of up to two line endings at the start of `bytes`.
std::size_t length_of_line_ends(std::string_view bytes) {
  std::size_t length = 0;
  for (int i = 0; i < 2; ++i) {
    const std::string_view rest = bytes.substr(length);
    length += rest.starts_with("\r\n") ? 2 : rest.starts_with("\n") ? 1 : 0;
  }
  return length;
}

}  // namespace

std::optional<Batch> Warc::next() {
  if (!begun_) begin();
  std::vector<Record> records;
  const std::size_t problems = context_.problems().size();
  while (!finished_ && at_ < options_.batch_bytes && !context_.stop.asked()) {
    // A problem is reported after the records before it, and before the next one.
    if (!records.empty() && context_.problems().size() > problems) break;
    const bool moved = step(records);
    if (!moved && !records.empty()) break;  // their views would not survive the next read
    if (records.empty()) bytes_->drop(std::exchange(at_, 0));
    if (!moved) bytes_->read_more();
  }
  if (records.empty()) {
    if (finished_ && !found_any_ && !range_) {
      note("has no WARC record, so it is not a WARC file");
      found_any_ = true;  // said once
    }
    return std::nullopt;
  }
  Batch batch = batch_of(std::move(records));
  bytes_->drop(std::exchange(at_, 0));
  return batch;
}

void Warc::begin() {
  begun_ = true;
  if (range_ && range_->start > beginning_.lead) return go_to_range();
  pass(std::min(beginning_.lead, bytes_->held().size()));
}

// Moves to the byte before the range, which may be the end of a line.
void Warc::go_to_range() {
  const std::uint64_t before = range_->start - 1;
  context_.leave_bytes();
  if (bytes_->has_random_access()) {
    bytes_->seek(before);
  } else {
    while (!bytes_->at_end() && bytes_->offset() + bytes_->held().size() <= before) {
      bytes_->drop(bytes_->held().size());
      bytes_->read_more();
    }
    bytes_->drop(std::min<std::uint64_t>(before - bytes_->offset(), bytes_->held().size()));
  }
  while (!bytes_->at_end() && bytes_->held().size() <= kWarcLookahead) bytes_->read_more();
  if (!bytes_->held().empty() && warc_version_line(bytes_->held().substr(1)) > 0) return pass(1);
  place_ = Place::kRange;
}

bool Warc::step(std::vector<Record>& records) {
  if (place_ == Place::kSkipped) return skip_record();
  if (place_ != Place::kBetween) return find_record();
  const std::string_view rest = this->rest();
  const bool is_end = at_end();
  const std::size_t line_ends = std::min(rest.find_first_not_of("\r\n"), rest.size());
  pass(line_ends);
  if (line_ends == rest.size()) {
    if (!is_end) return false;
    finished_ = bytes_->at_end() && this->rest().empty();
    return true;
  }
  if (rest.size() - line_ends < kWarcLookahead && !is_end) return false;
  if (warc_version_line(rest.substr(line_ends)) > 0) return begin_record(records);
  start_ = offset();
  is_reported_ = false;
  place_ = Place::kDamage;
  return true;
}

bool Warc::begin_record(std::vector<Record>& records) {
  finished_ = is_past_range();
  if (finished_) return true;
  const std::string_view rest = this->rest();
  const WarcHeader header = read_warc_header(rest, at_end());
  if (header.state == WarcHeader::State::kMissing) return false;
  found_any_ = true;
  start_ = offset();
  if (header.state == WarcHeader::State::kDamaged) {
    be_damaged("whose header does not end");
  } else if (!header.content_length) {
    be_damaged("without a valid Content-Length");
  } else if (is_message_type(header.type)) {
    return add_record(header, records);
  } else {
    if (is_revisit_type(header.type)) context_.skip_revisit();
    if (header.type.empty())
      note("has a WARC record at byte " + std::to_string(start_) + " without WARC-Type: it is skipped");
    place_ = Place::kSkipped;
    left_ = size_ = header.size + *header.content_length;
  }
  return true;
}

bool Warc::add_record(const WarcHeader& header, std::vector<Record>& records) {
  const std::string_view rest = this->rest();
  const std::uint64_t size = header.size + *header.content_length;
  const std::uint64_t most = options_.limits.message_bytes;
  const std::uint64_t wanted = size <= most ? size + kMaxAfter : most + 1;
  const bool is_end = at_end();
  if (rest.size() < wanted && !is_end) return false;
  context_.begin_record();
  size_ = size;
  Record record;
  record.kind = RecordKind::kWarc;
  record.source = *name_;
  record.number = number_++;
  record.offset = record.bytes_offset = start_;
  record.bytes = rest.substr(0, std::min<std::uint64_t>(size, rest.size()));
  if (rest.size() < size && rest.size() <= most) {  // the source ends here
    record.incomplete = true;
    if (has_lost_bytes()) {
      note("message " + std::to_string(record.number) + " may be incomplete");
    } else {
      be_cut(rest.size());
    }
  }
  record.before = rest.substr(0, 0);
  record.after = rest.substr(record.bytes.size(), length_of_line_ends(rest.substr(record.bytes.size())));
  limit(record);
  at_ += record.bytes.size() + record.after.size();
  left_ = size - std::min<std::uint64_t>(size, record.bytes.size());
  place_ = record.truncated ? Place::kSkipped : Place::kBetween;
  records.push_back(record);
  return true;
}

bool Warc::skip_record() {
  const std::string_view rest = this->rest();
  const auto passed = static_cast<std::size_t>(std::min<std::uint64_t>(left_, rest.size()));
  const bool is_end = at_end(), has_lost = has_lost_bytes();
  pass(passed);
  left_ -= passed;
  if (left_ > 0 && !is_end) return false;
  if (left_ > 0 && !has_lost) be_cut(size_ - left_);
  place_ = Place::kBetween;
  return true;
}

// Looks for the next line that begins a record. The byte at the position precedes it.
bool Warc::find_record() {
  const std::string_view rest = this->rest();
  const bool is_end = at_end();
  for (std::size_t from = 0;;) {
    const std::size_t found = rest.find(kNeedle, from);
    if (found == std::string_view::npos) break;
    const std::string_view line = rest.substr(found + 1);
    pass(found - from);
    from = found;
    finished_ = place_ == Place::kRange && bytes_->offset() + at_ + 1 >= range_->end;
    if (finished_) return true;
    if (line.size() < kWarcLookahead && !is_end) return false;
    if (warc_version_line(line) > 0) {
      const WarcHeader header = place_ == Place::kRange ? read_warc_header(line, is_end) : WarcHeader{};
      if (place_ == Place::kRange && header.state == WarcHeader::State::kMissing) return false;
      if (is_acceptable(header)) {
        pass(1);
        end_damage();
        return true;
      }
    }
    pass(1);
    from = found + 1;
  }
  const std::string_view left = this->rest();
  pass(is_end ? left.size() : left.size() - std::min(left.size(), kNeedle.size() - 1));
  if (is_end) end_damage();
  return is_end;
}

// After damage, every record is read. The start of a range may be amid a record, so its first record must
// look like one.
bool Warc::is_acceptable(const WarcHeader& header) const {
  return place_ != Place::kRange ||
         (header.state == WarcHeader::State::kWhole && !header.type.empty() && header.content_length);
}

// Moves on past bytes that are in no message.
void Warc::pass(std::size_t size) {
  if (size == 0) return;
  at_ += size;
  context_.leave_bytes();
}

void Warc::end_damage() {
  const bool is_known = place_ == Place::kRange || is_reported_;
  place_ = Place::kBetween;
  const bool is_alone = !found_any_ && rest().empty();  // next() says so
  if (!is_known && !is_alone)
    note("has something other than WARC records from byte " + std::to_string(start_) + " to " +
         std::to_string(offset()) + ", which is skipped");
}

void Warc::be_damaged(const std::string& what) {
  note("has a WARC record at byte " + std::to_string(start_) + " " + what + ": it is skipped");
  is_reported_ = true;
  place_ = Place::kDamage;
}

// The source ends within the current record.
void Warc::be_cut(std::uint64_t got) {
  note("is truncated: the WARC record at byte " + std::to_string(start_) + " has " + std::to_string(got) +
       " of its " + std::to_string(size_) + " bytes");
}

void Warc::note(const std::string& what) {
  context_.note(*name_, what);
  context_.bound_problems();  // damage may be everywhere
}

}  // namespace mimebase::input
