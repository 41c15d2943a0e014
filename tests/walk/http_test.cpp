// HTTP messages and their codings (RFC 9110, RFC 9112).
#include "walk/http.h"

#include <zlib.h>

#include <string>
#include <string_view>

#include "catch.h"
#include "walk/content_coding.h"

using namespace mimebase::walk;

namespace {

constexpr std::size_t kMost = 1 << 20;

std::string compressed(std::string_view bytes, int window_bits) {
  z_stream stream = {};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}
std::string gzipped(std::string_view bytes) {
  return compressed(bytes, 16 + MAX_WBITS);
}

struct HttpCase {
  std::string_view why, bytes, header, body;
  bool is_damaged = false;
};

const HttpCase kOutlines[] = {
    {"a response", "HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", "A: b\r\n\r\n", "body"},
    {"a request", "GET /x HTTP/1.1\r\nHost: h\r\n\r\n", "Host: h\r\n\r\n", ""},
    {"a status line without a reason", "HTTP/1.1 200\r\nA: b\r\n\r\nbody", "A: b\r\n\r\n", "body"},
    {"HTTP/2 as curl writes it", "HTTP/2 200 \r\nA: b\r\n\r\nbody", "A: b\r\n\r\n", "body"},
    {"line feeds", "HTTP/1.0 200 OK\nA: b\n\nbody", "A: b\n\n", "body"},
    {"no fields", "HTTP/1.0 200 OK\r\n\r\nbody", "\r\n", "body"},
    {"no body", "HTTP/1.0 204 No Content\r\nA: b", "A: b", ""},
    {"no start line", "A: b\r\n\r\nbody", "A: b\r\n\r\n", "body", true},
    {"a damaged start line", "HTPT/1.0 OK\r\nA: b\r\n\r\nbody", "A: b\r\n\r\n", "body", true},
    {"a longer body than its Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nbody",
     "Content-Length: 2\r\n\r\n", "body"},
    {"two messages", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\n\r\nmore",
     "Content-Length: 4\r\n\r\n", "body", true},
    {"an odd Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nbody",
     "Content-Length: -1\r\n\r\n", "body"},
    {"nothing", "", "", "", true},
};

struct Chunks {
  std::string_view why, body, decoded;
  bool is_damaged = false;
};

const Chunks kChunks[] = {
    {"RFC 9112 section 7.1", "4\r\nWiki\r\n6\r\npedia \r\nE\r\nin \r\n\r\nchunks.\r\n0\r\n\r\n",
     "Wikipedia in \r\n\r\nchunks."},
    {"extensions", "4;name=value\r\nWiki\r\n0;x\r\n\r\n", "Wiki"},
    {"trailer fields", "1\r\na\r\n0\r\nExpires: now\r\n\r\n", "a"},
    {"line feeds", "1\na\n2\nbc\n0\n\n", "abc"},
    {"white space around a size", "1 \r\na\r\n0\r\n\r\n", "a"},
    {"not in chunks at all", "<html>x</html>", "<html>x</html>"},
    {"cut off", "5\r\nab", "ab", true},
    {"without the last chunk", "2\r\nab\r\n", "ab", true},
    {"a damaged size", "2\r\nab\r\nxyz\r\nmore", "abxyz\r\nmore", true},
    {"a size of more than 64 bits", "fffffffffffffffff\r\nab", "fffffffffffffffff\r\nab"},
    {"a size beyond the end", "ffffffffffffffff\r\nab", "ab", true},
};

HttpBody body_of(std::string_view fields, std::string_view body, std::size_t most = kMost) {
  const std::string message = "HTTP/1.1 200 OK\r\n" + std::string(fields) + "\r\n" + std::string(body);
  return decode_http_body(message, read_http(message), most);
}

}  // namespace

TEST_CASE("the outline of an HTTP message", "[http]") {
  for (const HttpCase& c : kOutlines) {
    CAPTURE(c.why);
    const HttpMessage message = read_http(c.bytes);
    CHECK(c.bytes.substr(message.header, message.body - message.header) == c.header);
    CHECK(c.bytes.substr(message.body, message.end - message.body) == c.body);
    CHECK(message.defect.empty() == !c.is_damaged);
  }
}

TEST_CASE("chunks of an HTTP body", "[http]") {
  for (const Chunks& c : kChunks) {
    CAPTURE(c.why);
    const HttpBody body = body_of("Transfer-Encoding: chunked\r\n", c.body);
    CHECK(body.bytes == c.decoded);
    CHECK(body.defect.empty() == !c.is_damaged);
  }
}

