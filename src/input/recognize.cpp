#include "input/recognize.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "binary/compound_file.h"
#include "input/from_line.h"
#include "model/warc_header.h"
#include "text/ascii.h"

namespace mimebase::input {
namespace {

using namespace std::string_view_literals;

bool is_number(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), ascii::is_digit);
}

// Files that mail programs keep next to mail and that start like a header, and messages deleted by MH:
// ",12".
bool is_bookkeeping(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>({".mh_profile", ".xmhcache", "maildirfolder"});
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  if (name.starts_with(".mh_sequences") || name.starts_with("dovecot")) return true;
  if (name.ends_with(".mimebase-lock"))
    return true;  // closing it would release the lock (output/lock_file.h)
  return !name.empty() && (name[0] == ',' || name[0] == '#') && is_number(name.substr(1));
}

// Removes the last name from a path, with the slashes around it, and returns it.
std::string_view pop_name(std::string_view& path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const std::size_t start = path.rfind('/') + 1;  // 0 without a slash
  const std::string_view name = path.substr(start);
  path = path.substr(0, start);
  return name;
}

// True for the scheme of a URL and its colon.
bool begins_like_scheme(std::string_view word) {
  const std::size_t colon = word.find(':');
  return colon != word.npos && colon > 0 && ascii::is_letter(word[0]) &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.'; });
}

struct Names {
  std::string_view folder, name;
};

// Returns the last name of a path and that of its folder, which is "" if the path does not contain it.
Names last_names(std::string_view path) {
  const std::string_view name = pop_name(path);
  if (path.size() <= 1) return {"", name};
  return {pop_name(path), name};
}

// bzip2: "BZh", a digit, and the magic of a block or of the end of the stream.
bool is_bzip2(std::string_view head) {
  return head.starts_with("BZh") && head.size() >= 10 && head[3] >= '1' && head[3] <= '9' &&
         (head.substr(4, 6) == "1AY&SY" || head.substr(4, 6) == "\x17rE8P\x90");
}

bool is_compressed(std::string_view head) {
  constexpr auto kMagics = std::to_array<std::string_view>({
      "\xFD"
      "7zXZ\0"sv,            // xz
      "\x1F\x9D"sv,          // compress
      "LZIP\x01"sv,          // lzip
      "\x04\x22\x4D\x18"sv,  // lz4
  });
  return is_bzip2(head) || std::any_of(kMagics.begin(), kMagics.end(),
                                       [head](std::string_view magic) { return head.starts_with(magic); });
}

// Zstandard (RFC 8878), which may begin with skippable frames. LZ4 has the same skippable frames.
bool is_zstd(std::string_view head) {
  constexpr std::size_t kHeader = 8;
  while (is_skippable_frame(head) && head.size() > kHeader) {
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < 4; ++i)
      size |= static_cast<std::uint64_t>(static_cast<unsigned char>(head[4 + i])) << (8 * i);
    if (size >= head.size() - kHeader) return true;
    head.remove_prefix(kHeader + size);
  }
  return head.starts_with("\x28\xB5\x2F\xFD");
}

// The line before a record of an ARC file: URL, address, date, type, length; version 2 has five more words.
bool is_arc_line(std::string_view line) {
  constexpr std::size_t kWords = 5, kWordsOfVersion2 = 10, kDate = 2, kDateDigits = 14;
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= line.size() && words.size() <= kWordsOfVersion2;) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  if (words.size() != kWords && words.size() != kWordsOfVersion2) return false;
  return begins_like_scheme(words[0]) && words[kDate].size() == kDateDigits && is_number(words[kDate]) &&
         is_number(words.back());
}

// The first line of a version of WARC that has not the header of ISO 28500, such as the one line with
// positions of "WARC/0.10 512 response ...".
std::string_view unread_warc_version(std::string_view line) {
  constexpr std::string_view kName = "WARC/";
  if (!ascii::starts_with_ignoring_case(line, kName)) return {};
  const std::string_view version = line.substr(0, line.find_first_of(" \t"));
  const std::string_view number = version.substr(kName.size());
  const bool is_version =
      number.find('.') != number.npos && number.size() <= kName.size() + 2 &&
      std::all_of(number.begin(), number.end(), [](char c) { return c == '.' || ascii::is_digit(c); });
  return is_version ? version : std::string_view();
}

