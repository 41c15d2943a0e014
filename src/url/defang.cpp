#include "url/defang.h"

#include <algorithm>
#include <iterator>

#include "ascii.h"
#include "defang_marks.h"
#include "mimebase/url.h"

namespace mimebase {
namespace {

using defanged::Mark;

// The place of the host in a URL: its scheme, the separator, and what follows.
struct Head {
  std::string_view scheme, separator, rest;
};

bool is_scheme_byte(char c) {
  return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.' || c == '*';
}

// Splits a URL that may be defanged. Without a scheme, the separator is "//" or empty.
Head head_of(std::string_view url) {
  const auto* end = std::find_if_not(url.begin(), url.end(), is_scheme_byte);
  const auto size = static_cast<std::size_t>(end - url.begin());
  const std::string_view rest = url.substr(size);
  if (size == 0) {
    const bool has_host =
        url.size() > 1 && (url[0] == '/' || url[0] == '\\') && (url[1] == '/' || url[1] == '\\');
    return {{}, url.substr(0, has_host ? 2 : 0), url.substr(has_host ? 2 : 0)};
  }
  std::size_t bytes = 0;
  if (const auto separator = defanged::separator_at(rest)) {
    bytes = separator->bytes;
  } else if (rest.starts_with("[:]")) {
    bytes = 3;
  } else if (rest.starts_with(':')) {
    bytes = 1;
  } else {
    return {{}, {}, url};
  }
  return {url.substr(0, size), rest.substr(0, bytes), rest.substr(bytes)};
}

std::size_t net_loc_end(std::string_view rest) {
  std::size_t end = 0;
  while (end < rest.size() && std::string_view("/?#\\").find(rest[end]) == std::string_view::npos) ++end;
  return rest.substr(end).starts_with("/]") && end > 0 && rest[end - 1] == '[' ? end - 1 : end;
}

bool is_capital_word(std::string_view word) {
  return std::any_of(word.begin(), word.end(), ascii::is_capital) &&
         std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// Appends `form`, which is in lower case, in the case of the word that it replaces.
void append_scheme(std::string_view form, std::string_view word, std::string& out) {
  for (const char c : form)
    out += is_capital_word(word) && c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c;
}

template <std::size_t kSize>
void append_live(std::string_view text, const Mark (&table)[kSize], std::string& out) {
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of("[({."), text.size());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    const Mark* mark = defanged::mark_at(text, table);
    out += mark != nullptr ? mark->live : text.substr(0, 1);
    text.remove_prefix(mark != nullptr ? mark->written.size() : 1);
  }
}

// Marks the dots that are not marked yet.
void append_marked(std::string_view host, std::string& out) {
  for (std::size_t at = 0; at < host.size(); ++at) {
    const bool opens = at > 0 && std::string_view("[({").find(host[at - 1]) != std::string_view::npos;
    const bool closes =
        at + 1 < host.size() && std::string_view("])}").find(host[at + 1]) != std::string_view::npos;
    if (host[at] == '.' && !opens && !closes) {
      out += "[.]";
    } else {
      out += host[at];
    }
  }
}

// "http" becomes "hxxp". Other schemes stay: no program opens their hosts as pages.
void append_defanged_scheme(std::string_view scheme, std::string& out) {
  const auto* form =
      std::find_if(std::begin(defanged::kSchemes), std::end(defanged::kSchemes),
                   [&](const Mark& mark) { return ascii::equals_ignoring_case(mark.live, scheme); });
  if (form == std::end(defanged::kSchemes)) {
    out += scheme;
  } else {
    append_scheme(form->written, scheme, out);
  }
}

bool is_word_byte(char c) {
  return ascii::is_alnum(c) || c == '*';
}

// Appends `text` and replaces each scheme before "://", and the host after it, by `write(scheme, host, out)`.
template <class Write>
void append_inner(std::string_view text, const Write& write, std::string& out) {
  constexpr std::string_view kSeparator = "://";
  std::size_t done = 0;
  for (std::size_t at = text.find(kSeparator); at != std::string_view::npos; at = text.find(kSeparator, at)) {
    std::size_t start = at;
    while (start > done && is_word_byte(text[start - 1])) --start;
    const std::size_t host = at + kSeparator.size();
    const std::size_t end = std::min(text.find_first_of("/?#\\&;=\"'<> ", host), text.size());
    out += text.substr(done, start - done);
    write(text.substr(start, at - start), text.substr(host, end - host), out);
    done = at = end;
  }
  out += text.substr(done);
}

// URLs inside a URL, such as the target of a redirect. Programs that look for links in text open them too.
void append_inner_defanged(std::string_view text, std::string& out) {
  const auto write = [](std::string_view scheme, std::string_view host, std::string& into) {
    const bool is_live = defanged::is_live_scheme(scheme);
    append_defanged_scheme(scheme, into);
    into += "://";
    if (is_live) {
      append_marked(host, into);
    } else {
      into += host;
    }
  };
  append_inner(text, write, out);
}

std::string with_live_inner_schemes(std::string_view text) {
  const auto write = [](std::string_view scheme, std::string_view host, std::string& into) {
    const std::string_view live = defanged::live_scheme(scheme);
    append_scheme(live, scheme, into);
    if (live.empty()) into += scheme;
    into.append("://").append(host);
  };
  std::string out;
  append_inner(text, write, out);
  return out;
}

// The addresses of a mailto: URL, up to its query.
void append_defanged_addresses(std::string_view rest, std::string& out) {
  const std::size_t end = std::min(rest.find('?'), rest.size());
  std::string_view addresses = rest.substr(0, end);
  while (!addresses.empty()) {
    const std::size_t size = std::min(addresses.find(','), addresses.size());
    const std::string_view address = addresses.substr(0, size);
    const std::size_t at = address.rfind('@');
    if (at == std::string_view::npos) {
      out += address;
    } else {
      const bool is_marked = address.substr(at + 1).starts_with(']');
      out.append(address.substr(0, at)).append(is_marked ? "@" : "[@]");
      append_marked(address.substr(at + 1), out);
    }
    if (size < addresses.size()) out += ',';
    addresses.remove_prefix(std::min(size + 1, addresses.size()));
  }
  append_inner_defanged(rest.substr(end), out);
}

}  // namespace

