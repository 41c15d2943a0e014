#include "url/rfc1808.h"

#include "url/generic.h"
#include "url/split.h"

namespace mimebase::url {
namespace {

// Steps 5a and 5b, for params and query alike: what is empty is inherited; what is present and empty keeps
// its delimiter where there is nothing to inherit.
void append_inherited(char delimiter, bool present, bool base_has, std::string_view base_value,
                      std::string& out) {
  if (!present && !base_has) return;
  out += delimiter;
  out += base_value;
}

void append_present(char delimiter, bool present, std::string_view value, std::string& out) {
  if (!present) return;
  out += delimiter;
  out += value;
}

}  // namespace

Rfc1808Base::Rfc1808Base(std::string_view base, ParentRule rule)
    : text_(base), rule_(rule), parts_(split(text_)), path_(parts_.path) {
  if (parts_.has_net_loc && path_.empty()) path_ = "/";
  // Step 6 is a fold over the segments from left to right, so the base's share of it can be done once.
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
  const Components parts = split(reference);
  out += parts_.scheme;
  out += ':';
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

// The net_loc, which step 3 inherits where the reference's is empty.
void Rfc1808Base::append_site(const Components& reference, std::string& out) const {
  if (!parts_.has_net_loc && !reference.has_net_loc) return;
  out += "//";
  out += parts_.net_loc;
}

// Step 5.
void Rfc1808Base::resolve_empty_path(const Components& reference, std::string& out) const {
  append_site(reference, out);
  // "//" against a base without net_loc: its path must not be read as the host.
  if (reference.has_net_loc && !parts_.has_net_loc && !path_.starts_with('/')) out += '/';
  out += path_;
  if (reference.params.empty()) {
    append_inherited(';', reference.has_params, parts_.has_params, parts_.params, out);
  } else {
    append_present(';', true, reference.params, out);
  }
  if (reference.params.empty() && reference.query.empty()) {
    append_inherited('?', reference.has_query, parts_.has_query, parts_.query, out);
  } else {
    append_present('?', reference.has_query, reference.query, out);
  }
  append_present('#', reference.has_fragment, reference.fragment, out);
}

// Step 6.
void Rfc1808Base::resolve_relative_path(const Components& reference, std::string& out) const {
  append_site(reference, out);
  const std::size_t path_start = out.size();
  out += folder_;
  append_segments(reference.path, rule_, path_start, out);
  if (!parts_.has_net_loc) guard_path(path_start, out);
  append_present(';', reference.has_params, reference.params, out);
  append_present('?', reference.has_query, reference.query, out);
  append_present('#', reference.has_fragment, reference.fragment, out);
}

}  // namespace mimebase::url
