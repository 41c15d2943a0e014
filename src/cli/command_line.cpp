#include "cli/command_line.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include "cli/command.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/suggestion.h"
#include "cli/terminal.h"
#include "mimebase/isolation.h"
#include "mimebase/optional_libraries.h"
#include "mimebase/url.h"
#include "mimebase/version.h"

namespace mimebase::cli {
namespace {

bool wants_color(Color color, const std::string& output) {
  if (color != Color::kAuto) return color == Color::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return (no_color == nullptr || *no_color == '\0') && !dumb && output == "-" && isatty(STDOUT_FILENO) != 0;
}

// Prevents CLI11 from parsing "[Gmail]" as a list, by a leading NUL, which no argument can contain.
void mark_bracket(std::string& word) {
  if (word.starts_with('[')) word.insert(word.begin(), '\0');
}

void unmark(std::string& word) {
  if (word.starts_with('\0')) word.erase(0, 1);
}

// Prepares the arguments for CLI11. "--option=" gets an empty value; CLI11 would take the next word.
std::vector<std::string> prepare_words(char** begin, char** end) {
  std::vector<std::string> words;
  for (char** word = begin; word < end; ++word) {
    std::string text = *word;
    const bool has_empty_value =
        text.size() > 3 && text.starts_with("--") && text.find('=') == text.size() - 1;
    if (has_empty_value) text.pop_back();
    mark_bracket(text);
    words.push_back(std::move(text));
    if (has_empty_value) words.emplace_back();
  }
  return words;
}

// Converts "help COMMAND" to "COMMAND --help".
std::vector<std::string> as_help(std::vector<std::string> words) {
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

int misused(const std::string& sentence) {
  complain(sentence);
  return kUsage;
}

// Returns "mimebase 0.2.0 (libarchive, SQLite)", or "(SQLite; without libarchive)", and a line about the
// sandbox.
std::string version_line() {
  std::string with, without;
  for (const OptionalLibrary& library : optional_libraries()) {
    std::string& list = library.is_there ? with : without;
    list.append(list.empty() ? "" : ", ").append(library.name);
  }
  if (!without.empty()) with.append(with.empty() ? "" : "; ").append("without ").append(without);
  return "mimebase " + std::string(version()) + " (" + with + ")\nisolation: " + isolation();
}

// Prints what is asked for instead of a run, and returns the exit status.
int printed(std::string_view text) {
  static_cast<void>(print(text));
  return finish_printing() ? kAllRead : kNotWritten;
}

// Handles "completion bash". Packages use this command, so help does not list it.
std::optional<int> print_completion(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words.front() != "completion") return std::nullopt;
  const std::string script = completion(app, words.size() == 2 ? words.back() : std::string());
  if (script.empty()) return misused("completion: the shell must be bash, zsh or fish");
  return printed(script);
}

// True if the word names a file that is there, or ends as files of mail do.
bool is_like_mail(const std::string& word) {
  constexpr std::string_view kEndings[] = {".eml", ".emlx", ".mbox", ".mht", ".mhtml"};
  const auto ends_word = [&](std::string_view ending) {
    return CLI::detail::to_lower(word).ends_with(ending);
  };
  return access(word.c_str(), F_OK) == 0 || std::any_of(std::begin(kEndings), std::end(kEndings), ends_word);
}

// For a file whose name begins like an option.
std::string hint_at_dashes(const std::vector<std::string>& words) {
  const auto is_file = [](const std::string& word) { return word.starts_with('-') && is_like_mail(word); };
  const auto file = std::find_if(words.begin(), words.end(), is_file);
  return file == words.end() ? std::string() : "; if it is a file, write it after --: -- " + *file;
}

// Parses the words. Returns an exit status if the program must end.
std::optional<int> parse(CLI::App& app, const std::vector<std::string>& words) {
  std::string complaint;
  std::string command = words.empty() ? std::string() : words.front();
  unmark(command);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 expects reverse order
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    if (app.get_subcommands().empty() && !command.empty() && !command.starts_with('-')) {
      complaint = '"' + command + "\" is not a command";
      complaint += is_like_mail(command) ? "; to list the links of a file, run: mimebase links " + command
                                         : suggested_command(app, command);
    } else if (error.get_exit_code() == 0) {
      std::ostringstream text;
      static_cast<void>(app.exit(error, text, text));
      return printed(text.str());  // --help, --version, --schema-version
    } else if (words.empty()) {
      complaint = "name a command: " + names_of_commands(", ");
    } else if (command.starts_with('-')) {
      complaint = '"' + command + "\" is not an option of mimebase itself; " +
                  (words.size() > 1 ? "options follow the command"
                                    : "-V prints the version, and \"mimebase help\" the commands");
    } else if (error.get_name() == "RequiredError" && !app.get_subcommands().empty()) {
      complaint = app.get_subcommands().front()->get_name() + ": " + error.what();
    } else {
      complaint = error.what() + suggested_option(app, words) + hint_at_dashes(words);
    }
  }
  complain(complaint);
  static_cast<void>(std::fputs("Run with --help for more information.\n", stderr));
  return kUsage;
}

// Rejects wrong uses of options that several commands have. A retrieval URL that can never be a base is
// rejected because every message would ignore it.
Result<void> check_input(const Arguments& arguments) {
  const auto wrong = [](const std::string& sentence) { return Error{Error::Code::kUsage, sentence}; };
  if (arguments.inputs.size() > 1 && (arguments.run.input.range || arguments.run.input.first_message != 1))
    return wrong("--range and --first-message take only one INPUT");
  const MessageFilter& messages = arguments.run.messages;
  if (messages.since && messages.until && *messages.since > *messages.until)
    return wrong("--since " + arguments.since + " is after --until " + arguments.until +
                 ": no message can be dated in between");
  const AnalyzeOptions& options = arguments.run.analyze;
  if (options.retrieval_url.empty()) return {};
  const Result<void> checked = check_retrieval_url(options.retrieval_url, options.rules);
  return checked ? checked : wrong("--retrieval-url " + checked.error().message);
}

// Without the folder, URLs of files are not absolute paths, and that is all.
std::string working_folder() {
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

}  // namespace

std::optional<int> read_command_line(int argc, char** argv, Arguments& arguments) {
  CLI::App app(
      "Finds every URL in mail and web archives, resolves each URL against its base URL by the layers of RFC "
      "1808, and reports which layer defined the base.",
      "mimebase");
  app.set_version_flag("-V,--version", version_line());
  const std::string schema = std::to_string(schema_version());
  app.add_flag_callback(
      "--schema-version", [&schema] { throw CLI::CallForVersion(schema, 0); },
      "Print the version number of the rows and exit");
  app.require_subcommand(1);
  arguments.run.isolation = Isolation::kAuto;
  arguments.run.workers = std::max(std::thread::hardware_concurrency(), 1U);
  arguments.run.analyze.base_headers.clear();
  arguments.compare.readers.clear();
  for (const Command* command : commands()) {
    command->add_options(*app.add_subcommand(std::string(command->name), std::string(command->description)),
                         arguments);
  }

  // Words after "--" are never options. CLI11 recognises "--" only before all positional arguments.
  char** const end = argv + argc;
  char** const dashes =
      std::find_if(argv, end, [](const char* word) { return std::string_view(word) == "--"; });
  set_help(app);
  const std::vector<std::string> words = as_help(prepare_words(argv + 1, dashes));
  if (const auto status = print_completion(app, words)) return status;
  if (const auto status = parse(app, words)) return status;
  RunOptions& options = arguments.run;
  for (auto* list : {&arguments.inputs, &arguments.urls, &arguments.links.filter.contexts,
                     &arguments.links.filter.hosts, &options.messages.froms}) {
    std::for_each(list->begin(), list->end(), unmark);
  }
  for (std::string* path :
       {&arguments.output, &arguments.domains, &arguments.manifest, &arguments.undo, &arguments.message})
    unmark(*path);
  unmark(options.analyze.retrieval_url);
  if (options.analyze.base_headers.empty()) options.analyze.base_headers = default_base_headers();
  options.analyze.source_folder = working_folder();
  arguments.rows.color = wants_color(arguments.color, arguments.output);
  arguments.rows.ascii = !is_utf8_locale();
  if (arguments.output == "-") arguments.rows.columns = terminal_columns(STDOUT_FILENO);
  arguments.command = command_named(app.get_subcommands().front()->get_name());
  std::vector<std::string>& positionals = arguments.*arguments.command->words;
  positionals.insert(positionals.end(), dashes == end ? end : dashes + 1, end);
  Result<void> checked = arguments.command->check(arguments);
  if (checked) checked = check_input(arguments);
  return checked ? std::nullopt : std::optional<int>(misused(checked.error().message));
}

}  // namespace mimebase::cli
