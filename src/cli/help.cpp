#include "cli/help.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string_view>

namespace mimebase::cli {
namespace {

constexpr std::size_t kColumns = 80, kIndent = 26;

// A group of options in the help, in this order.
struct Group {
  std::string_view title;
  std::string_view options;  // names, each between spaces
};
constexpr Group kGroups[] = {
    {"Output selection",
     " --status --context --host --unique --top --full --verbose --code --severity --summary --strict "},
    {"Editing", " --only --cid --base --annotate --break-signatures --if-dkim --manifest --undo "},
    {"Output contents", " --single-file --no-active --online --message --rows "},
    {"Bases and resolution", " --rules --retrieval-url --base-headers "},
    {"Input", " --input --range --first-message --as-in-folder --limits -j --isolation --no-isolation "},
    {"Output", " --output --format --append --force --csv-safe --color "},
    {"Messages", " --quiet --progress "},
};

struct Examples {
  std::string_view command;  // empty: the program itself
  std::array<std::string_view, 3> lines;
};
constexpr Examples kExamples[] = {
    {"",
     {"mimebase links message.eml", "mimebase check --summary archive.mbox",
      "mimebase extract page.mht -o page"}},
    {"tree",
     {"mimebase tree message.eml", "mimebase tree --verbose --base-headers base message.eml",
      "mimebase tree -o parts.jsonl archive.mbox"}},
    {"links",
     {"mimebase links --status unresolved archive.mbox", "mimebase links --top domains archive.mbox",
      "mimebase links -o links.sqlite archive.mbox"}},
    {"check",
     {"mimebase check message.eml", "mimebase check --code text-differs archive.mbox",
      "mimebase check --summary --severity error archive.mbox"}},
    {"rewrite",
     {"mimebase rewrite message.eml", "mimebase rewrite --manifest edits.jsonl -o absolute.eml message.eml",
      "mimebase rewrite --undo edits.jsonl absolute.eml"}},
    {"extract",
     {"mimebase extract page.mht -o page", "mimebase extract --single-file --no-active page.mht -o page.html",
      "mimebase extract --message 2 archive.mbox -o second.warc.gz"}},
    {"report",
     {"mimebase report -o report.html archive.mbox",
      "mimebase report --rows 1000 -o small.html.gz archive.mbox",
      "mimebase links -o a.sqlite archive.mbox; mimebase report -o a.html a.sqlite"}},
    {"resolve",
     {"mimebase resolve http://a/b/c/d ../g '?y' '#s'", "mimebase resolve --rules whatwg http://a/b/ //c",
      "mimebase resolve -- http://a/b/c/d -g"}},
};

// Appends `text`, wrapped to lines that begin at column `indent`. The first line already has `used` columns.
void append_wrapped(std::string_view text, std::size_t indent, std::size_t used, std::string& out) {
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    if (used > indent && used + 1 + word.size() > kColumns) {
      out.append("\n").append(indent, ' ');
      used = indent;
    } else if (used > indent) {
      out += ' ';
      ++used;
    }
    out += word;
    used += word.size();
    text.remove_prefix(space == text.npos ? text.size() : space + 1);
  }
  out += '\n';
}

void append_entry(std::string_view head, std::string_view text, std::size_t indent, std::string& out) {
  out.append("  ").append(head);
  std::size_t used = head.size() + 2;
  if (used + 2 > indent) {
    out += '\n';
    used = 0;
  }
  out.append(indent - used, ' ');
  append_wrapped(text, indent, indent, out);
}

void append_option(const CLI::Option& option, std::string& out) {
  std::string head;
  for (const std::string& name : names_of(option)) {
    if (head.empty() && name.size() > 2) head = "    ";
    if (head.size() > 4 || (!head.empty() && head.front() == '-')) head += ", ";
    head += name;
  }
  const std::string value = value_name(option);
  if (!value.empty()) head += ' ' + value;
  append_entry(head, option.get_description(), kIndent, out);
}

bool is_in(const CLI::Option& option, const Group& group) {
  const std::vector<std::string> names = names_of(option);
  return std::any_of(names.begin(), names.end(), [&group](const std::string& name) {
    return group.options.find(' ' + name + ' ') != std::string_view::npos;
  });
}

// Appends the options of `group` in its order, or the options without a group if it is null.
void append_group(const CLI::App& app, const Group* group, std::string& out) {
  std::vector<const CLI::Option*> options;
  for (const CLI::Option* option : app.get_options()) {
    const bool is_of_any = std::any_of(std::begin(kGroups), std::end(kGroups),
                                       [option](const Group& one) { return is_in(*option, one); });
    if (!names_of(*option).empty() && (group != nullptr ? is_in(*option, *group) : !is_of_any))
      options.push_back(option);
  }
  if (options.empty()) return;
  const std::string_view rest = app.get_parent() != nullptr ? "Other options" : "Options";
  out.append("\n").append(group != nullptr ? group->title : rest).append(":\n");
  if (group != nullptr) {
    const auto place = [group](const CLI::Option* option) {
      return group->options.find(' ' + names_of(*option).back());
    };
    std::stable_sort(options.begin(), options.end(), [&](auto* a, auto* b) { return place(a) < place(b); });
  }
  for (const CLI::Option* option : options) append_option(*option, out);
}

void append_commands(const CLI::App& app, std::string& out) {
  out += "\nCommands:\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) append_entry(command->get_name(), command->get_description(), 12, out);
  }
  append_entry("help", "Describe a command and its options", 12, out);
}

