#include "url/rfc1808.h"

#include <algorithm>

#include "url/split.h"

namespace mimebase::url {
namespace {

// Removes the last segment and its slash if there is one and `rule` allows it.
bool pop_segment(ParentRule rule, std::size_t path_start, std::string& out) {
  const std::string_view path = std::string_view(out).substr(path_start);
  if (path.size() <= (path.starts_with('/') ? 1 : 0)) return false;
  const std::size_t segment = path.substr(0, path.size() - 1).rfind('/') + 1;  // npos + 1 is 0
  if (rule == ParentRule::kNotAfterParent && path.substr(segment) == "../") return false;
  out.resize(path_start + segment);
  return true;
}

}  // namespace

void append_segments(std::string_view path, ParentRule rule, std::size_t path_start, std::string& out) {
  if (!may_have_dot_segments(path)) {
    out += path;
    return;
  }
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const std::string_view segment = path.substr(at, slash - at);
    const bool dropped = segment == "." || (segment == ".." && pop_segment(rule, path_start, out));
    if (!dropped) out += path.substr(at, slash + 1 - at);
    at = slash + 1;
  }
}

Rfc1808Base::Rfc1808Base(std::string_view base, ParentRule rule)
    : text_(base), rule_(rule), parts_(Components::split(text_)), path_(parts_.path) {
  if (parts_.has_net_loc && path_.empty()) path_ = "/";
  // Step 6 processes the segments from left to right, so the base's share of the work is done once.
  append_segments(path_.substr(0, path_.rfind('/') + 1), rule_, 0, folder_);
}

Result<void> Rfc1808Base::resolve(std::string_view reference, std::string& out) const {
  if (scheme_length(reference, SchemeStart::kAnyCharacter) > 0) {  // step 2b
    out = reference;
    return {};
  }
  if (!parts_.has_scheme) return no_base(text_);  // step 1
  if (reference.empty()) {                        // step 2a
    out = text_;
    return {};
  }
  const Components parts = Components::split(reference);
  out.append(parts_.scheme) += ':';
  if (!parts.net_loc.empty()) {  // step 3
    out += reference;
  } else if (parts.path.empty()) {
    resolve_empty_path(parts, out);
  } else if (parts.path.front() == '/') {  // step 4
    append_site(parts, out);
    out += reference.substr(parts.has_net_loc ? 2 : 0);
  } else {
    resolve_relative_path(parts, out);
  }
  return {};
}

// Appends the net_loc. Step 3 inherits the base's if the reference's is empty.
void Rfc1808Base::append_site(const Components& reference, std::string& out) const {
  append_if(parts_.has_net_loc || reference.has_net_loc, "//", parts_.net_loc, out);
}

// Step 5. Empty components are inherited. A component that is present but empty keeps its delimiter if there
// is nothing to inherit.
void Rfc1808Base::resolve_empty_path(const Components& reference, std::string& out) const {
  append_site(reference, out);
  // "//" against a base without net_loc: the base's path must not be read as a host.
  if (reference.has_net_loc && !parts_.has_net_loc && !path_.starts_with('/')) out += '/';
  out += path_;
  const bool no_params = reference.params.empty();             // 5a
  const bool no_query = no_params && reference.query.empty();  // 5b
  append_if(reference.has_params || (no_params && parts_.has_params), ";",
            no_params ? parts_.params : reference.params, out);
  append_if(reference.has_query || (no_query && parts_.has_query), "?",
            no_query ? parts_.query : reference.query, out);
  append_if(reference.has_fragment, "#", reference.fragment, out);
}

// Step 6.
void Rfc1808Base::resolve_relative_path(const Components& reference, std::string& out) const {
  append_site(reference, out);
  const std::size_t path_start = out.size();
  out += folder_;
  append_segments(reference.path, rule_, path_start, out);
  if (!parts_.has_net_loc) guard_path(path_start, out);
  append_if(reference.has_params, ";", reference.params, out);
  append_if(reference.has_query, "?", reference.query, out);
  append_if(reference.has_fragment, "#", reference.fragment, out);
}

}  // namespace mimebase::url
