
#include <algorithm>
#include <cstring>

#include "charset/readable.h"
#include "find/nested_sink.h"
#include "find/text/finder.h"
#include "text/ascii.h"
#include "walk/transfer_encoding.h"

namespace mimebase::find {
namespace {

constexpr std::string_view kBegin = "begin ";

struct Line {
  std::string_view text;  // without CRLF
  std::size_t next = 0;   // start of the next line
};

Line line_at(std::string_view bytes, std::size_t start) {
  const std::size_t newline = bytes.find('\n', start);
  const std::size_t end = newline == kNotFound ? bytes.size() : newline;
  std::string_view text = bytes.substr(start, end - start);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return {text, newline == kNotFound ? bytes.size() : newline + 1};
}

// Returns the file name in "begin 644 name"; empty if the line has another form.
std::string_view name_in(std::string_view line) {
  if (!line.starts_with(kBegin)) return {};
  line.remove_prefix(kBegin.size());
  const std::size_t mode = line.find_first_not_of("01234567");
  if (mode == kNotFound || mode < 3 || mode > 5 || line[mode] != ' ') return {};
  line.remove_prefix(mode);
  const std::size_t first = line.find_first_not_of(' ');
  return first == kNotFound ? std::string_view() : line.substr(first, line.find_last_not_of(' ') - first + 1);
}

// Searches a text and the uuencoded files in it.
class PlainText {
 public:
  PlainText(const Content& content, Sink& sink) : content_(content), bytes_(content.bytes), sink_(sink) {}

  void run() {
    std::size_t from = 0;
    while (from < bytes_.size()) {
      const void* hit = memmem(bytes_.data() + from, bytes_.size() - from, kBegin.data(), kBegin.size());
      if (hit == nullptr) break;
      const auto start = static_cast<std::size_t>(static_cast<const char*>(hit) - bytes_.data());
      const std::size_t end = start == 0 || bytes_[start - 1] == '\n' ? block_end(start) : kNotFound;
      if (end == kNotFound) {
        from = start + kBegin.size();
        continue;
      }
      text(start);
      block(start, end);
      done_ = from = end;
    }
    text(bytes_.size());
  }

 private:
  // Returns the end of the uuencoded file that starts at `start`: after its "end", or after its last
  // valid line. Returns kNotFound if there is none.
  std::size_t block_end(std::size_t start) {
    Line line = line_at(bytes_, start);
    if (name_in(line.text).empty() || !walk::is_uuencoded_line(line_at(bytes_, line.next).text))
      return kNotFound;
    while (line.next < bytes_.size()) {
      const Line next = line_at(bytes_, line.next);
      if (next.text == "end") return line.next + 3;
      if (!walk::is_uuencoded_line(next.text)) break;
      line = next;
    }
    return line.next;
  }

  // Searches the text between the last block and `end`.
  void text(std::size_t end) {
    const Content part{bytes_.substr(done_, end - done_), content_.charset};
    if (done_ == 0) return find_in_text(part, sink_);
    NestedSink moved({.offset = done_}, sink_);
    find_in_text(part, moved);
  }

  void block(std::size_t start, std::size_t end) {
    const Line line = line_at(bytes_, start);
    const std::string_view name = name_in(line.text);
    const Finder* finder = finder_by_name(name);
    if (finder == nullptr) return;
    std::string buffer, converted;
    const std::string_view decoded = walk::decode_transfer(bytes_.substr(line.next, end - line.next),
                                                           walk::TransferEncoding::kUuencode, buffer);
    const charset::Readable readable = charset::make_readable("", finder->media_type, decoded, converted);
    OffsetMap map;
    map.replace({start, end}, {0, readable.bytes.size()});
    const Content inner{readable.bytes, readable.charset};
    const NestedPlace place{.map = &map, .context_prefix = "uuencoded/", .quoting = Quoting::kOpaque};
    if (finder->media_type != "text/plain") return find_nested_document(*finder, inner, place, sink_);
    NestedSink nested(place, sink_);
    find_in_text(inner, nested);  // uuencoded blocks inside the decoded text are not searched
  }

  const Content& content_;
  std::string_view bytes_;
  Sink& sink_;
  std::size_t done_ = 0;
};

// One line, parsed by RFC 3676 section 4.
struct FlowedLine {
  std::size_t quote_depth = 0;
  std::size_t start = 0;  // of its text, after quote marks and space-stuffing
  std::size_t end = 0;    // of its text, before CRLF
  std::size_t next = 0;   // start of the next line
  bool soft = false;      // continues in the next line
};

FlowedLine read_flowed_line(std::string_view bytes, std::size_t start) {
  FlowedLine line;
  const Line all = line_at(bytes, start);
  line.next = all.next;
  line.end = start + all.text.size();
  line.start = start;
  while (line.start < line.end && bytes[line.start] == '>') ++line.start;
  line.quote_depth = line.start - start;
  if (line.start < line.end && bytes[line.start] == ' ') ++line.start;
  const std::string_view text = bytes.substr(line.start, line.end - line.start);
  line.soft = text.ends_with(' ') && text != "-- " && line.next > line.end;
  return line;
}

bool is_signature_mark(std::string_view bytes, const FlowedLine& line) {
  return bytes.substr(line.start, line.end - line.start) == "-- ";
}

// Returns the text with its soft line breaks removed; empty if there are none.
std::string joined_text(std::string_view bytes, OffsetMap& map) {
  std::string text;
  std::size_t copied = 0;
  if (bytes.empty()) return text;
  for (FlowedLine line = read_flowed_line(bytes, 0); line.next < bytes.size();) {
    const FlowedLine next = read_flowed_line(bytes, line.next);
    // A change of depth always ends a paragraph (section 4.5), and so does a signature.
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

void find_in_plain_text(const Content& content, Sink& sink) {
  PlainText(content, sink).run();
}

void find_in_flowed_text(const Content& content, bool delsp, Sink& sink) {
  OffsetMap map;
  const std::string text = delsp ? joined_text(content.bytes, map) : std::string();
  if (map.identity()) return find_in_plain_text(content, sink);
  NestedSink mapped({.map = &map, .quoting = Quoting::kFlowed}, sink);
  find_in_plain_text({text, content.charset}, mapped);
}

void find_in_uri_list(const Content& content, Sink& sink) {
  constexpr std::string_view kSpaces = " \t\r\f\v";
  std::string utf8;
  std::size_t start = 0;
  while (start < content.bytes.size()) {
    const std::size_t newline = content.bytes.find_first_of("\r\n", start);
    const std::size_t end = newline == kNotFound ? content.bytes.size() : newline;
    const std::string_view line = content.bytes.substr(start, end - start);
    const std::size_t first = line.find_first_not_of(kSpaces);
    if (first != kNotFound && line.front() != '#') {
      Found found;
      found.context = "uri-list";
      found.span = {start + first, start + line.find_last_not_of(kSpaces) + 1};
      found.reference = content.charset.utf8(
          content.bytes.substr(found.span.start, found.span.end - found.span.start), utf8);
      sink.found(found);
    }
    start = end + 1;
  }
}

}  // namespace mimebase::find
