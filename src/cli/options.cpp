#include "cli/options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>
#include <thread>
#include <utility>

#include "cli/completion.h"
#include "cli/help.h"
#include "cli/suggestion.h"
#include "cli/terminal.h"
#include "mimebase/diagnostics.h"
#include "mimebase/isolation.h"
#include "mimebase/names.h"
#include "mimebase/url.h"
#include "mimebase/version.h"

namespace mimebase::cli {
namespace {

enum class Color { kAuto, kAlways, kNever };

bool wants_color(Color color, const std::string& output) {
  if (color != Color::kAuto) return color == Color::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return (no_color == nullptr || *no_color == '\0') && !dumb && output == "-" && isatty(STDOUT_FILENO) != 0;
}

// The accepted names of an option's values.
template <typename T>
using Names = std::vector<std::pair<std::string, T>>;

// Returns all values of an enumeration of the library, with their names.
template <typename T>
Names<T> all_names() {
  Names<T> names;
  for (const T value : all_values<T>()) names.emplace_back(name_of(value), value);
  return names;
}

Names<BaseBy> header_names() {
  Names<BaseBy> names;
  for (const BaseBy by : default_base_headers())
    names.emplace_back(CLI::detail::to_lower(std::string(header_name(by))), by);
  return names;
}

Names<std::string> hidden_names() {
  Names<std::string> names;
  for (const std::string_view kind : hidden_kinds()) names.emplace_back(kind, kind);
  return names;
}

template <typename T>
std::optional<T> find(const Names<T>& names, const std::string& word) {
  for (const auto& [name, value] : names) {
    if (name == word) return value;
  }
  return std::nullopt;
}

template <typename T>
std::string join(const Names<T>& names, const std::string& separator) {
  return CLI::detail::join(
      names, [](const auto& entry) { return entry.first; }, separator);
}

template <typename T>
T value_of(const std::string& option, const Names<T>& names, const std::string& word) {
  if (const std::optional<T> value = find(names, word)) return *value;
  throw CLI::ValidationError(option, '"' + word + "\" is not one of " + join(names, ", "));
}

// Adds an option that takes one word, which `take` checks. Help and completions read the names from a
// validator, which accepts everything.
template <typename T>
CLI::Option* add_named(CLI::App& command, const std::string& option, const Names<T>& names,
                       const std::function<void(const std::string&)>& take, const std::string& description) {
  return command.add_option_function<std::string>(option, take, description)
      ->check(CLI::Validator([](std::string&) { return std::string(); }, "{" + join(names, ",") + "}"));
}

// Adds an option whose argument is a comma-separated list of names. "!" before a name excludes it.
template <typename T>
CLI::Option* add_list(CLI::App& command, const std::string& option, std::vector<T>& list,
                      const Names<T>& names, const std::string& description) {
  const auto take = [option, &list, names](const std::string& argument) {
    for (const std::string& item : CLI::detail::split(argument, ',')) {
      const bool is_excluded = item.starts_with('!');
      const T value = value_of(option, names, item.substr(is_excluded ? 1 : 0));
      if (!is_excluded) {
        list.push_back(value);
        continue;
      }
      if (list.empty()) {
        for (const auto& [name, each] : names) list.push_back(each);
      }
      std::erase(list, value);
      // An empty list would mean everything.
      if (list.empty()) throw CLI::ValidationError(option, "nothing is left");
    }
  };
  return add_named(command, option, names, take, description);
}

// Adds an option whose argument is one of the names.
template <typename Value, typename T>
CLI::Option* add_choice(CLI::App& command, const std::string& option, Value& value, const Names<T>& names,
                        const std::string& description) {
  const auto take = [option, &value, names](const std::string& word) {
    value = value_of(option, names, word);
  };
  return add_named(command, option, names, take, description);
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
  std::string known, names;
  std::string values;  // for completions
  for (const LimitKey& key : limit_keys()) {
    const std::string_view comma = known.empty() ? "" : ", ";
    names.append(comma).append(key.name);
    values.append(comma.substr(0, 1)).append(key.name).append("=");
    known.append(comma).append(key.name).append("=").append(key.unit);
    known.append(" (").append(key.what).append(")");
  }
  const auto take = [&arguments, known](const std::string& list) {
    for (const std::string& item : CLI::detail::split(list, ',')) {
      const std::size_t equals = item.find('=');
      const std::string_view name = std::string_view(item).substr(0, equals);
      const auto keys = limit_keys();
      const auto key =
          std::find_if(keys.begin(), keys.end(), [&](const LimitKey& k) { return k.name == name; });
      if (key == keys.end() || equals == std::string::npos)
        throw CLI::ValidationError("--limits", '"' + item + "\" is not one of " + known);
      const auto value = limit_value(item.substr(equals + 1));
      if (!value) {
        throw CLI::ValidationError("--limits", '"' + item + "\" has no number, such as " +
                                                   item.substr(0, equals) + "=64 or " +
                                                   item.substr(0, equals) + "=64M");
      }
      arguments.run.input.limits.*key->value = *value;
    }
  };
  command
      .add_option_function<std::string>("--limits", take,
                                        "Limits for hostile mail; the manual explains: " + names)
      ->type_name("KEY=VALUE,...")
      ->check(CLI::Validator([](std::string&) { return std::string(); }, "{" + values + "}"));
}

// Parses "START:END", "START:" or ":END".
Range byte_range(const std::string& text) {
  const auto number = [](std::string_view digits, std::uint64_t& value) {
    if (digits.empty()) return true;
    const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && rest == digits.data() + digits.size();
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
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && number > 0) return number;
  return Error{Error::Code::kUsage, '"' + std::string(text) + "\" is not the number of a message: 1, 2, ..."};
}

void add_range(CLI::App& command, Arguments& arguments) {
  const auto take = [&arguments](const std::string& text) { arguments.run.input.range = byte_range(text); };
  command
      .add_option_function<std::string>(
          "--range", take, "Read only the messages of an uncompressed mbox that start in this byte range")
      ->type_name("START:END");
  command
      .add_option("--first-message", arguments.run.input.first_message,
                  "Number of the first message read (default: 1)")
      ->check(CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()))
      ->type_name("N");
}

// "rfc1808 (default), draft-05, rfc3986, whatwg"
template <typename T>
std::string choices() {
  std::string text;
  for (const T value : all_values<T>())
    text.append(text.empty() ? "" : ", ").append(name_of(value)).append(value == T() ? " (default)" : "");
  return text;
}

void add_rules(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Bases and resolution");
  add_choice(command, "--rules", arguments.run.analyze.rules, all_names<RuleSet>(),
             "Rules for resolving references: " + choices<RuleSet>())
      ->type_name("R");
}

// Which program's treatment of bases and parts is shown.
void add_reader(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Bases and resolution");
  add_choice(command, "--as", arguments.run.analyze.reader, all_names<MailReader>(),
             "Show what this reader would open: " + choices<MailReader>())
      ->type_name("READER");
}

// A report shows what one reader opens, or compares several.
void add_report_readers(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Bases and resolution");
  add_list(command, "--as", arguments.report_readers, all_names<MailReader>(),
           "Show what this reader would open, or compare these readers (default: "
           "rfc1808,chromium,thunderbird,roundcube,mhonarc)")
      ->type_name("READER,...");
}

void add_readers(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output selection");
  add_list(command, "--as", arguments.compare.readers, all_names<MailReader>(),
           "Compare these readers (default: rfc1808,chromium,thunderbird,roundcube,mhonarc)")
      ->type_name("READER,...");
}

void add_bases(CLI::App& command, Arguments& arguments) {
  add_rules(command, arguments);
  command
      .add_option("--retrieval-url", arguments.run.analyze.retrieval_url,
                  "URL that the messages were retrieved from (RFC 1808 section 3.3)")
      ->type_name("URL");
  add_list(command, "--base-headers", arguments.run.analyze.base_headers, header_names(),
           "Headers that count as bases, innermost first (default: base,content-base,content-location)")
      ->type_name("LIST");
}

// What is read, and how.
void add_input(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Input");
  command
      .add_option("INPUT", arguments.inputs,
                  "A message, mbox or folder, also compressed; - (default) is standard input")
      ->type_name("FILE");
  add_choice(command, "--input", arguments.run.input.kind, all_names<InputKind>(),
             "Kind of the inputs: auto (default), message, mbox, maildir, mh")
      ->type_name("KIND");
  add_range(command, arguments);
  command.add_flag("--as-in-folder", arguments.run.input.as_in_folder,
                   "Read each INPUT as if its folder were read: skip files that are not mail");
  add_limits(command, arguments);
  command
      .add_option("-j", arguments.run.workers,
                  "Number of processes that read messages (default: number of cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  CLI::Option* const isolation =
      add_choice(command, "--isolation", arguments.run.isolation, all_names<Isolation>(),
                 "Read mail in sandboxed processes: auto (default), require (exit with 3 if the system "
                 "refuses them), "
                 "off (read in this process)")
          ->type_name("HOW");
  command
      .add_flag_function(
          "--no-isolation", [&arguments](std::int64_t) { arguments.run.isolation = Isolation::kOff; },
          "Same as --isolation off")
      ->excludes(isolation);
}

// What standard error says.
void add_messages(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Messages");
  command.add_flag("--quiet", arguments.quiet, "Write nothing to standard error; only set the exit status");
  command.add_flag_function(
      "--progress,!--no-progress", [&arguments](std::int64_t count) { arguments.progress = count > 0; },
      "Show progress on standard error (default: if it is a terminal and the rows go to a file)");
}

// Calls `parse` with the argument of an option, and puts its result into `value`.
template <typename Value, typename Parse>
CLI::Option* add_parsed(CLI::App& command, const std::string& option, std::optional<Value>& value,
                        Parse parse, const std::string& description) {
  const auto take = [option, &value, parse](const std::string& argument) {
    const Result<Value> parsed = parse(argument);
    if (!parsed) throw CLI::ValidationError(option, parsed.error().message);
    value = *parsed;
  };
  return command.add_option_function<std::string>(option, take, description);
}

// An option that may be given several times; its patterns are alternatives.
void add_globs(CLI::App& command, const std::string& option, std::vector<std::string>& globs,
               const std::string& description) {
  command.add_option(option, globs, description)
      ->allow_extra_args(false)
      ->type_name("GLOB")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// Which messages are analysed.
void add_message_filter(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Message selection");
  MessageFilter& filter = arguments.run.messages;
  add_parsed(command, "--message", filter.number, message_number, "Read only message N of each source")
      ->type_name("N");
  add_parsed(command, "--since", filter.since, first_second_of,
             "Read only messages whose Date is not before DATE, such as 2026-11-23")
      ->type_name("DATE");
  add_parsed(command, "--until", filter.until, last_second_of,
             "Read only messages whose Date is not after DATE")
      ->type_name("DATE");
  add_globs(command, "--from", filter.froms, "Read only messages whose From field matches GLOB");
}

// "text, jsonl, csv, sqlite; for links also urls".
std::string formats_text() {
  std::string text;
  for (const Format format : all_values<Format>()) {
    if (format == Format::kUrls) continue;
    text.append(text.empty() ? "" : ", ").append(name_of(format));
  }
  return text.append("; for links also ").append(name_of(Format::kUrls));
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
          "--fields", take, "Add an object to each row with these header fields of its message, decoded")
      ->type_name("NAME,...");
}

// Adds the options of commands that write rows.
void add_rows(CLI::App& command, Arguments& arguments, Color& color) {
  command.option_defaults()->group("Output");
  command
      .add_option("-o,--output", arguments.output,
                  "Write to FILE, which is never partial; its extension selects the format (.jsonl, .csv, "
                  ".sqlite; an "
                  "additional .gz compresses)")
      ->type_name("FILE");
  add_choice(command, "--format", arguments.format, all_names<Format>(),
             "Output format: " + formats_text() + " (default: from the extension of -o FILE, else text)")
      ->type_name("F");
  add_fields(command, arguments);
  command.add_flag("--append", arguments.append,
                   "Add to the database given by -o; inputs that it already holds are skipped");
  command.add_flag("--force", arguments.force, "Replace FILE even if it is a database that has rows");
  command.add_flag("--csv-safe", arguments.rows.csv_safe,
                   "In CSV, put an apostrophe before cells that a spreadsheet would execute");
  command.add_flag("--defang", arguments.rows.defang,
                   "Write URLs so that nothing opens them: hxxps://evil[.]example/path");
  const Names<Color> colors = {{"auto", Color::kAuto}, {"always", Color::kAlways}, {"never", Color::kNever}};
  add_choice(command, "--color", color, colors, "Use colours: auto (default), always, never")
      ->type_name("WHEN");
}

// Options about defanged URLs, for commands that list or check references.
void add_defanged(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output selection");
  command.add_flag("--defanged", arguments.run.analyze.defanged,
                   "Also find defanged URLs in text, such as hxxp://a[.]example");
}

void add_rewrite_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Editing");
  RewriteOptions& rewrite = arguments.rewrite;
  const Names<RewriteIn> kinds = {{"html", RewriteIn::kHtml},
                                  {"css", RewriteIn::kCss},
                                  {"xml", RewriteIn::kXml},
                                  {"text", RewriteIn::kText},
                                  {"headings", RewriteIn::kHeadings}};
  add_list(command, "--only", rewrite.only, kinds,
           "Make references absolute only in these: html, css, xml, text, headings (default: all, but in "
           "headings only Content-Location)")
      ->type_name("LIST");
  const Names<bool> cid = {{"keep", false}, {"location", true}};
  add_choice(command, "--cid", rewrite.cid_to_location, cid,
             "References to parts by Content-ID: keep (default), or location (replace by the part's absolute "
             "Content-Location)")
      ->type_name("HOW");
  const Names<bool> base = {{"keep", false}, {"drop", true}};
  add_choice(command, "--base", rewrite.drop_bases, base,
             "Base declarations that are no longer needed: keep (default), drop")
      ->type_name("HOW");
  command.add_flag(
      "--unwrap", rewrite.unwrap,
      "Replace URLs that a known service has wrapped with the URLs inside, where they can be decoded");
  command.add_flag("--annotate", rewrite.annotate,
                   "Add a field X-Mimebase-Base with the base of the content and its layer to every heading");
  command.add_flag("--break-signatures", rewrite.break_signatures, "Also edit inside multipart/signed");
  const Names<bool> dkim = {{"rewrite", false}, {"keep", true}};
  add_choice(command, "--if-dkim", rewrite.keep_dkim, dkim,
             "Messages whose DKIM or ARC signature would break: rewrite (default), keep (leave unchanged)")
      ->type_name("HOW");
  command.add_option("--manifest", arguments.manifest, "Record the changes in FILE, as JSON Lines")
      ->type_name("FILE");
  command
      .add_option("--undo", arguments.undo, "Reverse the changes that the manifest FILE records, in INPUT")
      ->type_name("FILE");
}

void add_rewrite_output(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output");
  command
      .add_option("-o,--output", arguments.output,
                  "Write to FILE, or to the folder DIR if INPUT is a folder; neither is ever partial")
      ->type_name("FILE|DIR");
  command.add_flag("--force", arguments.force, "Replace DIR even if it is a folder that is not empty");
}

void add_extract_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output contents");
  ExtractOptions& extract = arguments.extract;
  command.add_flag("--single-file", extract.single_file,
                   "Embed what the page shows as data: URLs; -o can then be a file (.html)");
  command.add_flag("--no-active", extract.no_active,
                   "Remove scripts, event handlers, forms and whatever would be loaded from elsewhere");
  command.add_flag("--online", extract.online, "Allow the pages to use the network and run scripts");
  command
      .add_option("--message", arguments.message,
                  "Read only this message of an archive: its number or its Message-ID")
      ->type_name("N|MESSAGE-ID");
}

