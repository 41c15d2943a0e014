// Writes what is told of the rows by the tables of columns: the JSON Schemas, and the man page's list of
// keys. `meson compile -C build describe` runs it over the sources; it is not installed.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "write/columns.h"
#include "write/json_writer.h"

namespace mimebase::write {
namespace {

// What holds between the keys of a base.
constexpr std::string_view kBaseRules = R"(
    {"if": {"properties": {"base_by": {"const": "none"}}},
     "then": {"properties": {"base": {"const": ""}, "base_section": {"const": "3.4"}, "base_part": {"type": "null"}}},
     "else": {"properties": {"base": {"minLength": 1}, "base_section": {"enum": ["3.1", "3.2", "3.3"]}}}},
    {"if": {"properties": {"base_by": {"const": "retrieval-url"}}},
     "then": {"properties": {"base_section": {"const": "3.3"}, "base_part": {"type": "null"}}},
     "else": {"properties": {"base_section": {"enum": ["3.1", "3.2", "3.4"]}}}},
    {"if": {"properties": {"base_section": {"enum": ["3.1", "3.2"]}}},
     "then": {"properties": {"base_part": {"type": "string"}}}})";
// And between a status and what it says of the reference.
constexpr std::string_view kStatusRules = R"(,
    {"if": {"properties": {"status": {"enum": ["resolved", "absolute", "guessed"]}}},
     "then": {"properties": {"resolved": {"type": "string"}}}},
    {"if": {"properties": {"status": {"enum": ["unresolved", "invalid"]}}},
     "then": {"properties": {"resolved": {"type": "null"}}}},
    {"if": {"properties": {"status": {"const": "part"}}},
     "then": {"properties": {"target_part": {"type": "string"}}},
     "else": {"properties": {"target_part": {"type": "null"}}}})";

std::string quoted(std::string_view text) {
  JsonWriter json;
  json.text(text);
  return std::string(json.rows());
}

std::string required(const Rows& rows) {
  std::string keys;
  for (const ColumnInfo& column : rows.columns) {
    if (column.when == When::kAlways) keys += (keys.empty() ? "" : ", ") + quoted(column.key);
  }
  return "[" + keys + "]";
}

std::string properties(const Rows& rows, std::string_view indent);

std::string schema_of_type(const ColumnInfo& column) {
  const std::string null = column.nullable ? "null" : "";
  if (column.values != nullptr) {
    std::string values = null;
    for (const std::string_view value : column.values())
      values += (values.empty() ? "" : ", ") + quoted(value);
    return "\"enum\": [" + values + "]";
  }
  const auto type = [&](std::string_view name) {
    return column.nullable ? fmt::format(R"("type": ["{}", "null"])", name)
                           : fmt::format(R"("type": "{}")", name);
  };
  switch (column.type) {
    case Type::kText:
      break;
    case Type::kNumber:
      return type("integer") + (column.schema.empty() ? ", \"minimum\": 0" : "");
    case Type::kRange:
      return type("array") + R"(, "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2)";
    case Type::kChain:
      return type("array") + fmt::format(
                                 ", \"items\": {{\n      \"type\": \"object\",\n      \"properties\": {},\n"
                                 "      \"required\": {},\n      \"additionalProperties\": false\n    }}",
                                 properties(kCandidateRows, "      "), required(kCandidateRows));
  }
  return type("string");
}

std::string properties(const Rows& rows, std::string_view indent) {
  std::string members;
  for (const ColumnInfo& column : rows.columns) {
    if (column.when == When::kDatabase) continue;
    members += fmt::format("{}\n{}  {}: {{\"description\": {}, {}{}{}}}", members.empty() ? "" : ",", indent,
                           quoted(column.key), quoted(column.told), schema_of_type(column),
                           column.schema.empty() ? "" : ", ", column.schema);
  }
  return fmt::format("{{{}\n{}}}", members, indent);
}

std::string schema(const Rows& rows) {
  std::string rules;
  if (&rows == &kLinkRows || &rows == &kEntityRows) rules = kBaseRules;
  if (&rows == &kLinkRows) rules += kStatusRules;
  if (!rules.empty()) rules = ",\n  \"allOf\": [" + rules + "\n  ]";
  return fmt::format(R"({{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "One row of `mimebase {} --format jsonl`: {}",
  "type": "object",
  "properties": {},
  "required": {},
  "additionalProperties": false{}
}}
)",
                     rows.name, rows.told, properties(rows, "  "), required(rows), rules);
}

// Text for a line of its own in a man page.
std::string roff(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '-') line += '\\';
    line += c;
    if (c == '\\') line += 'e';
  }
  return line.starts_with('.') || line.starts_with('\'') ? "\\&" + line : line;
}

std::string_view kind_of_value(const ColumnInfo& column) {
  switch (column.type) {
    case Type::kText:
      break;
    case Type::kNumber:
      return column.nullable ? "number or null" : "number";
    case Type::kRange:
      return "array or null";
    case Type::kChain:
      return "array";
  }
  return column.nullable ? "text or null" : "text";
}

std::string man(const Rows& rows, std::string_view title) {
  std::string list = fmt::format(".Ss {}\n.Bl -tag -width Ds\n", roff(title));
  for (const ColumnInfo& column : rows.columns) {
    if (column.when == When::kDatabase) continue;
    list += fmt::format(".It Li {} Pq {}\n{}\n", column.key, kind_of_value(column), roff(column.told));
  }
  return list + ".El\n";
}

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool write_file(const std::string& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  return out.flush().good();
}

// Puts the list of keys between the lines of the man page that say so.
bool write_man(const std::string& path) {
  constexpr std::string_view kBegin = ".\\\" Keys, by src/write/describe.cpp:\n",
                             kEnd = ".\\\" End of the keys.\n";
  const std::string page = read(path);
  const std::size_t begin = page.find(kBegin), end = page.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos) return false;
  std::string keys;
  for (const Rows* rows : {&kLinkRows, &kEntityRows, &kDiagnosticRows, &kSummaryRows})
    keys += man(*rows, rows->name);
  keys += man(kCandidateRows, "each of chain");
  return write_file(path, page.substr(0, begin + kBegin.size()) + keys + page.substr(end));
}

bool write_all(const std::string& root) {
  const std::string folder = root + "/src/write/schema/";
  return write_file(folder + "links.schema.json", schema(kLinkRows)) &&
         write_file(folder + "tree.schema.json", schema(kEntityRows)) &&
         write_file(folder + "check.schema.json", schema(kDiagnosticRows)) &&
         write_file(folder + "check-summary.schema.json", schema(kSummaryRows)) &&
         write_man(root + "/src/cli/mimebase.1");
}

}  // namespace
}  // namespace mimebase::write

int main(int argc, char** argv) {
  if (argc == 2 && mimebase::write::write_all(argv[1])) return 0;
  (void)std::fputs("usage: describe SOURCE_ROOT, in which all can be written\n", stderr);
  return 2;
}