// Parses the octal number in a field of a tar header. Blanks and NULs may surround it.
std::optional<std::int64_t> octal(std::string_view field) {
  field.remove_prefix(std::min(field.find_first_not_of(" \0"sv), field.size()));
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number, 8);
  field.remove_prefix(static_cast<std::size_t>(end - field.data()));
  const bool ends = field.empty() || field[0] == ' ' || field[0] == '\0';
  return error == std::errc() && ends ? std::optional<std::int64_t>(number) : std::nullopt;
}

// POSIX ustar and older formats: a block of 512 bytes that contains the sum of its bytes.
bool is_tar(std::string_view head) {
  constexpr std::size_t kBlock = 512;
  constexpr std::size_t kSum = 148;
  constexpr std::size_t kSumSize = 8;
  if (head.size() < kBlock || head[0] == '\0') return false;
  const std::optional<std::int64_t> claimed = octal(head.substr(kSum, kSumSize));
  if (!claimed) return false;
  std::int64_t sum = 0;
  std::int64_t signed_sum = 0;  // as computed by some old programs
  for (std::size_t i = 0; i < kBlock; ++i) {
    const char c = i >= kSum && i < kSum + kSumSize ? ' ' : head[i];
    sum += static_cast<unsigned char>(c);
    signed_sum += static_cast<signed char>(c);
  }
  return *claimed == sum || *claimed == signed_sum;
}

// True for fields that are common in mail and rare in other text files. `line` starts like a header field.
bool is_well_known(std::string_view line) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"bcc", "cc", "date", "delivered-to", "delivery-date", "dkim-signature", "envelope-to", "from",
       "in-reply-to", "message-id", "mime-version", "received", "references", "reply-to", "return-path",
       "sender", "status", "subject", "to"});
  constexpr auto kPrefixes = std::to_array<std::string_view>({"arc-", "content-", "list-", "resent-", "x-"});
  const std::string name = ascii::lowered(line.substr(0, line.find_first_of(" \t:")));
  const auto is_name = [&name](std::string_view known) { return name == known; };
  const auto starts_name = [&name](std::string_view prefix) {
    return name.substr(0, prefix.size()) == prefix;
  };
  return std::any_of(kNames.begin(), kNames.end(), is_name) ||
         std::any_of(kPrefixes.begin(), kPrefixes.end(), starts_name);
}

// Removes a line from the front of `bytes` and returns it without its line ending.
std::string_view pop_line(std::string_view& bytes) {
  const std::size_t end = bytes.find_first_of("\r\n");
  const std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(line.size());
  if (bytes.substr(0, 2) == "\r\n") {
    bytes.remove_prefix(2);
  } else if (!bytes.empty()) {
    bytes.remove_prefix(1);
  }
  return line;
}

// Returns the length of a byte order mark and lines of only white space.
std::size_t length_of_lead(std::string_view head) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  std::size_t lead = head.substr(0, kMark.size()) == kMark ? kMark.size() : 0;
  const std::size_t text = head.find_first_not_of(" \t\r\n", lead);
  if (text == std::string_view::npos) return head.size();
  // Blanks at the start of the first line are kept: it may be a fold.
  const std::size_t line = head.substr(0, text).find_last_of("\r\n");
  return line == std::string_view::npos ? lead : std::max(lead, line + 1);
}

// True if `bytes` start like a header: a field followed by another one, a fold, the body or the end.
bool begins_like_heading(std::string_view bytes) {
  const std::string_view first = pop_line(bytes);
  if (first.substr(0, 6) == ">From ") return true;
  if (!begins_like_field(first)) return false;
  // NULs usually mean a binary file rather than mail, but one may occur in a well-known field such as
  // "Subject:".
  if (const std::size_t nul = first.find('\0'); nul != std::string_view::npos) {
    return first.find('\0', nul + 1) == std::string_view::npos && is_well_known(first);
  }
  const bool goes_on = bytes.empty() || bytes.find_first_of(" \t\r\n") == 0 || begins_like_field(bytes);
  return goes_on || is_well_known(first);
}