namespace url {

std::string defang_host(std::string_view host) {
  std::string out;
  append_marked(host, out);
  return out;
}

std::string refang_host(std::string_view host) {
  std::string out;
  append_live(host, defanged::kDots, out);
  return out;
}

}  // namespace url

inline namespace v0_2 {

std::string defang(std::string_view url) {
  const Head head = head_of(url);
  std::string out;
  append_defanged_scheme(head.scheme, out);
  out += head.separator;
  if (ascii::equals_ignoring_case(head.scheme, "mailto")) {
    append_defanged_addresses(head.rest, out);
    return out;
  }
  if (head.separator.size() < 2 || head.separator == "[:]") {
    append_inner_defanged(head.rest, out);
    return out;
  }
  const std::size_t end = net_loc_end(head.rest);
  const std::string_view net_loc = head.rest.substr(0, end);
  const std::size_t host = net_loc.rfind('@') + 1;  // 0 without userinfo
  out += net_loc.substr(0, host);
  append_marked(net_loc.substr(host), out);
  append_inner_defanged(head.rest.substr(end), out);
  return out;
}

std::string refang(std::string_view url) {
  const Head head = head_of(url);
  std::string out;
  const std::string_view live = defanged::live_scheme(head.scheme);
  append_scheme(live, head.scheme, out);
  if (live.empty()) out += head.scheme;
  const bool has_host = head.separator.size() > 1 && head.separator != "[:]";
  const bool is_mail = ascii::equals_ignoring_case(head.scheme, "mailto");
  if (!head.scheme.empty()) {
    out += has_host ? "://" : ":";
  } else {
    out += head.separator;
  }
  // Without a host, the whole rest may hold URLs.
  const bool is_relative = head.scheme.empty() && !has_host;
  const std::size_t place = has_host || is_mail ? net_loc_end(head.rest) : 0;
  const std::string rest =
      std::string(head.rest.substr(0, place)) + with_live_inner_schemes(head.rest.substr(place));
  const std::size_t end = is_relative ? net_loc_end(rest) : place;
  std::string host;
  append_live(std::string_view(rest).substr(0, end), defanged::kDots, host);
  if (is_mail) {
    append_live(host, defanged::kAts, out);
  } else {
    append_live(host, defanged::kAnywhere, out);
  }
  append_live(std::string_view(rest).substr(end), defanged::kAnywhere, out);
  return out;
}

}  // namespace v0_2
}  // namespace mimebase
