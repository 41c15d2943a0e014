// Explains a "cid:" or "mid:" URL that names no part of its message.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "match/near_labels.h"
#include "message/analysed_message.h"

namespace mimebase::check {

// The labels of one message. They are collected on first use, because most messages lack no part.
class MissingPart {
 public:
  // `message` must outlive this object.
  explicit MissingPart(message::AnalysedMessage& message) : message_(message) {}

  // One sentence about `reference`, which names no part: which part comes nearest, and what to do.
  [[nodiscard]] std::string explain(std::string_view reference);

 private:
  void collect();
  [[nodiscard]] std::string name_of(int entity) const;
  [[nodiscard]] std::string nearest(const match::NearLabels::Found& found) const;

  message::AnalysedMessage& message_;
  std::optional<match::NearLabels> labels_;
};

}  // namespace mimebase::check
