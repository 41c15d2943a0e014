// The commands that write one output: rows, or a report.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/run_command.h"
#include "cli/terminal.h"
#include "mimebase/output.h"
#include "mimebase/report.h"
#include "mimebase/run.h"
#include "process/signals_held.h"

namespace mimebase::cli {
namespace {

// Returns the format of rows. Checks -o and related options before anything is opened.
Result<PathFormat> row_format(const Arguments& arguments) {
  const auto wrong = [](const std::string& sentence) { return Error{Error::Code::kUsage, sentence}; };
  if (!arguments.ledger.map_to.empty()) {  // the extension of a map is free
    if (arguments.format) return wrong("--map-to writes lines of a map: omit --format");
    Result<PathFormat> format = format_from_path(arguments.output, Format::kText);
    return format ? format : wrong("--map-to writes lines of a map, not the format of " + arguments.output);
  }
  Result<PathFormat> format = format_from_path(arguments.output, arguments.format);
  if (!format) return format;
  if (format->format == Format::kUrls && arguments.command != options::kLinks)
    return wrong("--format urls works only with links");
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

// Opens the output. From now on, signals remove it if it is unfinished.
Result<Output> open_output(const Arguments& arguments, bool gzip) {
  std::vector<std::string> paths = arguments.ledger.ids;
  paths.insert(paths.end(), {arguments.output, arguments.domains});
  if (Result<void> checked = check_are_separate(paths); !checked) return checked.error();
  const SignalsHeld held(ending_signals());
  Result<Output> output = Output::open(arguments.output, {gzip, arguments.append, arguments.force});
  if (output) end_on_signals({output->unfinished()});
  return output;
}

// Runs a command that writes rows or a report to one output. Returns the exit status.
int run_to_output(const Arguments& arguments) {
  const std::vector<std::string> inputs = inputs_of(arguments);
  const Result<PathFormat> format = arguments.command == options::kReport
                                        ? report_format_from_path(arguments.output)
                                        : row_format(arguments);
  if (!format) return refuse(format.error(), inputs, arguments);
  Result<Output> output = open_output(arguments, format->gzip);
  if (!output) return refuse(output.error(), inputs, arguments);

  // A signal must not interrupt a transaction.
  RowOptions rows = arguments.rows;
  std::stop_source stop;
  std::optional<SignalsHeld> held;
  if (output->is_append()) {
    rows.stop = stop.get_token();
    held.emplace(ending_signals());
    if (!stop_on_signals(stop)) held.reset();
  }
  rows.format = format->format;
  rows.to_terminal = output->destination() == Destination::kTerminal;

  // A program that reads rows from a pipe may write to the terminal as well.
  RunReport report(arguments, inputs,
                   isatty(STDERR_FILENO) != 0 && output->destination() == Destination::kFile);
  RunOptions& options = report.options;
  if (format->format == Format::kUrls) options.analyze.full_data_urls = true;  // a cut URL is useless
  LinksOptions links = arguments.links;
  TreeOptions tree = arguments.tree;
  CheckOptions check = arguments.check;
  LedgerOptions ledger = arguments.ledger;
  links.rows = tree.rows = check.rows = ledger.rows = rows;
  const Result<RunSummary> summary =
      arguments.command == options::kLinks     ? run_links(inputs, options, links, *output)
      : arguments.command == options::kTree    ? run_tree(inputs, options, tree, *output)
      : arguments.command == options::kCheck   ? run_check(inputs, options, check, *output)
      : arguments.command == options::kLedger  ? run_ledger(inputs, options, ledger, *output)
      : arguments.command == options::kCompare ? run_compare(inputs, options, {rows}, *output)
                                               : run_report(inputs, options, arguments.report, *output);
  report.end(summary);

  while (stop.stop_requested()) pause();  // until the thread that requested it ends the program
  if (!summary) return fail(summary.error());
  if (arguments.command == options::kReport && summary->messages == 0) {
    if (!arguments.quiet) complain(arguments.output + ": not written, because no message was read");
    return kNotAllRead;
  }
  if (Result<void> committed = output->commit(); !committed) return fail(committed.error());
  const bool bad =
      summary->problems > 0 || summary->errors > 0 || (arguments.strict && summary->warnings > 0);
  return bad ? kNotAllRead : kAllRead;
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

// A page has a date only if the environment gives one (reproducible-builds.org), since two runs give the same
// bytes.
Result<void> set_date(ReportOptions& report) {
  const char* const given = std::getenv("SOURCE_DATE_EPOCH");
  if (given == nullptr || *given == '\0') return {};
  const std::string_view text(given);
  constexpr std::int64_t kEndOfDates = 253'402'300'800;  // the year 10000
  std::int64_t seconds = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || seconds < 0 || seconds >= kEndOfDates)
    return Error{Error::Code::kUsage,
                 "SOURCE_DATE_EPOCH is not a number of seconds since 1970: \"" + std::string(text) + '"'};
  const auto day =
      std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(std::chrono::seconds(seconds)));
  const std::chrono::year_month_day date(day);
  const auto two_digits = [](unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  report.made_on = std::to_string(static_cast<int>(date.year())) + '-' +
                   two_digits(static_cast<unsigned>(date.month())) + '-' +
                   two_digits(static_cast<unsigned>(date.day()));
  return {};
}

Result<void> check_report(Arguments& arguments) {
  const std::vector<MailReader>& readers = arguments.report_readers;
  if (readers.size() == 1) arguments.run.analyze.reader = readers.front();
  if (readers.size() > 1) arguments.run.analyze.compared = readers;
  return set_date(arguments.report);
}

}  // namespace

const Command kTree = {
    options::kTree,
    "Show the MIME structure, the base of every part, and the layer that defined the base",
    "[INPUT...]",
    {"mimebase tree message.eml", "mimebase tree --verbose --base-headers base message.eml",
     "mimebase tree -o parts.jsonl archive.mbox"},
    nullptr,
    run_to_output};

const Command kLinks = {
    options::kLinks,
    "List every reference in every part, with its resolved URL",
    "[INPUT...]",
    {"mimebase links --status unresolved archive.mbox", "mimebase links --top domains archive.mbox",
     "mimebase links -o links.sqlite archive.mbox"},
    nullptr,
    run_to_output};

const Command kCheck = {
    options::kCheck,
    "Report mistakes, deceptive links, and references that other programs resolve differently",
    "[INPUT...]",
    {"mimebase check message.eml", "mimebase check --code text-differs archive.mbox",
     "mimebase check --summary --severity error archive.mbox"},
    read_domains,
    run_to_output};

const Command kCompare = {
    options::kCompare,
    "List every reference that mail readers open differently",
    "[INPUT...]",
    {"mimebase compare message.eml", "mimebase compare --as thunderbird,roundcube archive.mbox",
     "mimebase compare -o readers.sqlite archive.mbox"},
    nullptr,
    run_to_output};

const Command kLedger = {options::kLedger,
                         "Settle every link to a message of a list archive",
                         "[INPUT...]",
                         {"mimebase ledger archive.mbox", "mimebase ledger -o ledger.sqlite archive.mbox",
                          "mimebase ledger --map-to 'https://a.example/{hash}/' -o map.tsv archive.mbox"},
                         nullptr,
                         run_to_output};

const Command kReport = {options::kReport,
                         "Write one self-contained HTML page to view",
                         "[INPUT...] -o FILE",
                         {"mimebase report -o report.html archive.mbox",
                          "mimebase report --from '*@bank.example*' -o bank.html archive.mbox",
                          "mimebase links -o a.sqlite archive.mbox; mimebase report -o a.html a.sqlite"},
                         check_report,
                         run_to_output};

}  // namespace mimebase::cli
