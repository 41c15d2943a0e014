// The commands that write rows.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "cli/command.h"
#include "cli/run_command.h"
#include "mimebase/output.h"
#include "mimebase/run.h"

namespace mimebase::cli {
namespace {

// Returns the format of rows. Checks -o and related options before anything is opened.
Result<PathFormat> row_format(const Arguments& arguments, bool may_be_urls) {
  const auto wrong = [](const std::string& sentence) { return Error{Error::Code::kUsage, sentence}; };
  Result<PathFormat> format = format_from_path(arguments.output, arguments.format);
  if (!format) return format;
  if (format->format == Format::kUrls && !may_be_urls) return wrong("--format urls works only with links");
  const std::optional<Top>& top = arguments.links.top;
  if (format->format == Format::kUrls && top && *top != Top::kUrls)
    return wrong("--top " + std::string(name_of(*top)) + " writes no URLs: omit --format urls");
  if (top && arguments.links.unique) return wrong("--top already counts: omit --unique");
  const bool is_database = format->format == Format::kSqlite;
  if (is_database && top)
    return wrong("--top cannot be written to a database: omit it, and query the view links with GROUP BY");
  if (is_database && arguments.output == "-") return wrong("the format sqlite needs -o FILE");
  if (arguments.append && !is_database) return wrong("--append needs a database (-o FILE.sqlite)");
  if (is_database && arguments.check.summary)
    return wrong(
        "--summary cannot be written to a database: omit it, and query the view diagnostics with GROUP BY "
        "code");
  if (arguments.append && arguments.force)
    return wrong("--append and --force cannot be combined: one adds to a database, the other replaces it");
  return format;
}

// Runs a command. Returns the exit status.
template <typename Options>
int run_rows(Result<RunSummary> (*run)(const std::vector<std::string>&, const RunOptions&, const Options&,
                                       Output&),
             Options options, const Arguments& arguments) {
  return run_with_output(
      [&](const std::vector<std::string>& inputs, const RunOptions& given, const RowOptions& rows,
          Output& output) {
        options.rows = rows;
        return run(inputs, given, options, output);
      },
      row_format(arguments, std::is_same_v<Options, LinksOptions>), arguments);
}

int tree_command(const Arguments& arguments) {
  return run_rows(run_tree, arguments.tree, arguments);
}
int links_command(const Arguments& arguments) {
  return run_rows(run_links, arguments.links, arguments);
}
int check_command(const Arguments& arguments) {
  return run_rows(run_check, arguments.check, arguments);
}
int compare_command(const Arguments& arguments) {
  return run_rows(run_compare, arguments.compare, arguments);
}

// Reads the file of --domains.
Result<void> read_domains(Arguments& arguments) {
  if (arguments.domains.empty()) return {};
  const auto wrong = [&](const std::string& why) {
    return Error{Error::Code::kUsage, "--domains " + arguments.domains + why};
  };
  std::ifstream file(arguments.domains);
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    line = CLI::detail::trim_copy(line.substr(0, line.find('#')));
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (line.empty()) continue;
    if (const Result<void> added = options::add_domain(arguments, line); !added)
      return wrong(": line " + std::to_string(number) + ": " + added.error().message);
  }
  if (file.eof()) return {};
  return wrong(std::string(" cannot be read: ") + std::strerror(errno));
}

}  // namespace

const Command kTree = {
    options::kTree,
    "Show the MIME structure, the base of every part, and the layer that defined the base",
    "[INPUT...]",
    {"mimebase tree message.eml", "mimebase tree --verbose --base-headers base message.eml",
     "mimebase tree -o parts.jsonl archive.mbox"},
    nullptr,
    tree_command};

const Command kLinks = {
    options::kLinks,
    "List every reference in every part, with its resolved URL",
    "[INPUT...]",
    {"mimebase links --status unresolved archive.mbox", "mimebase links --top domains archive.mbox",
     "mimebase links -o links.sqlite archive.mbox"},
    nullptr,
    links_command};

const Command kCheck = {
    options::kCheck,
    "Report mistakes, deceptive links, and references that other programs resolve differently",
    "[INPUT...]",
    {"mimebase check message.eml", "mimebase check --code text-differs archive.mbox",
     "mimebase check --summary --severity error archive.mbox"},
    read_domains,
    check_command};

const Command kCompare = {
    options::kCompare,
    "List every reference that mail readers open differently",
    "[INPUT...]",
    {"mimebase compare message.eml", "mimebase compare --as thunderbird,roundcube archive.mbox",
     "mimebase compare -o readers.sqlite archive.mbox"},
    nullptr,
    compare_command};

}  // namespace mimebase::cli