void add_extract_output(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output");
  command
      .add_option(
          "-o,--output", arguments.output,
          "Write to the folder DIR, to a WARC file (.warc, .warc.gz), or with --single-file to a page "
          "(.html); none is ever partial")
      ->required()
      ->type_name("DIR|FILE");
  command.add_flag("--force", arguments.force, "Replace DIR or FILE if it exists");
}

void add_report_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output contents");
  command
      .add_option("--rows", arguments.report.rows,
                  "Maximum number of references in the page (default: 100000)")
      ->type_name("N");
}

void add_report_output(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output");
  command
      .add_option("-o,--output", arguments.output,
                  "Write the page to FILE (.html), which is never partial; - is standard output")
      ->required()
      ->type_name("FILE");
}

void add_check_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output selection");
  add_list(command, "--code", arguments.check.filter.codes, all_names<DiagnosticCode>(),
           "Report only these codes")
      ->type_name("C,...");
  add_list(command, "--severity", arguments.check.filter.severities, all_names<Severity>(),
           "Report only these severities: error, warning, note")
      ->type_name("S,...");
  command.add_flag(
      "--summary", arguments.check.summary,
      "Write one row per code, and per pair of domains if they differ, with a count and an example");
  command.add_flag("--strict", arguments.strict, "Also exit with 1 if there is a warning");
  command
      .add_option("--domains", arguments.domains,
                  "Report hosts that look like a domain in FILE, which has one per line; # starts a comment")
      ->type_name("FILE");
}

