#include "find/text/flowed.h"

#include "find/mapped_sink.h"
#include "find/text/uuencoded.h"

namespace mimebase::find {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// One line as RFC 3676 section 4 takes it apart.
struct FlowedLine {
  std::size_t quote_depth = 0;
  std::size_t start = 0;  // of its text, behind quote marks and stuffing
  std::size_t end = 0;    // of its text, before CRLF
  std::size_t next = 0;   // where the next line starts
  bool soft = false;      // goes on in the next line
};

FlowedLine read_line(std::string_view bytes, std::size_t start) {
  FlowedLine line;
  const std::size_t newline = bytes.find('\n', start);
  line.next = newline == kNone ? bytes.size() : newline + 1;
  line.end = newline == kNone ? bytes.size() : newline;
  if (line.end > start && bytes[line.end - 1] == '\r') --line.end;
  line.start = start;
  while (line.start < line.end && bytes[line.start] == '>') ++line.start;
  line.quote_depth = line.start - start;
  if (line.start < line.end && bytes[line.start] == ' ') ++line.start;
  const std::string_view text = bytes.substr(line.start, line.end - line.start);
  line.soft = text.ends_with(' ') && text != "-- " && newline != kNone;
  return line;
}

bool is_signature_mark(std::string_view bytes, const FlowedLine& line) {
  return bytes.substr(line.start, line.end - line.start) == "-- ";
}

// The text with its soft line breaks taken out; empty where there are none.
std::string joined_text(std::string_view bytes, OffsetMap& map) {
  std::string text;
  std::size_t copied = 0;
  if (bytes.empty()) return text;
  for (FlowedLine line = read_line(bytes, 0); line.next < bytes.size();) {
    const FlowedLine next = read_line(bytes, line.next);
    // A change of depth ends a paragraph whatever the line says (section 4.5), and so does a signature.
    if (line.soft && next.quote_depth == line.quote_depth && !is_signature_mark(bytes, next)) {
      text.append(bytes.substr(copied, line.end - 1 - copied));
      map.replace({line.end - 1, next.start}, {text.size(), text.size()});
      copied = next.start;
    }
    line = next;
  }
  if (copied > 0) text.append(bytes.substr(copied));
  return text;
}

}  // namespace

void find_in_flowed_text(const Content& content, bool delsp, Sink& sink) {
  OffsetMap map;
  const std::string text = delsp ? joined_text(content.bytes, map) : std::string();
  if (map.identity()) return find_in_plain_text(content, sink);
  MappedSink mapped(sink, map, Quoting::kFlowed);
  find_in_plain_text({text, content.charset}, mapped);
}

}  // namespace mimebase::find
