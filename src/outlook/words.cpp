#include "outlook/words.h"

#include <algorithm>

#include "text/strings.h"

namespace mimebase::outlook {
namespace {

bool is_between_words(char c) {
  return static_cast<unsigned char>(c) <= ' ' || contains("\"'<>=", c);
}

// Takes the next word from a text. It is empty at the end.
std::string_view take_word(std::string_view& text) {
  const auto* const start = std::ranges::find_if_not(text, is_between_words);
  const auto* const end = std::find_if(start, text.end(), is_between_words);
  const std::string_view word(start, static_cast<std::size_t>(end - start));
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return word;
}

}  // namespace

void Words::add(std::string_view text) {
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) words_.push_back(word);
  std::ranges::sort(words_);
  words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
}

bool Words::has_all_of(std::string_view text, bool only_references) const {
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    const bool matters = !only_references || contains(word, ':') || contains(word, std::string_view("\\\\"));
    if (matters && !std::ranges::binary_search(words_, word)) return false;
  }
  return true;
}

}  // namespace mimebase::outlook
