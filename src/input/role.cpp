#include "input/role.h"

#include <algorithm>
#include <array>

namespace mimebase::input {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_number(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_digit);
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// Files that mail programs keep beside mail and that begin like a heading; and what MH has deleted: ",12".
bool is_bookkeeping(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>({".mh_profile", ".xmhcache", "maildirfolder"});
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  if (starts_with(name, ".mh_sequences") || starts_with(name, "dovecot")) return true;
  return !name.empty() && (name[0] == ',' || name[0] == '#') && is_number(name.substr(1));
}

}  // namespace

bool is_named_like_mail(std::string_view name) {
  constexpr auto kEndings =
      std::to_array<std::string_view>({".eml", ".emlx", ".mht", ".mhtml", ".msg", ".mail"});
  const auto is_ending = [name](std::string_view ending) {
    if (name.size() <= ending.size()) return false;
    const std::string_view end = name.substr(name.size() - ending.size());
    return std::equal(end.begin(), end.end(), ending.begin(), [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? static_cast<char>(a | 0x20) : a) == b;
    });
  };
  return std::any_of(kEndings.begin(), kEndings.end(), is_ending);
}

Role role_of(std::string_view folder, std::string_view name, InputKind kind) {
  const bool in_maildir = folder == "cur" || folder == "new";
  const bool hidden = starts_with(name, ".");  // no message of a Maildir; .DS_Store and the like
  if (is_bookkeeping(name) || (in_maildir && hidden)) return Role::kPassed;
  if (kind == InputKind::kMaildir) return in_maildir ? Role::kMail : Role::kPassed;
  if (kind == InputKind::kMh) return is_number(name) ? Role::kMail : Role::kPassed;
  return in_maildir || is_number(name) || (is_named_like_mail(name) && !hidden) ? Role::kMail : Role::kAny;
}

bool is_undelivered(std::string_view folder, std::string_view name) {
  constexpr std::size_t kDigits = 9;  // the names of a Maildir begin with a time in seconds
  const std::size_t digits =
      static_cast<std::size_t>(std::find_if_not(name.begin(), name.end(), is_digit) - name.begin());
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
