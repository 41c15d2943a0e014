#include "documents/pdf/meter.h"

#include <algorithm>
#include <utility>

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

void PdfMeter::charge_kept(std::uint64_t values) {
  take(values, reading_.values_left, values_hit_);
  kept_values_ += values;
}

void PdfMeter::charge_text(std::string_view text) {
  std::int64_t values = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (ends_pdf_word(text[at])) {
      values += charge_delimiter(text[at++]);
      continue;
    }
    const std::size_t start = at;
    bool is_integer = true;
    for (; at < text.size() && !ends_pdf_word(text[at]); ++at)
      is_integer = is_integer && pdf_class(text[at]) == PdfClass::kDigit;
    values += charge_word(text.substr(start, at - start), is_integer);
  }
  if (values >= 0) return charge_kept(static_cast<std::uint64_t>(values));
  give_back(static_cast<std::uint64_t>(-values));
}

// The values that a word, or more of the last one, begins.
int PdfMeter::charge_word(std::string_view word, bool is_integer) {
  is_first_mark_ = false;
  auto more = static_cast<unsigned>(word.size());
  const bool begins = word_ == Word::kNone;
  if (begins) {
    run_ = 0;
    --more;
    word_ = word == "R" ? Word::kReference : Word::kInteger;
  } else if (word_ == Word::kReference) {
    word_ = Word::kOther;
  }
  if (word_ == Word::kInteger && !is_integer) word_ = Word::kOther;
  const unsigned before = std::exchange(run_, run_ + more);
  return (begins ? 1 : 0) + static_cast<int>(run_ / kBytesPerValue - before / kBytesPerValue);
}

// The values that a character begins, less those that it makes part of another.
int PdfMeter::charge_delimiter(char c) {
  const int more = ++run_ % kBytesPerValue == 0 ? 1 : 0;
  const bool is_second = c == '<' && std::exchange(is_first_mark_, false);  // of "<<"
  // "12 0 R" is one value.
  const int parts = word_ == Word::kReference && integers_ >= 2 ? 2 : 0;
  integers_ = word_ == Word::kInteger ? integers_ + 1 : word_ == Word::kNone ? integers_ : 0;
  word_ = Word::kNone;
  if (is_pdf_space(c)) return more - parts;
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
