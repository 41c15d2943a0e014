// Properties of the tokenizer and the finder on random combinations of HTML fragments.
#include <random>
#include <string>

#include "catch.h"
#include "find/css/token.h"
#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "html_collect.h"

namespace html_properties_test {

using namespace mimebase::find;
using mimebase::find::test::collect;
using mimebase::find::test::Collector;
using mimebase::find::test::escape_attribute;

std::string random_html(std::mt19937& random) {
  static const std::string kPieces[] = {"<",
                                        ">",
                                        "/",
                                        "=",
                                        "\"",
                                        "'",
                                        " ",
                                        "\n",
                                        "\r\n",
                                        "-",
                                        "--",
                                        "!",
                                        "?",
                                        "&",
                                        ";",
                                        "&amp;",
                                        "&#32;",
                                        "&#x2c;",
                                        "a",
                                        "b",
                                        "x",
                                        ",",
                                        "<a ",
                                        "<a href=",
                                        "</a>",
                                        "<a href='x'>",
                                        "<img srcset=\"a 1x, b&amp;c 2x\">",
                                        "<!--",
                                        "-->",
                                        "--!>",
                                        "<script>",
                                        "</script>",
                                        "<!--<script>",
                                        "<title>",
                                        "</title>",
                                        "<style>",
                                        "</style>",
                                        "<svg>",
                                        "</svg>",
                                        "<math>",
                                        "<mi>",
                                        "<foreignObject>",
                                        "</foreignObject>",
                                        "<![CDATA[",
                                        "]]>",
                                        "<p>",
                                        "</p>",
                                        "<template>",
                                        "</template>",
                                        "<base href=b>",
                                        "<object codebase=c data=d>",
                                        "<meta http-equiv=refresh content='0;url=x'>",
                                        "<param name=src value=",
                                        "ping=",
                                        "srcset=",
                                        "href",
                                        "<plaintext",
                                        "\xC3\xA9",
                                        "\xE9",
                                        std::string(1, '\0'),
                                        "<!doctype ",
                                        "</",
                                        "&not",
                                        "<area href=a alt=",
                                        "1x",
                                        "(",
                                        "url(",
                                        "&quot;",
                                        "\\",
                                        ")",
                                        "@import 'i';",
                                        "style=",
                                        "<p style='b:url(&quot;u&amp;v&quot;)'>",
                                        "<style>p{b:url(w)}</style>",
                                        "<rect fill=url(&#35;f)>",
                                        "<v:fill o:href=o>",
                                        "<!--[if mso]>",
                                        "<![endif]-->",
                                        "<!--[if !mso]><!-->",
                                        "<!-- http://h/x -->",
                                        "<iframe srcdoc='",
                                        "<iframe srcdoc=\"",
                                        "&lt;a href=&quot;y&amp;amp;z&quot;&gt;",
                                        "&lt;!--",
                                        "&lt;base href=q&gt;"};
  std::string html;
  for (std::size_t n = random() % 40; n > 0; --n) html += kPieces[random() % std::size(kPieces)];
  return html;
}

bool is_inside(std::string_view inner, std::string_view outer) {
  return inner.data() >= outer.data() && inner.data() + inner.size() <= outer.data() + outer.size();
}

void check_token(const HtmlToken& token) {
  const bool tag = token.kind == HtmlTokenKind::kStartTag || token.kind == HtmlTokenKind::kEndTag;
  const bool data = token.kind == HtmlTokenKind::kText || token.kind == HtmlTokenKind::kComment ||
                    token.kind == HtmlTokenKind::kCData;
  REQUIRE_FALSE(token.bytes.empty());
  if (tag) REQUIRE(is_inside(token.name, token.bytes));
  if (data) REQUIRE(is_inside(token.data, token.bytes));
  if (token.kind != HtmlTokenKind::kStartTag) REQUIRE(token.attributes.empty());
  const char* last = token.name.data();
  for (const HtmlAttribute& attribute : token.attributes) {
    REQUIRE(is_inside(attribute.name, token.bytes));
    REQUIRE(is_inside(attribute.value, token.bytes));
    REQUIRE_FALSE(attribute.name.empty());
    REQUIRE(attribute.name.data() > last);
    REQUIRE(attribute.value.data() >= attribute.name.data() + attribute.name.size());
    last = attribute.value.data() + attribute.value.size() - 1;
  }
}

const mimebase::charset::Charset& utf8() {
  static const mimebase::charset::Charset charset("utf-8");
  return charset;
}

std::string decode_attribute(std::string_view raw) {
  std::string decoded;
  append_html_text(raw, utf8(), HtmlTextKind::kAttribute, decoded);
  return decoded;
}

std::string decode_css(std::string_view raw) {
  std::string decoded;
  append_css_text(raw, utf8(), decoded);
  return decoded;
}

// True if `raw` decodes to `reference`. `context` tells which languages contain it.
bool stands_for(std::string raw, std::string_view context, std::string_view reference) {
  constexpr std::string_view kSrcdoc = "iframe@srcdoc/";
  for (; context.starts_with(kSrcdoc); context.remove_prefix(kSrcdoc.size())) raw = decode_attribute(raw);
  if (context.starts_with("text")) return raw == reference;
  // A style element may be in SVG, where character references are decoded.
  if (context.starts_with("style/") && decode_css(raw) == reference) return true;
  raw = decode_attribute(raw);
  return (context.find("/css:") != context.npos ? decode_css(raw) : raw) == reference;
}

TEST_CASE("HTML: tokens tile every input", "[html]") {
  std::mt19937 random(1808);
  for (int round = 0; round < 20000; ++round) {
    const std::string html = random_html(random);
    for (const HtmlSyntax syntax : {HtmlSyntax::kHtml, HtmlSyntax::kXhtml}) {
      HtmlTokenizer tokenizer(html, syntax);
      HtmlToken token;
      const char* at = html.data();
      while (tokenizer.next(token)) {
        REQUIRE(token.bytes.data() == at);
        check_token(token);
        at += token.bytes.size();
      }
      INFO(html);
      REQUIRE(at == html.data() + html.size());
    }
  }
}

TEST_CASE("HTML: spans lie in the content, in order, and decode to what was reported", "[html]") {
  std::mt19937 random(2557);
  std::size_t rows = 0;
  std::size_t embedded_rows = 0;
  std::size_t hidden_rows = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string html = random_html(random);
    const Collector found = collect(html);
    std::size_t last = 0;
    for (const auto& row : found.rows) {
      INFO(html << "\n" << row.context << " " << row.raw << "\n" << row.reference);
      REQUIRE(row.span.start <= row.span.end);
      REQUIRE(row.span.end <= html.size());
      REQUIRE(row.span.start >= last);
      last = row.span.start;
      // The character after a character reference without a semicolon affects it, so the bytes alone may be
      // decoded differently.
      const std::string_view next = std::string_view(html).substr(row.span.end, 1);
      if (row.raw.find('&') == row.raw.npos || next.find_first_of("\"'> \n") != next.npos) {
        REQUIRE(stands_for(row.raw, row.context, row.reference));
      }
      ++rows;
      embedded_rows += row.context.find('/') != row.context.npos ? 1 : 0;
      hidden_rows += row.hidden != Hidden::kNo ? 1 : 0;
    }
  }
  CHECK(rows > 10000);
  CHECK(embedded_rows > 4000);
  CHECK(hidden_rows > 1000);
}

