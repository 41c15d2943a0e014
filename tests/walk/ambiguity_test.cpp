// Damage in encoded content.
#include "walk/ambiguity.h"

#include <string>

#include "catch.h"

using namespace mimebase;

namespace {

struct DamageCase {
  const char* why;
  std::string raw;
  const char* said;  // a part of the sentence; "" if there is no damage
};

}  // namespace

TEST_CASE("damaged base64 is recognised") {
  const DamageCase cases[] = {
      {"nothing", "", ""},
      {"one line", "eHh4", ""},
      {"line ends and white space anywhere", "\r\neH\nh4 \t\r\n\r\neHh4\n", ""},
      {"padding at the end", "eA==\r\n", ""},
      {"padding split by a line end", "eA=\n=\n \n", ""},
      {"no padding", "eA", ""},
      {"the whole alphabet", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", ""},
      {"the alphabet of URLs", "e-_4", "outside its alphabet"},
      {"a byte above ASCII", "eHh4\xE9", "outside its alphabet"},
      {"a NUL", std::string("eHh4\0", 5), "outside its alphabet"},
      {"a footer", "eA==\n_______\nList\n", "outside its alphabet"},
      {"two texts", "eA==\neHh4\n", "after the padding"},
      {"padding only", "====", ""},
  };
  for (const DamageCase& each : cases) {
    INFO(each.why);
    const std::string said(walk::base64_damage(each.raw));
    CHECK((*each.said == '\0' ? said.empty() : said.find(each.said) != std::string::npos));
  }
}

TEST_CASE("damaged quoted-printable is recognised") {
  const DamageCase cases[] = {
      {"nothing", "", ""},
      {"no escape", "a b\xE9\r\n", ""},
      {"escapes in either case", "=3D=3d=E9", ""},
      {"soft line breaks, with padding", "a=\r\nb=\nc= \t\r\nd", ""},
      {"a soft line break at the end", "a=", ""},
      {"with padding at the end", "a= \r", ""},
      {"one digit", "a=3", "damaged"},
      {"no digit", "a=g1", "damaged"},
      {"one digit and a line end", "a=3\r\n", "damaged"},
      {"two signs", "a==3D", "damaged"},
      {"a blank and text", "a= b", "damaged"},
  };
  for (const DamageCase& each : cases) {
    INFO(each.why);
    const std::string said(walk::quoted_printable_damage(each.raw));
    CHECK((*each.said == '\0' ? said.empty() : said.find(each.said) != std::string::npos));
  }
}
