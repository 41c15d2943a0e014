// What the name of a file says about it: in a folder, much that is no mail lies beside the mail.
#pragma once

#include <string_view>

#include "mimebase/input.h"

namespace mimebase::input {

enum class Role {
  kNamed,   // by the user: if it is no mail, that is an error
  kMail,    // a file of a Maildir or MH folder, or named like mail: if it is none, that is a problem
  kAny,     // may be anything: mail if its content says so clearly, else passed over
  kPassed,  // known to be no message: not looked at
};

// The role of the file `name` in a folder of the name `folder`; of what lies in a container too.
[[nodiscard]] Role role_of(std::string_view folder, std::string_view name, InputKind kind);

// True for a file that a Maildir's `tmp` holds: not delivered yet. For containers, where it is not known what
// lies beside `tmp`.
[[nodiscard]] bool is_undelivered(std::string_view folder, std::string_view name);

// True if the name ends in .eml, .emlx, .mht, .mhtml, .msg or .mail, in any case.
[[nodiscard]] bool is_named_like_mail(std::string_view name);

// The last name of a path; that of the folder which it is in, "" if the path does not say.
[[nodiscard]] std::string_view last_name(std::string_view path);
[[nodiscard]] std::string_view folder_name(std::string_view path);

}  // namespace mimebase::input
