// How services encode the URL that they wrap.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::unwrap {

// The parts of an http URL that a wrapper is recognised by, as views into it.
struct Parts {
  std::string_view host;  // without userinfo, port and final dot
  std::string_view path;  // "/" if the URL has none
  std::string_view query;
  std::string_view fragment;
  std::string_view rest;  // path, query and fragment, as they are written
};

// Appends the decoded target to `out`. `raw` is the text at the place that the table of wrappers names.
// Returns false if the encoding is broken; `out` is undefined then. Whether the target is a URL is not
// checked here.
using Decoder = bool (*)(const Parts& parts, std::string_view raw, std::string& out);

// Percent-encoding. A "%" without two hexadecimal digits is broken.
bool decode_percent(const Parts& parts, std::string_view raw, std::string& out);
// Percent-encoding of a text that may contain "&amp;" for "&".
bool decode_percent_html(const Parts& parts, std::string_view raw, std::string& out);
// Percent-encoding, in the last segment of a path.
bool decode_segment(const Parts& parts, std::string_view raw, std::string& out);
// Verbatim.
bool decode_plain(const Parts& parts, std::string_view raw, std::string& out);
// Base64 (RFC 4648 section 4 or 5), percent-encoded or not.
bool decode_base64(const Parts& parts, std::string_view raw, std::string& out);
// The same in the first segment of `raw`.
bool decode_base64_segment(const Parts& parts, std::string_view raw, std::string& out);
// "a", a digit, and base64.
bool decode_bing(const Parts& parts, std::string_view raw, std::string& out);
// Percent-encoding with "-" for "%" and "_" for "/".
bool decode_urldefense_v2(const Parts& parts, std::string_view raw, std::string& out);
// "TARGET__;BYTES!...": each "*" of the target stands for the next of BYTES (base64), "**A" for two of them,
// "**B" for three, up to "**_" for 65.
bool decode_urldefense_v3(const Parts& parts, std::string_view raw, std::string& out);
// "___TARGET___.SIGNATURE", after a region such as "r01/" or without. In the path of the target "*2F" is
// "%2F".
bool decode_avanan_v2(const Parts& parts, std::string_view raw, std::string& out);
// A path segment "RU=TARGET", percent-encoded.
bool decode_yahoo(const Parts& parts, std::string_view raw, std::string& out);
// A host and what follows it, of https or of http.
bool decode_amp_https(const Parts& parts, std::string_view raw, std::string& out);
bool decode_amp_http(const Parts& parts, std::string_view raw, std::string& out);
// "TIMESTAMP/TARGET" or "TIMESTAMPid_/TARGET".
bool decode_wayback(const Parts& parts, std::string_view raw, std::string& out);
// `raw` is the host, whose first label is the target's host with "-" for "." and "--" for "-".
bool decode_translate_goog(const Parts& parts, std::string_view raw, std::string& out);

// The value of the first pair "key=value" of `query` that has this key; empty if there is none.
[[nodiscard]] std::string_view query_value(std::string_view query, std::string_view key);

// Makes the decoded `text` the URL that it is, in place: white space around it is dropped, a target that was
// encoded twice is decoded again, and bytes that a URL cannot contain are percent-encoded. Returns false if
// it is not an absolute URL of http or https or one that starts with `more`, if that is not empty ("ftp://").
[[nodiscard]] bool make_url(std::string& text, std::string_view more);

}  // namespace mimebase::unwrap
