#include "rtf/tokenizer.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "charset/code_page.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::rtf {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// Bytes that text does not contain: RTF is written in lines of any length, and programs skip control
// characters other than TAB.
bool is_between_text(char c) {
  return static_cast<unsigned char>(c) < ' ' && c != '\t';
}
bool is_text(char c) {
  return !is_between_text(c) && c != '\\' && c != '{' && c != '}';
}

// The characters that have a control word (1.9.1, "Special Characters").
char32_t special_character(std::string_view word) {
  struct Special {
    std::string_view word;
    char32_t character;
  };
  constexpr Special kSpecial[] = {{"bullet", 0x2022}, {"emdash", 0x2014},  {"emspace", 0x2003},
                                  {"endash", 0x2013}, {"enspace", 0x2002}, {"ldblquote", 0x201C},
                                  {"lquote", 0x2018}, {"qmspace", 0x2005}, {"rdblquote", 0x201D},
                                  {"rquote", 0x2019}};
  for (const Special& special : kSpecial) {
    if (special.word == word) return special.character;
  }
  return 0;
}

char32_t symbol_character(char symbol) {
  switch (symbol) {
    case '~':
      return 0xA0;
    case '-':
      return 0xAD;
    case '_':
      return 0x2011;
    default:
      return 0;
  }
}

// The code page of a \fcharset; 0 for that of the document.
int code_page_of(int charset) {
  struct Row {
    int charset, code_page;
  };
  constexpr Row kRows[] = {
      {0, 1252},   {77, 10000}, {78, 10001}, {79, 10003}, {80, 10008}, {81, 10002}, {83, 10005}, {84, 10004},
      {85, 10006}, {86, 10081}, {87, 10021}, {88, 10029}, {89, 10007}, {128, 932},  {129, 949},  {130, 1361},
      {134, 936},  {136, 950},  {161, 1253}, {162, 1254}, {163, 1258}, {177, 1255}, {178, 1256}, {179, 1256},
      {180, 1256}, {181, 1255}, {186, 1257}, {204, 1251}, {222, 874},  {238, 1250}, {254, 437},  {255, 850}};
  for (const Row& row : kRows) {
    if (row.charset == charset) return row.code_page;
  }
  return 0;
}

constexpr int kDefaultCodePage = 1252;

std::string label_of(int code_page) {
  return charset::label_of_code_page(static_cast<std::uint64_t>(std::max(code_page, 0)));
}

// Unknown code pages are read as the default one.
int known_code_page(int code_page) {
  return label_of(code_page).empty() ? kDefaultCodePage : code_page;
}

// The charset of text in a code page. Only those in which ASCII is ASCII are used for RTF, which is ASCII
// itself; for others, and for unknown ones, it is windows-1252.
charset::Charset charset_of(int code_page) {
  charset::Label known = charset::read_label(label_of(code_page));
  switch (known.encoding) {
    case charset::Encoding::kUndeclared:
    case charset::Encoding::kUtf16:
    case charset::Encoding::kUtf16Le:
    case charset::Encoding::kUtf16Be:
    case charset::Encoding::kUtf7:
    case charset::Encoding::kOther:
      return charset::Charset("windows-1252");
    default:
      return charset::Charset(std::move(known));
  }
}

bool is_surrogate(char32_t unit, char32_t first) {
  return unit >= first && unit < first + 0x400;
}

}  // namespace

Token Tokenizer::next() {
  while (at_ < rtf_.size() && is_between_text(rtf_[at_])) ++at_;
  if (at_ == rtf_.size()) return {};
  switch (rtf_[at_]) {
    case '{':
      return {TokenKind::kOpen, rtf_.substr(at_++, 1), {}, 0};
    case '}':
      return {TokenKind::kClose, rtf_.substr(at_++, 1), {}, 0};
    case '\\':
      return escape();
    default: {
      const std::size_t start = at_;
      while (at_ < rtf_.size() && is_text(rtf_[at_])) ++at_;
      return {TokenKind::kText, rtf_.substr(start, at_ - start), {}, 0};
    }
  }
}

