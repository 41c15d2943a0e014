#include "url/defang.h"

#include <algorithm>
#include <iterator>

#include "mimebase/url.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/defang_marks.h"

namespace mimebase {
namespace {

using defanged::Mark;

// The place of the host in a URL: its scheme, the separator, and what follows.
struct Head {
  std::string_view scheme, separator, rest;
};

bool is_scheme_byte(char c) {
  return ascii::is_scheme_byte(c) || c == '*';
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
  while (end < rest.size() && !contains("/?#\\", rest[end])) ++end;
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
    const bool opens = at > 0 && contains("[({", host[at - 1]);
    const bool closes = at + 1 < host.size() && contains("])}", host[at + 1]);
    if (host[at] == '.' && !opens && !closes) {
      out += "[.]";
    } else {
      out += host[at];
    }
  }
}

bool has_dot(std::string_view host) {
  return contains(host, '.');
}

// Replaces the longest scheme of the table that `word` ends with, in the column `from`, by that in the column
// `to`: programs find "http://" in "xhttp://" too.
void append_other_scheme(std::string_view word, std::string_view Mark::*from, std::string_view Mark::*to,
                         std::string& out) {
  const Mark* found = nullptr;
  for (const Mark& mark : defanged::kSchemes) {
    if (ascii::ends_with_ignoring_case(word, mark.*from) &&
        (found == nullptr || (mark.*from).size() > (found->*from).size()))
      found = &mark;
  }
  const std::size_t size = found == nullptr ? 0 : (found->*from).size();
  out += word.substr(0, word.size() - size);
  if (found != nullptr) append_scheme(found->*to, word.substr(word.size() - size), out);
}

// "http" becomes "hxxp". Other schemes stay: no program opens their hosts as pages.
void append_defanged_scheme(std::string_view scheme, std::string& out) {
  append_other_scheme(scheme, &Mark::live, &Mark::written, out);
}

void append_live_scheme(std::string_view scheme, std::string& out) {
  append_other_scheme(scheme, &Mark::written, &Mark::live, out);
}

// True for schemes that are written otherwise when they are defanged, in both forms.
bool has_form(std::string_view scheme) {
  return std::any_of(std::begin(defanged::kSchemes), std::end(defanged::kSchemes),
                     [scheme](const Mark& mark) {
                       return ascii::ends_with_ignoring_case(scheme, mark.live) ||
                              ascii::ends_with_ignoring_case(scheme, mark.written);
                     });
}

// The separator after the scheme. Terminals open "telnet://host", in which nothing else can be marked.
std::string_view marked_separator(std::string_view separator, std::string_view scheme,
                                  std::string_view host) {
  return separator == "://" && !scheme.empty() && !has_form(scheme) && !has_dot(host) ? "[:]//" : separator;
}

// Bytes of hosts and addresses. "%" is for "%40".
bool is_run_byte(char c) {
  return ascii::is_alnum(c) || !ascii::is_ascii(c) || contains("-_.@%+", c);
}

// Letters, digits and hyphens with dots between them, and a last label that does not begin with a digit.
bool is_like_host(std::string_view word) {
  const std::size_t dot = word.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || word.size() < dot + 3) return false;
  const bool is_host = std::none_of(word.begin(), word.end(), [](char c) { return contains("@%+", c); });
  return is_host && !ascii::is_digit(word[dot + 1]);
}

// True if `after` continues a URL whose scheme was before it. Browsers need no "//" after "http:".
bool is_after_scheme(std::string_view after) {
  return after.size() > 1 && after[0] == ':' &&
         (ascii::is_alnum(after[1]) || after[1] == '/' || after[1] == '\\');
}

// Returns where the domain of an address in `run` begins; npos if there is no address. `after` follows the
// run.
std::size_t domain_of(std::string_view run, std::string_view after) {
  const std::size_t at = run.find('@', 1), escaped = run.find("%40", 1);
  if (at == std::string_view::npos && escaped == std::string_view::npos) return std::string_view::npos;
  const std::size_t domain = at < escaped ? at + 1 : escaped + 3;
  return has_dot(run.substr(domain)) || after.starts_with('.') ? domain : std::string_view::npos;
}

