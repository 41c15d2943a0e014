#include "find/html/page_text.h"

#include <algorithm>

#include "find/find_byte.h"
#include "find/html/text.h"
#include "find/text/finder.h"
#include "find/text/scheme.h"

namespace mimebase::find {
namespace {

// Bytes decoded at a time: more than enough for the maximum number of characters in any charset, so a
// character split at the end of a piece is never looked at.
constexpr std::size_t kPieceBytes = 1024;
static_assert(kPieceBytes >= 4 * (kMaxAnchorTextCharacters + 1));

// Collects text with white space collapsed, up to kMaxAnchorTextCharacters.
class Collapser {
 public:
  explicit Collapser(std::string& text) : text_(text) { text_.clear(); }

  [[nodiscard]] bool full() const { return characters_ == kMaxAnchorTextCharacters; }
  void space() { pending_space_ = !text_.empty(); }

  // `utf8` consists of whole characters.
  void append(std::string_view utf8) {
    for (std::size_t i = 0; i < utf8.size() && !full();) {
      if (const std::size_t word = word_at(utf8.substr(i, kMaxAnchorTextCharacters - characters_));
          word > 1) {
        // A pending space is written with the first character.
        append_character(utf8.substr(i, 1));
        const std::size_t rest = std::min(word - 1, kMaxAnchorTextCharacters - characters_);
        text_.append(utf8.substr(i + 1, rest));
        characters_ += rest;
        i += word;
        continue;
      }
      std::size_t length = 1;
      while (i + length < utf8.size() && (static_cast<unsigned char>(utf8[i + length]) & 0xC0) == 0x80)
        ++length;
      append_character(utf8.substr(i, length));
      i += length;
    }
  }

 private:
  // Returns the number of leading ASCII characters that are neither white space nor controls.
  static std::size_t word_at(std::string_view utf8) {
    std::size_t size = 0;
    while (size < utf8.size() && utf8[size] > ' ') ++size;
    return size;
  }
  void append_character(std::string_view character) {
    const char c = character.front();
    if (is_html_space(c)) return space();
    if (c == '\0') return;  // tree construction drops NUL
    if (pending_space_) {
      pending_space_ = false;
      text_ += ' ';
      if (++characters_ == kMaxAnchorTextCharacters) return text_.pop_back();
    }
    text_.append(character);
    ++characters_;
  }

  std::string& text_;
  std::size_t characters_ = 0;
  bool pending_space_ = false;
};

void append_text(const HtmlToken& token, const charset::Charset& charset, Collapser& collapser) {
  const bool cdata = token.kind == HtmlTokenKind::kCData;
  if (!cdata && token.text_state != HtmlTextState::kData) return;
  HtmlDecoder decoder(token.data, charset, cdata ? HtmlTextKind::kCData : HtmlTextKind::kData);
  for (std::string piece; !decoder.done() && !collapser.full(); piece.clear()) {
    decoder.step(piece, nullptr, kPieceBytes);
    collapser.append(piece);
  }
}

// True if there is a ':' that no white space follows, after the last character of a scheme or a character
// reference.
bool has_colon(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, ':')) != nullptr; ++p) {
    if (p == begin || p + 1 == end || is_html_space(p[1])) continue;
    if (is_scheme_byte(p[-1]) || p[-1] == ';') return true;
  }
  return false;
}

// True if there is a '.' that may follow "www".
bool has_www(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, '.')) != nullptr; ++p) {
    if (p != begin && ((p[-1] | 0x20) == 'w' || p[-1] == ';')) return true;
  }
  return false;
}

// True if there is a character reference that may stand for ':' or '.', by number or by name.
bool has_reference(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, '&')) != nullptr; ++p) {
    const std::string_view rest(p + 1, static_cast<std::size_t>(end - p - 1));
    if (rest.starts_with('#') || rest.starts_with("colon;") || rest.starts_with("period;")) return true;
  }
  return false;
}

}  // namespace

void read_anchor_text(HtmlTokenizer ahead, const charset::Charset& charset, HtmlToken& scratch,
                      std::string& text) {
  Collapser collapser(text);
  while (!collapser.full() && ahead.next(scratch)) {
    switch (scratch.kind) {
      case HtmlTokenKind::kText:
      case HtmlTokenKind::kCData:
        append_text(scratch, charset, collapser);
        break;
      case HtmlTokenKind::kStartTag:
      case HtmlTokenKind::kEndTag:
        if (scratch.element == HtmlElement::kA) return;
        if (separates_words(scratch.element)) collapser.space();
        break;
      case HtmlTokenKind::kComment:
      case HtmlTokenKind::kDoctype:
      case HtmlTokenKind::kIgnored:
        break;
    }
  }
}

void collapse_text(std::string_view value, std::string& text) {
  Collapser collapser(text);
  collapser.append(value);
}

bool may_hold_url(std::string_view raw) {
  constexpr std::size_t kShortest = 5;  // "cid:x", "tel:1"
  if (raw.size() < kShortest) return false;
  const char* const end = raw.data() + raw.size();
  return has_colon(raw.data(), end) || has_www(raw.data(), end) || has_reference(raw.data(), end);
}

bool may_hold_defanged_url(std::string_view raw) {
  return may_hold_url(raw) || raw.find_first_of("[({") != std::string_view::npos;
}

void find_in_text_of_markup(const Content& text, NestedPlace place, Sink& sink) {
  place.context_prefix = "html:";
  NestedSink nested(place, sink);
  find_in_text(text, nested);
}

}  // namespace mimebase::find
