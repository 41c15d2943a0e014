// One message rewritten: its references made changes of the frames of raw bytes that they stand in, and those
// of the inner frames changes of the outer ones.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/changes.h"
#include "edit/content_rewriter.h"
#include "edit/line_fitter.h"
#include "edit/settle.h"
#include "message/raw_bytes.h"
#include "message/rows.h"

namespace mimebase::edit {

class MessageRewriter {
 public:
  // All must outlive this.
  MessageRewriter(message::AnalysedMessage& message, const RewriteOptions& options, RewriteVisitor& visitor);

  // Tells the visitor of all edits and notes.
  void run();

 private:
  [[nodiscard]] Settled rewrite_entities(Visitor& visitor);
  void rewrite_content(int entity, message::References& references);
  void take(const message::Reference& reference);
  [[nodiscard]] bool is_wanted(const message::Reference& reference) const;
  [[nodiscard]] bool is_base(const message::Reference& reference) const;
  // Why a reference that could be made absolute stays as it is; nothing: it need not.
  [[nodiscard]] std::optional<EditNoteCode> must_leave(const Link& link, int entity) const;
  // What is to be written instead; empty: nothing.
  [[nodiscard]] std::string_view replacement(const message::Reference& reference, const Link& link,
                                             Change& why);
  [[nodiscard]] std::string_view part_replacement(const message::Reference& reference, const Link& link);
  [[nodiscard]] std::string_view location(int entity);
  // False once there are too many edits; so many bytes are the next one's.
  [[nodiscard]] bool hold(std::size_t bytes);
  // False where it cannot be.
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
  [[nodiscard]] bool may_edit(int entity) const {
    return options_.break_signatures || !in_signed_[static_cast<std::size_t>(entity)];
  }
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
  RewriteVisitor& visitor_;
  message::LinkBuilder builder_;
  message::RawBytes raw_;
  ContentRewriter content_;
  std::vector<bool> in_signed_;  // of each entity: stands in a multipart/signed
  bool drops_bases_ = false;
  bool needs_bases_ = false;  // something relative is left
  const std::uint64_t most_held_;
  std::uint64_t held_ = 0;  // bytes of edits
  bool is_full_ = false;    // of them
  std::vector<Changes> frames_;
  std::vector<Left> left_;
  std::vector<std::string> contexts_ = {std::string()};
  std::map<std::string, std::uint32_t, std::less<>> context_ids_;
  int field_ = -1;  // of the heading at hand, that field_lines_ is of
  LineFitter field_lines_{{}, 0, {}};
  std::uint64_t edited_ = 0;  // references of the content at hand
};

}  // namespace mimebase::edit
