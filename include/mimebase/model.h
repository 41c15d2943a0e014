// The results of an analysis: layers and candidates of base URLs (RFC 1808 section 3), the entities of a
// message, and the references found in them.
//
// These structures are views and own nothing. Those that a Visitor receives are valid during that call; those
// of an Analysis are valid as long as the Analysis. All text is UTF-8, except for the name of a source: it
// has the bytes that the file system or the caller uses. Byte offsets start at 0.
//
//   void show(const mimebase::Link& link) {
//     std::cout << link.part << ' ' << link.context << ' ' << link.resolved.value_or(link.reference) << '\n';
//   }
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/range.h"
#include "mimebase/unwrap.h"

namespace mimebase {
inline namespace v0_2 {

// The kinds of declarations of a base.
enum class BaseBy {
  kNone,             // RFC 1808 section 3.4: nothing defines a base
  kHtmlBase,         // the first <base href> of an HTML document
  kXmlBase,          // xml:base
  kHtmlCodebase,     // codebase of an object or applet
  kJsonBase,         // `@base` of the active context in JSON-LD (JSON-LD 1.1 section 4.1.3)
  kPdfBase,          // /Base of the catalog's /URI dictionary in a PDF (ISO 32000-2 section 12.6.4.8)
  kXmpBase,          // xmp:BaseURL in the metadata of a document
  kOfficeBase,       // HyperlinkBase in the properties of an Office document
  kRtfBase,          // \\hlinkbase of an RTF document
  kBaseHeader,       // Base: <URL:...> (RFC 1808 section 3.1)
  kContentBase,      // Content-Base: (RFC 2110)
  kContentLocation,  // Content-Location: (RFC 2110, RFC 2557)
  kRetrievalUrl,     // supplied by the caller, or Snapshot-Content-Location of the outermost header
  kTargetUri,        // WARC-Target-URI of a record of a web archive (ISO 28500)
  kSavedFrom,        // the comment in which a browser noted where it saved an HTML document from
};

// The subsection of RFC 1808 section 3 by which a base applies to an entity and to the references in it.
enum class BaseSection {
  kWithinContent,        // 3.1: the content or header of the entity itself declares the base
  kEncapsulatingEntity,  // 3.2: an enclosing entity declares the base
  kRetrievalUrl,         // 3.3: the base is the retrieval URL
  kDefault,              // 3.4: nothing defines a base
};

// The outcome for a candidate for the base of an entity.
enum class CandidateState {
  kEffective,     // the candidate is the base
  kOverridden,    // usable, but a layer further inside defines the base
  kMalformed,     // empty, a Base without "<URL:...>", or contains a control character, a space, "<" or ">"
  kRelative,      // relative, and there is no base to resolve it against
  kUnsuitable,    // the scheme of the candidate does not allow relative URLs ("mailto:")
  kMatchingOnly,  // used only to match parts, not to resolve references (thismessage:/ of RFC 2557)
  kNotFollowed,   // usable, but not a base where it stands, such as Content-Location in an HTTP header
};

// The outcome for a reference.
enum class LinkStatus {
  kResolved,      // relative, and resolved against a base
  kAbsolute,      // absolute as written
  kPart,          // refers to a part of the same message
  kMissingPart,   // a cid: or mid: URL of this message that matches none of its parts
  kSameDocument,  // begins with "#"
  kUnresolved,    // relative, without a base
  kGuessed,       // a bare "www." in text, prefixed with "http://"
  kInvalid,       // not a URL under the rule set
  kDefanged,      // text such as "hxxp://a[.]b"; `resolved` is the live form
};
// The number of LinkStatus values.
inline constexpr int kLinkStatusCount = 9;

// The use of a reference. kind_of_context() derives it from Link::context alone. Only the href of a `<link>`
// also depends on its rel; kind_of_context() takes it for that of a style sheet.
enum class LinkKind {
  kLink,      // opens another page: the href of `<a>` and `<area>`, a refresh
  kImage,     // the src of `<img>`, and url() in style sheets
  kStyle,     // the href of `<link>`, and `import` in style sheets
  kScript,    // the src of `<script>`
  kFrame,     // the src of `<iframe>` and `<frame>`
  kForm,      // the action of a form
  kMedia,     // audio, video and embedded objects
  kMetadata,  // describes the document or an element: `cite`, `profile`
  kBase,      // declares a base in content: `<base>`, `xml:base`
  kHeader,    // in a field of a header
  kText,      // in plain text, or in the text of HTML
  kOther,
};

// Whether the content of an entity was searched for references, or why it was not. kNo: the type of the
// content cannot be searched. kEncrypted: the content is encrypted. kSignedOpaque: the content is in a
// signature (CMS) that cannot be read. kContainer: the content is in the parts of the entity, which are
// searched separately. kLimit: a limit was hit. kExternal: the content is not in the message
// (message/external-body, RFC 2017).
enum class Searched { kYes, kNo, kEncrypted, kSignedOpaque, kContainer, kLimit, kExternal };

// name_of() returns the name that rows use, or an empty string for a value outside the enumeration. The names
// of BaseBy: "none", "html-base", "xml-base", "html-codebase", "json-base", "base-header",
// "pdf-base", "xmp-base", "office-base", "rtf-base", "content-base", "content-location", "retrieval-url",
// "target-uri", "saved-from".
[[nodiscard]] MIMEBASE_API std::string_view name_of(BaseBy by);
// "3.1", "3.2", "3.3", "3.4".
[[nodiscard]] MIMEBASE_API std::string_view name_of(BaseSection section);
// "effective", "overridden", "malformed", "relative", "unsuitable", "matching-only", "not-followed".
[[nodiscard]] MIMEBASE_API std::string_view name_of(CandidateState state);
// "resolved", "absolute", "part", "missing-part", "same-document", "unresolved", "guessed", "invalid",
// "defanged".
[[nodiscard]] MIMEBASE_API std::string_view name_of(LinkStatus status);
// "link", "image", "style", "script", "frame", "form", "media", "metadata", "base", "header", "text",
// "other".
[[nodiscard]] MIMEBASE_API std::string_view name_of(LinkKind kind);
// "yes", "no", "encrypted", "signed-opaque", "container", "limit", "external".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Searched searched);
// Returns the use of a reference in this context (Link::context). In a nested context such as
// "style/css:url", the innermost context decides.
[[nodiscard]] MIMEBASE_API LinkKind kind_of_context(std::string_view context);
// Returns the header fields that declare a base, innermost first: kBaseHeader, kContentBase,
// kContentLocation.
[[nodiscard]] MIMEBASE_API std::vector<BaseBy> default_base_headers();
// Returns the name of the field: "Base", "Content-Base", "Content-Location". Empty if `by` is not a header
// field.
[[nodiscard]] MIMEBASE_API std::string_view header_name(BaseBy by);
// Returns the value for the header field of this name, ignoring case. Returns nullopt if this field declares
// no base.
[[nodiscard]] MIMEBASE_API std::optional<BaseBy> header_from_name(std::string_view name);

// The values of one header field of the outermost message. AnalyzeOptions::fields selects the fields.
struct NamedField {
  std::string_view name;  // as in AnalyzeOptions::fields
  // One value per occurrence of the field, decoded (RFC 2047) and unfolded, in the order of the header. Empty
  // if the field does not occur.
  std::span<const std::string_view> values;
};

// Programs that show, archive or scan mail. The library knows how each of them treats bases and parts.
enum class MailReader {
  kRfc1808,  // not a program: RFC 1808 to the letter
  kChromium,
  kThunderbird,
  kRoundcube,
  kEvolution,
  kKmail,
  kMhonarc,
  kHypermail,
  kSpamassassin,
  kRspamd,
  // Programs that show documents. They open no other part of a message.
  kPdfium,
  kPdfjs,
  kPoppler,
  kMupdf,
  kWord,
  kLibreoffice,
};
// "rfc1808", "chromium", "thunderbird", "roundcube", "evolution", "kmail", "mhonarc", "hypermail",
// "spamassassin", "rspamd", "pdfium", "pdfjs", "poppler", "mupdf", "word", "libreoffice".
[[nodiscard]] MIMEBASE_API std::string_view name_of(MailReader reader);

// kRfc1808, kChromium, kThunderbird, kRoundcube, kMhonarc.
[[nodiscard]] MIMEBASE_API std::vector<MailReader> default_compared_readers();

// The reason why a mail reader opens a reference: a person clicks it (kClick), or the reader loads it with
// the message (kLoad). kNone means that the reader never opens the reference.
enum class OpensBy { kNone, kClick, kLoad };
// "none", "click", "load".
[[nodiscard]] MIMEBASE_API std::string_view name_of(OpensBy by);

// The URL or part that a reader opens for a reference. At most one of `url` and `part` is set. If neither is
// set, the reader opens nothing.
struct Opens {
  std::optional<std::string_view> url;   // as the reader writes it
  std::optional<std::string_view> part;  // a part of the message
  OpensBy by = OpensBy::kNone;
  [[nodiscard]] bool is_nothing() const { return !url && !part; }
  bool operator==(const Opens&) const = default;
};

// The outermost message, and the place where it was found.
struct MessageInfo {
  std::string_view source;   // the input's name as the caller gave it
  std::uint64_t number = 0;  // 1, 2, ... within the source
  // Start of the message's record, in bytes of the decompressed source (Record::offset).
  std::uint64_t offset = 0;
  std::optional<std::string_view> message_id;  // without "<" and ">"
  std::optional<std::string_view> date;        // RFC 3339, in the time zone of the Date field
  std::optional<std::string_view> from;        // decoded
  std::optional<std::string_view> subject;     // decoded
  std::span<const NamedField> fields = {};     // one per name in AnalyzeOptions::fields, in that order
  // Text output shows it if there is no subject. A document's title, or WARC-Target-URI. In no column.
  std::optional<std::string_view> title = {};
};

// Returns the sentence that every command prints for a problem of a message: "SOURCE: message N: part P:
// WHAT". If `part` is empty, "part P: " is missing.
[[nodiscard]] MIMEBASE_API std::string problem_sentence(const MessageInfo& message, std::string_view part,
                                                        std::string_view what);
// Returns the sentence for a message whose analysis stopped early: "SOURCE: message N at byte OFFSET: WHAT".
[[nodiscard]] MIMEBASE_API std::string unreadable_sentence(const MessageInfo& message, std::string_view what);

// The base that applies to a reference or an entity, and the place that declares the base.
struct BaseInfo {
  std::string_view url;  // empty if no base is defined
  BaseSection section = BaseSection::kDefault;
  BaseBy by = BaseBy::kNone;
  // The header or part that declares the base: "HEADER", "2.HEADER", "1.2". Nullopt for layers
  // of section 3.3, and for kNone.
  std::optional<std::string_view> part;
  bool operator==(const BaseInfo&) const = default;
};

// One occurrence of a reference.
struct Link {
  const MessageInfo* message = nullptr;
  std::string_view part;                         // "1.2", or a header: "HEADER", "2.HEADER", "1.2.MIME"
  std::optional<std::string_view> content_type;  // lower case, no parameters; nullopt for a header
  // Message-ID of the nested message that contains the part; nullopt in the outermost message.
  std::optional<std::string_view> in_message_id;
  std::string_view context;  // "a@href", "text", "header:list-archive"
  // The reason why a person may not see the reference: "comment", "conditional-comment", "template",
  // "unreachable" (an object of a PDF that nothing refers to), "style", "script" (only a script uses it).
  // Nullopt if there is none.
  std::optional<std::string_view> hidden;
  // The place of the reference, in bytes of the part's content, after transfer decoding and before charset
  // conversion. In a header, in bytes of the unfolded field value. Nullopt if `where` is set.
  std::optional<Range> span;
  std::optional<std::string_view> text;  // anchor text
  std::string_view reference;            // as written, after decoding of HTML, CSS or XML
  std::optional<std::string_view> resolved;
  LinkStatus status = LinkStatus::kUnresolved;
  // The part that the reference refers to. Set if and only if `status` is kPart.
  std::optional<std::string_view> target_part;
  BaseInfo base;
  // The host of `resolved`, in lower case. If there is no base, this is the host of a reference such as
  // "//host/x". An internationalized name is always in its ASCII form ("xn--bcher-kva.example").
  std::optional<std::string_view> host;
  LinkKind kind = LinkKind::kOther;
  WrapperNames wrappers;  // services that wrap `resolved`, outermost first
  // The innermost URL that could be decoded from the wrapped URL `resolved` (unwrap.h). Nullopt if there is
  // none.
  std::optional<std::string_view> unwrapped;
  // The place inside a document whose text has no bytes of its own. Nullopt for everything else.
  std::optional<std::string_view> where;
  // The URL that the content was retrieved from, as far as the message or the caller says: the usable base of
  // RFC 1808 section 3.3, even if another base applies.
  std::optional<std::string_view> page;
  // `host` in Unicode ("bücher.example"). Nullopt if the host has no label in ASCII form ("xn--") that can be
  // decoded.
  std::optional<std::string_view> host_unicode;
  // The scheme of a list archive that `resolved` follows ("public-inbox", "hyperkitty", "archived-at"), and
  // the Message-ID (percent-decoded, without "<" and ">"), hash or number that it names. Nullopt if
  // `resolved` names no message in a known form.
  std::optional<std::string_view> permalink, permalink_names;
  // AnalyzeOptions::reader, and what this reader opens for the reference. `opens` is empty with kRfc1808.
  MailReader reader = MailReader::kRfc1808;
  Opens opens;
};

// The outcome of settling a reference that names a message of a list archive. The first one that fits counts.
enum class LedgerState {
  kAmbiguous,  // several messages of the input have this name
  kMessage,    // the input has the message
  kLost,       // an address of an archive that the input names as its own, which lacks the message
  kCandidate,  // the archive has computed the name from its own copy of the message
  kPageBound,  // a number that only the pages of the archive translate
  kElsewhere,  // an address of another archive
};
// "ambiguous", "message", "lost", "candidate", "page-bound", "elsewhere".
[[nodiscard]] MIMEBASE_API std::string_view name_of(LedgerState state);

// A reference that names a message of a list archive, and the message of the input that it leads to.
struct LedgerEntry {
  const MessageInfo* message = nullptr;  // that contains the reference
  std::string_view part, context;        // as in Link
  std::optional<Range> span;             // likewise
  std::string_view reference;
  std::optional<std::string_view> resolved;
  // The scheme of the archive's URLs, the list and the message that the URL names. The scheme is nullopt for
  // a URL that only LedgerOptions::ids explains.
  std::optional<std::string_view> scheme, list, names;
  LedgerState state = LedgerState::kElsewhere;
  // With kMessage: MessageInfo::source, as rows show it, and MessageInfo::number.
  std::optional<std::string_view> target_source;
  std::optional<std::uint64_t> target_message;
};

// The greatest difference between the URLs that mail readers open for one reference. The values are ordered
// from the smallest difference to the greatest.
enum class Disagreement {
  kNothing,  // some readers open nothing, others open something
  kUrl,      // different URLs of one host, or different parts
  kHost,     // different hosts of one registrable domain
  kDomain,   // different registrable domains
};
// "nothing", "url", "host", "domain".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Disagreement difference);

// The URL or part that one mail reader opens for a reference.
struct ReaderOpens {
  MailReader reader = MailReader::kRfc1808;
  // `opens.by` is kNone if the reader does not follow such references, or opens this reference only if a
  // person allows it.
  Opens opens;
};

// The reason why a mail reader opens nothing for a reference.
enum class Unopened {
  kNotShown,  // it does not show the part
  kFile,      // it shows nothing of the whole message
  kHidden,    // it does not show this content: a comment, a template, what a scanner skips
  kIgnored,   // it does not look at such attributes, or does not link such text
  kNoPart,    // a cid: or mid: URL that names no part for it
  kNoBase,    // a relative reference, for which it has no base
  kNoUrl,     // it makes no URL of the reference, or drops such URLs
  kBlocked,   // remote content that it never loads, or loads only if a person allows it
};
// "not-shown", "file", "hidden", "ignored", "no-part", "no-base", "no-url", "blocked".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Unopened reason);
// The same in words: "the part is not shown".
[[nodiscard]] MIMEBASE_API std::string_view sentence_of(Unopened reason);

// A mail reader that opens nothing for a reference.
struct ReaderReason {
  MailReader reader = MailReader::kRfc1808;
  Unopened reason = Unopened::kNotShown;
};

// A reference for which mail readers open different URLs or parts.
struct Comparison {
  const MessageInfo* message = nullptr;
  std::string_view part;  // this and the next three members are as in Link
  std::string_view context;
  std::optional<Range> span;
  std::string_view reference;
  Disagreement difference = Disagreement::kNothing;
  std::span<const ReaderOpens> readers;   // in the order of AnalyzeOptions::compared
  std::span<const ReaderReason> reasons;  // of those readers that open nothing, in the same order
};

// One candidate in an entity's chain of layers.
struct Candidate {
  BaseSection section = BaseSection::kWithinContent;
  BaseBy by = BaseBy::kNone;
  std::optional<std::string_view> part;
  std::string_view raw;                 // as written
  std::optional<std::string_view> url;  // absolute; nullopt if it cannot be resolved
  CandidateState state = CandidateState::kOverridden;
};

// One entity of a message.
struct Entity {
  const MessageInfo* message = nullptr;
  std::string_view part;  // "TEXT", "1", "2.TEXT", "2.1"
  int depth = 0;          // 0 for the message's body
  std::string_view content_type;
  std::optional<std::string_view> charset, transfer_encoding, disposition, filename;
  std::uint64_t size_bytes = 0;        // after transfer decoding
  std::optional<Range> heading, body;  // raw bytes in the decompressed source; nullopt inside an encoded part
  std::optional<std::string_view> content_id, content_location;
  Searched searched = Searched::kNo;
  BaseInfo base;
  std::span<const Candidate> chain;  // innermost first
  std::string_view defect;           // what is wrong with the MIME structure of the entity; may be empty
};

}  // namespace v0_2
}  // namespace mimebase
