// Decoders for the URLs that services wrap.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "url/query.h"

namespace mimebase::unwrap {

// The parts of an http or https URL, as views into it.
struct Parts {
  std::string_view scheme;
  std::string_view host;  // without userinfo, port and final dot
  std::string_view path;  // "/" if the URL has none
  std::string_view query;
  std::string_view fragment;
  std::string_view rest;  // path, query and fragment, verbatim
};

// Appends the decoded target to `out`. `raw` is the encoded target, found as Wrapper::where says. Returns
// false if the encoding is malformed; `out` is then unspecified. A decoder does not check that the target is
// a URL.
using Decoder = bool (*)(const Parts& parts, std::string_view raw, std::string& out);

// Percent-encoding. Each "%" must be followed by two hexadecimal digits.
bool decode_percent(const Parts& parts, std::string_view raw, std::string& out);
// Percent-encoding of a text that may contain "&amp;" for "&".
bool decode_percent_html(const Parts& parts, std::string_view raw, std::string& out);
// Percent-encoding, in the last segment of a path: `raw` must not contain "/".
bool decode_segment(const Parts& parts, std::string_view raw, std::string& out);
// Percent-encoding of an absolute URL, or of "//HOST..." without the scheme of the wrapped URL.
bool decode_network_url(const Parts& parts, std::string_view raw, std::string& out);
// Like decode_network_url(), but also accepts "HOST..." without "http://".
bool decode_any_url(const Parts& parts, std::string_view raw, std::string& out);
// The first path segment is "HOST...", percent-encoded, without "https://" or "http://".
bool decode_https_segment(const Parts& parts, std::string_view raw, std::string& out);
bool decode_http_segment(const Parts& parts, std::string_view raw, std::string& out);
// "SCHEME/HOST...", verbatim or percent-encoded.
bool decode_scheme_segment(const Parts& parts, std::string_view raw, std::string& out);
// A whole URL, verbatim, in which "//" may have been reduced to "/".
bool decode_whole(const Parts& parts, std::string_view raw, std::string& out);
// Percent-encoding of a URL that ":" and a token of 27 characters may follow.
bool decode_disqus(const Parts& parts, std::string_view raw, std::string& out);
// Hexadecimal.
bool decode_hex(const Parts& parts, std::string_view raw, std::string& out);
// A URL after the last "*", verbatim or percent-encoded.
bool decode_after_star(const Parts& parts, std::string_view raw, std::string& out);
// Verbatim.
bool decode_plain(const Parts& parts, std::string_view raw, std::string& out);
// Base64 (RFC 4648 section 4 or 5), percent-encoded or not.
bool decode_base64(const Parts& parts, std::string_view raw, std::string& out);
// Base64, as decode_base64(), in the first path segment of `raw`.
bool decode_base64_segment(const Parts& parts, std::string_view raw, std::string& out);
// Base64, as decode_base64(), of a percent-encoded URL.
bool decode_base64_url(const Parts& parts, std::string_view raw, std::string& out);
// Base64, as decode_base64(), of JSON, perhaps after or before a signature and ".". The target is the string
// named "url", "href", "e" or "u", in the JSON itself or in a string of it that is JSON.
bool decode_json_url(const Parts& parts, std::string_view raw, std::string& out);
// "TARGET/NUMBER/MESSAGE-ID/SIGNATURE", where TARGET is percent-encoded.
bool decode_amazon_ses(const Parts& parts, std::string_view raw, std::string& out);
// "a", a digit, and base64, as decode_base64().
bool decode_bing(const Parts& parts, std::string_view raw, std::string& out);
// Percent-encoding with "-" for "%" and "_" for "/", and possibly "&amp;" for "&".
bool decode_urldefense_v2(const Parts& parts, std::string_view raw, std::string& out);
// "TARGET__;BYTES!...". Each "*" in TARGET stands for the next byte of BYTES (base64). "**A" stands for the
// next two bytes, "**B" for three, up to "**_" for 65.
bool decode_urldefense_v3(const Parts& parts, std::string_view raw, std::string& out);
// "___TARGET___.SIGNATURE", optionally after a region such as "r01/". In the path of TARGET, "*2F" stands for
// "%2F".
bool decode_avanan_v2(const Parts& parts, std::string_view raw, std::string& out);
// A path segment "RU=TARGET", where TARGET is percent-encoded.
bool decode_yahoo(const Parts& parts, std::string_view raw, std::string& out);
// An https or http URL without its scheme and "://".
bool decode_amp_https(const Parts& parts, std::string_view raw, std::string& out);
bool decode_amp_http(const Parts& parts, std::string_view raw, std::string& out);
// "TIMESTAMP/TARGET" or "TIMESTAMPid_/TARGET".
bool decode_wayback(const Parts& parts, std::string_view raw, std::string& out);
// `raw` is the host. Its first label is the target's host, with "-" for "." and "--" for "-".
bool decode_translate_goog(const Parts& parts, std::string_view raw, std::string& out);

// Replaces each "&amp;" by "&", from `start` on.
void replace_amp(std::string& text, std::size_t start);

using url::has_key;
using url::query_value;

// Turns a decoded target into a URL, in place. Decodes it again if it was encoded twice, strips surrounding
// white space, and percent-encodes bytes that a URL cannot contain. Returns false unless the result is an
// absolute http or https URL, or one that starts with `more` (such as "ftp://"), if that is not empty.
[[nodiscard]] bool make_url(std::string& text, std::string_view more);

}  // namespace mimebase::unwrap
