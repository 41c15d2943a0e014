// HTTP messages: in mail (message/http and application/http, RFC 9112 section 10), and in records of web
// archives.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::walk {

// The outline of an HTTP message. Offsets are into its bytes.
struct HttpMessage {
  std::size_t header = 0;  // the start of the header: behind the start line, or 0 if there is none
  std::size_t body = 0;    // the start of the body: behind the blank line
  std::size_t end = 0;     // the end of the body: of all bytes, unless another message follows
  bool is_chunked = false;
  std::vector<std::string_view> codings;  // of Content-Encoding, in the order in which they were applied
  std::string_view defect;                // what is damaged; empty if nothing is
};

// Reads a request or response at the start of `bytes`. Accepts anything: without a start line, the header
// begins at the first byte; lines may end in LF. A body is longer than its Content-Length says unless the
// start line of another message follows there, because nothing may be lost. Takes linear time.
[[nodiscard]] HttpMessage read_http(std::string_view bytes);

// A body without the codings of HTTP.
struct HttpBody {
  std::string bytes;        // as far as they could be decoded
  std::string_view defect;  // why they may be incomplete; empty if they are not
  bool is_encoded = false;  // a Content-Encoding that cannot be decoded; `bytes` are as received
  bool is_cut = false;      // at `most` bytes
};

// Returns true if decode_http_body() would change the body.
[[nodiscard]] bool is_http_body_coded(const HttpMessage& message);

// Decodes chunks (RFC 9112 section 7.1) and content codings (RFC 9110 section 8.4.1), to at most `most`
// bytes. A body that is not what its header says is kept as it is: archives often store decoded bodies
// beside the original header. What follows damaged chunks is kept too.
[[nodiscard]] HttpBody decode_http_body(std::string_view bytes, const HttpMessage& message, std::size_t most);

}  // namespace mimebase::walk
