#include "walk/ambiguity.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "charset/charset.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "walk/field_text.h"
#include "walk/parameters.h"
#include "walk/transfer_encoding.h"

namespace mimebase::walk {
namespace {

using ascii::equals_ignoring_case;

// Encloses bytes of a message in quotes: a short beginning of them, on one line, as UTF-8.
std::string quoted(std::string_view raw) {
  constexpr std::size_t kShownBytes = 80;
  std::string scratch, out = "\"";
  const std::string_view bytes = unfold(raw, scratch);
  charset::Charset().append_utf8(utf8::prefix(bytes, kShownBytes), out);
  return out + (bytes.size() > kShownBytes ? "…\"" : "\"");
}

// The entity that is examined.
struct Subject {
  const Message& message;
  int index;
  const Entity& entity;
  std::string_view heading;  // raw, with its blank line
  std::string_view text;

  [[nodiscard]] const Field* first(std::string_view name) const {
    for (const Field& field : message.fields(index)) {
      if (equals_ignoring_case(field.name, name)) return &field;
    }
    return nullptr;
  }
  [[nodiscard]] bool is_multipart() const { return entity.content_type.starts_with("multipart/"); }
};

// The value of a field in which only differences of meaning are left: folds, comments, and the amount of
// white space do not count, nor does case outside a boundary.
std::string normalized(std::string_view raw_value) {
  std::string out;
  for (const char c : without_comments(raw_value)) {
    if (!ascii::is_blank(c)) out += ascii::lower(c);
  }
  if (const auto boundary = read_parameter(raw_value, "boundary")) out += '\0' + boundary->value;
  return out;
}

// Which of several fields counts here, as Parser::parse() describes.
struct Used {
  std::string_view name, which;
};
constexpr Used kUsed[] = {
    {"Content-Type", "first"}, {"Content-Transfer-Encoding", "first"}, {"Content-Disposition", "last"}};

std::string contradicting_fields(const Subject& subject) {
  for (const auto& [name, which] : kUsed) {
    const Field* const first = subject.first(name);
    const Field* const other =
        first != nullptr ? contradiction(subject.message.fields(subject.index), *first) : nullptr;
    if (other == nullptr) continue;
    return "more than one " + std::string(name) + " field, and they contradict each other (" +
           quoted(ascii::trimmed(first->raw_value)) + ", " + quoted(ascii::trimmed(other->raw_value)) +
           "): the " + std::string(which) + " one is used";
  }
  return {};
}

// Returns the second plain section of a parameter whose value differs from that of the first. A plain one and
// one in the form of RFC 2231 are for different readers.
const ParameterSection* other_value(const std::vector<ParameterSection>& sections) {
  const ParameterSection* first = nullptr;
  for (const ParameterSection& section : sections) {
    if (section.number >= 0 || section.is_extended) continue;
    if (first == nullptr) first = &section;
    if (!equals_ignoring_case(plain_value(*first), plain_value(section))) return &section;
  }
  return nullptr;
}

std::string repeated_parameter(const Subject& subject) {
  struct Row {
    std::string_view field, parameter;
  };
  constexpr Row kRows[] = {
      {"Content-Type", "charset"}, {"Content-Type", "name"}, {"Content-Disposition", "filename"}};
  for (const auto& [name, parameter] : kRows) {
    const Field* const field = subject.first(name);
    if (field == nullptr) continue;
    const std::vector<ParameterSection> sections = parameter_sections(field->raw_value, parameter);
    if (const ParameterSection* const other = other_value(sections)) {
      return "two " + std::string(parameter) + " parameters that contradict each other, the second of them " +
             quoted(plain_value(*other)) + ": the first one is used";
    }
  }
  return {};
}

// The boundary is written several times, or in pieces that do not fit together.
std::string repeated_boundary(const std::vector<ParameterSection>& sections) {
  std::vector<int> numbers;
  for (const ParameterSection& section : sections) numbers.push_back(section.number);
  const bool is_numbered = std::find(numbers.begin(), numbers.end(), -1) == numbers.end();
  if (!is_numbered && sections.size() > 1) {
    return "two boundary parameters (" + quoted(plain_value(sections[0])) + ", " +
           quoted(plain_value(sections[1])) + ")";
  }
  std::sort(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < numbers.size() && is_numbered; ++i) {
    if (numbers[i] != static_cast<int>(i))
      return "a boundary in pieces (RFC 2231), of which some are missing or repeated";
  }
  return {};
}

// How the text of one boundary parameter can be read in several ways; empty if it cannot.
std::string_view odd_boundary(const ParameterSection& section) {
  const std::string value = plain_value(section);
  if (section.number >= 0 || section.is_extended) return "a boundary in the form of RFC 2231";
  if (section.is_open) return "a boundary whose quote is not closed";
  if (section.has_rest) return "a boundary with text after its closing quote";
  if (section.has_comment) return "a boundary with a comment";
  if (section.is_quoted && contains(section.value, '\\')) return "a boundary with a backslash";
  if (value.empty()) return {};  // a defect
  if (!section.is_quoted && value.find_first_of(" \t\"") != std::string::npos)
    return "a boundary with white space or quotes inside, but not in quotes";
  if (ascii::is_blank(value.back())) return "a boundary that ends in white space";
  if (contains(value, "=?") && decode_field(value) != value) return "a boundary with an encoded word";
  return {};
}

std::string unclear_boundary(const Subject& subject) {
  const Field* type = subject.is_multipart() ? subject.first("Content-Type") : nullptr;
  if (type == nullptr) return {};
  const std::vector<ParameterSection> sections = parameter_sections(type->raw_value, "boundary");
  std::string found = repeated_boundary(sections);
  if (found.empty() && !sections.empty()) found = odd_boundary(sections.front());
  return found.empty()
             ? found
             : found + ": its parts are separated by " + quoted(subject.message.boundary(subject.index));
}

// A delimiter may be recognised by its beginning (RFC 2046 section 5.1.1), so a line of one multipart may be
// a delimiter of another.
std::string nested_boundary(const Subject& subject) {
  if (subject.entity.kind != Kind::kMultipart) return {};
  const std::string_view inner = subject.message.boundary(subject.index);
  if (inner.empty()) return {};
  const auto& entities = subject.message.entities();
  for (int at = subject.entity.parent; at >= 0; at = entities[static_cast<std::size_t>(at)].parent) {
    const Entity& parent = entities[static_cast<std::size_t>(at)];
    if (parent.frame != subject.entity.frame) break;
    const std::string_view outer = parent.kind == Kind::kMultipart ? subject.message.boundary(at) : "";
    if (outer.empty()) continue;
    if (!inner.starts_with(outer) && !outer.starts_with(inner)) continue;
    const std::string name = "the boundary " + quoted(outer) + " of part " + subject.message.part_name(at);
    if (inner == outer) return "its boundary is also " + name;
    return inner.size() > outer.size() ? "its boundary " + quoted(inner) + " begins with " + name
                                       : name + " begins with its boundary " + quoted(inner);
  }
  return {};
}

// Finds the line "--boundary" or, if `closes`, "--boundary--" after a line break. `delimiter` starts with
// that line break, so that matches cannot overlap. Returns the offset after the text of the line.
std::size_t after_delimiter(std::string_view bytes, const std::string& delimiter, bool closes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const void* const found =
        memmem(bytes.data() + at, bytes.size() - at, delimiter.data(), delimiter.size());
    if (found == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data()) + delimiter.size();
    if (closes != (bytes.substr(at, 2) == "--")) continue;
    const std::size_t rest = std::min(bytes.find_first_not_of(" \t\r", at + (closes ? 2 : 0)), bytes.size());
    if (rest == bytes.size() || bytes[rest] == '\n') return rest;
  }
  return kNotFound;
}

std::string delimiter_of(const Subject& subject, int multipart) {
  return "\n--" + std::string(subject.message.boundary(multipart));
}

std::string late_delimiter(const Subject& subject) {
  if (subject.entity.kind != Kind::kMultipart || !subject.entity.defect.empty() || subject.entity.too_deep)
    return {};
  const std::string delimiter = delimiter_of(subject, subject.index);
  const std::string_view rest = subject.message.after_parts(subject.index);
  const std::size_t closed = after_delimiter(rest, delimiter, true);
  if (closed == kNotFound || after_delimiter(rest.substr(closed), delimiter, false) == kNotFound) return {};
  return "the delimiter " + quoted(ascii::trimmed(delimiter)) +
         " occurs after the closing delimiter: the parts there are skipped";
}

// Returns the first line that begins with a delimiter, but goes on.
std::string_view longer_line(std::string_view bytes, const std::string& delimiter) {
  for (std::size_t at = 0; at < bytes.size();) {
    const void* const found =
        memmem(bytes.data() + at, bytes.size() - at, delimiter.data(), delimiter.size());
    if (found == nullptr) break;
    const auto start = static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data()) + 1;
    at = start + delimiter.size() - 1;
    const std::size_t rest = bytes.find_first_not_of(" \t\r", at + (bytes.substr(at, 2) == "--" ? 2 : 0));
    if (rest != kNotFound && bytes[rest] != '\n') return bytes.substr(start, bytes.find('\n', start) - start);
  }
  return {};
}

