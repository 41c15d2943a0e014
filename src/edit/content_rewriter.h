// Rewrites the references of one content in their language, charset and transfer encoding, and verifies the
// outcome by reading it again.
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

// A hash of all references of a content. Contents with the same references have equal sums.
class ReferenceSum {
 public:
  void add(std::string_view context, std::string_view reference);
  bool operator==(const ReferenceSum&) const = default;

 private:
  std::uint64_t sum_ = 0, count_ = 0;
};

// Rewrites one content after another. start() begins a content, keep(), replace() and drop_base() take its
// references in order, and finish() ends it.
class ContentRewriter {
 public:
  // `message` must outlive the rewriter.
  explicit ContentRewriter(message::AnalysedMessage& message) : message_(message) {}

  // Begins the content of an entity. The message keeps the content.
  void start(int entity);
  // Leaves a reference unchanged.
  void keep(const find::Found& found) { expected_.add(found.context, found.reference); }
  // Replaces a reference with `text`. Returns false if that cannot be written there; the caller must then
  // keep() it.
  [[nodiscard]] bool replace(const message::Reference& reference, std::string_view text, const Change& why);
  // Removes a `<base href>`, or only its href if it has other attributes. Returns false if its text is not as
  // expected.
  [[nodiscard]] bool drop_base(const message::Reference& reference, const Change& why);

  // Adds the changes to the entity's frame. Returns false, and adds nothing, if the content would not be read
  // as intended.
  [[nodiscard]] bool finish(Changes& frame);

 private:
  [[nodiscard]] std::optional<std::string> write(const message::Reference& reference, std::string_view text,
                                                 find::Span& span);
  // Verifies that the frame's bytes `raw`, with the changes `encoded`, are read as intended.
  [[nodiscard]] bool reads_as_expected(const Changes& encoded, const Range& raw,
                                       const std::optional<std::string>& expected) const;

  message::AnalysedMessage& message_;
  int entity_ = -1;
  std::optional<charset::Writer> writer_;
  std::optional<LineFitter> lines_;
  Changes changes_;  // in the decoded content
  ReferenceSum expected_;
};

// Converts `changes` of an entity's content, which are sorted, to changes of its frame.
[[nodiscard]] Changes encode_in_frame(const walk::Message& message, int entity, std::string_view decoded,
                                      Changes changes);

}  // namespace mimebase::edit
