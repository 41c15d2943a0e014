#include "cli/command_line.h"

#include <algorithm>
#include <map>
#include <vector>

#include "cli/command.h"
#include "options/table.h"

namespace mimebase::cli {
namespace {

using options::joined, options::options_of;

bool is_file(const Option& option) {
  return option.argument.find("FILE") != option.argument.npos ||
         option.argument.find("DIR") != option.argument.npos;
}

// The options of a command, without what is no option.
std::vector<const Option*> named_options(const Command& command) {
  std::vector<const Option*> options = options_of(command.number);
  std::erase_if(options, [](const Option* each) { return each->value.syntax == Syntax::kPositional; });
  return options;
}

// Puts a text into single quotes, for all three shells. `also` lists bytes that need a backslash in zsh.
std::string in_quotes(std::string_view text, std::string_view also = {}) {
  std::string out = "'";
  for (const char c : text) {
    if (also.find(c) != also.npos) out += '\\';
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

// ---- bash ----

constexpr std::string_view kBashHead = R"(# Completion of mimebase for bash.
_mimebase() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} values= options=
  # "--rules=x" is three words to bash.
  local at=$COMP_CWORD
  if [[ $before == = ]]; then ((at--)); fi
  # The value of "--limits=depth=3,message=1G" is seven of them, or fewer.
  while ((at > 2)) && [[ ${COMP_WORDS[at - 1]} != -* && (${COMP_WORDS[at]} == = || ${COMP_WORDS[at - 1]} == =) ]]; do
    ((at--))
  done
  before=${COMP_WORDS[at - 1]}
  if [[ $word == = ]]; then word=; fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$commands help --help --version --schema-version" -- "$word"))
    return
  fi
)";

constexpr std::string_view kBashTail = R"(  if [[ $values ]]; then
    # The last one of a list with commas.
    local list=
    [[ $word != *,* ]] || list=${word%,*},
    COMPREPLY=($(compgen -P "$list" -W "$values" -- "${word##*,}"))
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $command == help ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -F _mimebase mimebase
)";

std::string bash() {
  std::string out(kBashHead);
  const std::string names = "  local commands=" + in_quotes(names_of_commands(" ")) + "\n";
  out.insert(out.find("  COMPREPLY=()"), names);
  std::string cases = "  case $command in\n";
  // The values of options, and by them the commands that have the option: those of --format differ.
  std::map<std::string, std::map<std::string, Words>> values;
  for (const Command* command : commands()) {
    Words words;
    for (const Option* option : named_options(*command)) {
      const std::string completions = joined(values_of(option->value), " ");
      for (const std::string& name : names_of(*option)) {
        words.push_back(name);
        if (!completions.empty()) values[name][completions].emplace_back(command->name());
      }
    }
    cases.append("    ").append(command->name()) += ") options=" + in_quotes(joined(words, " ")) + " ;;\n";
  }
  cases += "  esac\n  case $command:$before in\n";
  for (const auto& [name, by_words] : values) {
    for (const auto& [words, commands] : by_words) {
      const std::string in =
          by_words.size() == 1 ? "*:" + name : joined(commands, ":" + name + "|") + ":" + name;
      cases += "    " + in + ") values=" + in_quotes(words) + " ;;\n";
    }
  }
  return out + cases + "  esac\n" + std::string(kBashTail);
}

// ---- zsh ----

// What zsh does for the value of an option.
std::string zsh_action(const Option& option) {
  Words values = values_of(option.value);
  if (values.empty()) return is_file(option) ? "_files" : " ";
  const bool is_list = option.value.syntax == Syntax::kNames || option.value.syntax == Syntax::kLimits;
  if (!is_list) return "(" + joined(values, " ") + ")";
  for (std::string& value : values) {
    // A value that takes one itself, such as "depth=", has a specification of its own.
    if (value.ends_with('=')) value = '"' + value.substr(0, value.size() - 1) + "\\:value\\: \"";
  }
  return "_values -s , value " + joined(values, " ");
}

std::string zsh() {
  std::string out =
      "#compdef mimebase\n# Completion of mimebase for zsh.\n_mimebase() {\n  local -a commands=(\n";
  for (const Command* command : commands())
    out += "    " + in_quotes(std::string(command->name()) + ":" + std::string(command->description)) + "\n";
  out +=
      "    'help:What a command does, and its options'\n  )\n"
      "  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n"
      "    help) _describe command commands ;;\n";
  for (const Command* command : commands()) {
    out.append("    ").append(command->name()).append(")\n      _arguments");
    for (const Option* option : named_options(*command)) {
      const bool takes_value = !option->argument.empty();
      const std::string text = in_quotes(help_of(*option), "[]:\\");
      for (const std::string& name : names_of(*option)) {
        const char* const joint = !takes_value ? "" : name.size() > 2 ? "=" : "+";
        out += " \\\n        " + in_quotes("*" + name + joint + "[") + text + in_quotes("]");
        if (takes_value)
          out += in_quotes(":") + in_quotes(option->argument, ":\\") + in_quotes(":" + zsh_action(*option));
      }
    }
    out += " \\\n        '*:file:_files'\n      ;;\n";
  }
  return out + "  esac\n}\n_mimebase \"$@\"\n";
}

// ---- fish ----

std::string fish_option(const Command& command, const Option& option) {
  std::string line =
      "complete -c mimebase -n '__fish_seen_subcommand_from " + std::string(command.name()) + "'";
  const Words values = values_of(option.value);
  const std::string rest = (option.argument.empty() ? ""
                            : !values.empty()       ? " -x -a " + in_quotes(joined(values, " "))
                            : is_file(option)       ? " -r -F"
                                                    : " -x") +
                           " -d " + in_quotes(help_of(option)) + "\n";
  std::string lines;
  for (const std::string& name : names_of(option)) {
    if (name.starts_with("--")) {
      lines += line + " -l " + name.substr(2) + rest;
    } else {
      line += " -s " + name.substr(1);
    }
  }
  return lines.empty() ? line + rest : lines;
}

std::string fish() {
  std::string out = "# Completion of mimebase for fish.\n";
  for (const Command* command : commands()) {
    out.append("complete -c mimebase -n __fish_use_subcommand -f -a ").append(command->name()) +=
        " -d " + in_quotes(command->description) + "\n";
    for (const Option* option : named_options(*command)) out += fish_option(*command, *option);
  }
  return out +
         "complete -c mimebase -n __fish_use_subcommand -f -a help -d 'What a command does, and its "
         "options'\n" +
         "complete -c mimebase -n '__fish_seen_subcommand_from help' -f -a " +
         in_quotes(names_of_commands(" ")) + "\n";
}

}  // namespace

std::string completion(std::string_view shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  return shell == "fish" ? fish() : std::string();
}

}  // namespace mimebase::cli
