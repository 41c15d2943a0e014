// Rewrites the references of one content in their language, charset and transfer encoding, and verifies the
// outcome by reading it again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/writer.h"
#include "edit/changes.h"
#include "edit/line_fitter.h"
#include "message/analysed_message.h"
#include "message/references.h"

namespace mimebase::edit {

// A hash of all references of a content. Contents with the same references have equal sums.
class ReferenceSum {
 public:
  void add(std::string_view context, std::string_view reference) { add(hash_of(context, reference)); }
  void add(std::uint64_t hash);
  [[nodiscard]] static std::uint64_t hash_of(std::string_view context, std::string_view reference);
  bool operator==(const ReferenceSum&) const = default;

 private:
  std::uint64_t sum_ = 0, count_ = 0;
};

// Rewrites one content after another. start() begins a content, keep(), replace() and drop_base() take its
// references in order, and finish() ends it.
class ContentRewriter {
 public:
  // `message` must outlive the rewriter. If `text_may_fail` is set, URLs in text are kept if the content
  // would not be read as intended with new ones, but would be without: what is around a URL in text can
  // belong to another one.
  ContentRewriter(message::AnalysedMessage& message, bool text_may_fail)
      : message_(message), replaces_urls_(text_may_fail) {}

  // Begins the content of an entity. The message keeps the content.
  void start(int entity);
  // Leaves a reference unchanged.
  void keep(const find::Found& found);
  // Replaces a reference with `text`. Returns false if that cannot be written there; the caller must then
  // keep() it.
  [[nodiscard]] bool replace(const message::Reference& reference, std::string_view text, const Change& why);
  // Removes a `<base href>`, or only its href if it has other attributes. Returns false if its text is not as
  // expected.
  [[nodiscard]] bool drop_base(const message::Reference& reference, const Change& why);

  // Adds the changes to the entity's frame. Changes with which the content would not be read as intended are
  // not added. Returns how many they are.
  [[nodiscard]] std::uint64_t finish(Changes& frame);

 private:
  // How a reference is written: its quoting, and the delimiters around it.
  struct Form {
    find::QuotingPath quoting;
    std::string_view before, after;
  };

  [[nodiscard]] std::optional<std::string> write(const message::Reference& reference, std::string_view text,
                                                 find::Span& span);
  [[nodiscard]] std::optional<std::string> write_as(const Form& form, const message::Reference& reference,
                                                    std::string_view text, find::Span& span);
  // Returns whether the content is declared to be 8bit or binary.
  [[nodiscard]] bool is_8bit(int entity) const;
  // Returns whether a URL in text is found as it is among its neighbours.
  [[nodiscard]] bool stands_in_text(const message::Reference& reference, std::string_view text) const;
  [[nodiscard]] bool add_to(Changes& frame, Changes changes, const ReferenceSum& expected) const;
  // Verifies that the frame's bytes `raw`, with the changes `encoded`, are read as intended.
  [[nodiscard]] bool reads_as_expected(const Changes& encoded, const Range& raw,
                                       const std::optional<std::string>& bytes,
                                       const ReferenceSum& expected) const;

  // The hashes of a reference as it was and as it is expected, if URLs are replaced.
  struct Expected {
    std::uint64_t kept = 0, written = 0;
    bool is_text = false;
  };

  message::AnalysedMessage& message_;
  const bool replaces_urls_;
  int entity_ = -1;
  std::optional<charset::Writer> writer_;
  std::optional<LineFitter> lines_;
  Changes changes_, text_changes_;  // in the decoded content; those of text apart, if URLs are replaced
  ReferenceSum expected_;
  std::uint64_t new_hash_ = 0;          // of the reference that write() has written
  std::vector<Expected> all_expected_;  // of all references, if URLs are replaced
};

// Converts `changes` of an entity's content, which are sorted, to changes of its frame.
[[nodiscard]] Changes encode_in_frame(const walk::Message& message, int entity, std::string_view decoded,
                                      Changes changes);

}  // namespace mimebase::edit
