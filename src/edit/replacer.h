// What to write instead of each reference. Every kind of rewriting is a Replacer: the usual work, which makes
// references absolute (absolute_replacer.h), and those that take its place. A MessageRewriter asks the
// Replacer, and does the rest: it writes, verifies and counts the edits, whatever they are for.
//
//   class Upgrade : public Replacer {
//     Decision decide(const message::Reference&, const Link& link) override {
//       if (!link.resolved || !link.resolved->starts_with("http:")) return {};
//       url_ = "https:" + std::string(link.resolved->substr(5));
//       return {url_, EditReason::kReference};
//     }
//     std::string url_;
//   };
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "message/references.h"
#include "message/rows.h"
#include "mimebase/own_template.h"
#include "mimebase/result.h"
#include "mimebase/rewrite.h"
#include "url/host_patterns.h"

namespace mimebase::edit {

// What to do with one reference.
struct Decision {
  std::string_view text = {};  // the new reference, not yet quoted or encoded; empty: it stays as written
  EditReason reason = EditReason::kReference;
  std::optional<EditNoteCode> left = {};  // why `text` cannot be had, and the reference stays
  // Reported as well, while `text` is written or the reference stays.
  std::optional<EditNoteCode> note = {};
};

class Replacer {
 public:
  virtual ~Replacer() = default;

  // Decides for one reference. Called once for each reference that may be written (Found::is_inert is false),
  // in the order of a message, header fields before contents. It is also called for references that stay
  // because they are in signed content or in a document, or cannot be written: the MessageRewriter then
  // reports why, if `text` is not empty. The decision is valid until the next call.
  [[nodiscard]] virtual Decision decide(const message::Reference& reference, const Link& link) = 0;

  // The edits have become too large, and the rest of the message is left unchanged. Decisions only count what
  // is left from now on: `text` need not be what would be written.
  void stop() { is_stopped_ = true; }

  // What follows is for Replacers whose decisions depend on each other, such as that on a base and those on
  // the references below it.

  // The reference stays as written: what decide() has returned cannot be written, or it is never written
  // (Found::is_inert).
  virtual void stays(const message::Reference& /*reference*/, const Link& /*link*/) {}
  // Some references in the content of the entity are not written, whatever was decided: those in text, or
  // all.
  virtual void content_stays(int /*entity*/) {}
  // References were not delivered, because of a limit, or are in an encoded message that cannot be written.
  virtual void unknown_stay() {}
  // Returns true if the message has to be rewritten again from its start by this Replacer, because of what
  // stays. Called at the end of each pass. True only a few times per message.
  [[nodiscard]] virtual bool starts_again() { return false; }
  // Returns what becomes of a base that applies in an entity; nothing if it stays.
  [[nodiscard]] virtual std::optional<std::string> new_base(int /*entity*/, const base::Effective& /*base*/) {
    return std::nullopt;
  }

 protected:
  // For starts_again().
  void resume() { is_stopped_ = false; }
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }

 private:
  bool is_stopped_ = false;
};

// Returns true if the reference declares a base: `<base href>`, Base or Content-Base.
[[nodiscard]] bool is_base(const message::Reference& reference);

// Returns true if the reference is a URL in text.
[[nodiscard]] bool is_in_text(const message::Reference& reference);

// The kind of a content, by the media type of its finder.
[[nodiscard]] RewriteIn kind_of_content(std::string_view media_type);

// Makes the Replacers of many messages.
class Replacers {
 public:
  // `options` must outlive the object.
  explicit Replacers(const RewriteOptions& options);

  // Returns why the options cannot be used. No message may be rewritten then.
  [[nodiscard]] const Result<void>& usage() const { return usage_; }
  // Returns the Replacer that the options ask for, for one pass over the message. `builder` makes the Links
  // that it gets. Both must outlive it. `drops_bases` states whether this pass removes declarations of bases.
  [[nodiscard]] std::unique_ptr<Replacer> make(message::AnalysedMessage& message,
                                               const message::LinkBuilder& builder, bool drops_bases) const;

 private:
  const RewriteOptions& options_;
  Result<void> usage_;
  std::optional<OwnTemplate> own_;
  url::HostPatterns except_;
};

}  // namespace mimebase::edit
