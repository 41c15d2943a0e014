#include "mimebase/options.h"

#include <algorithm>

#include "base/layers.h"
#include "mimebase/own_template.h"
#include "url/whatwg_host.h"

namespace mimebase {
inline namespace v0_2 {

Result<void> check_retrieval_url(std::string_view url, RuleSet rules) {
  const auto refuse = [&](std::string_view why) {
    return Error{Error::Code::kUsage, '"' + std::string(url) + "\" " + std::string(why)};
  };
  switch (base::judge(url)) {
    case base::Validity::kMalformed:
      return refuse("is malformed: it is empty or contains a space, a control character, \"<\" or \">\"");
    case base::Validity::kRelative:
      return refuse("is relative: a base needs a scheme");
    case base::Validity::kUnsuitable:
      return refuse("cannot be a base: nothing can be relative to it");
    case base::Validity::kUsable:
      break;
  }
  const Result<void> checked = Resolver(url, {rules, {}}).check_base();
  return checked ? Result<void>() : refuse("cannot be a base: " + checked.error().message);
}

namespace {

// A name of RFC 5322 section 3.6.8.
bool is_field_name(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < 0x7F && c != ':'; });
}

}  // namespace

Result<void> check_options(const AnalyzeOptions& options) {
  if (!options.retrieval_url.empty()) {
    if (Result<void> checked = check_retrieval_url(options.retrieval_url, options.rules); !checked)
      return Error{Error::Code::kUsage, "the retrieval URL " + checked.error().message};
  }
  for (const BaseBy by : options.base_headers) {
    if (header_name(by).empty())
      return Error{Error::Code::kUsage,
                   '"' + std::string(name_of(by)) + "\" is not a header field that declares a base"};
  }
  for (const std::string& domain : options.domains) {
    std::string parsed;
    if (url::append_host(domain, url::HostKind::kDomain, parsed) != nullptr)
      return Error{Error::Code::kUsage, '"' + domain + "\" is not a domain"};
  }
  for (const std::string& name : options.fields) {
    if (!is_field_name(name))
      return Error{Error::Code::kUsage, '"' + name + "\" is not the name of a header field"};
  }
  if (!options.own_template.empty()) {
    if (const auto own = OwnTemplate::parse(options.own_template); !own) return own.error();
  }
  return {};
}

}  // namespace v0_2
}  // namespace mimebase
