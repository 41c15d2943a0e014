// What programs that show or scan mail make of bases, references and parts. Each program is one class, in a
// source of its own, and nothing else distinguishes programs. Which rules apply was found by running them;
// tests/readers/ repeats the experiments.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "find/finder.h"
#include "mimebase/url.h"
#include "readers/tag_scan.h"
#include "readers/view.h"

namespace mimebase::readers {

// The target of a reference for one reader. Neither part nor URL: nowhere.
struct Answer {
  int part = -1;    // the entity
  std::string url;  // empty if it leads to no URL
  // kNone if the reader does not open it: it leads nowhere, or remote content is blocked.
  OpensBy by = OpensBy::kNone;
  // False if the reader does not follow such references, or does not show this content.
  bool is_followed = false;
  // Why the reader opens nothing. Meaningful only if `by` is kNone.
  Unopened why = Unopened::kNotShown;

  [[nodiscard]] bool is_nothing() const { return part < 0 && url.empty(); }
};

// The contexts whose references open by a click, and those whose references load, in programs that show mail
// with the engine of a browser.
inline constexpr std::string_view kEngineClicks[] = {
    "a@href", "text", "text:delimited", "area@href", "a@xlink:href", "form@action", "*@formaction"};
inline constexpr std::string_view kEngineLoads[] = {"img@src",          "css:*",
                                                    "img@srcset",       "link@href",
                                                    "body@background",  "table@background",
                                                    "tbody@background", "thead@background",
                                                    "tfoot@background", "tr@background",
                                                    "td@background",    "th@background",
                                                    "iframe@src",       "source@srcset",
                                                    "source@src",       "video@src",
                                                    "video@poster",     "audio@src",
                                                    "embed@src",        "object@data",
                                                    "input@src",        "image@href",
                                                    "image@src",        "image@xlink:href"};

// Which references a reader follows. A context is as in Link::context, without the documents around it:
// "a@href"; "*@background" for any element; "css:*" for every URL in CSS.
struct Followed {
  std::span<const std::string_view> clicks = kEngineClicks;
  std::span<const std::string_view> loads = kEngineLoads;
  std::span<const std::string_view> more_clicks = {}, more_loads = {};
  std::span<const std::string_view> ignored = {};  // exceptions to all of these
  bool in_templates = false;                       // also in a `template` element
  const TagRules* tags = nullptr;  // how a scanner finds tags; null for readers that build a document
};

// One program that reads one message. A program's constructor decides which contents it shows and collects
// the labels of parts.
class Reader : public View {
 public:
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  virtual ~Reader() = default;

  // Returns what the reader opens for a reference. Ask for all references of the message in order, because
  // some readers know only the bases that they have read. Valid until the next call.
  const Answer& answer(const message::Reference& reference);
  // The base of an entity's content for the reader; empty if it shows none. Only for messages whose
  // references are not asked for. Valid until the next call.
  [[nodiscard]] std::string_view base_of(int entity);
  // The URL of the current content; empty if it has none.
  [[nodiscard]] const std::string& own_url() const { return own_url_; }

  // Resolves by the URL Standard, with queries in the charset of the current document. Returns false, and
  // leaves `out` empty, if that gives no URL.
  bool resolve(std::string_view base, std::string_view reference, std::string& out);

 protected:
  // Both must outlive this object.
  Reader(message::AnalysedMessage& message, const Followed& followed)
      : View(message), shown_(static_cast<std::size_t>(message.entity_count())), followed_(followed) {}

  [[nodiscard]] bool shows(int entity) const {
    return shown_[static_cast<std::size_t>(entity)] &&
           (!message().entity(entity).is_beyond_readers || opens_document_);
  }
  void show(int entity, bool is_shown = true) { shown_[static_cast<std::size_t>(entity)] = is_shown; }
  void hide(int entity) { show(entity, false); }

  // By entity: whether the reader shows its content.
  std::vector<bool> shown_;
  bool opens_document_ = false;  // the message is a document, which the program opens as a file
  // Of the current content. Empty before enter_content().
  std::string base_;                           // that applies; empty: none
  std::string own_url_;                        // empty: none
  std::optional<std::string> query_encoding_;  // the charset of queries, if it is not that of the document
  find::Span dropped_;                         // what the reader leaves out

 private:
  // Called before the first reference of a content that the reader shows: determines its base.
  virtual void enter_content() {}
  // Called for each `base` of the content that the reader shows, in order, with its href or, if `tags` names
  // others, its attribute. `is_document_base`: a browser takes it for the document's.
  virtual void read_base(std::string_view /*href*/, bool /*is_document_base*/) {}
  // Sets the part or URL that a followed reference leads to. Sets Answer::by, which is Seen::by, to kNone if
  // the reader does not open it.
  virtual void open(const Seen& seen, Answer& answer) = 0;

  // The viewer in which the reader opens documents with such references; kRfc1808 if it has none.
  [[nodiscard]] virtual MailReader viewer_of(std::string_view /*context*/) const {
    return MailReader::kRfc1808;
  }

  void enter(int entity);
  [[nodiscard]] const Answer& answer_in_document(const message::Reference& reference);
  // How the reader uses such references; if it does not, `why` says why.
  [[nodiscard]] OpensBy use_of(const find::Found& found, std::string_view context, Unopened& why) const;
  // Why a reference that the reader follows is not opened.
  [[nodiscard]] Unopened why_nothing(const find::Found& found) const;
  // Why it shows nothing of the current content.
  [[nodiscard]] Unopened why_not_shown();

  const Followed& followed_;
  TagScan tags_;  // of the current content
  Answer answer_;
  std::optional<bool> shows_nothing_;  // of the whole message, once it is known
  // The last base that something was resolved against.
  std::optional<Resolver> resolver_;
  std::string resolver_base_, resolver_encoding_;
};

// Returns null for kRfc1808, which is no program.
[[nodiscard]] std::unique_ptr<Reader> make_reader(MailReader reader, message::AnalysedMessage& message);

}  // namespace mimebase::readers
