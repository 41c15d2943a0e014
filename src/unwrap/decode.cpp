#include "unwrap/decode.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "charset/charset.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"
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

// Returns whether `text` starts with a name that has a dot, and no scheme.
bool starts_with_host(std::string_view text) {
  const std::string_view host = text.substr(0, text.find_first_of("/?#:"));
  const auto is_in_name = [](char c) {
    return ascii::is_alnum(c) || c == '-' || c == '.' || !ascii::is_ascii(c);
  };
  const std::size_t dot = host.find('.');
  return dot != kNotFound && dot > 0 && dot + 1 < host.size() &&
         std::all_of(host.begin(), host.end(), is_in_name);
}

bool append_host_segment(std::string_view scheme, std::string_view raw, std::string& out) {
  std::string target;
  if (!append_decoded(raw.substr(0, raw.find('/')), target) || !starts_with_host(target)) return false;
  out.append(scheme).append(target);
  return true;
}

// Appends `json` with its escapes resolved as often as they are nested. Characters beyond ASCII that are
// escaped are dropped: no URL has them.
void append_unescaped_json(std::string_view json, std::string& out) {
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (json[at] != '\\') {
      out += json[at];
    } else if (json.substr(at + 1).starts_with("u00") && at + 5 < json.size()) {
      const int high = ascii::hex_value(json[at + 4]), low = ascii::hex_value(json[at + 5]);
      if (high >= 0 && high < 8 && low >= 0) out += static_cast<char>(high * 16 + low);
      at += 5;
    }
  }
}

// Appends the string that is named "url", "href", "e" or "u" in `json`.
bool append_json_url(std::string_view json, std::string& out) {
  if (!json.starts_with('{')) return false;
  std::string plain;
  append_unescaped_json(json, plain);
  for (const std::string_view key : {"\"url\":", "\"href\":", "\"e\":", "\"u\":"}) {
    std::size_t at = plain.find(key);
    if (at == kNotFound) continue;
    at = plain.find_first_not_of(' ', at + key.size());
    if (at == kNotFound || plain[at] != '"') continue;
    out.append(plain, at + 1, plain.find('"', at + 1) - at - 1);
    return true;
  }
  return false;
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

// Returns whether `text` starts with a scheme whose colon is percent-encoded, perhaps more than once.
bool is_encoded_again(std::string_view text) {
  if (!ascii::starts_with_ignoring_case(text, "http")) return false;
  text.remove_prefix(4);
  if (!text.empty() && ascii::lower(text[0]) == 's') text.remove_prefix(1);
  return ascii::starts_with_ignoring_case(text, "%3a") || text.starts_with("%25");
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
  if (std::any_of(text.begin(), text.end(), is_to_be_escaped))
    text = ascii::percent_encoded(text, is_to_be_escaped);
}

}  // namespace

void replace_amp(std::string& text, std::size_t start) {
  constexpr std::string_view kAmp = "&amp;";
  std::size_t end = start;
  for (std::size_t at = start; at < text.size(); ++at) {
    text[end++] = text[at];
    if (std::string_view(text).substr(at).starts_with(kAmp)) at += kAmp.size() - 1;
  }
  text.resize(end);
}

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
  return !contains(raw, '/') && append_decoded(raw, out);
}

bool decode_network_url(const Parts& parts, std::string_view raw, std::string& out) {
  if (!append_decoded(raw, out)) return false;
  if (out.starts_with("//")) out.insert(0, std::string(parts.scheme) + ':');
  return true;
}

bool decode_any_url(const Parts& parts, std::string_view raw, std::string& out) {
  if (!decode_network_url(parts, raw, out)) return false;
  if (starts_with_host(out)) out.insert(0, "http://");
  return true;
}

bool decode_https_segment(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  return append_host_segment("https://", raw, out);
}

bool decode_http_segment(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  return append_host_segment("http://", raw, out);
}

bool decode_scheme_segment(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  // A query of the target is percent-encoded, including its "?", as a segment of its own.
  while (raw.starts_with('%')) raw.remove_prefix(std::min(raw.find('/'), raw.size() - 1) + 1);
  const std::size_t slash = raw.find('/');
  if (slash == kNotFound || (raw.substr(0, slash) != "https" && raw.substr(0, slash) != "http")) return false;
  out.append(raw.substr(0, slash)).append("://").append(raw.substr(slash + 1));
  return true;
}

bool decode_whole(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  out += with_two_slashes(raw);
  return true;
}

bool decode_disqus(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  constexpr std::size_t kTokenBytes = 27;
  if (!append_decoded(raw, out)) return false;
  const std::size_t colon = out.rfind(':');
  const auto is_in_token = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; };
  if (colon != kNotFound && out.size() - colon - 1 == kTokenBytes &&
      std::all_of(out.begin() + static_cast<std::ptrdiff_t>(colon) + 1, out.end(), is_in_token))
    out.resize(colon);
  return true;
}

bool decode_hex(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  if (raw.size() % 2 != 0) return false;
  for (std::size_t at = 0; at < raw.size(); at += 2) {
    const int high = ascii::hex_value(raw[at]), low = ascii::hex_value(raw[at + 1]);
    if (high < 0 || low < 0) return false;
    out += static_cast<char>(high * 16 + low);
  }
  return true;
}

bool decode_after_star(const Parts& /*parts*/, std::string_view raw, std::string& out) {
  const std::size_t star = raw.find('*');
  if (star == kNotFound) return false;
  raw.remove_prefix(star);
  raw.remove_prefix(std::min(raw.find_first_not_of('*'), raw.size()));
  out += with_two_slashes(raw);
  return true;
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

bool decode_base64_url(const Parts& parts, std::string_view raw, std::string& out) {
  std::string once;
  return decode_base64(parts, raw, once) && append_decoded(once, out);
}

bool decode_json_url(const Parts& parts, std::string_view raw, std::string& out) {
  for (std::string_view rest = raw; !rest.empty();) {
    const std::string_view piece = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(piece.size() + 1, rest.size()));
    std::string json;
    if (decode_base64(parts, piece, json) && append_json_url(json, out)) return true;
  }
  return false;
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
  std::string written(raw);
  std::size_t end = written.rfind("__;");
  if (end == kNotFound) {  // a mail program has encoded what is behind the target
    end = std::max(written.rfind("__%3B") + 1, written.rfind("__%3b") + 1) - 1;
    std::string after;
    if (end == kNotFound || !append_decoded(raw.substr(end), after)) return false;
    written.replace(end, kNotFound, after);
    raw = written;
  }
  std::string after;
  if (!append_decoded(raw.substr(end + 3), after)) after = raw.substr(end + 3);
  const std::size_t mark = after.find('!');
  if (mark == kNotFound) return false;
  const std::optional<std::string> bytes = base64_decoded(std::string_view(after).substr(0, mark));
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
  if (contains(label, '.')) return false;
  std::string prefix(query_value(parts.query, "_x_tr_hp"));
  std::string encodings;
  if (!append_decoded(query_value(parts.query, "_x_tr_enc"), encodings)) return false;
  const std::string host = host_of_label(prefix.append(ascii::lowered(label)), encodings);
  // Other characters could turn the host into userinfo or a path.
  const auto is_in_name = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '.'; };
  if (!contains(host, '.') || !std::all_of(host.begin(), host.end(), is_in_name)) return false;
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

bool make_url(std::string& text, std::string_view more) {
  constexpr int kMaxRounds = 3;
  for (int round = 0; round < kMaxRounds && is_encoded_again(text); ++round) {
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
