#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "documents/field_code.h"
#include "documents/formula.h"
#include "documents/ooxml_part.h"
#include "documents/package.h"
#include "find/html/page_text.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  text = ascii::trimmed(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The place of a cell such as "AB12" or "$AB$12", which can be the first one of a range. Nothing if it is
// none.
std::optional<Cell> cell_at(std::string_view range) {
  const std::string name = without_bytes(range.substr(0, range.find_first_of(": ")), "$");
  const std::size_t digits = std::min(name.find_first_of("0123456789"), name.size());
  Cell cell;
  for (const char c : std::string_view(name).substr(0, digits)) {
    const bool is_possible = ascii::is_letter(c) && cell.first < std::numeric_limits<std::uint32_t>::max();
    if (!is_possible) return std::nullopt;
    cell.first = cell.first * 26 + static_cast<std::uint64_t>(ascii::lower(c) - 'a' + 1);
  }
  const std::optional<std::uint64_t> row = number_in(std::string_view(name).substr(digits));
  if (cell.first == 0 || !row) return std::nullopt;
  return Cell(cell.first, *row);
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

void SheetReader::read_links(std::string_view bytes) {
  SilentSink sink;
  XmlPart part(bytes, reading_, sink);
  while (part.next()) {
    if (!part.starts(Ns::kSheet, "hyperlink")) continue;
    const auto use = uses_.find(part.attribute(Ns::kReference, "id").value_or(""));
    const std::optional<Cell> cell = cell_at(part.attribute("ref").value_or(""));
    constexpr std::size_t kNode = sizeof(decltype(linked_cells_)::value_type) + 4 * sizeof(void*);
    if (use != uses_.end() && cell && linked_bytes_.add(kNode, sink_))
      linked_cells_[*cell].push_back(&use->second);
  }
}

void SheetReader::read(XmlPart& part) {
  if (part.ns() != Ns::kSheet) return;
  const std::string_view local = part.local();
  if (part.event() == XmlPart::Event::kStart) return start(part);
  if (part.event() == XmlPart::Event::kText) {
    if (is_in_cell_ ? local == "f" : is_formula(local)) {
      part.append_text(formula_);
    } else if (is_in_cell_ && (local == "v" || local == "t") &&
               (cell_links_ != nullptr || !formula_.empty())) {
      append_label(part.text(), value_);
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
    cell_ = {0, number_in(part.attribute("r").value_or("")).value_or(cell_.second + 1)};
  } else if (local == "c") {
    start_cell(part);
  } else if (!is_in_cell_ && is_formula(local)) {
    formula_.clear();
    name_ = part.attribute("name").value_or("");
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
  cell_ = cell_at(part.attribute("r").value_or("")).value_or(Cell(cell_.first + 1, cell_.second));
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
    where.append("!").append(column_name(cell_.first)).append(std::to_string(cell_.second));
    report_formula(where);
  }
  if (cell_links_ == nullptr) return;
  std::string text;
  find::collapse_text(value_, text);
  constexpr std::uint64_t kNoString = ~std::uint64_t{0};
  const std::uint64_t shared = type_ == "s" ? number_in(value_).value_or(kNoString) : kNoString;
  for (LinkUse* const use : *cell_links_) {
    if (!use->text.empty() || use->shared_string) continue;
    if (shared <= 0xFFFFFFFF) use->shared_string = static_cast<std::uint32_t>(shared);
    if (type_ != "s" && reading_.charge_bytes(text.size(), sink_)) use->text = text;
  }
}

// Reports the references in `formula_`. The text of a cell with a formula is the result that was saved.
void SheetReader::report_formula(std::string_view where) {
  std::string text;
  for (const FormulaReference& found : read_formula(formula_)) {
    if (!reading_.charge_steps(where.size() / 64, sink_)) break;  // a step copies 64 bytes
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
  XmlPart part(bytes, reading, sink);
  auto next = strings.begin();
  std::uint32_t number = 0;
  std::string text;
  bool is_phonetic = false;
  while (next != strings.end() && part.next()) {
    if (part.ns() != Ns::kSheet) continue;
    if (part.starts(Ns::kSheet, "si")) text.clear();
    if (part.local() == "rPh") is_phonetic = part.event() == XmlPart::Event::kStart;
    if (number == next->first && !is_phonetic && part.has_text_of(Ns::kSheet, "t"))
      append_label(part.text(), text);
    if (!part.ends(Ns::kSheet, "si")) continue;
    if (number == next->first) {
      find::collapse_text(text, next->second);
      if (!reading.charge_bytes(next->second.size(), sink)) return;
      ++next;
    }
    ++number;
  }
}

}  // namespace mimebase::documents
