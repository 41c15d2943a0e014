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
#include "cli/terminal.h"
#include "mimebase/isolation.h"
#include "mimebase/optional_libraries.h"
#include "mimebase/version.h"
#include "options/table.h"

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

// Declares an option of the table to CLI11.
void declare(CLI::App& app, const Option& option, Arguments& arguments) {
  const std::string names(option.names);
  const Value& value = option.value;
  // Takes all words of an option.
  const auto take = [&option, &value, &arguments](Words words) {
    if (value.clear != nullptr) value.clear(arguments);
    for (std::string& word : words) {
      unmark(word);
      const bool is_list = value.syntax == Syntax::kNames || value.syntax == Syntax::kLimits;
      for (const std::string& item : is_list ? options::split(word) : Words{word}) {
        const Result<void> taken = value.take(value, arguments, item);
        if (!taken) throw CLI::ValidationError(names_of(option).back(), taken.error().message);
      }
    }
  };
  CLI::Option* declared = nullptr;
  switch (value.syntax) {
    case Syntax::kHelp:
      app.set_help_flag(names);
      return;
    case Syntax::kVersion:
      app.set_version_flag(names, version_line());
      return;
    case Syntax::kSchemaVersion:
      app.add_flag_callback(names, [] { throw CLI::CallForVersion(std::to_string(schema_version()), 0); });
      return;
    case Syntax::kFlag:
      declared = app.add_flag(names, value.flag(arguments));
      break;
    case Syntax::kSwitch:
      declared =
          app.add_flag_function(names, [take](std::int64_t count) { take({count > 0 ? "on" : "off"}); });
      break;
    case Syntax::kPatterns:
    case Syntax::kPositional:
      declared = app.add_option_function<Words>(names, take);
      if (value.syntax == Syntax::kPatterns)
        declared->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      break;
    default:
      declared =
          app.add_option_function<std::string>(names, [take](const std::string& word) { take({word}); });
  }
  // What CLI11 calls the value if it is missing.
  std::string type(option.argument);
  if (const Words values = values_of(value); !values.empty())
    type += ":{" + options::joined(values, ",") + '}';
  if (value.most != options::kAnyNumber)
    type += ":INT in [" + std::to_string(value.least) + " - " + std::to_string(value.most) + ']';
  if (!type.empty()) declared->type_name(type);
  if (!option.more.excludes.empty()) declared->excludes(app.get_option(std::string(option.more.excludes)));
  declared->required(option.more.is_required);
}

// Handles "completion bash". Packages use this command, so help does not list it.
std::optional<int> print_completion(const std::vector<std::string>& words) {
  if (words.empty() || words.front() != "completion") return std::nullopt;
  const std::string script = completion(words.size() == 2 ? words.back() : std::string());
  if (script.empty()) return misused("completion: the shell must be bash, zsh or fish");
  return printed(script);
}

// True if the word names a file that is there, or ends as files of mail do.
bool is_like_mail(const std::string& word) {
  constexpr std::string_view kEndings[] = {".eml", ".emlx", ".mbox", ".mht", ".mhtml", ".warc", ".warc.gz"};
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

// Returns "; use --format jsonl" for "--json", if the command has that format.
std::string suggested_format(const Command& command, std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> kFormats[] = {
      {"--json", "jsonl"}, {"--jsonl", "jsonl"},   {"--ndjson", "jsonl"}, {"--csv", "csv"},
      {"--text", "text"},  {"--sqlite", "sqlite"}, {"--db", "sqlite"},    {"--urls", "urls"}};
  const auto named = std::find_if(std::begin(kFormats), std::end(kFormats),
                                  [&](const auto& format) { return format.first == word; });
  const Option* const option = options::find(command.number, "--format");
  if (named == std::end(kFormats) || option == nullptr) return {};
  const Words formats = values_of(option->value);
  if (std::find(formats.begin(), formats.end(), named->second) == formats.end()) return {};
  return "; use --format " + std::string(named->second);
}

// Returns the names of all options of a command.
Words option_names(const Command& command) {
  Words all;
  for (const Option* option : options::options_of(command.number)) {
    for (std::string& name : names_of(*option)) all.push_back(std::move(name));
  }
  return all;
}

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Returns what is meant by an option that the command does not have.
std::string hint_at_option(const Command& command, const std::string& name, const Words& names) {
  if (std::string hint = suggested_format(command, name); !hint.empty()) return hint;
  Words having;
  for (const Command* each : commands()) {
    if (contains(option_names(*each), name)) having.emplace_back(each->name());
  }
  Words long_names;
  std::copy_if(names.begin(), names.end(), std::back_inserter(long_names),
               [](const std::string& each) { return each.starts_with("--"); });
  std::string hint = name.starts_with("--") ? options::suggestion(name, long_names) : std::string();
  if (!having.empty())
    hint = "; " + options::joined(having, ", ") + (having.size() == 1 ? " has it" : " have it");
  return hint.empty() ? std::string(command.unknown_option) : hint;
}

// Returns a sentence about the first option in `words` that the command does not have; empty if it has them
// all.
std::string unknown_option(const Command& command, const std::vector<std::string>& words) {
  const Words names = option_names(command);
  for (const std::string& word : words) {
    if (word.size() < 2 || word.front() != '-') continue;
    const std::string name = word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
    if (contains(names, name)) continue;
    return std::string(command.name()) + " has no option " + name + hint_at_option(command, name, names);
  }
  return {};
}

// Returns "FILE is the value of --host", if the value of a filter is a file, and no INPUT is given: probably
// the filter's own value was forgotten.
std::string swallowed_file(const Command& command, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const Option* const option =
        words[i].starts_with("--") ? options::find(command.number, words[i]) : nullptr;
    std::string value = words[i + 1];
    unmark(value);
    if (option != nullptr && option->value.syntax == Syntax::kPatterns && access(value.c_str(), F_OK) == 0)
      return value + " is the value of " + words[i];
  }
  return {};
}

