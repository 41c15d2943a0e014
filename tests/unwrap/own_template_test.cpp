// Templates of an operator's own links: which ones are refused, what they write, and what they read back.
#include "mimebase/own_template.h"

#include <chrono>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"

using namespace mimebase;
using namespace std::string_literals;

namespace {

constexpr std::string_view kAllFields =
    "https://click.example/"
    "r?u={url:query}&m={message_id:query}&r={recipient:query}&t={time}&k={kid}&s={h}&d={host}";

OwnTemplate own(std::string_view text) {
  const auto parsed = OwnTemplate::parse(text);
  INFO(text);
  REQUIRE(parsed);
  return *parsed;
}

OwnValues all_values() {
  return {"http://a.example/b c?d=e&f=%41#g",
          "a.example",
          "1@b/c",
          "x+y@z.example",
          "1795910400",
          "k.1-2_3",
          "00ff"};
}

// Those that the template has.
OwnValues values_in(const OwnTemplate& wraps, OwnValues values) {
  if (!wraps.has(OwnField::kHost)) values.host.clear();
  if (!wraps.has(OwnField::kMessageId)) values.message_id.clear();
  if (!wraps.has(OwnField::kRecipient)) values.recipient.clear();
  if (!wraps.has(OwnField::kTime)) values.time.clear();
  if (!wraps.has(OwnField::kKid)) values.kid.clear();
  if (!wraps.has(OwnField::kH)) values.h.clear();
  return values;
}

}  // namespace

TEST_CASE("what is no template is refused with a sentence") {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"", "lacks {url:query}"},
      {"https://c.example/", "lacks {url:query}"},
      {"https://c.example/{url:path}", "lacks {url:query}"},
      {"https://c.example/{url}", "has to be {url:query}"},
      {"https://c.example/{URL:query}", "unknown field {URL:query}"},
      {"https://c.example/{url:query", "without \"}\""},
      {"https://c.example/{{url:query}}", "unknown field"},
      {"https://c.example/{url:query}}", "without \"{\""},
      {"https://c.example/{}{url:query}", "unknown field {}"},
      {"https://c.example/{url:base64}", "has to be {url:query}"},
      {"https://c.example/{message_id}/{url:query}", "{message_id:query}"},
      {"https://c.example/{h:query}/{url:query}", "has to be {h}"},
      {"https://c.example/{host:path}/{url:query}", "has to be {host}"},
      {"c.example/{url:query}", "not an absolute http or https URL"},
      {"//c.example/{url:query}", "not an absolute http or https URL"},
      {"ftp://c.example/{url:query}", "not an absolute http or https URL"},
      {"javascript:{url:query}", "not an absolute http or https URL"},
      {"{url:query}", "not an absolute http or https URL"},
      {"https://{host}.c.example/{url:query}", "has no path, or a field before it"},
      {"https://c.example{url:query}", "has no path, or a field before it"},
      {"https://{url:query}", "has no path, or a field before it"},
      {"https:///{url:query}", "no valid host"},
      {"https://me@c.example/{url:query}", "no valid host"},
      {"https://c.example:8o/{url:query}", "no valid host"},
      {"https://b\xC3\xBC.example/{url:query}", "cannot contain"},
      {"https://c.example/ {url:query}", "cannot contain"},
      {"https://c.example/\"{url:query}", "cannot contain"},
      {"https://c.example/<{url:query}>", "cannot contain"},
      {"https://c.example/\\{url:query}", "cannot contain"},
      {"https://c.example/\n{url:query}", "cannot contain"},
      {"https://c.example/%4/{url:query}", "two hexadecimal digits"},
      {"https://c.example/{url:query}%", "two hexadecimal digits"},
      // Values that could not be told apart.
      {"https://c.example/{url:query}{h}", "between {url} and {h}"},
      {"https://c.example/{time}{h}?u={url:query}", "between {time} and {h}"},
      {"https://c.example/{kid}-{message_id:query}/{url:query}", "between {kid} and {message_id}"},
      {"https://c.example/{url:query}.{recipient:query}.{message_id:query}", "between {url} and {recipient}"},
  };
  for (const auto& [text, why] : rows) {
    INFO(text);
    const auto parsed = OwnTemplate::parse(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == Error::Code::kUsage);
    CHECK(parsed.error().message.find(why) != std::string::npos);
    CHECK(parsed.error().message.find('\n') == std::string::npos);
  }
}

