// Which hosts scanners recognise in text: those below a public suffix.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::readers {

// Looks hosts up in the Public Suffix List.
class KnownHosts {
 public:
  // True if the host of an absolute URL is an address, or is below a suffix of the list.
  [[nodiscard]] bool has_host_of(std::string_view url);
  // The same of a `mailto:` URL; false for other URLs.
  [[nodiscard]] bool has_mail_host_of(std::string_view url);

 private:
  [[nodiscard]] bool has(std::string_view host);

  // A cache: the next URL often has the same host as the last.
  std::string host_;
  bool is_known_ = false;
};

}  // namespace mimebase::readers