// Returns the start of the first field if two well-known ones are among the first lines, with no blank
// line and no NUL before them. The bytes before it are garbage.
std::optional<std::size_t> heading_behind_rubbish(std::string_view bytes) {
  constexpr int kMaxLines = 32;
  const char* const start = bytes.data();
  std::optional<std::size_t> first;
  int well_known = 0;
  for (int line_number = 0; line_number < kMaxLines && !bytes.empty(); ++line_number) {
    const std::string_view line = pop_line(bytes);
    const std::size_t blanks = line.find_first_not_of(" \t");
    if (blanks == std::string_view::npos || line.find('\0') != std::string_view::npos) break;
    if (!begins_like_field(line.substr(blanks))) continue;
    if (!first) first = static_cast<std::size_t>(line.data() - start) + blanks;
    well_known += is_well_known(line.substr(blanks)) ? 1 : 0;
    if (well_known == 2) return first;
  }
  return std::nullopt;
}

bool is_text(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x07 || (byte > 0x0D && byte < 0x1B);
  });
}

// Parses a first line that consists of a number and blanks. Returns its length, or 0 if it has another
// form.
std::size_t leading_count(std::string_view text, std::uint64_t& count) {
  constexpr std::ptrdiff_t kMaxDigits = 12;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const std::ptrdiff_t digits = rest - text.data();
  if (error != std::errc() || digits > kMaxDigits) return 0;
  const std::size_t end = text.find_first_not_of(" \t\r", static_cast<std::size_t>(digits));
  return end != std::string_view::npos && text[end] == '\n' ? end + 1 : 0;
}

// TNEF (MS-OXTNEF 2.1.1), or a compound file (MS-CFB) that has the name of a .msg file or contains streams
// like one (MS-OXMSG 2.1). The directory of a long file may be beyond `head`.
bool is_outlook(std::string_view head, std::string_view name) {
  constexpr std::size_t kLevel = 6;  // the place of the level of the first attribute
  if (head.starts_with("\x78\x9F\x3E\x22"))
    return head.size() > kLevel && (head[kLevel] == 1 || head[kLevel] == 2);
  if (!binary::begins_compound_file(head)) return false;
  constexpr std::string_view kStream = "_\0_\0s\0u\0b\0s\0t\0g\0001\0.\0000\0_\0"sv;
  return ascii::ends_with_ignoring_case(name, ".msg") || head.find(kStream) != head.npos;
}

}  // namespace

bool is_named_like_warc(std::string_view path) {
  constexpr auto kEndings = std::to_array<std::string_view>({".warc", ".warc.gz", ".warc.zst"});
  return std::any_of(kEndings.begin(), kEndings.end(), [path](std::string_view ending) {
    return ascii::ends_with_ignoring_case(path, ending);
  });
}

bool is_named_like_mail(std::string_view name) {
  constexpr auto kEndings =
      std::to_array<std::string_view>({".eml", ".emlx", ".mht", ".mhtml", ".msg", ".mail"});
  const auto is_ending = [name](std::string_view ending) {
    return name.size() > ending.size() && ascii::ends_with_ignoring_case(name, ending);
  };
  return std::any_of(kEndings.begin(), kEndings.end(), is_ending);
}

bool is_named_like_mbox(std::string_view path) {
  return ascii::ends_with_ignoring_case(path, ".mbox") || ascii::ends_with_ignoring_case(path, ".mbx");
}

Role role_of(std::string_view path, InputKind kind) {
  const auto [folder, name] = last_names(path);
  const bool in_maildir = folder == "cur" || folder == "new";
  const bool hidden = name.starts_with('.');  // not a message of a Maildir; also .DS_Store and similar files
  if (is_bookkeeping(name) || (in_maildir && hidden)) return Role::kPassed;
  if (kind == InputKind::kMaildir) return in_maildir ? Role::kMail : Role::kPassed;
  if (kind == InputKind::kMh) return is_number(name) ? Role::kMail : Role::kPassed;
  const bool is_named = is_named_like_mail(name) || is_named_like_mbox(name) || is_named_like_warc(name);
  return in_maildir || is_number(name) || (is_named && !hidden) ? Role::kMail : Role::kAny;
}

bool is_undelivered(std::string_view path) {
  constexpr std::size_t kDigits = 9;  // the names in a Maildir start with a time in seconds
  const auto [folder, name] = last_names(path);
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  return folder == "tmp" && digits >= kDigits && name.substr(digits, 1) == ".";
}