// Appends a run of such bytes that begins and ends with none of ".@+-_".
void append_defanged_run(std::string_view run, std::string_view after, bool may_be_host, std::string& out) {
  if (is_after_scheme(after) && has_form(run)) return append_defanged_scheme(run, out);
  const std::size_t domain = domain_of(run, after);
  const bool is_host = ascii::starts_with_ignoring_case(run, "www.") ||
                       ascii::starts_with_ignoring_case(run, "ftp.") || (may_be_host && is_like_host(run));
  std::size_t from = is_host ? 0 : std::min(domain, run.size());
  if (!is_host && from < run.size() && run[from - 1] == '@') --from;
  out += run.substr(0, from);
  for (const char c : run.substr(from)) {
    if (c == '.') {
      out += "[.]";
    } else if (c == '@' && domain != std::string_view::npos) {
      out += "[@]";
    } else {
      out += c;
    }
  }
}

bool is_word_byte(char c) {
  return ascii::is_alnum(c) || c == '*';
}

// Returns where the word before `end` begins, at or after `from`.
std::size_t word_start(std::string_view text, std::size_t end, std::size_t from) {
  while (end > from && is_word_byte(text[end - 1])) --end;
  return end;
}

// Returns the end of the host that begins at `host`, which is before the scheme of another URL.
std::size_t host_end(std::string_view text, std::size_t host, std::string_view ends) {
  const std::size_t end = std::min(text.find_first_of(ends, host), text.size());
  const std::size_t other = text.find("://", host);
  return other > end ? end : word_start(text, other, host);
}

// Appends `text` and replaces each scheme before "://", and the host after it, by `write(scheme, host, out)`,
// and what is between them by `write_other(between, is_joined, out)`: a scheme may follow without a gap.
template <class Write, class WriteOther>
void append_inner(std::string_view text, const Write& write, const WriteOther& write_other,
                  std::string& out) {
  constexpr std::string_view kSeparator = "://";
  std::size_t done = 0;
  for (std::size_t at = text.find(kSeparator); at != std::string_view::npos; at = text.find(kSeparator, at)) {
    const std::size_t start = word_start(text, at, done);
    const std::size_t host = at + kSeparator.size();
    const std::size_t end = host_end(text, host, "/?#\\&;=,|:\"'<>() ");
    write_other(text.substr(done, start - done), start < at, out);
    write(text.substr(start, at - start), text.substr(host, end - host), out);
    done = at = end;
  }
  write_other(text.substr(done), false, out);
}

// Appends text without URLs that have a scheme. If `is_joined`, the last word goes on after it.
void append_defanged_runs(std::string_view text, bool with_hosts, bool is_joined, std::string& out) {
  constexpr std::string_view kEnds = ".@+-_";
  while (!text.empty()) {
    const auto* start = std::find_if(text.begin(), text.end(), is_run_byte);
    const auto* end = std::find_if_not(start, text.end(), is_run_byte);
    const std::string_view before = text.substr(0, static_cast<std::size_t>(start - text.begin()));
    const std::string_view run(start, static_cast<std::size_t>(end - start));
    const std::size_t first = std::min(run.find_first_not_of(kEnds), run.size());
    const bool goes_on = is_joined && before.size() + run.size() == text.size();
    const std::size_t last = goes_on ? run.size() : std::max(run.find_last_not_of(kEnds) + 1, first);
    const bool is_in_path = before.ends_with('/') && !before.ends_with("//");
    out.append(before).append(run.substr(0, first));
    append_defanged_run(run.substr(first, last - first), text.substr(before.size() + last),
                        with_hosts && !is_in_path, out);
    out += run.substr(last);
    text.remove_prefix(before.size() + run.size());
  }
}

