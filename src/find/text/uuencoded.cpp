#include "find/text/uuencoded.h"

#include <algorithm>
#include <cstring>

#include "ascii.h"
#include "charset/readable.h"
#include "find/mapped_sink.h"
#include "find/text/finder.h"
#include "find/text/scheme.h"

namespace mimebase::find {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kBegin = "begin ";

struct Line {
  std::string_view text;  // without CRLF
  std::size_t next = 0;   // where the next one starts
};

Line line_at(std::string_view bytes, std::size_t start) {
  const std::size_t newline = bytes.find('\n', start);
  const std::size_t end = newline == kNone ? bytes.size() : newline;
  std::string_view text = bytes.substr(start, end - start);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return {text, newline == kNone ? bytes.size() : newline + 1};
}

// The value of one encoded character; a backquote is written for a space.
unsigned digit(char c) {
  return (static_cast<unsigned char>(c) - 0x20U) & 0x3FU;
}

// How many bytes the line encodes; kNone where it is no line of an encoded file. Spaces at its end may be
// lost, and some encoders add a check character.
std::size_t encoded_bytes(std::string_view line) {
  if (line.empty() || line.front() < 0x20 || line.front() > 0x60) return kNone;
  const bool in_alphabet =
      std::all_of(line.begin(), line.end(), [](char c) { return c >= 0x20 && c <= 0x60; });
  const std::size_t bytes = digit(line.front());
  const std::size_t characters = (bytes + 2) / 3 * 4;
  const std::size_t there = line.size() - 1;
  if (!in_alphabet || there > characters + 1) return kNone;
  return there + 3 >= characters || bytes == 0 ? bytes : kNone;
}

void decode_line(std::string_view line, std::size_t bytes, std::string& out) {
  const auto at = [&](std::size_t i) { return i < line.size() ? digit(line[i]) : 0U; };
  for (std::size_t i = 1; bytes > 0; i += 4) {
    const unsigned group = at(i) << 18 | at(i + 1) << 12 | at(i + 2) << 6 | at(i + 3);
    for (int shift = 16; shift >= 0 && bytes > 0; shift -= 8, --bytes)
      out += static_cast<char>((group >> shift) & 0xFF);
  }
}

// The file name of "begin 644 name"; empty where the line is none.
std::string_view name_in(std::string_view line) {
  if (!line.starts_with(kBegin)) return {};
  line.remove_prefix(kBegin.size());
  const std::size_t mode = line.find_first_not_of("01234567");
  if (mode == kNone || mode < 3 || mode > 5 || line[mode] != ' ') return {};
  line.remove_prefix(mode);
  const std::size_t first = line.find_first_not_of(' ');
  return first == kNone ? std::string_view() : line.substr(first, line.find_last_not_of(' ') - first + 1);
}

struct TypeOfName {
  std::string_view ending;
  std::string_view media_type;
};
constexpr TypeOfName kTypes[] = {
    {".txt", "text/plain"}, {".text", "text/plain"}, {".asc", "text/plain"}, {".log", "text/plain"},
    {".htm", "text/html"},  {".html", "text/html"},  {".css", "text/css"},
};

const Finder* finder_of_name(std::string_view name) {
  for (const TypeOfName& type : kTypes) {
    if (name.size() > type.ending.size() && ascii::ends_with_ignoring_case(name, type.ending))
      return finder_for(type.media_type);
  }
  return nullptr;
}

class PlainText {
 public:
  PlainText(const Content& content, Sink& sink) : content_(content), bytes_(content.bytes), sink_(sink) {}

  void run() {
    std::size_t from = 0;
    while (from < bytes_.size()) {
      const void* hit = memmem(bytes_.data() + from, bytes_.size() - from, kBegin.data(), kBegin.size());
      if (hit == nullptr) break;
      const auto start = static_cast<std::size_t>(static_cast<const char*>(hit) - bytes_.data());
      const std::size_t end = start == 0 || bytes_[start - 1] == '\n' ? block_end(start) : kNone;
      if (end == kNone) {
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
  // The end of the encoded file that begins at `start`, if one does: behind its "end", or where its lines
  // are no more such.
  std::size_t block_end(std::size_t start) {
    Line line = line_at(bytes_, start);
    if (name_in(line.text).empty() || encoded_bytes(line_at(bytes_, line.next).text) == kNone) return kNone;
    while (line.next < bytes_.size()) {
      const Line next = line_at(bytes_, line.next);
      if (next.text == "end") return line.next + 3;
      if (encoded_bytes(next.text) == kNone) break;
      line = next;
    }
    return line.next;
  }

  // The text between what was read and `end`.
  void text(std::size_t end) {
    const Content part{bytes_.substr(done_, end - done_), content_.charset};
    if (done_ == 0) return find_in_text(part, sink_);
    NestedSink moved({.offset = done_}, sink_);
    find_in_text(part, moved);
  }

  void block(std::size_t start, std::size_t end) {
    Line line = line_at(bytes_, start);
    const std::string_view name = name_in(line.text);
    const Finder* finder = finder_of_name(name);
    if (finder == nullptr) return;
    std::string decoded, converted;
    while (line.next < end) {
      line = line_at(bytes_, line.next);
      if (line.text == "end") break;
      if (const std::size_t bytes = encoded_bytes(line.text); bytes != kNone)
        decode_line(line.text, bytes, decoded);
    }
    const charset::Readable readable = charset::make_readable("", finder->media_type, decoded, converted);
    OffsetMap map;
    map.replace({start, end}, {0, readable.bytes.size()});
    const Content inner{readable.bytes, readable.charset};
    const NestedPlace place{.map = &map, .context_prefix = "uuencoded/", .quoting = Quoting::kOpaque};
    if (finder->media_type != "text/plain") return find_nested_document(*finder, inner, place, sink_);
    NestedSink nested(place, sink_);
    find_in_text(inner, nested);  // nothing encoded is looked for in what was encoded
  }

  const Content& content_;
  std::string_view bytes_;
  Sink& sink_;
  std::size_t done_ = 0;
};

}  // namespace

void find_in_plain_text(const Content& content, Sink& sink) {
  PlainText(content, sink).run();
}

}  // namespace mimebase::find
