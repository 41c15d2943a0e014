// HTML in RTF: MS-OXRTFEX.
#include "rtf/html_in_rtf.h"

#include <string>

#include "catch.h"

using mimebase::rtf::html_in_rtf;
using mimebase::rtf::is_from_text;
using mimebase::rtf::text_beside_html;

namespace {

const std::string kHead =
    R"({\rtf1\ansi\ansicpg1251\fromhtml1 \deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fnil\fcharset128 MS;}})";

struct Row {
  const char *rtf, *html;
};

}  // namespace

TEST_CASE("the HTML is what tags contain, and the text between them that is not only for RTF") {
  const Row kRows[] = {
      {R"({\*\htmltag64}{\*\htmltag19 <html>}\pard text)", "<html>text"},
      {R"({\*\htmltag84 <a href="http://a/?b=\{c\}\\">}x{\*\htmltag92 </a>})",
       R"(<a href="http://a/?b={c}\">x</a>)"},
      {R"({\*\htmltag <b>}{\*\htmltag1  c}{\*\htmltag249 1})", "<b> c1"},
      {R"(a\htmlrtf b\par\htmlrtf0 c\htmlrtf1 d\htmlrtf0 e)", "ace"},
      // The state follows the groups.
      {R"(\htmlrtf {\htmlrtf0 a}b\htmlrtf0 c{\htmlrtf d{e}}f)", "acf"},
      {R"(a\par b\line c\tab d)", "a\r\nb\r\nc\td"},
      {R"({\*\htmltag4 \par }{\*\htmltag0 <p\tab id=x>})", "\r\n<p\tid=x>"},
      {R"(\lquote\rquote\ldblquote\rdblquote\bullet\endash\emdash\~\_)",
       "\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u00A0\u2011"},
      // Other ignorable groups, and the tag that a reader without MHTML must not use.
      {R"(a{\*\mhtmltag84 <a href="x">}{\mhtmltag0 y}{\*\unknown z{q}}b)", "ab"},
      {R"({\stylesheet{\s0 Normal;}}{\info{\title t}}{\colortbl\red0;}{\pict 0102}a)", "a"},
      // Text is in the code page of its font, tags are in that of the document.
      {R"(\f0 \'e9\f1 \'82\'a0\'83A\f7 \'e9)", "\u00E9\u3042\u30A2\u0439"},
      {R"(\f1 {\*\htmltag84 <a title="\'e9">}\'82\'a0)", "<a title=\"\u0439\">\u3042"},
      {R"(\htmlrtf\f1\htmlrtf0 \'82\'a0)", "\u3042"},
      {R"({\f1 \'82\'a0}\'e9\f1\plain\'e9)", "\u3042\u0439\u00E9"},
      {R"(\u233?\uc0\u8211 x\uc2\u-10179\'3f\'3f\u-8704??y{\uc1\u97 bc}\u97 bcd)",
       "\u00E9\u2013x\U0001F600yacad"},
      {"a\r\n\\'e9\\\r\nb\\\nc", "a\u0439\r\nb\r\nc"},
      {R"(\htmltag a}})", "a"},
      {"a}b", "a"},
      // Text behind the end is none; groups behind a brace that is wrong are.
      {R"(a} b {c\htmlrtf d\htmlrtf0}{\*\htmltag <e>} f)", "ac<e>"},
      {R"({\pntext\f1\'b7\tab}{\*\pntext b}a)", "a"},
      {R"(a{\bin3 }}}b)", "ab"},
      {R"({\bin3 }}}b)", "b"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.rtf);
    CHECK(html_in_rtf(kHead + row.rtf + "}").value_or("(none)") == row.html);
  }
}

TEST_CASE("a document encapsulates HTML or text if its first words say so") {
  struct HeadRow {
    const char* rtf;
    bool is_html, is_text;
  };
  const HeadRow kRows[] = {
      {R"({\rtf1\fromhtml1 a})", true, false},
      {"{\\rtf1\\ansi\\ansicpg1252\r\n\\fromhtml1 \\deff0", true, false},
      {R"({\rtf1\ansi\fromtext a})", false, true},
      {R"({\rtf1\ansi a})", false, false},
      {R"({\rtf1\ansi{\fonttbl\fromhtml1}})", false, false},
      {R"({\rtf1\ansi text\fromhtml1})", false, false},
      {R"({\rtf1\'41\fromhtml1})", false, false},
      {"\\fromhtml1", true, false},
      {R"({\rtf1\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\a\fromhtml1 a})",
       true, false},
      {"", false, false},
      {"{", false, false},
      {"{\\", false, false},
  };
  for (const HeadRow& row : kRows) {
    CAPTURE(row.rtf);
    CHECK(html_in_rtf(row.rtf).has_value() == row.is_html);
    CHECK(is_from_text(row.rtf) == row.is_text);
  }
}

TEST_CASE("groups nest as deep as the document is long") {
  const std::size_t kDepth = 1'000'000;
  const std::string rtf =
      R"({\rtf1\fromhtml1 a)" + std::string(kDepth, '{') + "b" + std::string(kDepth, '}') + "c}";
  CHECK(html_in_rtf(rtf) == "abc");
}

TEST_CASE("the text that is no HTML") {
  const Row kRows[] = {
      {R"(a{\*\htmltag <b>}c)", ""},
      {R"(a\htmlrtf b\par\htmlrtf0 c)", "b\r\n"},
      {R"(\htmlrtf{\field{\*\fldinst{HYPERLINK "http://a/"}}{\fldrslt\htmlrtf0 x\htmlrtf}}\htmlrtf0)",
       "HYPERLINK \"http://a/\""},
      {R"({\*\template http://a/}{\*\generator x;}{\stylesheet y;})", "http://a/"},
      {R"({\object{\*\objdata 0102}})", " \\\\objdata "},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.rtf);
    CHECK(text_beside_html(kHead + row.rtf + "}") == row.html);
  }
  CHECK(text_beside_html(R"({\rtf1\fromtext{\fonttbl\f0 A;}a\par b\tab{\*\x c}})") == "a\r\nb\tc");
}