std::string usage(const CLI::App& app, bool is_command) {
  std::string line = "Usage: mimebase ";
  if (!is_command) return line + "COMMAND [options] [INPUT...]\n";
  line += app.get_name() + " [options]";
  for (const CLI::Option* option : app.get_options()) {
    if (!names_of(*option).empty()) continue;
    line += app.get_name() == "resolve"   ? " [--] BASE [REF...]"
            : app.get_name() == "extract" ? " INPUT -o DIR"
            : app.get_name() == "report"  ? " [INPUT...] -o FILE"
                                          : " [INPUT...]";
  }
  return line + '\n';
}

class Help : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string /*name*/,
                        CLI::AppFormatMode /*mode*/) const override {
    const bool is_command = app->get_parent() != nullptr;
    std::string out = usage(*app, is_command) + '\n';
    append_wrapped(app->get_description(), 0, 0, out);
    if (!is_command) append_commands(*app, out);
    for (const CLI::Option* option : app->get_options()) {
      if (!names_of(*option).empty()) continue;
      out += '\n';
      append_entry(option->get_name(), option->get_description(), 12, out);
    }
    for (const Group& group : kGroups) append_group(*app, &group, out);
    append_group(*app, nullptr, out);
    for (const Examples& examples : kExamples) {
      if (examples.command != (is_command ? app->get_name() : "")) continue;
      out += "\nExamples:\n";
      for (const std::string_view line : examples.lines) out.append("  ").append(line).append("\n");
    }
    return out + "\nFor the full manual, run: man mimebase\n";
  }
};

}  // namespace

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back('-' + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

// CLI11 appends the allowed values to the name of the value: "F:{text,csv}", "N:INT in [1 - 1024]".
std::string value_name(const CLI::Option& option) {
  if (option.get_expected_max() == 0) return {};
  const std::string name = option.get_type_name();
  std::size_t end = name.find(":{");
  if (const std::size_t range = name.find(" in ["); range != name.npos) end = name.rfind(':', range);
  return name.substr(0, end);
}

std::vector<std::string> values_of(const CLI::Option& option) {
  const std::string name = option.get_type_name();
  const std::size_t open = name.find(":{"), close = name.find('}', std::min(open, name.size()));
  if (close == name.npos) return {};
  return CLI::detail::split(name.substr(open + 2, close - open - 2), ',');
}

void set_help(CLI::App& app) {
  const auto help = std::make_shared<Help>();
  app.formatter(help);
  for (CLI::App* command : app.get_subcommands({})) command->formatter(help);
}

}  // namespace mimebase::cli
