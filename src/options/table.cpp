#include "options/table.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

#include "mimebase/names.h"
#include "mimebase/options.h"
#include "mimebase/own_template.h"
#include "options/rewriting.h"
#include "text/ascii.h"
#include "text/edit_distance.h"

namespace mimebase::options {
namespace {

constexpr Commands kRows = kTree | kLinks | kCheck | kCompare | kLedger;
constexpr Commands kEachMessage = kRows & ~kLedger;  // whose rows are about one message alone
constexpr Commands kMail = kRows | kRewrite | kExtract | kReport;
constexpr Commands kMany = kMail & ~kRewrite;  // functions that read more than one message
constexpr Commands kInputs = kMail | kPieces;  // commands that read inputs

// Indexed by the exponent of Commands, in the order of the help.
constexpr std::string_view kCommandNames[] = {"tree",   "links",  "check",  "rewrite", "extract", "compare",
                                              "report", "ledger", "pieces", "resolve", "unwrap"};

Error wrong(const std::string& sentence) {
  return Error{Error::Code::kUsage, sentence};
}

// Returns the sentence about a word that is none of an option's values: with the value that is similar, or
// with all values if they are few.
std::string wrong_value(std::string_view word, const Words& values) {
  constexpr std::size_t kFew = 16;
  const std::string is_not = '"' + std::string(word) + "\" is not ";
  if (const std::string nearest = suggestion(word, values); !nearest.empty())
    return is_not + "known" + nearest + (values.size() > kFew ? "" : " All values: " + joined(values, ", "));
  if (values.size() > kFew)
    return is_not + "one of the " + std::to_string(values.size()) +
           " values that the manual lists: man mimebase";
  return is_not + "one of " + joined(values, ", ");
}

// ---- names ----

template <typename T>
Words enumeration() {
  Words names;
  for (const T value : all_values<T>()) names.emplace_back(name_of(value));
  return names;
}

Words base_header_names() {
  Words names;
  for (const BaseBy by : default_base_headers()) ascii::append_lower(header_name(by), names.emplace_back());
  return names;
}

Words hidden_names() {
  const std::vector<std::string_view> kinds = hidden_kinds();
  return {kinds.begin(), kinds.end()};
}

// The format `urls` is accepted by name and refused later, with a sentence that says where it works.
Words row_formats() {
  Words names = enumeration<Format>();
  std::erase(names, name_of(Format::kUrls));
  return names;
}

Words limit_names() {
  Words names;
  for (const LimitKey& key : limit_keys()) names.emplace_back(key.name);
  return names;
}

// ---- values ----

template <typename Member>
struct Plain {
  using Type = Member;
};
template <typename T>
struct Plain<std::optional<T>> : Plain<T> {};
template <typename T>
struct Plain<std::vector<T>> : Plain<T> {};

// Codes, and behind them the groups of codes.
Words code_names() {
  Words names = enumeration<DiagnosticCode>();
  for (const DiagnosticGroup& group : diagnostic_groups()) names.emplace_back(group.name);
  return names;
}

template <typename T>
T value_at(std::size_t index, const Words& names) {
  if constexpr (std::is_same_v<T, BaseBy>) {
    return default_base_headers()[index];
  } else if constexpr (std::is_same_v<T, std::string>) {
    return names[index];
  } else {
    return static_cast<T>(index);
  }
}

// Sets a value to the one that is called `word`.
template <typename Member>
Result<void> choose(Member& member, const std::string& word, const Words& names) {
  const auto named = std::find(names.begin(), names.end(), word);
  if (named == names.end()) return wrong(wrong_value(word, names));
  member = value_at<typename Plain<Member>::Type>(static_cast<std::size_t>(named - names.begin()), names);
  return {};
}

// The values that a name of a list means: itself, or those of a group.
template <typename T>
std::vector<T> values_at(std::size_t index, const Words& names) {
  if constexpr (std::is_same_v<T, DiagnosticCode>) {
    if (const std::size_t codes = diagnostic_kinds().size(); index >= codes) {
      const std::span<const DiagnosticCode> group = diagnostic_groups()[index - codes].codes;
      return {group.begin(), group.end()};
    }
  }
  return {value_at<T>(index, names)};
}

// Adds what is called `word` to a list. "!" before the name excludes it.
template <typename T>
Result<void> add_name(std::vector<T>& list, const std::string& word, const Words& names) {
  const bool is_excluded = word.starts_with('!');
  const std::string name = word.substr(is_excluded ? 1 : 0);
  const auto named = std::find(names.begin(), names.end(), name);
  if (named == names.end()) return wrong(wrong_value(name, names));
  const std::vector<T> values = values_at<T>(static_cast<std::size_t>(named - names.begin()), names);
  // Groups have values in common.
  const auto add_missing = [&list](const std::vector<T>& added) {
    for (const T& value : added) {
      if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
    }
  };
  if (!is_excluded) {
    values.size() == 1 ? list.push_back(values.front()) : add_missing(values);
    return {};
  }
  if (list.empty()) {
    for (std::size_t i = 0; i < names.size(); ++i) add_missing(values_at<T>(i, names));
  }
  for (const T& value : values) std::erase(list, value);
  if (list.empty()) return wrong("nothing is left");  // an empty list would mean everything
  return {};
}

// Parses decimal digits alone.
Result<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end) return number;
  return wrong('"' + std::string(text) + "\" is not a whole number");
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

// Parses "depth=100" or "message=1G".
Result<void> set_limit(const Value& /*value*/, Arguments& arguments, const std::string& item) {
  const std::size_t equals = item.find('=');
  const std::string name = item.substr(0, equals);
  const auto keys = limit_keys();
  const auto key = std::find_if(keys.begin(), keys.end(), [&](const LimitKey& k) { return k.name == name; });
  if (key == keys.end()) return wrong(wrong_value(name, limit_names()));
  const auto value = equals == std::string::npos ? std::nullopt : limit_value(item.substr(equals + 1));
  if (!value) return wrong('"' + item + "\" has no number, such as " + name + "=64 or " + name + "=64M");
  arguments.run.analyze.limits.*key->value = *value;
  return {};
}

// Parses "START:END", "START:" or ":END".
Result<void> set_range(const Value& /*value*/, Arguments& arguments, const std::string& text) {
  Range range{0, std::numeric_limits<std::uint64_t>::max()};
  const auto number = [](std::string_view digits, std::uint64_t& value) {
    if (digits.empty()) return true;
    const Result<std::uint64_t> parsed = whole_number(digits);
    if (parsed) value = *parsed;
    return parsed.has_value();
  };
  const std::size_t colon = text.find(':');
  const bool is_range =
      colon != std::string::npos && number(std::string_view(text).substr(0, colon), range.start) &&
      number(std::string_view(text).substr(colon + 1), range.end) && range.start <= range.end;
  if (!is_range) return wrong('"' + text + "\" is not a byte range START:END");
  arguments.run.input.range = range;
  return {};
}

// A template that cannot be read would unwrap nothing.
Result<void> set_own_template(const Value& /*value*/, Arguments& arguments, const std::string& text) {
  const Result<OwnTemplate> own = OwnTemplate::parse(text);
  if (!own) return own.error();
  arguments.run.analyze.own_template = text;
  return {};
}

Result<void> add_field(const Value& /*value*/, Arguments& arguments, const std::string& name) {
  AnalyzeOptions alone;
  alone.fields = {name};
  std::vector<std::string>& fields = arguments.run.analyze.fields;
  Result<void> usable = check_options(alone);
  if (usable && std::find(fields.begin(), fields.end(), name) == fields.end()) fields.push_back(name);
  return usable;
}

// `urls` is accepted too, and refused later.
Result<void> set_format(const Value& /*value*/, Arguments& arguments, const std::string& name) {
  return choose(arguments.format, name, enumeration<Format>());
}

Result<void> set_no_isolation(const Value& /*value*/, Arguments& arguments, const std::string& /*on*/) {
  arguments.run.isolation = Isolation::kOff;
  return {};
}

Result<void> set_progress(const Value& /*value*/, Arguments& arguments, const std::string& state) {
  arguments.progress = state == "on";
  return {};
}

// Digits alone are seconds, and not a year.
Result<void> set_time(const Value& /*value*/, Arguments& arguments, const std::string& word) {
  if (word.find_first_not_of("0123456789") == word.npos) {
    const Result<std::uint64_t> seconds = whole_number(word);
    if (!seconds || *seconds > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return wrong('"' + word + "\" is not a number of seconds since 1970");
    arguments.rewrite.time = static_cast<std::int64_t>(*seconds);
    return {};
  }
  const Result<std::chrono::sys_seconds> second = first_second_of(word);
  if (!second) return second.error();
  arguments.rewrite.time = second->time_since_epoch().count();
  return {};
}

Result<void> take_domain(const Value& /*value*/, Arguments& arguments, const std::string& domain) {
  return add_domain(arguments, domain);
}

// ---- the kinds of values ----
//
// `At` is the type of AT(member): a lambda that returns the member of Arguments that the option sets.

template <typename At>
using PlainMember = typename Plain<std::remove_reference_t<std::invoke_result_t<At, Arguments&>>>::Type;

template <typename At>
constexpr Value flag(At /*at*/) {
  return {.syntax = Syntax::kFlag, .flag = [](Arguments& arguments) -> bool& { return At()(arguments); }};
}

template <typename At>
constexpr Value text(At /*at*/, Syntax syntax = Syntax::kText) {
  return {.syntax = syntax, .take = [](const Value&, Arguments& arguments, const std::string& word) {
            At()(arguments) = word;
            return Result<void>();
          }};
}

// A text that is never empty: the empty value of a variable of a script must not count as an absent option.
template <typename At>
constexpr Value filled(At /*at*/) {
  return {.syntax = Syntax::kText, .take = [](const Value&, Arguments& arguments, const std::string& word) {
            At()(arguments) = word;
            return word.empty() ? wrong("the value is empty") : Result<void>();
          }};
}

template <typename At>
constexpr Value texts(At /*at*/, Syntax syntax = Syntax::kPatterns) {
  return {.syntax = syntax, .take = [](const Value&, Arguments& arguments, const std::string& word) {
            At()(arguments).push_back(word);
            return Result<void>();
          }};
}

template <typename At>
constexpr Value number(At /*at*/, std::uint64_t least = 0, std::uint64_t most = kAnyNumber) {
  const auto take = [](const Value& value, Arguments& arguments, const std::string& word) -> Result<void> {
    const Result<std::uint64_t> parsed = whole_number(word);
    const bool is_inside = parsed && *parsed >= value.least && *parsed <= value.most;
    if (is_inside) {
      At()(arguments) = static_cast<PlainMember<At>>(*parsed);
      return {};
    }
    if (value.most != kAnyNumber)
      return wrong("Value " + word + " not in range " + std::to_string(value.least) + " to " +
                   std::to_string(value.most));
    if (value.least == 0) return parsed.error();
    return wrong('"' + word + "\" is not the number of a message: 1, 2, ..." +
                 (word.find('@') == word.npos ? "" : " (only extract takes a Message-ID)"));
  };
  return {.syntax = Syntax::kNumber, .take = take, .least = least, .most = most};
}

template <typename At>
constexpr Value choice(At /*at*/, Words (*names)() = enumeration<PlainMember<At>>) {
  return {.syntax = Syntax::kChoice,
          .take = [](const Value& value, Arguments& arguments,
                     const std::string& word) { return choose(At()(arguments), word, values_of(value)); },
          .names = names};
}

template <typename At>
constexpr Value list(At /*at*/, Words (*names)() = enumeration<PlainMember<At>>) {
  return {.syntax = Syntax::kNames,
          .take = [](const Value& value, Arguments& arguments,
                     const std::string& word) { return add_name(At()(arguments), word, values_of(value)); },
          .names = names,
          .clear = [](Arguments& arguments) { At()(arguments).clear(); }};
}

// The names are the words of a list with commas, in the order of the values.
template <typename At>
constexpr Value choice(At at, std::string_view words) {
  Value value = choice(at, nullptr);
  value.words = words;
  return value;
}

template <typename At>
constexpr Value list(At at, std::string_view words) {
  Value value = list(at, nullptr);
  value.words = words;
  return value;
}

// Keeps the word too. `kSecond` is first_second_of() or last_second_of().
template <Result<std::chrono::sys_seconds> (*kSecond)(std::string_view), typename Word, typename At>
constexpr Value date(Word /*word*/, At /*at*/) {
  return {.syntax = Syntax::kDate,
          .take = [](const Value&, Arguments& arguments, const std::string& word) -> Result<void> {
            const Result<std::chrono::sys_seconds> second = kSecond(Word()(arguments) = word);
            if (!second) return second.error();
            At()(arguments) = *second;
            return {};
          }};
}

// A value that a function of its own takes.
constexpr Value own(Syntax syntax, decltype(Value::take) take = nullptr, Words (*names)() = nullptr) {
  return {.syntax = syntax, .take = take, .names = names};
}

// ---- the table ----

constexpr std::string_view kSelection = "Output selection";
constexpr std::string_view kContents = "Output contents";
constexpr std::string_view kEditing = "Editing";
constexpr std::string_view kMessages = "Message selection";
constexpr std::string_view kBases = "Bases and resolution";
constexpr std::string_view kInput = "Input";
constexpr std::string_view kOutput = "Output";
constexpr std::string_view kReports = "Messages";
constexpr std::string_view kOther = "Other options";
constexpr std::string_view kFormatHelp =
    "Output format: {} (default: the format that the extension of -o FILE selects, or else text)";

// The member of Arguments that an option sets.
#define AT(member)                     \
  [](Arguments & arguments) -> auto& { \
    return arguments.member;           \
  }

// An option that names the fields, even as the default does, also counts in HTTP headers.
constexpr auto kBaseHeaders = [](Arguments & arguments) -> auto& {
  arguments.run.analyze.base_headers_in_http = true;
  return arguments.run.analyze.base_headers;
};

constexpr Option kOptions[] = {
    {"-h,--help", "", kOther, ~kNone, kNone, own(Syntax::kHelp), "Print this help message and exit"},
    {"-V,--version", "", kOther, kProgram, kNone, own(Syntax::kVersion),
     "Display program version information and exit"},
    {"--schema-version", "", kOther, kProgram, kNone, own(Syntax::kSchemaVersion),
     "Print the version number of the rows and exit"},

    {"--status", "S,...", kSelection, kLinks, kLinks, list(AT(links.filter.statuses)),
     "List only links with these statuses: {}"},
    {"--context", "GLOB", kSelection, kLinks, kLinks, texts(AT(links.filter.contexts)),
     "List only links whose context matches GLOB, such as a@* or header:*"},
    {"--host", "GLOB", kSelection, kLinks, kLinks, texts(AT(links.filter.hosts)),
     "List only links whose resolved URL has a host that matches GLOB"},
    {"--hidden", "KIND,...", kSelection, kLinks, kLinks, list(AT(links.filter.hidden), hidden_names),
     "List only links that a person may not see, by the reason: comment, conditional-comment, template, "
     "unreachable, style, script; none lists all other links"},
    {"--kind", "K,...", kSelection, kLinks, kLinks, list(AT(links.filter.kinds)),
     "List only links of these kinds: {}"},
    {"--unwrapped", "", kSelection, kLinks, kLinks, flag(AT(links.filter.unwrapped)),
     "Make --host, --top and --format urls use the URL inside a wrapped URL, if that URL is known"},
    {"--unique", "", kSelection, kLinks, kLinks, flag(AT(links.unique)),
     "Write one row per resolved URL, with a count"},
    {"--top", "WHAT", kSelection, kLinks, kNone, choice(AT(links.top)),
     "Write one row per host, domain or URL with a count, instead of the links: {}"},
    {"--part", "GLOB", kSelection, kLinks | kCheck | kTree, kLinks | kCheck | kTree,
     texts(AT(run.analyze.parts)),
     "Report only parts and headers whose name matches GLOB, such as '2*' or '*HEADER'"},
    {"--attachments", "", kSelection, kLinks | kCheck | kTree, kLinks | kCheck | kTree,
     flag(AT(run.analyze.attachments)),
     "Report only attachments: parts with the disposition attachment or with a file name, and what is inside "
     "them"},
    {"--full", "", kSelection, kLinks, kLinks, flag(AT(run.analyze.full_data_urls)),
     "Do not cut off data: URLs after 100 bytes"},

    {"--code", "C,...", kSelection, kCheck, kCheck, list(AT(check.filter.codes), code_names),
     "Report only these codes; a group stands for its codes: deceptive, bases, parts, documents, mime, "
     "readers"},
    {"--severity", "S,...", kSelection, kCheck, kCheck, list(AT(check.filter.severities)),
     "Report only these severities: error, warning, note"},
    {"--summary", "", kSelection, kCheck, kCheck, flag(AT(check.summary)),
     "Write one row per code instead of one per diagnostic, with a count and an example; codes that compare "
     "domains get one row per pair of domains"},
    {"--strict", "", kSelection, kCheck, kNone, flag(AT(strict)), "Also exit with 1 if there is a warning"},
    {"--domains", "FILE", kSelection, kCheck, kNone, filled(AT(domains)),
     "Report hosts that look like a domain in FILE, or contain its name; FILE has one domain per line, and # "
     "starts a comment"},
    {"--domains", "", kSelection, kNone, kCheck, own(Syntax::kNames, take_domain), ""},
    {"--defanged", "", kSelection, kLinks | kCheck, kLinks | kCheck, flag(AT(run.analyze.defanged)),
     "Also find URLs in text that were changed so that no program opens them, such as hxxp://a[.]example"},

    {"--as",
     "READER,...",
     kSelection,
     kCompare,
     kCompare,
     list(AT(run.analyze.compared)),
     "Compare these mail readers (default: rfc1808,chromium,thunderbird,roundcube,mhonarc)",
     {.keyword = "readers"}},
    {"-v,--verbose", "", kSelection, kTree, kNone, flag(AT(tree.verbose)),
     "Show every candidate for the base of every part, and whether or why not the candidate is used"},

    {"--only", "LIST", kEditing, kRewrite, kRewrite, list(AT(rewrite.only), "html,css,xml,text,headings"),
     "Make references absolute only in these kinds of content: {} (default: all kinds, but of the header "
     "fields only Content-Location)"},
    {"--cid", "HOW", kEditing, kRewrite, kRewrite, choice(AT(rewrite.cid_to_location), "keep,location"),
     "What to do with references to parts by Content-ID: keep (default), or location (replace each with the "
     "absolute Content-Location of the part)"},
    {"--base", "HOW", kEditing, kRewrite, kRewrite, choice(AT(rewrite.drop_bases), "keep,drop"),
     "What to do with base declarations that are no longer needed: keep (default), or drop (remove them)"},
    {"--unwrap", "", kEditing, kRewrite, kRewrite, flag(AT(rewrite.unwrap)),
     "Also replace wrapped URLs with the URLs inside, if these can be decoded"},
    {"--map", "FILE", kEditing, kRewrite, kRewrite, filled(AT(map)),
     "Replace URLs instead of making references absolute; a line of FILE is OLD<TAB>NEW, and an OLD that "
     "ends "
     "in /, ? or * stands for all URLs that begin with it"},
    {"--annotate", "", kEditing, kRewrite, kRewrite, flag(AT(rewrite.annotate)),
     "Add a field X-Mimebase-Base to every header; the field states the base of the content and the layer of "
     "this base"},
    {"--break-signatures", "", kEditing, kRewrite, kRewrite, flag(AT(rewrite.break_signatures)),
     "Also edit inside multipart/signed"},
    {"--signed", "HOW", kEditing, kRewrite, kRewrite, choice(AT(rewrite.break_signatures), "leave,rewrite"),
     "What to do with the inside of multipart/signed: leave (default), or rewrite (as --break-signatures)"},
    {"--if-dkim", "HOW", kEditing, kRewrite, kRewrite, choice(AT(rewrite.keep_dkim), "rewrite,keep"),
     "What to do with messages whose DKIM or ARC signature would become invalid: rewrite (default), or keep "
     "(leave them unchanged)"},
    {"--template", "T", kEditing, kRewrite, kRewrite, text(AT(wrapping)),
     "Change nothing but http, https and ftp URLs, and make each of them a link through a server of your "
     "own: T "
     "is its URL, with the fields {url:query}, {host}, {message_id:query}, {recipient:query}, {time}, {kid} "
     "and "
     "{h}"},
    {"--untemplate", "T", kEditing, kRewrite, kRewrite, text(AT(untemplate)),
     "Change nothing but the URLs that --template T has made, and restore those whose {h} is right"},
    {"--key-file", "FILE", kEditing, kRewrite, kRewrite, filled(AT(key_file)),
     "The keys of {h}, as lines KID<TAB>KEY: the first signs, and all verify"},
    {"--in",
     "LIST",
     kEditing,
     kRewrite,
     kRewrite,
     list(AT(rewrite.in), "anchors,forms,text,calendar"),
     "The places in which --template makes links: {} (default: the first three)",
     {.keyword = "in_"}},
    {"--except",
     "FILE",
     kEditing,
     kRewrite,
     kRewrite,
     filled(AT(except)),
     "The hosts whose URLs --template leaves unchanged, as one GLOB per line",
     {.keyword = "except_"}},
    {"--unwrap-first", "", kEditing, kRewrite, kRewrite, flag(AT(rewrite.unwrap_first)),
     "Replace wrapped URLs with the URLs inside before --template makes links of them"},
    {"--recipient", "ADDRESS", kEditing, kRewrite, kRewrite, filled(AT(rewrite.recipient)),
     "The value of {recipient:query} in --template"},
    {"--time", "TIME", kEditing, kRewrite, kRewrite, own(Syntax::kId, set_time),
     "The value of {time} in --template: seconds since 1970, or a date as for --since (default: now)"},
    {"--manifest", "FILE", kEditing, kRewrite, kNone, filled(AT(manifest)),
     "Record the changes in FILE, as JSON Lines"},
    {"--undo", "FILE", kEditing, kRewrite, kNone, filled(AT(undo)),
     "Reverse the changes that the manifest FILE records; INPUT is the rewritten message"},

    {"--ids", "FILE|DIR", kSelection, kLedger, kNone, texts(AT(ledger.ids)),
     "Read which message a URL of the archive is: from FILE with lines URL<TAB>Message-ID, or from the pages "
     "of "
     "MHonArc or pipermail in DIR; may be repeated"},
    {"--map-to", "TEMPLATE", kSelection, kLedger, kNone, filled(AT(ledger.map_to)),
     "Write lines for rewrite --map instead of rows: each URL that leads to a message of INPUT, and TEMPLATE "
     "with its {message_id:path}, {message_id:query}, {hash}, {list}, {source} and {message}"},

    {"--single-file", "", kContents, kExtract, kExtract, flag(AT(extract.single_file)),
     "Embed everything that the page shows as data: URLs; -o can then name a single HTML file (.html)"},
    {"--no-active", "", kContents, kExtract, kExtract, flag(AT(extract.no_active)),
     "Remove scripts, event handlers, forms, and references that would load something from outside the "
     "folder"},
    {"--online", "", kContents, kExtract, kExtract, flag(AT(extract.online)),
     "Allow the pages to use the network and run scripts"},
    {"--page-url", "TEMPLATE", kContents, kExtract, kExtract, filled(AT(extract.page_url)),
     "With a WACZ file, URL of each page, with the fields {message_id:path}, {message} and {list}"},
    {"--split", "N", kContents, kExtract, kExtract, number(AT(extract.split), 1),
     "With -o x.wacz, write N pages each to x-1.wacz, x-2.wacz, ..."},
    {"--message", "N|MESSAGE-ID", kContents, kExtract, kExtract, text(AT(message), Syntax::kId),
     "Read only this message of an archive: its number or its Message-ID"},
    {"--rows", "N", kContents, kReport, kReport, number(AT(report.rows)),
     "List at most N references; if there are more, choose the dangerous ones first (default: 100000)"},

    {"--message", "N", kMessages, kRows | kReport, kRows | kReport, number(AT(run.messages.number), 1),
     "Read only message N of each source"},
    {"--since", "DATE", kMessages, kRows | kReport, kRows | kReport,
     date<first_second_of>(AT(since), AT(run.messages.since)),
     "Read only messages whose Date field is DATE or later; DATE is a day, a month or a year: 2026-11-23, "
     "2026-11 or 2026"},
    {"--until", "DATE", kMessages, kRows | kReport, kRows | kReport,
     date<last_second_of>(AT(until), AT(run.messages.until)),
     "Read only messages whose Date field is DATE or earlier; 2026-11 includes all of that month"},
    {"--from", "GLOB", kMessages, kRows | kReport, kRows | kReport, texts(AT(run.messages.froms)),
     "Read only messages whose whole From field matches GLOB, such as '*@example.org*'"},

    {"--megabytes", "N", kContents, kPieces, kNone, number(AT(pieces.megabytes), 1, 1'000'000),
     "Largest size of a piece, in megabytes of 1,000,000 bytes (default: 64)"},

    {"--template", "T", kBases, kLinks | kCheck | kReport, kLinks | kCheck | kReport,
     own(Syntax::kText, set_own_template),
     "Treat the links that rewrite --template T has made as wrapped URLs, whose wrapper is named own; "
     "verifies "
     "nothing"},
    {"--template", "T", kBases, kUnwrap, kNone, text(AT(wrapping)),
     "Take away only what rewrite --template T has made, once; whatever has no right {h} becomes an empty "
     "line"},
    {"--key-file", "FILE", kBases, kUnwrap, kNone, filled(AT(key_file)),
     "The keys of {h}, as lines KID<TAB>KEY, all of which verify"},
    {"--rules", "R", kBases, kMail | kResolve, kMail | kResolve, choice(AT(run.analyze.rules)),
     "Rules for resolving references: {*}"},
    {"--retrieval-url", "URL", kBases, kMail, kMail, text(AT(run.analyze.retrieval_url)),
     "URL that the messages were retrieved from (RFC 1808 section 3.3)"},
    {"--retrieval-root", "URL", kBases, kMail, kMail, text(AT(run.input.retrieval_root)),
     "URL that INPUT is a mirror of, as wget -r writes it: URL plus the path of a file below INPUT is the "
     "retrieval URL of the file"},
    {"--base-headers", "LIST", kBases, kMail, kMail, list(kBaseHeaders, base_header_names),
     "Header fields that can declare a base, the field with precedence first (default: "
     "base,content-base,content-location)"},

    {"INPUT", "FILE", kInput, kRewrite, kNone, texts(AT(inputs), Syntax::kPositional),
     "A message, an mbox, a folder, or a document of HTML, XML, CSS or text, which may be compressed; - (the "
     "default) is standard input"},
    {"INPUT", "FILE", kInput, kExtract, kNone, texts(AT(inputs), Syntax::kPositional),
     "A message, an mbox, a folder or an HTML page, which may be compressed; - (the default) is standard "
     "input"},
    {"INPUT", "FILE", kInput, kInputs & ~(kRewrite | kExtract), kNone, texts(AT(inputs), Syntax::kPositional),
     "A message, an mbox, a WARC file, a document or a folder, which may be compressed; - (the default) is "
     "standard input"},
    {"--input", "KIND", kInput, kInputs, kMail, choice(AT(run.input.kind)), "Kind of the inputs: {*}"},
    {"--source-name", "NAME", kInput, kMail, kNone, text(AT(run.input.source_name)),
     "Name of standard input in the rows (default: -)"},
    {"--content-type", "TYPE", kInput, kInputs, kMail, text(AT(run.input.content_type)),
     "Read each INPUT as a document of this media type, such as 'text/html; charset=utf-8', never as mail"},
    {"--range", "START:END", kInput, kMail, kMany, own(Syntax::kRange, set_range),
     "Read only the messages of an uncompressed mbox or WARC file that start in this byte range"},
    {"--first-message", "N", kInput, kMail, kMany, number(AT(run.input.first_message), 1),
     "Number that the first message gets in the rows (default: 1)"},
    {"--as-in-folder", "", kInput, kMail, kMany, flag(AT(run.input.as_in_folder)),
     "Skip an INPUT that is neither mail nor a document without an error, like a file in a folder"},
    {"--limits", "KEY=VALUE,...", kInput, kInputs, kMail, own(Syntax::kLimits, set_limit, limit_names),
     "Set limits for hostile mail; the manual describes the keys: {}"},
    {"-j",
     "N",
     kInput,
     kInputs,
     kMany,
     number(AT(run.workers), 1, 1024),
     "Number of processes that read messages (default: number of cores)",
     {.keyword = "jobs"}},
    {"--isolated", "", kInput, kNone, kMany, flag(AT(isolated)), ""},
    {"--isolation", "HOW", kInput, kInputs, kNone, choice(AT(run.isolation)),
     "Read mail in sandboxed processes: auto (default), require (exit with 3 if the system refuses such "
     "processes), off (read mail in one process without a sandbox)"},
    {"--no-isolation",
     "",
     kInput,
     kInputs,
     kNone,
     own(Syntax::kSwitch, set_no_isolation),
     "Same as --isolation off",
     {.excludes = "--isolation"}},

    {"-o,--output", "FILE", kOutput, kRows, kNone, text(AT(output)),
     "Write to FILE, which is never partial; the extension of FILE selects the format (.jsonl, .csv or "
     ".sqlite), and an additional .gz compresses the output"},
    {"--format", "F", kOutput, kLinks, kNone, choice(AT(format)), kFormatHelp},
    {"--format", "F", kOutput, kRows & ~kLinks, kNone, own(Syntax::kChoice, set_format, row_formats),
     kFormatHelp},
    {"--fields", "NAME,...", kOutput, kEachMessage, kEachMessage, own(Syntax::kNames, add_field),
     "Add an object with these header fields of the message, decoded, to each row"},
    {"--append", "", kOutput, kEachMessage, kNone, flag(AT(append)),
     "Add rows to the database that -o names; inputs that the database already holds are skipped"},
    {"--force", "", kOutput, kRows, kNone, flag(AT(force)),
     "Replace FILE even if it is a database that has rows"},
    {"--csv-safe", "", kOutput, kRows, kNone, flag(AT(rows.csv_safe)),
     "Write CSV for Excel: with a byte order mark at the beginning, and an apostrophe before cells that a "
     "spreadsheet would execute"},
    {"--defang", "", kOutput, kRows, kNone, flag(AT(rows.defang)),
     "Write URLs in a form that no program opens: hxxps://evil[.]example/path"},
    {"--defang", "", kOutput, kReport, kNone, flag(AT(report.defang)),
     "Write URLs in a form that no program opens: hxxps://evil[.]example/path"},
    {"--color", "WHEN", kOutput, kRows, kNone, choice(AT(color), "auto,always,never"), "Use colours: {*}"},

    {"--as", "READER", kBases, kTree | kLinks | kCheck | kRewrite,
     kTree | kLinks | kCheck | kRewrite | kReport, choice(AT(run.analyze.reader)),
     "Show which URLs this mail reader would open: {*}"},
    // A report shows what one reader opens, or compares several.
    {"--as", "READER,...", kBases, kReport, kNone, list(AT(report_readers)),
     "Show what this mail reader would open, or compare what several mail readers would open (default: "
     "rfc1808,chromium,thunderbird,roundcube,mhonarc)"},

    {"-o,--output", "FILE|DIR", kOutput, kRewrite, kNone, text(AT(output)),
     "Write to FILE, or to the folder DIR if INPUT is a folder; the output is never partial"},
    {"--force", "", kOutput, kRewrite, kNone, flag(AT(force)),
     "Replace DIR even if it is a folder that is not empty"},
    {"-o,--output",
     "DIR|FILE",
     kOutput,
     kExtract,
     kNone,
     text(AT(output)),
     "Write to the folder DIR, to a WARC file (.warc, .warc.gz), to a WACZ file (.wacz), or with "
     "--single-file "
     "to an HTML file (.html); the output is never partial",
     {.is_required = true}},
    {"--force", "", kOutput, kExtract, kExtract, flag(AT(force)), "Replace DIR or FILE if it exists"},
    {"-o,--output",
     "FILE",
     kOutput,
     kReport,
     kNone,
     text(AT(output)),
     "Write the page to FILE (.html); FILE is never partial, and - is standard output",
     {.is_required = true}},

    {"-o,--output", "FILE", kOutput, kPieces, kNone, text(AT(output)),
     "Write to FILE, which is never partial"},

    {"--format", "F", kOutput, kResolve | kUnwrap, kNone, choice(AT(format), "text,jsonl"),
     "Output format: {*}"},
    {"--quiet", "", kReports, kResolve | kUnwrap, kNone, flag(AT(quiet)), "Write nothing to standard error"},
    {"BASE", "BASE [REF...]", kReports, kResolve, kNone, texts(AT(urls), Syntax::kPositional),
     "The base URL, and then the references (default: the lines of standard input)"},
    {"URL", "URL", kReports, kUnwrap, kNone, texts(AT(urls), Syntax::kPositional),
     "The URLs to unwrap (default: the lines of standard input)"},
    {"-v,--verbose", "", kReports, kUnwrap, kNone, flag(AT(verbose)),
     "If only the server of a service knows the wrapped URL, name the service on standard error"},

    {"--quiet", "", kReports, kInputs, kNone, flag(AT(quiet)),
     "Write nothing to standard error; rows still go to standard output"},
    {"--progress,!--no-progress", "", kReports, kInputs, kNone, own(Syntax::kSwitch, set_progress),
     "Show progress on standard error (default: only if standard error is a terminal and the rows go to a "
     "file)"},
};
#undef AT

}  // namespace

std::vector<const Option*> options_of(Commands command, Commands Option::*where) {
  std::vector<const Option*> options;
  for (const Option& option : kOptions) {
    if ((option.*where & command) != 0) options.push_back(&option);
  }
  return options;
}

const Option* find(Commands command, std::string_view name) {
  for (const Option* option : options_of(command)) {
    const Words names = names_of(*option);
    if (std::find(names.begin(), names.end(), name) != names.end()) return option;
  }
  return nullptr;
}

std::string_view name_of(Commands command) {
  return kCommandNames[std::countr_zero(command)];
}

Commands command_named(std::string_view name) {
  const auto* const named = std::find(std::begin(kCommandNames), std::end(kCommandNames), name);
  return named == std::end(kCommandNames) ? kNone : 1U << (named - std::begin(kCommandNames));
}

Words names_of(const Option& option) {
  Words names = split(option.names);
  for (std::string& name : names) name.erase(0, name.starts_with('!') ? 1 : 0);
  return names;
}

std::string keyword_of(const Option& option) {
  if (!option.more.keyword.empty()) return std::string(option.more.keyword);
  std::string keyword = names_of(option).back().substr(2);
  std::replace(keyword.begin(), keyword.end(), '-', '_');
  return keyword == "as" || keyword == "from" ? keyword + '_' : keyword;
}

Words values_of(const Value& value) {
  if (value.names == nullptr) return value.words.empty() ? Words() : split(value.words);
  Words values = value.names();
  for (std::string& each : values) each += value.syntax == Syntax::kLimits ? "=" : "";
  return values;
}

std::string help_of(const Option& option) {
  std::string text(option.help);
  const std::size_t names = text.find("{}"), with_default = text.find("{*}");
  if (names == text.npos && with_default == text.npos) return text;
  Words values = values_of(option.value);
  for (std::string& value : values) value.erase(std::min(value.find('='), value.size()));
  if (names != text.npos) return text.replace(names, 2, joined(values, ", "));
  values.front() += " (default)";
  return text.replace(with_default, 3, joined(values, ", "));
}

// A path is appended to the root.
Result<void> check_retrieval_root(const Arguments& arguments, std::size_t inputs) {
  const std::string& root = arguments.run.input.retrieval_root;
  if (root.empty()) return {};
  const auto unusable = [](const std::string& sentence) { return wrong("--retrieval-root " + sentence); };
  if (!arguments.run.analyze.retrieval_url.empty())
    return unusable("and --retrieval-url cannot be combined: both say where a message was retrieved from");
  const Result<void> usable = check_retrieval_url(root, arguments.run.analyze.rules);
  if (!usable) return unusable(usable.error().message);
  if (root.find_first_of("?#") != root.npos)
    return unusable('"' + root + "\" has a query or a fragment, to which no path can be added");
  const bool reads_stdin = inputs == 0 || std::find(arguments.inputs.begin(), arguments.inputs.end(), "-") !=
                                              arguments.inputs.end();
  if (reads_stdin && arguments.run.input.source_name.empty())
    return unusable("needs a name of standard input, which --source-name gives");
  return {};
}

// Without the working folder, URLs of files are not absolute paths, and that is all.
Result<void> complete(Arguments& arguments, std::size_t inputs) {
  std::error_code error;
  AnalyzeOptions& analyze = arguments.run.analyze;
  analyze.source_folder = std::filesystem::current_path(error).string();
  if (analyze.compared.size() < 2) return wrong("compare: --as needs at least two readers");
  if (Result<void> usable = check_options(arguments.run.input); !usable)
    return wrong("--content-type: " + usable.error().message);
  if (inputs > 1 && (arguments.run.input.range || arguments.run.input.first_message != 1))
    return wrong("--range and --first-message take only one INPUT");
  const std::vector<std::string>& named = arguments.inputs;
  if (!arguments.run.input.source_name.empty() && !named.empty() &&
      std::find(named.begin(), named.end(), "-") == named.end())
    return wrong("--source-name names standard input, which is no INPUT here");
  const MessageFilter& messages = arguments.run.messages;
  if (messages.since && messages.until && *messages.since > *messages.until)
    return wrong("--since " + arguments.since + " is after --until " + arguments.until +
                 ": no message can be dated in between");
  if (Result<void> usable = check_retrieval_root(arguments, inputs); !usable) return usable;
  if (arguments.command == kRewrite) {
    if (Result<void> usable = complete_rewriting(arguments); !usable) return usable;
  }
  if (arguments.command == kUnwrap) return complete_unwrapping(arguments);
  if (analyze.retrieval_url.empty()) return {};
  // A URL that can never be a base is refused because every message would ignore it.
  const Result<void> usable = check_retrieval_url(analyze.retrieval_url, analyze.rules);
  return usable ? usable : wrong("--retrieval-url " + usable.error().message);
}

Result<void> add_domain(Arguments& arguments, const std::string& domain) {
  AnalyzeOptions alone;
  alone.domains = {domain};
  Result<void> usable = check_options(alone);
  if (usable) arguments.run.analyze.domains.push_back(domain);
  return usable;
}

Words split(std::string_view list) {
  Words words;
  do {
    const std::size_t comma = std::min(list.find(','), list.size());
    words.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  } while (!list.empty());
  return words;
}

std::string suggestion(std::string_view word, const Words& names) {
  constexpr std::size_t kLongest = 40;  // longer words are not compared
  if (word.empty() || word.size() > kLongest) return {};
  std::size_t least = std::min<std::size_t>(word.size() / 3 + 1, 4);  // the distance must be below this
  std::string nearest;
  for (const std::string& name : names) {
    if (const std::size_t far = edit_distance(word, name); far < least) {
      least = far;
      nearest = name;
    }
  }
  if (nearest.empty()) {  // the only name that contains the word
    const auto contains = [&](const std::string& name) { return name.find(word) != name.npos; };
    const auto first = std::find_if(names.begin(), names.end(), contains);
    if (first == names.end() || std::any_of(first + 1, names.end(), contains)) return {};
    nearest = *first;
  }
  return "; did you mean \"" + nearest + "\"?";
}

std::string joined(const Words& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : separator).append(word);
  return text;
}

}  // namespace mimebase::options
