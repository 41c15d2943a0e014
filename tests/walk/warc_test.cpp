// Records of web archives (ISO 28500), and the messages in them.
#include "walk/warc.h"

#include <string>

#include "catch.h"
#include "walk/parser.h"

using namespace mimebase;

namespace {

const std::string kHeader =
    "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/b?c\r\n"
    "WARC-Date: 2024-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:1-2>\r\n"
    "Content-Type: application/http;msgtype=response\r\nContent-Length: 9\r\n\r\n";

}  // namespace

TEST_CASE("the header of a WARC record", "[warc]") {
  const walk::WarcRecord record = walk::read_warc(kHeader + "block");
  CHECK(record.header == 10);
  CHECK(record.block == kHeader.size());
  CHECK(record.type == "response");
  CHECK(record.target_uri == "http://a.example/b?c");
  CHECK(record.record_id == "urn:uuid:1-2");
  CHECK(record.date == "2024-01-02T03:04:05Z");
  CHECK(record.has_http);
}

TEST_CASE("odd headers of WARC records", "[warc]") {
  const auto read = [](std::string_view fields) {
    return walk::read_warc("WARC/1.0\n" + std::string(fields) + "\nx");
  };
  CHECK(read("WARC-TYPE:Resource\n").type == "resource");
  CHECK(read("warc-target-uri: <http://a/>\n").target_uri == "http://a/");
  CHECK(read("WARC-Target-URI: http://a/\n b\n").target_uri == "http://a/ b");
  CHECK(read("WARC-Target-URI: http://a/\nWARC-Target-URI: http://b/\n").target_uri == "http://a/");
  CHECK(read("WARC-Date: 2024-01-02T03:04:05.123456Z\n").date == "2024-01-02T03:04:05Z");
  CHECK_FALSE(read("WARC-Date: 2024-01-02\n").date.has_value());
  CHECK_FALSE(read("WARC-Date: now\n").date.has_value());
  CHECK_FALSE(read("WARC-Type: request\nContent-Type: application/http\n").has_http);
  CHECK_FALSE(read("WARC-Type: response\nContent-Type: text/dns\n").has_http);
  CHECK_FALSE(read("WARC-Type: response\n").has_http);
  CHECK(walk::read_warc("WARC/1.0\nWARC-Type: response\n\nHTTP/1.1 200 OK\n").has_http);
  CHECK(read("Record-Type: response\nContent-Type: message/http\n").has_http);
  CHECK(read("WARC-Subject-URI: http://a/\n").target_uri == "http://a/");
  CHECK(read("Record-ID: <urn:uuid:1>\n").record_id == "urn:uuid:1");
  CHECK(read("Creation-Date: 20060102030405\n").date == "2006-01-02T03:04:05Z");
  CHECK_FALSE(read("WARC-Date: 2006010203040\n").date.has_value());
  CHECK(read("no colon\nWARC-Type: response\n").type == "response");
  CHECK(walk::read_warc("").block == 0);
  CHECK(walk::read_warc("WARC/1.0").block == 8);
  CHECK(walk::read_warc("WARC/1.0\nWARC-Type: x").type == "x");
}

TEST_CASE("the message in a WARC record", "[warc]") {
  const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
  walk::Parser parser;
  const std::string bytes = kHeader + http;
  Record record;
  record.kind = RecordKind::kWarc;
  record.bytes = bytes;
  const walk::Message message = parser.parse(record, {});
  REQUIRE(message.entities().size() == 1);
  CHECK(message.entities()[0].content_type == "text/html");
  CHECK(message.entities()[0].is_http);
  CHECK(message.target_uri() == "http://a.example/b?c");
  CHECK(message.envelope().message_id == "urn:uuid:1-2");
  CHECK(message.envelope().date == "2024-01-02T03:04:05Z");
  std::string buffer;
  CHECK(message.content(0, buffer) == "<p>");
  const auto body = message.details(0).body;
  REQUIRE(body.has_value());
  CHECK(bytes.substr(body->start, body->end - body->start) == "<p>");

  record.bytes = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: image/svg+xml\r\n\r\n<svg/>";
  const walk::Message resource = parser.parse(record, {});
  CHECK(resource.entities()[0].content_type == "image/svg+xml");
  CHECK(resource.content(0, buffer) == "<svg/>");
}
