#include "unwrap/decode.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "ascii.h"
#include "base64.h"
#include "charset/charset.h"
#include "url/split.h"
#include "url/whatwg.h"

namespace mimebase::unwrap {
namespace {

// Appends `text`, percent-decoded. Returns false if a "%" is not followed by two hexadecimal digits.
bool append_decoded(std::string_view text, std::string& out) {
  for (std::size_t at = text.find('%'); at != kNotFound; at = text.find('%', at + 1)) {
    if (at + 2 >= text.size() || ascii::hex_value(text[at + 1]) < 0 || ascii::hex_value(text[at + 2]) < 0)
      return false;
  }
  ascii::append_percent_decoded(text, out);
  return true;
}

// Returns how many bytes "**" with this digit stands for, or 0 if the digit is invalid.
std::size_t run_length(char digit) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const std::size_t at = kDigits.find(digit);
  return at == kNotFound ? 0 : at + 2;
}

// Replaces "&amp;" by "&", from `start` on.
void replace_amp(std::string& text, std::size_t start) {
  constexpr std::string_view kAmp = "&amp;";
  std::size_t end = start;
  for (std::size_t at = start; at < text.size(); ++at) {
    text[end++] = text[at];
    if (std::string_view(text).substr(at).starts_with(kAmp)) at += kAmp.size() - 1;
  }
  text.resize(end);
}

// Restores the "//" after the scheme, which some servers and clients reduce to "/".
std::string with_two_slashes(std::string_view url) {
  std::string out(url);
  const std::size_t scheme = url::scheme_length(url, url::SchemeStart::kLetter);
  const std::string_view after = url.substr(std::min(scheme + 1, url.size()));
  if (scheme > 0 && after.starts_with('/') && !after.starts_with("//")) out.insert(scheme + 1, "/");
  return out;
}

bool append_amp(std::string_view scheme, std::string_view raw, std::string& out) {
  raw = raw.substr(0, raw.find('#'));
  if (raw.substr(0, raw.find_first_of("/?")).find('.') == kNotFound) return false;
  out.append(scheme).append(raw);
  return true;
}

bool list_has(std::string_view list, char item) {
  return list == std::string_view(&item, 1) ||
         (list.size() == 3 && list[1] == ',' && (list[0] == item || list[2] == item));
}

// Decodes the first label of a translate.goog host to the target's host, by the nine steps that Google
// documents.
std::string host_of_label(std::string label, std::string_view encodings) {
  if (list_has(encodings, '1') && label.starts_with("1-")) label.erase(0, 2);
  const bool is_idn = list_has(encodings, '0') && label.starts_with("0-");
  if (is_idn) label.erase(0, 2);
  std::string host = is_idn ? "xn--" : "";
  for (std::size_t at = 0; at < label.size(); ++at) {
    const bool is_double = label[at] == '-' && at + 1 < label.size() && label[at + 1] == '-';
    const bool is_inside = at > 0 && label[at - 1] != '-' && at + 1 < label.size();
    if (is_double) {
      host += '-';
      ++at;
    } else {
      host += label[at] == '-' && is_inside ? '.' : label[at];
    }
  }
  return host;
}

bool starts_with_scheme(std::string_view text, std::string_view more) {
  return ascii::starts_with_ignoring_case(text, "https://") ||
         ascii::starts_with_ignoring_case(text, "http://") ||
         (!more.empty() && ascii::starts_with_ignoring_case(text, more));
}

void escape_what_no_url_has(std::string& text) {
  const bool is_utf8 = charset::is_utf8(text);
  const auto is_to_be_escaped = [&](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '\x7F' || (!is_utf8 && !ascii::is_ascii(c));
  };
  if (std::none_of(text.begin(), text.end(), is_to_be_escaped)) return;
  std::string out;
  for (const char c : text) {
    if (is_to_be_escaped(c)) {
      out += '%';
      ascii::append_hex(static_cast<unsigned char>(c), ascii::kHexDigits, out);
    } else {
      out += c;
    }
  }
  text = std::move(out);
}

}  // namespace

bool decode_percent(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  return append_decoded(raw, out);
}

bool decode_percent_html(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  const std::size_t start = out.size();
  if (!append_decoded(raw, out)) return false;
  replace_amp(out, start);
  return true;
}

bool decode_segment(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  return raw.find('/') == kNotFound && append_decoded(raw, out);
}

bool decode_plain(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  out += raw;
  return true;
}

bool decode_base64(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  std::string digits;
  if (!append_decoded(raw, digits)) return false;
  const std::optional<std::string> bytes = base64_decoded(digits);
  if (bytes) out += *bytes;
  return bytes.has_value();
}

bool decode_base64_segment(const Parts& parts, std::string_view raw, std::string& out) {
  return decode_base64(parts, raw.substr(0, raw.find('/')), out);
}

bool decode_amazon_ses(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  std::array<std::string_view, 4> segments;
  for (std::string_view& segment : segments) {
    segment = raw.substr(0, raw.find('/'));
    if (segment.empty()) return false;
    raw.remove_prefix(std::min(segment.size() + 1, raw.size()));
  }
  const std::string_view number = segments[1];
  const bool is_whole = raw.empty() && std::all_of(number.begin(), number.end(), ascii::is_digit);
  return is_whole && append_decoded(segments[0], out);
}

bool decode_bing(const Parts& parts, std::string_view raw, std::string& out) {
  return raw.size() > 2 && raw[0] == 'a' && ascii::is_digit(raw[1]) &&
         decode_base64(parts, raw.substr(2), out);
}

