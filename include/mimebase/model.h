// The results of an analysis: layers and candidates of base URLs (RFC 1808 section 3), the entities of a
// message, and the references found in them.
//
// These structures are views and own nothing. Those that a Visitor receives are valid during that call; those
// of an Analysis are valid as long as the Analysis. All text is UTF-8, except for the name of a source, which
// has the bytes that the system uses. Byte offsets start at 0.
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
  kBaseHeader,       // Base: <URL:...> (RFC 1808 section 3.1)
  kContentBase,      // Content-Base: (RFC 2110)
  kContentLocation,  // Content-Location: (RFC 2110, RFC 2557)
  kRetrievalUrl,     // supplied by the caller, or Snapshot-Content-Location of the outermost header
};

// The subsections of RFC 1808 section 3, relative to the entity that contains a reference.
enum class BaseSection {
  kWithinContent,        // 3.1: the entity's content or header
  kEncapsulatingEntity,  // 3.2: an enclosing entity
  kRetrievalUrl,         // 3.3
  kDefault,              // 3.4: none
};

// The outcome for a candidate.
enum class CandidateState {
  kEffective,     // it is the base
  kOverridden,    // usable, but a base further in won
  kMalformed,     // wrong wrapper, empty, or contains a control, a space, "<" or ">"
  kRelative,      // not absolute, and no base to resolve it against
  kUnsuitable,    // its scheme does not allow relative URLs ("mailto:")
  kMatchingOnly,  // used to match parts, not to resolve (RFC 2557's thismessage:/)
};

// The outcome for a reference.
enum class LinkStatus {
  kResolved,      // relative, and resolved against a base
  kAbsolute,      // absolute as written
  kPart,          // refers to a part of the same message
  kMissingPart,   // a cid: or mid: of this message that no part has
  kSameDocument,  // begins with "#"
  kUnresolved,    // relative, without a base
  kGuessed,       // a bare "www." in text, prefixed with "http://"
  kInvalid,       // not a URL under the rule set
  kDefanged,      // text such as "hxxp://a[.]b"; `resolved` is the live form
};
// The number of LinkStatus values.
inline constexpr int kLinkStatusCount = 9;

