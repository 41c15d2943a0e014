// Resolves by RFC 3986 section 5.2, strict.
#pragma once

#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "mimebase/url.h"

namespace mimebase::url {

// A base URI, split once. It has views into its own text, so it cannot be copied or moved.
class Rfc3986Base {
 public:
  // `base` must be cleaned (split.h), and may be empty.
  explicit Rfc3986Base(std::string_view base);
  Rfc3986Base(const Rfc3986Base&) = delete;
  Rfc3986Base& operator=(const Rfc3986Base&) = delete;

  // `reference` must be cleaned, and `out` empty. Writes the target URI to `out`.
  [[nodiscard]] Result<void> resolve(std::string_view reference, std::string& out) const;

 private:
  const std::string text_;
  const Components parts_;
};

}  // namespace mimebase::url
