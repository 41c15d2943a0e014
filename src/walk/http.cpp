#include "walk/http.h"
#include "text/numbers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "text/ascii.h"
#include "text/strings.h"
#include "walk/content_coding.h"

namespace mimebase::walk {
namespace {

// The first line, without its line end, and the offset behind that.
struct Line {
  std::string_view text;
  std::size_t next = 0;
};
Line line_at(std::string_view bytes, std::size_t at) {
  const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
  std::string_view text = bytes.substr(at, end - at);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return {text, std::min(end + 1, bytes.size())};
}

bool is_token_char(char c) {
  return ascii::is_alnum(c) || contains("!#$%&'*+-.^_`|~", c);
}

// "HTTP/1.1 200 OK", "HTTP/2 200", or "GET /x HTTP/1.1".
bool is_start_line(std::string_view line) {
  static constexpr std::string_view kVersion = "HTTP/";
  const auto is_version = [](std::string_view word) {
    return word.size() > kVersion.size() && ascii::starts_with_ignoring_case(word, kVersion) &&
           ascii::is_digit(word[kVersion.size()]);
  };
  const std::size_t first = line.find(' ');
  if (first == kNotFound || first == 0) return is_version(line);
  if (is_version(line.substr(0, first))) {
    const std::string_view status = line.substr(first + 1, 3);
    return status.size() == 3 && std::all_of(status.begin(), status.end(), ascii::is_digit);
  }
  const std::string_view method = line.substr(0, first);
  return std::all_of(method.begin(), method.end(), is_token_char) &&
         is_version(line.substr(line.rfind(' ') + 1));
}

bool is_field_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != kNotFound && colon > 0 &&
         std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon), is_token_char);
}

// Adds the items of a list, in lower case or not.
void add_items(std::string_view value, std::vector<std::string_view>& items) {
  while (!value.empty()) {
    const std::size_t comma = std::min(value.find(','), value.size());
    const std::string_view item = ascii::trimmed(value.substr(0, comma));
    if (!item.empty() && !ascii::equals_ignoring_case(item, "identity")) items.push_back(item);
    value.remove_prefix(std::min(comma + 1, value.size()));
  }
}

// Returns the length of a chunk from its first line, "1a" or "1a;name=value"; nothing if it is not one.
std::optional<std::uint64_t> chunk_length(std::string_view line) {
  return whole_number(ascii::trimmed(line.substr(0, line.find(';'))), 16);
}

// Joins the chunks of a body. What is not a chunk ends them, and is kept.
std::string joined_chunks(std::string_view body, std::string_view& defect) {
  std::string joined;
  std::size_t at = 0;
  while (at < body.size()) {
    const Line line = line_at(body, at);
    const std::optional<std::uint64_t> length = chunk_length(line.text);
    if (!length) {
      if (at > 0) defect = "a chunk of its HTTP body is damaged: the rest is read as it is";
      joined.append(body.substr(at));
      return joined;
    }
    if (*length == 0) return joined;  // trailer fields follow
    const std::string_view chunk = body.substr(line.next, *length);
    joined.append(chunk);
    if (chunk.size() < *length) break;
    at = line.next + chunk.size();
    if (body.substr(at, 1) == "\r") ++at;
    if (body.substr(at, 1) == "\n") ++at;
  }
  defect = "its HTTP body ends in the middle of a chunk";
  return joined;
}

}  // namespace

HttpMessage read_http(std::string_view bytes) {
  HttpMessage message;
  const Line start = line_at(bytes, 0);
  if (is_start_line(start.text)) {
    message.header = start.next;
  } else {
    message.defect = "the start line of its HTTP message is missing or damaged";
    if (!is_field_line(start.text)) message.header = start.next;
  }

  std::optional<std::uint64_t> length;
  std::size_t at = message.header;
  while (at < bytes.size()) {
    const Line line = line_at(bytes, at);
    at = line.next;
    if (line.text.empty()) break;
    const std::size_t colon = line.text.find(':');
    if (colon == kNotFound) continue;
    const std::string_view name = ascii::trimmed(line.text.substr(0, colon));
    const std::string_view value = ascii::trimmed(line.text.substr(colon + 1));
    if (ascii::equals_ignoring_case(name, "content-encoding")) add_items(value, message.codings);
    if (ascii::equals_ignoring_case(name, "content-length") && !length) length = whole_number(value);
    if (ascii::equals_ignoring_case(name, "transfer-encoding"))
      message.is_chunked = message.is_chunked || ascii::ends_with_ignoring_case(value, "chunked");
  }
  message.body = at;
  message.end = bytes.size();
  if (message.is_chunked || !length || *length > message.end - message.body) return message;
  const std::size_t claimed = message.body + *length;
  const std::size_t next = std::min(bytes.find_first_not_of("\r\n", claimed), bytes.size());
  if (next < bytes.size() && is_start_line(line_at(bytes, next).text)) {
    message.end = claimed;
    message.defect = "another HTTP message follows the first one, and is not read";
  }
  return message;
}

bool is_http_body_coded(const HttpMessage& message) {
  return message.is_chunked || !message.codings.empty();
}

HttpBody decode_http_body(std::string_view bytes, const HttpMessage& message, std::size_t most) {
  HttpBody body;
  const std::string_view received = bytes.substr(message.body, message.end - message.body);
  body.bytes = message.is_chunked ? joined_chunks(received, body.defect) : std::string(received);
  // The last coding was applied last. The results of all codings share the bound, and to begin with one costs
  // something too.
  constexpr std::size_t kLeastCost = 1024;
  std::size_t left = most;
  for (auto coding = message.codings.rbegin(); coding != message.codings.rend() && !body.is_cut; ++coding) {
    std::string decoded;
    const Coded outcome = decode_content_coding(*coding, body.bytes, left, decoded);
    left -= std::min(left, std::max(decoded.size(), kLeastCost));
    switch (outcome) {
      case Coded::kUnknown:
        body.is_encoded = true;
        return body;
      case Coded::kNotCoded:
        continue;
      case Coded::kDamaged:
        body.defect = "its HTTP body is damaged: it is read up to the damage";
        break;
      case Coded::kCut:
        body.is_cut = true;
        break;
      case Coded::kWhole:
        break;
    }
    body.bytes = std::move(decoded);
  }
  if (body.bytes.size() > most) {
    body.bytes.resize(most);
    body.is_cut = true;
  }
  return body;
}

}  // namespace mimebase::walk
