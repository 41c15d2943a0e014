// Formulas of spreadsheets: the references in them, as far as they can be computed without calculating. Also
// names of columns.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document.h"
#include "mimebase/model.h"

namespace mimebase::documents {

struct FormulaReference {
  std::string reference;
  LinkKind kind = LinkKind::kLink;
  std::string label;  // the text that HYPERLINK shows, if it is written as a string
};

// The texts that an operand can have: one for a constant, several where a condition chooses, and those of
// which the beginning alone is known.
class FormulaValue {
 public:
  struct Text {
    std::string text;
    bool is_cut = false;  // what follows is not known
  };

  [[nodiscard]] static FormulaValue unknown() { return FormulaValue({{std::string(), true}}); }
  [[nodiscard]] static FormulaValue constant(std::string text) {
    return FormulaValue({{std::move(text), false}});
  }
  FormulaValue() = default;

  // The operator `&`. What that copies takes steps; without steps, nothing is known.
  [[nodiscard]] FormulaValue joined(const FormulaValue& next, Reading& reading, find::Sink& sink) const;
  void add(FormulaValue alternative);
  [[nodiscard]] const std::vector<Text>& texts() const { return texts_; }
  // Its text, if that is one and is known.
  [[nodiscard]] std::optional<std::string> text() const;
  // The texts that are whole URLs, as alternatives to one that is not known: of a function whose result is
  // not computed.
  [[nodiscard]] FormulaValue urls() const;
  // The texts that can be references: not empty, with a host, and outside the document.
  [[nodiscard]] std::vector<std::string> references() const;

 private:
  explicit FormulaValue(std::vector<Text> texts) : texts_(std::move(texts)) {}
  std::vector<Text> texts_;
};

// The value of a function, as far as it is computed: CONCATENATE, IF, CHAR and so on. `name` is in capitals.
[[nodiscard]] FormulaValue call_function(std::string_view name, const std::vector<FormulaValue>& arguments,
                                         Reading& reading, find::Sink& sink);

// What functions like HYPERLINK use their first argument for. Nothing for other functions; `name` is in
// capitals.
[[nodiscard]] std::optional<LinkKind> kind_of_function(std::string_view name);

// What a formula is read with.
struct FormulaContext {
  Reading& reading;
  find::Sink& sink;
  // Returns what a cell ("B12", in capitals) or a defined name shows. `sheet` is empty for the sheet of the
  // formula. Asked only for what a reference depends on.
  std::function<std::optional<std::string>(std::string_view sheet, std::string_view name)> value = {};
};

struct FormulaReferences {
  std::vector<FormulaReference> found;
  // The address of a function is not known, and it shows that address: the value of the cell, if it was
  // saved.
  std::optional<LinkKind> shown_address = {};
};

// Finds the first arguments of HYPERLINK, WEBSERVICE and IMAGE, the sources of DDE and other workbooks in a
// formula of Excel or OpenFormula. Of an argument that depends on what is not known, the beginning is
// reported if it has a host. A place in the same document is no reference. Takes linear time, apart from the
// steps that it charges.
[[nodiscard]] FormulaReferences read_formula(std::string_view formula, const FormulaContext& context);

// The value of a whole formula, such as that of a defined name.
[[nodiscard]] FormulaValue value_of_formula(std::string_view formula, const FormulaContext& context);

// The letters of a column, counted from 1: "A", "Z", "AA".
[[nodiscard]] std::string column_name(std::uint64_t column);

}  // namespace mimebase::documents
