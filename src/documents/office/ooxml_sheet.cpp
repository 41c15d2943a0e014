#include <algorithm>
#include <limits>
#include <utility>

#include "documents/office/field_code.h"
#include "documents/office/formula.h"
#include "documents/office/ooxml_part.h"
#include "documents/package/package.h"
#include "documents/reporting.h"
#include "find/html/page_text.h"
#include "find/sinks.h"
#include "text/numbers.h"
#include "text/strings.h"

namespace mimebase::documents {
std::optional<Cell> cell_at(std::string_view range) {
  const std::string name = without_bytes(range.substr(0, range.find_first_of(": ")), "$");
  const std::size_t digits = std::min(name.find_first_of("0123456789"), name.size());
  Cell cell;
  for (const char c : std::string_view(name).substr(0, digits)) {
    const bool is_possible = ascii::is_letter(c) && cell.first < std::numeric_limits<std::uint32_t>::max();
    if (!is_possible) return std::nullopt;
    cell.first = cell.first * 26 + static_cast<std::uint64_t>(ascii::lower(c) - 'a' + 1);
  }
  const std::optional<std::uint64_t> row =
      whole_number(ascii::trimmed(std::string_view(name).substr(digits)));
  if (cell.first == 0 || !row) return std::nullopt;
  return Cell(cell.first, *row);
}

namespace {

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
  find::SilentSink sink;
  XmlPart part(bytes, reading_, sink);
  while (part.next()) {
    if (!part.starts(Ns::kSheet, "hyperlink")) continue;
    LinkUse* const use = use_in(part);
    const std::optional<Cell> cell = cell_at(part.value("ref"));
    constexpr std::size_t kNode = sizeof(decltype(linked_cells_)::value_type) + 4 * sizeof(void*);
    if (use != nullptr && cell && linked_bytes_.add(kNode, sink_)) linked_cells_[*cell].push_back(use);
  }
}

// The use that an element `hyperlink` makes of a relationship. Excel always splits the fragment off the URL.
LinkUse* SheetReader::use_in(XmlPart& part) {
  return use_of(uses_, part.value(Ns::kReference, "id"), part.value("location"), part.value("tooltip"),
                reading_, sink_);
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
    cell_ = {0, whole_number(ascii::trimmed(part.value("r"))).value_or(cell_.second + 1)};
  } else if (local == "c") {
    start_cell(part);
  } else if (!is_in_cell_ && is_formula(local)) {
    formula_.clear();
    name_ = part.value("name");
  } else if (local == "hyperlink") {
    static_cast<void>(use_in(part));  // also where the names of sheets are not known
  } else if (local == "ddeLink") {
    for (const std::string& file : dde_references(part.value("ddeService"), part.value("ddeTopic")))
      report({"ooxml:formula", place_.name, file, {}, LinkKind::kMedia}, sink_);
  } else if (is_one_of(local, {"connection", "dbPr", "textPr", "webPr"})) {
    report({"ooxml:other", place_.name, part.value("odcFile")}, sink_);
    report({"ooxml:other", place_.name, part.value("sourceFile")}, sink_);
    report({"ooxml:other", place_.name, part.value("url")}, sink_);
    report_connection(part.value("connection"), place_.name, sink_);
  }
}

void SheetReader::start_cell(XmlPart& part) {
  is_in_cell_ = true;
  cell_ = cell_at(part.value("r")).value_or(Cell(cell_.first + 1, cell_.second));
  type_ = part.value("t");
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
  const std::uint64_t shared =
      type_ == "s" ? whole_number(ascii::trimmed(value_)).value_or(kNoString) : kNoString;
  for (LinkUse* const use : *cell_links_) {
    if (!use->text.empty() || use->shared_string) continue;
    if (shared <= 0xFFFFFFFF) use->shared_string = static_cast<std::uint32_t>(shared);
    if (type_ != "s" && reading_.charge_bytes(text.size(), sink_)) use->text = text;
  }
}

// The text of a cell with a formula is the result that was saved.
void SheetReader::report_formula(std::string_view where) {
  const std::string sheet = ascii::lowered(place_.sheet);
  const std::string_view shown = type_ == "str" ? std::string_view(value_) : std::string_view();
  report_or_keep_formula(formula_, {"ooxml:formula", where, sheet}, shown, waiting_, reading_, sink_);
  if (!name_.empty()) keep_name(name_, formula_, waiting_, reading_, sink_);
  formula_.clear();
}

namespace {

// Notes the cells that formulas of a sheet need.
class NeededCells {
 public:
  NeededCells(std::string_view sheet, WaitingFormulas& waiting, Reading& reading, find::Sink& sink)
      : sheet_(sheet), waiting_(waiting), reading_(reading), sink_(sink) {}
  [[nodiscard]] FormulaContext context() {
    return {reading_, sink_, [this](std::string_view sheet, std::string_view name) {
              add(sheet, name);
              return std::optional<std::string>();
            }};
  }
  [[nodiscard]] bool has_any() const { return has_any_; }

 private:
  void add(std::string_view sheet, std::string_view name) {
    constexpr std::size_t kNode = sizeof(Cell) + sizeof(std::string) + 4 * sizeof(void*);
    has_any_ = true;
    const std::optional<Cell> cell = cell_at(name);
    if (cell && reading_.charge_objects(1, sink_) && reading_.charge_bytes(kNode + sheet.size(), sink_))
      waiting_.cells[sheet.empty() ? std::string(sheet_) : ascii::lowered(sheet)].try_emplace(*cell);
  }

