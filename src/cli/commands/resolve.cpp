#include <span>
#include <string>
#include <utility>

#include "cli/command.h"
#include "cli/shared_options.h"
#include "cli/terminal.h"
#include "cli/url_lines.h"
#include "mimebase/analyze.h"
#include "mimebase/explain.h"
#include "mimebase/url.h"

namespace mimebase::cli {
namespace {

void add_resolve_options(CLI::App& command, Arguments& arguments) {
  add_rules(command, arguments);
  add_url_options(command, arguments, "BASE", "BASE [REF...]",
                  "The base URL, and then the references (default: the lines of standard input)");
}

Result<void> check_resolve(Arguments& arguments) {
  if (arguments.urls.empty())
    return Error{Error::Code::kUsage, "resolve: BASE is required (\"\" means no base)"};
  return {};
}

// Why mail would skip the base, which this command only splits; empty if it would not.
std::string why_skipped(const std::string& base) {
  if (base.find(':') == base.npos) return {};  // the reason is reported for each reference
  const Result<void> usable = check_retrieval_url(CLI::detail::trim_copy(base), RuleSet::kRfc1808);
  return usable ? std::string() : "BASE " + usable.error().message + "; mail skips such a base";
}

// A reference that cannot be resolved becomes an empty line, with the reason on standard error.
int resolve_command(const Arguments& arguments) {
  const Rules rules{arguments.run.analyze.rules, {}};
  const std::string& base = arguments.urls.front();
  const Resolver resolver(base, rules);
  bool all = true;
  std::string skipped = arguments.quiet ? std::string() : why_skipped(base);
  const auto one = [&](const std::string& reference) {
    const bool is_relative = !reference.empty() && !Components::split(reference).has_scheme;
    if (is_relative && !skipped.empty()) complain(std::exchange(skipped, {}));
    std::string resolved;
    const Result<void> result = resolver.resolve(reference, resolved);
    all = all && result;
    if (!result && !arguments.quiet) complain("\"" + reference + "\": " + result.error().message);
    if (arguments.format == Format::kJsonl) return json_row(explain(base, reference, rules));
    return result ? resolved : std::string();
  };
  if (!write_lines(std::span(arguments.urls).subspan(1), "references", arguments, one)) return kNotWritten;
  return all ? kAllRead : kNotAllRead;
}

}  // namespace

const Command kResolve = {
    "resolve",
    "Resolve references against a base, one result per line",
    "[--] BASE [REF...]",
    &Arguments::urls,
    {"mimebase resolve http://a/b/c/d ../g '?y' '#s'", "mimebase resolve --rules whatwg http://a/b/ //c",
     "mimebase resolve -- http://a/b/c/d -g"},
    add_resolve_options,
    check_resolve,
    resolve_command};

}  // namespace mimebase::cli