TEST_CASE("content codings", "[http]") {
  const std::string text(5000, 'x');
  const std::string raw = compressed(text, -MAX_WBITS), zlib = compressed(text, MAX_WBITS);
  CHECK(body_of("Content-Encoding: gzip\r\n", gzipped(text)).bytes == text);
  CHECK(body_of("content-encoding: X-GZIP\r\n", gzipped(text)).bytes == text);
  CHECK(body_of("Content-Encoding: deflate\r\n", zlib).bytes == text);
  CHECK(body_of("Content-Encoding: deflate\r\n", raw).bytes == text);
  CHECK(body_of("Content-Encoding: identity, gzip\r\n", gzipped(text)).bytes == text);
  CHECK(body_of("Content-Encoding: deflate, gzip\r\n", gzipped(zlib)).bytes == text);
  CHECK(body_of("Content-Encoding: deflate\r\nContent-Encoding: gzip\r\n", gzipped(zlib)).bytes == text);
  CHECK(body_of("Content-Encoding: gzip\r\n", gzipped("a") + gzipped("b")).bytes == "ab");
  CHECK(body_of("Content-Encoding: gzip\r\n", "<p>not coded").bytes == "<p>not coded");
  CHECK(body_of("Content-Encoding: gzip\r\n", "").bytes.empty());

  // As many as there are.
  std::string often = text, codings;
  for (int i = 0; i < 40; ++i) {
    often = gzipped(often);
    codings += i == 0 ? "gzip" : ",gzip";
  }
  CHECK(body_of("Content-Encoding: " + codings + "\r\n", often).bytes == text);

  const HttpBody unknown = body_of("Content-Encoding: gzip, secret\r\n", gzipped(text));
  CHECK(unknown.is_encoded);
  CHECK(unknown.bytes == gzipped(text));

  std::string varied;
  for (int i = 0; i < 20000; ++i) varied += std::to_string(i * 7919 % 10007);
  const std::string whole = gzipped(varied);
  const HttpBody cut_off =
      body_of("Content-Encoding: gzip\r\n", std::string_view(whole).substr(0, whole.size() / 2));
  CHECK_FALSE(cut_off.defect.empty());
  CHECK(cut_off.bytes.size() > 1000);
  CHECK(varied.starts_with(cut_off.bytes));
}

TEST_CASE("a small HTTP body that decodes to much is cut off", "[http]") {
  const std::string bomb = gzipped(std::string(std::size_t{8} << 20, 'x'));
  const HttpBody body = body_of("Content-Encoding: gzip\r\n", bomb, 100'000);
  CHECK(body.is_cut);
  CHECK(body.bytes.size() == 100'000);
  CHECK(body_of("Content-Encoding: gzip, gzip\r\n", gzipped(bomb), 100'000).is_cut);
  CHECK(body_of("", std::string(1000, 'x'), 100).bytes.size() == 100);
  // All codings together have one bound, and each costs something.
  std::string layers = gzipped(std::string(60'000, 'x'));
  for (int i = 0; i < 3; ++i) layers = compressed(layers, MAX_WBITS);
  CHECK_FALSE(body_of("Content-Encoding: gzip, deflate, deflate, deflate\r\n", layers, 70'000).is_cut);
  CHECK(body_of("Content-Encoding: gzip, deflate, deflate, deflate\r\n", layers, 62'000).is_cut);
  std::string many = "Content-Encoding: deflate";
  for (int i = 0; i < 100'000; ++i) many += ",deflate";
  CHECK(body_of(many + "\r\n", std::string(1000, 'x'), 100'000).is_cut);
}

TEST_CASE("libraries of content codings", "[http]") {
  // "hello hello hello hello\n" by the programs brotli and zstd.
  constexpr char kBrotli[] =
      "\x8b\x0b\x80\x68\x65\x6c\x6c\x6f\x20\x68\x65\x6c\x6c\x6f\x20\x68\x65\x6c\x6c\x6f\x20\x68\x65\x6c\x6c"
      "\x6f\x0a\x03";
  constexpr char kZstd[] =
      "\x28\xb5\x2f\xfd\x24\x18\x6d\x00\x00\x38\x68\x65\x6c\x6c\x6f\x20\x0a\x01\x00\x99\x4b\x11\xa8\x7c\x2e"
      "\xa8";
  const HttpBody brotli = body_of("Content-Encoding: br\r\n", {kBrotli, sizeof(kBrotli) - 1});
  CHECK(brotli.is_encoded == !has_brotli());
  if (has_brotli()) CHECK(brotli.bytes == "hello hello hello hello\n");
  const HttpBody zstd = body_of("Content-Encoding: zstd\r\n", {kZstd, sizeof(kZstd) - 1});
  CHECK(zstd.is_encoded == !has_zstd());
  if (has_zstd()) CHECK(zstd.bytes == "hello hello hello hello\n");
}
