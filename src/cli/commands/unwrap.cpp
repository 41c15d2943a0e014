#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/url_lines.h"
#include "mimebase/explain.h"
#include "mimebase/unwrap.h"

namespace mimebase::cli {
namespace {

void add_unwrap_options(CLI::App& command, Arguments& arguments) {
  add_url_options(command, arguments, "URL", "URL",
                  "The URLs to unwrap (default: the lines of standard input)");
  command.add_flag(
      "-v,--verbose", arguments.verbose,
      "If only the server of a service knows the wrapped URL, name the service on standard error");
}

// Removes what people copy along with a URL: blanks, quotes, "<URL:" and ">".
std::string bare_url(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  constexpr std::pair<std::string_view, char> kPairs[] = {
      {"<URL:", '>'}, {"<url:", '>'}, {"<", '>'}, {"\"", '"'}, {"'", '\''}};
  for (bool is_changed = true; is_changed;) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
    text = text.substr(0, text.find_last_not_of(kBlank) + 1);
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

// Prints a URL that is not wrapped, or whose service does not reveal what it wraps, as it is.
int unwrap_command(const Arguments& arguments) {
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

const Command kUnwrap = {"unwrap",
                         "Print the URLs inside wrapped URLs, one result per line",
                         "[URL...]",
                         &Arguments::urls,
                         {"mimebase unwrap https://www.google.com/url?q=https://example.org/",
                          "mimebase unwrap --format jsonl < urls.txt",
                          "mimebase links --format urls archive.mbox | mimebase unwrap"},
                         add_unwrap_options,
                         check_unwrap,
                         unwrap_command};

}  // namespace mimebase::cli
