// The content of the parts of Office Open XML: what is shown for the relationships of a part, and the
// references that are written in fields, formulas and markup. Internal to the sources of OOXML.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/document.h"
#include "documents/office/field_code.h"
#include "documents/office/formula.h"
#include "documents/xml_part.h"

namespace mimebase::documents {

// What a part shows for one of its relationships, at one place in its target: the text of its first use.
struct LinkUse {
  std::string text;                            // see append_label(); empty if there is none
  std::string tooltip;                         // as far as links show it
  std::optional<std::uint32_t> shared_string;  // the text is this string of the workbook
};
// The uses of one relationship, by the location in its target ("" is the target as a whole).
using LinkLocations = std::map<std::string, LinkUse, std::less<>>;
// By the ids of relationships. The caller lists the ids, and readers of parts fill in what they find.
using LinkUses = std::map<std::string_view, LinkLocations>;
// The use of a relationship. Null if it is no link outside the document, or a limit is hit.
[[nodiscard]] LinkUse* use_of(LinkUses& uses, std::string_view id, std::string_view location,
                              std::string_view tooltip, Reading& reading, find::Sink& sink);

// A part, and what its rows say.
struct PartPlace {
  std::string_view name;   // of its entry
  std::string_view sheet;  // of a worksheet, as its tab shows it; else empty
};

struct WaitingFormulas;

// Searches an XML part.
void find_in_part(std::string_view bytes, const PartPlace& place, LinkUses& uses, WaitingFormulas& waiting,
                  Reading& reading, find::Sink& sink);

// Reads the strings of a workbook whose numbers are the keys, in the form that find::Found::text has.
void read_shared_strings(std::string_view bytes, std::map<std::uint32_t, std::string>& strings,
                         Reading& reading, find::Sink& sink);

// Adds to a text of which links show the first characters, without white space that is not shown. It stays
// short.
void append_label(std::string_view more, std::string& text);

// The readers of one vocabulary each. read() is called for every event of the part.

// Fields and hyperlinks of WordprocessingML.
class WordReader {
 public:
  WordReader(std::string_view where, std::size_t part_bytes, LinkUses& uses, Reading& reading,
             find::Sink& sink)
      : where_(where), uses_(uses), reading_(reading), sink_(sink), fields_(part_bytes, reading, sink) {}
  void read(XmlPart& part);
  // Reports the fields that have no end.
  void finish() {
    while (!fields_.is_empty()) finish_field();
  }

 private:
  void start(XmlPart& part);
  void end(const XmlPart& part);
  void report_file(XmlPart& part);
  void finish_field();
  void show(std::string_view text);

  std::string_view where_;
  LinkUses& uses_;
  Reading& reading_;
  find::Sink& sink_;
  FieldReader fields_;
  std::vector<std::size_t> elements_;  // the levels of open fields that are elements
  LinkUse* link_ = nullptr;            // of the hyperlink around the text
  std::size_t link_depth_ = 0;
  std::string link_text_;
  LinkUse own_link_;  // of a hyperlink that names its target itself
  std::string own_target_;
};

// Hyperlinks of text and shapes in DrawingML.
class DrawingReader {
 public:
  DrawingReader(LinkUses& uses, Reading& reading, find::Sink& sink)
      : uses_(uses), reading_(reading), sink_(sink) {}
  void read(XmlPart& part);

 private:
  void end_shape();
  void end_run();

  LinkUses& uses_;
  Reading& reading_;
  find::Sink& sink_;
  LinkUse *run_link_ = nullptr, *last_link_ = nullptr;  // of this run of text, and of the one before
  std::vector<LinkUse*> shape_links_;
  std::size_t shape_depth_ = 0;
  bool is_in_run_ = false;
  std::string run_text_, shape_text_;
};

// Links of fixed pages: XPS (ECMA-388), and OpenXPS.
class FixedPageReader {
 public:
  FixedPageReader(std::string_view where, find::Sink& sink) : where_(where), sink_(sink) {}
  void read(XmlPart& part);