TEST_CASE("each field is encoded, and read back byte for byte") {
  const OwnTemplate wraps = own(kAllFields);
  const OwnValues values = all_values();
  const std::string url = wraps.expand(values);
  CHECK(url ==
        "https://click.example/"
        "r?u=http%3A%2F%2Fa.example%2Fb%20c%3Fd%3De%26f%3D%2541%23g&m=1%40b%2Fc&r=x%2By%40z."
        "example&t=1795910400&k=k.1-2_3&s=00ff&d=a.example");
  CHECK(wraps.match(url) == values);
  CHECK(wraps.signed_text(values) ==
        "http://a.example/b c?d=e&f=%41#g\0x+y@z.example\0"
        "1795910400\0"
        "1@b/c\0"s);
  const OwnTemplate alone = own("http://c.example/{url:query}");
  CHECK(alone.expand(values) == "http://c.example/http%3A%2F%2Fa.example%2Fb%20c%3Fd%3De%26f%3D%2541%23g");
  CHECK(alone.signed_text(values) == "http://a.example/b c?d=e&f=%41#g\0"s);
  const OwnTemplate in_path = own("https://c.example/{message_id:path}/{recipient:path}?{url:query}");
  CHECK(in_path.expand(values) ==
        "https://c.example/1@b%2Fc/x+y@z.example?http%3A%2F%2Fa.example%2Fb%20c%3Fd%3De%26f%3D%2541%23g");
  CHECK(in_path.match(in_path.expand(values)) == values_in(in_path, values));
}

TEST_CASE("any bytes come back") {
  const OwnTemplate wraps = own(kAllFields);
  for (int byte = 0; byte < 256; ++byte) {
    OwnValues values = all_values();
    values.url = "https:" + std::string(3, static_cast<char>(byte));
    values.message_id = values.recipient = values.host = std::string(1, static_cast<char>(byte));
    INFO(byte);
    CHECK(wraps.match(wraps.expand(values)) == values);
    CHECK(wraps.signed_text(values).has_value() == (byte != 0));
  }
  OwnValues empty;
  empty.url = "ftp:";
  CHECK(wraps.match(wraps.expand(empty)) == empty);
}

