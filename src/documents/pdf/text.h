// The text that a page shows: what is under its links, and the URLs in it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf/budget.h"
#include "documents/pdf/content.h"
#include "documents/pdf/file.h"
#include "documents/pdf/font.h"
#include "documents/pdf/labels.h"
#include "documents/pdf/lines.h"
#include "find/finder.h"

namespace mimebase::documents {

// Reads one page after another, with the appearances of its annotations.
class PdfPageText final : private PdfGlyphs {
 public:
  // Limits that are hit are reported to `sink`. All arguments must outlive this object.
  PdfPageText(PdfFile& file, find::Sink& sink);

  // Reads a page, as far as the limits allow.
  void read(QPDFObjectHandle page, std::vector<QPDFObjectHandle>& annotations);
  // The text under one of the annotations, counted from 0, if it has an action: with white space collapsed,
  // at most 200 characters. Empty if there is none, or a character of it is unknown.
  [[nodiscard]] const std::string& under(std::size_t annotation) const { return labels_.text(annotation); }
  // Reports the URLs that the page shows, except for `known` ones and those that are under a link with them
  // in its text.
  void find_urls(std::string_view where, const std::set<std::string>& known);

 private:
  // The text with what stands for parts of it (/ActualText), which viewers copy in their place.
  struct Actual {
    explicit Actual(const PdfLines& so_far) : lines(so_far) {}
    PdfLines lines;
    std::string text;  // of the part that is being drawn
    PdfGlyph part;     // from its first glyph to its last one
    bool is_inside = false, has_glyphs = false;
  };
  class UrlSink;

  void add(const PdfGlyph& glyph, bool is_invisible) override;
  void begin_actual_text(std::string_view text) override;
  void end_actual_text() override;
  // Runs `part`. What it throws ends no more than itself.
  void attempt(const std::function<void()>& part);
  [[nodiscard]] std::vector<PdfRectangle> areas_of(QPDFObjectHandle annotation);
  void read_annotation(QPDFObjectHandle annotation);
  [[nodiscard]] std::string value_of(QPDFObjectHandle annotation);

  PdfFile& file_;
  find::Sink& sink_;
  PdfTextBudget budget_;
  PdfFonts fonts_;
  PdfContent content_;
  PdfLines shown_, invisible_;
  PdfLabels labels_;
  std::optional<Actual> actual_;
  PdfInherited values_;  // of fields
};

}  // namespace mimebase::documents
