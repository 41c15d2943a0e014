// Rewrites a message: makes its relative references absolute and leaves every other byte unchanged. It does
// not replace absolute URLs by others, except the wrapped ones (RewriteOptions::unwrap), or unless it wraps
// URLs instead (RewriteOptions::own_template).
//
//   mimebase::Rewritten rewritten = mimebase::rewrite(std::move(message));
//   std::cout << rewritten.message();
//
// Changes are reported as edits. An edit is a range of the message's raw bytes, and the bytes that replace
// it. To write the new message, a caller writes the replacements, and copies the bytes between the edits.
// Before the edits of a content are reported, the edited content is parsed again, to verify that it contains
// the intended references and no others.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/keys.h"
#include "mimebase/model.h"
#include "mimebase/options.h"
#include "mimebase/range.h"
#include "mimebase/record.h"
#include "mimebase/result.h"
#include "mimebase/url_map.h"
#include "mimebase/visitor.h"

namespace mimebase {
inline namespace v0_2 {

// The kinds of content that references are rewritten in.
enum class RewriteIn : std::uint8_t {
  kHtml,  // including XHTML
  kCss,   // style sheets that are parts
  kXml,   // including SVG
  kText,  // plain text, calendars, cards
  kHeadings,
};

// The places in which RewriteOptions::own_template wraps URLs. Header fields, and what loads without a click,
// are none of them.
enum class WrapIn : std::uint8_t {
  kAnchors,   // the `href` of an `a` or `area`, and of an `a` in SVG
  kForms,     // where forms are sent (LinkKind::kForm)
  kText,      // URLs in plain text, and in the text of HTML
  kCalendar,  // everything in calendars and cards
};

// Options of a rewrite.
struct RewriteOptions {
  // The kinds of content to rewrite. If the list is empty, contents of every kind are rewritten, and of the
  // header fields only Content-Location.
  std::vector<RewriteIn> only;
  // Replace a reference that names a part by Content-ID or Message-ID (cid:, mid:) with the part's absolute
  // Content-Location. References to parts that have no Content-Location are kept.
  bool cid_to_location = false;
  // Remove declarations of bases (`<base href>`, Base, Content-Base) from messages in which no relative
  // reference remains.
  bool drop_bases = false;
  // Replace a wrapped URL with the innermost URL that can be decoded (unwrap.h). A wrapped URL is kept if
  // only the server of the wrapping service knows its target.
  bool unwrap = false;
  // Add a field X-Mimebase-Base to the header of every entity. It states the base that applies to the
  // entity's content, and the layer of this base. Existing fields of that name are removed.
  bool annotate = false;
  // Also edit inside a multipart/signed (RFC 1847), which breaks the signature.
  bool break_signatures = false;
  // Leave a message unchanged if edits would break a DKIM or ARC signature (RFC 6376, RFC 8617).
  bool keep_dkim = false;
  // The text of an OwnTemplate (own_template.h). If it is not empty, http, https and ftp URLs become URLs
  // that it makes, and nothing else is changed: `only`, `cid_to_location`, `drop_bases` and `unwrap` must not
  // be set. A URL that the template has made stays, and so does what is encrypted or in PGP armor.
  std::string own_template = {};
  // The places in which URLs are wrapped. If the list is empty: all but kCalendar.
  std::vector<WrapIn> in = {};
  // Shell patterns of hosts, such as "*.example.org". Their URLs are not wrapped.
  std::vector<std::string> except = {};
  // Replace a URL that a service has wrapped (unwrap.h) with the URL inside, before it is wrapped.
  bool unwrap_first = false;
  // The values of {recipient} and {time}. The time is in seconds since 1970-01-01T00:00:00Z; without one, it
  // is that at which the run, or the Rewriter, begins.
  std::string recipient = {};
  std::optional<std::int64_t> time = {};
  // Instead, restore the URLs that `own_template` has made, everywhere in contents. Only those that `signer`
  // verifies are restored, so the template must have {h}.
  bool untemplate = false;
  // Replace URLs as this map says, in header fields and contents, instead of making references absolute. A
  // relative reference below a base that is mapped stays as written if it then leads to the right URL, and
  // becomes absolute otherwise. A reference to a part and the Content-Location that it names are both mapped
  // or both kept. `only`, `cid_to_location`, `drop_bases` and `unwrap` have no effect.
  std::optional<UrlMap> map = std::nullopt;
  // Signs and verifies what a template with {h} wraps; null if no key is needed. Copies of the options share
  // it. In a run with isolated processes, those that read mail ask it in this process.
  std::shared_ptr<Signer> signer = {};
};

// Fails with kUsage in six cases: OwnTemplate::parse() refuses `own_template`; it has {h} or {kid}, and
// there is no `signer`; it has {recipient}, and there is no `recipient`; it has {time}, and `time` is
// negative; `untemplate` is set without a template that has {h}; a template is combined with options that it
// replaces. run_rewrite() returns this error. A Rewriter changes nothing then, and reports the sentence as a
// problem of every message.
[[nodiscard]] MIMEBASE_API Result<void> check_options(const RewriteOptions& options);

// The reason for an edit.
enum class EditReason : std::uint8_t {
  kReference,      // one or more relative references became absolute
  kPartReference,  // one or more references to parts were replaced
  kBaseDropped,    // a declaration of a base was removed (RewriteOptions::drop_bases)
  kAnnotation,     // a field was added or removed (RewriteOptions::annotate)
  kContentLength,  // a Content-Length was updated, because the length of the body has changed
  kContentMd5,     // a Content-MD5 was updated, because the content has changed (RFC 1864)
  kUnwrapped,      // one or more wrapped URLs were replaced (RewriteOptions::unwrap)
  kTemplate,       // one or more URLs were wrapped (RewriteOptions::own_template)
  kUntemplate,     // one or more URLs were restored (RewriteOptions::untemplate)
  kMapped,         // one or more URLs were replaced (RewriteOptions::map)
};
// "reference", "part-reference", "base-dropped", "annotation", "content-length", "content-md5", "unwrapped",
// "template", "untemplate", "mapped".
[[nodiscard]] MIMEBASE_API std::string_view name_of(EditReason reason);

// One change. The edits of a message are reported in order, and do not overlap.
struct Edit {
  const MessageInfo* message = nullptr;
  std::string_view part;  // as Link::part
  EditReason reason = EditReason::kReference;
  std::string_view context;  // Link::context of the first reference that it changes; may be empty
  // The number of references that the edit changes. This number can be greater than 1, because a content in
  // base64, or a message in a content, is replaced as a whole.
  std::uint64_t references = 0;
  Range span;              // in bytes of the message
  std::string_view bytes;  // the replacement
};

// The reason for an EditNote: content was not rewritten, or a signature is no longer valid.
enum class EditNoteCode : std::uint8_t {
  // References inside a multipart/signed, and in CMS or PGP. An encrypted content (with own_template or map)
  // has this note with 0 references.
  kLeftSigned,
  kLeftUnwritable,   // references whose new form cannot be written at their place
  kLeftDkim,         // the whole message, because of RewriteOptions::keep_dkim
  kSignatureBroken,  // a signature covers edited content
  kLeftEmpty,        // empty references, which load nothing, but would load something as absolute URLs
  kLeftClassName,    // the `code` of an applet names a Java class and is not a URL
  // References inside a document such as a PDF, which is never written. A record that is such a document
  // (RecordKind::kDocument) has this note even if it has no references.
  kLeftDocument,
  // References that are not mapped (RewriteOptions::map): a reference and the label of the part that it
  // names, of which only one can be mapped, or a base below which another target cannot be kept.
  kLeftDependent,
};
// The name that the manifest has as `reason`: that of the enumerator with hyphens, such as "left-signed" for
// kLeftSigned.
[[nodiscard]] MIMEBASE_API std::string_view name_of(EditNoteCode code);

// A remark about a message that is rewritten.
struct EditNote {
  const MessageInfo* message = nullptr;
  std::string_view part;  // as Link::part
  EditNoteCode code = EditNoteCode::kLeftSigned;
  std::uint64_t references = 0;  // the number of references concerned
  std::string_view detail;       // one sentence
};

// Receives the results of a Rewriter: edits and remarks, and problems through Visitor::problem().
class MIMEBASE_API RewriteVisitor : public Visitor {
 public:
  // One edit. Edits come in order and do not overlap.
  virtual void edit(const Edit&) {}
  // One remark: content was left unchanged, or a signature became invalid.
  virtual void note(const EditNote&) {}
};

// Rewrites one message after another, and calls edit(), note() and problem() of the visitor. If rewriting a
// part fails, no edits are reported for the part, or for the whole message.
class MIMEBASE_API Rewriter {
 public:
  // Copies `analyze` and `options`. AnalyzeOptions::full_data_urls has no effect: edits contain complete
  // URLs.
  Rewriter(const AnalyzeOptions& analyze, RewriteOptions options);
  ~Rewriter();
  Rewriter(Rewriter&&) noexcept;
  Rewriter& operator=(Rewriter&&) noexcept;

  // Reports the edits of one message. The record's bytes are not changed.
  void rewrite(const Record& record, RewriteVisitor& visitor);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// One rewritten message and the changes made in it.
//
// Lifetime: a Rewritten owns everything. The references and spans that its functions return point into it,
// and are valid until it is destroyed, moved from or assigned to. On a temporary, message() returns the
// message by value, and the functions that return spans cannot be called.
class MIMEBASE_API Rewritten {
 public:
  Rewritten(Rewritten&&) noexcept;
  Rewritten& operator=(Rewritten&&) noexcept;
  ~Rewritten();

  // The rewritten message.
  [[nodiscard]] const std::string& message() const&;
  [[nodiscard]] std::string message() &&;
  // The edits that were made, in order.
  [[nodiscard]] std::span<const Edit> edits() const&;
  // Remarks about content that was left unchanged, and about signatures that became invalid.
  [[nodiscard]] std::span<const EditNote> notes() const&;
  // Content that could not be read, and limits that were hit, like Analysis::problems().
  [[nodiscard]] std::span<const Error> problems() const&;
  void edits() const&& = delete;
  void notes() const&& = delete;
  void problems() const&& = delete;

 private:
  friend MIMEBASE_API Rewritten rewrite(std::string message, const RewriteOptions& options,
                                        const AnalyzeOptions& analyze);
  friend MIMEBASE_API Rewritten rewrite_document(std::string document, std::string_view content_type,
                                                 const RewriteOptions& options,
                                                 const AnalyzeOptions& analyze);
  struct MIMEBASE_LOCAL State;
  explicit Rewritten(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Rewrites `message`, one message without the From_ line of an mbox. It may be malformed.
[[nodiscard]] MIMEBASE_API Rewritten rewrite(std::string message, const RewriteOptions& options = {},
                                             const AnalyzeOptions& analyze = {});

// Rewrites a document that is not mail, and returns it as Rewritten::message(). `content_type` is a value of
// Content-Type (RFC 2045 section 5.1), such as "text/html; charset=utf-8". Documents of HTML, XML, CSS and
// text are written; any other stays unchanged, with the note kLeftDocument. Lines may have any length.
[[nodiscard]] MIMEBASE_API Rewritten rewrite_document(std::string document, std::string_view content_type,
                                                      const RewriteOptions& options = {},
                                                      const AnalyzeOptions& analyze = {});

}  // namespace v0_2
}  // namespace mimebase
