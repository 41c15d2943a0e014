#include "write/utf8_text.h"

#include <glib.h>

#include "text/charset.h"

namespace mimebase::write {

std::string_view utf8_text(std::string_view text, std::string& buffer) {
  if (text::is_ascii(text) || g_utf8_validate_len(text.data(), text.size(), nullptr)) return text;
  buffer.clear();
  text::Charset().append_utf8(text, buffer);
  return buffer;
}

}  // namespace mimebase::write
