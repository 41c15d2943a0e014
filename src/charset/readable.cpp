#include "charset/readable.h"

#include "charset/conversion.h"
#include "charset/declared_charset.h"
#include "charset/label.h"

namespace mimebase::charset {

Readable make_readable(std::string_view label, std::string_view media_type, std::string_view bytes,
                       std::string& buffer) {
  Readable result;
  Label decided = read_label(label);
  result.label_known = decided.known;
  result.bytes = bytes;
  if (const std::string_view marked = marked_charset(bytes); !marked.empty()) {
    decided = read_label(marked);
  } else if (decided.name.empty()) {
    decided = read_label(declared_charset(bytes, media_type));
  }
  result.label = decided.name;
  if (!needs_conversion(decided, bytes)) {
    result.charset = Charset::for_content(std::move(decided), bytes);
    return result;
  }
  Converted converted = convert(decided, bytes);
  buffer = std::move(converted.utf8);
  result.bytes = buffer;
  result.map = std::move(converted.map);
  result.charset = Charset("utf-8");
  return result;
}

}  // namespace mimebase::charset
