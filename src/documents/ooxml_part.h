// The content of the parts of Office Open XML: what is shown for the relationships of a part, and the
// references that are written in fields, formulas and markup. Internal to the sources of OOXML.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document.h"
#include "documents/xml_part.h"

namespace mimebase::documents {

// What a part shows for one of its relationships: the text of its first use.
struct LinkUse {
  std::string text;                            // at most kMostLinkText bytes; empty if there is none
  std::optional<std::uint32_t> shared_string;  // the text is this string of the workbook
};
// By the ids of relationships. The caller lists the ids, and readers of parts fill in what they find.
using LinkUses = std::map<std::string, LinkUse, std::less<>>;

// A part, and what its rows say.
struct PartPlace {
  std::string_view name;   // of its entry
  std::string_view sheet;  // of a worksheet, as its tab shows it; else empty
};

// Searches an XML part.
void find_in_part(std::string_view bytes, const PartPlace& place, LinkUses& uses, Reading& reading,
                  find::Sink& sink);

// Reads the strings of a workbook whose numbers are the keys, in the form that find::Found::text has.
void read_shared_strings(std::string_view bytes, std::map<std::uint32_t, std::string>& strings,
                         Reading& reading, find::Sink& sink);

// Text between tags, collected up to a limit.
inline constexpr std::size_t kMostLinkText = 1000;  // 200 characters, and the white space between them
inline constexpr std::size_t kMostText = std::size_t{8} << 10;         // enough for Found::text
inline constexpr std::size_t kMostInstruction = std::size_t{1} << 20;  // of a field or formula

// The readers of one vocabulary each. read() is called for every event of the part.

// Fields and hyperlinks of WordprocessingML.
class WordReader {
 public:
  WordReader(std::string_view where, LinkUses& uses, find::Sink& sink)
      : where_(where), uses_(uses), sink_(sink) {}
  void read(XmlPart& part);
  // Reports the fields that have no end.
  void finish();

 private:
  struct Field {
    std::string instruction, result;
    bool is_in_result = false;
    std::size_t simple_depth = 0;  // of the element of a simple field
  };
  void start(XmlPart& part);
  void end(const XmlPart& part);
  void finish_field();
  void show(std::string_view text);

  std::string_view where_;
  LinkUses& uses_;
  find::Sink& sink_;
  std::vector<Field> fields_;
  std::size_t ignored_ = 0;  // fields nested too deeply
  LinkUse* link_ = nullptr;  // of the hyperlink around the text
  std::size_t link_depth_ = 0;
  std::string link_text_, piece_;
};

// Hyperlinks of text and shapes in DrawingML.
class DrawingReader {
 public:
  explicit DrawingReader(LinkUses& uses) : uses_(uses) {}
  void read(XmlPart& part);

 private:
  LinkUses& uses_;
  LinkUse *run_link_ = nullptr, *last_link_ = nullptr;  // of this run of text, and of the one before
  std::vector<LinkUse*> shape_links_;
  std::size_t shape_depth_ = 0;
  bool is_in_run_ = false;
  std::string run_text_, shape_text_;
};

// Cells and formulas of SpreadsheetML.
class SheetReader {
 public:
  SheetReader(const PartPlace& place, LinkUses& uses, find::Sink& sink)
      : place_(place), uses_(uses), sink_(sink) {}
  // Finds the cells that have hyperlinks, which the part lists behind the cells.
  void read_links(std::string_view bytes, const Limits& limits);
  void read(XmlPart& part);

 private:
  void start(XmlPart& part);
  void start_cell(XmlPart& part);
  void end_cell();
  void report_formula(std::string_view where);

  const PartPlace& place_;
  LinkUses& uses_;
  find::Sink& sink_;
  std::map<std::string, std::vector<LinkUse*>> linked_cells_;
  std::uint64_t row_ = 0, column_ = 0;
  std::string cell_, type_, formula_, value_, name_;
  const std::vector<LinkUse*>* cell_links_ = nullptr;
  bool is_in_cell_ = false;
};

}  // namespace mimebase::documents
