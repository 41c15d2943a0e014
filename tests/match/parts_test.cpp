// Which part a reference names: RFC 2392, RFC 2557 section 8.2.
#include "match/parts.h"

#include "catch.h"

using mimebase::match::Parts;
using Kind = Parts::Named::Kind;

namespace {

// 0 multipart/related ( 1 html, 2 gif, 3 multipart/related ( 4 html, 5 css ) ) beside 6, outside of both.
Parts sample() {
  Parts parts;
  parts.add_entity(-1, false);  // 0: multipart/mixed, the message's body
  parts.set_message_id("m@x");
  parts.add_entity(0, true);  // 1: related
  parts.add_entity(1, false);
  parts.set_content_location("http://a/page", "http://a/page");  // 2
  parts.add_entity(1, false);
  parts.set_content_id("gif@x");
  parts.set_content_location("http://a/pic", "http://a/pic");  // 3
  parts.add_entity(1, true);                                   // 4: related inside
  parts.add_entity(4, false);
  parts.set_content_location("http://a/pic", "http://a/pic");  // 5
  parts.add_entity(4, false);
  parts.set_content_location("cid:css", "cid:css");  // 6
  parts.add_entity(0, false);                        // 7: outside of both
  return parts;
}

}  // namespace

TEST_CASE("cid: names a Content-ID, percent-decoded, or a Content-Location as it stands") {
  const Parts parts = sample();
  CHECK(parts.by_label("cid:gif@x", 2).entity == 3);
  CHECK(parts.by_label("CID:gif%40x", 2).entity == 3);
  CHECK(parts.by_label("cid:css", 5).entity == 6);
  CHECK(parts.by_label("cid:none@x", 2).kind == Kind::kMissing);
  CHECK(parts.by_label("cid:gif@x", 3).kind == Kind::kNone);  // a part never names itself
  CHECK(parts.by_label("http://a/pic", 2).kind == Kind::kNone);
}

TEST_CASE("mid: names this message, or a Content-ID in it") {
  const Parts parts = sample();
  CHECK(parts.by_label("mid:m@x", 2).entity == 0);
  CHECK(parts.by_label("mid:m%40x/gif@x", 2).entity == 3);
  CHECK(parts.by_label("mid:m@x/none@x", 2).kind == Kind::kMissing);
  CHECK(parts.by_label("mid:other@x", 2).kind == Kind::kNone);
}

TEST_CASE("mid: with a Content-ID names a part of that message alone") {
  Parts parts;
  parts.add_entity(-1, false);  // 0: the message's body
  parts.set_message_id("out@x");
  parts.add_entity(0, false);  // 1: names the others
  parts.add_entity(0, false);
  parts.set_content_id("same@x");  // 2
  parts.add_entity(0, false);
  parts.set_content_id("outer@x");  // 3
  parts.add_entity(0, false);       // 4: message/rfc822
  parts.add_entity(4, false);
  parts.set_message_id("in@x");  // 5: its body
  parts.add_entity(5, false);
  parts.set_content_id("same@x");  // 6
  CHECK(parts.by_label("mid:in@x/same@x", 1).entity == 6);
  CHECK(parts.by_label("mid:out@x/same@x", 1).entity == 2);
  CHECK(parts.by_label("mid:in@x/outer@x", 1).kind == Kind::kMissing);
  CHECK(parts.by_label("mid:out@x/outer@x", 1).entity == 3);
}

TEST_CASE("Content-Location counts inside the same multipart/related or one around it") {
  const Parts parts = sample();
  CHECK(parts.by_location("http://a/pic", 2) == 3);
  CHECK(parts.by_location("http://a/pic", 6) == 5);   // the innermost related first
  CHECK(parts.by_location("http://a/page", 6) == 2);  // then the one around
  CHECK_FALSE(parts.by_location("http://a/pic", 7).has_value());
  CHECK_FALSE(parts.by_location("http://a/page", 2).has_value());  // never itself
}

TEST_CASE("locations are compared without fragment, by octets, then as the URL Standard serialises them") {
  const Parts parts = sample();
  CHECK(parts.by_location("http://a/pic#top", 2) == 3);
  CHECK(parts.by_location("HTTP://A:80/./pic", 2) == 3);
  CHECK_FALSE(parts.by_location("http://a/PIC", 2).has_value());
}