Token Tokenizer::escape() {
  ++at_;
  if (at_ == rtf_.size()) return {};
  const char c = rtf_[at_];
  if (ascii::is_letter(c)) return word();
  const std::string_view symbol = rtf_.substr(at_++, 1);
  switch (c) {
    case '\'': {
      const int high = at_ < rtf_.size() ? ascii::hex_value(rtf_[at_]) : -1;
      const int low = high >= 0 && at_ + 1 < rtf_.size() ? ascii::hex_value(rtf_[at_ + 1]) : -1;
      if (low < 0) return {TokenKind::kSymbol, symbol, {}, 0};
      at_ += 2;
      return {TokenKind::kHex, rtf_.substr(at_ - 2, 2), {}, static_cast<char>(16 * high + low)};
    }
    case '\r':
    case '\n':
      if (c == '\r' && at_ < rtf_.size() && rtf_[at_] == '\n') ++at_;
      return {TokenKind::kWord, "par", {}, 0};
    case '\t':
      return {TokenKind::kWord, "tab", {}, 0};
    case '\\':
    case '{':
    case '}':
      return {TokenKind::kText, symbol, {}, 0};
    default:
      return {TokenKind::kSymbol, symbol, {}, 0};
  }
}

Token Tokenizer::word() {
  constexpr int kMostParameter = 1'000'000'000;
  const std::size_t start = at_;
  while (at_ < rtf_.size() && ascii::is_letter(rtf_[at_])) ++at_;
  Token token{TokenKind::kWord, rtf_.substr(start, at_ - start), {}, 0};
  const bool is_negative = at_ + 1 < rtf_.size() && rtf_[at_] == '-' && ascii::is_digit(rtf_[at_ + 1]);
  if (is_negative) ++at_;
  if (at_ < rtf_.size() && ascii::is_digit(rtf_[at_])) {
    int value = 0;
    for (; at_ < rtf_.size() && ascii::is_digit(rtf_[at_]); ++at_) {
      if (value < kMostParameter / 10) value = 10 * value + (rtf_[at_] - '0');
    }
    token.parameter = is_negative ? -value : value;
  }
  if (at_ < rtf_.size() && rtf_[at_] == ' ') ++at_;
  if (token.text != "bin") return token;
  const auto size = static_cast<std::size_t>(std::max(token.parameter.value_or(0), 0));
  token.kind = TokenKind::kBinary;
  token.text = rtf_.substr(at_, size);
  if (token.text.size() == size) {
    at_ += size;
  } else if (std::exchange(has_long_binary_, true)) {
    token.text = {};  // the first one has the bytes
  }
  return token;
}

struct Reader::State {
  explicit State(std::string_view rtf) : tokenizer(rtf) {}

  struct Group {
    int destination = 0;
    int code_page = 0;  // 0: that of the document
    int unicode_fallbacks = 1;
    bool is_font_table = false;
    bool keeps_code_page = false;
    bool operator==(const Group&) const = default;
  };
  // Open groups with the same state, so that a document of braces takes little memory.
  struct Saved {
    Group group;
    std::size_t count = 0;
  };

  // Text is passed on in pieces of about this size.
  static constexpr std::size_t kEnoughText = 65'536;

  Tokenizer tokenizer;
  std::vector<Saved> saved;
  Group group;
  std::size_t depth = 0;

  int default_code_page = kDefaultCodePage;
  int default_font = -1;
  std::unordered_map<int, int> fonts;                  // their code pages
  int defined_font = -1;                               // in \fonttbl
  std::unordered_map<int, charset::Charset> charsets;  // of the code pages that are known and used

  std::string bytes;  // of text in the code page of the group, not decoded yet
  std::string text;   // decoded
  bool is_text_delivered = false;
  std::optional<Token> held;
  int to_skip = 0;          // characters that stand for the last \u in old readers
  char32_t first_half = 0;  // a high surrogate

  const charset::Charset& charset_now() {
    const int page = group.code_page != 0 ? group.code_page : default_code_page;
    const auto known = charsets.find(page);
    return known != charsets.end() ? known->second : charsets.emplace(page, charset_of(page)).first->second;
  }
  void decode() {
    if (bytes.empty()) return;
    end_surrogate();
    if (ascii::is_ascii(bytes)) {
      text.append(bytes);
    } else {
      charset_now().append_utf8(bytes, text);
    }
    bytes.clear();
  }
  void end_surrogate() {
    if (first_half != 0) utf8::append(kReplacement, text);
    first_half = 0;
  }
  void add_character(char32_t character) {
    decode();
    end_surrogate();
    utf8::append(character, text);
  }

