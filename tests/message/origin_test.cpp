// Origins of references: the raw bytes of every origin, decoded through its maps, must equal the
// reference. Rewriting depends on this.
#include <filesystem>
#include <vector>

#include "catch.h"
#include "support.h"
#include "support/read_back.h"

using namespace mimebase;

namespace {

struct Row {
  std::string_view fields;  // further header fields, after Content-Type
  std::string_view body;
  std::string_view raw;  // the raw bytes of its first reference
  std::string_view reference;
  std::string_view why;
};

std::vector<test::ReadReference> references_of(std::string_view bytes) {
  std::vector<test::ReadReference> all;
  test::read_back(bytes, [&](const test::ReadReference& reference) { all.push_back(reference); });
  return all;
}

void check(std::string_view heading, const Row& row) {
  CAPTURE(row.why);
  std::string bytes(heading);
  bytes.append(row.fields).append("\n").append(row.body);
  const std::vector<test::ReadReference> all = references_of(bytes);
  REQUIRE(!all.empty());
  const test::ReadReference& first = all.front();
  CHECK(first.has_place);
  CHECK(first.raw == row.raw);
  CHECK(first.reference == row.reference);
  CHECK(bytes.substr(first.place.span.start, first.raw.size()) == first.raw);
  if (first.is_opaque) {
    CHECK(!first.read);
  } else {
    REQUIRE(first.read);
    CHECK(*first.read == first.reference);
  }
}

}  // namespace

TEST_CASE("origins in HTML") {
  const Row rows[] = {
      {"", "<a href=\"x?a=1&amp;b=2\">", "x?a=1&amp;b=2", "x?a=1&b=2", "a character reference"},
      {"", "<a href='x'>", "x", "x", "single quotes"},
      {"", "<a href=x>", "x", "x", "no quotes"},
      {"", "<a href=' x\ny '>", "x\ny", "x\ny", "white space around"},
      {"", "<p style=\"background:url(&quot;a\\62&quot;)\">", "a\\62", "ab", "CSS in an attribute"},
      {"", "<style>p{background:url( 'a\\'b' )}</style>", "a\\'b", "a'b", "CSS in an element"},
      {"", "<img srcset='a&amp;b 1x, c 2x'>", "a&amp;b", "a&b", "of a list"},
      {"", "<p>see http://a.example/?x&amp;y now", "http://a.example/?x&amp;y", "http://a.example/?x&y",
       "text"},
      {"", "<iframe srcdoc=\"&lt;a href='x&amp;amp;y'>\">", "x&amp;amp;y", "x&y",
       "a document in an attribute"},
      {"Content-Transfer-Encoding: quoted-printable\n", "<a href=3D\"x=\n=3Dy\">", "x=\n=3Dy", "x=y",
       "soft line breaks and escapes"},
      {"Content-Transfer-Encoding: quoted-printable\n", "<a href=3D\"x= \t\r\ny\">", "x= \t\r\ny", "xy",
       "a soft break with white space"},
      {"Content-Transfer-Encoding: base64\n", "PGEgaHJlZj0i\neD9hPTEi\nPg==\n", "eD9hPTEi", "x?a=1",
       "base64: whole groups"},
      {"Content-Transfer-Encoding: base64\n", "PGE*gaHJlZj0ie!D9hPTEiPg==\n", "e!D9hPTEi", "x?a=1",
       "base64 with rubbish inside"},
      {"Content-Transfer-Encoding: x-uuencode\n", "begin 644 a\n-/&$@:')E9CTB>\")X/G@\nend\n",
       "-/&$@:')E9CTB>\")X/G@\n", "x", "uuencode: the line"},
  };
  for (const Row& row : rows) check("Content-Type: text/html; charset=utf-8\n", row);
}

