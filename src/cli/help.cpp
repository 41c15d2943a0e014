#include "cli/help.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

#include "cli/command.h"

namespace mimebase::cli {
namespace {

constexpr std::size_t kColumns = 80, kIndent = 26;

constexpr std::array<std::string_view, 3> kExamples = {"mimebase links message.eml",
                                                       "mimebase check --summary archive.mbox",
                                                       "mimebase extract page.mht -o page"};

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

// The groups of the options, in the order in which they are defined. The group of --help, which no
// function names, is the last one.
std::vector<std::string> groups_of(const CLI::App& app) {
  const std::string rest = app.get_help_ptr()->get_group();
  std::vector<std::string> groups;
  for (const CLI::Option* option : app.get_options()) {
    const std::string& group = option->get_group();
    if (names_of(*option).empty() || group == rest) continue;
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  groups.push_back(rest);
  return groups;
}

void append_groups(const CLI::App& app, std::string& out) {
  const std::vector<std::string> groups = groups_of(app);
  for (const std::string& group : groups) {
    const std::string_view rest = app.get_parent() != nullptr ? "Other options" : "Options";
    out.append("\n").append(group == groups.back() ? rest : group).append(":\n");
    for (const CLI::Option* option : app.get_options()) {
      if (!names_of(*option).empty() && option->get_group() == group) append_option(*option, out);
    }
  }
}

void append_commands(const CLI::App& app, std::string& out) {
  out += "\nCommands:\n";
  for (const CLI::App* command : app.get_subcommands({}))
    append_entry(command->get_name(), command->get_description(), 12, out);
  append_entry("help", "Describe a command and its options", 12, out);
}

class Help : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string /*name*/,
                        CLI::AppFormatMode /*mode*/) const override {
    const Command* const command = app->get_parent() != nullptr ? command_named(app->get_name()) : nullptr;
    std::string out = "Usage: mimebase ";
    if (command == nullptr) {
      out += "COMMAND [options] [INPUT...]\n\n";
    } else {
      out.append(command->name).append(" [options] ").append(command->usage).append("\n\n");
    }
    append_wrapped(app->get_description(), 0, 0, out);
    if (command == nullptr) append_commands(*app, out);
    for (const CLI::Option* option : app->get_options()) {
      if (!names_of(*option).empty()) continue;
      out += '\n';
      append_entry(option->get_name(), option->get_description(), 12, out);
    }
    append_groups(*app, out);
    out += "\nExamples:\n";
    for (const std::string_view line : command != nullptr ? command->examples : kExamples)
      out.append("  ").append(line).append("\n");
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