void add_link_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output selection");
  add_list(command, "--status", arguments.links.filter.statuses, all_names<LinkStatus>(),
           "List only links with these statuses")
      ->type_name("S,...");
  add_globs(command, "--context", arguments.links.filter.contexts,
            "List only links whose context matches GLOB, such as a@* or header:*");
  add_globs(command, "--host", arguments.links.filter.hosts,
            "List only links whose resolved URL has a matching host");
  add_list(command, "--hidden", arguments.links.filter.hidden, hidden_names(),
           "List only links that a reader may not see: comment, conditional-comment, template, style (none: "
           "only the others)")
      ->type_name("KIND,...");
  add_list(
      command, "--kind", arguments.links.filter.kinds, all_names<LinkKind>(),
      "List only links that are used for these: link, image, style, script, frame, form, media, metadata, "
      "base, header, text, other")
      ->type_name("K,...");
  command.add_flag("--unwrapped", arguments.links.filter.unwrapped,
                   "Let --host, --top and --format urls use the URL inside wrapped URLs, where it is known");
  command.add_flag("--unique", arguments.links.unique, "Write one row per resolved URL, with a count");
  add_choice(command, "--top", arguments.links.top, all_names<Top>(),
             "Count the links per host, domain or URL instead of listing them: hosts, domains, urls")
      ->type_name("WHAT");
  command.add_flag("--full", arguments.run.analyze.full_data_urls,
                   "Do not cut off data: URLs after 100 bytes");
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