TEST_CASE("origins in other types") {
  struct Typed {
    std::string_view type;
    Row row;
  };
  const Typed rows[] = {
      {"text/plain", {"", "see <URL: http://a/\n b>", "http://a/\n b", "http://a/b", "delimited text"}},
      {"text/plain",
       {"", "> <URL:http://a/\n> b>", "http://a/\n> b", "http://a/b", "delimited text in a reply"}},
      {"text/plain; charset=iso-2022-jp",
       {"", "\x1b$B$\"\x1b(B http://a.example/ x", "http://a.example/", "http://a.example/",
        "a charset with states"}},
      {"text/plain; charset=utf-16le",
       {"", std::string_view("h\0t\0t\0p\0:\0/\0/\0a\0.\0b\0c\0/\0 \0", 26),
        std::string_view("h\0t\0t\0p\0:\0/\0/\0a\0.\0b\0c\0/\0", 24), "http://a.bc/", "UTF-16"}},
      {"text/html; charset=iso-8859-1", {"", "<a href=\"\xE9\">", "\xE9", "\xC3\xA9", "Latin-1"}},
      {"text/plain; format=flowed; delsp=yes",
       {"", "> http://a.example/long \n> er\n", "http://a.example/long \n> er", "http://a.example/longer",
        "a URL over a soft line break"}},
      {"text/css", {"", "p{background:url(a\\)b)}", "a\\)b", "a)b", "a bare url()"}},
      {"text/xml",
       {"", "<a xmlns:l='http://www.w3.org/1999/xlink' l:href='x&#38;y'/>", "x&#38;y", "x&y", "XML"}},
      {"application/rss+xml",
       {"",
        "<rss><channel><item><description>&lt;a href=\"x&amp;amp;y\"></description></item></channel></rss>",
        "x&amp;amp;y", "x&y", "HTML in the text of XML"}},
      {"application/rss+xml",
       {"",
        "<rss><channel><item><description><![CDATA[<a "
        "href=\"x&amp;y\">]]></description></item></channel></rss>",
        "x&amp;y", "x&y", "HTML in CDATA"}},
      {"text/calendar",
       {"", "BEGIN:VEVENT\r\nURL:http://a.example/x\\,\r\n y\r\nEND:VEVENT\r\n",
        "http://a.example/x\\,\r\n y", "http://a.example/x,y", "a folded content line with an escape"}},
      {"text/uri-list", {"", "# x\r\nhttp://a/\r\n", "http://a/", "http://a/", "a list"}},
      {"message/external-body; access-type=url; url=\"http://a/\n b\"",
       {"", "\n", "http://a/\n b", "http://a/b", "a parameter"}},
      {"message/external-body; access-type=url; url=\"http://a/\\\"b\"",
       {"", "\n", "http://a/\\\"b", "http://a/\"b", "a parameter with an escape"}},
      {"message/external-body; access-type=url; url=\"=?utf-8?q?http://a/=C3=A9?=\"",
       {"", "\n", "=?utf-8?q?http://a/=C3=A9?=", "http://a/\xC3\xA9", "a parameter with an encoded word"}},
      {"message/external-body; access-type=url; url*=utf-8''http%3A//a/%C3%A9",
       {"", "\n", "utf-8''http%3A//a/%C3%A9", "http://a/\xC3\xA9", "a parameter of RFC 2231"}},
      {"message/external-body; access-type=url; url*0=\"http://a/\"; url*1=b",
       {"", "\n", "http://a/\"; url*1=b", "http://a/b", "a parameter in sections, which is opaque"}},
  };
  for (const Typed& typed : rows) check("Content-Type: " + std::string(typed.type) + "\n", typed.row);
}

TEST_CASE("origins in headings") {
  const Row rows[] = {
      {"List-Archive: <http://a/\n  b>\n", "", "http://a/\n  b", "http://a/b", "a fold"},
      {"Base: <URL:http://a/ b>\n", "", "http://a/ b", "http://a/b", "a base"},
      {"Content-Location: \"a b.gif\"\n", "", "a b.gif", "a b.gif", "spaces of its own"},
      {"Content-Location: =?utf-8?Q?http://a/=C3=A9?=\n =?utf-8?Q?b?=\n", "",
       "=?utf-8?Q?http://a/=C3=A9?=\n =?utf-8?Q?b?=", "http://a/\xC3\xA9\x62", "encoded words"},
      {"Content-Location: http://a/\r\n b\n", "", "http://a/\r\n b", "http://a/b", "spaces of a fold"},
  };
  for (const Row& row : rows) check("Content-Type: text/plain\n", row);
}

TEST_CASE("origins in a message inside have its frame") {
  const auto all = references_of(
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
      "TGlzdC1IZWxwOiA8aHR0cDovL2EvPgoKeAo=\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].place.frame == 1);
  CHECK(all[0].raw == "http://a/");
}

TEST_CASE("the raw bytes of every origin in the corpora are its reference") {
  const std::filesystem::path root = test::corpora();
  if (!std::filesystem::is_directory(root)) {
    test::skip("no corpora: some 2,500 origins missed");
    return;
  }
  std::size_t references = 0, opaque = 0;
  for (const char* folder : {"mail", "mhtml"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string bytes = test::read_file(entry.path());
      test::read_back(bytes, [&](const test::ReadReference& reference) {
        ++references;
        if (!reference.has_place) FAIL_CHECK(entry.path() << ": no place: " << reference.reference);
        if (reference.is_opaque) {
          if (!reference.is_inert) ++opaque;  // one that is never written needs no bytes
          return;
        }
        if (reference.read && *reference.read == reference.reference) return;
        FAIL_CHECK(entry.path() << ": " << reference.context << "\n  raw  " << reference.raw << "\n  read "
                                << reference.read.value_or("(nothing)") << "\n  is   "
                                << reference.reference);
      });
    }
  }
  CHECK(references > 2000);
  CHECK(opaque * 50 < references);
}
