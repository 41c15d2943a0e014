// Rewriting: a message whose relative references are absolute, and of which every other byte is as it was.
//
// Changes are reported as data: edits, each a range of raw bytes and the bytes that replace it. A caller that
// passes a message on writes the bytes between edits as they are. Every edited content is read again before
// its edits are reported: it refers to what it referred to, and to nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/analyze.h"
#include "mimebase/api.h"
#include "mimebase/input.h"
#include "mimebase/model.h"
#include "mimebase/range.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// What a reference stands in.
enum class RewriteIn : std::uint8_t {
  kHtml,  // XHTML too
  kCss,   // style sheets that are parts
  kXml,   // SVG too
  kText,  // plain text, calendars, cards
  kHeadings,
};

struct RewriteOptions {
  // Where references are made absolute. Empty: in contents of every kind, and of headings in
  // Content-Location.
  std::vector<RewriteIn> only;
  // References to parts by Content-ID or Message-ID become the part's absolute Content-Location, where it has
  // one; else they stay.
  bool cid_to_location = false;
  // What declares a base (`<base href>`, Base, Content-Base) goes, in messages in which nothing needs it any
  // more.
  bool drop_bases = false;
  // Every entity's heading gets a field X-Mimebase-Base with the base that rules its content, and its layer.
  // Fields of that name that are there already go: they are not ours.
  bool annotate = false;
  // What is inside a multipart/signed (RFC 1847) is edited as well, which breaks the signature.
  bool break_signatures = false;
  // A message whose edits would break a DKIM or ARC signature (RFC 6376, RFC 8617) stays as it is.
  bool keep_dkim = false;
};

// Why bytes are changed.
enum class EditReason : std::uint8_t {
  kReference,      // one or more relative references, made absolute
  kPartReference,  // references to parts
  kBaseDropped,    // RewriteOptions::drop_bases
  kAnnotation,     // RewriteOptions::annotate
  kContentLength,  // the body has another length now
  kContentMd5,     // the content has another digest now (RFC 1864)
};
// "reference", "part-reference", "base-dropped", "annotation", "content-length", "content-md5".
[[nodiscard]] MIMEBASE_API std::string_view name_of(EditReason reason);

// One change. Those of a message are told in their order, and do not overlap.
struct Edit {
  const MessageInfo* message = nullptr;
  std::string_view part;  // as Link::part
  EditReason reason = EditReason::kReference;
  std::string_view context;  // of its first reference, as Link::context; empty where there is none
  // So many references it changes: a content in base64, or a message inside one, is changed as a whole.
  std::uint64_t references = 0;
  Range span;              // bytes of the message
  std::string_view bytes;  // that take their place
};

// What was left as it was, or does not hold any more.
enum class EditNoteCode : std::uint8_t {
  kLeftSigned,       // references inside a multipart/signed
  kLeftUnwritable,   // references whose absolute form cannot be written where they stand
  kLeftDkim,         // the whole message: RewriteOptions::keep_dkim
  kSignatureBroken,  // a signature over what was edited
  kLeftEmpty,        // empty references: they load nothing, and must not start to
  kLeftClassName,    // the `code` of an applet names a Java class and is not a URL
};
// "left-signed", "left-unwritable", "left-dkim", "signature-broken", "left-empty", "left-class-name".
[[nodiscard]] MIMEBASE_API std::string_view name_of(EditNoteCode code);

struct EditNote {
  const MessageInfo* message = nullptr;
  std::string_view part;  // as Link::part
  EditNoteCode code = EditNoteCode::kLeftSigned;
  std::uint64_t references = 0;  // that were left
  std::string_view detail;       // one sentence
};

// Takes what a Rewriter reports; as Visitor.
class MIMEBASE_API RewriteVisitor : public Visitor {
 public:
  virtual void edit(const Edit&) {}
  virtual void note(const EditNote&) {}
};

// Rewrites one message after another, as an Analyzer analyses them: calls edit(), note() and problem() of the
// visitor. A message in which something goes wrong has no edits, or none of the part concerned.
class MIMEBASE_API Rewriter {
 public:
  Rewriter(const AnalyzeOptions& analyze, RewriteOptions options);
  ~Rewriter();
  Rewriter(Rewriter&&) noexcept;
  Rewriter& operator=(Rewriter&&) noexcept;

  void rewrite(const Record& record, RewriteVisitor& visitor);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// One message rewritten, with what was changed in it.
//
// Lifetime: it owns all of it. References and spans point into it, and are valid until it is destroyed, moved
// from or assigned to. A temporary gives its message by value, and has no functions that give spans.
class MIMEBASE_API Rewritten {
 public:
  Rewritten(Rewritten&&) noexcept;
  Rewritten& operator=(Rewritten&&) noexcept;
  ~Rewritten();

  [[nodiscard]] const std::string& message() const&;
  [[nodiscard]] std::string message() &&;
  [[nodiscard]] std::span<const Edit> edits() const&;
  [[nodiscard]] std::span<const EditNote> notes() const&;
  // What could not be read or hit a limit, as Analysis::problems().
  [[nodiscard]] std::span<const Error> problems() const&;
  void edits() const&& = delete;
  void notes() const&& = delete;
  void problems() const&& = delete;

 private:
  friend MIMEBASE_API Rewritten rewrite(std::string message, const RewriteOptions& options,
                                        const AnalyzeOptions& analyze);
  struct MIMEBASE_LOCAL State;
  explicit Rewritten(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// `message` is one message without From_ line, in any state.
[[nodiscard]] MIMEBASE_API Rewritten rewrite(std::string message, const RewriteOptions& options = {},
                                             const AnalyzeOptions& analyze = {});

}  // namespace v0_2
}  // namespace mimebase