  std::string_view sheet_;
  WaitingFormulas& waiting_;
  Reading& reading_;
  find::Sink& sink_;
  bool has_any_ = false;
};

}  // namespace

void report_or_keep_formula(std::string_view formula, const FormulaPlace& place, std::string_view shown,
                            WaitingFormulas& waiting, Reading& reading, find::Sink& sink) {
  NeededCells needed(place.sheet, waiting, reading, sink);
  const FormulaReferences references = read_formula(formula, needed.context());
  if (!needed.has_any()) return report_formula_references(references, place, shown, reading, sink);
  if (reading.charge_bytes(sizeof(WaitingFormula) + formula.size() + place.where.size() + shown.size(),
                           sink)) {
    waiting.all.push_back({std::string(formula), std::string(place.context), std::string(place.where),
                           std::string(place.sheet), std::string(shown)});
  }
}

void keep_name(std::string_view name, std::string_view formula, WaitingFormulas& waiting, Reading& reading,
               find::Sink& sink) {
  if (!reading.charge_bytes(name.size() + formula.size(), sink)) return;
  waiting.names.try_emplace(ascii::lowered(name), formula);
  NeededCells needed({}, waiting, reading, sink);
  static_cast<void>(value_of_formula(formula, needed.context()));
}

void report_formula_references(const FormulaReferences& references, const FormulaPlace& place,
                               std::string_view shown, Reading& reading, find::Sink& sink) {
  std::string text;
  bool is_shown_known = false;
  for (const FormulaReference& found : references.found) {
    if (!reading.charge_steps(place.where.size() / 64, sink)) return;  // a step copies 64 bytes
    is_shown_known = is_shown_known || found.reference == shown;
    find::collapse_text(shown.empty() ? std::string_view(found.label) : shown, text);
    const bool has_text = found.kind == LinkKind::kLink && !text.empty();
    report({place.context, place.where, found.reference,
            has_text ? std::string_view(text) : std::string_view(), found.kind},
           sink);
  }
  if (references.shown_address && !is_shown_known && names_file(shown))
    report({place.context, place.where, shown, {}, references.shown_address}, sink);
}

void read_needed_cells(std::string_view bytes, std::map<Cell, std::string>& cells,
                       std::map<std::uint32_t, std::vector<std::string*>>& shared, Reading& reading,
                       find::Sink& sink) {
  find::SilentSink silent;
  XmlPart part(bytes, reading, silent);
  Cell cell = {0, 0};
  std::string* value = nullptr;
  bool is_shared = false;
  while (part.next()) {
    if (part.ns() != Ns::kSheet) continue;
    if (part.starts(Ns::kSheet, "row")) {
      cell = {0, whole_number(ascii::trimmed(part.value("r"))).value_or(cell.second + 1)};
    } else if (part.starts(Ns::kSheet, "c")) {
      cell = cell_at(part.value("r")).value_or(Cell(cell.first + 1, cell.second));
      const auto needed = cells.find(cell);
      value = needed != cells.end() ? &needed->second : nullptr;
      is_shared = value != nullptr && part.value("t") == "s";
    } else if (value != nullptr && (part.has_text_of(Ns::kSheet, "v") || part.has_text_of(Ns::kSheet, "t"))) {
      if (reading.charge_bytes(part.text().size(), sink)) part.append_text(*value);
    } else if (value != nullptr && part.ends(Ns::kSheet, "c")) {
      const std::optional<std::uint64_t> number =
          is_shared ? whole_number(ascii::trimmed(*value)) : std::nullopt;
      if (is_shared) value->clear();
      if (number && *number <= 0xFFFFFFFF) shared[static_cast<std::uint32_t>(*number)].push_back(value);
      value = nullptr;
    }
  }
}

void report_waiting_formulas(WaitingFormulas& waiting, Reading& reading, find::Sink& sink) {
  constexpr int kNamesInNames = 8;  // a name stands for a cell, rarely for another name
  for (const WaitingFormula& one : waiting.all) {
    int depth = 0;
    FormulaContext context{reading, sink, {}};
    context.value = [&](std::string_view of_sheet, std::string_view name) -> std::optional<std::string> {
      const auto sheet = waiting.cells.find(of_sheet.empty() ? one.sheet : ascii::lowered(of_sheet));
      const std::optional<Cell> cell = cell_at(name);
      if (cell && sheet != waiting.cells.end()) {
        const auto value = sheet->second.find(*cell);
        const bool is_known = value != sheet->second.end() && !value->second.empty();
        const bool is_kept = is_known && reading.charge_steps(1 + value->second.size() / 64, sink);
        return is_kept ? std::optional(value->second) : std::nullopt;
      }
      const auto defined = waiting.names.find(ascii::lowered(name));
      if (defined == waiting.names.end() || depth >= kNamesInNames ||
          !reading.charge_steps(1 + defined->second.size(), sink))
        return std::nullopt;
      ++depth;
      std::optional<std::string> text = value_of_formula(defined->second, context).text();
      --depth;
      return text;
    };
    report_formula_references(read_formula(one.formula, context), {one.context, one.where, one.sheet},
                              one.shown, reading, sink);
  }
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
