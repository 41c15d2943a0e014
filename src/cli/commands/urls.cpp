// The commands that read URLs instead of mail.
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "cli/command.h"
#include "cli/run_command.h"
#include "cli/terminal.h"
#include "mimebase/analyze.h"
#include "mimebase/explain.h"
#include "mimebase/output.h"
#include "mimebase/own_template.h"
#include "mimebase/unwrap.h"
#include "mimebase/url.h"

namespace mimebase::cli {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

// Calls `one` with every item, or with every line of standard input if there are none. It returns the text of
// a line of output. Returns false if the output cannot be written.
bool write_lines(std::span<const std::string> items, std::string_view what, const Arguments& arguments,
                 const std::function<std::string(const std::string& item)>& one) {
  const bool to_terminal = isatty(STDOUT_FILENO) != 0;
  bool written = true;
  const auto write_one = [&](const std::string& item) {
    std::string line = one(item);
    if (to_terminal) line = escape_for_terminal(line);
    line += '\n';
    written = written && print(line);
  };
  if (items.empty()) {
    say_what_is_awaited(arguments, what);
    for (std::string line; written && std::getline(std::cin, line);) write_one(line);
  } else {
    std::for_each(items.begin(), items.end(), write_one);
  }
  return finish_printing();
}

// ---- resolve ----

Result<void> check_resolve(Arguments& arguments) {
  if (arguments.urls.empty())
    return Error{Error::Code::kUsage, "resolve: BASE is required (\"\" means no base)"};
  return {};
}

// Why mail would skip the base, which this command only splits; empty if it would not.
std::string why_skipped(const std::string& base) {
  if (base.find(':') == base.npos) return {};  // see warn_of_relative()
  const Result<void> usable = check_retrieval_url(trimmed(base), RuleSet::kRfc1808);
  return usable ? std::string() : "BASE " + usable.error().message + "; mail skips such a base";
}

// Warns before references are awaited that no relative one can be resolved. A single argument is BASE,
// although a REF may be meant.
void warn_of_relative(const Arguments& arguments) {
  const std::string& base = arguments.urls.front();
  if (arguments.quiet || arguments.urls.size() > 1 || base.empty() || Components::split(base).has_scheme)
    return;
  complain("BASE \"" + base +
           "\" is relative, so only absolute references can be resolved; the order is: resolve BASE REF");
}

// A reference that cannot be resolved becomes an empty line, with the reason on standard error.
int resolve_command(const Arguments& arguments) {
  const Rules rules{arguments.run.analyze.rules, {}};
  const std::string& base = arguments.urls.front();
  const Resolver resolver(base, rules);
  bool all = true;
  warn_of_relative(arguments);
  std::string skipped = arguments.quiet ? std::string() : why_skipped(base);
  const auto one = [&](const std::string& reference) {
    const bool is_relative = !reference.empty() && !Components::split(reference).has_scheme;
    if (is_relative && !skipped.empty()) complain(std::exchange(skipped, {}));
    std::string resolved;
    const Result<void> result = resolver.resolve(reference, resolved);
    all = all && result;
    if (!result && !arguments.quiet) complain("\"" + reference + "\": " + result.error().message);
    if (arguments.format == Format::kJsonl) return json_row(explain(base, reference, rules));
    return result ? resolved : std::string();
  };
  if (!write_lines(std::span(arguments.urls).subspan(1), "references", arguments, one)) return kNotWritten;
  return all ? kAllRead : kNotAllRead;
}

// ---- unwrap ----

// Removes what people copy along with a URL: blanks, quotes, "<URL:" and ">".
std::string bare_url(std::string_view text) {
  constexpr std::pair<std::string_view, char> kPairs[] = {
      {"<URL:", '>'}, {"<url:", '>'}, {"<", '>'}, {"\"", '"'}, {"'", '\''}};
  for (bool is_changed = true; is_changed;) {
    text = trimmed(text);
    is_changed = false;
    for (const auto& [open, close] : kPairs) {
      if (text.size() < open.size() + 1 || !text.starts_with(open) || !text.ends_with(close)) continue;
      text.remove_prefix(open.size());
      text.remove_suffix(1);
      is_changed = true;
      break;
    }
  }
  return std::string(text);
}

// A file is a mistake: its name is no URL, and the URLs in it are meant.
Result<void> check_unwrap(Arguments& arguments) {
  for (const std::string& url : arguments.urls) {
    if (url.find("://") != url.npos || access(url.c_str(), F_OK) != 0) continue;
    return Error{Error::Code::kUsage, "unwrap: \"" + url + "\" is a file: for a list of URLs, use unwrap < " +
                                          url + "; for mail, links --format urls " + url +
                                          " | mimebase unwrap"};
  }
  return {};
}

// Takes away what the template of the arguments has wrapped, once. A URL that it has not wrapped stays; one
// whose signature is wrong or missing has an empty layer.
Unwrapped unwrap_own(std::string_view url, const OwnTemplate& own, Signer* signer) {
  Unwrapped result;
  const bool is_signed = own.has(OwnField::kH);
  std::optional<OwnValues> values = own.match(url);
  if (!values) {
    if (is_signed && own.is_damaged(url)) result.layers.push_back({"own", {}});
    return result;
  }
  const std::optional<std::string> text = own.signed_text(*values);
  const auto kid = own.has(OwnField::kKid) ? std::optional(values->kid) : std::nullopt;
  const bool is_right = !is_signed || (text && signer != nullptr && signer->verify(kid, *text, values->h));
  result.layers.push_back({"own", is_right ? std::move(values->url) : std::string()});
  return result;
}

// The URL as readers take it: a template without {h} is anyone's to fill.
std::string in_one_line(std::string url) {
  std::erase_if(url, [](char c) { return c == '\r' || c == '\n'; });
  return url;
}

int unwrap_own_command(const Arguments& arguments) {
  const Result<OwnTemplate> own = OwnTemplate::parse(arguments.rewrite.own_template);
  bool all = true;
  const auto one = [&](const std::string& line) {
    const std::string url = bare_url(line);
    const Unwrapped unwrapped = unwrap_own(url, *own, arguments.rewrite.signer.get());
    const bool is_refused = !unwrapped.layers.empty() && unwrapped.layers.front().url.empty();
    all = all && !is_refused;
    if (is_refused && !arguments.quiet)
      complain("\"" + url +
               "\": its signature {h} is missing or wrong: it was cut or changed, or is of another key");
    if (arguments.format == Format::kJsonl) return json_row(url, unwrapped);
    return unwrapped.layers.empty() ? url : in_one_line(unwrapped.layers.front().url);
  };
  if (!write_lines(arguments.urls, "URLs", arguments, one)) return kNotWritten;
  return all ? kAllRead : kNotAllRead;
}

// Prints a URL that is not wrapped, or whose service does not reveal what it wraps, as it is.
int unwrap_command(const Arguments& arguments) {
  if (arguments.wrapping) return unwrap_own_command(arguments);
  bool all = true;
  const auto one = [&](const std::string& line) {
    const std::string url = bare_url(line);
    const Unwrapped unwrapped = unwrap_all(url);
    all = all && !unwrapped.limit_hit;
    if (unwrapped.limit_hit && !arguments.quiet)
      complain("\"" + url + "\": has more than " + std::to_string(kMaxUnwrapLayers) + " layers");
    const bool is_opaque = !unwrapped.layers.empty() && unwrapped.layers.back().url.empty();
    if (is_opaque && arguments.verbose && !arguments.quiet)
      complain("only the server of " + std::string(unwrapped.layers.back().wrapper) +
               " knows the target of \"" + url + "\"");
    if (arguments.format == Format::kJsonl) return json_row(url, unwrapped);
    const std::string_view innermost = unwrapped.innermost();
    return innermost.empty() ? url : std::string(innermost);
  };
  if (!write_lines(arguments.urls, "URLs", arguments, one)) return kNotWritten;
  return all ? kAllRead : kNotAllRead;
}

}  // namespace

const Command kResolve = {
    options::kResolve,
    "Resolve references against a base, one result per line",
    "[--] BASE [REF...]",
    {"mimebase resolve http://a/b/c/d ../g '?y' '#s'", "mimebase resolve --rules whatwg http://a/b/ //c",
     "mimebase resolve -- http://a/b/c/d -g"},
    check_resolve,
    resolve_command};

const Command kUnwrap = {options::kUnwrap,
                         "Print the URLs inside wrapped URLs, one result per line",
                         "[URL...]",
                         {"mimebase unwrap https://www.google.com/url?q=https://example.org/",
                          "mimebase unwrap --template 'https://r.example/?{url:query}' < urls.txt",
                          "mimebase links --format urls archive.mbox | mimebase unwrap"},
                         check_unwrap,
                         unwrap_command};

}  // namespace mimebase::cli
