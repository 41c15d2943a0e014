#include "documents/pdf/content.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "documents/pdf/image.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using enum PdfToken::Kind;

// Steps that an operator takes in addition to its bytes.
constexpr std::uint64_t kLookup = 10, kStream = 200;

// Operators have at most three letters.
constexpr std::uint32_t operator_code(std::string_view name) {
  std::uint32_t code = 0;
  for (const char c : name.substr(0, 4)) code = code << 8 | static_cast<unsigned char>(c);
  return code;
}

// A matrix in a dictionary.
PdfMatrix matrix_of(QPDFObjectHandle value) {
  if (!value.isMatrix()) return {};
  const QPDFObjectHandle::Matrix m = value.getArrayAsMatrix();
  return {m.a, m.b, m.c, m.d, m.e, m.f};
}

}  // namespace

PdfMatrix PdfMatrix::operator*(const PdfMatrix& outer) const {
  return {a * outer.a + b * outer.c,           a * outer.b + b * outer.d,
          c * outer.a + d * outer.c,           c * outer.b + d * outer.d,
          e * outer.a + f * outer.c + outer.e, e * outer.b + f * outer.d + outer.f};
}

void PdfContent::run_page(QPDFObjectHandle page) {
  constexpr std::size_t kLarge = std::size_t{16} << 20;
  frames_.clear();
  running_.clear();
  painted_.clear();
  states_.clear();
  state_ = {};
  marks_ = actual_mark_ = 0;
  page_resources_ = inherited_.find(page);
  QPDFObjectHandle contents = page.getKey("/Contents");
  std::string content;
  std::vector<std::size_t> joints;
  if (contents.isArray()) {
    for (QPDFObjectHandle& part : contents.getArrayAsVector()) {
      if (!content.empty()) {
        joints.push_back(content.size());
        content += '\n';
      }
      const std::size_t before = content.size();
      static_cast<void>(decode(part, content));
      // A string that grows is twice in memory.
      if (content.size() > kLarge && !budget_.charge_bytes(content.size() - before)) break;
    }
  } else {
    static_cast<void>(decode(contents, content));
  }
  auto frame = std::make_unique<Frame>(std::move(content), std::move(joints));
  frame->resources = page_resources_;
  begin(std::move(frame));
  run();
}

void PdfContent::run_appearance(QPDFObjectHandle form, const PdfRectangle& rectangle) {
  frames_.clear();
  running_.clear();
  states_.clear();
  state_ = {};
  QPDFObjectHandle dictionary = form.getDict(), box = dictionary.getKey("/BBox");
  PdfMatrix around{1, 0, 0, 1, rectangle.left, rectangle.bottom};
  if (box.isRectangle()) {
    // The box, moved by the matrix of the form, fills the rectangle.
    const PdfMatrix matrix = matrix_of(dictionary.getKey("/Matrix"));
    const QPDFObjectHandle::Rectangle r = box.getArrayAsRectangle();
    double left = 1e9, bottom = 1e9, right = -1e9, top = -1e9;
    for (const auto& [x, y] : {std::pair(r.llx, r.lly), {r.llx, r.ury}, {r.urx, r.lly}, {r.urx, r.ury}}) {
      const PdfMatrix corner = PdfMatrix{1, 0, 0, 1, x, y} * matrix;
      left = std::min(left, corner.e);
      right = std::max(right, corner.e);
      bottom = std::min(bottom, corner.f);
      top = std::max(top, corner.f);
    }
    const double across = right > left ? (rectangle.right - rectangle.left) / (right - left) : 1;
    const double up = top > bottom ? (rectangle.top - rectangle.bottom) / (top - bottom) : 1;
    around = {across, 0, 0, up, rectangle.left - left * across, rectangle.bottom - bottom * up};
  }
  run_form(form, around);
  run();
}

