// What an analysis tells: layers and candidates of base URLs (RFC 1808 section 3), the entities of a message,
// and the references found in them.
//
// All of these structures are views, and own nothing: what a Visitor is given lives during that call, what an
// Analysis gives as long as the Analysis. All text is UTF-8, but for the name of a source, which is as the
// system has it. Bytes are counted from 0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/range.h"

namespace mimebase {
inline namespace v0_2 {

// Where a base can come from.
enum class BaseBy {
  kNone,             // RFC 1808 section 3.4: nothing defines a base
  kHtmlBase,         // the first <base href> of an HTML document
  kXmlBase,          // xml:base
  kHtmlCodebase,     // codebase of an object or applet
  kBaseHeader,       // Base: <URL:...> (RFC 1808 section 3.1)
  kContentBase,      // Content-Base: (RFC 2110)
  kContentLocation,  // Content-Location: (RFC 2110, RFC 2557)
  kRetrievalUrl,     // given from outside, or Snapshot-Content-Location of the outermost heading
};

// The subsections of RFC 1808 section 3, seen from the entity in which a reference stands.
enum class BaseSection {
  kWithinContent,        // 3.1: its content or its own heading
  kEncapsulatingEntity,  // 3.2: an entity around it
  kRetrievalUrl,         // 3.3
  kDefault,              // 3.4: none
};

// What became of a candidate.
enum class CandidateState {
  kEffective,     // it is the base
  kOverridden,    // usable, but one further in won
  kMalformed,     // wrong wrapper, empty, or controls, spaces, "<" or ">" inside
  kRelative,      // not absolute, and nothing to resolve it against
  kUnsuitable,    // a scheme that cannot be a base ("mailto:")
  kMatchingOnly,  // serves to match parts, not to resolve (RFC 2557's thismessage:/)
};

// What could be said of a reference.
enum class LinkStatus {
  kResolved,      // was relative, and there is a base
  kAbsolute,      // was absolute as written
  kPart,          // names a part of the same message
  kMissingPart,   // a cid: or mid: of this message that no part bears
  kSameDocument,  // begins with "#"
  kUnresolved,    // relative, and no base
  kGuessed,       // a bare "www." in text, with "http://" put before it
  kInvalid,       // the rule set gives no URL
};
inline constexpr int kLinkStatusCount = 8;

// Why an entity's content was searched for references or not.
enum class Searched { kYes, kNo, kEncrypted, kSignedOpaque, kContainer, kLimit, kExternal };

// The names that the JSON Lines use.
[[nodiscard]] MIMEBASE_API std::string_view name_of(BaseBy by);
[[nodiscard]] MIMEBASE_API std::string_view name_of(BaseSection section);
[[nodiscard]] MIMEBASE_API std::string_view name_of(CandidateState state);
[[nodiscard]] MIMEBASE_API std::string_view name_of(LinkStatus status);
[[nodiscard]] MIMEBASE_API std::string_view name_of(Searched searched);
// The header fields that declare a base, the innermost first: kBaseHeader, kContentBase, kContentLocation.
[[nodiscard]] MIMEBASE_API std::vector<BaseBy> default_base_headers();
// "Base", "Content-Base", "Content-Location"; empty for what is no header field.
[[nodiscard]] MIMEBASE_API std::string_view header_name(BaseBy by);
// Returns the header field of this name, in any case, or nothing.
[[nodiscard]] MIMEBASE_API std::optional<BaseBy> header_from_name(std::string_view name);

// The outermost message, and where it came from.
struct MessageInfo {
  std::string_view source;                     // the input as named
  std::uint64_t number = 0;                    // 1, 2, ... within the source
  std::uint64_t offset = 0;                    // bytes: where its record starts in the decompressed source
  std::optional<std::string_view> message_id;  // without "<" and ">"
  std::optional<std::string_view> date;        // RFC 3339, in its own zone
  std::optional<std::string_view> from;        // decoded
  std::optional<std::string_view> subject;     // decoded
};

// Returns the sentence that every command prints about a message: "SOURCE: message N: part P: WHAT". `part`
// may be empty.
[[nodiscard]] MIMEBASE_API std::string problem_sentence(const MessageInfo& message, std::string_view part,
                                                        std::string_view what);
// Returns the sentence about a message that was not read to its end: "SOURCE: message N at byte OFFSET:
// WHAT".
[[nodiscard]] MIMEBASE_API std::string unreadable_sentence(const MessageInfo& message, std::string_view what);

// The base that applies at some place, and who says so.
struct BaseInfo {
  std::string_view url;  // empty where nothing defines one
  BaseSection section = BaseSection::kDefault;
  BaseBy by = BaseBy::kNone;
  // "HEADER", "2.HEADER", "1.2"; nothing for kRetrievalUrl and kNone.
  std::optional<std::string_view> part;
  bool operator==(const BaseInfo&) const = default;
};

// One occurrence of a reference.
struct Link {
  const MessageInfo* message = nullptr;
  std::string_view part;                         // "1.2", or a heading: "HEADER", "2.HEADER", "1.2.MIME"
  std::optional<std::string_view> content_type;  // lower case, no parameters; nothing for a heading
  std::optional<std::string_view> in_message_id;
  std::string_view context;  // "a@href", "text", "header:list-archive"
  std::optional<std::string_view> hidden;
  // Bytes of the part's content after transfer decoding and before charset conversion; in a heading bytes
  // of the unfolded field value.
  Range span;
  std::optional<std::string_view> text;  // anchor text
  std::string_view reference;            // as written, after HTML, CSS or XML decoding
  std::optional<std::string_view> resolved;
  LinkStatus status = LinkStatus::kUnresolved;
  std::optional<std::string_view> target_part;
  BaseInfo base;
  std::optional<std::string_view> host;  // of `resolved`, or of "//host/x" without a base; lower case
};

// One candidate in an entity's chain of layers.
struct Candidate {
  BaseSection section = BaseSection::kWithinContent;
  BaseBy by = BaseBy::kNone;
  std::optional<std::string_view> part;
  std::string_view raw;                 // as written
  std::optional<std::string_view> url;  // absolute, where it could be made so
  CandidateState state = CandidateState::kOverridden;
};

// One entity of a message, in the order of the message.
struct Entity {
  const MessageInfo* message = nullptr;
  std::string_view part;  // "TEXT", "1", "2.TEXT", "2.1"
  int depth = 0;          // 0 for the message's body
  std::string_view content_type;
  std::optional<std::string_view> charset, transfer_encoding, disposition, filename;
  std::uint64_t size_bytes = 0;        // decoded
  std::optional<Range> heading, body;  // raw bytes in the decompressed source; nothing inside an encoded part
  std::optional<std::string_view> content_id, content_location;
  Searched searched = Searched::kNo;
  BaseInfo base;
  std::span<const Candidate> chain;  // innermost first
  std::string_view defect;           // what is wrong with its MIME structure, or empty
};

}  // namespace v0_2
}  // namespace mimebase
