// The finders for calendars, cards, lists of URIs and external bodies.
#include <random>

#include "find/finder.h"
#include "text_recorder.h"

using namespace mimebase;

namespace {

struct Row {
  std::string_view context, reference, cut;
};

struct Case {
  std::string_view bytes;
  std::vector<Row> rows;
  const char* why;
};

struct Kept {
  std::string context, reference, cut;
  bool guessed;
};

class Keeper : public find::Sink {
 public:
  explicit Keeper(std::string_view bytes) : bytes_(bytes) {}
  void found(const find::Found& found) override {
    ++count;
    sound = sound && found.span.start < found.span.end && found.span.end <= bytes_.size() &&
            found.span.start >= last_start;
    last_start = found.span.start;
    if (count > 100) return;
    all.push_back({std::string(found.context), std::string(found.reference),
                   std::string(bytes_.substr(found.span.start, found.span.end - found.span.start)),
                   found.guessed});
  }
  find::ScopeId open_scope(find::ScopeId, const find::Declaration&) override { return ++scopes; }

  std::vector<Kept> all;
  std::size_t count = 0, last_start = 0;
  bool sound = true;
  find::ScopeId scopes = 0;

 private:
  std::string_view bytes_;
};

Keeper scan(std::string_view media_type, std::string_view bytes) {
  const charset::Charset charset;
  Keeper keeper(bytes);
  find::finder_for(media_type)->find({bytes, charset}, keeper);
  return keeper;
}

void check(std::string_view media_type, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.why, c.bytes);
    const Keeper keeper = scan(media_type, c.bytes);
    CHECK(keeper.sound);
    REQUIRE(keeper.all.size() == c.rows.size());
    for (std::size_t i = 0; i < c.rows.size(); ++i) {
      CHECK(keeper.all[i].context == c.rows[i].context);
      CHECK(keeper.all[i].reference == c.rows[i].reference);
      CHECK(keeper.all[i].cut == c.rows[i].cut);
    }
  }
}

