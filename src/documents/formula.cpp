#include "documents/formula.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "documents/field_code.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

struct UrlFunction {
  std::string_view name;
  LinkKind kind;
};
constexpr UrlFunction kUrlFunctions[] = {
    {"HYPERLINK", LinkKind::kLink}, {"IMAGE", LinkKind::kImage}, {"WEBSERVICE", LinkKind::kOther}};

bool is_name_character(char c) {
  return ascii::is_alnum(c) || c == '_' || c == '.' || !ascii::is_ascii(c);
}

void skip_formula_space(std::string_view& rest) {
  while (!rest.empty() && ascii::is_white_space(rest.front())) rest.remove_prefix(1);
}

// Takes a string in quotation marks, which are doubled inside, from the start of `rest`. Returns false if
// there is none.
bool take_quoted(std::string_view& rest, char quote, std::string& value) {
  value.clear();
  if (!rest.starts_with(quote)) return false;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == quote) {
      if (rest.substr(i + 1, 1) != std::string_view(&quote, 1)) {
        rest.remove_prefix(i + 1);
        return true;
      }
      ++i;
    }
    value += rest[i];
  }
  rest = {};
  return false;
}

// Takes an argument that is one string, up to its separator or the closing bracket, which stays.
bool take_argument(std::string_view& rest, std::string& value) {
  skip_formula_space(rest);
  std::string_view ahead = rest;
  if (!take_quoted(ahead, '"', value)) return false;
  skip_formula_space(ahead);
  if (ahead.empty() || !contains(",;)", ahead.front())) return false;
  rest = ahead;
  return true;
}

bool take_separator(std::string_view& rest) {
  if (!rest.starts_with(',') && !rest.starts_with(';')) return false;
  rest.remove_prefix(1);
  return true;
}

void add_reference(std::string_view reference, LinkKind kind, std::string label,
                   std::vector<FormulaReference>& found) {
  reference = ascii::trim_html_space(reference);
  if (reference.empty() || reference.starts_with('#')) return;
  found.push_back({std::string(reference), kind, std::move(label)});
}

// Reads the arguments of a function, after its opening bracket.
void read_call(std::string_view name, std::string_view& rest, std::vector<FormulaReference>& found) {
  name.remove_prefix(name.rfind('.') + 1);  // "_xlfn.", "COM.MICROSOFT."
  std::string first, second;
  if (ascii::equals_ignoring_case(name, "DDE")) {
    if (!take_argument(rest, first) || !take_separator(rest) || !take_argument(rest, second)) return;
    for (const std::string& argument : {first, second}) {
      if (names_file(argument)) add_reference(argument, LinkKind::kMedia, {}, found);
    }
    return;
  }
  for (const UrlFunction& function : kUrlFunctions) {
    if (!ascii::equals_ignoring_case(name, function.name)) continue;
    if (!take_argument(rest, first)) return;
    if (function.kind != LinkKind::kLink || !take_separator(rest) || !take_argument(rest, second))
      second.clear();
    return add_reference(first, function.kind, std::move(second), found);
  }
}

}  // namespace

std::vector<FormulaReference> read_formula(std::string_view formula) {
  std::vector<FormulaReference> found;
  std::string value;
  std::string_view rest = formula;
  while (!rest.empty()) {
    const char c = rest.front();
    if (c == '"' || c == '\'') {
      static_cast<void>(take_quoted(rest, c, value));
    } else if (is_name_character(c)) {
      std::size_t length = 1;
      while (length < rest.size() && is_name_character(rest[length])) ++length;
      const std::string_view name = rest.substr(0, length);
      rest.remove_prefix(length);
      skip_formula_space(rest);
      if (rest.starts_with('(')) {
        rest.remove_prefix(1);
        read_call(name, rest, found);
      } else if (rest.starts_with("|'")) {  // program|'document'!item
        rest.remove_prefix(1);
        if (take_quoted(rest, '\'', value) && rest.starts_with('!'))
          add_reference(names_file(value) ? value : std::string(name) + "|'" + value + "'", LinkKind::kMedia,
                        {}, found);
      }
    } else {
      rest.remove_prefix(1);
    }
  }
  return found;
}

std::string column_name(std::uint64_t column) {
  std::string name;
  for (; column > 0; column = (column - 1) / 26) name += static_cast<char>('A' + (column - 1) % 26);
  std::ranges::reverse(name);
  return name;
}

}  // namespace mimebase::documents
