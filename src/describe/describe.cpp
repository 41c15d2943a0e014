// Generates text from the tables of columns, diagnostics, limits and options: the JSON Schemas, lists in the
// man page, and types and signatures in Python's stub.
// `meson compile -C build describe` runs it on the source tree. It is not installed.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "describe/python_stub.h"
#include "mimebase/diagnostics.h"
#include "mimebase/limits.h"
#include "unwrap/wrappers.h"
#include "write/column_writers.h"
#include "write/columns.h"

namespace mimebase::write {
namespace {

// Schema rules for the keys of a base.
constexpr std::string_view kBaseRules = R"(
    {"if": {"properties": {"base_by": {"const": "none"}}},
     "then": {"properties": {"base": {"const": ""}, "base_section": {"const": "3.4"}, "base_part": {"type": "null"}}},
     "else": {"properties": {"base": {"minLength": 1}, "base_section": {"enum": ["3.1", "3.2", "3.3"]}}}},
    {"if": {"properties": {"base_by": {"enum": ["retrieval-url", "target-uri", "saved-from"]}}},
     "then": {"properties": {"base_section": {"const": "3.3"}, "base_part": {"type": "null"}}},
     "else": {"properties": {"base_section": {"enum": ["3.1", "3.2", "3.4"]}}}},
    {"if": {"properties": {"base_section": {"enum": ["3.1", "3.2"]}}},
     "then": {"properties": {"base_part": {"type": "string"}}}})";
// Schema rules for a link's status and its other keys.
constexpr std::string_view kStatusRules = R"(,
    {"if": {"properties": {"status": {"enum": ["resolved", "absolute", "guessed", "defanged"]}}},
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

constexpr std::string_view kOpensSchema =
    R"(, "properties": {"url": {"type": "string"}, "part": {"type": "string"}}, "minProperties": 1, "maxProperties": 1, "additionalProperties": false)";

// What the types of columns are called, and further members of their properties in a JSON Schema.
struct TypeText {
  std::string_view json, plain, python, schema = {};
};
// Indexed by Type.
constexpr TypeText kTypes[] = {
    {"string", "text", "str"},
    {"integer", "number", "int"},
    {"array", "array", "tuple[int, int]",
     R"(, "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2)"},
    {"array", "array", "tuple[Candidate, ...]"},
    {"array", "array", "tuple[str, ...]", R"(, "items": {"type": "string", "minLength": 1})"},
    {"object", "object", "dict[str, str | list[str] | None]",
     R"(, "additionalProperties": {"type": ["string", "array", "null"], "items": {"type": "string"}})"},
    {"object", "object", "Opens", kOpensSchema},
    {"object", "object", "dict[str, Opens | None]"},
    {"object", "object", "dict[str, str]"},
};
const TypeText& text_of(Type type) {
  return kTypes[static_cast<std::size_t>(type)];
}

template <typename Enumeration>
std::string quoted_names() {
  std::string names;
  for (const std::string_view name : names_of<Enumeration>())
    names += (names.empty() ? "" : ", ") + quoted(name);
  return names;
}

std::string schema_of_type(const ColumnInfo& column) {
  if (column.values != nullptr) {
    std::string values = column.nullable ? "null" : "";
    for (const std::string_view value : column.values())
      values += (values.empty() ? "" : ", ") + quoted(value);
    return "\"enum\": [" + values + "]";
  }
  const std::string name = quoted(text_of(column.type).json);
  std::string schema = "\"type\": " + (column.nullable ? "[" + name + ", \"null\"]" : name);
  if (column.type == Type::kNumber && column.schema.empty()) schema += ", \"minimum\": 0";
  schema += text_of(column.type).schema;
  if (column.type == Type::kReaders)
    schema += fmt::format(", \"additionalProperties\": {{\"type\": [\"object\", \"null\"]{}}}", kOpensSchema);
  if (column.type == Type::kReasons)
    schema += fmt::format(", \"additionalProperties\": {{\"enum\": [{}]}}", quoted_names<Unopened>());
  if (column.type == Type::kChain)
    schema += fmt::format(
        ", \"items\": {{\n      \"type\": \"object\",\n      \"properties\": {},\n"
        "      \"required\": {},\n      \"additionalProperties\": false\n    }}",
        properties(kCandidateRows, "      "), required(kCandidateRows));
  return schema;
}

std::string properties(const Rows& rows, std::string_view indent) {
  std::string members;
  for (const ColumnInfo& column : rows.columns) {
    if (column.when == When::kDatabase || column.when == When::kTable) continue;
    members += fmt::format("{}\n{}  {}: {{\"description\": {}, {}{}{}}}", members.empty() ? "" : ",", indent,
                           quoted(column.key), quoted(column.description), schema_of_type(column),
                           column.schema.empty() ? "" : ", ", column.schema);
  }
  return fmt::format("{{{}\n{}}}", members, indent);
}

// `name` is the stem of the file name: "links" for links.schema.json.
std::string schema(const Rows& rows, std::string_view name) {
  std::string rules;
  if (&rows == &kLinkRows || &rows == &kEntityRows) rules = kBaseRules;
  if (&rows == &kLinkRows) rules += kStatusRules;
  if (!rules.empty()) rules = ",\n  \"allOf\": [" + rules + "\n  ]";
  return fmt::format(R"({{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "$id": "urn:x-mimebase:schema:{}:{}",
  "title": "One row of `mimebase {} --format jsonl`: {}",
  "type": "object",
  "properties": {},
  "required": {},
  "additionalProperties": false{}
}}
)",
                     kSchemaVersion, name, rows.name, rows.description, properties(rows, "  "),
                     required(rows), rules);
}

