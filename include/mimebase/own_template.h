// Templates by which an operator wraps URLs in links to an address of their own, and takes them out again. A
// template is an absolute http or https URL with fields in braces, of which {url:query} is required.
//
//   const auto own = mimebase::OwnTemplate::parse("https://click.example.org/?u={url:query}&k={kid}&h={h}");
//   if (!own) return;
//   mimebase::OwnValues values;
//   values.url = "http://a.example/?b=c";
//   values.kid = "k1";
//   const std::string wrapped = own->expand(values);
//   own->match(wrapped)->url;  // "http://a.example/?b=c"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// The fields of a template.
enum class OwnField : std::uint8_t { kUrl, kHost, kMessageId, kRecipient, kTime, kKid, kH };

// The values of the fields, not encoded. Those of fields that a template lacks have no effect.
struct OwnValues {
  std::string url;         // what is wrapped: an absolute http, https or ftp URL, in any bytes
  std::string host;        // its host
  std::string message_id;  // of the message, without "<>"; may be empty
  std::string recipient;   // of the message
  std::string time;        // decimal digits: seconds since 1970-01-01T00:00:00Z
  std::string kid;         // the name of the key that signed: A-Z, a-z, 0-9, ".", "_" and "-"
  std::string h;           // the signature: letters and digits
  bool operator==(const OwnValues&) const = default;
};

// A template. "{NAME:query}" is the value with every byte percent-encoded but A-Za-z0-9-._~, and
// "{NAME:path}" with every byte but the pchar of RFC 3986. `url`, `message_id` and `recipient` need such an
// encoder; {host} is encoded as by ":query", and {time}, {kid} and {h}, which contain nothing to encode, are
// written as they are. Objects are values, cheap to move, and safe to use from several threads.
class MIMEBASE_API OwnTemplate {
 public:
  // Reads a template. Fails with kUsage and a sentence if `text` has a field that does not exist or is not
  // closed, lacks {url:query}, is not an absolute http or https URL with a host and without userinfo, has a
  // field before its path, or if its values could not be told apart: fields need text between them.
  [[nodiscard]] static Result<OwnTemplate> parse(std::string_view text);

  // Returns true if the template has the field.
  [[nodiscard]] bool has(OwnField field) const { return (fields_ & 1U << static_cast<unsigned>(field)) != 0; }

  // Returns the URL. Takes time proportional to the length of the template and the values.
  [[nodiscard]] std::string expand(const OwnValues& values) const;

  // Returns what `h` signs: those of the values `url`, `recipient`, `time` and `message_id` that the template
  // has, in this order, each followed by a byte 0. Returns nothing if one of them contains a byte 0, because
  // such values can be neither signed nor verified.
  [[nodiscard]] std::optional<std::string> signed_text(const OwnValues& values) const;

  // Returns the values of a URL that expand() has written, or an equivalent one by RFC 3986 section 6.2: the
  // case of scheme and host, the default port, needless percent-encoding and the case of its digits may
  // differ, and each "&" may be "&amp;". match(expand(values)) returns the values, if they have the form that
  // OwnValues says. Verifies nothing. Returns nothing if the text of the template between its fields is not
  // in `url`, or if what is wrapped has another scheme. Takes time proportional to the length of `url`.
  [[nodiscard]] std::optional<OwnValues> match(std::string_view url) const;

  // Returns true if match() returns nothing for `url`, but it begins as the template does, up to a URL or a
  // signature: it was probably cut or changed on its way.
  [[nodiscard]] bool is_damaged(std::string_view url) const;

 private:
  struct Piece {
    OwnField field = OwnField::kUrl;
    bool is_path = false;  // the encoder
    // The text after the field, as written and as match() compares it, and the byte in the latter that ends
    // the field, or from which backwards the next field is found.
    std::string after, compared;
    std::size_t end = 0, back = 0;
  };
  OwnTemplate() = default;
  [[nodiscard]] MIMEBASE_LOCAL Result<void> read_pieces(std::string_view text);
  [[nodiscard]] MIMEBASE_LOCAL Result<void> plan();
  [[nodiscard]] MIMEBASE_LOCAL std::optional<OwnValues> match_normalised(std::string_view url) const;

  std::string before_, compared_before_;  // the text before the first field
  std::vector<Piece> pieces_;
  // The number of pieces that match() finds from the left; the following ones it finds from the right, but
  // for the first, which is what is left.
  std::size_t forward_ = 0;
  std::uint32_t fields_ = 0;  // bits
};

}  // namespace v0_2
}  // namespace mimebase
