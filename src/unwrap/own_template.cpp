#include "mimebase/own_template.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/ascii.h"
#include "text/url_template.h"
#include "unwrap/decode.h"

namespace mimebase::unwrap {
namespace {

// Sets of bytes, as bits of a table.
constexpr unsigned kUnreserved = 0x01;  // RFC 3986 section 2.3
constexpr unsigned kPathChar = 0x02;    // its pchar, but for percent-encoding
constexpr unsigned kKidByte = 0x04;
constexpr unsigned kDecimalDigit = 0x08;
constexpr unsigned kLetterOrDigit = 0x10;
constexpr unsigned kInUri = 0x20;  // unreserved or reserved

constexpr std::array<std::uint8_t, 256> kByteSets = [] {
  constexpr unsigned kAll = kUnreserved | kPathChar | kInUri;
  struct Members {
    std::string_view bytes;
    unsigned sets;
  };
  std::array<std::uint8_t, 256> table{};
  for (const Members& members :
       {Members{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", kAll | kKidByte | kLetterOrDigit},
        {"0123456789", kAll | kKidByte | kLetterOrDigit | kDecimalDigit},
        {"-._", kAll | kKidByte},
        {"~", kAll},
        {"!$&'()*+,;=:@", kPathChar | kInUri},
        {"/?#[]", kInUri}}) {
    for (const char c : members.bytes)
      table[static_cast<unsigned char>(c)] = static_cast<std::uint8_t>(members.sets);
  }
  return table;
}();

bool is_in(char c, unsigned set) {
  return (kByteSets[static_cast<unsigned char>(c)] & set) != 0;
}

// What a field is, in the order of OwnField.
struct OwnFieldKind {
  std::string_view name;
  bool takes_encoder;
  bool is_encoded;
  unsigned bytes;  // those that are written as they are, unless the encoder is ":path"
  std::string OwnValues::*value;
};

constexpr OwnFieldKind kOwnFields[] = {
    {"url", true, true, kUnreserved, &OwnValues::url},
    {"host", false, true, kUnreserved, &OwnValues::host},
    {"message_id", true, true, kUnreserved, &OwnValues::message_id},
    {"recipient", true, true, kUnreserved, &OwnValues::recipient},
    {"time", false, false, kDecimalDigit, &OwnValues::time},
    {"kid", false, false, kKidByte, &OwnValues::kid},
    {"h", false, false, kLetterOrDigit, &OwnValues::h},
};

const OwnFieldKind& kind_of(OwnField field) {
  return kOwnFields[static_cast<std::size_t>(field)];
}

// The values that a signature is for, in this order.
constexpr OwnField kSigned[] = {OwnField::kUrl, OwnField::kRecipient, OwnField::kTime, OwnField::kMessageId};

// What a template wraps.
constexpr std::string_view kWrappable[] = {"http:", "https:", "ftp:"};

unsigned set_of(OwnField field, bool is_path) {
  return is_path ? kPathChar : kind_of(field).bytes;
}

// Returns true for a byte that the written form of a field may contain.
bool may_contain(OwnField field, bool is_path, char c) {
  return is_in(c, set_of(field, is_path)) || (c == '%' && kind_of(field).is_encoded);
}

// The byte that is percent-encoded at `at`, or -1.
int escaped_byte(std::string_view text, std::size_t at) {
  if (text[at] != '%' || at + 2 >= text.size()) return -1;
  const int high = ascii::hex_value(text[at + 1]), low = ascii::hex_value(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

// Appends `text` in the form of RFC 3986 sections 6.2.2.1 and 6.2.2.2. A browser encodes the apostrophe in
// the query of a web URL (URL Standard, special-query percent-encode set).
void append_normalised(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int byte = escaped_byte(text, at);
    if (byte < 0) {
      text[at] == '\'' ? out += "%27" : out += text[at];
      continue;
    }
    if (is_in(static_cast<char>(byte), kUnreserved)) {
      out += static_cast<char>(byte);
    } else {
      out += '%';
      ascii::append_hex(static_cast<unsigned char>(byte), ascii::kHexDigits, out);
    }
    at += 2;
  }
}

// The length of scheme and authority of an http or https URL; 0 for any other text.
std::size_t authority_end(std::string_view url) {
  const bool is_https = ascii::starts_with_ignoring_case(url, "https://");
  if (!is_https && !ascii::starts_with_ignoring_case(url, "http://")) return 0;
  return std::min(url.find_first_of("/?#", is_https ? 8 : 7), url.size());
}

// Returns the URL in the form of RFC 3986 sections 6.2.2 and 6.2.3, but for segments that are dots; empty for
// what is not an http or https URL.
std::string normalised(std::string_view url) {
  const std::size_t end = authority_end(url);
  if (end == 0) return {};
  std::string out = ascii::lowered(url.substr(0, end));
  for (const std::string_view port : {out.starts_with("https") ? ":443" : ":80", ":"}) {
    if (!out.ends_with(port)) continue;
    out.resize(out.size() - port.size());
    break;
  }
  url.remove_prefix(end);
  if (!url.starts_with('/')) out += '/';
  append_normalised(url, out);
  return out;
}

// Appends the value of a field to `value`. Returns false if `text` is not its written form.
bool decode(OwnField field, bool is_path, std::string_view text, std::string& value) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_plain = is_in(text[at], set_of(field, is_path));
    const int byte = is_plain || !kind_of(field).is_encoded ? -1 : escaped_byte(text, at);
    if (!is_plain && byte < 0) return false;
    value += is_plain ? text[at] : static_cast<char>(byte);
    at += is_plain ? 0 : 2;
  }
  return true;
}

void encode(OwnField field, bool is_path, std::string_view value, std::string& out) {
  for (const char c : value) {
    if (is_in(c, set_of(field, is_path)) || !kind_of(field).is_encoded) {
      out += c;
    } else {
      out += '%';
      ascii::append_hex(static_cast<unsigned char>(c), ascii::kHexDigits, out);
    }
  }
}

bool is_wrappable(std::string_view url) {
  return std::ranges::any_of(
      kWrappable, [url](std::string_view scheme) { return ascii::starts_with_ignoring_case(url, scheme); });
}

// Returns true if `encoded` begins like a URL that a template wraps, as far as it goes.
bool may_begin_wrappable(std::string_view encoded) {
  if (const std::size_t at = encoded.rfind('%'); at != kNotFound && at + 2 >= encoded.size())
    encoded = encoded.substr(0, at);  // cut within an escape
  std::string start;
  ascii::append_percent_decoded(encoded.substr(0, 3 * kWrappable[1].size()), start);
  return !start.empty() && std::ranges::any_of(kWrappable, [&start](std::string_view scheme) {
    const std::size_t both = std::min(scheme.size(), start.size());
    return ascii::equals_ignoring_case(scheme.substr(0, both), std::string_view(start).substr(0, both));
  });
}

// Why a URL that begins with this text would not be clickable; empty if it would.
std::string why_not_absolute(std::string_view text) {
  const std::size_t end = authority_end(text);
  if (end == 0) return "is not an absolute http or https URL";
  if (end == text.size()) return "has no path, or a field before it: a field must follow the host and \"/\"";
  std::string_view host = text.substr(text.find("//") + 2);
  host = host.substr(0, host.find_first_of("/?#"));
  const bool is_address = host.starts_with('[');
  const std::size_t colon = host.find(':', is_address ? std::min(host.find(']'), host.size()) : 0);
  const std::string_view port = host.substr(std::min(colon, host.size()));
  host = host.substr(0, colon);
  if (is_address) {
    const bool is_closed = host.ends_with(']') && host.size() > 2;
    host = is_closed ? host.substr(1, host.size() - 2) : std::string_view();
  }
  const auto is_host_byte = [is_address](char c) {
    return is_address ? ascii::hex_value(c) >= 0 || c == ':' || c == '.' : is_in(c, kKidByte);
  };
  const bool has_port =
      port.size() < 7 && std::ranges::all_of(port.substr(port.empty() ? 0 : 1), ascii::is_digit);
  if (host.empty() || !has_port || !std::ranges::all_of(host, is_host_byte))
    return "has no valid host: write it in ASCII, without userinfo";
  return {};
}

// Why the text between fields cannot be in a URL; empty if it can.
std::string why_not_in_uri(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '%' && escaped_byte(text, at) < 0) return "has a \"%\" without two hexadecimal digits";
    if (text[at] != '%' && !is_in(text[at], kInUri)) return "has a character that a URL cannot contain";
  }
  return {};
}