// Rejects a retrieval URL that can never be a base, because every message would ignore it.
std::optional<int> refuse_retrieval_url(const Arguments& arguments) {
  const AnalyzeOptions& options = arguments.run.analyze;
  if (options.retrieval_url.empty()) return std::nullopt;
  const Result<void> checked = check_retrieval_url(options.retrieval_url, options.rules);
  if (checked) return std::nullopt;
  return misused("--retrieval-url " + checked.error().message);
}

// Reads the file of --domains.
std::optional<int> read_domains(Arguments& arguments) {
  if (arguments.domains.empty()) return std::nullopt;
  std::ifstream file(arguments.domains);
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    line = CLI::detail::trim_copy(line.substr(0, line.find('#')));
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (line.empty()) continue;
    AnalyzeOptions options;
    options.domains.push_back(line);
    if (const Result<void> checked = check_options(options); !checked)
      return misused("--domains " + arguments.domains + ": line " + std::to_string(number) + ": " +
                     checked.error().message);
    arguments.run.analyze.domains.push_back(line);
  }
  if (file.eof()) return std::nullopt;
  return misused("--domains " + arguments.domains + " cannot be read: " + std::strerror(errno));
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

struct Commands {
  CLI::App *tree, *links, *check, *rewrite, *extract, *compare, *report, *resolve, *unwrap;
};

