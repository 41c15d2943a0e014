#include "check/domain_form.h"

#include <cstddef>

#include "check/confusables.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/idna.h"
#include "url/registrable_domain.h"
#include "url/whatwg_host.h"

namespace mimebase::check {
namespace {

constexpr std::string_view kPalochka = "\xD3\x8F";  // U+04CF

constexpr std::size_t kMaxNameBytes = 253;

}  // namespace

bool is_name(std::string_view host) {
  return !host.empty() && host.size() <= kMaxNameBytes && host.front() != '[' && !url::ends_in_number(host) &&
         confusables() != nullptr;
}

std::string_view suffix_of(std::string_view host) {
  const std::string_view suffix = url::known_suffix(host);
  if (!suffix.empty() && suffix.size() < host.size()) return suffix;
  return host.substr(host.rfind('.') + 1);  // npos + 1 is 0
}

std::string_view name_before_suffix(std::string_view domain) {
  const std::string_view suffix = suffix_of(domain);
  if (suffix.size() >= domain.size()) return {};
  return domain.substr(0, domain.size() - suffix.size() - 1);
}

std::string unicode_form(std::string_view host) {
  std::string text;
  if (!contains(host, "xn--")) return std::string(host);
  return url::domain_to_unicode(host, text) == nullptr ? text : std::string();
}

std::string with_unicode_form(std::string_view host) {
  const std::string text = unicode_form(host);
  if (text.empty() || text == host) return std::string(host);
  return text + " (" + std::string(host) + ")";
}

std::string skeleton_of(std::string_view domain) {
  if (!is_name(domain)) return {};
  std::string text = unicode_form(domain);
  // UTS 39 reads the Cyrillic palochka as "i"; in most fonts it is the "l" of the best known look-alike.
  for (std::size_t at = 0; (at = text.find(kPalochka, at)) != kNotFound;)
    text.replace(at, kPalochka.size(), "l");
  // A digit becomes the capital or the letter that it resembles.
  const auto skeleton = confusables()->skeleton;
  return skeleton(ascii::lowered(skeleton(text)));
}

}  // namespace mimebase::check
