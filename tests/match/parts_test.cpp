// Which part a reference names: RFC 2392, RFC 2557 section 8.2.
#include "match/parts.h"

#include "catch.h"

using mimebase::match::Parts;
using Kind = Parts::Named::Kind;

namespace {

// 0 multipart/mixed ( 1 related ( 2 html, 3 gif, 4 related ( 5 gif, 6 css ) ), 7 )
Parts sample() {
  Parts parts;
  parts.add_entity(-1, false);  // 0: multipart/mixed, the message's body
  parts.set_message_id("m@x");
  parts.add_entity(0, true);   // 1: related
  parts.add_entity(1, false);  // 2
  parts.add_entity(1, false);
  parts.set_content_id("gif@x");  // 3
  parts.add_entity(1, true);      // 4: related inside
  parts.add_entity(4, false);     // 5
  parts.add_entity(4, false);
  parts.set_literal_location("cid:css");  // 6
  parts.add_entity(0, false);             // 7: outside both
  parts.finish();
  parts.add_location(2, "http://a/page");
  parts.add_location(3, "http://a/pic");
  parts.add_location(5, "http://a/pic");
  parts.add_location(7, "http://a/page");
  parts.finish_locations();
  parts.add_standard_location(2, "http://a/page");
  parts.add_standard_location(3, "http://a/PIC");
  parts.add_standard_location(5, "http://a/standard");
  parts.finish_standard_locations();
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
  CHECK(parts.by_label("mid:m@x", 0).entity == 0);        // by mid: a part can name itself
  CHECK(parts.by_label("mid:m@x/gif@x", 3).entity == 3);  // with a Content-ID too
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
  parts.finish();
  CHECK(parts.by_label("mid:in@x/same@x", 1).entity == 6);
  CHECK(parts.by_label("mid:out@x/same@x", 1).entity == 2);
  CHECK(parts.by_label("mid:in@x/outer@x", 1).kind == Kind::kMissing);
  CHECK(parts.by_label("mid:out@x/outer@x", 1).entity == 3);
}

TEST_CASE("of parts with one Content-ID the nearest counts, there the first, and never the reference's own") {
  Parts parts;
  parts.add_entity(-1, false);  // 0: mixed
  parts.add_entity(0, false);
  parts.set_content_id("a");   // 1
  parts.add_entity(0, false);  // 2: mixed
  parts.add_entity(2, false);
  parts.set_content_id("a");   // 3
  parts.add_entity(2, false);  // 4: mixed
  parts.add_entity(4, false);  // 5
  parts.add_entity(4, false);
  parts.set_content_id("a");  // 6
  parts.add_entity(2, false);
  parts.set_literal_location("cid:b");
  parts.set_content_id("b");   // 7
  parts.add_entity(0, false);  // 8
  parts.set_literal_location("cid:b");
  parts.finish();
  CHECK(parts.by_label("cid:a", 5).entity == 6);
  CHECK(parts.by_label("cid:a", 6).entity == 3);  // not itself: the enclosing multipart
  CHECK(parts.by_label("cid:a", 3).entity == 6);
  CHECK(parts.by_label("cid:a", 7).entity == 3);
  CHECK(parts.by_label("cid:a", 8).entity == 1);
  CHECK(parts.by_label("cid:b", 7).entity == 8);  // its own Content-ID does not hide another's location
}

TEST_CASE("a Content-Location counts in the own multipart/related, then in those around it") {
  const Parts parts = sample();
  CHECK(parts.in_own_related("http://a/pic", 2) == 3);
  CHECK(parts.in_own_related("http://a/pic", 6) == 5);
  CHECK_FALSE(parts.in_own_related("http://a/page", 6).has_value());
  CHECK(parts.by_location("http://a/pic", {}, 6) == 5);                // the innermost related first
  CHECK(parts.by_location("http://a/page", {}, 6) == 2);               // then the enclosing one
  CHECK(parts.by_location("http://a/pic", {}, 5) == 3);                // never itself, but the enclosing one
  CHECK_FALSE(parts.by_location("http://a/pic", {}, 3).has_value());   // never in a deeper one
  CHECK_FALSE(parts.by_location("http://a/pic", {}, 7).has_value());   // never in a sibling
  CHECK_FALSE(parts.by_location("http://a/page", {}, 2).has_value());  // never itself
  CHECK(parts.by_location("http://a/pic", {}, 4) == 3);  // a heading is in the same place as its entity
}

TEST_CASE("each level is asked by octets without fragment, then as the URL Standard has it") {
  const Parts parts = sample();
  CHECK(parts.by_location("http://a/pic#top", {}, 2) == 3);
  CHECK_FALSE(parts.by_location("http://a/PIC", {}, 2).has_value());
  CHECK(parts.by_location("http://a/other", "http://a/PIC", 2) == 3);
  CHECK(parts.by_location({}, "http://a/PIC", 2) == 3);
  CHECK(parts.by_location("http://a/page", "http://a/standard", 6) == 5);  // farther in, if by the Standard
  CHECK(parts.by_location("http://a/pic", "http://a/PIC", 6) == 5);
}

TEST_CASE("of parts in one multipart/related that have one Content-Location the nearest counts") {
  Parts parts;
  parts.add_entity(-1, true);  // 0: related
  parts.add_entity(0, false);  // 1
  parts.add_entity(0, false);  // 2: mixed
  parts.add_entity(2, false);  // 3
  parts.add_entity(2, false);  // 4
  parts.finish();
  parts.add_location(1, "http://a/");
  parts.add_location(4, "http://a/");
  parts.finish_locations();
  CHECK(parts.by_location("http://a/", {}, 3) == 4);
  CHECK(parts.by_location("http://a/", {}, 2) == 4);
  CHECK(parts.by_location("http://a/", {}, 4) == 1);
}

TEST_CASE("clashes: two parts of one multipart/related with one label") {
  Parts parts;
  parts.add_entity(-1, true);
  parts.set_content_id("id");  // 0: related
  parts.add_entity(0, false);
  parts.set_content_id("id");  // 1
  parts.add_entity(0, true);   // 2: related
  parts.add_entity(2, false);
  parts.set_content_id("other");  // 3
  parts.add_entity(2, false);
  parts.set_content_id("other");  // 4
  parts.add_entity(0, false);     // 5
  parts.set_content_id("id");
  parts.finish();
  parts.add_location(1, "http://a/x");
  parts.add_location(3, "http://a/x");
  parts.add_location(5, "http://a/y");
  parts.finish_locations();
  parts.add_standard_location(1, "http://a/x");
  parts.add_standard_location(3, "http://a/x");
  parts.add_standard_location(5, "http://a/x");
  parts.finish_standard_locations();
  std::vector<std::string> found;
  for (const Parts::Clash& clash : parts.clashes()) {
    found.push_back(std::to_string(clash.related) + ": " + std::to_string(clash.part) + " as " +
                    std::to_string(clash.other) + ' ' + std::string(clash.label));
  }
  // In a nested multipart/related, the Content-Location of a part is valid only there.
  CHECK(found ==
        std::vector<std::string>{"0: 1 as 0 id", "0: 5 as 0 id", "0: 5 as 1 http://a/x", "2: 4 as 3 other"});
}

TEST_CASE("entities nested deep are found at once") {
  constexpr int kDepth = 200000;
  Parts parts;
  for (int i = 0; i < kDepth; ++i) {
    parts.add_entity(i - 1, true);
    parts.set_content_id("a");
  }
  parts.finish();
  for (int i = 0; i < kDepth; ++i) parts.add_location(i, "http://a/");
  parts.finish_locations();
  std::uint64_t sum = 0;
  for (int i = 1; i < kDepth; ++i) {
    sum += static_cast<std::uint64_t>(parts.by_label("cid:a", i).entity);
    sum += static_cast<std::uint64_t>(parts.by_location("http://a/", {}, i).value_or(0));
    sum += static_cast<std::uint64_t>(parts.tree().common(i, kDepth - 1));
  }
  CHECK(sum > 0);
}
