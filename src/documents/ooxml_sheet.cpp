#include <algorithm>
#include <charconv>
#include <utility>

#include "documents/field_code.h"
#include "documents/formula.h"
#include "documents/ooxml_part.h"
#include "documents/package.h"
#include "find/html/page_text.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

// Names of worksheets have at most 31 characters, those of other things 255.
constexpr std::size_t kLongestDefinedName = 256;
constexpr std::size_t kLongestCell = 16;
constexpr std::size_t kMostLinks = 8;  // of one cell; more would repeat its text without limit
// The texts of a workbook's shared strings that are kept.
constexpr std::size_t kMostSharedBytes = std::size_t{32} << 20;

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  text = ascii::trimmed(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The number of the column of a cell such as "AB12"; 0 if it is none.
std::uint64_t column_of(std::string_view cell) {
  std::uint64_t column = 0;
  for (const char c : cell.substr(0, std::min<std::size_t>(cell.find_first_of("0123456789"), 4))) {
    if (!ascii::is_letter(c)) return 0;
    column = column * 26 + static_cast<std::uint64_t>(ascii::lower(c) - 'a' + 1);
  }
  return column;
}

// The first cell of a range such as "$B$3:C4".
std::string first_cell(std::string_view range) {
  return without_bytes(range.substr(0, range.find_first_of(": ")), "$");
}

bool is_formula(std::string_view local) {
  return is_one_of(local, {"definedName", "formula", "formula1", "formula2", "calculatedColumnFormula",
                           "totalsRowFormula"});
}

// Reports the files in a connection string, such as "Provider=P;Data Source=http://a/b;Mode=Read".
void report_connection(std::string_view connection, std::string_view where, find::Sink& sink) {
  while (!connection.empty()) {
    std::string_view property = connection.substr(0, connection.find(';'));
    connection.remove_prefix(std::min(property.size() + 1, connection.size()));
    const std::size_t equals = property.find('=');
    if (equals == property.npos) continue;
    const std::string_view key = ascii::trimmed(property.substr(0, equals));
    const std::string_view value = ascii::trimmed(property.substr(equals + 1), " \t\r\n\"'");
    if (ascii::is_one_of_ignoring_case(
            key, {"Data Source", "DBQ", "Source", "Location", "Database", "DefaultDir"}) &&
        names_file(value))
      report({"ooxml:other", where, value}, sink);
  }
}

}  // namespace

void SheetReader::read_links(std::string_view bytes, const Limits& limits) {
  SilentSink sink;
  XmlPart part(bytes, limits, sink);
  while (part.next()) {
    if (!part.starts(Ns::kSheet, "hyperlink")) continue;
    const auto use = uses_.find(part.attribute(Ns::kReference, "id").value_or(""));
    const std::string cell = first_cell(part.attribute("ref").value_or(""));
    if (use == uses_.end() || cell.empty() || cell.size() > kLongestCell) continue;
    std::vector<LinkUse*>& links = linked_cells_[cell];
    if (links.size() < kMostLinks) links.push_back(&use->second);
  }
}

void SheetReader::read(XmlPart& part) {
  if (part.ns() != Ns::kSheet) return;
  const std::string_view local = part.local();
  if (part.event() == XmlPart::Event::kStart) return start(part);
  if (part.event() == XmlPart::Event::kText) {
    if (is_in_cell_ ? local == "f" : is_formula(local)) {
      part.append_text(formula_, kMostInstruction);
    } else if (is_in_cell_ && (local == "v" || local == "t") &&
               (cell_links_ != nullptr || !formula_.empty())) {
      part.append_text(value_, kMostText);
    }
    return;
  }
  if (local == "c" && is_in_cell_) {
    end_cell();
  } else if (!is_in_cell_ && is_formula(local)) {
    report_formula(name_.empty() ? std::string(place_.name) : std::string(place_.name) + '#' + name_);
  }
}

