// Diagnostics that `check` reports: their codes and severities, and the table that describes them.
//
//   for (const mimebase::DiagnosticKind& kind : mimebase::diagnostic_kinds())
//     std::cout << kind.name << ": " << name_of(kind.severity) << '\n';
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/model.h"

namespace mimebase {
inline namespace v0_2 {

// The codes of diagnostics, ordered by severity. Within a severity, the order is that of the man page.
enum class DiagnosticCode {
  kBaseMalformed,
  kBaseNotAbsolute,
  kBaseUnsuitable,
  kBaseConflict,
  kNoBase,
  kMissingPart,
  kAmbiguousPart,
  kTextDiffers,
  kTitleDiffers,
  kUserinfo,
  kLookAlike,
  kScriptLink,
  kRulesDisagree,
  kReadersDisagree,
  kLimitHit,
  kUnreadable,
  kNoScheme,
  kEmptyReference,
  kBaseSplit,
  kOddHost,
  kFormTarget,
  kBaseHidden,
  kBaseRelative,
  kFirstSegmentColon,
  kFtpTypeD,
  kSameScheme,
  kAboveRoot,
  kMimeAmbiguous,
  kMimeDefect,
  kCharsetUnknown,
  kTypeGuessed,
  kNotSearched,
  kDocumentActive,
  kDocumentBaseSplit,
  kFragment,
  kRedirectOpen,
  kTracker,
  kFieldCut,
  kBaseDuplicate,
  kUnreferencedPart,
};

// Ordered from the least severe to the most severe.
enum class Severity { kNote, kWarning, kError };

// One fault in a message, or one reference that other software would resolve differently.
struct Diagnostic {
  const MessageInfo* message = nullptr;
  std::string_view part;  // like Link::part; empty if the diagnostic is about the message or the input
  DiagnosticCode code = DiagnosticCode::kUnreadable;
  Severity severity = Severity::kError;
  std::string_view detail;    // one sentence that says what to do
  std::optional<Range> span;  // like Link::span
  // The two registrable domains that some codes compare. Depending on the code, `domain` is the domain that
  // the text or the tooltip names, that a look-alike imitates, that RFC 1808 or the first mail reader leads
  // to, or that the base or the outer URL has. `other_domain` is the domain that the link, the inner URL or a
  // browser leads to. A member is empty if there is no host. Both are empty for codes that compare no
  // domains.
  std::string_view domain, other_domain;
};

// Describes a diagnostic code. To add a code, add a value to DiagnosticCode and a row to the table.
struct DiagnosticKind {
  DiagnosticCode code;
  std::string_view name;
  Severity severity;
  std::string_view description;  // meaning and remedy; text to be typed literally is in backquotes
  std::string_view example;      // a case that triggers it
  // The severity of milder cases. For example, rules-disagree is a note if the hosts agree.
  std::optional<Severity> otherwise = {};
};
// The table, in the order of DiagnosticCode.
[[nodiscard]] MIMEBASE_API std::span<const DiagnosticKind> diagnostic_kinds();
// Returns the row of a code. `code` must be a value of the enumeration.
[[nodiscard]] MIMEBASE_API const DiagnosticKind& kind_of(DiagnosticCode code);
// Returns the name that output and options use: "base-malformed". Returns an empty string if `code` is not a
// value of the enumeration.
[[nodiscard]] MIMEBASE_API std::string_view name_of(DiagnosticCode code);

// A group of codes with one purpose, which options take in place of the codes. A code may be in several
// groups.
struct DiagnosticGroup {
  std::string_view name;                  // "deceptive"
  std::string_view description;           // what its codes report
  std::span<const DiagnosticCode> codes;  // in the order of DiagnosticCode
};
// Returns the groups. Each code is in at least one of them.
[[nodiscard]] MIMEBASE_API std::span<const DiagnosticGroup> diagnostic_groups();

// "note", "warning", "error".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Severity severity);

}  // namespace v0_2
}  // namespace mimebase
