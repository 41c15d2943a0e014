#include "cli/command.h"
#include "cli/option_types.h"
#include "cli/run_command.h"
#include "cli/shared_options.h"

namespace mimebase::cli {
namespace {

Names<std::string> hidden_names() {
  Names<std::string> names;
  for (const std::string_view kind : hidden_kinds()) names.emplace_back(kind, kind);
  return names;
}

void add_links_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output selection");
  add_list(command, "--status", arguments.links.filter.statuses, all_names<LinkStatus>(),
           "List only links with these statuses: resolved, absolute, part, missing-part, same-document, "
           "unresolved, guessed, invalid, defanged")
      ->type_name("S,...");
  add_globs(command, "--context", arguments.links.filter.contexts,
            "List only links whose context matches GLOB, such as a@* or header:*");
  add_globs(command, "--host", arguments.links.filter.hosts,
            "List only links whose resolved URL has a host that matches GLOB");
  add_list(command, "--hidden", arguments.links.filter.hidden, hidden_names(),
           "List only links that a person may not see, by the reason: comment, conditional-comment, "
           "template, style; none lists all other links")
      ->type_name("KIND,...");
  add_list(command, "--kind", arguments.links.filter.kinds, all_names<LinkKind>(),
           "List only links of these kinds: link, image, style, script, frame, form, media, metadata, base, "
           "header, text, other")
      ->type_name("K,...");
  command.add_flag(
      "--unwrapped", arguments.links.filter.unwrapped,
      "Make --host, --top and --format urls use the URL inside a wrapped URL, if that URL is known");
  command.add_flag("--unique", arguments.links.unique, "Write one row per resolved URL, with a count");
  add_choice(command, "--top", arguments.links.top, all_names<Top>(),
             "Write one row per host, domain or URL with a count, instead of the links: hosts, domains, urls")
      ->type_name("WHAT");
  command.add_flag("--full", arguments.run.analyze.full_data_urls,
                   "Do not cut off data: URLs after 100 bytes");
  add_defanged(command, arguments);
  add_rows(command, arguments);
  add_reader(command, arguments);
  add_messages(command, arguments);
}

int links_command(const Arguments& arguments) {
  return run_rows(run_links, arguments.links, arguments);
}

}  // namespace

const Command kLinks = {
    "links",
    "List every reference in every part, with its resolved URL",
    "[INPUT...]",
    &Arguments::inputs,
    {"mimebase links --status unresolved archive.mbox", "mimebase links --top domains archive.mbox",
     "mimebase links -o links.sqlite archive.mbox"},
    add_links_options,
    accept,
    links_command};

}  // namespace mimebase::cli