// The bytes of an entity that belong to no part inside it, each run from the line break before it on. Every
// byte of a message is in one run at most.
std::vector<std::string_view> own_bytes(const Subject& subject) {
  const Message& message = subject.message;
  const std::string_view frame = message.frame_bytes(subject.entity.frame);
  const auto from_line_break = [frame](std::uint64_t start, std::uint64_t end) {
    const std::uint64_t from = start > 0 ? start - 1 : 0;
    return frame.substr(from, std::max(start, end) - from);
  };
  if (subject.entity.kind == Kind::kLeaf) {
    const std::size_t start = message.raw_content_start(subject.index);
    return {from_line_break(start, start + message.raw_content(subject.index).size())};
  }
  if (subject.entity.kind != Kind::kMultipart || subject.entity.too_deep) return {};
  const auto next = static_cast<std::size_t>(subject.index) + 1;
  const bool has_parts = next < message.entities().size() && message.entities()[next].parent == subject.index;
  if (!has_parts) return {message.after_parts(subject.index)};
  const std::uint64_t preamble_end = message.ranges(subject.index + 1).heading.start;
  return {from_line_break(message.ranges(subject.index).body.start, preamble_end),
          message.after_parts(subject.index)};
}

std::string longer_delimiter(const Subject& subject) {
  const bool is_multipart = subject.entity.kind == Kind::kMultipart;
  const int multipart = is_multipart ? subject.index : subject.entity.parent;
  if (multipart < 0 || subject.message.boundary(multipart).empty()) return {};
  const std::string delimiter = delimiter_of(subject, multipart);
  for (const std::string_view bytes : own_bytes(subject)) {
    const std::string_view line = longer_line(bytes, delimiter);
    if (!line.empty()) {
      return "the line " + quoted(line) + " begins with the delimiter " + quoted(ascii::trimmed(delimiter)) +
             (is_multipart ? "" : " of part " + subject.message.part_name(multipart)) +
             ": it separates no parts";
    }
  }
  return {};
}

