#include "run/commands/top.h"

#include "mimebase/url.h"
#include "text/ascii.h"
#include "url/defang.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::run {

std::optional<std::string_view> TopNames::name(Top top, const Link& link) {
  const bool unwrapped = unwrapped_ && link.unwrapped;
  if (top == Top::kUrls) return unwrapped ? link.unwrapped : link.resolved;
  const std::optional<std::string_view> host =
      unwrapped ? url::shown_host(url::host_of(*link.unwrapped), unwrapped_host_) : link.host;
  if (top == Top::kHosts || !host) return host;
  if (host_ != *host) {
    host_ = *host;
    domain_ = url::registrable_domain(host_);
  }
  return domain_;
}

void write_top(Top top, std::string_view name, std::uint64_t count, bool defang, write::RowWriter& writer) {
  write::TopRow row;
  row.count = count;
  const std::string url = defang ? mimebase::defang(name) : std::string(name);
  if (top == Top::kUrls) row.url = url;
  std::string host =
      top == Top::kDomains ? std::string() : ascii::lowered(top == Top::kUrls ? url::host_of(name) : name);
  std::string domain = top == Top::kDomains ? std::string(name) : url::registrable_domain(host);
  if (defang) {
    host = url::defang_host(host);
    domain = url::defang_host(domain);
  }
  row.host = write::text_or_null(host);
  row.domain = write::text_or_null(domain);
  writer.top(row);
}

}  // namespace mimebase::run
