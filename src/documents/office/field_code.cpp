#include "documents/office/field_code.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <utility>

#include "documents/reporting.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

// No kind of field has its file behind these arguments. All others are in FieldCode::text, where they matter.
constexpr std::size_t kKeptArguments = 16;

// A kind of field with a file: which of its arguments the file is, counted from 0 (-1: none), the switches
// that have an argument, apart from the general ones, and what the field does with the file.
struct FieldKind {
  std::string_view name;
  int file;
  std::string_view switches;
  LinkKind kind;
};
constexpr FieldKind kFieldKinds[] = {
    {"HYPERLINK", 0, "lot", LinkKind::kLink},
    {"INCLUDEPICTURE", 0, "c", LinkKind::kImage},
    {"IMPORT", 0, "c", LinkKind::kImage},  // of Word 6
    {"INCLUDETEXT", 0, "cntx", LinkKind::kFrame},
    {"INCLUDE", 0, "cntx", LinkKind::kFrame},  // of Word 6
    {"RD", 0, "", LinkKind::kFrame},
    {"LINK", 1, "f", LinkKind::kMedia},  // after the class of the object
    {"DATABASE", -1, "bcdflst", LinkKind::kMedia},
};
constexpr std::string_view kGeneralSwitches = "*@#";  // of format; they have an argument

bool is_command(std::string_view name) {
  return is_one_of(name, {"DDE", "DDEAUTO"});
}

const FieldKind* kind_of_field(std::string_view name) {
  const auto* const found = std::ranges::find(kFieldKinds, name, &FieldKind::name);
  return found != std::end(kFieldKinds) ? found : nullptr;
}

// Straight quote marks, and the curly ones that Word makes of them while somebody types (U+201C to U+201E).
// Returns their bytes. Called for each byte of a code.
std::size_t quote_mark(std::string_view text) {
  if (text[0] == '"') return 1;
  const bool is_curly =
      text[0] == '\xE2' && text.size() > 2 && text[1] == '\x80' && text[2] >= '\x9C' && text[2] <= '\x9E';
  return is_curly ? 3 : 0;
}

// White space, of which a no-break space (U+00A0) is a kind. Returns its bytes.
std::size_t space(std::string_view text) {
  if (text[0] == '\xC2') return text.size() > 1 && text[1] == '\xA0' ? 2 : 0;
  return ascii::is_white_space(text[0]) ? 1 : 0;
}

void skip_space(std::string_view& rest) {
  while (!rest.empty()) {
    const std::size_t bytes = space(rest);
    if (bytes == 0) return;
    rest.remove_prefix(bytes);
  }
}

// Reads an argument, in which a backslash quotes a quote mark, a brace or a backslash.
void read_argument(std::string_view& rest, std::string& argument) {
  argument.clear();
  const std::size_t mark = quote_mark(rest);
  rest.remove_prefix(mark);
  while (!rest.empty()) {
    if (rest[0] == '\\' && rest.size() > 1 && contains("\\\"{}", rest[1])) {
      rest.remove_prefix(1);
    } else if (const std::size_t closing = quote_mark(rest); closing > 0) {
      if (mark > 0) rest.remove_prefix(closing);
      break;
    } else if (mark == 0 && space(rest) > 0) {
      break;
    }
    argument += rest[0];
    rest.remove_prefix(1);
  }
}

// Adds what QUOTE shows for an argument: that, or the character with this number.
void append_quoted(std::string_view argument, std::string& text) {
  std::uint32_t number = 0;
  const bool is_hex = argument.starts_with("0x") || argument.starts_with("0X");
  const char* const end = argument.data() + argument.size();
  const auto parsed = std::from_chars(argument.data() + (is_hex ? 2 : 0), end, number, is_hex ? 16 : 10);
  if (parsed.ec == std::errc() && parsed.ptr == end && number > 0 && number < 0xD800) {
    utf8::append(number, text);
  } else {
    text += argument;
  }
}

}  // namespace

