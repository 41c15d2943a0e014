// Wrapped URLs: the table of vendors' examples and of public decoders' vectors, limits, and long input.
#include "mimebase/unwrap.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "../url/tsv.h"
#include "catch.h"
#include "text/base64.h"

namespace mimebase::test {
namespace {

// The names that the table has at least three rows of.
constexpr std::string_view kNames[] = {
    "safelinks",
    "urldefense-v1",
    "urldefense-v2",
    "urldefense-v3",
    "clicktime-symantec",
    "barracuda",
    "cisco",
    "trendmicro",
    "fireeye",
    "sophos",
    "avanan-v1",
    "avanan-v2",
    "fortinet",
    "bitdefender",
    "zscaler",
    "google-url",
    "google-amp",
    "google-ads",
    "google-image-proxy",
    "outlook-image-proxy",
    "yahoo-image-proxy",
    "bing-ck",
    "yahoo-ru",
    "duckduckgo",
    "facebook",
    "instagram",
    "linkedin",
    "vk",
    "youtube",
    "slack",
    "steam",
    "deref",
    "wayback",
    "translate-goog",
    "translate-google",
    "mimecast",
    "mailchimp",
    "amazon-ses",
    "sendgrid",
    "hubspot",
    "shortener",
    "postoffice",
    "trustwave",
    "esvalabs",
    "edgepilot",
    "titanhq",
    "menlo",
    "inky",
    "owa",
    "facebook-image-proxy",
    "discord-image-proxy",
    "github-camo",
    "yandex-image-proxy",
    "baidu",
    "sogou",
    "threads",
    "whatsapp",
    "reddit",
    "twitter",
    "pinterest",
    "tiktok",
    "medium",
    "disqus",
    "tumblr",
    "telegram",
    "outgoing",
    "ok-ru",
    "mail-ru",
    "yandex",
    "mandrill",
    "mailjet",
    "postmark",
    "substack",
    "wix",
    "customerio",
    "convertkit",
    "activecampaign",
    "squarespace",
    "mailtrack",
    "constant-contact",
    "campaign-monitor",
    "klaviyo",
    "sparkpost",
    "exacttarget",
    "infusionsoft",
    "brevo",
    "affiliate",
};

std::string names_of(const Unwrapped& links) {
  std::string names;
  for (const UnwrapLayer& layer : links.layers) {
    if (!names.empty()) names += ' ';
    names += layer.wrapper;
  }
  return names.empty() ? "-" : names;
}

std::string innermost_of(std::string_view url) {
  const Unwrapped links = unwrap_all(url);
  return std::string(links.innermost());
}

TEST_CASE("the table of wrapped URLs") {
  std::map<std::string, int, std::less<>> counts;
  int rows = 0;
  for (const Row& row : read_tsv(source_root() / "tests/unwrap/unwrap.tsv")) {
    INFO(row[0]);
    REQUIRE(row.size() == 4);
    const Unwrapped links = unwrap_all(row[0]);
    CHECK(names_of(links) == row[1]);
    CHECK(links.innermost() == (row[2] == "-" ? "" : row[2]));
    CHECK_FALSE(links.limit_hit);
    for (const UnwrapLayer& layer : links.layers) ++counts[std::string(layer.wrapper)];
    counts["-"] += links.layers.empty() ? 1 : 0;
    ++rows;
  }
  for (const std::string_view name : kNames) {
    INFO(name);
    CHECK(counts[std::string(name)] >= 3);
  }
  CHECK(counts.size() == std::size(kNames) + 1);
  CHECK(counts["-"] >= 220);
  CHECK(rows >= 650);
}

std::string wrapped(std::string_view url) {
  std::string out = "https://l.facebook.com/l.php?u=";
  for (const char c : url) {
    if (c == '%') {
      out += "%25";
    } else {
      out += c;
    }
  }
  return out;
}

TEST_CASE("unwrapping stops at the limit") {
  std::string url = "https://example.org/";
  for (std::size_t depth = 1; depth <= kMaxUnwrapLayers + 2; ++depth) {
    url = wrapped(url);
    const Unwrapped links = unwrap_all(url);
    CHECK(links.layers.size() == std::min(depth, kMaxUnwrapLayers));
    CHECK(links.limit_hit == (depth > kMaxUnwrapLayers));
    CHECK((links.innermost() == "https://example.org/") == (depth <= kMaxUnwrapLayers));
  }
}

TEST_CASE("a layer that only a server knows is the last") {
  const Unwrapped links = unwrap_all(wrapped("https://bit.ly/abc"));
  REQUIRE(links.layers.size() == 2);
  CHECK(links.layers[1].wrapper == "shortener");
  CHECK(links.layers[1].url.empty());
  CHECK(links.innermost() == "https://bit.ly/abc");
}

// Each must end soon; a time that grows with the square of the length would be minutes.
TEST_CASE("long URLs") {
  constexpr std::size_t kSize = 1 << 18;
  const std::string_view starts[] = {
      "https://eur01.safelinks.protection.outlook.com/?url=https://e.org/",
      "https://eur01.safelinks.protection.outlook.com/?",
      "https://urldefense.com/v3/__https://e.org/",
      "https://urldefense.com/v2/url?u=https-3A__e.org_",
      "https://urldefense.com/v1/url?u=https://e.org/",
      "https://secure-web.cisco.com/1/https%3A%2F%2Fe.org%2F",
      "https://url.avanan.click/v2/___https://e.org/",
      "https://eu-west-1.protection.sophos.com/?u=aHR0cHM6",
      "https://web.archive.org/web/2020/https://e.org/",
      "https://r.search.yahoo.com/RU=https://e.org",
      "https://e-org.translate.goog/?",
      "https://www.google.co.uk/url?q=https://e.org/",
      "https://",
      "",
  };
  const std::string_view fillings[] = {"a",   "/", "&", "*",   "__;",   "%25",      "-25", "___.",
                                       "=&u", ".", "?", "%41", "&amp;", "\xC3\xA9", " ",   "**A"};
  for (const std::string_view start : starts) {
    for (const std::string_view filling : fillings) {
      std::string url(start);
      while (url.size() < kSize) url += filling;
      const Unwrapped links = unwrap_all(url);
      CHECK(links.innermost().size() <= 3 * url.size());
    }
  }
}

TEST_CASE("a long target is unwrapped") {
  const std::string target = "https://example.org/" + std::string(1 << 20, 'x');
  CHECK(innermost_of(wrapped(wrapped(target))) == target);
  const std::string bing = "https://www.bing.com/ck/a?u=a1" + base64(target);
  CHECK(innermost_of(bing) == target);
}

TEST_CASE("base64 is decoded in both alphabets, with padding or without") {
  CHECK(base64_decoded("") == "");
  CHECK(base64_decoded("YQ==") == "a");
  CHECK(base64_decoded("YQ") == "a");
  CHECK(base64_decoded("YWI=") == "ab");
  CHECK(base64_decoded("+/+/") == "\xFB\xFF\xBF");
  CHECK(base64_decoded("-_-_") == "\xFB\xFF\xBF");
  for (const std::string_view broken : {"Y", "YWJjZ", "Y===", "YW I", "YQ=a",
                                        "Y\xC3\xA9"
                                        "Q",
                                        "a.b"}) {
    INFO(broken);
    CHECK_FALSE(base64_decoded(broken));
  }
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    bytes += static_cast<char>(byte);
    CHECK(base64_decoded(base64(bytes)) == bytes);
  }
}

}  // namespace
}  // namespace mimebase::test
