// What the text of pages may use up.
#pragma once

#include <cstdint>

#include "documents/document.h"
#include "find/finder.h"

namespace mimebase::documents {

// The text of pages takes from the same limits as everything else in a document. It stops, and that is
// reported, while a quarter of them is left, so that links and objects are still found where pages show
// endless text. The texts under links are only shown, and stop earlier.
class PdfTextBudget {
 public:
  PdfTextBudget(Reading& reading, find::Sink& sink) : reading_(reading), sink_(sink) {}

  // These return false if the limit is hit, now or before.
  [[nodiscard]] bool charge_steps(std::uint64_t steps) {
    return charge(steps, reading_.steps_left, reading_.limits.document_steps / 4,
                  find::FindLimit::kDocumentSteps);
  }
  [[nodiscard]] bool charge_bytes(std::uint64_t bytes) {
    return charge(bytes, reading_.bytes_left, reading_.limits.document_bytes / 4,
                  find::FindLimit::kDocumentBytes);
  }
  // For the texts under links.
  [[nodiscard]] bool charge_labels(std::uint64_t steps) {
    if (is_used_up_ || are_labels_used_up_) return false;
    are_labels_used_up_ = reading_.steps_left < reading_.limits.document_steps / 2 + steps;
    if (are_labels_used_up_) sink_.limit_hit(find::FindLimit::kDocumentLabels);
    return !are_labels_used_up_ && charge_steps(steps);
  }
  [[nodiscard]] std::uint64_t steps_left() const { return reading_.steps_left; }
  [[nodiscard]] bool is_used_up() const { return is_used_up_; }
  [[nodiscard]] bool are_labels_used_up() const { return are_labels_used_up_; }
  void stop() { is_used_up_ = true; }

 private:
  bool charge(std::uint64_t amount, std::uint64_t& left, std::uint64_t reserve, find::FindLimit limit) {
    const bool is_within = left >= reserve && left - reserve >= amount;
    if (is_within) left -= amount;
    if (!is_within && !is_used_up_) sink_.limit_hit(limit);
    is_used_up_ = is_used_up_ || !is_within;
    return !is_used_up_;
  }

  Reading& reading_;
  find::Sink& sink_;
  bool is_used_up_ = false, are_labels_used_up_ = false;
};

}  // namespace mimebase::documents
