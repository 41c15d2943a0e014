// Outlook's formats for mail: .msg files (MS-OXMSG) and TNEF (MS-OXTNEF), the winmail.dat of Exchange. They
// are converted to MIME, which is then read like any other message.
//
//   if (outlook::format_of(bytes) != outlook::Format::kNone) {
//     const outlook::Message message = outlook::to_mime(bytes, {.bytes = 1 << 20, .parts = 100, .depth =
//     10}); parse(message.mime);
//   }
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/for_archive.h"

namespace mimebase::outlook {

enum class Format {
  kNone,
  kMsg,   // a compound file (MS-CFB) that contains a message
  kTnef,  // Transport Neutral Encapsulation Format
};

// The number of bytes that begins_like_outlook() needs.
inline constexpr std::size_t kMagicBytes = 8;

// Returns true if the first bytes are those of a compound file or of TNEF. Other files of Microsoft Office,
// such as .doc and .xls, are compound files too.
[[nodiscard]] bool begins_like_outlook(std::string_view start);

// The format of a whole content. Reads the directory of a compound file.
[[nodiscard]] Format format_of(std::string_view bytes);

// The media type by which mail declares the format: "application/vnd.ms-outlook", "application/ms-tnef".
[[nodiscard]] std::string_view media_type(Format format);

// What a message may cost.
struct Bounds {
  std::uint64_t bytes = 0;  // of the values that are read, those of nested messages included
  std::uint64_t parts = 0;  // attachments and recipients of all messages together
  std::uint64_t depth = 0;  // nesting levels of messages; values above 100 have the effect of 100
};

struct Message {
  std::string mime;       // with a header; lines end in LF
  std::string damage;     // a phrase that says what is damaged; empty if nothing is
  bool is_cut = false;    // values are missing because of Bounds::bytes or Bounds::parts
  bool too_deep = false;  // nested messages are missing because of Bounds::depth
};

// Converts a message, as much of it as can be read. Takes time and memory linear in `bytes` and
// Bounds::bytes.
[[nodiscard]] Message to_mime(std::string_view bytes, const Bounds& bounds);

}  // namespace mimebase::outlook