std::string encoding_of(const Subject& subject) {
  const Field* field = subject.first("Content-Transfer-Encoding");
  return field != nullptr ? without_comments(field->raw_value) : std::string();
}

std::string unknown_encoding(const Subject& subject) {
  const std::string encoding = encoding_of(subject);
  if (encoding.empty() || transfer_encoding(encoding)) return {};
  return "the transfer encoding " + quoted(encoding) + " is unknown: the content is read without decoding";
}

// RFC 2045 section 6.4 allows "7bit", "8bit" and "binary" only.
std::string encoded_composite(const Subject& subject) {
  const bool is_message = subject.entity.content_type == "message/rfc822";
  if (!is_message && !subject.is_multipart()) return {};
  const std::string encoding = encoding_of(subject);
  if (transfer_encoding(encoding).value_or(TransferEncoding::kNone) == TransferEncoding::kNone) return {};
  return "the transfer encoding " + quoted(encoding) + " is not allowed for it: " +
         (is_message ? "the message inside is decoded" : "its parts are read without decoding");
}

std::string damaged_encoding(const Subject& subject) {
  if (subject.entity.kind == Kind::kMultipart) return {};
  switch (subject.message.transfer_encoding(subject.index)) {
    case TransferEncoding::kBase64:
      return std::string(base64_damage(subject.message.raw_content(subject.index)));
    case TransferEncoding::kQuotedPrintable:
      return std::string(quoted_printable_damage(subject.message.raw_content(subject.index)));
    case TransferEncoding::kUuencode:
    case TransferEncoding::kNone:
      break;
  }
  return {};
}

