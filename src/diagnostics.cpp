// The one table of what `check` can say.
#include "mimebase/diagnostics.h"

#include <array>

namespace mimebase {
namespace {

using enum DiagnosticCode;
using enum Severity;

constexpr std::array<DiagnosticKind, 24> kKinds = {{
    {kBaseMalformed, "base-malformed", kError},
    {kBaseNotAbsolute, "base-not-absolute", kError},
    {kBaseUnsuitable, "base-unsuitable", kError},
    {kBaseConflict, "base-conflict", kError},
    {kNoBase, "no-base", kError},
    {kMissingPart, "missing-part", kError},
    {kAmbiguousPart, "ambiguous-part", kError},
    {kTextDiffers, "text-differs", kError},
    {kRulesDisagree, "rules-disagree", kError, kNote},
    {kLimitHit, "limit-hit", kError},
    {kUnreadable, "unreadable", kError},
    {kNoScheme, "no-scheme", kWarning},
    {kEmptyReference, "empty-reference", kWarning},
    {kBaseRelative, "base-relative", kWarning},
    {kFirstSegmentColon, "first-segment-colon", kWarning},
    {kFtpTypeD, "ftp-type-d", kWarning},
    {kSameScheme, "same-scheme", kWarning},
    {kAboveRoot, "above-root", kWarning},
    {kMimeDefect, "mime-defect", kWarning},
    {kCharsetUnknown, "charset-unknown", kWarning},
    {kTypeGuessed, "type-guessed", kWarning},
    {kNotSearched, "not-searched", kWarning},
    {kBaseDuplicate, "base-duplicate", kNote},
    {kUnreferencedPart, "unreferenced-part", kNote},
}};

// The table is indexed by the code.
constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (static_cast<std::size_t>(kKinds[i].code) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const DiagnosticKind> diagnostic_kinds() {
  return kKinds;
}

const DiagnosticKind& kind_of(DiagnosticCode code) {
  return kKinds[static_cast<std::size_t>(code)];
}

std::string_view name_of(DiagnosticCode code) {
  return kind_of(code).name;
}

std::optional<Severity> severity_from_name(std::string_view name) {
  for (const Severity severity : {kNote, kWarning, kError}) {
    if (name == name_of(severity)) return severity;
  }
  return std::nullopt;
}

}  // namespace mimebase