struct NamedField {
  OwnField field = OwnField::kUrl;
  bool is_path = false;
};

// Reads the text between braces.
Result<NamedField> field_named(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon), encoder = text.substr(colon);
  const auto kind = std::ranges::find(kOwnFields, name, &OwnFieldKind::name);
  const std::string braced = "{" + std::string(text) + "}";
  if (kind == std::end(kOwnFields))
    return wrong_template(
        "has the unknown field " + braced +
        ": there are {url:query}, {host}, {message_id:query}, {recipient:query}, {time}, {kid} and {h}");
  if (kind->takes_encoder && encoder != ":query" && encoder != ":path")
    return wrong_template("has " + braced + ", which has to be {" + std::string(name) + ":query}");
  if (!kind->takes_encoder && !encoder.empty())
    return wrong_template("has " + braced + ", which has to be {" + std::string(name) + "}");
  return NamedField{static_cast<OwnField>(kind - std::begin(kOwnFields)), encoder == ":path"};
}

}  // namespace
}  // namespace mimebase::unwrap

namespace mimebase {
inline namespace v0_2 {

Result<OwnTemplate> OwnTemplate::parse(std::string_view text) {
  OwnTemplate own;
  if (Result<void> read = own.read_pieces(text); !read) return read.error();
  const bool has_query = std::ranges::any_of(
      own.pieces_, [](const Piece& piece) { return piece.field == OwnField::kUrl && !piece.is_path; });
  if (!has_query) return wrong_template("lacks {url:query}");
  if (std::string why = unwrap::why_not_absolute(own.before_); !why.empty()) return wrong_template(why);
  if (Result<void> planned = own.plan(); !planned) return planned.error();
  return own;
}

Result<void> OwnTemplate::read_pieces(std::string_view text) {
  const Result<void> read = for_each_field(
      text, [this](std::string_view before, std::optional<std::string_view> words) -> Result<void> {
        if (const std::string why = unwrap::why_not_in_uri(before); !why.empty()) return wrong_template(why);
        (pieces_.empty() ? before_ : pieces_.back().after) = before;
        if (!words) return {};
        const Result<unwrap::NamedField> named = unwrap::field_named(*words);
        if (!named) return named.error();
        Piece& piece = pieces_.emplace_back();
        piece.field = named->field;
        piece.is_path = named->is_path;
        fields_ |= 1U << static_cast<unsigned>(named->field);
        return {};
      });
  return read;
}

// A field ends before the first byte that it cannot contain, if the text after it has such a byte. Where the
// text has none, this and what follows are found from the right, by the bytes before the fields.
Result<void> OwnTemplate::plan() {
  compared_before_ = unwrap::normalised(before_);
  for (Piece& piece : pieces_) unwrap::append_normalised(piece.after, piece.compared);
  const auto first_strange = [](const Piece& piece) {
    const auto is_strange = [&piece](char c) { return !unwrap::may_contain(piece.field, piece.is_path, c); };
    return static_cast<std::size_t>(std::ranges::find_if(piece.compared, is_strange) -
                                    piece.compared.begin());
  };
  forward_ = pieces_.size();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    Piece& piece = pieces_[i];
    piece.end = first_strange(piece);
    const bool is_last = i + 1 == pieces_.size();
    const bool is_found = piece.end < piece.compared.size() || (is_last && piece.compared.empty());
    if (!is_found && forward_ == pieces_.size()) forward_ = i;
  }
  for (std::size_t i = forward_ + 1; i < pieces_.size(); ++i) {
    Piece& piece = pieces_[i];
    const std::string& text = pieces_[i - 1].compared;
    piece.back = text.size();
    while (piece.back > 0 && unwrap::may_contain(piece.field, piece.is_path, text[piece.back - 1]))
      --piece.back;
    if (piece.back == 0)
      return wrong_template("needs other text between {" +
                            std::string(unwrap::kind_of(pieces_[i - 1].field).name) + "} and {" +
                            std::string(unwrap::kind_of(piece.field).name) +
                            "}, such as \"&\" or \"/\": their values could not be told apart");
  }
  return {};
}

std::string OwnTemplate::expand(const OwnValues& values) const {
  std::string out = before_;
  for (const Piece& piece : pieces_) {
    unwrap::encode(piece.field, piece.is_path, values.*unwrap::kind_of(piece.field).value, out);
    out += piece.after;
  }
  return out;
}

std::optional<std::string> OwnTemplate::signed_text(const OwnValues& values) const {
  std::string out;
  for (const OwnField field : unwrap::kSigned) {
    if (!has(field)) continue;
    const std::string& value = values.*unwrap::kind_of(field).value;
    if (value.find('\0') != kNotFound) return std::nullopt;
    out += value;
    out += '\0';
  }
  return out;
}

// Takes time proportional to the length of `url`: what is searched from the left and from the right never
// overlaps.
std::optional<OwnValues> OwnTemplate::match_normalised(std::string_view url) const {
  if (!url.starts_with(compared_before_)) return std::nullopt;
  url.remove_prefix(compared_before_.size());
  std::vector<std::string_view> texts(pieces_.size());
  for (std::size_t i = 0; i < forward_; ++i) {
    const std::string& after = pieces_[i].compared;
    std::size_t end = url.size();
    if (!after.empty()) {
      const std::size_t at = url.find(after[pieces_[i].end]);
      if (at == kNotFound || at < pieces_[i].end) return std::nullopt;
      end = at - pieces_[i].end;
    }
    texts[i] = url.substr(0, end);
    url.remove_prefix(end);
    if (!url.starts_with(after)) return std::nullopt;
    url.remove_prefix(after.size());
  }
  for (std::size_t i = pieces_.size(); i-- > forward_;) {
    if (!url.ends_with(pieces_[i].compared)) return std::nullopt;
    url.remove_suffix(pieces_[i].compared.size());
    std::size_t start = 0;
    if (i > forward_) {
      const std::string& before = pieces_[i - 1].compared;
      const std::size_t at = url.rfind(before[pieces_[i].back - 1]);
      if (at == kNotFound) return std::nullopt;
      start = at + 1 + before.size() - pieces_[i].back;
      if (start > url.size()) return std::nullopt;
    }
    texts[i] = url.substr(start);
    url.remove_suffix(url.size() - start);
  }
  if (!url.empty()) return std::nullopt;
  OwnValues values;
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    std::string value;
    if (!unwrap::decode(pieces_[i].field, pieces_[i].is_path, texts[i], value)) return std::nullopt;
    std::string& kept = values.*unwrap::kind_of(pieces_[i].field).value;
    const std::uint32_t bit = 1U << static_cast<unsigned>(pieces_[i].field);
    if ((seen & bit) != 0 && kept != value) return std::nullopt;
    seen |= bit;
    kept = std::move(value);
  }
  if (!unwrap::is_wrappable(values.url)) return std::nullopt;
  return values;
}