bool decode_urldefense_v2(const Parts& parts, std::string_view raw, std::string& out) {
  std::string encoded(raw);
  std::replace(encoded.begin(), encoded.end(), '-', '%');
  std::replace(encoded.begin(), encoded.end(), '_', '/');
  return decode_percent_html(parts, encoded, out);
}

bool decode_urldefense_v3(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  // Search for the last "__;", because a target that is itself wrapped contains another.
  const std::size_t end = raw.rfind("__;");
  if (end == kNotFound) return false;
  const std::string_view after = raw.substr(end + 3);
  const std::size_t mark = after.find('!');
  if (mark == kNotFound) return false;
  const std::optional<std::string> bytes = base64_decoded(after.substr(0, mark));
  std::string masked;
  if (!bytes || !append_decoded(raw.substr(0, end), masked)) return false;
  masked = with_two_slashes(masked);
  std::size_t used = 0;
  for (std::size_t at = 0; at < masked.size(); ++at) {
    if (masked[at] != '*') {
      out += masked[at];
      continue;
    }
    std::size_t length = 1;
    if (at + 1 < masked.size() && masked[at + 1] == '*') {
      length = at + 2 < masked.size() ? run_length(masked[at + 2]) : 0;
      at += 2;
    }
    if (length == 0 || bytes->size() - used < length) return false;
    out.append(*bytes, used, length);
    used += length;
  }
  return used == bytes->size();
}

bool decode_avanan_v2(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  constexpr std::string_view kMark = "___";
  if (raw.starts_with('r')) raw.remove_prefix(std::min(raw.find('/'), raw.size() - 1) + 1);
  const std::size_t end = raw.rfind("___.");
  if (!raw.starts_with(kMark) || end == kNotFound || end < kMark.size()) return false;
  const std::string_view signature = raw.substr(end + 4);
  if (signature.empty() || signature.starts_with('#')) return false;
  std::string target = with_two_slashes(raw.substr(kMark.size(), end - kMark.size()));
  const std::size_t path_end = std::min(target.find_first_of("?#"), target.size());
  for (std::size_t at = 0; at + 2 < path_end; ++at) {
    if (target[at] == '*' && ascii::hex_value(target[at + 1]) >= 0 && ascii::hex_value(target[at + 2]) >= 0)
      target[at] = '%';
  }
  out += target;
  // A browser keeps the fragment when it is redirected.
  out += signature.substr(std::min(signature.find('#'), signature.size()));
  return true;
}

bool decode_yahoo(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  constexpr std::string_view kKey = "/RU=";
  const std::size_t at = raw.find(kKey);
  if (at == kNotFound) return false;
  const std::string_view target = raw.substr(at + kKey.size());
  const std::size_t end = target.find('/');
  return end != kNotFound && append_decoded(target.substr(0, end), out);
}

bool decode_amp_https(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  return append_amp("https://", raw, out);
}

bool decode_amp_http(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  return append_amp("http://", raw, out);
}

bool decode_wayback(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  constexpr std::size_t kMaxDigits = 14;
  std::size_t digits = 0;
  while (digits < raw.size() && ascii::is_digit(raw[digits])) ++digits;
  if (digits == 0 || digits > kMaxDigits) return false;
  std::string_view after = raw.substr(digits);
  if (after.size() > 3 && ascii::is_letter(after[0]) && ascii::is_letter(after[1]) && after[2] == '_')
    after.remove_prefix(3);
  if (!after.starts_with('/')) return false;
  out += with_two_slashes(after.substr(1));
  return true;
}

bool decode_translate_goog(const Parts& parts, std::string_view raw, std::string& out) {
  constexpr std::string_view kDomain = ".translate.goog";
  const std::string_view label = raw.substr(0, raw.size() - kDomain.size());
  if (label.find('.') != kNotFound) return false;
  std::string prefix(query_value(parts.query, "_x_tr_hp"));
  std::string encodings;
  if (!append_decoded(query_value(parts.query, "_x_tr_enc"), encodings)) return false;
  const std::string host = host_of_label(prefix.append(ascii::lowered(label)), encodings);
  // Other characters could turn the host into userinfo or a path.
  const auto is_in_name = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '.'; };
  if (host.find('.') == kNotFound || !std::all_of(host.begin(), host.end(), is_in_name)) return false;
  out.append(query_value(parts.query, "_x_tr_sch") == "http" ? "http://" : "https://").append(host);
  out.append(parts.path);
  char delimiter = '?';
  for (std::string_view query = parts.query; !query.empty();) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    if (pair.starts_with("_x_tr_")) continue;
    (out += delimiter).append(pair);
    delimiter = '&';
  }
  out += parts.rest.substr(std::min(parts.rest.find('#'), parts.rest.size()));
  return true;
}

std::string_view query_value(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    if (pair.size() > key.size() && pair.starts_with(key) && pair[key.size()] == '=')
      return pair.substr(key.size() + 1);
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
  }
  return {};
}

bool make_url(std::string& text, std::string_view more) {
  if (ascii::starts_with_ignoring_case(text, "http%3a") ||
      ascii::starts_with_ignoring_case(text, "https%3a")) {
    std::string decoded;
    if (!append_decoded(text, decoded)) return false;
    text = std::move(decoded);
  }
  std::string buffer;
  text = std::string(url::clean(text, buffer));
  if (!starts_with_scheme(text, more)) return false;
  escape_what_no_url_has(text);
  std::string serialised;
  return url::serialise(text, serialised);
}

}  // namespace mimebase::unwrap
