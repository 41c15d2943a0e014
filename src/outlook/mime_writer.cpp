// Writes a message of Outlook as MIME: a header, and a body of the form
//
//   multipart/mixed { multipart/related { multipart/alternative { text, HTML, RTF }, images }, attachments }
//
// without the levels that would have one part. Nearly every part that is not a message is in base64, so that
// no line of it is a delimiter.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "charset/code_page.h"
#include "charset/readable.h"
#include "outlook/compressed_rtf.h"
#include "outlook/formats.h"
#include "outlook/words.h"
#include "rtf/html_in_rtf.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::outlook {
namespace {

constexpr std::string_view kBoundary = "=_outlook_";  // followed by a number

bool is_printable(char c) {
  return c > ' ' && c < 0x7F;
}

// Text on one line: control characters become spaces.
std::string on_one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) c = ' ';
  }
  return std::string(ascii::trimmed(line));
}

// Unstructured text (RFC 5322), in encoded words (RFC 2047) unless it is ASCII.
std::string encoded_text(std::string_view text) {
  const std::string line = on_one_line(text);
  if (ascii::is_ascii(line) && !contains(line, std::string_view("=?"))) return line;
  constexpr std::size_t kMostInWord = 45;
  std::string out;
  for (std::string_view rest = line; !rest.empty();) {
    const std::string_view word = utf8::prefix(rest, kMostInWord);
    rest.remove_prefix(word.size());
    out += (out.empty() ? "" : "\n ") + ("=?utf-8?B?" + base64(word) + "?=");
  }
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// A mailbox (RFC 5322). Addresses of Exchange, such as "/O=...", are left out.
std::string mailbox(std::string_view name, std::string_view address) {
  const bool is_address = contains(address, '@') && address.find_first_of("<>\"\\ \t\r\n") == address.npos;
  std::string shown = on_one_line(name);
  const bool is_plain = ascii::is_ascii(shown) && !contains(shown, std::string_view("=?"));
  if (!shown.empty()) shown = is_plain ? quoted(shown) : encoded_text(shown);
  if (!is_address) return shown;
  return (shown.empty() ? "" : shown + ' ') + '<' + on_one_line(address) + '>';
}

// A parameter (RFC 2045), as RFC 2231 has it unless it is ASCII.
std::string parameter(std::string_view name, std::string_view value) {
  const std::string line = on_one_line(value);
  if (ascii::is_ascii(line)) return fmt::format(";\n {}={}", name, quoted(line));
  const auto is_escaped = [](char c) { return !ascii::is_alnum(c) && c != '.' && c != '-' && c != '_'; };
  return fmt::format(";\n {}*=utf-8''{}", name, ascii::percent_encoded(line, is_escaped));
}

// 100 nanoseconds since 1601, as a date of RFC 5322. Empty for times outside of the years 1970 to 9999.
std::string date_of(std::uint64_t time) {
  constexpr std::uint64_t kTo1970 = 11'644'473'600, kMost = 253'402'300'799;
  const std::uint64_t seconds = time / 10'000'000;
  if (seconds < kTo1970 || seconds - kTo1970 > kMost) return {};
  // gmtime() would look for the system's time zone, which a sandbox does not have.
  using namespace std::chrono;
  const sys_seconds point{std::chrono::seconds(seconds - kTo1970)};
  const auto day = floor<days>(point);
  const year_month_day date{day};
  const hh_mm_ss clock{point - day};
  constexpr std::array<const char*, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} +0000", kDays[weekday(day).c_encoding()],
                     unsigned{date.day()}, kMonths[unsigned{date.month()} - 1], int{date.year()},
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

bool is_media_type(std::string_view type) {
  const std::size_t slash = type.find('/');
  constexpr std::string_view kSpecial = "()<>@,;:\\\"[]?=";
  return slash != type.npos && slash > 0 && slash + 1 < type.size() &&
         type.find('/', slash + 1) == type.npos &&
         std::ranges::all_of(type, [&](char c) { return is_printable(c) && !contains(kSpecial, c); });
}

// A leaf of the MIME message.
struct Leaf {
  std::string fields;  // each ends in LF
  std::string_view content;
  bool is_encoded = true;
};

// What programs show of a message: one of its texts, and which one is up to them.
class Bodies {
 public:
  Bodies(const Item& item, Reading& reading) : item_(item), reading_(reading) {}

  // The texts as leaves. There is at least one.
  [[nodiscard]] std::vector<Leaf> read();

 private:
  void add(std::string_view type, std::string_view charset, std::string_view content);
  [[nodiscard]] std::string_view keep(std::string text) {
    return reading_.owned.emplace_back(std::move(text));
  }
  void add_html();
  [[nodiscard]] std::string_view decompressed(std::string_view compressed);
  void add_rich_text(std::string_view rtf);

  const Item& item_;
  Reading& reading_;
  std::vector<Leaf> leaves_;
  std::string_view text_;                 // UTF-8
  std::optional<std::string_view> html_;  // in the charset of html_label_
  std::string html_label_;
};

void Bodies::add(std::string_view type, std::string_view charset, std::string_view content) {
  std::string value(type);
  if (!charset.empty()) value.append("; charset=").append(charset);
  leaves_.push_back({"Content-Type: " + value + '\n', content});
}

std::vector<Leaf> Bodies::read() {
  const Properties& properties = item_.properties;
  text_ = keep(properties.text(kBody, item_.charset));
  if (!text_.empty()) add("text/plain", "utf-8", text_);
  const std::size_t html_at = leaves_.size();
  add_html();
  const Properties::Value* compressed = properties.find(kRtfCompressed);
  if (compressed != nullptr && compressed->type == kBinary && !compressed->bytes.empty())
    add_rich_text(decompressed(compressed->bytes));

  // The label and the location of the body are those of its HTML, or else of its only text.
  if (leaves_.empty()) add("text/plain", "utf-8", {});
  Leaf& labelled = leaves_[std::min(html_at, leaves_.size() - 1)];
  const std::string id = on_one_line(properties.text(kBodyContentId, item_.charset));
  const std::string location = on_one_line(properties.text(kBodyContentLocation, item_.charset));
  if (!id.empty()) labelled.fields += "Content-ID: <" + without_bytes(id, "<>") + ">\n";
  if (!location.empty()) labelled.fields += "Content-Location: " + location + '\n';
  return std::move(leaves_);
}

void Bodies::add_html() {
  const Properties& properties = item_.properties;
  const Properties::Value* html = properties.find(kHtml);
  if (html == nullptr || html->bytes.empty()) return;
  if (html->type == kBinary) {
    html_label_ = charset::label_of_code_page(properties.number(kInternetCodepage).value_or(0));
    html_ = html->bytes.substr(0, html->bytes.find_last_not_of('\0') + 1);
  } else {
    html_label_ = "utf-8";
    html_ = keep(properties.text(kHtml, item_.charset));
  }
  add("text/html", html_label_, *html_);
}

std::string_view Bodies::decompressed(std::string_view compressed) {
  std::string rtf;
  // One byte more than is left shows that more follows.
  const std::uint64_t most = std::max(reading_.bytes_left, reading_.bytes_left + 1);
  reading_.damaged(decompress_rtf(compressed, most, rtf));
  rtf.resize(static_cast<std::size_t>(reading_.charge(std::uint64_t{rtf.size()})));
  return keep(std::move(rtf));
}

// HTML as its words are compared with those of other texts.
std::string comparable_html(std::string_view html, std::string_view label) {
  std::string converted, utf8;
  const charset::Readable readable = charset::make_readable(label, "text/html", html, converted);
  readable.charset.append_utf8(readable.bytes, utf8);
  return replaced(utf8, "&amp;", "&");
}

// RTF is left out if it only repeats the text or the HTML, as Outlook writes it.
void Bodies::add_rich_text(std::string_view rtf) {
  if (rtf.empty()) return;
  Words words;
  std::optional<std::string> inside = rtf::html_in_rtf(rtf);
  if (!inside) {
    words.add(text_);
    const bool is_repeated =
        !text_.empty() && rtf::is_from_text(rtf) && words.has_all(rtf::text_beside_html(rtf));
    if (!is_repeated) add("application/rtf", {}, rtf);
    return;
  }
  const std::string html = html_ ? comparable_html(*html_, html_label_) : std::string();
  const std::string html_inside = comparable_html(*inside, "utf-8");
  words.add(html);
  if (!html_ || !words.has_all(html_inside)) add("text/html", "utf-8", keep(std::move(*inside)));
  words.add(html_inside);
  if (!words.has_all_references(rtf::text_beside_html(rtf))) add("application/rtf", {}, rtf);
}

class MimeWriter {
 public:
  MimeWriter(Reading& reading, std::string& out) : reading_(reading), out_(out) {}

  void write(const Item& item);

 private:
  void write_header(const Item& item);
  void write_field(std::string_view name, std::string_view value);
  void note_contradiction(const Properties& properties, std::string_view charset) {
    if (properties.has_contradiction(charset)) reading_.damaged("it has a property twice");
  }
  void write_leaf(const Leaf& leaf);
  void write_attachment(const Attachment& attachment, std::string_view charset, bool is_inline,
                        const std::string& boundary);
  // Opens a multipart, whose Content-Type is the next line; returns its boundary.
  [[nodiscard]] std::string open(std::string_view subtype);
  void next(const std::string& boundary);
  void close(const std::string& boundary);

  Reading& reading_;
  std::string& out_;
  int boundaries_ = 0;
};

void MimeWriter::write_field(std::string_view name, std::string_view value) {
  if (!value.empty()) out_.append(name).append(": ").append(value) += '\n';
}

// Copies the fields of a header that was received, without those that describe the body. Returns the names of
// the fields, in lower case. What follows a blank line is of parts of the body.
std::set<std::string> append_received_header(std::string_view header, std::string& out) {
  std::set<std::string> names;
  bool is_copied = false;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find_first_of("\r\n"), header.size());
    const std::string_view line = header.substr(0, end);
    header.remove_prefix(end);
    if (header.starts_with("\r\n")) header.remove_prefix(1);
    if (!header.empty()) header.remove_prefix(1);
    if (ascii::trimmed(line).empty()) {
      if (names.empty()) continue;
      break;
    }
    if (!ascii::is_blank(line[0])) {
      const std::size_t colon = line.find(':');
      const std::string_view name = ascii::trimmed(line.substr(0, std::min(colon, line.size())));
      const bool is_field = colon != line.npos && !name.empty() && !name.starts_with("--") &&
                            std::ranges::all_of(name, is_printable);
      const std::string lowered = ascii::lowered(name);
      is_copied = is_field && !is_one_of(lowered, {"content-type", "content-transfer-encoding",
                                                   "mime-version", "content-disposition", "content-length"});
      if (is_field) names.insert(lowered);
    }
    if (is_copied) out.append(without_bytes(line, std::string_view("\0", 1))) += '\n';
  }
  return names;
}