FieldCode parse_field_code(std::string_view code) {
  FieldCode field;
  skip_space(code);
  while (!code.empty() && ascii::is_letter(code[0])) {
    field.name += static_cast<char>(code[0] & ~0x20);
    code.remove_prefix(1);
  }
  const FieldKind* const kind = kind_of_field(field.name);
  const std::string_view with_argument = kind != nullptr ? kind->switches : std::string_view();
  const bool is_quote = field.name == "QUOTE", has_command = is_command(field.name);
  std::string argument;
  for (skip_space(code); !code.empty(); skip_space(code)) {
    if (code[0] == '\\' && code.size() > 1 && code[1] != '\\' && code[1] != '"' && ascii::is_ascii(code[1])) {
      const char name = ascii::lower(code[1]);
      code.remove_prefix(2);
      if (!contains(with_argument, name) && !contains(kGeneralSwitches, name)) continue;
      skip_space(code);
      // A switch whose argument is missing.
      if (code.empty() || (code[0] == '\\' && !code.starts_with("\\\\"))) continue;
      read_argument(code, argument);
      if (name == 'l' && field.name == "HYPERLINK")
        field.location = argument;
      else if (name == 'o' && field.name == "HYPERLINK")
        field.tooltip = argument;
      else if (name == 'd' && field.name == "DATABASE")
        field.database = argument;
    } else {
      read_argument(code, argument);
      if (field.arguments.size() < kKeptArguments) field.arguments.push_back(argument);
      if (is_quote) append_quoted(argument, field.text);
      if (has_command) field.text.append(argument) += '\n';
    }
  }
  return field;
}

bool FieldReader::begin(std::size_t level) {
  Field field;
  if (!reading_.charge_objects(1, sink_) || !charge(sizeof(Field), field)) return false;
  field.level = level;
  field.number = ++count_;
  fields_.push_back(std::move(field));
  return true;
}

void FieldReader::begin_code() {
  if (last().part != Field::Part::kCode) ++codes_;
  last().part = Field::Part::kCode;
}

void FieldReader::begin_result() {
  if (last().part == Field::Part::kCode) --codes_;
  last().part = Field::Part::kResult;
}

void FieldReader::add_to_result(std::string_view utf8) {
  if (!is_in_code()) return append_shown(utf8, last().result);
  keep(utf8, last().result);
}

FieldReader::Ended FieldReader::end() {
  Ended ended{std::move(fields_.back()), {}};
  fields_.pop_back();
  reading_.bytes_left += ended.field.kept;
  if (ended.field.part == Field::Part::kCode) --codes_;
  ended.code = parse_field_code(ended.field.code);
  if (fields_.empty()) return ended;
  const bool is_for_code = last().part == Field::Part::kCode;
  // Word computes the result of QUOTE when it opens the document.
  const bool is_quote = ended.code.name == "QUOTE" && (is_for_code || ended.field.result.empty());
  const std::string& shown = is_quote ? ended.code.text : ended.field.result;
  if (is_in_code() && !pass(shown.size())) return ended;
  if (is_for_code) {
    add_to_code(shown);
  } else {
    add_to_result(shown);
  }
  return ended;
}

void FieldReader::keep(std::string_view utf8, std::string& text) {
  if (charge(utf8.size(), last())) text += utf8;
}

bool FieldReader::charge(std::uint64_t bytes, Field& field) {
  const std::uint64_t before = reading_.bytes_left;
  const bool is_within = reading_.charge_bytes(bytes, sink_);
  field.kept += before - reading_.bytes_left;
  return is_within;
}

// Returns false if there are no steps left.
bool FieldReader::pass(std::size_t bytes) {
  constexpr std::uint64_t kStepsPerByte = 16;
  const std::size_t again = bytes - std::min(bytes, left_);
  left_ -= bytes - again;
  return again == 0 || reading_.charge_steps(kStepsPerByte * again, sink_);
}

std::vector<std::string> dde_references(std::string_view program, std::string_view topic) {
  if (names_file(topic) && is_url_or_path(ascii::trim_html_space(topic))) return {std::string(topic)};
  std::vector<std::string> found = urls_in(topic);
  if (found.empty()) found.push_back(std::string(program).append("|'").append(topic) += '\'');
  return found;
}

std::vector<FieldReference> references_of(const FieldCode& code) {
  std::vector<FieldReference> found;
  const auto add = [&](std::string_view reference, LinkKind kind) {
    reference = ascii::trim_html_space(reference);
    if (!reference.empty()) found.push_back({std::string(reference), kind});
  };
  const auto argument = [&](int number) {
    const auto index = static_cast<std::size_t>(number);
    return number >= 0 && index < code.arguments.size() ? code.arguments[index] : std::string();
  };
  if (is_command(code.name)) {
    // A program, which can be any file, and a document for it. Else the program gets a command line.
    const std::string program = argument(0), topic = argument(1);
    if (names_file(program) && is_url_or_path(program)) add(program, LinkKind::kMedia);
    if (is_url_or_path(topic)) {
      add(topic, LinkKind::kMedia);
    } else {
      for (const std::string& url : urls_in(code.text)) {
        if (url != program) add(url, LinkKind::kMedia);
      }
    }
    return found;
  }
  const FieldKind* const kind = kind_of_field(code.name);
  if (kind == nullptr) return found;
  add(with_location(argument(kind->file), code.location), kind->kind);
  add(code.database, kind->kind);
  return found;
}

}  // namespace mimebase::documents
