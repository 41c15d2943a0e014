#include "cli/shared_options.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>

#include "cli/option_types.h"

namespace mimebase::cli {
namespace {

Names<BaseBy> header_names() {
  Names<BaseBy> names;
  for (const BaseBy by : default_base_headers())
    names.emplace_back(CLI::detail::to_lower(std::string(header_name(by))), by);
  return names;
}

// Parses "1000" or "64M": K, M and G are powers of 1024, and a B may follow. Returns nothing if the text is
// malformed, zero or too large.
std::optional<std::uint64_t> limit_value(std::string_view text) {
  std::uint64_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value == 0) return std::nullopt;
  std::string_view unit = text.substr(static_cast<std::size_t>(rest - text.data()));
  if (unit.size() == 2 && unit[1] == 'B') unit.remove_suffix(1);
  const std::size_t power = std::string_view("KMG").find(unit);
  if (unit.size() > 1 || power == std::string_view::npos) return std::nullopt;
  const std::size_t shift = unit.empty() ? 0 : 10 * (power + 1);
  if (value > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return value << shift;
}

// Adds --limits: "depth=100,message=1G".
void add_limits(CLI::App& command, Arguments& arguments) {
  std::vector<std::string> names;
  std::string values;  // for completions
  for (const LimitKey& key : limit_keys()) {
    values.append(names.empty() ? "" : ",").append(key.name).append("=");
    names.emplace_back(key.name);
  }
  const auto take = [&arguments, names](const std::string& list) {
    for (const std::string& item : CLI::detail::split(list, ',')) {
      const std::size_t equals = item.find('=');
      const std::string_view name = std::string_view(item).substr(0, equals);
      const auto keys = limit_keys();
      const auto key =
          std::find_if(keys.begin(), keys.end(), [&](const LimitKey& k) { return k.name == name; });
      if (key == keys.end()) throw CLI::ValidationError("--limits", wrong_value(name, names));
      const auto value = equals == std::string::npos ? std::nullopt : limit_value(item.substr(equals + 1));
      if (!value) {
        throw CLI::ValidationError("--limits", '"' + item + "\" has no number, such as " +
                                                   item.substr(0, equals) + "=64 or " +
                                                   item.substr(0, equals) + "=64M");
      }
      arguments.run.analyze.limits.*key->value = *value;
    }
  };
  command
      .add_option_function<std::string>(
          "--limits", take,
          "Set limits for hostile mail; the manual describes the keys: " + CLI::detail::join(names, ", "))
      ->type_name("KEY=VALUE,...")
      ->check(CLI::Validator([](std::string&) { return std::string(); }, "{" + values + "}"));
}

// Parses "START:END", "START:" or ":END".
Range byte_range(const std::string& text) {
  const auto number = [](std::string_view digits, std::uint64_t& value) {
    if (digits.empty()) return true;
    const Result<std::uint64_t> parsed = whole_number(digits);
    if (parsed) value = *parsed;
    return parsed.has_value();
  };
  Range range{0, std::numeric_limits<std::uint64_t>::max()};
  const std::size_t colon = text.find(':');
  const bool is_range =
      colon != std::string::npos && number(std::string_view(text).substr(0, colon), range.start) &&
      number(std::string_view(text).substr(colon + 1), range.end) && range.start <= range.end;
  if (!is_range) throw CLI::ValidationError("--range", '"' + text + "\" is not a byte range START:END");
  return range;
}

Result<std::uint64_t> message_number(std::string_view text) {
  const Result<std::uint64_t> number = whole_number(text);
  if (number && *number > 0) return number;
  return Error{Error::Code::kUsage, '"' + std::string(text) + "\" is not the number of a message: 1, 2, ..."};
}

void add_range(CLI::App& command, Arguments& arguments) {
  const auto take = [&arguments](const std::string& text) { arguments.run.input.range = byte_range(text); };
  command
      .add_option_function<std::string>(
          "--range", take, "Read only the messages of an uncompressed mbox that start in this byte range")
      ->type_name("START:END");
  add_parsed(command, "--first-message", arguments.run.input.first_message, message_number,
             "Number that the first message gets in the rows (default: 1)")
      ->type_name("N");
}

// Adds --format. Help and completions name the formats that the command has; row_format() refuses the others.
void add_format(CLI::App& command, Arguments& arguments, bool may_be_urls) {
  Names<Format> formats = all_names<Format>();
  const auto take = [&arguments, formats](const std::string& word) {
    arguments.format = value_of("--format", formats, word);
  };
  if (!may_be_urls) std::erase_if(formats, [](const auto& format) { return format.second == Format::kUrls; });
  add_named(command, "--format", formats, take,
            "Output format: " + join(formats, ", ") +
                " (default: the format that the extension of -o FILE selects, or else text)")
      ->type_name("F");
}

// Adds --fields: "received,x-spam-score".
void add_fields(CLI::App& command, Arguments& arguments) {
  std::vector<std::string>& fields = arguments.run.analyze.fields;
  const auto take = [&fields](const std::string& list) {
    for (const std::string& name : CLI::detail::split(list, ',')) {
      AnalyzeOptions named;
      named.fields = {name};
      if (const Result<void> checked = check_options(named); !checked)
        throw CLI::ValidationError("--fields", checked.error().message);
      if (std::find(fields.begin(), fields.end(), name) == fields.end()) fields.push_back(name);
    }
  };
  command
      .add_option_function<std::string>(
          "--fields", take, "Add an object with these header fields of the message, decoded, to each row")
      ->type_name("NAME,...");
}

}  // namespace

Result<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end) return number;
  return Error{Error::Code::kUsage, '"' + std::string(text) + "\" is not a whole number"};
}