// Adds the options of commands that read URLs instead of mail.
void add_url_command(CLI::App& command, Arguments& arguments, const std::string& urls) {
  command.option_defaults()->group("Output");
  const Names<Format> formats = {{std::string(name_of(Format::kText)), Format::kText},
                                 {std::string(name_of(Format::kJsonl)), Format::kJsonl}};
  add_choice(command, "--format", arguments.format, formats, "Output format: text (default), jsonl")
      ->type_name("F");
  command.option_defaults()->group("Messages");
  command.add_flag("--quiet", arguments.quiet, "Write nothing to standard error");
  command
      .add_option(urls, arguments.urls,
                  command.get_name() == "resolve"
                      ? "The base, then the references (default: lines of standard input)"
                      : "URLs (default: lines of standard input)")
      ->type_name(urls == "URL" ? "URL" : "BASE [REF...]");
}

Commands add_commands(CLI::App& app, Arguments& arguments, Color& color) {
  const Commands commands = {
      app.add_subcommand("tree", "Show the MIME structure, and the base of every part with its layer"),
      app.add_subcommand("links", "List every reference in every part, resolved"),
      app.add_subcommand("check", "Report what is wrong, or would resolve differently elsewhere"),
      app.add_subcommand("rewrite", "Write the same messages with absolute URLs (a filter)"),
      app.add_subcommand("extract", "Write a message as a folder that a browser opens offline"),
      app.add_subcommand("compare", "List every reference that readers disagree about"),
      app.add_subcommand("report", "Write one self-contained HTML page to view"),
      app.add_subcommand("resolve", "Resolve references against a base, one result per line"),
      app.add_subcommand("unwrap", "Print the URLs inside wrapped URLs, one result per line")};
  commands.tree->option_defaults()->group("Output selection");
  commands.tree->add_flag("-v,--verbose", arguments.tree.verbose,
                          "Show every candidate for the base of every part, and what became of it");
  add_link_options(*commands.links, arguments);
  add_check_options(*commands.check, arguments);
  add_rewrite_options(*commands.rewrite, arguments);
  add_extract_options(*commands.extract, arguments);
  add_report_options(*commands.report, arguments);
  for (CLI::App* command : {commands.links, commands.check}) add_defanged(*command, arguments);
  for (CLI::App* command : {commands.tree, commands.links, commands.check, commands.compare})
    add_message_filter(*command, arguments);
  for (CLI::App* command : {commands.tree, commands.links, commands.check, commands.rewrite, commands.extract,
                            commands.compare, commands.report}) {
    add_bases(*command, arguments);
    add_input(*command, arguments);
  }
  for (CLI::App* command : {commands.tree, commands.links, commands.check, commands.compare})
    add_rows(*command, arguments, color);
  for (CLI::App* command : {commands.tree, commands.links, commands.check, commands.rewrite})
    add_reader(*command, arguments);
  add_report_readers(*commands.report, arguments);
  add_readers(*commands.compare, arguments);
  add_rewrite_output(*commands.rewrite, arguments);
  add_extract_output(*commands.extract, arguments);
  add_report_output(*commands.report, arguments);
  for (CLI::App* command : {commands.tree, commands.links, commands.check, commands.rewrite, commands.extract,
                            commands.compare, commands.report}) {
    add_messages(*command, arguments);
  }
  add_rules(*commands.resolve, arguments);
  add_url_command(*commands.resolve, arguments, "BASE");
  add_url_command(*commands.unwrap, arguments, "URL");
  commands.unwrap->add_flag("-v,--verbose", arguments.verbose,
                            "Name the services that hide the wrapped URL on standard error");
  return commands;
}

