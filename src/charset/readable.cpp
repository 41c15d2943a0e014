#include "charset/readable.h"

#include "charset/conversion.h"
#include "charset/declared_charset.h"
#include "charset/label.h"

namespace mimebase::charset {

Readable make_readable(std::string_view label, std::string_view media_type, std::string_view bytes,
                       std::string& buffer) {
  Readable result;
  const Label of_heading = read_label(label);
  result.label_known = of_heading.known;
  result.bytes = bytes;
  result.label = marked_charset(bytes);
  if (result.label.empty()) result.label = of_heading.name;
  if (result.label.empty()) result.label = declared_charset(bytes, media_type);
  if (!needs_conversion(result.label, bytes)) {
    result.charset = Charset::for_content(result.label, bytes);
    return result;
  }
  Converted converted = convert(result.label, bytes);
  buffer = std::move(converted.utf8);
  result.bytes = buffer;
  result.map = std::move(converted.map);
  result.charset = Charset("utf-8");
  return result;
}

}  // namespace mimebase::charset
