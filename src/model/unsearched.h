// Which contents may have references although no finder reads them.
#pragma once

#include <string_view>

#include "mimebase/model.h"

namespace mimebase {

// Returns true for media types that hold no URLs that anybody would follow.
[[nodiscard]] inline bool is_plain_media(std::string_view content_type) {
  return content_type.starts_with("image/") || content_type.starts_with("audio/") ||
         content_type.starts_with("video/") || content_type.starts_with("font/") ||
         content_type == "application/pgp-signature" || content_type == "application/pkcs7-signature" ||
         content_type == "application/x-pkcs7-signature" || content_type == "application/pgp-encrypted";
}

// Returns true for the types of documents that are searched, unless they cannot be read.
[[nodiscard]] inline bool is_document_type(std::string_view content_type) {
  return content_type == "application/pdf" || content_type == "application/rtf" ||
         content_type == "text/rtf" || content_type == "application/msword" ||
         content_type == "application/vnd.ms-excel" || content_type == "application/vnd.ms-powerpoint" ||
         content_type == "application/epub+zip" ||
         content_type.starts_with("application/vnd.openxmlformats-officedocument.") ||
         content_type.starts_with("application/vnd.oasis.opendocument.");
}

// Returns true if `check` reports not-searched. Contents beyond a limit are reported as a problem instead.
[[nodiscard]] inline bool is_unsearched(Searched searched, std::string_view content_type) {
  return searched == Searched::kEncrypted || searched == Searched::kSignedOpaque ||
         searched == Searched::kExternal || (searched == Searched::kNo && !is_plain_media(content_type));
}

}  // namespace mimebase