// True for fields that decide how an entity is read.
bool is_structural(std::string_view name) {
  return ascii::starts_with_ignoring_case(name, "content-") || equals_ignoring_case(name, "mime-version");
}

// Separators of an mbox are common in headers, and all readers skip them.
bool is_mbox_line(std::string_view line) {
  return line.starts_with("From ") || line.starts_with(">From ");
}

// How a line of a header, without its line end, can be read in several ways; empty if it cannot.
std::string odd_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == kNotFound) return "a line of white space in its header: it does not end the header";
  if (first > 0 || is_mbox_line(line)) return {};
  const std::size_t name_end = std::min(line.find_first_of(" \t:"), line.size());
  const std::size_t colon = line.find_first_not_of(" \t", name_end);
  if (colon == kNotFound || line[colon] != ':')
    return "a line in its header that is not a field, " + quoted(line) + ": it does not end the header";
  if (name_end < colon && is_structural(line.substr(0, name_end)))
    return "white space before the colon of " + quoted(line.substr(0, name_end)) + ": it is read as a field";
  return {};
}

// Lines between a delimiter, or the beginning of the message, and the first field are skipped.
bool has_early_text(const Subject& subject) {
  const Message& message = subject.message;
  const FrameOrigin origin = message.frame_origin(subject.entity.frame);
  const std::string_view frame = message.frame_bytes(subject.entity.frame);
  const std::string_view before = frame.substr(0, message.ranges(subject.index).heading.start);
  if (subject.index == 0 && origin.start > 0) return true;
  if (before.empty() || before.back() != '\n') return false;
  const std::size_t line_end = before.size() - 1;
  const std::string_view line = before.substr(before.rfind('\n', line_end - (line_end > 0 ? 1 : 0)) + 1);
  if (subject.entity.is_message_body) return subject.index == 0 && !is_mbox_line(line);
  return !line.starts_with("--");
}

std::string odd_heading_line(const Subject& subject) {
  if (has_early_text(subject)) return "text before the first line of its header: it is skipped";
  if (subject.entity.field_count == 0) return {};
  for (std::size_t at = 0; at < subject.heading.size();) {
    const std::size_t end = std::min(subject.heading.find('\n', at), subject.heading.size());
    const std::string_view line = subject.heading.substr(at, end - at);
    at = end + 1;
    std::string found = line.find_first_not_of('\r') == kNotFound
                            ? std::string()
                            : odd_line(line.substr(0, line.find_last_not_of('\r') + 1));
    if (!found.empty()) return found;
  }
  return {};
}

// A CR that is not part of a line end.
bool has_bare_cr(std::string_view bytes) {
  for (std::size_t at = bytes.find('\r'); at != kNotFound; at = bytes.find('\r', at)) {
    at = bytes.find_first_not_of('\r', at);
    if (at == kNotFound) return false;
    if (bytes[at] != '\n') return true;
  }
  return false;
}