const std::vector<Case> kCalendars = {
    {"URL:http://a/b\r\n", {{"calendar:url", "http://a/b", "http://a/b"}}, "a property that is a URL"},
    {"url;x=y:http://a/b", {{"calendar:url", "http://a/b", "http://a/b"}}, "in any case, without line break"},
    {"URL:http://a/b\r\n c\r\n\td\r\n",
     {{"calendar:url", "http://a/bcd", "http://a/b\r\n c\r\n\td"}},
     "folded"},
    {"U\n RL:http://a/b", {{"calendar:url", "http://a/b", "http://a/b"}}, "folded in its name, bare LF"},
    {"URL:relative/x", {{"calendar:url", "relative/x", "relative/x"}}, "relative"},
    {"URL:www.a.example", {{"calendar:url", "www.a.example", "www.a.example"}}, "guessed"},
    {"URL: \r\nURL:\r\nURL\r\n:x\r\n\r\n", {}, "nothing there"},
    {"ATTACH;FMTTYPE=text/html:http://a/b\r\nATTACH:CID:x@y\r\n",
     {{"calendar:attach", "http://a/b", "http://a/b"}, {"calendar:attach", "CID:x@y", "CID:x@y"}},
     "attachments"},
    {"ATTACH;ENCODING=BASE64;VALUE=BINARY:aHR0cDovL2EvYg==\r\nATTACH;VALUE=BINARY:x",
     {},
     "in the file itself"},
    {"SOURCE:http://a/1\nTZURL:http://a/2\nIMAGE;VALUE=URI:http://a/3\nCONFERENCE;VALUE=URI:tel:+1\n",
     {{"calendar:source", "http://a/1", "http://a/1"},
      {"calendar:tzurl", "http://a/2", "http://a/2"},
      {"calendar:image", "http://a/3", "http://a/3"},
      {"calendar:conference", "tel:+1", "tel:+1"}},
     "properties of RFC 7986"},
    {"DESCRIPTION;ALTREP=\"http://a/x;y:z\":see http://b/\\, or\\nhttp://c/\\nx",
     {{"calendar:altrep", "http://a/x;y:z", "http://a/x;y:z"},
      {"calendar:description/text", "http://b/", "http://b/"},
      {"calendar:description/text", "http://c/", "http://c/"}},
     "a text, its escapes, and a parameter in quotes"},
    {"SUMMARY:http://a/b\\,c\\;d\\\\e f",
     {{"calendar:summary/text", "http://a/b,c;d\\e", "http://a/b\\,c\\;d\\\\e"}},
     "escapes inside a URL"},
    {"COMMENT:x <http://a/b\r\n c> y",
     {{"calendar:comment/text:delimited", "http://a/bc", "http://a/b\r\n c"}},
     "a fold inside"},
    {"ATTENDEE;DIR=\"ldap://h/x\";CN=\"a:b;c\";ALTREP=x:mailto:joe@a.example\n",
     {{"calendar:dir", "ldap://h/x", "ldap://h/x"},
      {"calendar:altrep", "x", "x"},
      {"calendar:attendee", "mailto:joe@a.example", "mailto:joe@a.example"}},
     "addresses; parameters in their order"},
    {"LINK;LINKREL=\"https://a/rel\";VALUE=URI:http://b/\nLINK;LINKREL=SOURCE;VALUE=XML-REFERENCE:http://c/"
     "#x\n"
     "LINK;LINKREL=latest-version;VALUE=UID:1-2-3",
     {{"calendar:linkrel", "https://a/rel", "https://a/rel"},
      {"calendar:link", "http://b/", "http://b/"},
      {"calendar:link", "http://c/#x", "http://c/#x"}},
     "links, and relations that are URIs"},
    {"STRUCTURED-DATA;FMTTYPE=\"application/ld+json\";VALUE=TEXT:{\"url\": \"http://a/\"}\n"
     "STRUCTURED-DATA;VALUE=URI:http://b/\nSTYLED-DESCRIPTION;VALUE=URI:c",
     {{"calendar:structured-data/text", "http://a/", "http://a/"},
      {"calendar:structured-data", "http://b/", "http://b/"},
      {"calendar:styled-description", "c", "c"}},
     "data, as text or elsewhere"},
    {"ORGANIZER;CN=Joe:MAILTO:joe@a.example",
     {{"calendar:organizer", "MAILTO:joe@a.example", "MAILTO:joe@a.example"}},
     "in capitals"},
    {"X-ALT-DESC;FMTTYPE=text/html:<base href='http://h/'><a href=\"x\\,\r\n y\">z</a>",
     {{"calendar:x-alt-desc/base@href", "http://h/", "http://h/"},
      {"calendar:x-alt-desc/a@href", "x,y", "x\\,\r\n y"}},
     "HTML, escaped and folded"},
    {"UID:http://a/u\nUID:abc@d\nX-FOO:https://a/x\nX-BAR:text with http://a/x\nPRODID:-//A//B:C//EN",
     {{"calendar:uid", "http://a/u", "http://a/u"}, {"calendar:x-foo", "https://a/x", "https://a/x"}},
     "any property, where all of it is a URL"},
    {"X;P=\"unclosed:http://a/b", {{"calendar:x", "http://a/b", "http://a/b"}}, "a quote that is not closed"},
    {"X;P=a;Q\nURL:http://a/b", {{"calendar:url", "http://a/b", "http://a/b"}}, "a line without value"},
    {":http://a/\n;ALTREP=b:http://c/\na.:http://d/\nURL:http://a/b",
     {{"calendar:url", "http://a/b", "http://a/b"}},
     "lines without a name"},
};

