// Links in vocabularies that are read like the parts of Office Open XML: fixed pages of XPS, Visio, and the
// XML of Excel 2003.
#include <algorithm>
#include <utility>

#include "documents/office/field_code.h"
#include "documents/office/formula.h"
#include "documents/office/ooxml_part.h"
#include "documents/package/package.h"
#include "documents/reporting.h"
#include "find/html/page_text.h"
#include "text/ascii.h"
#include "text/numbers.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

void report_link(std::string_view where, std::string_view target, std::string_view raw_text,
                 find::Sink& sink) {
  std::string text;
  find::collapse_text(raw_text, text);
  report({"ooxml:hyperlink", where, target, text}, sink);
}

}  // namespace

// Places in the document itself are relative.
void FixedPageReader::read(XmlPart& part) {
  if (part.ns() != Ns::kFixedPage) return;
  if (part.event() == XmlPart::Event::kStart) {
    std::optional<std::string> target = part.attribute("FixedPage.NavigateUri");
    if (target && depth_ == 0) {
      target_ = *std::move(target);
      text_.clear();
      depth_ = part.depth();
    }
    if (depth_ == 0 || part.local() != "Glyphs") return;
    const std::string text = part.value("UnicodeString");
    append_label(std::string_view(text).substr(text.starts_with("{}") ? 2 : 0), text_);
  } else if (part.event() == XmlPart::Event::kEnd && depth_ > 0 && part.depth() == depth_) {
    depth_ = 0;
    if (is_url_or_path(ascii::trim_html_space(target_))) report_link(where_, target_, text_, sink_);
  }
}

void VisioReader::read(XmlPart& part) {
  if (part.ns() != Ns::kVisio) return;
  const std::string_view local = part.local();
  const bool is_start = part.event() == XmlPart::Event::kStart;
  if (part.event() == XmlPart::Event::kText) {
    if (!is_in_links_) return;
    if (local == "Address") part.append_text(address_);
    if (local == "SubAddress") part.append_text(location_);
    if (local == "Description") part.append_text(text_);
  } else if (local == "Section") {
    is_in_links_ = is_start && part.value("N") == "Hyperlink";
  } else if (local == "Hyperlink") {
    is_in_links_ = is_start;
    end_link();
  } else if (local == "Row" && !is_start) {
    end_link();
  } else if (local == "Cell" && is_start && is_in_links_) {
    const std::string name = part.value("N");
    std::string* const value = name == "Address"       ? &address_
                               : name == "SubAddress"  ? &location_
                               : name == "Description" ? &text_
                                                       : nullptr;
    if (value != nullptr) *value = part.value("V");
  }
}

void VisioReader::end_link() {
  const std::string target = with_location(std::exchange(address_, {}), std::exchange(location_, {}));
  const std::string text = std::exchange(text_, {});
  if (!target.empty()) report_link(where_, target, text, sink_);
}

void Sheet2003Reader::read(XmlPart& part) {
  if (part.event() == XmlPart::Event::kStart) return start(part);
  if (part.event() == XmlPart::Event::kText) {
    if (cell_depth_ > 0) append_label(part.text(), text_);
    if (part.ns() == Ns::kExcel2003 && is_one_of(part.local(), {"Path", "URLString"}))
      part.append_text(file_);
  } else if (part.ns() == Ns::kExcel2003 && !file_.empty()) {
    const bool is_workbook = part.local() == "Path";
    if (names_file(file_)) report({is_workbook ? "ooxml:ole" : "ooxml:other", "Workbook", file_}, sink_);
    file_.clear();
  } else if (part.ends(Ns::kSheet2003, "Cell") && part.depth() == cell_depth_) {
    end_cell();
  }
}

void Sheet2003Reader::start(XmlPart& part) {
  if (part.ns() != Ns::kSheet2003) return;
  const std::string_view local = part.local();
  if (local == "Worksheet") {
    sheet_ = part.value(Ns::kSheet2003, "Name");
    row_ = 0;
  } else if (local == "Row") {
    row_ = whole_number(part.value(Ns::kSheet2003, "Index")).value_or(row_ + 1);
    column_ = merged_ = 0;
  } else if (local == "Cell") {
    column_ = whole_number(part.value(Ns::kSheet2003, "Index")).value_or(column_ + merged_ + 1);
    merged_ = whole_number(part.value(Ns::kSheet2003, "MergeAcross")).value_or(0);
    cell_depth_ = part.depth();
    target_ = part.value(Ns::kSheet2003, "HRef");
    formula_ = part.value(Ns::kSheet2003, "Formula");
    text_.clear();
  } else if (local == "NamedRange") {
    const std::string name = part.value(Ns::kSheet2003, "Name");
    const std::string formula = part.value(Ns::kSheet2003, "RefersTo");
    report_formula_references(read_formula(formula, {reading_, sink_, {}}),
                              {"ooxml:formula", "Workbook#" + name, {}}, {}, reading_, sink_);
  }
}

void Sheet2003Reader::end_cell() {
  cell_depth_ = 0;
  if (target_.empty() && formula_.empty()) return;
  std::string where = sheet_.empty() ? std::string("Workbook") : sheet_;
  where.append("!").append(column_name(column_)).append(std::to_string(row_));
  if (!reading_.charge_steps(where.size() / 64, sink_)) return;  // a step copies 64 bytes
  if (!target_.empty() && !target_.starts_with('#')) report_link(where, target_, text_, sink_);
  const std::string_view shown = ascii::trim_html_space(text_);
  if (!formula_.empty())
    report_formula_references(read_formula(formula_, {reading_, sink_, {}}), {"ooxml:formula", where, {}},
                              shown, reading_, sink_);
}

}  // namespace mimebase::documents
