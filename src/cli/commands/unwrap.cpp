#include <string>
#include <string_view>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/url_lines.h"
#include "mimebase/explain.h"
#include "mimebase/unwrap.h"

namespace mimebase::cli {
namespace {

void add_unwrap_options(CLI::App& command, Arguments& arguments) {
  add_url_options(command, arguments, "URL", "URL", "URLs (default: lines of standard input)");
  command.add_flag("-v,--verbose", arguments.verbose,
                   "Name the services that hide the wrapped URL on standard error");
}

// Prints a URL that is not wrapped, or whose service does not reveal what it wraps, as it is.
int unwrap_command(const Arguments& arguments) {
  bool all = true;
  const auto one = [&](const std::string& line) {
    const std::string url = line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
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
                         accept,
                         unwrap_command};

}  // namespace mimebase::cli
