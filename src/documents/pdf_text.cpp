#include "documents/pdf_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "documents/pdf_lexer.h"
#include "documents/reporting.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

constexpr int kMaxDepth = 4;  // of forms in forms
constexpr std::size_t kMostGlyphs = 200'000, kMostLinkGlyphs = 400, kMostStates = 64;

// Writes ligatures as the letters that they consist of.
void append_letters(std::string_view text, std::string& out) {
  constexpr std::string_view kLigatures[] = {"ff", "fi", "fl", "ffi", "ffl"};
  while (!text.empty()) {
    const utf8::Character c = utf8::first_character(text);
    if (c.valid && c.code_point >= 0xFB00 && c.code_point <= 0xFB04) {
      out += kLigatures[c.code_point - 0xFB00];
    } else {
      out += text.substr(0, c.length);
    }
    text.remove_prefix(c.length);
  }
}

}  // namespace

// The operands of an operator, of which the last ones count.
struct PdfPageText::Operands {
  static constexpr std::size_t kMost = 10'000;

  std::vector<PdfToken> tokens;
  std::size_t count = 0;

  void add(const PdfToken& token) {
    if (count == kMost) return;
    if (count == tokens.size()) tokens.emplace_back();
    tokens[count++] = token;
  }
  [[nodiscard]] double number(std::size_t from_end) const {
    return count > from_end ? tokens[count - 1 - from_end].number : 0;
  }
  [[nodiscard]] std::string_view text() const {
    return count > 0 ? tokens[count - 1].text : std::string_view();
  }
};

PdfPageText::Matrix PdfPageText::Matrix::operator*(const Matrix& outer) const {
  return {a * outer.a + b * outer.c,           a * outer.b + b * outer.d,
          c * outer.a + d * outer.c,           c * outer.b + d * outer.d,
          e * outer.a + f * outer.c + outer.e, e * outer.b + f * outer.d + outer.f};
}

PdfPageText::PdfPageText(PdfFile& file, PdfFonts& fonts)
    : file_(file), fonts_(fonts), bytes_left_(file.reading().bytes_left / 2), steps_left_(200'000'000) {}

bool PdfPageText::decode(QPDFObjectHandle stream, std::string& out) {
  if (bytes_left_ == 0) return false;
  const std::size_t before = out.size();
  const bool is_decoded = file_.decode(std::move(stream), out);
  bytes_left_ -= std::min<std::uint64_t>(bytes_left_, out.size() - before);
  return is_decoded;
}

void PdfPageText::read(QPDFObjectHandle page) {
  constexpr int kMostParents = 50;
  text_.clear();
  glyphs_.clear();
  state_ = {};
  Resources resources{page.getKey("/Resources"), page.getObjGen()};
  QPDFObjectHandle node = page;
  for (int i = 0; i < kMostParents && !resources.dictionary.isDictionary(); ++i) {
    node = node.getKeyIfDict("/Parent");
    if (!node.isDictionary()) break;
    resources = {node.getKey("/Resources"), container_of(node, resources.container)};
  }
  resources.container = container_of(resources.dictionary, resources.container);
  QPDFObjectHandle contents = page.getKey("/Contents");
  std::string content;
  if (contents.isArray()) {
    for (QPDFObjectHandle& part : contents.getArrayAsVector()) {
      decode(part, content);
      content += '\n';
    }
  } else {
    decode(contents, content);
  }
  run(content, resources, 0);
}

void PdfPageText::run(std::string_view content, const Resources& resources, int depth) {
  constexpr std::string_view kText[] = {"Tj", "TJ", "'", "\"", "Td", "TD", "Tm", "T*", "BT"};
  std::vector<State> states;
  Operands operands;
  PdfLexer lexer(content);
  for (PdfToken token; glyphs_.size() < kMostGlyphs && lexer.next(token);) {
    if (token.kind != PdfToken::Kind::kOperator) {
      operands.add(token);
      continue;
    }
    const std::string_view name = token.text;
    if (name == "q" && states.size() < kMostStates) {
      states.push_back(state_);
    } else if (name == "Q" && !states.empty()) {
      state_ = states.back();
      states.pop_back();
    } else if (name == "cm") {
      const auto& o = operands;
      state_.page =
          Matrix{o.number(5), o.number(4), o.number(3), o.number(2), o.number(1), o.number(0)} * state_.page;
    } else if (name == "Do") {
      draw(operands.text(), resources, depth);
    } else if (name == "ID") {
      lexer.skip_image();
    } else if (is_one_of(name, kText)) {
      do_text(name, operands);
    } else if (name.size() == 2 && name[0] == 'T') {
      do_text_state(name, operands, resources);
    }
    operands.count = 0;
  }
  if (!states.empty()) state_ = states.front();
}

