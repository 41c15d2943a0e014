// Resolving by RFC 1808 section 4, and by its draft of January 1995.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "mimebase/url.h"

namespace mimebase::url {

// Which "<segment>/.." steps 6c and 6d remove.
enum class ParentRule {
  kNotAfterParent,  // RFC 1808: <segment> is not ".."
  kAnySegment,      // the draft: <segment> may be ".." too
};

// Appends `path` to the path that begins at `path_start` of `out` and is empty or ends with a slash, and
// takes steps 6a to 6d in one pass over it, with the output as the stack. An empty segment is a segment; the
// slash at the front of a path is none.
void append_segments(std::string_view path, ParentRule rule, std::size_t path_start, std::string& out);

// A base URL, taken apart once for all the references that are resolved against it. Holds views into its
// own text, so it is neither copied nor moved.
class Rfc1808Base {
 public:
  // `base` has been cleaned; it may be empty.
  Rfc1808Base(std::string_view base, ParentRule rule);
  Rfc1808Base(const Rfc1808Base&) = delete;
  Rfc1808Base& operator=(const Rfc1808Base&) = delete;

  // `reference` has been cleaned. `out` is empty, and holds the absolute form afterwards.
  [[nodiscard]] Result<void> resolve(std::string_view reference, std::string& out) const;

 private:
  void resolve_empty_path(const Components& reference, std::string& out) const;
  void resolve_relative_path(const Components& reference, std::string& out) const;
  void append_site(const Components& reference, std::string& out) const;

  const std::string text_;
  const ParentRule rule_;
  const Components parts_;
  std::string_view path_;  // parts_.path, or "/" where that is empty behind a net_loc
  std::string folder_;     // path_ up to its last slash, dot segments removed
};

}  // namespace mimebase::url
