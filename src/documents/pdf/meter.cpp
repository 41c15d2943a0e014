#include "documents/pdf/meter.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// How often the bytes of a file may be read: by the search for its objects, and by libqpdf. The streams, of
// which most files consist, are not.
constexpr std::uint64_t kUsualReadings = 8;

// Takes `amount` from what is left.
void take(std::uint64_t amount, std::uint64_t& left, bool& hit) {
  hit = hit || amount > left;
  if (amount > left) throw PdfLimitError();
  left -= amount;
}

}  // namespace

PdfMeter::PdfMeter(Reading& reading, std::uint64_t size)
    : reading_(reading), free_bytes_(kUsualReadings * size), free_copies_(size) {}

PdfMeter::~PdfMeter() {
  reading_.values_left += kept_values_;
}

void PdfMeter::charge_bytes(std::uint64_t bytes) {
  take(bytes, reading_.bytes_left, bytes_hit_);
}

void PdfMeter::charge_values(std::uint64_t values) {
  take(values / 16, reading_.objects_left, values_hit_);  // a value is a part of an object
}

void PdfMeter::charge_kept(std::uint64_t values) {
  take(values, reading_.values_left, values_hit_);
  kept_values_ += values;
}

void PdfMeter::charge_text(std::string_view text) {
  std::int64_t values = 0;
  for (const char c : text) values += values_at(c);
  if (values >= 0) return charge_kept(static_cast<std::uint64_t>(values));
  give_back(static_cast<std::uint64_t>(-values));
}

// The values that begin with a character, less those that it makes part of another.
int PdfMeter::values_at(char c) {
  constexpr unsigned kBytesPerValue = 48;  // of a long string, of which libqpdf makes several copies
  const int more = ++run_ % kBytesPerValue == 0 ? 1 : 0;
  const bool is_second = c == '<' && std::exchange(is_first_mark_, false);  // of "<<"
  if (!contains(kPdfDelimiters, c)) {
    is_first_mark_ = false;
    const bool begins = word_ == Word::kNone;
    if (begins) {
      run_ = 0;
      word_ = c == 'R' ? Word::kReference : Word::kInteger;
    } else if (word_ == Word::kReference) {
      word_ = Word::kOther;
    }
    if (word_ == Word::kInteger && !ascii::is_digit(c)) word_ = Word::kOther;
    return begins ? 1 : more;
  }
  // "12 0 R" is one value.
  const int parts = word_ == Word::kReference && integers_ >= 2 ? 2 : 0;
  integers_ = word_ == Word::kInteger ? integers_ + 1 : word_ == Word::kNone ? integers_ : 0;
  word_ = Word::kNone;
  if (contains(kPdfSpace, c)) return more - parts;
  integers_ = 0;
  is_first_mark_ = c == '<' && !is_second;
  // What follows belongs to the same name or string.
  if (c == '/' || c == '(' || is_first_mark_) word_ = Word::kOther;
  if (!is_first_mark_ && !contains("/([{}", c)) return more - parts;
  run_ = 0;
  return 1 - parts;
}

void PdfMeter::give_back(std::uint64_t values) {
  values = std::min(values, kept_values_);
  kept_values_ -= values;
  reading_.values_left += values;
}

void PdfMeter::charge_warnings(std::size_t count) {
  constexpr std::uint64_t kValuesPerWarning = 2;
  if (count > warnings_) charge_kept((count - warnings_) * kValuesPerWarning);
  if (count < warnings_) give_back((warnings_ - count) * kValuesPerWarning);
  warnings_ = count;
}

void PdfMeter::charge_reading(std::uint64_t bytes) {
  constexpr std::uint64_t kStepsPerByte = 1000;
  const std::uint64_t free = std::min(bytes, free_bytes_);
  free_bytes_ -= free;
  if (free < bytes) charge_steps((bytes - free) * kStepsPerByte);
}

void PdfMeter::allow_reading(std::uint64_t objects, std::uint64_t bytes) {
  constexpr std::uint64_t kBytesPerObject = 512;  // libqpdf reads pieces of 128 bytes
  constexpr std::uint64_t kUsualPacked = 2;       // readings, with the list of them
  free_bytes_ += objects * kBytesPerObject + bytes * kUsualPacked;
}

void PdfMeter::charge_copying(std::uint64_t bytes) {
  constexpr std::uint64_t kBytesPerStep = 16;
  const std::uint64_t free = std::min(bytes, free_copies_);
  free_copies_ -= free;
  charge_steps((bytes - free) / kBytesPerStep);
}

void PdfMeter::charge_steps(std::uint64_t steps) {
  take(steps, reading_.steps_left, steps_hit_);
}

void PdfMeter::report(find::Sink& sink) const {
  if (bytes_hit_) sink.limit_hit(find::FindLimit::kDocumentBytes);
  if (values_hit_) sink.limit_hit(find::FindLimit::kDocumentObjects);
  if (steps_hit_) sink.limit_hit(find::FindLimit::kDocumentSteps);
  if (memory_hit_) sink.limit_hit(find::FindLimit::kMemory);
}

}  // namespace mimebase::documents
