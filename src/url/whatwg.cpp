#include "url/whatwg.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::url {
namespace {

struct SpecialScheme {
  std::string_view name;  // including the colon
  SchemeKind kind;
  int default_port;
};
constexpr SpecialScheme kSpecialSchemes[] = {
    {"https:", SchemeKind::kSpecial, 443}, {"http:", SchemeKind::kSpecial, 80},
    {"ftp:", SchemeKind::kSpecial, 21},    {"file:", SchemeKind::kFile, -1},
    {"ws:", SchemeKind::kWebSocket, 80},   {"wss:", SchemeKind::kWebSocket, 443},
};

const SpecialScheme* special_scheme(std::string_view name) {
  for (const SpecialScheme& scheme : kSpecialSchemes) {
    if (scheme.name.size() == name.size() && scheme.name == name) return &scheme;
  }
  return nullptr;
}

// The length of the host, which ends before the first colon outside brackets.
std::size_t host_length(std::string_view authority) {
  if (!contains(authority, '[')) return std::min(authority.find(':'), authority.size());
  bool inside_brackets = false;
  std::size_t length = 0;
  for (; length < authority.size(); ++length) {
    const char c = authority[length];
    if (c == ':' && !inside_brackets) break;
    if (c == '[') inside_brackets = true;
    if (c == ']') inside_brackets = false;
  }
  return length;
}

// A "Windows drive letter": a letter, then a colon or bar.
bool is_drive_letter(std::string_view segment) {
  return segment.size() == 2 && ascii::is_letter(segment[0]) && (segment[1] == ':' || segment[1] == '|');
}

// A drive letter at the end of the text, or before a slash, backslash, "?" or "#".
bool starts_with_drive_letter(std::string_view text) {
  return is_drive_letter(text.substr(0, 2)) && (text.size() == 2 || contains("/\\?#", text[2]));
}

// Returns true if the first segment of a serialised path is a letter and a colon.
bool starts_with_normalized_drive(std::string_view path) {
  return path.size() >= 3 && path[0] == '/' && ascii::is_letter(path[1]) && path[2] == ':' &&
         (path.size() == 3 || path[3] == '/');
}

bool is_encoded_dot(std::string_view text) {
  return text.starts_with("%2e") || text.starts_with("%2E");
}

// The number of dots if the segment is "." or "..", where "%2e" counts as a dot; 0 for any other segment.
int dots(std::string_view segment) {
  int count = 0;
  while (!segment.empty()) {
    const bool encoded = is_encoded_dot(segment);
    if (!encoded && segment[0] != '.') return 0;
    if (++count > 2) return 0;
    segment.remove_prefix(encoded ? 3 : 1);
  }
  return count;
}

// The number of characters at the start of `rest` that are copied unchanged. They end before a character that
// must be encoded (which includes the start of a query or fragment), a dot segment, a backslash or a bar.
std::size_t plain_length(std::string_view rest) {
  bool segment_begins = true;
  std::size_t length = 0;
  for (; length < rest.size(); ++length) {
    const char c = rest[length];
    if (in_set(c, PercentSet::kPath) || c == '\\' || c == '|') break;
    if (segment_begins && (c == '.' || (c == '%' && is_encoded_dot(rest.substr(length))))) break;
    segment_begins = c == '/';
  }
  return length;
}

// The length of `rest` without query and fragment.
std::size_t path_length(std::string_view rest) {
  std::size_t length = 0;
  while (length < rest.size() && rest[length] != '?' && rest[length] != '#') ++length;
  return length;
}

// The basic URL parser without state override. Each function is a state of the Standard, or a helper that
// several states share. `at_` is the Standard's pointer, and `out_` the URL so far.
class Parser {
 public:
  Parser(std::string_view input, const SerializedUrl* base, const QueryEncoding& encoding, std::string& out,
         Layout& layout)
      : input_(input), base_(base), encoding_(encoding), out_(out), layout_(layout) {}

  Failure scheme_start_state();

 private:
  Failure scheme_state();
  Failure no_scheme_state();
  Failure relative_state(const SerializedUrl& base);
  Failure relative_slash_state(const SerializedUrl& base);
  Failure authority_state();
  Failure host_state(std::string_view authority);
  Failure port_state(std::string_view digits);
  Failure file_state();
  Failure file_slash_state();
  Failure file_host_state();
  Failure without_file_host();
  Failure path_start_state();
  Failure path_state();
  Failure opaque_path_state();
  Failure query_or_fragment_state(const SerializedUrl* query_base);
  Failure fragment_state();