void MimeWriter::write_header(const Item& item) {
  const Properties& properties = item.properties;
  const auto text = [&](std::uint16_t id) { return properties.text(id, item.charset); };
  const std::set<std::string> received = append_received_header(text(kTransportHeaders), out_);
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!received.contains(ascii::lowered(name))) write_field(name, value);
  };
  const auto sender = [&](PropertyId name, PropertyId smtp, PropertyId address) {
    const std::string first = text(smtp);
    return mailbox(text(name), first.empty() ? text(address) : first);
  };
  std::string from = sender(kSentRepresentingName, kSentRepresentingSmtp, kSentRepresentingAddress);
  if (from.empty()) from = sender(kSenderName, kSenderSmtpAddress, kSenderAddress);
  add("From", from);
  constexpr std::array<const char*, 3> kNames = {"To", "Cc", "Bcc"};
  constexpr std::array<PropertyId, 3> kDisplayed = {kDisplayTo, kDisplayCc, kDisplayBcc};
  std::array<std::string, 3> recipients;
  for (const Properties& recipient : item.recipients) {
    const std::uint64_t type = recipient.number(kRecipientType).value_or(1) & 3;
    if (type == 0) continue;  // the sender
    const std::string smtp = recipient.text(kSmtpAddress, item.charset);
    const std::string one = mailbox(recipient.text(kDisplayName, item.charset),
                                    smtp.empty() ? recipient.text(kEmailAddress, item.charset) : smtp);
    std::string& list = recipients[type - 1];
    if (!one.empty()) list += (list.empty() ? "" : ",\n ") + one;
  }
  for (std::size_t i = 0; i < kNames.size(); ++i)
    add(kNames[i], recipients[i].empty() ? encoded_text(text(kDisplayed[i])) : recipients[i]);
  add("Subject", encoded_text(text(kSubject)));
  const auto sent = properties.number(kClientSubmitTime), delivered = properties.number(kDeliveryTime);
  add("Date", date_of(sent.value_or(delivered.value_or(0))));
  add("Message-ID", on_one_line(text(kMessageId)));
  add("List-Help", on_one_line(text(kListHelp)));
  add("List-Subscribe", on_one_line(text(kListSubscribe)));
  add("List-Unsubscribe", on_one_line(text(kListUnsubscribe)));
  for (const NamedField& field : item.named_fields) {
    const std::string lowered = ascii::lowered(field.name);
    const bool is_name = !field.name.empty() && !field.name.starts_with("--") &&
                         std::ranges::all_of(field.name, is_printable) && !contains(field.name, ':');
    const bool is_ours = is_one_of(lowered, {"content-type", "content-transfer-encoding", "mime-version",
                                             "content-disposition", "content-length"});
    if (is_name && !is_ours) add(field.name, on_one_line(field.value));
  }
  write_field("MIME-Version", "1.0");
}