std::optional<OwnValues> OwnTemplate::match(std::string_view url) const {
  const std::string_view origin(compared_before_.data(), unwrap::authority_end(compared_before_));
  if (unwrap::authority_end(url) < origin.size()) return std::nullopt;
  std::string text = unwrap::normalised(url);
  if (!text.starts_with(origin)) return std::nullopt;
  std::optional<OwnValues> values = match_normalised(text);
  if (values || text.find("&amp;") == kNotFound) return values;
  unwrap::replace_amp(text, 0);
  return match_normalised(text);
}

bool OwnTemplate::is_damaged(std::string_view url) const {
  std::string text = unwrap::normalised(url);
  unwrap::replace_amp(text, 0);
  if (!text.starts_with(compared_before_) || match(url)) return false;
  std::string_view rest = std::string_view(text).substr(compared_before_.size());
  for (const Piece& piece : pieces_) {
    const auto is_in_field = [&piece](char c) { return unwrap::may_contain(piece.field, piece.is_path, c); };
    const std::string_view value(rest.begin(), std::ranges::find_if_not(rest, is_in_field));
    if (piece.field == OwnField::kUrl) return unwrap::may_begin_wrappable(value);
    if (piece.field == OwnField::kH)
      return !value.empty() && std::ranges::all_of(value, [](char c) { return ascii::hex_value(c) >= 0; });
    const std::size_t at = piece.compared.empty() ? kNotFound : rest.find(piece.compared);
    if (at == kNotFound) return false;
    rest.remove_prefix(at + piece.compared.size());
  }
  return false;
}

}  // namespace v0_2
}  // namespace mimebase