bool PdfContent::decode(QPDFObjectHandle stream, std::string& out) {
  const std::size_t before = out.size();
  if (!stream.isStream() || !budget_.charge_steps(kStream) || !budget_.charge_bytes(0)) return false;
  const bool is_decoded = file_.decode(std::move(stream), out);
  if (file_.meter().has_hit_limit()) budget_.stop();
  return is_decoded && budget_.charge_steps((out.size() - before) / 8);
}

// Also looks into the resources around a form, as viewers do. The dictionary is null if there is none.
QPDFObjectHandle PdfContent::find_resource(const char* category, std::string_view name,
                                           QPDFObjGen& container) {
  const std::string key = '/' + std::string(name);
  const auto find_in = [&](PdfInherited::Entry& resources) {
    QPDFObjectHandle all = file_.prepare(resources.value.getKeyIfDict(category));
    if (!budget_.charge_steps(kLookup) || !all.isDictionary()) return QPDFObjectHandle::newNull();
    container = container_of(all, resources.container);
    return file_.prepare(all.getKey(key));
  };
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (!(*frame)->resources.value.isDictionary()) continue;
    if (QPDFObjectHandle value = find_in((*frame)->resources); !value.isNull()) return value;
  }
  return page_resources_.value.isDictionary() ? find_in(page_resources_) : QPDFObjectHandle::newNull();
}

void PdfContent::begin(std::unique_ptr<Frame> frame) {
  frame->state = state_;
  frame->base = state_.page;
  frame->line = line_;
  frame->text = text_;
  frame->states = states_.size();
  frames_.push_back(std::move(frame));
}

// A form without resources of its own uses those around it.
void PdfContent::run_form(QPDFObjectHandle form, const PdfMatrix& around) {
  const QPDFObjGen id = form.getObjGen();
  std::string content;
  if (running_.contains(id) || !decode(form, content)) return;
  QPDFObjectHandle dictionary = form.getDict();
  auto frame = std::make_unique<Frame>(std::move(content), std::vector<std::size_t>());
  frame->stream = id;
  if (QPDFObjectHandle own = dictionary.getKey("/Resources"); own.isDictionary())
    frame->resources = {own, container_of(own, id)};
  begin(std::move(frame));
  running_.insert(id);
  state_.page = frames_.back()->base = matrix_of(dictionary.getKey("/Matrix")) * around;
}

void PdfContent::leave() {
  const Frame& frame = *frames_.back();
  state_ = frame.state;
  line_ = frame.line;
  text_ = frame.text;
  states_.resize(frame.states);
  running_.erase(frame.stream);
  frames_.pop_back();
}

void PdfContent::run() {
  const auto is_constant = [](std::string_view word) {
    return word == "true" || word == "false" || word == "null";
  };
  PdfToken token;
  while (!frames_.empty() && !budget_.is_used_up()) {
    if (!frames_.back()->lexer.next(token)) {
      leave();
    } else if (token.kind != kOperator || is_constant(token.text)) {
      add_operand(token);
    } else {
      execute(token.text);
      operands_.clear();
      brackets_ = 0;
    }
  }
  if (actual_mark_ > 0) glyphs_.end_actual_text();
  actual_mark_ = 0;
  frames_.clear();
  running_.clear();
}

// Operators have fewer operands than are kept, unless these are an array or a dictionary, for which memory is
// charged if they are long.
void PdfContent::add_operand(const PdfToken& token) {
  constexpr std::size_t kUsual = 1000, kSingle = 64;
  const bool opens = token.kind == kOpenArray || token.kind == kOpenDictionary;
  const bool closes = token.kind == kCloseArray || token.kind == kCloseDictionary;
  if (brackets_ == 0 && !is_in_image_ && operands_.size() >= kSingle) {
    operands_.erase(operands_.begin(), operands_.end() - kSingle / 2);
    array_ = 0;
  }
  if (operands_.size() >= kUsual && !budget_.charge_bytes(2 * sizeof(PdfToken))) return;
  if (token.kind == kOpenArray && brackets_ == 0) array_ = operands_.size();
  if (opens) ++brackets_;
  if (closes && brackets_ > 0) --brackets_;
  operands_.push_back(token);
}