// Handles "completion bash". Packages use this command, so help does not list it.
std::optional<int> print_completion(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words.front() != "completion") return std::nullopt;
  const std::string script = completion(app, words.size() == 2 ? words.back() : std::string());
  if (script.empty()) return misused("completion: the shell must be bash, zsh or fish");
  const bool written = std::fputs(script.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  return written ? kAllRead : kNotWritten;
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

// "tree, links, check".
std::string names_of_commands(const CLI::App& app) {
  const auto is_listed = [](const CLI::App* command) { return !command->get_group().empty(); };
  return CLI::detail::join(
      app.get_subcommands(is_listed), [](const CLI::App* command) { return command->get_name(); }, ", ");
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
      return app.exit(error);  // --help, --version, --schema-version
    } else if (words.empty()) {
      complaint = "name a command: " + names_of_commands(app);
    } else if (command.starts_with('-') && words.size() > 1) {
      complaint = '"' + command + "\" is not an option of mimebase itself; options follow the command";
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

// Reports wrong usage that CLI11 cannot detect.
std::optional<int> refuse(const Arguments& arguments) {
  if (arguments.command == Command::kResolve && arguments.urls.empty())
    return misused("resolve: BASE is required (\"\" means no base)");
  if (arguments.command == Command::kExtract && (arguments.inputs.size() > 1 || arguments.output == "-"))
    return misused("extract: give one INPUT, and a folder or file with -o");
  const RewriteOptions& rewrite = arguments.rewrite;
  const bool edits = !rewrite.only.empty() || rewrite.cid_to_location || rewrite.drop_bases ||
                     rewrite.unwrap || rewrite.annotate || rewrite.break_signatures || rewrite.keep_dkim ||
                     !arguments.manifest.empty();
  if (!arguments.undo.empty() && (arguments.inputs.size() > 1 || edits))
    return misused("--undo takes only one INPUT, and no option that edits");
  if (arguments.command == Command::kCompare && arguments.compare.readers.size() == 1)
    return misused("compare: --as needs at least two readers");
  if (arguments.inputs.size() > 1 && (arguments.run.input.range || arguments.run.input.first_message != 1))
    return misused("--range and --first-message take only one INPUT");
  return refuse_retrieval_url(arguments);
}

// Without the folder, URLs of files are not absolute paths, and that is all.
std::string working_folder() {
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

}  // namespace

std::optional<int> read_command_line(int argc, char** argv, Arguments& arguments) {
  CLI::App app(
      "Finds every URL in mail and web archives, resolves it against the layered base URLs of RFC 1808, "
      "and reports which layer defined the base.",
      "mimebase");
  app.set_version_flag("-V,--version", version_line());
  const std::string schema = std::to_string(schema_version());
  app.add_flag_callback(
      "--schema-version", [&schema] { throw CLI::CallForVersion(schema, 0); },
      "Print the version of the rows and exit");
  app.require_subcommand(1);
  Color color = Color::kAuto;
  arguments.run.isolation = Isolation::kAuto;
  arguments.run.workers = std::max(std::thread::hardware_concurrency(), 1U);
  arguments.run.analyze.base_headers.clear();
  arguments.compare.readers.clear();
  const Commands commands = add_commands(app, arguments, color);

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
  if (arguments.compare.readers.empty()) arguments.compare.readers = default_compared_readers();
  if (arguments.report_readers.size() == 1) options.analyze.reader = arguments.report_readers.front();
  if (arguments.report_readers.size() > 1) options.analyze.compared = arguments.report_readers;
  options.analyze.source_folder = working_folder();
  options.analyze.limits = options.input.limits;
  arguments.rows.color = wants_color(color, arguments.output);
  arguments.rows.ascii = !is_utf8_locale();
  if (arguments.output == "-") arguments.rows.columns = terminal_columns(STDOUT_FILENO);
  arguments.command = *commands.tree      ? Command::kTree
                      : *commands.links   ? Command::kLinks
                      : *commands.check   ? Command::kCheck
                      : *commands.rewrite ? Command::kRewrite
                      : *commands.extract ? Command::kExtract
                      : *commands.compare ? Command::kCompare
                      : *commands.report  ? Command::kReport
                      : *commands.unwrap  ? Command::kUnwrap
                                          : Command::kResolve;
  const bool takes_urls = arguments.command == Command::kResolve || arguments.command == Command::kUnwrap;
  std::vector<std::string>& positionals = takes_urls ? arguments.urls : arguments.inputs;
  positionals.insert(positionals.end(), dashes == end ? end : dashes + 1, end);
  if (const auto status = read_domains(arguments)) return status;
  return refuse(arguments);
}

}  // namespace mimebase::cli
