// Cryptographic Message Syntax (CMS, RFC 5652), as far as no key is needed: the content of S/MIME
// (RFC 8551) that is only signed or compressed.
//
//   const OpenedCms opened = open_cms(bytes, 1 << 20);
//   if (opened.kind == CmsKind::kContent) parse(opened.content());
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::walk {

enum class CmsKind {
  kNone,        // it was not tried
  kUnreadable,  // no CMS, or damaged before its content
  kContent,     // signed-data or compressed-data (RFC 3274)
  kNoContent,   // only certificates, or a signature of something elsewhere
  kEncrypted,   // any other type; nearly always enveloped-data
};

// Whether a media type (lower case, no parameters) declares CMS that may have a content (RFC 8551
// section 3.2).
[[nodiscard]] bool is_cms_type(std::string_view content_type);

struct OpenedCms {
  CmsKind kind = CmsKind::kUnreadable;
  // Of signed data in signed data, that of the innermost.
  [[nodiscard]] std::string_view content() const {
    return (is_owned ? std::string_view(owned) : bytes).substr(start, size);
  }
  std::string_view bytes;  // that were given
  std::string owned;       // content that they have in pieces, compressed or as text
  bool is_owned = false;
  std::size_t start = 0, size = 0;
  bool is_cut = false;      // the content is longer than `most_bytes`
  bool is_damaged = false;  // the content ends too early
};

// Finds the content in bytes of BER, or in their PEM or base64. Takes time and memory linear in `bytes` and
// `most_bytes`, the memory that all pieces of content may take together.
[[nodiscard]] OpenedCms open_cms(std::string_view bytes, std::uint64_t most_bytes);

}  // namespace mimebase::walk
