#include "check/original_link.h"

#include <optional>
#include <utility>

#include "mimebase/unwrap.h"
#include "url/idna.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::check {

const Link& OriginalLink::of(const Link& link) {
  if (own_ == nullptr || !link.resolved || link.wrappers.empty()) return link;
  std::optional<OwnValues> values = own_->match(*link.resolved);
  if (!values) return link;
  url_ = std::move(values->url);
  link_ = link;
  link_.reference = url_;
  link_.resolved = url_;
  link_.host.reset();
  link_.host_unicode.reset();
  if (const std::string_view host = url::host_of(url_); !host.empty())
    link_.host = url::shown_host(host, host_);
  if (link_.host && url::domain_to_unicode(*link_.host, host_unicode_) == nullptr &&
      host_unicode_ != *link_.host)
    link_.host_unicode = host_unicode_;
  unwrapped_ = unwrap_all(url_, *own_);
  link_.wrappers = unwrapped_.names();
  link_.unwrapped.reset();
  if (const std::string_view inside = unwrapped_.innermost(); !inside.empty()) link_.unwrapped = inside;
  return link_;
}

}  // namespace mimebase::check
