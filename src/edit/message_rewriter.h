// Rewrites one message. References become changes of the frames of raw bytes that contain them; changes of
// inner frames become changes of the outer ones.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/changes.h"
#include "edit/content_rewriter.h"
#include "edit/line_fitter.h"
#include "edit/replacer.h"
#include "edit/settle.h"
#include "edit/signed_content.h"
#include "message/raw_bytes.h"
#include "message/rows.h"

namespace mimebase::edit {

// Writes what a Replacer decides for each reference, and reports the edits.
class MessageRewriter {
 public:
  // All arguments must outlive the rewriter.
  MessageRewriter(message::AnalysedMessage& message, const RewriteOptions& options,
                  const Replacers& replacers, RewriteVisitor& visitor);

  // Rewrites the message and passes all edits and notes to the visitor.
  void run();

 private:
  [[nodiscard]] Settled rewrite_entities(Visitor& visitor);
  void rewrite_content(int entity, message::References& references);
  void take(const message::Reference& reference);
  // Returns why a reference for which there is a replacement must stay unchanged; nothing if it may change.
  [[nodiscard]] std::optional<EditNoteCode> must_leave(const message::Reference& reference, const Link& link);
  [[nodiscard]] bool is_malformed_location(const message::Origin& origin) const;
  [[nodiscard]] std::optional<Range> removable_lines(int entity, int field);
  // Counts an edit of `bytes` bytes. Returns false once the edits are too large.
  [[nodiscard]] bool hold(std::size_t bytes);
  // Returns false if the reference cannot be changed.
  [[nodiscard]] bool change(const message::Reference& reference, std::string_view text, Change why);
  [[nodiscard]] bool change_field(const message::Reference& reference, std::string_view text,
                                  const Change& why);
  void drop_base(const message::Reference& reference, Change why);
  void annotate(int entity);
  void leave(EditNoteCode code, const Change& where, std::uint64_t references);
  void report_left();
  [[nodiscard]] bool report_signatures(const std::vector<BrokenSignature>& all);
  void report_edits(const Changes& message);
  void report_note(EditNoteCode code, std::string_view part, std::uint64_t references,
                   std::string_view detail);

  [[nodiscard]] std::uint32_t context_id(std::string_view context);
  [[nodiscard]] Changes& frame_of(int entity) {
    return frames_[static_cast<std::size_t>(message_.entity(entity).frame)];
  }
  [[nodiscard]] std::string part_name(int entity, bool in_heading) const {
    return in_heading ? message_.walked().heading_name(entity) : message_.walked().part_name(entity);
  }

  struct Left {
    EditNoteCode code;
    int entity;
    bool in_heading;
    std::uint64_t references;
  };

  message::AnalysedMessage& message_;
  const RewriteOptions& options_;
  const Replacers& replacers_;
  RewriteVisitor& visitor_;
  message::LinkBuilder builder_;
  std::unique_ptr<Replacer> replacer_;  // starts anew with each pass
  message::RawBytes raw_;
  ContentRewriter content_;
  SignedContent signed_;
  bool drops_bases_ = false;
  bool needs_bases_ = false;  // relative references remain
  const std::uint64_t most_held_;
  std::uint64_t held_ = 0;  // bytes of all edits
  bool is_full_ = false;    // held_ has exceeded most_held_
  std::vector<Changes> frames_;
  std::vector<Left> left_;
  std::vector<std::string> contexts_ = {std::string()};
  std::map<std::string, std::uint32_t, std::less<>> context_ids_;
  int heading_of_ = -1;        // the entity to whose header removable_ belongs
  std::size_t removable_ = 0;  // fields that may still be removed from it
  int field_ = -1;             // the current field of a header, to which field_lines_ belongs
  LineFitter field_lines_{{}, 0, {}};
};

}  // namespace mimebase::edit