// The last operands if they are numbers, or null.
const PdfToken* PdfContent::numbers(std::size_t count) const {
  if (operands_.size() < count) return nullptr;
  const PdfToken* const first = operands_.data() + operands_.size() - count;
  return std::all_of(first, first + count, [](const PdfToken& t) { return t.kind == kNumber; }) ? first
                                                                                                : nullptr;
}

// The last operand if it is of this kind, or null.
const PdfToken* PdfContent::last(PdfToken::Kind kind) const {
  return !operands_.empty() && operands_.back().kind == kind ? &operands_.back() : nullptr;
}

// Operators whose operands are of another kind are skipped, as viewers do.
void PdfContent::execute(std::string_view name) {
  const bool was_in_image = std::exchange(is_in_image_, false);
  switch (operator_code(name)) {
    case operator_code("q"):
      return save();
    case operator_code("Q"):
      return restore();
    case operator_code("cm"):
      if (const PdfToken* n = numbers(6))
        state_.page =
            PdfMatrix{n[0].number, n[1].number, n[2].number, n[3].number, n[4].number, n[5].number} *
            state_.page;
      return;
    case operator_code("Do"):
      return draw();
    case operator_code("gs"):
      return set_graphics();
    case operator_code("scn"):
    case operator_code("SCN"):
      return paint_pattern();
    case operator_code("BI"):
      is_in_image_ = true;
      return;
    case operator_code("ID"):
      if (was_in_image) skip_image();
      return;
    case operator_code("BMC"):
    case operator_code("BDC"):
      return begin_marked();
    case operator_code("EMC"):
      return end_marked();
    case operator_code("BT"):
      return set_text(1, 0, 0, 1, 0, 0);
    case operator_code("Tm"):
      if (const PdfToken* n = numbers(6))
        set_text(n[0].number, n[1].number, n[2].number, n[3].number, n[4].number, n[5].number);
      return;
    case operator_code("Td"):
    case operator_code("TD"):
      if (const PdfToken* n = numbers(2)) {
        if (name == "TD") state_.leading = -n[1].number;
        move(n[0].number, n[1].number);
      }
      return;
    case operator_code("T*"):
      return move(0, -state_.leading);
    case operator_code("Tj"):
      if (const PdfToken* text = last(kString)) show(text->text);
      return;
    case operator_code("TJ"):
      return show_array();
    case operator_code("'"):
    case operator_code("\""):
      if (const PdfToken* text = last(kString)) {
        const std::size_t count = operands_.size();
        const bool has_spaces =
            count >= 3 && operands_[count - 3].kind == kNumber && operands_[count - 2].kind == kNumber;
        if (name == "\"" && !has_spaces) return;
        if (name == "\"") {
          state_.word_space = operands_[count - 3].number;
          state_.character_space = operands_[count - 2].number;
        }
        move(0, -state_.leading);
        show(text->text);
      }
      return;
    case operator_code("Tf"):
      return set_font();
    default:
      if (name.size() != 2 || name[0] != 'T') return;
      if (const PdfToken* n = numbers(1)) set_state(name, n->number);
  }
}

void PdfContent::set_state(std::string_view name, double number) {
  constexpr int kInvisible = 3;
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
      state_.is_invisible = number == kInvisible;
      break;
    default:
      break;
  }
}

void PdfContent::save() {
  constexpr std::size_t kUsual = 64;
  const bool is_usual = states_.size() - frames_.back()->states < kUsual;
  if (is_usual || budget_.charge_bytes(2 * sizeof(State))) states_.push_back(state_);
}

void PdfContent::restore() {
  if (states_.size() == frames_.back()->states) return;
  state_ = states_.back();
  states_.pop_back();
}

