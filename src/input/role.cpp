#include "input/role.h"

#include <algorithm>
#include <array>

#include "ascii.h"

namespace mimebase::input {
namespace {

bool is_number(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), ascii::is_digit);
}

// Files that mail programs keep beside mail and that begin like a heading; and what MH has deleted: ",12".
bool is_bookkeeping(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>({".mh_profile", ".xmhcache", "maildirfolder"});
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  if (name.starts_with(".mh_sequences") || name.starts_with("dovecot")) return true;
  return !name.empty() && (name[0] == ',' || name[0] == '#') && is_number(name.substr(1));
}

}  // namespace

bool is_named_like_mail(std::string_view name) {
  constexpr auto kEndings =
      std::to_array<std::string_view>({".eml", ".emlx", ".mht", ".mhtml", ".msg", ".mail"});
  const auto is_ending = [name](std::string_view ending) {
    return name.size() > ending.size() && ascii::ends_with_ignoring_case(name, ending);
  };
  return std::any_of(kEndings.begin(), kEndings.end(), is_ending);
}

Role role_of(std::string_view folder, std::string_view name, InputKind kind) {
  const bool in_maildir = folder == "cur" || folder == "new";
  const bool hidden = name.starts_with('.');  // no message of a Maildir; .DS_Store and the like
  if (is_bookkeeping(name) || (in_maildir && hidden)) return Role::kPassed;
  if (kind == InputKind::kMaildir) return in_maildir ? Role::kMail : Role::kPassed;
  if (kind == InputKind::kMh) return is_number(name) ? Role::kMail : Role::kPassed;
  return in_maildir || is_number(name) || (is_named_like_mail(name) && !hidden) ? Role::kMail : Role::kAny;
}

bool is_undelivered(std::string_view folder, std::string_view name) {
  constexpr std::size_t kDigits = 9;  // the names of a Maildir begin with a time in seconds
  const std::size_t digits =
      static_cast<std::size_t>(std::find_if_not(name.begin(), name.end(), ascii::is_digit) - name.begin());
  return folder == "tmp" && digits >= kDigits && name.substr(digits, 1) == ".";
}

std::string_view last_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view folder_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : last_name(path.substr(0, slash));
}

}  // namespace mimebase::input
