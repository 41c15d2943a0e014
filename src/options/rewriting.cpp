#include "options/rewriting.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/keys.h"
#include "mimebase/own_template.h"
#include "mimebase/url_map.h"

namespace mimebase::options {
namespace {

Error misuse(std::string sentence) {
  return {Error::Code::kUsage, std::move(sentence)};
}

// An option, and whether it was given.
struct Given {
  std::string_view name;
  bool is_given = false;
};

// Returns the name of the first option that was given; empty if none was.
std::string first_given(std::initializer_list<Given> options) {
  const auto* const first =
      std::find_if(options.begin(), options.end(), [](const Given& option) { return option.is_given; });
  return first == options.end() ? std::string() : std::string(first->name);
}

// What replaces the usual work excludes each other, and the options of that work.
Result<void> check_combined(const Arguments& arguments) {
  const RewriteOptions& rewrite = arguments.rewrite;
  const bool wraps = arguments.wrapping.has_value(), restores = arguments.untemplate.has_value();
  const bool maps = !arguments.map.empty();
  const std::string work = first_given({{"--template", wraps}, {"--untemplate", restores}, {"--map", maps}});
  std::string other = wraps && restores ? "--untemplate" : maps && work != "--map" ? "--map" : "";
  if (other.empty())
    other = first_given({{"--only", !rewrite.only.empty()},
                         {"--cid", rewrite.cid_to_location},
                         {"--base", rewrite.drop_bases},
                         {"--unwrap", rewrite.unwrap}});
  if (!work.empty() && !other.empty())
    return misuse(work + " and " + other + " cannot be combined: " + work +
                  " replaces the usual work of rewrite");
  const std::string idle = first_given({{"--in", !wraps && !rewrite.in.empty()},
                                        {"--except", !wraps && !arguments.except.empty()},
                                        {"--unwrap-first", !wraps && rewrite.unwrap_first},
                                        {"--recipient", !wraps && !restores && !rewrite.recipient.empty()},
                                        {"--time", !wraps && !restores && rewrite.time.has_value()},
                                        {"--key-file", !wraps && !restores && !arguments.key_file.empty()}});
  const bool is_for_both = idle == "--recipient" || idle == "--time" || idle == "--key-file";
  if (!idle.empty()) return misuse(idle + " needs --template" + (is_for_both ? " or --untemplate" : ""));
  return {};
}

// Reads the file of --except. A URL or a port would never match.
Result<void> read_except(const std::string& path, std::vector<std::string>& patterns) {
  std::ifstream file(path);
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    line.erase(line.find_last_not_of(" \t\r") + 1);
    line.erase(0, line.find_first_not_of(" \t"));
    if (line.empty() || line.starts_with('#')) continue;
    const bool is_address = line.starts_with('[') && line.ends_with(']');
    if (line.find('/') != line.npos || (line.find(':') != line.npos && !is_address))
      return misuse("--except " + path + ": line " + std::to_string(number) +
                    " is no pattern of hosts, such as *.example.org: " + line);
    patterns.push_back(line);
  }
  if (file.eof()) return {};
  return misuse("--except " + path + " cannot be read: " + std::strerror(errno));
}

// Reads the file of --map.
Result<void> read_map(const std::string& path, std::optional<UrlMap>& map) {
  const auto wrong = [&](const std::string& why) { return misuse("--map " + path + why); };
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (errno != 0) return wrong(std::string(" cannot be read: ") + std::strerror(errno));
  Result<UrlMap> parsed = UrlMap::parse(text.view());
  if (!parsed) return wrong(": " + parsed.error().message);
  map = std::move(*parsed);
  return {};
}

// Checks the template of an option, and reads the keys that it needs.
Result<OwnTemplate> read_template(const std::string& option, Arguments& arguments) {
  RewriteOptions& rewrite = arguments.rewrite;
  rewrite.own_template = rewrite.untemplate ? *arguments.untemplate : *arguments.wrapping;
  Result<OwnTemplate> own = OwnTemplate::parse(rewrite.own_template);
  if (!own) return misuse(option + ": " + own.error().message);
  const bool has_key = own->has(OwnField::kH) || own->has(OwnField::kKid);
  if (has_key && arguments.key_file.empty())
    return misuse(option + ": the template has {h} or {kid}, which need --key-file FILE");
  if (arguments.key_file.empty()) return own;
  Result<std::shared_ptr<Keys>> keys = Keys::open(arguments.key_file);
  if (!keys) return misuse("--key-file " + keys.error().message);
  rewrite.signer = std::move(*keys);
  return own;
}

Result<void> complete_template(Arguments& arguments) {
  RewriteOptions& rewrite = arguments.rewrite;
  rewrite.untemplate = arguments.untemplate.has_value();
  const std::string option = rewrite.untemplate ? "--untemplate" : "--template";
  const Result<OwnTemplate> own = read_template(option, arguments);
  if (!own) return own.error();
  if (own->has(OwnField::kRecipient) && !rewrite.untemplate && rewrite.recipient.empty())
    return misuse(option + ": the template has {recipient:query}, which needs --recipient ADDRESS");
  if (const Result<void> usable = check_options(rewrite); !usable)
    return misuse(option + ": " + usable.error().message);
  return {};
}

}  // namespace

Result<void> complete_rewriting(Arguments& arguments) {
  if (Result<void> usable = check_combined(arguments); !usable) return usable;
  if (!arguments.map.empty()) return read_map(arguments.map, arguments.rewrite.map);
  if (!arguments.wrapping && !arguments.untemplate) return {};
  if (!arguments.except.empty()) {
    if (Result<void> read = read_except(arguments.except, arguments.rewrite.except); !read) return read;
  }
  return complete_template(arguments);
}

Result<void> complete_unwrapping(Arguments& arguments) {
  if (!arguments.wrapping)
    return arguments.key_file.empty() ? Result<void>() : misuse("--key-file needs --template");
  const Result<OwnTemplate> own = read_template("--template", arguments);
  return own ? Result<void>() : own.error();
}

}  // namespace mimebase::options