ContainerKind container_kind(std::string_view head) {
  // gzip (RFC 1952): deflate, and no reserved flags.
  if (head.starts_with("\x1F\x8B\x08") && head.size() > 3 &&
      (static_cast<unsigned char>(head[3]) & 0xE0U) == 0) {
    return ContainerKind::kGzip;
  }
  if (is_zstd(head)) return ContainerKind::kZstd;
  if (is_compressed(head)) return ContainerKind::kCompressed;
  if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06\0\0"sv) ||
      head.starts_with("PK00PK\x03\x04")) {
    return ContainerKind::kZip;
  }
  return is_tar(head) ? ContainerKind::kTar : ContainerKind::kNone;
}

bool is_skippable_frame(std::string_view bytes) {
  return bytes.size() >= 4 && bytes.substr(1, 3) == "\x2A\x4D\x18" &&
         (static_cast<unsigned char>(bytes[0]) & 0xF0U) == 0x50;
}

std::string describe_unread_format(std::string_view head) {
  if (head.starts_with("!BDN"))
    return "is mail of Outlook: convert it with readpst (package pst-utils), such as: readpst -o DIR FILE";
  std::string_view text = head.substr(length_of_lead(head));
  if (text.starts_with("\1\1\1\1\n") || text.starts_with("\1\1\1\1\r\n"))
    return "is an MMDF mailbox: convert it to an mbox, such as with the module mailbox of Python";
  if (text.starts_with("BABYL OPTIONS:") && text.find('\x1F') != text.npos)
    return "is a Babyl mailbox: convert it to an mbox with the command unrmail of Emacs";
  const std::string_view line = pop_line(text);
  if (line.starts_with("filedesc://") || is_arc_line(line))
    return "is a web archive in the format ARC: convert it to WARC with warcio, such as: warcio recompress "
           "FILE NEW.warc.gz";
  if (const std::string_view version = unread_warc_version(line);
      !version.empty() && warc_version_line(head.substr(length_of_lead(head))) == 0)
    return "is a web archive in the format " + std::string(version) +
           ", which is not read (WARC/0.12 to WARC/1.1 are)";
  return {};
}

Beginning recognize(std::string_view head, std::string_view name) {
  Beginning beginning;
  beginning.lead = length_of_lead(head);
  const std::string_view text = head.substr(beginning.lead);
  if (text.empty()) {
    beginning.content = ContentKind::kNothing;
    return beginning;
  }
  if (is_outlook(head, name)) {
    beginning.content = ContentKind::kMessage;
    beginning.lead = 0;
    beginning.is_outlook = true;
    return beginning;
  }
  if (warc_version_line(text) > 0) {
    beginning.content = ContentKind::kWarc;
    return beginning;
  }
  beginning.from_line = leading_from_line(text);
  std::uint64_t count = 0;
  const std::size_t count_line = leading_count(text, count);
  if (count_line > 0 && (is_named_emlx(name) || heading_behind_rubbish(text))) {
    beginning.content = ContentKind::kMessage;
    beginning.lead += count_line;
    beginning.counted = count;
  } else if (beginning.from_line > 0) {
    beginning.content = ContentKind::kMbox;
    beginning.has_bare_lines =
        shape_of_from_line(text.substr(0, text.find_first_of("\r\n"))) == FromShape::kEmpty;
    beginning.counts_bytes = mentions_content_length(text);
    beginning.has_cr_lines = text.find('\n') == text.npos && text.find('\r') != text.npos;
  } else if (begins_like_heading(text)) {
    beginning.content = ContentKind::kMessage;
  } else if (const std::optional<std::size_t> heading = heading_behind_rubbish(text)) {
    beginning.content = ContentKind::kMessage;
    beginning.lead += *heading;
  } else if (is_text(text) && is_named_like_mail(name)) {
    beginning.content = ContentKind::kMessage;
  }
  return beginning;
}

bool is_named_emlx(std::string_view name) {
  constexpr std::string_view kEnding = ".emlx";
  return name.size() > kEnding.size() && ascii::ends_with_ignoring_case(name, kEnding);
}

bool is_well_known_field(std::string_view line) {
  return begins_like_field(line) && is_well_known(line);
}

bool has_well_known_field(std::string_view heading) {
  while (!heading.empty()) {
    const std::string_view line = pop_line(heading);
    if (line.empty()) return false;
    if (is_well_known_field(line)) return true;
  }
  return false;
}

}  // namespace mimebase::input