const std::vector<Case> kCards = {
    {"item1.URL;type=pref:http\\://a/b\r\n",
     {{"vcard:url", "http://a/b", "http\\://a/b"}},
     "a group, and a colon escaped as Apple does"},
    {"PHOTO;VALUE=uri:http://a/p.jpg\nPHOTO;ENCODING=b;TYPE=JPEG:aHR0cDo=\nPHOTO;BASE64:aHR0cDo=\n",
     {{"vcard:photo", "http://a/p.jpg", "http://a/p.jpg"}},
     "pictures elsewhere and in the card"},
    {"PHOTO:data:image/png;base64,AAAA",
     {{"vcard:photo", "data:image/png;base64,AAAA", "data:image/png;base64,AAAA"}},
     "vCard 4"},
    {"URL;ENCODING=QUOTED-PRINTABLE:http=3A//a/=\r\nb=3Fc\r\nNOTE:http://n/",
     {{"vcard:url", "http://a/b?c", "http=3A//a/=\r\nb=3Fc"}, {"vcard:note/text", "http://n/", "http://n/"}},
     "vCard 2.1: quoted-printable, with a soft line break"},
    {"NOTE;QUOTED-PRINTABLE;CHARSET=ISO-8859-2:http://a/=B1 x=\n",
     {{"vcard:note/text", "http://a/\xC4\x85", "http://a/=B1"}},
     "vCard 2.1: a charset of its own"},
    {"NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=SHIFT_JIS:=95=5Cn http://a/=95=5C=95=\r\n=5C x",
     {{"vcard:note/text", "http://a/\xE8\xA1\xA8\xE8\xA1\xA8", "http://a/=95=5C=95=\r\n=5C"}},
     "vCard 2.1: a charset in which a backslash is half a character"},
    {"IMPP:xmpp:joe@a\nMEMBER:urn:uuid:x\nRELATED;TYPE=friend:http://f/\nRELATED;VALUE=text:http://t/ Joe\n"
     "FBURL:http://1/\nCALURI:http://2/\nCALADRURI:mailto:a@b\nSOURCE:ldap://3/\nKEY:http://4/\nUID:uid-5",
     {{"vcard:impp", "xmpp:joe@a", "xmpp:joe@a"},
      {"vcard:member", "urn:uuid:x", "urn:uuid:x"},
      {"vcard:related", "http://f/", "http://f/"},
      {"vcard:fburl", "http://1/", "http://1/"},
      {"vcard:caluri", "http://2/", "http://2/"},
      {"vcard:caladruri", "mailto:a@b", "mailto:a@b"},
      {"vcard:source", "ldap://3/", "ldap://3/"},
      {"vcard:key", "http://4/", "http://4/"}},
     "the properties of RFC 6350"},
};

const std::vector<Case> kLists = {
    {"# a comment http://no/\r\nhttp://a/1\r\n\r\n  urn:x:y \r\nftp://b/\n",
     {{"uri-list", "http://a/1", "http://a/1"},
      {"uri-list", "urn:x:y", "urn:x:y"},
      {"uri-list", "ftp://b/", "ftp://b/"}},
     "RFC 2483"},
    {"\r\n \r\n#", {}, "nothing there"},
    {"http://a/\xE9", {{"uri-list", "http://a/\xC3\xA9", "http://a/\xE9"}}, "not ASCII"},
};

// Folds a line at a random place.
std::string fold_at_random(std::mt19937& random, std::string_view line) {
  std::string folded;
  for (const char c : line) {
    if (!folded.empty() && random() % 6 == 0) folded += random() % 2 == 0 ? "\r\n " : "\n\t";
    folded += c;
  }
  return folded + "\r\n";
}

std::string unfolded(std::string text) {
  for (const std::string_view fold : {"\r\n ", "\n\t"}) {
    for (std::size_t at = 0; (at = text.find(fold, at)) != std::string::npos;) text.erase(at, fold.size());
  }
  return text;
}

}  // namespace

