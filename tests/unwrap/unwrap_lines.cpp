// Unwraps URLs, one a line of standard input: the names of the wrappers, separated by spaces, TAB, the
// innermost URL.
#include <iostream>
#include <string>

#include "mimebase/unwrap.h"

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const mimebase::Unwrapped links = mimebase::unwrap_all(line);
    const char* separator = "";
    for (const mimebase::UnwrapLayer& layer : links.layers) {
      std::cout << separator << layer.wrapper;
      separator = " ";
    }
    std::cout << '\t' << links.innermost() << '\n';
  }
}
