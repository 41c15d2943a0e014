#include "input/records.h"

#include <algorithm>

namespace mimebase::input {
namespace {

// What follows_blank_line() looks at before a From_ line.
constexpr std::size_t kContext = 3;

// What Apple's .emlx has behind its message.
constexpr std::string_view kPropertyList = "<?xml";

// The length of the blank line that ends a record of an mbox; its body may be nothing but that.
std::size_t length_of_last_blank_line(std::string_view bytes) {
  if (bytes.empty() || bytes.back() != '\n') return 0;
  const std::size_t length = bytes.size() > 1 && bytes[bytes.size() - 2] == '\r' ? 2 : 1;
  return bytes.size() == length || bytes[bytes.size() - length - 1] == '\n' ? length : 0;
}

// How far it is looked back from the start of a range in what is no mapped file.
constexpr std::size_t kRangeContext = std::size_t{64} << 10;

// A From_ line may count because the line before it is one: where the first of those is that follow each
// other up to `at` or the line that `at` is in.
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

}  // namespace

void Records::limit(Record& record) const {
  const std::uint64_t most = plan_.options.limits.message_bytes;
  if (record.bytes.size() <= most) return;
  record.bytes = record.bytes.substr(0, most);
  record.after = {};
  record.truncated = true;
}

// Holds so much of the source as a message may have, and a byte more.
void OneMessage::fill(Reading reading) const {
  const std::size_t head = plan_.beginning.lead + plan_.beginning.from_line;
  const auto is_enough = [&] {
    const std::size_t size = reading.bytes.held().size();
    return size > head && size - head > plan_.options.limits.message_bytes + kPropertyList.size();
  };
  if (const auto total = reading.bytes.total()) {
    reading.bytes.expect(std::min<std::uint64_t>(*total, plan_.options.limits.message_bytes + head) + 1);
  }
  while (!reading.bytes.at_end() && !is_enough()) reading.bytes.read_more(reading.problems);
}

// Where the message ends that `bytes` begin with: before the property list of an .emlx.
std::size_t OneMessage::end_of_message(std::string_view bytes, Reading reading) const {
  if (!plan_.beginning.counted) return bytes.size();
  const std::uint64_t counted = *plan_.beginning.counted;
  if (counted <= bytes.size()) {
    const std::string_view rest = bytes.substr(counted);
    const std::size_t list = rest.find_first_not_of(" \t\r\n");
    const bool fits =
        list == std::string_view::npos || rest.substr(list, kPropertyList.size()) == kPropertyList;
    return fits ? static_cast<std::size_t>(counted) : bytes.size();
  }
  if (reading.bytes.at_end() && bytes.size() <= plan_.options.limits.message_bytes &&
      is_named_emlx(plan_.name)) {
    reading.problems.push_back(unreadable(plan_.called, "is cut short: it has " +
                                                            std::to_string(bytes.size()) + " of " +
                                                            std::to_string(counted) + " bytes"));
  }
  return bytes.size();
}

std::optional<Batch> OneMessage::next(Reading reading) {
  if (given_) return std::nullopt;
  given_ = true;
  fill(reading);
  const std::string_view held = reading.bytes.held();
  Record record;
  record.source = plan_.name;
  record.number = plan_.options.first_message;
  record.before = held.substr(0, plan_.beginning.lead + plan_.beginning.from_line);
  record.bytes_offset = record.before.size();
  const std::string_view rest = held.substr(record.before.size());
  record.bytes = rest.substr(0, end_of_message(rest, reading));
  record.after = rest.substr(record.bytes.size());
  record.incomplete = reading.bytes.has_failed();
  limit(record);
  Batch batch(reading.bytes.share(held.size()), {record});
  reading.bytes.drop(held.size());
  return batch;
}

std::optional<Batch> Mbox::next(Reading reading) {
  ByteSource& bytes = reading.bytes;
  if (!begun_) begin(reading);
  std::vector<Record> records;
  std::size_t taken = 0;
  while (!finished_ && taken < plan_.options.batch_bytes) {
    FromSearch found = search(bytes);
    if (found.state == FromSearch::State::kMissing) {
      searched_ = std::max(searched_, found.start);
      if (!between_ && is_past_limit()) {
        if (!is_before_range(bytes)) {
          add_record(reading, searched_, records);
          taken = body_ + plan_.options.limits.message_bytes;
        }
        between_ = true;
      }
      if (!records.empty()) break;  // their views would not outlive the next reading
      read_more(reading);
      continue;
    }
    if (!between_ && is_before_range(bytes)) {
      drop(bytes, found.start);
      found = {found.state, 0, found.end - found.start};
    } else if (!between_) {
      add_record(reading, found.start, records);
      taken = found.start;
      if (found.state == FromSearch::State::kNone && bytes.has_failed())
        be_incomplete(reading, records.back());
    }
    finished_ = found.state == FromSearch::State::kNone || is_past_range(bytes.offset() + found.start);
    if (!finished_) start_record(found);
  }
  if (records.empty()) {
    if (!found_any_ && !plan_.options.range) {
      reading.problems.push_back(unreadable(plan_.called, "holds no From_ line, so no message of an mbox"));
      found_any_ = true;  // said once
    }
    return std::nullopt;
  }
  Batch batch(bytes.share(taken), std::move(records));
  drop(bytes, taken);
  return batch;
}

// What was read of the last record is there; whether that is all of it nobody can know.
void Mbox::be_incomplete(Reading reading, Record& record) const {
  record.incomplete = true;
  reading.problems.push_back(unreadable(
      plan_.called, "message " + std::to_string(record.number) + ", the last one, may not be whole"));
}

void Mbox::begin(Reading reading) {
  begun_ = true;
  const Beginning& beginning = plan_.beginning;
  // Which line parts records that count their bytes is known from the first one on.
  if (plan_.options.range && !beginning.counts_bytes && go_to_range(reading)) return;
  if (beginning.from_line == 0) return;  // forced: what is before the first From_ line is not known yet
  if (is_past_range(beginning.lead)) {
    finished_ = true;
  } else {
    const std::size_t body = beginning.lead + beginning.from_line;
    start_record({FromSearch::State::kFound, beginning.lead, body});
    start_ = 0;
  }
}

// Holds the start of the range and at least `back` bytes before it, if they are there.
void Mbox::hold_range(Reading reading, std::uint64_t back) const {
  ByteSource& bytes = reading.bytes;
  const std::uint64_t start = plan_.options.range->start;
  if (bytes.has_random_access() && bytes.offset() + bytes.held().size() <= start) {
    bytes.seek(start - std::min(start, back));
  }
  while (!bytes.at_end() && bytes.offset() + bytes.held().size() <= start) {
    const std::size_t held = bytes.held().size();
    bytes.drop(held - std::min<std::uint64_t>(held, back));
    bytes.read_more(reading.problems);
  }
}

// Goes to where the search for the first record of the range has to begin. False if that is the beginning.
bool Mbox::go_to_range(Reading reading) {
  ByteSource& bytes = reading.bytes;
  const std::uint64_t start = plan_.options.range->start;
  for (std::uint64_t back = kRangeContext;; back *= 2) {
    hold_range(reading, back);
    finished_ = bytes.offset() + bytes.held().size() <= start;
    if (finished_) return true;
    searched_ = before_from_lines(bytes.held(), static_cast<std::size_t>(start - bytes.offset()));
    if (searched_ >= kContext || bytes.offset() == 0 || !bytes.has_random_access()) break;
    bytes.seek(0);  // From_ lines follow each other from before what is held
  }
  if (bytes.offset() + searched_ <= plan_.beginning.lead) {
    searched_ = 1;
    if (bytes.offset() > 0 && bytes.has_random_access()) {
      bytes.seek(0);
      while (!bytes.at_end() && bytes.held().size() < kHead) bytes.read_more(reading.problems);
    }
    return false;
  }
  read_past(bytes);
  return true;
}

// The end of the record: at the next From_ line, or where the source ends.
FromSearch Mbox::search(const ByteSource& bytes) {
  if (plan_.beginning.counts_bytes && !between_) {
    const std::optional<FromSearch> claimed = claimed_end_.find(bytes.held(), body_, bytes.at_end());
    if (claimed) return *claimed;
  }
  return find_from_line(bytes.held(), searched_, body_, bytes.at_end());
}

void Mbox::start_record(const FromSearch& line) {
  between_ = false;
  found_any_ = true;
  start_ = line_ = line.start;
  body_ = searched_ = line.end;
  claimed_end_.reset();
}

void Mbox::add_record(Reading reading, std::size_t end, std::vector<Record>& records) {
  const std::string_view held = reading.bytes.held();
  Record record;
  record.source = plan_.name;
  record.number = number_++;
  record.offset = reading.bytes.offset() + line_;
  record.bytes_offset = reading.bytes.offset() + body_;
  record.before = held.substr(start_, body_ - start_);
  record.bytes = held.substr(body_, end - body_);
  const std::size_t blank = length_of_last_blank_line(record.bytes);
  record.after = record.bytes.substr(record.bytes.size() - blank);
  record.bytes.remove_suffix(blank);
  limit(record);
  records.push_back(record);
}

// True if so much of the record is known to be there that it is too long even without a blank
// line at its end.
bool Mbox::is_past_limit() const {
  return searched_ > body_ + kContext && searched_ - body_ - kContext > plan_.options.limits.message_bytes;
}

// Between records nothing has to be kept but the context of a From_ line.
void Mbox::read_more(Reading reading) {
  if (between_) read_past(reading.bytes);
  reading.bytes.read_more(reading.problems);
}

void Mbox::read_past(ByteSource& bytes) {
  if (searched_ > kContext) drop(bytes, searched_ - kContext);
}

void Mbox::drop(ByteSource& bytes, std::size_t size) {
  bytes.drop(size);
  const auto back = [size](std::size_t position) { return position >= size ? position - size : 0; };
  start_ = back(start_);
  line_ = back(line_);
  body_ = between_ || finished_ ? kNoBody : back(body_);
  searched_ = back(searched_);
  claimed_end_.move_back(size);
}

bool Mbox::is_before_range(const ByteSource& bytes) const {
  return plan_.options.range && bytes.offset() + line_ < plan_.options.range->start;
}

bool Mbox::is_past_range(std::uint64_t offset) const {
  return plan_.options.range && offset >= plan_.options.range->end;
}

}  // namespace mimebase::input
