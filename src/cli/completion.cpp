#include "cli/completion.h"

#include <algorithm>
#include <map>
#include <vector>

#include "cli/command.h"
#include "cli/help.h"

namespace mimebase::cli {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) (text += text.empty() ? "" : between) += word;
  return text;
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

std::string bash(const CLI::App& app) {
  std::string out(kBashHead);
  const std::string names = "  local commands=" + in_quotes(names_of_commands(" ")) + "\n";
  out.insert(out.find("  COMPREPLY=()"), names);
  std::string cases = "  case $command in\n";
  // The values of options, and by them the commands that have the option: those of --format differ.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> values;
  for (const CLI::App* command : app.get_subcommands({})) {
    std::vector<std::string> options;
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : names_of(*option)) {
        options.push_back(name);
        if (!values_of(*option).empty())
          values[name][joined(values_of(*option), " ")].push_back(command->get_name());
      }
    }
    cases += "    " + command->get_name() + ") options=" + in_quotes(joined(options, " ")) + " ;;\n";
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

// Whether the argument is a list with commas.
bool is_list(const CLI::Option& option) {
  const std::string name = value_name(option);
  return !values_of(option).empty() && (name == "LIST" || name.ends_with(",..."));
}

// A value that takes one itself, such as "depth=", has a specification of its own.
std::vector<std::string> zsh_values(std::vector<std::string> values) {
  for (std::string& value : values) {
    if (value.ends_with('=')) value.replace(value.size() - 1, 1, "\\:value\\: ");
    if (value.ends_with(' ')) value = "\"" + value + "\"";
  }
  return values;
}

std::string zsh_option(const CLI::Option& option) {
  std::string specs;
  const std::string value = value_name(option);
  const std::vector<std::string> values = values_of(option);
  for (const std::string& name : names_of(option)) {
    std::string spec = name + (value.empty() ? "" : name.size() > 2 ? "=" : "+");
    const std::string text = in_quotes(option.get_description(), "[]:\\");
    spec = in_quotes("*" + spec + "[") + text + in_quotes("]");
    if (!value.empty()) {
      const bool is_file = value.find("FILE") != value.npos || value.find("DIR") != value.npos;
      const std::string action = is_list(option)   ? "_values -s , value " + joined(zsh_values(values), " ")
                                 : !values.empty() ? "(" + joined(values, " ") + ")"
                                 : is_file         ? "_files"
                                                   : " ";
      spec += in_quotes(":") + in_quotes(value, ":\\") + in_quotes(":" + action);
    }
    specs += " \\\n        " + spec;
  }
  return specs;
}

std::string zsh(const CLI::App& app) {
  std::string out =
      "#compdef mimebase\n# Completion of mimebase for zsh.\n_mimebase() {\n  local -a commands=(\n";
  for (const CLI::App* command : app.get_subcommands({}))
    out += "    " + in_quotes(command->get_name() + ":" + command->get_description()) + "\n";
  out +=
      "    'help:What a command does, and its options'\n  )\n"
      "  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n"
      "    help) _describe command commands ;;\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    out += "    " + command->get_name() + ")\n      _arguments";
    for (const CLI::Option* option : command->get_options()) out += zsh_option(*option);
    out += " \\\n        '*:file:_files'\n      ;;\n";
  }
  return out + "  esac\n}\n_mimebase \"$@\"\n";
}

// ---- fish ----

std::string fish_option(const CLI::App& command, const CLI::Option& option) {
  std::string line = "complete -c mimebase -n '__fish_seen_subcommand_from " + command.get_name() + "'";
  for (const std::string& name : option.get_snames()) line += " -s " + name;
  std::string lines;
  const std::vector<std::string> values = values_of(option);
  const std::string value = value_name(option);
  const bool is_file = value.find("FILE") != value.npos || value.find("DIR") != value.npos;
  const std::string takes = value.empty()     ? ""
                            : !values.empty() ? " -x -a " + in_quotes(joined(values, " "))
                            : is_file         ? " -r -F"
                                              : " -x";
  if (option.get_lnames().empty()) return line + takes + " -d " + in_quotes(option.get_description()) + "\n";
  for (const std::string& name : option.get_lnames())
    lines += line + " -l " + name + takes + " -d " + in_quotes(option.get_description()) + "\n";
  return lines;
}

std::string fish(const CLI::App& app) {
  std::string out = "# Completion of mimebase for fish.\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    out += "complete -c mimebase -n __fish_use_subcommand -f -a " + command->get_name() + " -d " +
           in_quotes(command->get_description()) + "\n";
    for (const CLI::Option* option : command->get_options()) {
      if (!names_of(*option).empty()) out += fish_option(*command, *option);
    }
  }
  return out +
         "complete -c mimebase -n __fish_use_subcommand -f -a help -d 'What a command does, and its "
         "options'\n" +
         "complete -c mimebase -n '__fish_seen_subcommand_from help' -f -a " +
         in_quotes(names_of_commands(" ")) + "\n";
}

}  // namespace

std::string completion(const CLI::App& app, std::string_view shell) {
  if (shell == "bash") return bash(app);
  if (shell == "zsh") return zsh(app);
  return shell == "fish" ? fish(app) : std::string();
}

}  // namespace mimebase::cli
