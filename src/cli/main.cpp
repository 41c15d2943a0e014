// The command line: options in, exit status out. Everything else is the library's.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/run.h"
#include "mimebase/url.h"

namespace {

// The exit statuses of every command.
constexpr int kAllRead = 0;
constexpr int kNotAllRead = 1;
constexpr int kUsage = 2;
constexpr int kNotWritten = 3;

// What the command line said, before it is understood.
struct Arguments {
  std::vector<std::string> inputs;
  std::string rules = "rfc1808";
  std::string retrieval_url;
  std::vector<std::string> base_headers;
  std::string format;
  std::string output = "-";
  std::string input_kind = "auto";
  std::string color = "auto";
  std::vector<std::string> statuses, contexts, hosts;
  unsigned workers = 0;
  bool quiet = false, unique = false, full = false, verbose = false, strict = false;
  bool progress = isatty(STDERR_FILENO) != 0;
  std::map<std::string, std::uint64_t> limits;
  bool append = false, csv_safe = false;
  std::vector<std::string> urls;  // resolve: BASE and REFs
};

// File names and messages may hold anything; a terminal must not obey it.
void complain(std::string_view sentence) {
  const std::string line = "mimebase: " + mimebase::visible(sentence) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

// Who read our output has gone: we end as every filter does. (GMime's libraries may have SIGPIPE ignored.)
int end_on_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return kNotWritten;
}

// One line on standard error that is written over, ten times a second at the most.
class ProgressLine {
 public:
  void operator()(const mimebase::RunProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double megabytes = static_cast<double>(progress.bytes_done) / 1e6;
    std::fprintf(stderr, "\r\x1b[K%s: %llu messages, %.0f MB, %.0f MB/s",
                 mimebase::visible(progress.input).c_str(),
                 static_cast<unsigned long long>(progress.messages), megabytes, megabytes / seconds);
    if (progress.bytes_total > 0) {
      const double share =
          static_cast<double>(progress.bytes_done) / static_cast<double>(progress.bytes_total);
      std::fprintf(stderr, ", %.0f %%, %.0f s left", share * 100,
                   seconds / std::max(share, 1e-6) * (1 - share));
    }
    std::fputs(progress.bytes_done >= progress.bytes_total && progress.bytes_total > 0 ? "\r\x1b[K" : "",
               stderr);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = start_;
};

bool wants_color(const Arguments& arguments) {
  if (arguments.color != "auto") return arguments.color == "always";
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return (no_color == nullptr || *no_color == '\0') && !dumb && arguments.output == "-" &&
         isatty(STDOUT_FILENO) != 0;
}

// An option whose one argument is a list with commas, of names that are known.
CLI::Option* add_list(CLI::App& command, const std::string& name, std::vector<std::string>& list,
                      const std::vector<std::string>& known, const std::string& description) {
  const auto take = [name, &list, known](const std::string& argument) {
    for (std::string& item : CLI::detail::split(argument, ',')) {
      if (std::find(known.begin(), known.end(), item) == known.end()) {
        throw CLI::ValidationError(name, '"' + item + "\" is not one of " + CLI::detail::join(known, ", "));
      }
      list.push_back(std::move(item));
    }
  };
  return command.add_option_function<std::string>(name, take, description);
}

// "depth=1000,message=1073741824": a number, which K, M and G after it multiply.
void add_limits(CLI::App& command, Arguments& arguments) {
  const auto take = [&arguments](const std::string& list) {
    for (const std::string& item : CLI::detail::split(list, ',')) {
      const std::size_t equals = item.find('=');
      const std::string key = item.substr(0, equals);
      std::uint64_t value = 0;
      const char* begin = item.data() + (equals == std::string::npos ? item.size() : equals + 1);
      const auto [rest, error] = std::from_chars(begin, item.data() + item.size(), value);
      const std::string unit(rest, item.data() + item.size() - rest);
      if (unit == "K" || unit == "KB") value <<= 10;
      if (unit == "M" || unit == "MB") value <<= 20;
      if (unit == "G" || unit == "GB") value <<= 30;
      const bool known_unit = unit.empty() || unit == "K" || unit == "KB" || unit == "M" || unit == "MB" ||
                              unit == "G" || unit == "GB";
      const bool known = key == "depth" || key == "message" || key == "ratio";
      if (!known || error != std::errc() || !known_unit || value == 0) {
        throw CLI::ValidationError("--limits", '"' + item + "\" is none of depth=N, message=BYTES, ratio=N");
      }
      arguments.limits[key] = value;
    }
  };
  command
      .add_option_function<std::string>(
          "--limits", take, "depth=N (levels of parts), message=BYTES, ratio=N (of decompression)")
      ->type_name("KEY=VALUE,...");
}

void add_rules(CLI::App& command, Arguments& arguments) {
  command
      .add_option("--rules", arguments.rules,
                  "How references are resolved: rfc1808 (default), draft-05, rfc3986, whatwg")
      ->check(CLI::IsMember({"rfc1808", "draft-05", "rfc3986", "whatwg"}))
      ->type_name("R");
}

void add_common(CLI::App& command, Arguments& arguments) {
  command
      .add_option("INPUT", arguments.inputs,
                  "A message, an mbox, a folder, also compressed; - or nothing is standard input")
      ->type_name("FILE");
  add_rules(command, arguments);
  command
      .add_option("--retrieval-url", arguments.retrieval_url,
                  "Where the messages were retrieved from (RFC 1808 section 3.3)")
      ->type_name("URL");
  add_list(command, "--base-headers", arguments.base_headers, {"base", "content-base", "content-location"},
           "Which headers count as bases, the innermost first (default: base,content-base,content-location)")
      ->type_name("LIST");
  command
      .add_option("--input", arguments.input_kind,
                  "What the inputs are: auto (default), message, mbox, maildir, mh")
      ->check(CLI::IsMember({"auto", "message", "mbox", "maildir", "mh"}))
      ->type_name("KIND");
  command
      .add_option("--format", arguments.format,
                  "text, jsonl, csv or sqlite (default: by the ending of -o FILE, else text)")
      ->check(CLI::IsMember({"text", "jsonl", "csv", "sqlite"}))
      ->type_name("F");
  command.add_option("-o,--output", arguments.output, "Write to FILE, which appears whole or not at all")
      ->type_name("FILE");
  command.add_flag("--append", arguments.append,
                   "Add to the database that -o names; inputs that it holds already are passed over");
  command.add_flag("--csv-safe", arguments.csv_safe,
                   "In CSV put an apostrophe before what a spreadsheet would run");
  command.add_option("-j", arguments.workers, "Threads that read messages (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command.add_option("--color", arguments.color, "auto (default), always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  command.add_flag("--quiet", arguments.quiet, "Say nothing on standard error; the exit status tells");
  command.add_flag("--progress,!--no-progress", arguments.progress,
                   "Show how far the inputs are read, on standard error (default: on a terminal)");
  add_limits(command, arguments);
}

std::vector<std::string> known_statuses() {
  std::vector<std::string> names;
  for (int i = 0; i < mimebase::kLinkStatusCount; ++i) {
    names.emplace_back(name_of(static_cast<mimebase::LinkStatus>(i)));
  }
  return names;
}

void add_link_options(CLI::App& command, Arguments& arguments) {
  add_list(command, "--status", arguments.statuses, known_statuses(), "Only links of these statuses")
      ->type_name("S,...");
  command.add_option("--context", arguments.contexts, "Only links whose context matches, as a@* or header:*")
      ->allow_extra_args(false)
      ->type_name("GLOB")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--host", arguments.hosts, "Only links whose resolved URL has a matching host")
      ->allow_extra_args(false)
      ->type_name("GLOB")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_flag("--unique", arguments.unique, "One row a resolved URL, with a count");
  command.add_flag("--full", arguments.full, "Do not cut data: URLs after 100 bytes");
}

mimebase::RunOptions run_options(const Arguments& arguments) {
  mimebase::RunOptions options;
  options.analyze.rules = mimebase::rule_set_from_name(arguments.rules).value_or(mimebase::RuleSet::kRfc1808);
  options.analyze.retrieval_url = arguments.retrieval_url;
  if (!arguments.base_headers.empty()) {
    options.analyze.base_headers.clear();
    for (const std::string& name : arguments.base_headers) {
      if (const auto by = mimebase::base_header_from_name(name)) options.analyze.base_headers.push_back(*by);
    }
  }
  options.analyze.full_data_urls = arguments.full;
  if (arguments.input_kind == "message") options.input.kind = mimebase::InputKind::kMessage;
  if (arguments.input_kind == "mbox") options.input.kind = mimebase::InputKind::kMbox;
  if (arguments.input_kind == "maildir") options.input.kind = mimebase::InputKind::kMaildir;
  if (arguments.input_kind == "mh") options.input.kind = mimebase::InputKind::kMh;
  options.format =
      mimebase::format_from_name(arguments.format).value_or(mimebase::format_from_path(arguments.output));
  for (const std::string& name : arguments.statuses) {
    if (const auto status = mimebase::link_status_from_name(name)) options.filter.statuses.push_back(*status);
  }
  options.filter.contexts = arguments.contexts;
  options.filter.hosts = arguments.hosts;
  options.unique = arguments.unique;
  options.verbose = arguments.verbose;
  options.csv_safe = arguments.csv_safe;
  options.color = wants_color(arguments);
  options.workers =
      arguments.workers != 0 ? arguments.workers : std::max(std::thread::hardware_concurrency(), 1U);
  if (const auto depth = arguments.limits.find("depth"); depth != arguments.limits.end()) {
    options.analyze.max_depth = static_cast<int>(std::min<std::uint64_t>(depth->second, 1000));
  }
  if (const auto bytes = arguments.limits.find("message"); bytes != arguments.limits.end()) {
    options.input.max_message_bytes = bytes->second;
  }
  if (const auto ratio = arguments.limits.find("ratio"); ratio != arguments.limits.end()) {
    options.input.max_ratio = ratio->second;
  }
  if (!arguments.quiet) options.on_problem = complain;
  if (arguments.progress && !arguments.quiet) options.on_progress = ProgressLine();
  return options;
}

using Run = mimebase::Result<mimebase::RunSummary> (*)(const std::vector<std::string>&,
                                                       const mimebase::RunOptions&, mimebase::Output&);

int run_command(Run run, const Arguments& arguments) {
  const std::vector<std::string> inputs =
      arguments.inputs.empty() ? std::vector<std::string>{"-"} : arguments.inputs;
  const mimebase::RunOptions options = run_options(arguments);
  const bool is_database = options.format == mimebase::Format::kSqlite;
  if (is_database ? arguments.output == "-" : arguments.append) {
    complain(is_database ? "the format sqlite needs -o FILE" : "--append needs the format sqlite");
    return kUsage;
  }
  mimebase::Result<mimebase::Output> output = arguments.append ? mimebase::Output::append_to(arguments.output)
                                                               : mimebase::Output::open(arguments.output);
  if (!output) {
    complain(output.error().message);
    return kNotWritten;
  }
  const mimebase::Result<mimebase::RunSummary> summary = run(inputs, options, *output);
  mimebase::Result<void> committed;
  if (summary) committed = output->commit();
  if (!summary || !committed) {
    const mimebase::Error& error = summary ? committed.error() : summary.error();
    if (error.code == mimebase::Error::Code::kClosedPipe) return end_on_closed_pipe();
    complain(error.message);
    return kNotWritten;
  }
  const bool bad =
      summary->problems > 0 || summary->errors > 0 || (arguments.strict && summary->warnings > 0);
  return bad ? kNotAllRead : kAllRead;
}

// One result a line: what cannot be resolved gives an empty one, and the reason on standard error.
int resolve_command(const Arguments& arguments) {
  const mimebase::Rules rules{
      mimebase::rule_set_from_name(arguments.rules).value_or(mimebase::RuleSet::kRfc1808), {}};
  const mimebase::Resolver resolver(arguments.urls.front(), rules);
  bool all = true;
  bool written = true;
  std::string resolved;
  const auto one = [&](const std::string& reference) {
    const mimebase::Result<void> result = resolver.resolve(reference, resolved);
    if (!result) {
      all = false;
      resolved.clear();
      if (!arguments.quiet) complain("\"" + reference + "\": " + result.error().message);
    }
    resolved += '\n';
    written = written && std::fwrite(resolved.data(), 1, resolved.size(), stdout) == resolved.size();
  };
  if (arguments.urls.size() > 1) {
    for (std::size_t i = 1; i < arguments.urls.size(); ++i) one(arguments.urls[i]);
  } else {
    std::string line;
    while (written && std::getline(std::cin, line)) one(line);
  }
  if (std::fflush(stdout) != 0 || !written) {
    complain("standard output: cannot be written");
    return kNotWritten;
  }
  return all ? kAllRead : kNotAllRead;
}

// "--option=" has an empty value; CLI11 would take the next word for it.
std::vector<std::string> split_empty_values(char** begin, char** end) {
  std::vector<std::string> words;
  for (char** word = begin; word < end; ++word) {
    std::string text = *word;
    const bool has_empty_value =
        text.size() > 3 && text.starts_with("--") && text.find('=') == text.size() - 1;
    if (has_empty_value) text.pop_back();
    words.push_back(std::move(text));
    if (has_empty_value) words.emplace_back();
  }
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app(
      "Finds every URL in mail and web archives, resolves it against the layered base URLs of RFC 1808, "
      "and says which layer decided.",
      "mimebase");
  app.set_version_flag("--version", "mimebase " MIMEBASE_VERSION);
  app.require_subcommand(1);

  CLI::App* tree =
      app.add_subcommand("tree", "The MIME structure, and the base of every part with its layer");
  add_common(*tree, arguments);
  tree->add_flag("-v,--verbose", arguments.verbose,
                 "Show every candidate of every part's chain and its fate");

  CLI::App* links = app.add_subcommand("links", "Every reference in every part, resolved");
  add_common(*links, arguments);
  add_link_options(*links, arguments);

  CLI::App* check = app.add_subcommand("check", "What is wrong, or would resolve differently elsewhere");
  add_common(*check, arguments);
  check->add_flag("--strict", arguments.strict, "Exit with 1 where there is a warning, too");

  CLI::App* resolve = app.add_subcommand("resolve", "References resolved against a base, one result a line");
  add_rules(*resolve, arguments);
  resolve->add_flag("--quiet", arguments.quiet, "Say nothing on standard error");
  resolve
      ->add_option("BASE", arguments.urls,
                   "The base, then the references; without any: lines of standard input")
      ->type_name("BASE [REF...]");

  // What stands behind "--" is never an option, wherever that is; CLI11 takes it only before all positionals.
  char** const end = argv + argc;
  char** const dashes =
      std::find_if(argv, end, [](const char* word) { return std::string_view(word) == "--"; });
  std::vector<std::string> words = split_empty_values(argv + 1, dashes);
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    const bool is_unknown = app.get_subcommands().empty() && argc > 1 && *argv[1] != '-';
    complain(is_unknown ? '"' + std::string(argv[1]) + "\" is no command" : error.what());
    std::fputs("Run with --help for more information.\n", stderr);
    return kUsage;
  }
  std::vector<std::string>& positionals = *resolve ? arguments.urls : arguments.inputs;
  positionals.insert(positionals.end(), dashes == end ? end : dashes + 1, end);
  if (*resolve && arguments.urls.empty()) {
    complain("resolve: BASE is required");
    return kUsage;
  }
  if (*tree) return run_command(mimebase::run_tree, arguments);
  if (*links) return run_command(mimebase::run_links, arguments);
  if (*check) return run_command(mimebase::run_check, arguments);
  return resolve_command(arguments);
}