void SheetReader::start(XmlPart& part) {
  const std::string_view local = part.local();
  if (local == "row") {
    row_ = number_in(part.attribute("r").value_or("")).value_or(row_ + 1);
    column_ = 0;
  } else if (local == "c") {
    start_cell(part);
  } else if (!is_in_cell_ && is_formula(local)) {
    formula_.clear();
    name_ = utf8::prefix(part.attribute("name").value_or(""), kLongestDefinedName);
  } else if (local == "ddeLink") {
    const std::string service = part.attribute("ddeService").value_or("");
    const std::string topic = part.attribute("ddeTopic").value_or("");
    const std::string both = service + "|'" + topic + '\'';
    report({"ooxml:formula", place_.name, names_file(topic) ? topic : both, {}, LinkKind::kMedia}, sink_);
  } else if (is_one_of(local, {"connection", "dbPr", "textPr", "webPr"})) {
    report({"ooxml:other", place_.name, part.attribute("odcFile").value_or("")}, sink_);
    report({"ooxml:other", place_.name, part.attribute("sourceFile").value_or("")}, sink_);
    report({"ooxml:other", place_.name, part.attribute("url").value_or("")}, sink_);
    report_connection(part.attribute("connection").value_or(""), place_.name, sink_);
  }
}

void SheetReader::start_cell(XmlPart& part) {
  is_in_cell_ = true;
  cell_ = part.attribute("r").value_or("");
  const std::uint64_t column = column_of(cell_);
  column_ = column > 0 ? column : column_ + 1;
  if (column == 0 || cell_.size() > kLongestCell) cell_ = column_name(column_) + std::to_string(row_);
  type_ = part.attribute("t").value_or("");
  formula_.clear();
  value_.clear();
  const auto links = linked_cells_.find(cell_);
  cell_links_ = links != linked_cells_.end() ? &links->second : nullptr;
}

void SheetReader::end_cell() {
  is_in_cell_ = false;
  if (!formula_.empty()) {
    std::string where(place_.sheet.empty() ? place_.name : place_.sheet);
    report_formula(where += '!' + cell_);
  }
  if (cell_links_ == nullptr) return;
  std::string text;
  find::collapse_text(value_, text);
  constexpr std::uint64_t kNoString = ~std::uint64_t{0};
  const std::uint64_t shared = type_ == "s" ? number_in(value_).value_or(kNoString) : kNoString;
  for (LinkUse* const use : *cell_links_) {
    if (!use->text.empty() || use->shared_string) continue;
    if (shared <= 0xFFFFFFFF) use->shared_string = static_cast<std::uint32_t>(shared);
    if (type_ != "s") use->text = text;
  }
}

// Reports the references in `formula_`. The text of a cell with a formula is the result that was saved.
void SheetReader::report_formula(std::string_view where) {
  std::string text;
  for (const FormulaReference& found : read_formula(formula_)) {
    find::collapse_text(type_ == "str" && !value_.empty() ? std::string_view(value_) : found.label, text);
    const bool has_text = found.kind == LinkKind::kLink && !text.empty();
    report({"ooxml:formula", where, found.reference,
            has_text ? std::optional<std::string_view>(text) : std::nullopt, found.kind},
           sink_);
  }
  formula_.clear();
}

void read_shared_strings(std::string_view bytes, std::map<std::uint32_t, std::string>& strings,
                         Reading& reading, find::Sink& sink) {
  XmlPart part(bytes, reading.limits, sink);
  auto next = strings.begin();
  std::uint32_t number = 0;
  std::string text;
  std::size_t kept = 0;
  bool is_phonetic = false;
  while (next != strings.end() && kept < kMostSharedBytes && part.next()) {
    if (part.ns() != Ns::kSheet) continue;
    if (part.starts(Ns::kSheet, "si")) text.clear();
    if (part.local() == "rPh") is_phonetic = part.event() == XmlPart::Event::kStart;
    if (number == next->first && !is_phonetic && part.has_text_of(Ns::kSheet, "t"))
      part.append_text(text, kMostText);
    if (!part.ends(Ns::kSheet, "si")) continue;
    if (number == next->first) {
      find::collapse_text(text, next->second);
      kept += next->second.size();
      ++next;
    }
    ++number;
  }
}

}  // namespace mimebase::documents
