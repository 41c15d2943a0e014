// SpamAssassin resolves links against the last absolute <base href> that it has read. It matches no parts.
#include <algorithm>
#include <array>
#include <string>

#include "ascii.h"
#include "readers/choice.h"
#include "url/split.h"

namespace mimebase::readers::spamassassin {
namespace {

constexpr ContextRule kContexts[] = {
    {"a@href", OpensBy::kClick},         {"img@src", OpensBy::kLoad},
    {"text", OpensBy::kClick},           {"html:text", OpensBy::kClick},
    {"text:delimited", OpensBy::kClick}, {"html:text:delimited", OpensBy::kClick},
    {"area@href", OpensBy::kClick},      {"link@href", OpensBy::kLoad},
    {"script@src", OpensBy::kLoad},      {"iframe@src", OpensBy::kLoad},
    {"frame@src", OpensBy::kLoad},       {"embed@src", OpensBy::kLoad},
    {"form@action", OpensBy::kClick},    {"meta@refresh", OpensBy::kClick},
    {"body@background", OpensBy::kLoad}, {"table@background", OpensBy::kLoad},
    {"tr@background", OpensBy::kLoad},   {"td@background", OpensBy::kLoad}};

bool has_scheme(std::string_view url, std::initializer_list<std::string_view> schemes) {
  return std::any_of(schemes.begin(), schemes.end(), [url](std::string_view scheme) {
    return ascii::starts_with_ignoring_case(url, scheme);
  });
}

void enter_message(View& view) {
  show_all(view);
}

// The length of "name.html" at the end of a URL: an extension of two to four characters.
std::size_t file_name_length(std::string_view url) {
  const std::size_t slash = url.rfind('/');
  const std::string_view name = slash == url.npos ? url : url.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return 0;
  const std::size_t extension = name.size() - dot - 1;
  const std::size_t other_dot = name.rfind('.', dot - 1);
  const std::size_t start = other_dot == name.npos ? 0 : other_dot + 1;
  return extension >= 2 && extension <= 4 && dot > start ? name.size() - start : 0;
}

// A file name at its end is dropped, and it then ends with a slash.
void read_base(View& view, std::string_view href) {
  if (!has_scheme(href, {"http:", "https:", "ftp:"})) return;
  std::string_view base = href;
  const std::size_t host = std::min(base.find_first_not_of('/', base.find(':') + 1), base.size());
  if (base.find('/', host) != base.npos) base.remove_suffix(file_name_length(base));
  view.base = base;
  if (!view.base.ends_with('/')) view.base += '/';
}

// Drops "." and "..", also above the root and at the start of a relative path.
std::string without_dot_segments(std::string_view path) {
  std::string out;
  const bool is_dotted = path.starts_with("./") || path.starts_with("../");
  if (is_dotted) path.remove_prefix(path.find('/'));
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view segment = path.substr(0, end);
    const bool is_here = segment == "/.", is_up = segment == "/..";
    path.remove_prefix(end);
    if (is_up) out.resize(out.rfind("/") == out.npos ? 0 : out.rfind("/"));
    if (!is_here && !is_up) out += segment;
    if ((is_here || is_up) && path.empty()) out += '/';
  }
  return out;
}

std::string merged(const Components& base, std::string_view path) {
  if (base.has_net_loc && base.path.empty()) return "/" + std::string(path);
  return std::string(base.path.substr(0, base.path.rfind('/') + 1)).append(path);
}

// RFC 3986 section 5.2, not strict: a reference with the scheme of the base may be relative.
std::string target(std::string_view base_url, std::string_view reference) {
  const Components base = url::split_rfc3986(base_url);
  Components given = url::split_rfc3986(reference);
  if (given.has_scheme && base.has_scheme && given.scheme == base.scheme) given.has_scheme = false;
  Components made = given;
  std::string path;
  if (given.has_scheme || given.has_net_loc) {
    path = without_dot_segments(given.path);
  } else {
    made.has_net_loc = base.has_net_loc;
    made.net_loc = base.net_loc;
    path = given.path.empty()            ? std::string(base.path)
           : given.path.starts_with('/') ? without_dot_segments(given.path)
                                         : without_dot_segments(merged(base, given.path));
    if (given.path.empty() && !given.has_query) {
      made.has_query = base.has_query;
      made.query = base.query;
    }
  }
  if (!given.has_scheme) {
    made.has_scheme = base.has_scheme;
    made.scheme = base.scheme;
  }
  made.path = path;
  return made.join();
}

void open(View& view, const Seen& seen, Answer& answer) {
  std::string buffer;
  const std::string_view value = url::clean(seen.value, buffer);
  if (seen.in_srcdoc || value.empty()) return;
  if (seen.reference.found.guessed) {
    answer.url = "http://" + std::string(value);
  } else if (has_scheme(value, {"data:", "mailto:", "file:", "cid:", "tel:"})) {
    answer.url = value;
  } else {
    answer.url = target(view.base, value);
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kSpamassassin, kContexts, enter_message, nullptr, open, read_base};

}  // namespace mimebase::readers::spamassassin
