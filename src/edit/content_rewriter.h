// The references of one content rewritten in the language, charset and transfer encoding that they stand in,
// and the outcome read again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "charset/writer.h"
#include "edit/changes.h"
#include "edit/line_fitter.h"
#include "message/analysed_message.h"
#include "message/references.h"

namespace mimebase::edit {

// What a content refers to, in a number: two contents that refer to the same have the same.
class ReferenceSum {
 public:
  void add(std::string_view context, std::string_view reference);
  bool operator==(const ReferenceSum&) const = default;

 private:
  std::uint64_t sum_ = 0, count_ = 0;
};

class ContentRewriter {
 public:
  // `message` must outlive this.
  explicit ContentRewriter(message::AnalysedMessage& message) : message_(message) {}

  // Begins with the content of an entity, which the message holds.
  void start(int entity);
  // A reference stays as it is.
  void keep(const find::Found& found) { expected_.add(found.context, found.reference); }
  // It becomes `text`. False where that cannot be written there; then it is to be kept.
  [[nodiscard]] bool replace(const message::Reference& reference, std::string_view text, const Change& why);
  // A `<base href>`, or its href alone, goes. False where it does not stand as it should.
  [[nodiscard]] bool drop_base(const message::Reference& reference, const Change& why);

  // Puts the changes into the frame of the entity. False where the content would not be read as it should:
  // then nothing is changed.
  [[nodiscard]] bool finish(Changes& frame);

 private:
  [[nodiscard]] std::optional<std::string> write(const message::Reference& reference, std::string_view text,
                                                 find::Span& span);
  // What is in the frame's raw bytes `raw` with the changes `encoded` of them.
  [[nodiscard]] bool reads_as_expected(const Changes& encoded, const Range& raw,
                                       const std::optional<std::string>& expected) const;

  message::AnalysedMessage& message_;
  int entity_ = -1;
  std::optional<charset::Writer> writer_;
  std::optional<LineFitter> lines_;
  Changes changes_;  // of the content
  ReferenceSum expected_;
};

// What `changes` of an entity's content, which are sorted, are in its frame.
[[nodiscard]] Changes encode_in_frame(const walk::Message& message, int entity, std::string_view decoded,
                                      Changes changes);

}  // namespace mimebase::edit
