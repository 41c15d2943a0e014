// Signs texts with the first key of a file, and verifies each by all of them: lines of hexadecimal digits on
// standard input, a line with the signature for each.
#include <iostream>
#include <string>

#include "mimebase/keys.h"
#include "text/ascii.h"

int main(int /*count*/, char** arguments) {
  const auto keys = mimebase::Keys::open(arguments[1]);
  if (!keys) {
    std::cerr << keys.error().message << '\n';
    return 1;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::string text;
    for (std::size_t at = 0; at + 1 < line.size(); at += 2)
      text += static_cast<char>(mimebase::ascii::hex_value(line[at]) * 16 +
                                mimebase::ascii::hex_value(line[at + 1]));
    const std::string h = (*keys)->sign(text).value_or("");
    const bool is_right =
        (*keys)->verify({}, text, h) && (*keys)->verify(std::string((*keys)->kid()), text, h);
    std::cout << (is_right ? h : "not verified") << '\n';
  }
}
