// What `check` can say: its codes, and which of them a caller wants.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/model.h"

namespace mimebase {
inline namespace v0_2 {

// In the order of their severity, then as the man page tells of them.
enum class DiagnosticCode {
  kBaseMalformed,
  kBaseNotAbsolute,
  kBaseUnsuitable,
  kBaseConflict,
  kNoBase,
  kMissingPart,
  kAmbiguousPart,
  kTextDiffers,
  kRulesDisagree,
  kLimitHit,
  kUnreadable,
  kNoScheme,
  kEmptyReference,
  kBaseRelative,
  kFirstSegmentColon,
  kFtpTypeD,
  kSameScheme,
  kAboveRoot,
  kMimeDefect,
  kCharsetUnknown,
  kTypeGuessed,
  kNotSearched,
  kFieldCut,
  kBaseDuplicate,
  kUnreferencedPart,
};

enum class Severity { kNote, kWarning, kError };

// What is wrong at some place, or would resolve differently elsewhere.
struct Diagnostic {
  const MessageInfo* message = nullptr;
  std::string_view part;  // as Link::part; empty where it is about the message or the input
  DiagnosticCode code = DiagnosticCode::kUnreadable;
  Severity severity = Severity::kError;
  std::string_view detail;    // one sentence that says what to do
  std::optional<Range> span;  // as Link::span
  // Of text-differs and rules-disagree: registrable domains, what the text or RFC 1808 names and where the
  // link or a browser leads; empty where that is no host. Empty of all others.
  std::string_view domain, other_domain;
};

// A row for each code: a new one is a name above and a row in the table.
struct DiagnosticKind {
  DiagnosticCode code;
  std::string_view name;
  Severity severity;
  std::string_view
      description;  // what it means, and what to do; what is to be typed as it is stands in backquotes
  std::string_view example;                // of what gives it
  std::optional<Severity> otherwise = {};  // of its lesser cases: rules-disagree where hosts agree
};
[[nodiscard]] MIMEBASE_API std::span<const DiagnosticKind> diagnostic_kinds();
[[nodiscard]] MIMEBASE_API const DiagnosticKind& kind_of(DiagnosticCode code);
[[nodiscard]] MIMEBASE_API std::string_view name_of(DiagnosticCode code);

[[nodiscard]] MIMEBASE_API std::string_view name_of(Severity severity);

}  // namespace v0_2
}  // namespace mimebase