void MimeWriter::write_leaf(const Leaf& leaf) {
  out_ += leaf.fields;
  if (leaf.is_encoded) out_ += "Content-Transfer-Encoding: base64\n";
  out_ += '\n';
  if (!leaf.is_encoded) {
    out_ += leaf.content;
    return;
  }
  constexpr std::size_t kBytesPerLine = 57;  // which are 76 characters
  for (std::string_view rest = leaf.content; !rest.empty();) {
    const std::string_view line = rest.substr(0, kBytesPerLine);
    out_.append(base64(line)) += '\n';
    rest.remove_prefix(line.size());
  }
}

std::string MimeWriter::open(std::string_view subtype) {
  // "=" is no character of base64, and no line of a header begins with "--".
  std::string boundary = fmt::format("{}{}", kBoundary, ++boundaries_);
  out_ += fmt::format("Content-Type: multipart/{};\n boundary=\"{}\"\n\n", subtype, boundary);
  return boundary;
}

void MimeWriter::next(const std::string& boundary) {
  out_ += fmt::format("\n--{}\n", boundary);
}

void MimeWriter::close(const std::string& boundary) {
  out_ += fmt::format("\n--{}--\n", boundary);
}

void MimeWriter::write(const Item& item) {
  note_contradiction(item.properties, item.charset);
  write_header(item);
  const std::vector<Leaf> leaves = Bodies(item, reading_).read();
  const bool has_rich_text = leaves.size() > 1 || !leaves[0].fields.starts_with("Content-Type: text/plain");
  // What the text shows has a label or a location.
  const auto is_inline = [&](const Attachment& attachment) {
    return has_rich_text && attachment.message == nullptr &&
           (attachment.properties.find(kAttachContentId) != nullptr ||
            attachment.properties.find(kAttachContentLocation) != nullptr);
  };
  const bool has_inline = std::ranges::any_of(item.attachments, is_inline);
  const bool has_others = !std::ranges::all_of(item.attachments, is_inline);
  const std::string mixed = has_others ? open("mixed") : "";
  if (has_others) next(mixed);
  const std::string related = has_inline ? open("related") : "";
  if (has_inline) next(related);
  if (leaves.size() == 1) {
    write_leaf(leaves[0]);
  } else {
    const std::string alternative = open("alternative");
    for (const Leaf& leaf : leaves) {
      next(alternative);
      write_leaf(leaf);
    }
    close(alternative);
  }
  for (const bool are_inline : {true, false}) {
    for (const Attachment& attachment : item.attachments) {
      if (is_inline(attachment) != are_inline) continue;
      next(are_inline ? related : mixed);
      write_attachment(attachment, item.charset, are_inline, are_inline ? related : mixed);
    }
    if (are_inline ? has_inline : has_others) close(are_inline ? related : mixed);
  }
}