std::string heading_controls(const Subject& subject) {
  if (contains(subject.heading, '\0')) return "a NUL in its header: the field ends there";
  if (has_bare_cr(subject.heading)) return "a CR without LF in its header: it does not end a line";
  return {};
}

std::string text_controls(const Subject& subject) {
  if (contains(subject.text, '\0')) return "a NUL in its text: the text does not end there";
  const bool has_lines = !subject.message.is_document() &&
                         subject.message.transfer_encoding(subject.index) == TransferEncoding::kNone &&
                         !equals_ignoring_case(encoding_of(subject), "binary");
  if (has_lines && has_bare_cr(subject.text)) return "a CR without LF in its text: it does not end a line";
  return {};
}

// One row per kind, in the order of reports.
constexpr std::array kKinds = {contradicting_fields, repeated_parameter, unclear_boundary, nested_boundary,
                               late_delimiter,       longer_delimiter,   unknown_encoding, encoded_composite,
                               damaged_encoding,     odd_heading_line,   heading_controls, text_controls};

enum class Base64Byte : std::uint8_t { kOther, kWhite, kDigit, kPadding };

constexpr std::array<Base64Byte, 256> kBase64Bytes = [] {
  std::array<Base64Byte, 256> bytes = {};
  for (int c = 0; c < 128; ++c) {
    const char byte = static_cast<char>(c);
    if (ascii::is_alnum(byte) || byte == '+' || byte == '/')
      bytes[static_cast<std::size_t>(c)] = Base64Byte::kDigit;
    if (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n')
      bytes[static_cast<std::size_t>(c)] = Base64Byte::kWhite;
  }
  bytes['='] = Base64Byte::kPadding;
  return bytes;
}();

}  // namespace

const Field* contradiction(std::span<const Field> fields, const Field& first) {
  std::string expected;
  for (const Field& field : fields) {
    if (&field == &first || !equals_ignoring_case(field.name, first.name)) continue;
    if (expected.empty()) expected = normalized(first.raw_value);
    if (normalized(field.raw_value) != expected) return &field;
  }
  return nullptr;
}

std::string_view base64_damage(std::string_view raw) {
  bool is_padded = false;
  for (const char c : raw) {
    const Base64Byte byte = kBase64Bytes[static_cast<unsigned char>(c)];
    if (byte == Base64Byte::kOther)
      return "damaged base64, with bytes outside its alphabet: they are skipped";
    if (byte == Base64Byte::kDigit && is_padded)
      return "damaged base64, with data after the padding: it is decoded too";
    is_padded = is_padded || byte == Base64Byte::kPadding;
  }
  return {};
}

std::string_view quoted_printable_damage(std::string_view raw) {
  for (std::size_t at = raw.find('='); at != kNotFound; at = raw.find('=', at + 1)) {
    const std::string_view digits = raw.substr(at + 1, 2);
    if (digits.size() == 2 && ascii::hex_value(digits[0]) >= 0 && ascii::hex_value(digits[1]) >= 0) continue;
    const std::size_t next = raw.find_first_not_of(" \t\r", at + 1);
    if (next == kNotFound || raw[next] == '\n') continue;
    return "damaged quoted-printable, with \"=\" before neither two hexadecimal digits nor a line end: it is "
           "kept";
  }
  return {};
}

std::vector<std::string> ambiguities(const Message& message, int entity, std::string_view text) {
  const Entity& self = message.entities()[static_cast<std::size_t>(entity)];
  const Range heading = message.ranges(entity).heading;
  const Subject subject{message, entity, self,
                        message.frame_bytes(self.frame).substr(heading.start, heading.end - heading.start),
                        text};
  std::vector<std::string> found;
  for (const auto kind : kKinds) {
    if (std::string sentence = kind(subject); !sentence.empty()) found.push_back(std::move(sentence));
  }
  return found;
}

}  // namespace mimebase::walk