// The use of a reference. kind_of_context() derives it from the context alone, so kStyle includes the
// href of every `<link>`, whatever its rel.
enum class LinkKind {
  kLink,      // leads somewhere: the href of `<a>` and `<area>`, a refresh
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

// Whether an entity's content was searched for references; if not, why not: there is no finder for its type
// (kNo), it is inside a signature (kSignedOpaque), its parts have the content (kContainer), a limit was hit,
// or it is elsewhere (kExternal: message/external-body, RFC 2017).
enum class Searched { kYes, kNo, kEncrypted, kSignedOpaque, kContainer, kLimit, kExternal };

// The names that rows use. All are empty for a value outside the enumeration. "none", "html-base",
// "xml-base", "html-codebase", "base-header", "content-base", "content-location", "retrieval-url".
[[nodiscard]] MIMEBASE_API std::string_view name_of(BaseBy by);
// "3.1", "3.2", "3.3", "3.4".
[[nodiscard]] MIMEBASE_API std::string_view name_of(BaseSection section);
// "effective", "overridden", "malformed", "relative", "unsuitable", "matching-only".
[[nodiscard]] MIMEBASE_API std::string_view name_of(CandidateState state);
// "resolved", "absolute", "part", "missing-part", "same-document", "unresolved", "guessed", "invalid",
// "defanged".
[[nodiscard]] MIMEBASE_API std::string_view name_of(LinkStatus status);
// "link", "image", "style", "script", "frame", "form", "media", "metadata", "base", "header", "text",
// "other".
[[nodiscard]] MIMEBASE_API std::string_view name_of(LinkKind kind);
// "yes", "no", "encrypted", "signed-opaque", "container", "limit", "external".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Searched searched);
// Returns what a reference in this context (Link::context) is used for. In a nested context the innermost one
// counts.
[[nodiscard]] MIMEBASE_API LinkKind kind_of_context(std::string_view context);
// The header fields that declare a base, innermost first: kBaseHeader, kContentBase, kContentLocation.
[[nodiscard]] MIMEBASE_API std::vector<BaseBy> default_base_headers();
// "Base", "Content-Base", "Content-Location"; empty if `by` is not a header field.
[[nodiscard]] MIMEBASE_API std::string_view header_name(BaseBy by);
// Returns the header field of this name, ignoring case, or nullopt.
[[nodiscard]] MIMEBASE_API std::optional<BaseBy> header_from_name(std::string_view name);

// A header field of the outermost message that AnalyzeOptions::fields names.
struct NamedField {
  std::string_view name;  // as named there
  // Decoded (RFC 2047) and unfolded, in the order of the header; empty if the field does not occur.
  std::span<const std::string_view> values;
};

// Programs that show, archive or scan mail, and whose treatment of bases and parts is known.
enum class MailReader {
  kRfc1808,  // none: RFC 1808 to the letter
  kChromium,
  kThunderbird,
  kRoundcube,
  kEvolution,
  kKmail,
  kMhonarc,
  kHypermail,
  kSpamassassin,
  kRspamd,
};
// "rfc1808", "chromium", "thunderbird", "roundcube", "evolution", "kmail", "mhonarc", "hypermail",
// "spamassassin", "rspamd".
[[nodiscard]] MIMEBASE_API std::string_view name_of(MailReader reader);

// kRfc1808, kChromium, kThunderbird, kRoundcube, kMhonarc.
[[nodiscard]] MIMEBASE_API std::vector<MailReader> default_compared_readers();

// The reason why a reader opens a reference: a person clicks it, or the reader loads it with the message.
// kNone if it never opens it.
enum class OpensBy { kNone, kClick, kLoad };
// "none", "click", "load".
[[nodiscard]] MIMEBASE_API std::string_view name_of(OpensBy by);

// The URL or part that a reader opens for a reference. At most one of `url` and `part` is set; neither means
// nothing.
struct Opens {
  std::optional<std::string_view> url;   // as the reader writes it
  std::optional<std::string_view> part;  // a part of the message
  OpensBy by = OpensBy::kNone;
  bool operator==(const Opens&) const = default;
};

// The outermost message and its origin.
struct MessageInfo {
  std::string_view source;                     // the input's name as the caller gave it
  std::uint64_t number = 0;                    // 1, 2, ... within the source
  std::uint64_t offset = 0;                    // start of its record, in bytes of the decompressed source
  std::optional<std::string_view> message_id;  // without "<" and ">"
  std::optional<std::string_view> date;        // RFC 3339, in the message's own time zone
  std::optional<std::string_view> from;        // decoded
  std::optional<std::string_view> subject;     // decoded
  std::span<const NamedField> fields = {};     // one per name in AnalyzeOptions::fields, in that order
};

// The sentence that every command prints about a message: "SOURCE: message N: part P: WHAT". `part` may be
// empty.
[[nodiscard]] MIMEBASE_API std::string problem_sentence(const MessageInfo& message, std::string_view part,
                                                        std::string_view what);
// The sentence about a message that was not read to its end: "SOURCE: message N at byte OFFSET: WHAT".
[[nodiscard]] MIMEBASE_API std::string unreadable_sentence(const MessageInfo& message, std::string_view what);

// The base that applies to a reference or an entity, and its origin.
struct BaseInfo {
  std::string_view url;  // empty if no base is defined
  BaseSection section = BaseSection::kDefault;
  BaseBy by = BaseBy::kNone;
  // The part that declares it: "HEADER", "2.HEADER", "1.2". Nullopt for kRetrievalUrl and kNone.
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
  // Why a reader may not see it: "comment", "conditional-comment", "template", "style".
  std::optional<std::string_view> hidden;
  // In bytes of the part's content, after transfer decoding and before charset conversion. For a header, in
  // bytes of the unfolded field value.
  Range span;
  std::optional<std::string_view> text;  // anchor text
  std::string_view reference;            // as written, after decoding of HTML, CSS or XML
  std::optional<std::string_view> resolved;
  LinkStatus status = LinkStatus::kUnresolved;
  // The part that it refers to; set if and only if `status` is kPart.
  std::optional<std::string_view> target_part;
  BaseInfo base;
  // The host of `resolved`, or of "//host/x" without a base, in lower case; an internationalized name has its
  // ASCII form ("xn--bcher-kva.example"), however it is written.
  std::optional<std::string_view> host;
  LinkKind kind = LinkKind::kOther;
  WrapperNames wrappers;  // services that wrap `resolved`, outermost first
  // The innermost URL of `resolved` that could be decoded (unwrap.h); nullopt if none was.
  std::optional<std::string_view> unwrapped;
  // AnalyzeOptions::reader and what it opens, if it is set; else kRfc1808 and nothing.
  MailReader reader = MailReader::kRfc1808;
  Opens opens;
};

// How much readers differ about a reference, from the smallest difference to the greatest.
enum class Disagreement {
  kNothing,  // some open nothing
  kUrl,      // other URLs of one host, or other parts
  kHost,     // other hosts of one registrable domain
  kDomain,   // other registrable domains
};
// "nothing", "url", "host", "domain".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Disagreement difference);

// The answer of one reader for a reference.
struct ReaderOpens {
  MailReader reader = MailReader::kRfc1808;
  // The target of the reference. `by` is kNone if the reader does not follow such references, or does not
  // open this one unless a person allows it.
  Opens opens;
};

// A reference that readers disagree about.
struct Comparison {
  const MessageInfo* message = nullptr;
  std::string_view part;  // as in Link, like the next three
  std::string_view context;
  Range span;
  std::string_view reference;
  Disagreement difference = Disagreement::kNothing;
  std::span<const ReaderOpens> readers;  // in the order of AnalyzeOptions::compared
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
  std::string_view defect;           // what is wrong with its MIME structure; may be empty
};

}  // namespace v0_2
}  // namespace mimebase