TEST_CASE("references of calendars", "[calendar]") {
  check("text/calendar", kCalendars);
  CHECK(scan("text/calendar", "URL:www.a.example").all.at(0).guessed);
}

TEST_CASE("references of cards", "[vcard]") {
  check("text/vcard", kCards);
  check("text/x-vcard", kCards);
  check("text/directory", kCards);
}

TEST_CASE("references of lists of URIs", "[uri-list]") {
  check("text/uri-list", kLists);
}

TEST_CASE("reports are searched as text", "[finder]") {
  for (const std::string_view type : {"message/delivery-status", "message/disposition-notification",
                                      "message/feedback-report", "text/rfc822-headers"}) {
    CAPTURE(type);
    const Keeper keeper = scan(type, "Reporting-MTA: dns; a\r\nRemote: see http://a/b .\r\n");
    REQUIRE(keeper.all.size() == 1);
    CHECK(keeper.all[0].context == "text");
    CHECK(keeper.all[0].reference == "http://a/b");
  }
}

TEST_CASE("folding changes no reference, and spans cut out what was folded", "[calendar]") {
  std::mt19937 random(5545);
  for (int round = 0; round < 2000; ++round) {
    const std::string url = "http://a.example/" + std::to_string(random());
    const std::string bytes = fold_at_random(random, "URL;X=y:" + url) +
                              fold_at_random(random, "DESCRIPTION:go to " + url + "\\nnow");
    CAPTURE(bytes);
    const Keeper keeper = scan("text/calendar", bytes);
    CHECK(keeper.sound);
    REQUIRE(keeper.all.size() == 2);
    for (const Kept& kept : keeper.all) {
      REQUIRE(kept.reference == url);
      REQUIRE(unfolded(kept.cut) == url);
    }
  }
}

TEST_CASE("random content lines give spans inside the content", "[calendar][vcard]") {
  const std::vector<std::string_view> pieces = {"URL",
                                                "NOTE",
                                                "DESCRIPTION",
                                                "X-ALT-DESC",
                                                ";",
                                                ":",
                                                "=",
                                                "\"",
                                                "\r\n",
                                                "\n ",
                                                "\r\n\t",
                                                "\\n",
                                                "\\",
                                                ",",
                                                "http://a/b",
                                                "www.a.example",
                                                "ENCODING=QUOTED-PRINTABLE",
                                                "=3A",
                                                "=\r\n",
                                                "FMTTYPE=text/html",
                                                "<a href=x>",
                                                "ALTREP=",
                                                "DIR=",
                                                "\xE9",
                                                "CHARSET=utf-16",
                                                "CHARSET=shift_jis",
                                                "URL:http://a/b\n",
                                                "\x95\x5C",
                                                "VALUE=URI",
                                                "."};
  std::mt19937 random(6350);
  std::size_t found = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string bytes = test::random_text(random, pieces, random() % 30);
    for (const std::string_view type : {"text/calendar", "text/vcard"}) {
      CAPTURE(bytes);
      const Keeper keeper = scan(type, bytes);
      REQUIRE(keeper.sound);
      found += keeper.count;
    }
  }
  CHECK(found > 1000);
}

TEST_CASE("hostile content lines take linear time", "[calendar][hostile]") {
  for (const std::string_view unit :
       {"\r\n ", ";", "X;a=\"", "\"", "URL:a\n", "URL;ENCODING=QUOTED-PRINTABLE:=\n", "=\n", "\\n",
        "X;ALTREP=a:\n", "DESCRIPTION:http://a\\n", "http://a\\n\r\n ", "a.",
        "X-ALT-DESC;FMTTYPE=text/html:<a href=b>\n"}) {
    for (const std::string_view start : {"X;a=", "URL;ENCODING=QUOTED-PRINTABLE:", "DESCRIPTION:"}) {
      CAPTURE(unit, start);
      CHECK(scan("text/calendar", std::string(start) + test::repeated(unit, 2'000'000)).sound);
    }
  }
}
