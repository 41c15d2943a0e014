#include "url/rfc3986.h"

#include "url/dot_segments.h"
#include "url/generic.h"

namespace mimebase::url {

Rfc3986Base::Rfc3986Base(std::string_view base) : text_(base), parts_(split_rfc3986(text_)) {}

// Section 5.2.2 and, for the order in which the components are put together, section 5.3.
Result<void> Rfc3986Base::resolve(std::string_view reference, std::string& out) const {
  const Rfc3986Components parts = split_rfc3986(reference);
  if (!parts.has_scheme && !parts_.has_scheme) return no_base(text_);
  out += parts.has_scheme ? parts.scheme : parts_.scheme;
  out += ':';
  const bool own_authority = parts.has_scheme || parts.has_authority;
  const Rfc3986Components& authority_of = own_authority ? parts : parts_;
  if (authority_of.has_authority) {
    out += "//";
    out += authority_of.authority;
  }
  const std::size_t path_start = out.size();
  const bool inherits_path = !own_authority && parts.path.empty();
  if (inherits_path) {
    out += parts_.path;
  } else {
    if (own_authority || parts.path.front() == '/') {
      out += parts.path;
    } else {
      append_merged_path(parts.path, out);
    }
    remove_dot_segments(path_start, out);
    if (!authority_of.has_authority) guard_path(path_start, out);
  }
  const Rfc3986Components& query_of = inherits_path && !parts.has_query ? parts_ : parts;
  if (query_of.has_query) {
    out += '?';
    out += query_of.query;
  }
  if (parts.has_fragment) {
    out += '#';
    out += parts.fragment;
  }
  return {};
}

// Section 5.2.3.
void Rfc3986Base::append_merged_path(std::string_view reference_path, std::string& out) const {
  if (parts_.has_authority && parts_.path.empty()) {
    out += '/';
  } else {
    out += parts_.path.substr(0, parts_.path.rfind('/') + 1);
  }
  out += reference_path;
}

}  // namespace mimebase::url