void PdfPageText::do_text_state(std::string_view name, const Operands& operands, const Resources& resources) {
  const double number = operands.number(0);
  switch (name[1]) {
    case 'c':
      state_.character_space = number;
      break;
    case 'w':
      state_.word_space = number;
      break;
    case 'z':
      state_.scale = number / 100;
      break;
    case 'L':
      state_.leading = number;
      break;
    case 's':
      state_.rise = number;
      break;
    case 'r':
      state_.mode = static_cast<int>(std::clamp(number, 0.0, 7.0));
      break;
    case 'f': {
      state_.size = number;
      state_.font = nullptr;
      if (operands.count < 2) break;
      QPDFObjectHandle dictionary = resources.dictionary;  // a handle
      QPDFObjectHandle fonts = dictionary.getKeyIfDict("/Font");
      if (!fonts.isDictionary()) break;
      state_.font = fonts_.get(fonts.getKey('/' + operands.tokens[operands.count - 2].text),
                               container_of(fonts, resources.container));
      break;
    }
    default:
      break;
  }
}

void PdfPageText::do_text(std::string_view name, const Operands& operands) {
  const auto number = [&operands](std::size_t from_end) { return operands.number(from_end); };
  if (name == "BT") {
    line_ = text_matrix_ = {};
  } else if (name == "Tm") {
    line_ = text_matrix_ = {number(5), number(4), number(3), number(2), number(1), number(0)};
  } else if (name == "Td" || name == "TD") {
    if (name == "TD") state_.leading = -number(0);
    move(number(1), number(0));
  } else if (name == "T*") {
    move(0, -state_.leading);
  } else if (name == "TJ") {
    for (std::size_t i = 0; i < operands.count; ++i) {
      const PdfToken& token = operands.tokens[i];
      if (token.kind == PdfToken::Kind::kString) show(token.text);
      if (token.kind == PdfToken::Kind::kNumber) {
        const double x = -token.number / 1000 * state_.size * state_.scale;
        text_matrix_ = Matrix{1, 0, 0, 1, x, 0} * text_matrix_;
      }
    }
  } else {
    if (name == "\"") {
      state_.word_space = number(2);
      state_.character_space = number(1);
    }
    if (name != "Tj") move(0, -state_.leading);
    show(operands.text());
  }
}

void PdfPageText::move(double x, double y) {
  line_ = Matrix{1, 0, 0, 1, x, y} * line_;
  text_matrix_ = line_;
}

// Draws a form (section 8.10). One without resources of its own uses those around it.
void PdfPageText::draw(std::string_view name, const Resources& resources, int depth) {
  if (depth >= kMaxDepth) return;
  QPDFObjectHandle around = resources.dictionary;  // a handle
  QPDFObjectHandle objects = around.getKeyIfDict("/XObject");
  if (!objects.isDictionary()) return;
  QPDFObjectHandle form = objects.getKey('/' + std::string(name));
  if (!form.isStream()) return;
  QPDFObjectHandle dictionary = form.getDict();
  std::string content;
  if (!dictionary.getKey("/Subtype").isNameAndEquals("/Form") || !decode(form, content)) return;
  const State before = state_;
  const Matrix line = line_, text = text_matrix_;
  if (QPDFObjectHandle matrix = dictionary.getKey("/Matrix"); matrix.isMatrix()) {
    const QPDFObjectHandle::Matrix m = matrix.getArrayAsMatrix();
    state_.page = Matrix{m.a, m.b, m.c, m.d, m.e, m.f} * state_.page;
  }
  QPDFObjectHandle own = dictionary.getKey("/Resources");
  const bool has_own = own.isDictionary();
  run(content, has_own ? Resources{own, container_of(own, form.getObjGen())} : resources, depth + 1);
  state_ = before;
  line_ = line;
  text_matrix_ = text;
}