  void add_unit(int parameter);
  void select_font(int font);
  bool take_word(const Token& token);
  bool take_text(const Token& token);
  void enter();
  void leave();
};

// A \u: a UTF-16 code unit, usually as a signed number.
void Reader::State::add_unit(int parameter) {
  const auto unit = static_cast<char32_t>(parameter < 0 ? parameter + 0x10000 : parameter);
  decode();
  if (is_surrogate(unit, 0xDC00) && first_half != 0) {
    const char32_t whole = 0x10000 + ((first_half - 0xD800) << 10) + (unit - 0xDC00);
    first_half = 0;
    utf8::append(whole, text);
  } else {
    end_surrogate();
    if (is_surrogate(unit, 0xD800)) {
      first_half = unit;
    } else if (unit > 0x10FFFF || is_surrogate(unit, 0xDC00)) {
      utf8::append(kReplacement, text);
    } else if (unit != 0) {
      utf8::append(unit, text);
    }
  }
  to_skip = group.unicode_fallbacks;
}

void Reader::State::select_font(int font) {
  if (group.is_font_table) {
    defined_font = font;
    return;
  }
  if (group.keeps_code_page) return;
  const auto known = fonts.find(font);
  const int page = known == fonts.end() ? 0 : known->second;
  if (page != group.code_page) decode();
  group.code_page = page;
}

// Returns true if the word only affects text.
bool Reader::State::take_word(const Token& token) {
  const std::string_view word = token.text;
  const int parameter = token.parameter.value_or(0);
  if (word == "u" && token.parameter) {
    add_unit(parameter);
  } else if (word == "uc") {
    group.unicode_fallbacks = std::clamp(token.parameter.value_or(1), 0, 255);
  } else if (word == "f") {
    select_font(parameter);
  } else if (word == "plain") {
    select_font(default_font);
    return false;
  } else if (const char32_t character = special_character(word); character != 0) {
    if (to_skip > 0) {
      --to_skip;
    } else {
      add_character(character);
    }
  } else if (group.is_font_table && (word == "fcharset" || word == "cpg")) {
    const int page = word == "cpg" ? parameter : code_page_of(parameter);
    if (defined_font >= 0 && page != 0) fonts[defined_font] = known_code_page(page);
  } else {
    if (word == "ansicpg" && parameter > 0) default_code_page = known_code_page(parameter);
    if (word == "mac") default_code_page = 10000;
    if (word == "pc") default_code_page = 437;
    if (word == "pca") default_code_page = 850;
    if (word == "deff") default_font = parameter;
    if (word == "fonttbl") group.is_font_table = true;
    return false;
  }
  return true;
}

// Returns true if the token is text.
bool Reader::State::take_text(const Token& token) {
  switch (token.kind) {
    case TokenKind::kText: {
      const auto skipped = std::min(token.text.size(), static_cast<std::size_t>(to_skip));
      to_skip -= static_cast<int>(skipped);
      if (skipped < token.text.size()) end_surrogate();
      bytes.append(token.text.substr(skipped));
      return true;
    }
    case TokenKind::kHex:
      if (to_skip > 0) {
        --to_skip;
      } else {
        end_surrogate();
        bytes += token.byte;
      }
      return true;
    case TokenKind::kSymbol: {
      if (token.text == "*") return false;
      const char32_t character = symbol_character(token.text[0]);
      if (to_skip > 0) {
        --to_skip;
      } else if (character != 0) {
        add_character(character);
      }
      return true;
    }
    case TokenKind::kWord:
      return take_word(token);
    default:
      return false;
  }
}

void Reader::State::enter() {
  if (saved.empty() || saved.back().group != group) saved.push_back({group, 0});
  ++saved.back().count;
  ++depth;
}

void Reader::State::leave() {
  if (saved.empty()) return;
  group = saved.back().group;
  if (--saved.back().count == 0) saved.pop_back();
  --depth;
}

Reader::Reader(std::string_view rtf) : state_(std::make_unique<State>(rtf)) {}
Reader::~Reader() = default;

