// How dangerous rows are: which ones to open first, and which ones a page shows if it has no room for all.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"

namespace mimebase::page {

// Rows of a higher danger take precedence.
enum class Danger { kNone, kOdd, kWrong, kDeceptive };
inline constexpr std::size_t kDangerCount = 4;

[[nodiscard]] Danger danger_of(const Diagnostic& diagnostic);
// The danger that the link itself shows, without its diagnostics.
[[nodiscard]] Danger danger_of(const Link& link);
[[nodiscard]] Danger danger_of(const Comparison& comparison);

// A kind of deception, with the texts of the section that lists what it found. `says` and `leads` are the
// titles of the domains of a diagnostic; they are empty if it has none.
struct Deception {
  DiagnosticCode code;
  std::string_view title, description, says, leads;
  std::string_view one, many;  // "1 LINK ...", "2 LINKS ..."
};
// The most dangerous first.
[[nodiscard]] std::span<const Deception> deceptions();
// Whether the deceptions include the diagnostic: browsers may resolve a reference differently for harmless
// reasons too, which is a note.
[[nodiscard]] bool is_deception(DiagnosticCode code, Severity severity);

}  // namespace mimebase::page