  bool is_special() const { return layout_.kind != SchemeKind::kNotSpecial; }
  bool is_file() const { return layout_.kind == SchemeKind::kFile; }
  const SerializedUrl* file_base() const {
    return base_ != nullptr && base_->layout.kind == SchemeKind::kFile ? base_ : nullptr;
  }
  bool at_end() const { return at_ == input_.size(); }
  bool at(char c) const { return !at_end() && input_[at_] == c; }
  bool at_slash() const { return at('/') || (is_special() && at('\\')); }
  bool at_end_of_path() const { return at_end() || at('?') || at('#'); }
  std::string_view rest() const { return input_.substr(at_); }
  std::size_t end_of_authority() const {
    std::size_t end = at_;
    while (end < input_.size() && input_[end] != '/' && input_[end] != '?' && input_[end] != '#' &&
           !(input_[end] == '\\' && is_special()))
      ++end;
    return end;
  }
  void skip_slashes();
  void append_userinfo(std::string_view userinfo);
  void begin_path();
  void append_segment(std::string_view segment);
  void shorten_path();
  void inherit_scheme(const SerializedUrl& base);
  void inherit_authority(const SerializedUrl& base);

  const std::string_view input_;
  const SerializedUrl* const base_;
  const QueryEncoding& encoding_;
  std::string& out_;
  Layout& layout_;
  std::size_t at_ = 0;
};

// The scheme start state, and the scheme state up to the colon.
Failure Parser::scheme_start_state() {
  const std::size_t length = scheme_length(input_, SchemeStart::kLetter);
  if (length == 0) return no_scheme_state();
  at_ = length + 1;
  out_.resize(at_);
  std::transform(input_.begin(), input_.begin() + at_, out_.begin(), ascii::lower);
  layout_.scheme_end = at_;
  return scheme_state();
}

// The scheme state at the colon, and the states that only select a next state: special relative or authority,
// special authority slashes, special authority ignore slashes, path or authority.
Failure Parser::scheme_state() {
  const SpecialScheme* const special = special_scheme(out_);
  if (special != nullptr) {
    layout_.kind = special->kind;
    if (is_file()) return file_state();
    const bool same_scheme = base_ != nullptr && base_->text.starts_with(out_);
    if (same_scheme && !rest().starts_with("//")) return relative_state(*base_);
    skip_slashes();
    return authority_state();
  }
  if (!at('/')) return opaque_path_state();
  ++at_;
  if (at('/')) {
    ++at_;
    return authority_state();
  }
  begin_path();
  return path_state();
}

Failure Parser::no_scheme_state() {
  if (base_ == nullptr || (base_->layout.has_opaque_path && !at('#')))
    return "missing-scheme-non-relative-URL";
  if (!base_->layout.has_opaque_path) {
    inherit_scheme(*base_);
    return is_file() ? file_state() : relative_state(*base_);
  }
  layout_ = base_->layout;
  out_ = base_->text;
  return fragment_state();
}

Failure Parser::relative_state(const SerializedUrl& base) {
  if (at_slash()) {
    ++at_;
    return relative_slash_state(base);
  }
  inherit_authority(base);
  out_ += base.path();
  if (at_end_of_path()) return query_or_fragment_state(&base);
  shorten_path();
  return path_state();
}

Failure Parser::relative_slash_state(const SerializedUrl& base) {
  if (at_slash()) {
    ++at_;
    inherit_scheme(base);
    if (is_special()) skip_slashes();
    return authority_state();
  }
  inherit_authority(base);
  return path_state();
}

Failure Parser::authority_state() {
  out_ += "//";
  layout_.has_host = true;
  const std::size_t end = end_of_authority();
  std::string_view authority = input_.substr(at_, end - at_);
  at_ = end;
  const std::size_t at_sign = authority.rfind('@');
  if (at_sign != std::string_view::npos) {
    if (at_sign + 1 == authority.size()) return "host-missing";
    append_userinfo(authority.substr(0, at_sign));
    authority.remove_prefix(at_sign + 1);
  }
  return host_state(authority);
}

// The first colon separates username and password. Each is written only if it is not empty.
void Parser::append_userinfo(std::string_view userinfo) {
  const std::size_t colon = std::min(userinfo.find(':'), userinfo.size());
  const std::string_view password = userinfo.substr(std::min(colon + 1, userinfo.size()));
  if (colon == 0 && password.empty()) return;
  append_percent_encoded(userinfo.substr(0, colon), PercentSet::kUserinfo, out_);
  if (!password.empty()) {
    out_ += ':';
    append_percent_encoded(password, PercentSet::kUserinfo, out_);
  }
  out_ += '@';
}

Failure Parser::host_state(std::string_view authority) {
  const std::size_t length = host_length(authority);
  const bool has_colon = length < authority.size();
  if (length == 0 && (has_colon || is_special())) return "host-missing";
  const HostKind kind = is_special() ? HostKind::kDomain : HostKind::kOpaque;
  if (const Failure failure = append_host(authority.substr(0, length), kind, out_)) return failure;
  if (has_colon) {
    if (const Failure failure = port_state(authority.substr(length + 1))) return failure;
  }
  return path_start_state();
}

Failure Parser::port_state(std::string_view digits) {
  if (digits.empty()) return nullptr;
  int port = 0;
  for (const char c : digits) {
    if (!ascii::is_digit(c)) return "port-invalid";
    port = std::min(port * 10 + (c - '0'), 0x10000);
  }
  if (port > 0xFFFF) return "port-out-of-range";
  const SpecialScheme* const scheme = special_scheme(std::string_view(out_).substr(0, layout_.scheme_end));
  if (scheme == nullptr || scheme->default_port != port) {
    out_ += ':';
    out_ += std::to_string(port);
  }
  return nullptr;
}

// Writes an empty host, then the path.
Failure Parser::without_file_host() {
  out_ += "//";
  layout_.has_host = true;
  begin_path();
  return path_state();
}

Failure Parser::file_state() {
  if (at_slash()) {
    ++at_;
    return file_slash_state();
  }
  const SerializedUrl* const base = file_base();
  if (base == nullptr) return without_file_host();
  inherit_authority(*base);
  const bool ends = at_end_of_path();
  if (ends || !starts_with_drive_letter(rest())) out_ += base->path();
  if (ends) return query_or_fragment_state(base);
  shorten_path();
  return path_state();
}

Failure Parser::file_slash_state() {
  if (at_slash()) {
    ++at_;
    return file_host_state();
  }
  const SerializedUrl* const base = file_base();
  if (base == nullptr) return without_file_host();
  inherit_authority(*base);
  const std::string_view base_path = base->path();
  if (!starts_with_drive_letter(rest()) && starts_with_normalized_drive(base_path))
    out_ += base_path.substr(0, 3);
  return path_state();
}

Failure Parser::file_host_state() {
  const std::string_view host = input_.substr(at_, end_of_authority() - at_);
  if (is_drive_letter(host)) return without_file_host();  // not a host, but the first segment of the path
  out_ += "//";
  layout_.has_host = true;
  at_ += host.size();
  if (!host.empty()) {
    const std::size_t host_start = out_.size();
    if (const Failure failure = append_host(host, HostKind::kDomain, out_)) return failure;
    if (std::string_view(out_).substr(host_start) == "localhost") out_.resize(host_start);
  }
  return path_start_state();
}

Failure Parser::path_start_state() {
  begin_path();
  if (is_special()) {
    if (at_slash()) ++at_;
    return path_state();
  }
  if (at_end_of_path()) return query_or_fragment_state(nullptr);
  ++at_;  // skips a slash: nothing else ends an authority here
  return path_state();
}

// The segments begin after the slash.
Failure Parser::path_state() {
  const std::string_view all = rest();
  const std::size_t plain = plain_length(all);
  if (plain == all.size() || all[plain] == '?' || all[plain] == '#') {
    out_.append("/").append(all, 0, plain);
    at_ += plain;
    return query_or_fragment_state(nullptr);
  }
  const std::string_view path = all.substr(0, plain + path_length(all.substr(plain)));
  for (std::size_t at = 0; at <= path.size();) {
    std::size_t end = at;
    while (end < path.size() && path[end] != '/' && !(is_special() && path[end] == '\\')) ++end;
    const std::string_view segment = path.substr(at, end - at);
    const int dot_count = dots(segment);
    if (dot_count == 2) shorten_path();
    if (dot_count == 0) {
      append_segment(segment);
    } else if (end == path.size()) {
      out_ += '/';
    }
    at = end + 1;
  }
  at_ += path.size();
  return query_or_fragment_state(nullptr);
}

void Parser::append_segment(std::string_view segment) {
  const bool is_drive = is_file() && out_.size() == layout_.path_start && is_drive_letter(segment);
  out_ += '/';
  if (is_drive) {
    out_.append(segment, 0, 1) += ':';
  } else {
    append_percent_encoded(segment, PercentSet::kPath, out_);
  }
}

// "Shorten": removes the last segment, if any, unless it is the drive letter of a file URL.
void Parser::shorten_path() {
  const std::string_view path = std::string_view(out_).substr(layout_.path_start);
  if (path.empty() || (is_file() && path.size() == 3 && starts_with_normalized_drive(path))) return;
  out_.resize(layout_.path_start + path.rfind('/'));
}

Failure Parser::opaque_path_state() {
  begin_path();
  layout_.has_opaque_path = true;
  std::string_view path = input_.substr(at_, path_length(rest()));
  at_ += path.size();
  // Otherwise the space would be lost when the query or fragment is removed.
  const bool encode_last = !at_end() && path.ends_with(' ');
  if (encode_last) path.remove_suffix(1);
  append_percent_encoded(path, PercentSet::kC0Control, out_);
  if (encode_last) out_ += "%20";
  return query_or_fragment_state(nullptr);
}

// The end of the path: the serializer's guard, then the query state.
Failure Parser::query_or_fragment_state(const SerializedUrl* query_base) {
  if (!layout_.has_host && !layout_.has_opaque_path) {
    const std::size_t before = out_.size();
    guard_path(layout_.path_start, out_);
    layout_.path_start += out_.size() - before;
  }
  layout_.path_end = out_.size();
  if (at('?')) {
    const std::size_t end = std::min(input_.find('#', at_), input_.size());
    const std::string_view query = input_.substr(at_ + 1, end - at_ - 1);
    out_ += '?';
    if (layout_.kind == SchemeKind::kNotSpecial) {
      append_percent_encoded(query, PercentSet::kQuery, out_);
    } else if (layout_.kind == SchemeKind::kWebSocket) {
      append_percent_encoded(query, PercentSet::kSpecialQuery, out_);
    } else {
      encoding_.append(query, out_);
    }
    at_ = end;
  } else if (query_base != nullptr) {
    const Layout& base = query_base->layout;
    out_.append(query_base->text, base.path_end, base.query_end - base.path_end);
  }
  layout_.query_end = out_.size();
  return fragment_state();
}

Failure Parser::fragment_state() {
  if (at_end()) return nullptr;
  out_ += '#';
  append_percent_encoded(input_.substr(at_ + 1), PercentSet::kFragment, out_);
  return nullptr;
}

// The special authority ignore slashes state.
void Parser::skip_slashes() {
  while (at('/') || at('\\')) ++at_;
}

void Parser::begin_path() {
  layout_.authority_end = layout_.path_start = out_.size();
}

void Parser::inherit_scheme(const SerializedUrl& base) {
  out_.assign(base.text, 0, base.layout.scheme_end);
  layout_.kind = base.layout.kind;
  layout_.scheme_end = base.layout.scheme_end;
}

// Inherits the scheme as well, which `out_` begins with.
void Parser::inherit_authority(const SerializedUrl& base) {
  out_.assign(base.text, 0, base.layout.authority_end);
  layout_.has_host = base.layout.has_host;
  begin_path();
}

// Parses `input`, which must be cleaned, against `base` (null: none). Writes the serialised URL to `out`,
// which must be empty, and its components to `layout`. Returns null on success.
Failure parse(std::string_view input, const SerializedUrl* base, const QueryEncoding& encoding,
              std::string& out, Layout& layout) {
  return Parser(input, base, encoding, out, layout).scheme_start_state();
}

}  // namespace