// Parses the words. Returns an exit status if the program must end.
std::optional<int> parse(CLI::App& app, const std::vector<std::string>& words) {
  std::string complaint;
  std::string first = words.empty() ? std::string() : words.front();
  unmark(first);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 expects reverse order
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    const Command* const command =
        app.get_subcommands().empty() ? nullptr : &command_named(app.get_subcommands().front()->get_name());
    if (command == nullptr && !first.empty() && !first.starts_with('-')) {
      Words names = {"help"};
      for (const Command* each : commands()) names.emplace_back(each->name());
      complaint = '"' + first + "\" is not a command";
      complaint += is_like_mail(first) ? "; to list the links of a file, run: mimebase links " + first
                                       : options::suggestion(first, names);
    } else if (error.get_exit_code() == 0) {
      return printed(error.get_name() == "CallForHelp" ? help(command) : std::string(error.what()) + '\n');
    } else if (words.empty()) {
      complaint = "name a command: " + names_of_commands(", ");
    } else if (first.starts_with('-')) {
      complaint = '"' + first + "\" is not an option of mimebase itself; " +
                  (words.size() > 1 ? "options follow the command"
                                    : "-V prints the version, and \"mimebase help\" the commands");
    } else if (error.get_name() == "RequiredError" && command != nullptr) {
      complaint = unknown_option(*command, words);  // the more likely mistake
      if (complaint.empty()) complaint = std::string(command->name()) + ": " + error.what();
    } else {
      if (command != nullptr && error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError))
        complaint = unknown_option(*command, words);
      if (complaint.empty()) complaint = error.what();
      complaint += hint_at_dashes(words);
    }
  }
  complain(complaint);
  static_cast<void>(std::fputs("Run with --help for more information.\n", stderr));
  return kUsage;
}

}  // namespace

std::optional<int> read_command_line(int argc, char** argv, Arguments& arguments) {
  // Words after "--" are never options. CLI11 recognises "--" only before all positional arguments.
  char** const end = argv + argc;
  char** const dashes =
      std::find_if(argv, end, [](const char* word) { return std::string_view(word) == "--"; });
  const std::vector<std::string> words = as_help(prepare_words(argv + 1, dashes));

  CLI::App app("", "mimebase");
  app.require_subcommand(1);
  arguments.run.workers = std::max(std::thread::hardware_concurrency(), 1U);
  for (const Option* option : options::options_of(options::kProgram)) declare(app, *option, arguments);
  for (const Command* command : commands()) {
    CLI::App& declared = *app.add_subcommand(std::string(command->name()));
    // Declaring the options of all commands would take longer than reading a message.
    if (std::find(words.begin(), words.end(), command->name()) == words.end()) continue;
    for (const Option* option : options::options_of(command->number)) declare(declared, *option, arguments);
  }

  if (const auto status = print_completion(words)) return status;
  if (const auto status = parse(app, words)) return status;
  arguments.rows.color = wants_color(arguments.color, arguments.output);
  arguments.rows.ascii = !is_utf8_locale();
  if (arguments.output == "-") arguments.rows.columns = terminal_columns(STDOUT_FILENO);
  const Command& command = command_named(app.get_subcommands().front()->get_name());
  arguments.command = command.number;
  for (const Option* option : options::options_of(command.number)) {
    if (option->value.syntax != Syntax::kPositional) continue;
    for (char** word = std::min(dashes + 1, end); word < end; ++word)
      static_cast<void>(option->value.take(option->value, arguments, *word));
  }
  if (arguments.inputs.empty()) arguments.swallowed = swallowed_file(command, words);
  Result<void> checked;
  if (command.check != nullptr) checked = command.check(arguments);
  if (checked) checked = options::complete(arguments, arguments.inputs.size());
  return checked ? std::nullopt : std::optional<int>(misused(checked.error().message));
}

}  // namespace mimebase::cli