void PdfPageText::show(std::string_view text) {
  constexpr int kInvisible = 3;
  std::string characters;
  while (!text.empty() && glyphs_.size() < kMostGlyphs) {
    PdfCode code{static_cast<unsigned char>(text.front()), 1};
    if (state_.font != nullptr) code = state_.font->first_code(text);
    text.remove_prefix(code.length);
    characters.clear();
    double width = 0.5;
    if (state_.font != nullptr) {
      width = state_.font->width(code.code) * state_.font->unit();
      if (std::string known; state_.font->append(code.code, known)) append_letters(known, characters);
    }
    const bool is_space = code.length == 1 && code.code == ' ';
    const double glyph_x = (width * state_.size + state_.character_space) * state_.scale;
    const Matrix at = Matrix{1, 0, 0, 1, 0, state_.rise} * text_matrix_ * state_.page;
    const double end_x = glyph_x * at.a + at.e, end_y = glyph_x * at.b + at.f;
    const double size = std::abs(state_.size) * std::hypot(at.c, at.d);
    const double far = std::max({std::abs(at.e), std::abs(at.f), std::abs(end_x), std::abs(end_y), size});
    if (far < 1e6 && state_.mode != kInvisible && characters.size() < 256) {
      Glyph glyph{static_cast<float>(at.e), static_cast<float>(at.f), static_cast<float>(end_x),
                  static_cast<float>(end_y), static_cast<float>(size)};
      glyph.text = static_cast<std::uint32_t>(text_.size());
      glyph.length = static_cast<std::uint16_t>(characters.size());
      text_ += characters;
      glyphs_.push_back(glyph);
    }
    const double advance = glyph_x + (is_space ? state_.word_space * state_.scale : 0);
    text_matrix_ = Matrix{1, 0, 0, 1, advance, 0} * text_matrix_;
  }
}

std::string PdfPageText::under(const std::vector<PdfRectangle>& areas) {
  const std::uint64_t steps = std::uint64_t{areas.size()} * glyphs_.size();
  if (steps > steps_left_) return {};
  steps_left_ -= steps;
  std::vector<std::uint32_t> inside;
  bool is_known = true;
  for (std::uint32_t i = 0; i < glyphs_.size(); ++i) {
    Glyph& glyph = glyphs_[i];
    // The middle of a small letter.
    const float length = std::hypot(glyph.end_x - glyph.x, glyph.end_y - glyph.y);
    const float up = 0.25F * glyph.size / std::max(length, 1e-6F);
    const float x = (glyph.x + glyph.end_x) / 2 - up * (glyph.end_y - glyph.y);
    const float y = (glyph.y + glyph.end_y) / 2 + up * (glyph.end_x - glyph.x);
    const bool is_inside = std::ranges::any_of(areas, [x, y](const PdfRectangle& area) {
      return x >= area.left && x <= area.right && y >= area.bottom && y <= area.top;
    });
    if (!is_inside) continue;
    glyph.is_linked = true;
    is_known = is_known && glyph.length > 0;
    if (inside.size() < kMostLinkGlyphs) inside.push_back(i);
  }
  if (!is_known) return {};
  PdfLine line;
  const Glyph* last = nullptr;
  for (const std::uint32_t glyph : inside) add(line, last, glyph);
  return shown_text(line.text);
}

PdfLine PdfPageText::all() const {
  PdfLine line;
  const Glyph* last = nullptr;
  for (std::uint32_t i = 0; i < glyphs_.size(); ++i) add(line, last, i);
  return line;
}

// Appends a glyph, after a space or a line break if it does not adjoin the last one.
void PdfPageText::add(PdfLine& line, const Glyph*& last, std::uint32_t index) const {
  constexpr float kGap = 0.15F, kSameLine = 0.5F, kBack = 0.9F, kSamePlace = 0.15F;
  const Glyph& glyph = glyphs_[index];
  const std::string_view text = std::string_view(text_).substr(glyph.text, glyph.length);
  if (last != nullptr) {
    // Bold text is sometimes drawn twice.
    for (std::size_t i = line.pieces.size(); i > 0 && line.pieces.size() - i < 40; --i) {
      const Glyph& other = glyphs_[line.pieces[i - 1].glyph];
      const bool is_same_place = std::abs(other.x - glyph.x) < kSamePlace * glyph.size &&
                                 std::abs(other.y - glyph.y) < kSamePlace * glyph.size;
      if (is_same_place && text == std::string_view(text_).substr(other.text, other.length)) return;
    }
    const float size = std::max(glyph.size, last->size);
    const float dx = last->end_x - last->x, dy = last->end_y - last->y;
    const float length = std::max(std::hypot(dx, dy), 1e-6F);
    const float to_x = glyph.x - last->end_x, to_y = glyph.y - last->end_y;
    const float along = (to_x * dx + to_y * dy) / length;
    const float across = std::abs(to_x * dy - to_y * dx) / length;
    const bool is_far = length <= 1e-6F && std::hypot(to_x, to_y) > size;
    if (across > kSameLine * size || along < -kBack * size || is_far) {
      line.text += '\n';
    } else if (along > kGap * size) {
      line.text += ' ';
    }
  }
  line.pieces.push_back({line.text.size(), index});
  line.text += glyph.length > 0 ? text : std::string_view("\xEF\xBF\xBD");
  last = &glyph;
}

}  // namespace mimebase::documents
