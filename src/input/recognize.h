// What a source is, by its name and its first bytes. include/mimebase/input.h has the rule of what is mail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "mimebase/input.h"

namespace mimebase::input {

// What the name of a file says about it: in a folder, much that is no mail lies beside the mail.
enum class Role {
  kNamed,   // by the user: if it is no mail, that is an error
  kMail,    // a file of a Maildir or MH folder, or named like mail: if it is none, that is a problem
  kAny,     // may be anything: mail if its content says so clearly, else passed over
  kPassed,  // known to be no message: not looked at
};

// The role of a file in a folder, or of what lies in a container, by its path there.
// ".mbox", ".mbx": in a folder it may be empty, as that of a mail program is.
[[nodiscard]] bool is_named_like_mbox(std::string_view path);

[[nodiscard]] Role role_of(std::string_view path, InputKind kind);

// True for a file that a Maildir's `tmp` holds: not delivered yet. For containers, where it is not known what
// lies beside `tmp`.
[[nodiscard]] bool is_undelivered(std::string_view path);

// Containers by their first bytes. Mail begins like none of them.
enum class ContainerKind {
  kNone,
  kGzip,
  kCompressed,  // one stream, compressed in another way; perhaps of a tar
  kTar,
  kZip,
};

// `head` is the beginning of a source, 512 bytes of it at least if it is that long. Names are not asked.
[[nodiscard]] ContainerKind container_kind(std::string_view head);

enum class Holds {
  kMessage,
  kMbox,
  kNothing,  // no byte, or white space alone
  kOther,
};

// How a source begins.
struct Beginning {
  Holds holds = Holds::kOther;
  std::size_t lead = 0;       // a byte order mark, blank lines and, before a message, rubbish
  std::size_t from_line = 0;  // length of the From_ line behind them, or 0
  bool counts_bytes = false;  // the first record of an mbox has a Content-Length
  // The number in the first line of Apple's .emlx, which is then the end of `lead`: so many bytes behind it
  // are the message, and the rest is a property list. If it is one: that has to be seen there.
  std::optional<std::uint64_t> counted = {};
};

// As many bytes as recognize() wants to see, or all there are.
inline constexpr std::size_t kHead = std::size_t{64} << 10;

// `head` is the beginning of a source of that name.
[[nodiscard]] Beginning recognize(std::string_view head, std::string_view name);

// True if the name ends in .emlx, in any case.
[[nodiscard]] bool is_named_emlx(std::string_view name);

// True if a message that begins with `heading` has a field that mail has and other text files rarely.
[[nodiscard]] bool has_well_known_field(std::string_view heading);

}  // namespace mimebase::input