 private:
  std::string_view where_;
  find::Sink& sink_;
  std::string target_, text_;
  std::size_t depth_ = 0;  // of the element of the link
};

// Hyperlinks of shapes in Visio: rows of cells, or elements in Visio 2003.
class VisioReader {
 public:
  VisioReader(std::string_view where, find::Sink& sink) : where_(where), sink_(sink) {}
  void read(XmlPart& part);

 private:
  void end_link();

  std::string_view where_;
  find::Sink& sink_;
  std::string address_, location_, text_;
  bool is_in_links_ = false;
};

// Cells of SpreadsheetML 2003.
class Sheet2003Reader {
 public:
  Sheet2003Reader(Reading& reading, find::Sink& sink) : reading_(reading), sink_(sink) {}
  void read(XmlPart& part);

 private:
  void start(XmlPart& part);
  void end_cell();

  Reading& reading_;
  find::Sink& sink_;
  std::string sheet_, target_, formula_, text_, file_;
  std::uint64_t row_ = 0, column_ = 0, merged_ = 0;
  std::size_t cell_depth_ = 0;
};

// A cell: the numbers of its column and its row, from 1.
using Cell = std::pair<std::uint64_t, std::uint64_t>;

// A formula that refers to cells, which are read when all formulas are known.
struct WaitingFormula {
  std::string formula, context, where, sheet;
  std::string shown;  // the value that was saved; empty if there is none
};
// Of a workbook. Names of sheets and defined names are in lower case.
struct WaitingFormulas {
  std::vector<WaitingFormula> all;
  // The cells that they need, by sheets: values are filled in later.
  std::map<std::string, std::map<Cell, std::string>, std::less<>> cells;
  std::map<std::string, std::string, std::less<>> names;  // formulas of defined names
};

// The cell that a name such as "AB12" or "$AB$12" begins with; nothing if it is none.
[[nodiscard]] std::optional<Cell> cell_at(std::string_view range);
// Reads the cells that are needed of a sheet. Strings of the workbook are added to `shared` by their numbers.
void read_needed_cells(std::string_view bytes, std::map<Cell, std::string>& cells,
                       std::map<std::uint32_t, std::vector<std::string*>>& shared, Reading& reading,
                       find::Sink& sink);
// Where a formula is written.
struct FormulaPlace {
  std::string_view context, where, sheet;  // the sheet is in lower case
};
// Reports what is found in a formula. `shown`: the value that was saved.
void report_formula_references(const FormulaReferences& references, const FormulaPlace& place,
                               std::string_view shown, Reading& reading, find::Sink& sink);
// The same at once, or later if the formula needs the values of cells.
void report_or_keep_formula(std::string_view formula, const FormulaPlace& place, std::string_view shown,
                            WaitingFormulas& waiting, Reading& reading, find::Sink& sink);
// Keeps the formula of a defined name.
void keep_name(std::string_view name, std::string_view formula, WaitingFormulas& waiting, Reading& reading,
               find::Sink& sink);
// Reads the waiting formulas with the values of their cells.
void report_waiting_formulas(WaitingFormulas& waiting, Reading& reading, find::Sink& sink);

// Cells and formulas of SpreadsheetML.
class SheetReader {
 public:
  SheetReader(const PartPlace& place, LinkUses& uses, WaitingFormulas& waiting, Reading& reading,
              find::Sink& sink)
      : place_(place),
        uses_(uses),
        waiting_(waiting),
        reading_(reading),
        sink_(sink),
        linked_bytes_(reading) {}
  // Finds the cells that have hyperlinks, which the part lists behind the cells.
  void read_links(std::string_view bytes);
  void read(XmlPart& part);

 private:
  [[nodiscard]] LinkUse* use_in(XmlPart& part);
  void start(XmlPart& part);
  void start_cell(XmlPart& part);
  void end_cell();
  void report_formula(std::string_view where);

  const PartPlace& place_;
  LinkUses& uses_;
  WaitingFormulas& waiting_;
  Reading& reading_;
  find::Sink& sink_;
  std::map<Cell, std::vector<LinkUse*>> linked_cells_;
  KeptBytes linked_bytes_;
  Cell cell_ = {0, 0};
  std::string type_, formula_, value_, name_;
  const std::vector<LinkUse*>* cell_links_ = nullptr;
  bool is_in_cell_ = false;
};

}  // namespace mimebase::documents