TEST_CASE("equivalent URLs match, others do not") {
  const OwnTemplate wraps = own("https://Click.example/r~%7e?u={url:query}&a=b&s={h}");
  const std::vector<std::pair<std::string, bool>> rows = {
      {"https://click.example/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f", true},
      {"HTTPS://CLICK.EXAMPLE/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f", true},
      {"https://click.example:443/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f", true},
      {"https://click.example:/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f", true},
      {"https://click.example/r%7E~?u=http%3a%2f%2fa%2f&a=b&s=0f", true},
      {"https://click.example/%72~~?%75=%68ttp%3A%2F%2F%61%2F&a=b&s=0f", true},
      {"https://click.example/r~~?u=http%3A%2F%2Fa%2F&amp;a=b&amp;s=0f", true},
      {"https://click.example/r~~?u=http%3A%2F%2Fa%2F&a=b&s=", true},
      {"http://click.example/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f", false},
      {"https://click.example:80/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f", false},
      {"https://x@click.example/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f", false},
      {"https://click.example.evil/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f", false},
      {"https://click.example/R~~?u=http%3A%2F%2Fa%2F&a=b&s=0f", false},
      {"https://click.example/r~~?u=http://a/&a=b&s=0f", false},
      {"https://click.example/r~~?u=http%3A%2F%2Fa%2F&a=b", false},
      {"https://click.example/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f#", false},
      {"https://click.example/r~~?u=http%3A%2F%2Fa%2F&a=b&s=0f&utm=1", false},
      {"https://click.example/r~~?u=http%3A%2F%2Fa%2&a=b&s=0f", false},
      {"https://click.example/r~~?u=javascript%3Aalert(1)&a=b&s=0f", false},
      {"https://click.example/r~~?u=mailto%3Aa%40b&a=b&s=0f", false},
      {"https://click.example/r~~?u=%2F%2Fa%2F&a=b&s=0f", false},
      {"https://click.example/r~~", false},
      {"https://click.example", false},
      {"", false},
  };
  for (const auto& [url, matches] : rows) {
    INFO(url);
    const auto values = wraps.match(url);
    CHECK(values.has_value() == matches);
    if (values) CHECK(values->url == "http://a/");
  }
  // A browser encodes the apostrophe.
  CHECK(own("https://c.example/?it's={url:query}'").match("https://c.example/?it%27s=http%3A%2F%2Fa%2F%27"));
  CHECK(own("https://c.example/?it's={url:query}'").match("https://c.example/?it's=http%3A%2F%2Fa%2F'"));
  // A path that is empty is "/".
  CHECK(own("https://c.example?{url:query}").match("https://c.example/?http%3A%2F%2Fa%2F"));
  CHECK(own("https://c.example/?{url:query}").match("https://c.example?http%3A%2F%2Fa%2F"));
  // Only the port that T has.
  CHECK(own("http://127.0.0.1:8080/{url:query}").match("http://127.0.0.1:8080/http%3A%2F%2Fa%2F"));
  CHECK_FALSE(own("http://127.0.0.1:8080/{url:query}").match("http://127.0.0.1/http%3A%2F%2Fa%2F"));
  CHECK(own("http://[::1]:80/{url:query}").match("http://[::1]/http%3A%2F%2Fa%2F"));
}

TEST_CASE("the values of a field that is there twice agree") {
  const OwnTemplate wraps = own("https://c.example/{host}?u={url:query}&d={host}");
  CHECK(wraps.match("https://c.example/a?u=http%3A%2F%2Fa%2F&d=a"));
  CHECK_FALSE(wraps.match("https://c.example/a?u=http%3A%2F%2Fa%2F&d=b"));
}

TEST_CASE("fields that can contain the text between them are told apart where that is possible") {
  OwnValues values = all_values();
  values.kid = "a.1.2";
  for (const char* const text :
       {"https://c.example/{kid}.{time}.{h}?u={url:query}",
        "https://c.example/?u={url:query}&t={kid}.{time}.{h}", "https://c.example/{kid}-/{time}?{url:query}",
        "https://c.example/{url:query}.{h}", "https://c.example/{time}.{url:query}",
        "https://c.example/{url:query}x.y"}) {
    const OwnTemplate wraps = own(text);
    INFO(text);
    CHECK(wraps.match(wraps.expand(values)) == values_in(wraps, values));
  }
}

TEST_CASE("a link that was cut or changed is known as one") {
  struct Row {
    std::string_view wraps, url;
    bool is_damaged;
  };
  constexpr std::string_view kAtEnd = "https://c.example/r?u={url:query}&k={kid}&s={h}";
  constexpr std::string_view kFirst = "https://c.example/{h}/{url:query}";
  const std::vector<Row> rows = {
      {kAtEnd, "https://c.example/r?u=http%3A%2F%2Fa%2F&k=k1&s=0f", false},  // it matches
      {kAtEnd, "https://c.example/r?u=http%3A%2F%2Fa%2F&k=k1", true},
      {kAtEnd, "https://c.example/r?u=http%3A%2F%2Fa%2F", true},
      {kAtEnd, "https://c.example/r?u=http%3A%2F%2", true},
      {kAtEnd, "https://c.example/r?u=htt", true},
      {kAtEnd, "https://c.example/r?u=http%", true},
      {kAtEnd, "https://c.example/r?u=http%3", true},
      {kAtEnd, "https://c.example/r?u=%", false},
      {kAtEnd, "https://c.example/r?u=http%3A%2F%2Fa%2F&k=k1&s=0f&x=y", true},
      {kAtEnd, "https://c.example/r?u=http%3A%2F%2Fa%2F&amp;k=k1", true},
      {kAtEnd, "https://c.example/r?u=", false},
      {kAtEnd, "https://c.example/r?u=javascript%3A&s=0f", false},
      {kAtEnd, "https://c.example/other", false},
      {kAtEnd, "https://d.example/r?u=http%3A%2F%2Fa%2F", false},
      {kFirst, "https://c.example/0f/http%3A%2F%2Fa%2F", false},  // it matches
      {kFirst, "https://c.example/00ff00", true},
      {kFirst, "https://c.example/0f/", true},
      {kFirst, "https://c.example/about", false},
      {"https://c.example/?t={kid}.{time}.{h}&u={url:query}", "https://c.example/?t=k.1.17.00ff", true},
      {"https://c.example/?t={kid}.{time}.{h}&u={url:query}", "https://c.example/?t=k", false},
  };
  for (const Row& row : rows) {
    INFO(row.wraps << " " << row.url);
    CHECK(own(row.wraps).is_damaged(row.url) == row.is_damaged);
  }
}

