// What must not be edited because a signature covers it, or because it is encrypted.
#pragma once

#include <vector>

#include "message/analysed_message.h"
#include "message/references.h"
#include "mimebase/range.h"
#include "mimebase/rewrite.h"

namespace mimebase::edit {

// Returns true if `options` replace URLs by others, instead of the usual work.
[[nodiscard]] bool replaces_urls(const RewriteOptions& options);

class SignedContent {
 public:
  // Both arguments must outlive this object.
  SignedContent(message::AnalysedMessage& message, const RewriteOptions& options);

  // Returns false if the entity, its header included, must stay unchanged. There is no writer of CMS.
  [[nodiscard]] bool may_edit(int entity) const { return may_edit_[static_cast<std::size_t>(entity)]; }
  // The same for one reference, which may also be inside PGP armor. Armor is only looked for if URLs are
  // replaced: text has no relative references.
  [[nodiscard]] bool may_edit(const message::Reference& reference);
  // Returns true if the entity itself is encrypted, by S/MIME or PGP/MIME.
  [[nodiscard]] bool is_encrypted(int entity) const;

 private:
  message::AnalysedMessage& message_;
  const bool looks_for_armor_;
  std::vector<bool> may_edit_;  // by entity
  int entity_ = -1;             // the entity that armor_ belongs to
  std::vector<Range> armor_;    // in its content, as the finder read it; sorted
};

// Returns where `text` has encrypted messages in PGP armor (RFC 9580 section 6.2) and texts with a cleartext
// signature (section 7), each from its first line to its last one, in order. What has no last line verifies
// nowhere, and is neither. Linear in the size of `text`.
[[nodiscard]] std::vector<Range> find_pgp_armor(std::string_view text);

}  // namespace mimebase::edit