// The URL of a file that an attachment names instead of containing it. Empty if it contains the file, or the
// path is one of the sender's computer.
std::string linked_file(const Attachment& attachment, std::string_view charset) {
  // PidTagAttachMethod (MS-OXCMSG 2.2.2.9): afByReference, afByReferenceResolve, afByReferenceOnly,
  // afByWebReference.
  constexpr std::uint64_t kMethods[] = {2, 3, 4, 7};
  const Properties& properties = attachment.properties;
  const std::uint64_t method = properties.number(kAttachMethod).value_or(0);
  const bool is_linked = std::ranges::find(kMethods, method) != std::end(kMethods);
  const bool has_content = !attachment.data.empty() && !is_linked;
  if (attachment.message != nullptr || attachment.is_beyond_depth || has_content) return {};
  for (const PropertyId id : {kAttachLongPathname, kAttachPathname}) {
    std::string path = on_one_line(properties.text(id, charset));
    if (contains(path, std::string_view("://"))) return path;
    if (path.starts_with("\\\\")) return "file:" + replaced(path, "\\", "/");
  }
  return {};
}

void MimeWriter::write_attachment(const Attachment& attachment, std::string_view charset, bool is_inline,
                                  const std::string& boundary) {
  const Properties& properties = attachment.properties;
  note_contradiction(properties, charset);
  const auto text = [&](PropertyId id) { return on_one_line(properties.text(id, charset)); };
  std::string name = text(kAttachLongFilename);
  for (const PropertyId other : {kAttachFilename, kDisplayName}) {
    if (name.empty() && (other == kAttachFilename || attachment.file_name.empty())) name = text(other);
  }
  if (name.empty()) name = attachment.file_name;
  std::string fields;
  const auto add = [&](std::string_view field, std::string_view value) {
    if (!value.empty()) fields.append(field).append(": ").append(value) += '\n';
  };
  const std::string id = without_bytes(text(kAttachContentId), "<>");
  add("Content-ID", id.empty() ? "" : '<' + id + '>');
  add("Content-Base", text(kAttachContentBase));
  add("Content-Location", text(kAttachContentLocation));
  add("Content-Disposition",
      (is_inline ? "inline" : "attachment") + (name.empty() ? "" : parameter("filename", name)));

  if (const std::string url = linked_file(attachment, charset); !url.empty()) {
    // RFC 2017. The body is the header of the content that is elsewhere.
    const auto is_escaped = [](char c) { return !is_printable(c) || c == '"' || c == '\\'; };
    const std::string escaped = ascii::percent_encoded(url, is_escaped);
    write_leaf(
        {fields + "Content-Type: message/external-body; access-type=URL" + parameter("URL", escaped) + '\n',
         "Content-Type: application/octet-stream\n\n", false});
    if (attachment.data.empty()) return;
    next(boundary);
  }
  std::string type = ascii::lowered(text(kAttachMimeTag));
  if (attachment.message != nullptr) {
    // The writer of the nested message continues the numbers of boundaries.
    write_leaf({fields + "Content-Type: message/rfc822\n", {}, false});
    write(*attachment.message);
  } else if (attachment.is_beyond_depth) {
    write_leaf({fields + "Content-Type: message/rfc822\n", {}, false});
  } else {
    // A signed message is an attachment with its own header (MS-OXOSMIME 2.1.2).
    if (type.starts_with("multipart/")) type = "message/rfc822";
    if (!is_media_type(type)) type = "application/octet-stream";
    // MIME forbids base64 for messages, but a line of this one could be a delimiter.
    const bool is_encoded = type != "message/rfc822" || contains(attachment.data, kBoundary);
    write_leaf({fields + "Content-Type: " + type + '\n', attachment.data, is_encoded});
  }
}

}  // namespace

void write_mime(const Item& item, Reading& reading, std::string& out) {
  MimeWriter(reading, out).write(item);
}

}  // namespace mimebase::outlook
