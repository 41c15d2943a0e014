// Collapses the text of a page as it is displayed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "find/html/page_text.h"
#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "text/strings.h"

namespace mimebase::find {

// Bytes decoded at a time for a text of kMaxAnchorTextCharacters: more than enough for it in any charset, so
// a character split at the end of a piece is never looked at.
constexpr std::size_t kPieceBytes = 1024;
static_assert(kPieceBytes >= 4 * (kMaxAnchorTextCharacters + 1));

// Collects text with white space collapsed.
class Collapser {
 public:
  static constexpr std::size_t kWhole = static_cast<std::size_t>(-1);

  explicit Collapser(std::string& text, std::size_t most_characters = kMaxAnchorTextCharacters)
      : text_(text), most_(most_characters) {
    text_.clear();
  }

  [[nodiscard]] bool full() const { return characters_ == most_; }
  // The number of bytes to decode at a time.
  [[nodiscard]] std::size_t piece_bytes() const { return most_ == kWhole ? kWhole : kPieceBytes; }
  void space() { pending_space_ = !text_.empty() && !is_joining_; }
  // Drops white space before and after this place.
  void join() {
    pending_space_ = false;
    is_joining_ = true;
  }

  // `utf8` consists of whole characters.
  void append(std::string_view utf8) {
    for (std::size_t i = 0; i < utf8.size() && !full();) {
      if (const std::size_t word = word_at(utf8.substr(i, most_ - characters_)); word > 1) {
        // A pending space is written with the first character.
        append_character(utf8.substr(i, 1));
        const std::size_t rest = std::min(word - 1, most_ - characters_);
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
    if (ascii::is_html_space(c)) return space();
    if (c == '\0') return;  // tree construction drops NUL
    is_joining_ = false;
    if (pending_space_) {
      pending_space_ = false;
      text_ += ' ';
      if (++characters_ == most_) return text_.pop_back();
    }
    text_.append(character);
    ++characters_;
  }

  std::string& text_;
  const std::size_t most_;
  std::size_t characters_ = 0;
  bool pending_space_ = false;
  bool is_joining_ = false;
};

inline void append_text(const HtmlToken& token, const charset::Charset& charset, Collapser& collapser) {
  const bool cdata = token.kind == HtmlTokenKind::kCData;
  if (!cdata && token.text_state != HtmlTextState::kData) return;
  HtmlDecoder decoder(token.data, charset, cdata ? HtmlTextKind::kCData : HtmlTextKind::kData);
  for (std::string piece; !decoder.done() && !collapser.full(); piece.clear()) {
    decoder.step(piece, nullptr, collapser.piece_bytes());
    collapser.append(piece);
  }
}

}  // namespace mimebase::find