WhatwgBase::WhatwgBase(std::string_view base, std::string_view encoding)
    : encoding_(encoding), empty_(base.empty()) {
  failure_ = parse(base, nullptr, QueryEncoding({}), url_.text, url_.layout);
  if (failure_ == nullptr) url_.text.resize(url_.layout.query_end);
}

Result<void> WhatwgBase::check() const {
  if (empty_ || failure_ == nullptr) return {};
  return Error{Error::Code::kInvalidUrl, "the base is not a URL: " + sentence_of(failure_)};
}

// If the base is not a URL, even absolute references fail.
Result<void> WhatwgBase::resolve(std::string_view reference, std::string& out) const {
  if (failure_ != nullptr && !empty_) return check();
  Layout layout;
  const SerializedUrl* const base = empty_ ? nullptr : &url_;
  const Failure failure = parse(reference, base, encoding_, out, layout);
  if (failure == nullptr) return {};
  out.clear();
  const bool is_relative = scheme_length(reference, SchemeStart::kLetter) == 0;
  if (empty_ && is_relative) return no_base({});
  return Error{Error::Code::kInvalidUrl, sentence_of(failure)};
}

bool serialise(std::string_view absolute_url, std::string& out) {
  std::string buffer;
  Layout layout;
  out.clear();
  const bool valid =
      parse(clean_whatwg(absolute_url, buffer), nullptr, QueryEncoding({}), out, layout) == nullptr;
  if (!valid) out.clear();
  return valid;
}

}  // namespace mimebase::url