// URLs and addresses inside a URL, such as the target of a redirect. Programs that look for links in text
// open them too.
void append_inner_defanged(std::string_view text, bool with_hosts, std::string& out) {
  const auto write = [](std::string_view scheme, std::string_view host, std::string& into) {
    append_defanged_scheme(scheme, into);
    into += marked_separator("://", scheme, host);
    append_marked(host, into);
  };
  const auto write_other = [with_hosts](std::string_view between, bool is_joined, std::string& into) {
    append_defanged_runs(between, with_hosts, is_joined, into);
  };
  append_inner(text, write, write_other, out);
}

std::string with_live_inner_schemes(std::string_view text) {
  const auto write = [](std::string_view scheme, std::string_view host, std::string& into) {
    append_live_scheme(scheme, into);
    into.append("://").append(host);
  };
  const auto write_other = [](std::string_view between, bool /*is_joined*/, std::string& into) {
    std::size_t done = 0;
    for (std::size_t at = between.find(':'); at < between.size(); at = between.find(':', at + 1)) {
      if (!is_after_scheme(between.substr(at))) continue;
      const std::size_t start = word_start(between, at, done);
      into += between.substr(done, start - done);
      append_live_scheme(between.substr(start, at - start), into);
      done = at;
    }
    into += between.substr(done);
  };
  std::string out;
  append_inner(text, write, write_other, out);
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
      append_defanged_runs(address, true, false, out);
    } else {
      const bool is_marked = address.substr(at + 1).starts_with(']');
      out.append(address.substr(0, at)).append(is_marked ? "@" : "[@]");
      append_marked(address.substr(at + 1), out);
    }
    if (size < addresses.size()) out += ',';
    addresses.remove_prefix(std::min(size + 1, addresses.size()));
  }
  append_inner_defanged(rest.substr(end), false, out);
}

}  // namespace

namespace url {

std::string defang_text(std::string_view text, bool with_hosts) {
  std::string out;
  append_inner_defanged(text, with_hosts, out);
  return out;
}

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
  if (has_dot(head.scheme)) {  // "www.evil.example:80", or text before the scheme
    append_inner_defanged(url, false, out);
    return out;
  }
  append_defanged_scheme(head.scheme, out);
  if (ascii::equals_ignoring_case(head.scheme, "mailto")) {
    out += head.separator;
    append_defanged_addresses(head.rest, out);
    return out;
  }
  // A browser reads "http:host", and "http:///host", like "http://host".
  const bool is_known = has_form(head.scheme);
  const bool has_host = is_known || (head.separator.size() > 1 && head.separator != "[:]");
  if (!has_host) {
    out += head.separator;
    append_inner_defanged(head.rest, false, out);
    return out;
  }
  const std::size_t slashes = is_known ? std::min(head.rest.find_first_not_of("/\\"), head.rest.size()) : 0;
  const std::string_view rest = head.rest.substr(slashes);
  const std::size_t end = std::min(net_loc_end(rest), host_end(rest, 0, ",|<>\"' \t\r\n"));
  const std::string_view net_loc = rest.substr(0, end);
  const std::size_t host = net_loc.rfind('@') + 1;  // 0 without userinfo
  out += marked_separator(head.separator, head.scheme, net_loc);
  out.append(head.rest.substr(0, slashes));
  append_defanged_runs(net_loc.substr(0, host), false, false, out);
  append_marked(net_loc.substr(host), out);
  if (end < rest.size()) append_inner_defanged(rest.substr(end), false, out);
  return out;
}

std::string refang(std::string_view url) {
  const Head head = head_of(url);
  std::string out;
  append_live_scheme(head.scheme, out);
  const bool has_host = head.separator.size() > 1 && head.separator != "[:]";
  const bool is_mail = ascii::equals_ignoring_case(head.scheme, "mailto");
  if (!head.scheme.empty()) {
    out += has_host ? "://" : ":";
  } else {
    out += head.separator;
  }
  const bool is_relative = head.scheme.empty() && !has_host;
  const std::string rest = with_live_inner_schemes(head.rest);
  const std::size_t end = has_host || is_mail || is_relative ? net_loc_end(rest) : 0;
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
