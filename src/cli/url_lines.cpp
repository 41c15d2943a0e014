#include "cli/url_lines.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "cli/option_types.h"
#include "cli/run_command.h"
#include "cli/terminal.h"
#include "mimebase/output.h"

namespace mimebase::cli {

void add_url_options(CLI::App& command, Arguments& arguments, const std::string& urls,
                     const std::string& type_name, const std::string& description) {
  command.option_defaults()->group("Output");
  const Names<Format> formats = {{std::string(name_of(Format::kText)), Format::kText},
                                 {std::string(name_of(Format::kJsonl)), Format::kJsonl}};
  add_choice(command, "--format", arguments.format, formats, "Output format: text (default), jsonl")
      ->type_name("F");
  command.option_defaults()->group("Messages");
  command.add_flag("--quiet", arguments.quiet, "Write nothing to standard error");
  command.add_option(urls, arguments.urls, description)->type_name(type_name);
}

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

}  // namespace mimebase::cli
