// What the template of an operator's own links has wrapped.
#pragma once

#include <string>

#include "mimebase/model.h"
#include "mimebase/own_template.h"

namespace mimebase::check {

// A link whose URL the template has wrapped is judged as it was before.
class OriginalLink {
 public:
  // `own` may be null, and must outlive the object.
  explicit OriginalLink(const OwnTemplate* own) : own_(own) {}

  // Returns `link`, or a copy with the URL inside, valid until the next call.
  [[nodiscard]] const Link& of(const Link& link);

 private:
  const OwnTemplate* own_;
  Link link_;
  std::string url_, host_, host_unicode_;
  Unwrapped unwrapped_;
};

}  // namespace mimebase::check