TEST_CASE("HTML: a srcdoc is read as the document that it holds", "[html]") {
  std::mt19937 random(4853);
  std::size_t rows = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string html = random_html(random);
    // Attribute values contain no CR or NUL, and invalid UTF-8 is replaced.
    if (html.find_first_of(std::string_view("\r\0\xE9", 3)) != html.npos) continue;
    const std::string outer_html = "<iframe srcdoc=\"" + escape_attribute(html) + "\">";
    const Collector inner = collect(html);
    const Collector outer = collect(outer_html);
    INFO(html);
    REQUIRE(inner.rows.size() == outer.rows.size());
    for (std::size_t i = 0; i < inner.rows.size(); ++i) {
      REQUIRE(outer.rows[i].context == "iframe@srcdoc/" + inner.rows[i].context);
      REQUIRE(outer.rows[i].reference == inner.rows[i].reference);
      REQUIRE(outer.rows[i].raw == escape_attribute(inner.rows[i].raw));
      REQUIRE(outer.rows[i].text == inner.rows[i].text);
      REQUIRE(outer.rows[i].hidden == inner.rows[i].hidden);
      ++rows;
    }
  }
  CHECK(rows > 5000);
}

TEST_CASE("HTML: a conditional comment is read as the document that it holds", "[html]") {
  std::mt19937 random(15);
  std::size_t rows = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string html = random_html(random) + "<![endif]";
    const bool has_comment = html.find("--") != html.npos;
    if (has_comment) continue;
    const std::string before = "<!--[if mso]>";
    const Collector inner = collect(html);
    const Collector outer = collect(before + html + "-->");
    INFO(html);
    REQUIRE(inner.rows.size() == outer.rows.size());
    for (std::size_t i = 0; i < inner.rows.size(); ++i) {
      const Span span = inner.rows[i].span;
      REQUIRE(outer.rows[i].context == inner.rows[i].context);
      REQUIRE(outer.rows[i].reference == inner.rows[i].reference);
      REQUIRE(outer.rows[i].span == Span{before.size() + span.start, before.size() + span.end});
      REQUIRE(outer.rows[i].text == inner.rows[i].text);
      REQUIRE(outer.rows[i].scope == inner.rows[i].scope);
      REQUIRE(outer.rows[i].hidden == Hidden::kConditionalComment);
      ++rows;
    }
  }
  CHECK(rows > 2000);
}

TEST_CASE("HTML: the declared base is a reference that was reported, and is not hidden", "[html]") {
  std::mt19937 random(2110);
  std::size_t bases = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string html = random_html(random);
    std::string buffer;
    const auto base = finder_for("text/html")->declared_base({html, utf8()}, buffer);
    if (!base) continue;
    ++bases;
    bool reported = false;
    for (const auto& row : collect(html).rows) {
      reported =
          reported || (row.span == base->span && row.context == "base@href" && row.hidden == Hidden::kNo);
    }
    INFO(html);
    REQUIRE(reported);
  }
  CHECK(bases > 100);
}

}  // namespace html_properties_test
