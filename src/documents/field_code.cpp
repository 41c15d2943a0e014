#include "documents/field_code.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

constexpr std::size_t kMostArguments = 16;

// The switches that have an argument, by field. `\*`, `\@` and `\#` have one in every field.
std::string_view switches_with_argument(std::string_view name) {
  struct Row {
    std::string_view name, switches;
  };
  constexpr Row kRows[] = {
      {"DATABASE", "bcdflst"}, {"HYPERLINK", "lot"},    {"IMPORT", "c"}, {"INCLUDE", "cntx"},
      {"INCLUDEPICTURE", "c"}, {"INCLUDETEXT", "cntx"}, {"LINK", "f"}};
  for (const Row& row : kRows) {
    if (row.name == name) return row.switches;
  }
  return {};
}

// Straight quote marks, and the curly ones that Word makes of them while somebody types. Returns their bytes.
std::size_t quote_mark(std::string_view text) {
  if (text.starts_with('"')) return 1;
  return starts_with_one_of(text, {"\u201C", "\u201D", "\u201E"}) ? 3 : 0;
}

// Reads an argument. A backslash quotes a quote mark, a brace or a backslash.
std::string read_argument(std::string_view& rest) {
  std::string argument;
  const std::size_t mark = quote_mark(rest);
  rest.remove_prefix(mark);
  while (!rest.empty()) {
    const bool is_escape = rest[0] == '\\' && rest.size() > 1 && contains("\\\"{}", rest[1]);
    if (is_escape) {
      rest.remove_prefix(1);
    } else if (mark > 0 && quote_mark(rest) > 0) {
      rest.remove_prefix(quote_mark(rest));
      break;
    } else if (mark == 0 && (ascii::is_white_space(rest[0]) || quote_mark(rest) > 0)) {
      break;
    }
    argument += rest[0];
    rest.remove_prefix(1);
  }
  return argument;
}

void skip_space(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(ascii::kCWhiteSpace), rest.size()));
}

}  // namespace

FieldCode parse_field_code(std::string_view code) {
  FieldCode field;
  skip_space(code);
  while (!code.empty() && ascii::is_letter(code[0])) {
    field.name += static_cast<char>(code[0] & ~0x20);
    code.remove_prefix(1);
  }
  const std::string_view with_argument = switches_with_argument(field.name);
  for (skip_space(code); !code.empty(); skip_space(code)) {
    if (code[0] == '\\' && code.size() > 1 && code[1] != '\\') {
      const char name = ascii::lower(code[1]);
      code.remove_prefix(2);
      if (!contains(with_argument, name) && !contains("*@#", name)) continue;
      skip_space(code);
      // A switch whose argument is missing.
      if (code.empty() || (code[0] == '\\' && !code.starts_with("\\\\"))) continue;
      std::string argument = read_argument(code);
      if (name == 'l' && field.name == "HYPERLINK") field.location = std::move(argument);
      if (name == 'd' && field.name == "DATABASE") field.database = std::move(argument);
    } else {
      std::string argument = read_argument(code);
      if (field.arguments.size() < kMostArguments) field.arguments.push_back(std::move(argument));
    }
  }
  return field;
}

std::string quoted_text(const FieldCode& code) {
  std::string text;
  for (const std::string& argument : code.arguments) {
    std::uint32_t number = 0;
    const bool is_hex = argument.starts_with("0x") || argument.starts_with("0X");
    const char* const start = argument.data() + (is_hex ? 2 : 0);
    const char* const end = argument.data() + argument.size();
    const auto parsed = std::from_chars(start, end, number, is_hex ? 16 : 10);
    if (parsed.ec == std::errc() && parsed.ptr == end && number > 0 && number < 0xD800) {
      utf8::append(number, text);
    } else {
      text += argument;
    }
  }
  return text;
}

}  // namespace mimebase::documents