// Escapes `text` for a line of its own in a man page.
std::string roff(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '-') line += '\\';
    line += c;
    if (c == '\\') line += 'e';
  }
  return line.starts_with('.') || line.starts_with('\'') ? "\\&" + line : line;
}

std::string man(const Rows& rows, std::string_view title) {
  std::string list = fmt::format(".Ss {}\n.Bl -tag -width Ds\n", roff(title));
  for (const ColumnInfo& column : rows.columns) {
    if (column.when == When::kDatabase || column.when == When::kTable) continue;
    list += fmt::format(".It Li {} Pq {}{}\n{}\n", column.key, text_of(column.type).plain,
                        column.nullable ? " or null" : "", roff(column.description));
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

// Formats text for the man page. Code in backquotes and each sentence get their own lines.
std::string paragraph(std::string_view text) {
  std::string lines, line;
  const auto end_line = [&] {
    if (line.ends_with(' ')) line.pop_back();
    if (!line.empty()) lines += line.starts_with(".Li ") ? line + '\n' : roff(line) + '\n';
    line.clear();
  };
  bool is_code = false;
  for (const char c : text) {
    if (c == '`') {
      if (!is_code) end_line();
      line = is_code ? ".Li " + roff(line) : line;
      is_code = !is_code;
    } else if (line.starts_with(".Li ") && c != ' ') {
      line.append(" ") += c;  // punctuation
    } else if (c == ' ' && !is_code && (line.ends_with('.') || line.starts_with(".Li "))) {
      end_line();
    } else if (c != ' ' || !line.empty()) {
      line += c;
    }
  }
  end_line();
  return lines;
}

std::string diagnostics() {
  std::string list;
  for (const DiagnosticKind& kind : diagnostic_kinds()) {
    std::string example = roff(kind.example);
    for (std::size_t at = 0; (at = example.find('"', at)) != std::string::npos;)
      example.replace(at, 1, "\\(dq");
    list += fmt::format(".It Li {} Pq {}{}{}\n{}.Pp\n.Dl {}\n", roff(kind.name), name_of(kind.severity),
                        kind.otherwise ? ", " : "", kind.otherwise ? name_of(*kind.otherwise) : "",
                        paragraph(kind.description), example);
  }
  return list;
}

std::string groups() {
  std::string list;
  for (const DiagnosticGroup& group : diagnostic_groups()) {
    std::string codes;
    for (const DiagnosticCode code : group.codes)
      codes.append(codes.empty() ? ": `" : ", `").append(name_of(code)).append("`");
    list += fmt::format(".It Li {}\n{}", roff(group.name), paragraph(std::string(group.description) + codes));
  }
  return list;
}

// Formats 268435456 as "256M".
std::string short_size(std::uint64_t bytes) {
  std::size_t power = 0;
  for (; bytes > 0 && bytes % 1024 == 0 && power < 3; ++power) bytes /= 1024;
  return std::to_string(bytes) + (power > 0 ? std::string(1, "KMG"[power - 1]) : std::string());
}

std::string limits() {
  const Limits preset;
  std::string list;
  for (const LimitKey& key : limit_keys()) {
    const std::uint64_t value = preset.*key.value;
    const bool is_bytes = key.unit == "BYTES";
    list += fmt::format(".It Li {} Pq {}{}; {}\n{}", roff(key.name), is_bytes ? "bytes " : "", roff(key.what),
                        is_bytes ? short_size(value) : std::to_string(value), paragraph(key.why));
  }
  return list;
}

// One row per name, in the order of the table.
std::string wrappers() {
  std::string list;
  std::vector<std::string_view> names;
  for (const unwrap::Wrapper& wrapper : unwrap::all_wrappers()) {
    if (std::ranges::find(names, wrapper.name) != names.end()) continue;
    names.push_back(wrapper.name);
    list += fmt::format(".It Li {} Ta {}\n", roff(wrapper.name),
                        wrapper.where == unwrap::Where::kServer ? "server" : "decoded");
  }
  return list;
}

std::string keys() {
  std::string lists;
  for (const Rows* rows :
       {&kLinkRows, &kEntityRows, &kDiagnosticRows, &kLedgerRows, &kSummaryRows, &kTopRows, &kEditRows})
    lists += man(*rows, rows->name);
  return lists + man(kCandidateRows, "each of chain");
}

// Returns the stub of a Python type of rows. `also` lists the columns that not all rows of the table have.
std::string stub(std::string_view name, const Rows& rows, std::initializer_list<When> also = {}) {
  std::string members;
  for (const ColumnInfo& column : rows.columns) {
    if (column.when != When::kAlways && std::ranges::find(also, column.when) == also.end()) continue;
    // The reader is known in all rows that have the key.
    const bool may_be_none = column.nullable && (column.when != When::kReader || column.type == Type::kOpens);
    members += fmt::format("    {}{}: {}{}{}\n", column.key, column.key == "from" ? "_" : "",
                           text_of(column.type).python, may_be_none ? " | None" : "",
                           column.key == "count" ? "  # type: ignore[assignment]" : "");
  }
  return fmt::format("class _{0}Fields(NamedTuple):\n{1}\nclass {0}(Row, _{0}Fields): ...\n\n", name,
                     members);
}

std::string stubs() {
  return stub("Link", kLinkRows) + stub("UniqueLink", kLinkRows, {When::kUnique}) +
         stub("ReaderLink", kLinkRows, {When::kReader}) +
         stub("UniqueReaderLink", kLinkRows, {When::kReader, When::kUnique}) + stub("Entity", kEntityRows) +
         stub("Candidate", kCandidateRows) + stub("Diagnostic", kDiagnosticRows) +
         stub("Comparison", kComparisonRows) + stub("Summary", kSummaryRows);
}

// Replaces the text between the two marker lines for `what`, which are comments. Returns an empty string if
// the page lacks them.
std::string filled(const std::string& page, std::string_view what, const std::string& text,
                   std::string_view comment = ".\\\"") {
  const std::string begin = fmt::format("{} By src/describe/describe.cpp, of the {}:\n", comment, what);
  const std::size_t at = page.find(begin), end = page.find(fmt::format("{} End of the {}.\n", comment, what));
  if (at == std::string::npos || end == std::string::npos) return {};
  return page.substr(0, at + begin.size()) + text + page.substr(end);
}

bool write_man(const std::string& path) {
  std::string page = filled(read(path), "keys", keys());
  page = filled(page, "diagnostics", diagnostics());
  page = filled(page, "groups", groups());
  page = filled(page, "limits", limits());
  page = filled(page, "wrappers", wrappers());
  return !page.empty() && write_file(path, page);
}

bool write_all(const std::string& root) {
  struct File {
    const char* name;
    const Rows& rows;
  };
  for (const File& file :
       {File{"links", kLinkRows}, File{"tree", kEntityRows}, File{"check", kDiagnosticRows},
        File{"compare", kComparisonRows}, File{"check-summary", kSummaryRows}, File{"links-top", kTopRows},
        File{"ledger", kLedgerRows}, File{"rewrite-manifest", kEditRows}}) {
    const std::string path = fmt::format("{}/src/write/schema/{}.schema.json", root, file.name);
    if (!write_file(path, schema(file.rows, file.name))) return false;
  }
  const std::string stub = root + "/src/python/mimebase/__init__.pyi";
  std::string page = filled(read(stub), "columns", stubs(), "#");
  page = filled(page, "options", options::python_stub(), "#");
  return !page.empty() && write_file(stub, page) && write_man(root + "/src/cli/mimebase.1");
}

}  // namespace
}  // namespace mimebase::write

int main(int argc, char** argv) {
  if (argc == 2 && mimebase::write::write_all(argv[1])) return 0;
  (void)std::fputs("usage: describe SOURCE_ROOT, in which all can be written\n", stderr);
  return 2;
}