// Any template that is accepted reads back what it writes, whatever the values.
TEST_CASE("random templates read back what they write") {
  std::mt19937 random(47);
  const auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::vector<std::string> fields = {"{url:query}",
                                           "{url:path}",
                                           "{host}",
                                           "{message_id:query}",
                                           "{message_id:path}",
                                           "{recipient:query}",
                                           "{recipient:path}",
                                           "{time}",
                                           "{kid}",
                                           "{h}"};
  const std::vector<std::string> texts = {"",   "&",    "/", "-",   ".",   "~",  "?x=", "&amp;", "#",   "%2F",
                                          "a0", "%7E/", "=", "-&-", "%41", "//", ";",   "'",     "0.0/"};
  const auto word = [&](std::string_view bytes) {
    std::string out;
    for (std::size_t i = below(6); i > 0; --i) out += bytes[below(bytes.size())];
    return out;
  };
  const auto bytes = [&] {
    std::string out;
    for (std::size_t i = below(12); i > 0; --i)
      out += below(2) == 0 ? static_cast<char>(below(256)) : "&/.-~%#0aA;="[below(12)];
    return out;
  };
  int accepted = 0, refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = "http://c.example/" + texts[below(texts.size())];
    for (std::size_t n = 1 + below(5); n > 0; --n)
      text += fields[n == 1 ? 0 : below(fields.size())] + texts[below(texts.size())];
    const auto parsed = OwnTemplate::parse(text);
    if (!parsed) {
      ++refused;
      continue;
    }
    ++accepted;
    for (int j = 0; j < 5; ++j) {
      OwnValues values;
      values.url = std::vector<std::string>{"http://", "HTTPS:", "ftp://"}[below(3)] + bytes();
      values.host = bytes();
      values.message_id = bytes();
      values.recipient = bytes();
      values.time = word("0123456789");
      values.kid = word("aZ09._-");
      values.h = word("0123456789abcdef");
      const std::string url = parsed->expand(values);
      INFO(text << " " << url);
      const auto again = parsed->match(url);
      REQUIRE(again);
      REQUIRE(*again == values_in(*parsed, values));
      REQUIRE_FALSE(parsed->is_damaged(url));
    }
  }
  CHECK(accepted > 3000);
  CHECK(refused > 3000);
}

// Quadratic time would take minutes.
TEST_CASE("matching takes time in proportion to the length") {
  const OwnTemplate wraps = own("https://c.example/{kid}.{time}.{h}/{message_id:query}?u={url:query}");
  const auto seconds = [&wraps](std::size_t n) {
    std::string dots, escapes, amps;
    for (std::size_t i = 0; i < n; ++i) {
      dots += "1.";
      escapes += "%2F";
      amps += "&amp;";
    }
    const auto start = std::chrono::steady_clock::now();
    for (const std::string& text : {dots, escapes, amps, dots + "/" + escapes + "?u=http%3A" + escapes}) {
      static_cast<void>(wraps.match("https://c.example/" + text));
      static_cast<void>(wraps.is_damaged("https://c.example/" + text));
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  for (const std::size_t n : {100'000, 200'000, 400'000}) CHECK(seconds(n) < 3);
}
