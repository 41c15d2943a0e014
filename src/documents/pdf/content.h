// Runs the content streams of pages, forms and appearances (ISO 32000-2 section 8), as far as text needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf/budget.h"
#include "documents/pdf/file.h"
#include "documents/pdf/font.h"
#include "documents/pdf/inherited.h"
#include "documents/pdf/labels.h"
#include "documents/pdf/lexer.h"
#include "documents/pdf/lines.h"

namespace mimebase::documents {

// Receives what a page shows, in the order in which it is drawn.
class PdfGlyphs {
 public:
  virtual void add(const PdfGlyph& glyph, bool is_invisible) = 0;
  // The glyphs between these calls stand for this text (section 14.9.4): UTF-8.
  virtual void begin_actual_text(std::string_view text) = 0;
  virtual void end_actual_text() = 0;

 protected:
  ~PdfGlyphs() = default;
};

struct PdfMatrix {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
  [[nodiscard]] PdfMatrix operator*(const PdfMatrix& outer) const;
};

// Streams inside streams are run without recursion. They may be nested to any depth, except that none is run
// inside itself.
class PdfContent {
 public:
  PdfContent(PdfFile& file, PdfFonts& fonts, PdfTextBudget& budget, PdfGlyphs& glyphs)
      : file_(file),
        fonts_(fonts),
        budget_(budget),
        glyphs_(glyphs),
        inherited_("/Resources", budget),
        known_codes_(kKnownCodes) {}

  // Runs the contents of a page.
  void run_page(QPDFObjectHandle page);
  // Runs an appearance of an annotation of the page that was run last: a form that fills a rectangle (section
  // 12.5.5).
  void run_appearance(QPDFObjectHandle form, const PdfRectangle& rectangle);

 private:
  struct State {
    PdfMatrix page;
    const PdfFont* font = nullptr;
    double size = 0, character_space = 0, word_space = 0, scale = 1, leading = 0, rise = 0;
    bool is_invisible = false;
  };
  // What an entry of /ExtGState sets.
  struct Graphics {
    bool has_font = false;
    const PdfFont* font = nullptr;
    double size = 0;
  };

  // A stream that is run.
  struct Frame {
    std::string content;
    std::vector<std::size_t> joints;  // of the streams of a page
    PdfLexer lexer;
    PdfInherited::Entry resources;
    QPDFObjGen stream;  // none for a page
    PdfMatrix base;     // at the beginning
    // What returns at the end.
    State state;
    PdfMatrix line, text;
    std::size_t states = 0;
    bool has_images = true;  // unless there is no EI in the rest
    // Of the names in `resources` that were used.
    std::map<std::string, const PdfFont*, std::less<>> fonts;
    std::map<std::string, Graphics, std::less<>> graphics;

    Frame(std::string bytes, std::vector<std::size_t> all_joints)
        : content(std::move(bytes)), joints(std::move(all_joints)), lexer(content, joints) {}
  };
  // What a code of a font stands for.
  struct KnownCode {
    const PdfFont* font = nullptr;
    std::uint32_t code = 0;
    double width = 0;  // in parts of the font's size
    PdfCharacters characters;
  };
  static constexpr std::size_t kKnownCodes = 512;

  [[nodiscard]] bool decode(QPDFObjectHandle stream, std::string& out);
  [[nodiscard]] QPDFObjectHandle find_resource(const char* category, std::string_view name,
                                               QPDFObjGen& container);
  void begin(std::unique_ptr<Frame> frame);
  void run_form(QPDFObjectHandle form, const PdfMatrix& around);
  void run();
  void leave();

  void add_operand(const PdfToken& token);
  [[nodiscard]] const PdfToken* numbers(std::size_t count) const;
  [[nodiscard]] const PdfToken* last(PdfToken::Kind kind) const;
  void execute(std::string_view name);
  void set_state(std::string_view name, double number);
  void save();
  void restore();
  void draw();
  void paint_pattern();
  void set_graphics();
  [[nodiscard]] Graphics read_graphics(QPDFObjectHandle dictionary, QPDFObjGen container);
  void set_font();
  void skip_image();
  void begin_marked();
  void end_marked();
  void set_text(double a, double b, double c, double d, double e, double f);
  void move(double x, double y);
  void advance(double x);
  void show_array();
  void show(std::string_view text);
  [[nodiscard]] const KnownCode& look_up(std::uint32_t code);

  PdfFile& file_;
  PdfFonts& fonts_;
  PdfTextBudget& budget_;
  PdfGlyphs& glyphs_;

  PdfInherited inherited_;  // resources
  std::vector<std::unique_ptr<Frame>> frames_;
  PdfInherited::Entry page_resources_;
  std::set<QPDFObjGen> running_;  // the streams of `frames_`
  std::set<QPDFObjGen> painted_;  // patterns and masks of the page, each of which is run once
  std::vector<PdfToken> operands_;
  std::size_t brackets_ = 0;  // that are open in `operands_`
  std::size_t array_ = 0;     // where the last array begins there
  bool is_in_image_ = false;  // between BI and ID
  State state_;
  std::vector<State> states_;
  PdfMatrix line_, text_;
  std::size_t marks_ = 0, actual_mark_ = 0;  // levels of marked content; the one with a text, or 0
  std::vector<KnownCode> known_codes_;       // each code at a place that many share: the last one is kept
};

}  // namespace mimebase::documents
