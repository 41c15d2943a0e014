// The words of a text, to determine whether another text says something more.
//
//   Words words;
//   words.add("<a href='http://a/'>x</a>");
//   words.has_all("x http://a/");  // true
#pragma once

#include <string_view>
#include <vector>

namespace mimebase::outlook {

class Words {
 public:
  // Adds the words of a text, which must outlive this. A word ends at white space, a quote mark, "<", ">" or
  // "=".
  void add(std::string_view text);
  // Returns true if each word of the text is one of these. Takes time n log n. Call it after all add().
  [[nodiscard]] bool has_all(std::string_view text) const { return has_all_of(text, false); }
  // The same for words that may be a URL or a path: those with ":" or two backslashes.
  [[nodiscard]] bool has_all_references(std::string_view text) const { return has_all_of(text, true); }

 private:
  [[nodiscard]] bool has_all_of(std::string_view text, bool only_references) const;

  std::vector<std::string_view> words_;  // sorted, each once
};

}  // namespace mimebase::outlook
