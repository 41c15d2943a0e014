// Resolves by RFC 1808 section 4, and by its draft of January 1995.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "mimebase/url.h"

namespace mimebase::url {

// Selects the "<segment>/.." that steps 6c and 6d remove.
enum class ParentRule {
  kNotAfterParent,  // RFC 1808: only if <segment> is not ".."
  kAnySegment,      // the draft: any <segment>, including ".."
};

// Appends `path` to the path in `out` that starts at `path_start` and is empty or ends with a slash. Performs
// steps 6a to 6d in one pass, with the output as the stack. An empty segment counts as a segment; the slash
// at the start of a path does not.
void append_segments(std::string_view path, ParentRule rule, std::size_t path_start, std::string& out);

// A base URL, split once for all references that are resolved against it. It has views into its own text, so
// it cannot be copied or moved.
class Rfc1808Base {
 public:
  // `base` must be cleaned (split.h), and may be empty.
  Rfc1808Base(std::string_view base, ParentRule rule);
  Rfc1808Base(const Rfc1808Base&) = delete;
  Rfc1808Base& operator=(const Rfc1808Base&) = delete;

  // `reference` must be cleaned, and `out` empty. Writes the absolute form to `out`.
  [[nodiscard]] Result<void> resolve(std::string_view reference, std::string& out) const;

 private:
  void resolve_empty_path(const Components& reference, std::string& out) const;
  void resolve_relative_path(const Components& reference, std::string& out) const;
  void append_site(const Components& reference, std::string& out) const;

  const std::string text_;
  const ParentRule rule_;
  const Components parts_;
  std::string_view path_;  // parts_.path, or "/" if that is empty and there is a net_loc
  std::string folder_;     // path_ up to its last slash, without dot segments
};

}  // namespace mimebase::url
