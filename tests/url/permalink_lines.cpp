// Reads lines "LIST<TAB>MESSAGE-ID", and prints the URL for each message in an inbox of lore.kernel.org, its
// hash in HyperKitty's URLs, and its hash in those of the IETF's archive of the list.
#include <cstdlib>
#include <iostream>
#include <string>

#include "url/permalink.h"

int main() {
  using namespace mimebase::url;
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::size_t tab = line.find('\t');
    const std::string list = line.substr(0, tab), id = line.substr(tab + 1);
    std::cout << permalink_url({PermalinkScheme::kPublicInbox, "lore.kernel.org", list}, id) << '\t'
              << message_id_hash(id) << '\t'
              << names_of(PermalinkScheme::kIetf, PermalinkName::kHash, id, list) << '\n';
  }
  return std::cout.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