// Draws a form (section 8.10).
void PdfContent::draw() {
  const PdfToken* name = last(kName);
  if (name == nullptr) return;
  QPDFObjGen container;
  QPDFObjectHandle form = find_resource("/XObject", name->text, container);
  if (form.isStream() && form.getDict().getKey("/Subtype").isNameAndEquals("/Form"))
    run_form(form, state_.page);
}

// A tiling pattern is a form as well (section 8.7.3). Its place is that of the stream in which it is named.
void PdfContent::paint_pattern() {
  const PdfToken* name = last(kName);
  if (name == nullptr) return;
  QPDFObjGen container;
  QPDFObjectHandle pattern = find_resource("/Pattern", name->text, container);
  if (pattern.isStream() && painted_.insert(pattern.getObjGen()).second)
    run_form(pattern, frames_.back()->base);
}

void PdfContent::set_graphics() {
  const PdfToken* name = last(kName);
  if (name == nullptr) return;
  Frame& frame = *frames_.back();
  auto known = frame.graphics.find(name->text);
  const bool is_new = known == frame.graphics.end();
  QPDFObjectHandle dictionary;
  if (is_new) {
    QPDFObjGen container;
    dictionary = find_resource("/ExtGState", name->text, container);
    if (!dictionary.isDictionary()) return;
    known = frame.graphics.emplace(name->text, read_graphics(dictionary, container_of(dictionary, container)))
                .first;
  }
  if (known->second.has_font) {
    state_.font = known->second.font;
    state_.size = known->second.size;
  }
  if (!is_new) return;
  // The group of a mask gives shape to what is drawn later.
  QPDFObjectHandle group = dictionary.getKey("/SMask").getKeyIfDict("/G");
  if (group.isStream() && painted_.insert(group.getObjGen()).second) run_form(group, state_.page);
}

PdfContent::Graphics PdfContent::read_graphics(QPDFObjectHandle dictionary, QPDFObjGen container) {
  QPDFObjectHandle font = dictionary.getKey("/Font");
  if (!font.isArray() || font.getArrayNItems() != 2) return {};
  QPDFObjectHandle size = font.getArrayItem(1);
  return {true, fonts_.get(font.getArrayItem(0), container_of(font, container)),
          size.isNumber() ? size.getNumericValue() : 0};
}

void PdfContent::set_font() {
  const std::size_t count = operands_.size();
  if (count < 2 || operands_[count - 2].kind != kName || operands_[count - 1].kind != kNumber) return;
  const std::string_view name = operands_[count - 2].text;
  state_.size = operands_[count - 1].number;
  Frame& frame = *frames_.back();
  if (const auto known = frame.fonts.find(name); known != frame.fonts.end()) {
    state_.font = known->second;
    return;
  }
  QPDFObjGen container;
  QPDFObjectHandle dictionary = find_resource("/Font", name, container);
  state_.font = fonts_.get(dictionary, container);
  if (state_.font != nullptr) frame.fonts.emplace(name, state_.font);
}

void PdfContent::skip_image() {
  Frame& frame = *frames_.back();
  if (!frame.has_images) return;
  constexpr std::uint64_t kBytesPerStep = 16;
  const InlineImage image =
      find_image_end(operands_, frame.lexer.rest(), budget_.steps_left() * kBytesPerStep);
  frame.has_images = image.size > 0;
  frame.lexer.skip(image.size);
  static_cast<void>(budget_.charge_steps(image.work / kBytesPerStep));
}

// The text is in a dictionary among the operands, or in one that is named there.
void PdfContent::begin_marked() {
  ++marks_;
  if (actual_mark_ > 0) return;
  QPDFObjectHandle text = QPDFObjectHandle::newNull();
  for (std::size_t i = 0; i + 1 < operands_.size(); ++i) {
    if (operands_[i].kind == kName && operands_[i].text == "ActualText" && operands_[i + 1].kind == kString)
      text = QPDFObjectHandle::newString(std::string(operands_[i + 1].text));
  }
  if (operands_.size() == 2 && operands_[1].kind == kName) {
    QPDFObjGen container;
    text = find_resource("/Properties", operands_[1].text, container).getKeyIfDict("/ActualText");
  }
  if (!text.isString()) return;
  actual_mark_ = marks_;
  glyphs_.begin_actual_text(pdf_text(text));
}