// Which messages are analysed.
void add_message_filter(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Message selection");
  MessageFilter& filter = arguments.run.messages;
  add_parsed(command, "--message", filter.number, message_number, "Read only message N of each source")
      ->type_name("N");
  const auto first = [&arguments](const std::string& date) {
    return first_second_of(arguments.since = date);
  };
  const auto last = [&arguments](const std::string& date) { return last_second_of(arguments.until = date); };
  add_parsed(command, "--since", filter.since, first,
             "Read only messages whose Date field is DATE or later; DATE is a day, a month or a year: "
             "2026-11-23, 2026-11 or 2026")
      ->type_name("DATE");
  add_parsed(command, "--until", filter.until, last,
             "Read only messages whose Date field is DATE or earlier; 2026-11 includes all of that month")
      ->type_name("DATE");
  add_globs(command, "--from", filter.froms,
            "Read only messages whose whole From field matches GLOB, such as '*@example.org*'");
}

void add_rules(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Bases and resolution");
  add_choice(command, "--rules", arguments.run.analyze.rules, all_names<RuleSet>(),
             "Rules for resolving references: " + choices<RuleSet>())
      ->type_name("R");
}

void add_bases(CLI::App& command, Arguments& arguments) {
  add_rules(command, arguments);
  command
      .add_option("--retrieval-url", arguments.run.analyze.retrieval_url,
                  "URL that the messages were retrieved from (RFC 1808 section 3.3)")
      ->type_name("URL");
  add_list(command, "--base-headers", arguments.run.analyze.base_headers, header_names(),
           "Header fields that can declare a base, the field with precedence first (default: "
           "base,content-base,content-location)")
      ->type_name("LIST");
}

// What is read, and how.
void add_input(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Input");
  command
      .add_option(
          "INPUT", arguments.inputs,
          "A message, an mbox or a folder, which may be compressed; - (the default) is standard input")
      ->type_name("FILE");
  add_choice(command, "--input", arguments.run.input.kind, all_names<InputKind>(),
             "Kind of the inputs: auto (default), message, mbox, maildir, mh")
      ->type_name("KIND");
  add_range(command, arguments);
  command.add_flag("--as-in-folder", arguments.run.input.as_in_folder,
                   "Skip an INPUT that is not mail without an error, like a file in a folder");
  add_limits(command, arguments);
  command
      .add_option("-j", arguments.run.workers,
                  "Number of processes that read messages (default: number of cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  CLI::Option* const isolation =
      add_choice(command, "--isolation", arguments.run.isolation, all_names<Isolation>(),
                 "Read mail in sandboxed processes: auto (default), require (exit with 3 if the system "
                 "refuses such processes), off (read mail in one process without a sandbox)")
          ->type_name("HOW");
  command
      .add_flag_function(
          "--no-isolation", [&arguments](std::int64_t) { arguments.run.isolation = Isolation::kOff; },
          "Same as --isolation off")
      ->excludes(isolation);
}

// Which program's treatment of bases and parts is shown.
void add_reader(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Bases and resolution");
  add_choice(command, "--as", arguments.run.analyze.reader, all_names<MailReader>(),
             "Show which URLs this mail reader would open: " + choices<MailReader>())
      ->type_name("READER");
}

// Options about defanged URLs, for commands that list or check references.
void add_defanged(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output selection");
  command.add_flag(
      "--defanged", arguments.run.analyze.defanged,
      "Also find URLs in text that were changed so that no program opens them, such as hxxp://a[.]example");
}

void add_rows(CLI::App& command, Arguments& arguments) {
  add_message_filter(command, arguments);
  add_bases(command, arguments);
  add_input(command, arguments);
  command.option_defaults()->group("Output");
  command
      .add_option("-o,--output", arguments.output,
                  "Write to FILE, which is never partial; the extension of FILE selects the format (.jsonl, "
                  ".csv or .sqlite), and an additional .gz compresses the output")
      ->type_name("FILE");
  add_format(command, arguments, command.get_name() == "links");
  add_fields(command, arguments);
  command.add_flag(
      "--append", arguments.append,
      "Add rows to the database that -o names; inputs that the database already holds are skipped");
  command.add_flag("--force", arguments.force, "Replace FILE even if it is a database that has rows");
  command.add_flag("--csv-safe", arguments.rows.csv_safe,
                   "Write CSV for Excel: with a byte order mark at the beginning, and an apostrophe before "
                   "cells that a spreadsheet would execute");
  command.add_flag("--defang", arguments.rows.defang,
                   "Write URLs in a form that no program opens: hxxps://evil[.]example/path");
  const Names<Color> colors = {{"auto", Color::kAuto}, {"always", Color::kAlways}, {"never", Color::kNever}};
  add_choice(command, "--color", arguments.color, colors, "Use colours: auto (default), always, never")
      ->type_name("WHEN");
}

// What standard error says.
void add_messages(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Messages");
  command.add_flag("--quiet", arguments.quiet,
                   "Write nothing to standard error; rows still go to standard output");
  command.add_flag_function(
      "--progress,!--no-progress", [&arguments](std::int64_t count) { arguments.progress = count > 0; },
      "Show progress on standard error (default: only if standard error is a terminal and the rows go to a "
      "file)");
}

}  // namespace mimebase::cli
