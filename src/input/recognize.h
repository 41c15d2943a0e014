// Classifies a source by its name and its first bytes. include/mimebase/input.h defines what is mail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/input.h"

namespace mimebase::input {

// The meaning of a file name. Folders of mail often contain other files.
enum class Role {
  kNamed,   // named by the user; it is an error if it is neither mail nor a document
  kMail,    // a file of a Maildir or MH folder, or named like mail; it is a problem if it is neither
  kAny,     // may be anything; mail if its content clearly is, or a document, else skipped
  kPassed,  // known not to be a message; not read
};

// True for names that end in ".warc", ".warc.gz" or ".warc.zst".
[[nodiscard]] bool is_named_like_warc(std::string_view path);

// True for names of single messages, such as "a.eml".
[[nodiscard]] bool is_named_like_mail(std::string_view path);

// True for ".mbox" and ".mbx". In a folder such a file may be empty, as a mail program leaves it.
[[nodiscard]] bool is_named_like_mbox(std::string_view path);

// The role of a file in a folder or an entry of a container, by its path there.
[[nodiscard]] Role role_of(std::string_view path, InputKind kind);

// True for a file in the `tmp` of a Maildir, which is not delivered yet. For containers, in which the
// folders next to `tmp` are not known.
[[nodiscard]] bool is_undelivered(std::string_view path);

// Containers, recognised by their first bytes. No message starts like one.
enum class ContainerKind {
  kNone,
  kGzip,
  kZstd,
  kCompressed,  // a single stream compressed in another format; may contain a tar
  kTar,
  kZip,
};

// `head` is the start of a source: at least 512 bytes, or all of it. Names are not considered.
[[nodiscard]] ContainerKind container_kind(std::string_view head);

// True if `bytes` begin with a skippable frame of Zstandard (RFC 8878 section 3.1.2).
[[nodiscard]] bool is_skippable_frame(std::string_view bytes);

// Describes formats of mail and of web archives that are recognised but not read, with the way to convert
// them, such as "is a Babyl mailbox: ...". Returns an empty string for everything else.
[[nodiscard]] std::string describe_unread_format(std::string_view head);

// The content of a source.
enum class ContentKind {
  kMessage,
  kMbox,
  kWarc,
  kDocument,
  kNothing,  // no bytes, or only white space
  kOther,
};

// The start of a source.
struct Beginning {
  ContentKind content = ContentKind::kOther;
  std::size_t lead = 0;         // length of a byte order mark, blank lines and, before a message, garbage
  std::size_t from_line = 0;    // length of the From_ line after `lead`, or 0
  bool counts_bytes = false;    // the first record of an mbox has a Content-Length
  bool has_bare_lines = false;  // the first From_ line of an mbox is "From " alone
  bool has_cr_lines = false;    // lines end in CR alone, as on the classic Mac OS
  bool is_outlook = false;      // the message is a .msg file or TNEF
  std::string_view content_type = {};  // of a document, with parameters; valid as long as the Context
  // The number in the first line of Apple's .emlx; `lead` then ends after that line. The message has this
  // many bytes, and a property list follows. Whether the file is an .emlx is confirmed at that position.
  std::optional<std::uint64_t> counted = {};
};

// Bytes that recognize() needs, unless the source is shorter.
inline constexpr std::size_t kHead = std::size_t{64} << 10;

// `head` is the start of a source with that name.
[[nodiscard]] Beginning recognize(std::string_view head, std::string_view name);

// True if the name ends in .emlx, in any case.
[[nodiscard]] bool is_named_emlx(std::string_view name);

// True if a line that starts like a header field has a name that is common in mail and rare in other text.
[[nodiscard]] bool is_well_known_field(std::string_view line);

// True if a message that starts with `heading` has a header field that is common in mail and rare in
// other text.
[[nodiscard]] bool has_well_known_field(std::string_view heading);

}  // namespace mimebase::input