void PdfContent::end_marked() {
  if (marks_ == 0) return;
  if (actual_mark_ == marks_) {
    glyphs_.end_actual_text();
    actual_mark_ = 0;
  }
  --marks_;
}

void PdfContent::set_text(double a, double b, double c, double d, double e, double f) {
  line_ = text_ = {a, b, c, d, e, f};
}

void PdfContent::move(double x, double y) {
  line_ = PdfMatrix{1, 0, 0, 1, x, y} * line_;
  text_ = line_;
}

void PdfContent::advance(double x) {
  text_.e += x * text_.a;
  text_.f += x * text_.b;
}

void PdfContent::show_array() {
  if (last(kCloseArray) == nullptr || operands_[array_].kind != kOpenArray) return;
  for (std::size_t i = array_ + 1; i + 1 < operands_.size(); ++i) {
    const PdfToken& token = operands_[i];
    if (token.kind == kString) show(token.text);
    if (token.kind == kNumber) advance(-token.number / 1000 * state_.size * state_.scale);
  }
}

const PdfContent::KnownCode& PdfContent::look_up(std::uint32_t code) {
  const PdfFont* const font = state_.font;
  KnownCode& known = known_codes_[(code ^ std::hash<const PdfFont*>()(font) / sizeof(PdfFont)) % kKnownCodes];
  if (known.font == font && known.code == code && known.width != 0) return known;
  if (font == nullptr) {
    const bool is_ascii = code >= ' ' && code < 0x7F;
    return known = {nullptr, code, 0.5, {is_ascii ? std::string(1, static_cast<char>(code)) : "", false}};
  }
  return known = {font, code, font->width(code) * font->unit(), font->characters(code)};
}

void PdfContent::show(std::string_view text) {
  constexpr std::size_t kUsual = 4;  // bytes of text of a glyph, as long as a code may be
  if (!budget_.charge_steps(text.size())) return;
  const PdfMatrix at = PdfMatrix{1, 0, 0, 1, 0, state_.rise} * text_ * state_.page;
  const double length = std::hypot(at.a, at.b);
  const bool has_direction = length > 0 && length < 1e18;
  const float right_x = has_direction ? static_cast<float>(at.a / length) : 1;
  const float right_y = has_direction ? static_cast<float>(at.b / length) : 0;
  PdfGlyph glyph;
  glyph.size = pdf_place(std::abs(state_.size) * std::hypot(at.c, at.d));
  double along = 0;
  while (!text.empty()) {
    const bool has_font = state_.font != nullptr;
    const PdfCode code =
        has_font ? state_.font->first_code(text) : PdfCode{static_cast<unsigned char>(text.front()), 1};
    const KnownCode& known = look_up(code.code);
    // It is copied, and searched.
    const std::string& characters = known.characters.text;
    if (characters.size() > kUsual && !budget_.charge_bytes(2 * characters.size())) return;
    const double to_next = (known.width * state_.size + state_.character_space) * state_.scale;
    glyph.x = pdf_place(at.e + along * at.a);
    glyph.y = pdf_place(at.f + along * at.b);
    glyph.end_x = pdf_place(at.e + (along + to_next) * at.a);
    glyph.end_y = pdf_place(at.f + (along + to_next) * at.b);
    glyph.right_x = to_next < 0 ? -right_x : right_x;
    glyph.right_y = to_next < 0 ? -right_y : right_y;
    glyph.is_known = known.characters.is_known;
    glyph.text = characters;
    glyphs_.add(glyph, state_.is_invisible);
    const bool is_space = code.length == 1 && code.code == ' ';
    along += to_next + (is_space ? state_.word_space * state_.scale : 0);
    text.remove_prefix(code.length);
  }
  advance(along);
}

}  // namespace mimebase::documents