int Reader::destination() const {
  return state_->group.destination;
}
void Reader::set_destination(int destination) {
  state_->group.destination = destination;
}
void Reader::use_default_code_page() {
  state_->group.code_page = 0;
  state_->group.keeps_code_page = true;
}
std::size_t Reader::depth() const {
  return state_->depth;
}
std::size_t Reader::offset() const {
  return state_->tokenizer.offset();
}
bool Reader::has_long_binary() const {
  return state_->tokenizer.has_long_binary();
}

Event Reader::next() {
  State& state = *state_;
  if (state.is_text_delivered) state.text.clear();
  state.is_text_delivered = false;
  const auto deliver_text = [&]() -> Event {
    state.is_text_delivered = true;
    return {EventKind::kText, state.text, {}};
  };
  for (;;) {
    Token token;
    if (state.held) {
      token = *state.held;
      state.held.reset();
    } else {
      token = state.tokenizer.next();
      if (state.take_text(token)) {
        // A character of two bytes is not split.
        if (state.bytes.size() >= State::kEnoughText && state.bytes.back() == ' ') state.decode();
        if (state.text.size() >= State::kEnoughText) return deliver_text();
        continue;
      }
      state.decode();
      if (token.kind != TokenKind::kWord) state.end_surrogate();
      if (!state.text.empty()) {
        state.held = token;
        return deliver_text();
      }
    }
    switch (token.kind) {
      case TokenKind::kOpen:
        state.to_skip = 0;
        state.enter();
        return {EventKind::kOpen, {}, {}};
      case TokenKind::kClose:
        state.to_skip = 0;
        state.leave();
        return {EventKind::kClose, {}, {}};
      case TokenKind::kSymbol:
        return {EventKind::kIgnorable, {}, {}};
      case TokenKind::kWord:
        return {EventKind::kWord, token.text, token.parameter};
      case TokenKind::kBinary:
        return {EventKind::kBinary, token.text, {}};
      default:
        return {};
    }
  }
}

std::string Reader::read_hex(std::size_t most) {
  // Destinations that are known, or ignorable, receive the digits in their groups. Other words do not matter.
  constexpr std::string_view kKnownDestinations[] = {"fonttbl",  "colortbl", "stylesheet", "info",
                                                     "pict",     "header",   "footer",     "fldinst",
                                                     "objclass", "objname"};
  constexpr std::size_t kNone = ~std::size_t{0};
  State& state = *state_;
  std::string out;
  const std::size_t depth_here = depth();
  std::size_t skipped_depth = kNone;  // of the group that is another destination
  bool is_ignorable = false;
  std::size_t skipped_bytes = 0;
  int high = -1;
  for (;;) {
    const Token token = state.held ? *state.held : state.tokenizer.next();
    state.held.reset();
    if (token.kind == TokenKind::kEnd) return out;
    if (token.kind == TokenKind::kOpen) state.enter();
    if (token.kind == TokenKind::kClose) {
      if (depth() == depth_here) {
        state.held = token;
        return out;
      }
      if (depth() == skipped_depth) skipped_depth = kNone;
      state.leave();
    }
    if (skipped_depth != kNone) continue;
    if (token.kind == TokenKind::kWord && depth() > depth_here &&
        (is_ignorable || is_one_of(token.text, kKnownDestinations)))
      skipped_depth = depth();
    is_ignorable = token.kind == TokenKind::kSymbol && token.text == "*";
    if (token.kind == TokenKind::kBinary) out.append(token.text.substr(0, most - std::min(most, out.size())));
    // Word forgets the first half of a byte when \' follows, and skips two bytes, whatever they are.
    const bool is_quote = token.kind == TokenKind::kSymbol && token.text == "'";
    if (is_quote || token.kind == TokenKind::kHex) high = -1;
    skipped_bytes = is_quote ? 2 : token.kind == TokenKind::kText ? skipped_bytes : 0;
    if (token.kind != TokenKind::kText) continue;
    const std::string_view digits = token.text.substr(std::min(skipped_bytes, token.text.size()));
    skipped_bytes = 0;
    for (const char c : digits) {
      const int value = ascii::hex_value(c);
      if (value < 0) continue;
      if (high >= 0 && out.size() < most) out += static_cast<char>(16 * high + value);
      high = high >= 0 ? -1 : value;
    }
  }
}

}  // namespace mimebase::rtf
