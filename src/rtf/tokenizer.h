// Reads Rich Text Format (1.9.1): tokens, and above them text and groups. Both take linear time, never
// recurse, and accept everything that Word accepts.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::rtf {

enum class TokenKind {
  kEnd,
  kOpen,    // {
  kClose,   // }
  kWord,    // \word12; also a line break or TAB after a backslash, as "par" and "tab"
  kSymbol,  // a backslash and any other byte
  kHex,     // \'hh
  kText,    // bytes, without the control characters between them
  kBinary,  // the bytes of \bin
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;         // the name of the word, the symbol, the bytes; a view into the document
  std::optional<int> parameter;  // of a word
  char byte = 0;                 // of kHex
};

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view rtf) : rtf_(rtf) {}
  Token next();
  // The offset of what next() reads next.
  [[nodiscard]] std::size_t offset() const { return at_; }
  // True if a \bin up to now is longer than the document. Its bytes are also read as if there were no \bin.
  [[nodiscard]] bool has_long_binary() const { return has_long_binary_; }

 private:
  Token escape();
  Token word();

  std::string_view rtf_;
  std::size_t at_ = 0;
  bool has_long_binary_ = false;
};

enum class EventKind {
  kEnd,
  kOpen,
  kClose,      // the state is that of the outer group again
  kIgnorable,  // \*: unless the reader knows the next word, it skips the group
  kWord,       // any control word but those for text
  kText,
  kBinary,
};

struct Event {
  EventKind kind = EventKind::kEnd;
  std::string_view text;  // kWord: the name. kText: UTF-8, valid until the next call. kBinary: the bytes
  std::optional<int> parameter;  // of a word
};

// Reads a document as words and text. It follows the groups, decodes the bytes of text by the code page of
// their font (\ansicpg, \fonttbl, \f), and replaces escapes (\', \u, \emdash, \~) by their characters.
class Reader {
 public:
  explicit Reader(std::string_view rtf);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  Event next();

  // What the caller makes of the current group: a number that inner groups inherit, and which is restored
  // when they end. It is 0 at first.
  [[nodiscard]] int destination() const;
  void set_destination(int destination);
  // Decodes the text of this group by the code page of the document, whatever its font is.
  void use_default_code_page();

  // The number of open groups.
  [[nodiscard]] std::size_t depth() const;
  // The offset behind the event that was returned last.
  [[nodiscard]] std::size_t offset() const;
  [[nodiscard]] bool has_long_binary() const;  // as in Tokenizer

  // Returns the bytes that the rest of the current group writes in hexadecimal or with \bin, at most `most`,
  // and reads to its end. The next event is its kClose. Everything else in it, groups too, is skipped, as by
  // Word.
  std::string read_hex(std::size_t most);

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

}  // namespace mimebase::rtf
