#include "cli/command_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace mimebase::cli {
namespace {

constexpr std::size_t kColumns = 80, kIndent = 26;

constexpr std::string_view kDescription =
    "Finds every URL in mail and web archives, resolves each URL against its base URL by the layers of RFC "
    "1808, and reports which layer defined the base.";
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

void append_option(const Option& option, std::string& out) {
  std::string head;
  for (const std::string& name : names_of(option)) {
    if (head.empty() && name.size() > 2) head = "    ";
    if (head.size() > 4 || (!head.empty() && head.front() == '-')) head += ", ";
    head += name;
  }
  if (!option.argument.empty()) head.append(" ").append(option.argument);
  append_entry(head, help_of(option), kIndent, out);
}

}  // namespace

std::string help(const Command* command) {
  std::string out = "Usage: mimebase ";
  if (command == nullptr) {
    out += "COMMAND [options] [INPUT...]\n\n";
  } else {
    out.append(command->name()).append(" [options] ").append(command->usage).append("\n\n");
  }
  append_wrapped(command == nullptr ? kDescription : command->description, 0, 0, out);
  if (command == nullptr) {
    out += "\nCommands:\n";
    for (const Command* each : commands()) append_entry(each->name(), each->description, 12, out);
    append_entry("help", "Describe a command and its options", 12, out);
  }

  const auto all = options::options_of(command == nullptr ? options::kProgram : command->number);
  std::vector<std::string_view> groups;  // in the order in which they begin; that of --help is the last one
  for (const Option* option : all) {
    if (option->value.syntax == Syntax::kPositional) {
      out += '\n';
      append_entry(option->names, help_of(*option), 12, out);
    } else if (std::find(groups.begin(), groups.end(), option->group) == groups.end()) {
      groups.push_back(option->group);
    }
  }
  std::rotate(groups.begin(), groups.begin() + 1, groups.end());
  for (const std::string_view group : groups) {
    out.append("\n").append(command == nullptr ? "Options" : group).append(":\n");
    for (const Option* option : all) {
      if (option->value.syntax != Syntax::kPositional && option->group == group) append_option(*option, out);
    }
  }

  out += "\nExamples:\n";
  for (const std::string_view line : command == nullptr ? kExamples : command->examples)
    out.append("  ").append(line).append("\n");
  return out + "\nFor the full manual, run: man mimebase\n";
}

}  // namespace mimebase::cli
