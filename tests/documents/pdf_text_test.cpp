// The text that pages of PDF show: under links, and URLs in it (ISO 32000-2 section 9).
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/pdf_builder.h"

namespace mimebase::pdf_test {

namespace {

const std::string kUrl = "(http://t.example/x) Tj";
const std::string kShown = "BT /F 10 Tf 100 700 Td " + kUrl + " ET";
const Rows kRows{"page 1 pdf:text http://t.example/x"};

std::string form(const std::string& contents, const std::string& entries = "") {
  return stream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]" + entries, contents);
}

// A page with the font F, and further resources and objects, from 7 on.
File shown_page(const std::string& contents, const std::string& resources = "",
                const std::map<int, std::string>& objects = {}, const std::string& page = "") {
  File file{{{5, stream("", contents)}, {6, kHelvetica}},
            "",
            "/Contents 5 0 R/Resources<</Font<</F 6 0 R>>" + resources + ">>" + page};
  file.objects.insert(objects.begin(), objects.end());
  return file;
}

// Forms 10, 11 and so on, each of which draws the next one, and the last one shows the URL.
std::map<int, std::string> nested_forms(int levels, int draws = 1) {
  std::map<int, std::string> forms;
  for (int i = 10; i < 10 + levels; ++i) {
    std::string contents;
    for (int draw = 0; draw < draws; ++draw) contents += "/X Do ";
    forms[i] = form(contents, "/Resources<</XObject<</X " + std::to_string(i + 1) + " 0 R>> >>");
  }
  forms[10 + levels] = form(kShown);
  return forms;
}

std::string repeated(const std::string& unit, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += unit;
  return all;
}

}  // namespace

TEST_CASE("the text under links of PDF") {
  const std::string wide = "/Subtype/TrueType/FirstChar 65/LastChar 67/Widths[500 500 500]";
  const std::string composite =
      "<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 7 0 R/DescendantFonts[<</DW 500/W[1[600 "
      "700]3 5 "
      "800]>>]>>";
  struct Case {
    const char* why;
    std::string contents, font, text;
  };
  const Case cases[] = {
      {"a word", "BT /F 10 Tf 100 700 Td (Click) Tj ET", kHelvetica, "Click"},
      {"of several", "BT /F 10 Tf 100 700 Td (Click) Tj 400 0 Td (not) Tj 0 -100 Td (here) Tj ET", kHelvetica,
       "Click"},
      {"in pieces", "BT /F 10 Tf 1 0 0 1 100 700 Tm [(Cl) 20 (ick) -400 (here)] TJ ET", kHelvetica,
       "Click here"},
      {"on two lines", "BT /F 8 Tf 10 TL 100 708 Td (Click) ' (here) ' ET", kHelvetica, "Click"},
      {"moved by the page", "q 2 0 0 2 100 0 cm BT /F 5 Tf 0 350 Td (Click) Tj ET Q", kHelvetica, "Click"},
      {"upside down is elsewhere", "1 0 0 -1 0 0 cm BT /F 10 Tf 100 700 Td (Click) Tj ET", kHelvetica,
       "(none)"},
      {"invisible", "BT 3 Tr /F 10 Tf 100 700 Td (Click) Tj ET", kHelvetica, "(none)"},
      {"drawn twice", "BT /F 10 Tf 100 700 Td (Click) Tj 0.2 0 Td (Click) Tj ET", kHelvetica, "(none)"},
      {"a comment and an image",
       "BI /W 1 ID (\xFF\x01 Tj EI BT /F 10 Tf %(\n100 700 Td (Cl\\151\\\nck\\)) Tj ET", kHelvetica,
       "Click)"},
      {"differences", "BT /F 10 Tf 100 700 Td (ABC) Tj ET",
       "<<" + wide + "/Encoding<</Differences[65/eacute/uni20AC 67/fi]>> >>",
       "\xC3\xA9\xE2\x82\xAC"
       "fi"},
      {"an unknown glyph", "BT /F 10 Tf 100 700 Td (ABC) Tj ET",
       "<<" + wide + "/Encoding<</Differences[66/g123]>> >>", "(none)"},
      {"a symbolic font", "BT /F 10 Tf 100 700 Td (ABC) Tj ET",
       "<<" + wide + "/FontDescriptor<</Flags 4>> >>", "(none)"},
      {"a composite font", "BT /F 10 Tf 100 700 Td <000100020003> Tj ET", composite, "xyz"},
      {"a code without a character", "BT /F 10 Tf 100 700 Td <00010009> Tj ET", composite, "(none)"},
      {"no font", "BT 100 700 Td (Click) Tj ET", kHelvetica, "(none)"},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    File file = linked_page(each.contents, each.font, kRectangle);
    file.objects[7] =
        stream("",
               "1 begincodespacerange <0000><ffff> endcodespacerange 1 beginbfrange <0001> <0002> "
               "<0078> endbfrange 1 beginbfchar <0003><007A> endbfchar");
    if (each.why == "drawn twice"s) {
      CHECK(text_of(file) == "Click");
      continue;
    }
    CHECK(text_of(file) == each.text);
  }
  const std::string two_lines = "BT /F 10 Tf 100 700 Td (Click) Tj 0 -20 Td (here) Tj ET";
  // Quadrilaterals are more exact than the rectangle around them.
  CHECK(text_of(linked_page(two_lines, kHelvetica,
                            "/Rect[0 600 600 800]/QuadPoints[95 715 300 715 95 695 300 695]")) == "Click");
  CHECK(text_of(linked_page(two_lines, kHelvetica, "/Rect[300 715 95 675]")) == "Click here");
  CHECK(text_of(linked_page("", kHelvetica, kRectangle + "/Contents( a  title )")) == "a title");
  File form = linked_page("/X Do", kHelvetica, kRectangle);
  form.page = "/Contents 5 0 R/Annots[4 0 R]/Resources 8 0 R";
  form.objects[8] = "<</Font<</F 6 0 R>>/XObject<</X 9 0 R>> >>";
  form.objects[9] =
      stream("/Subtype/Form/Matrix[1 0 0 1 90 690]", "BT /F 10 Tf 10 10 Td (inside) Tj ET /X Do");
  CHECK(text_of(form) == "inside");
}

TEST_CASE("URLs that pages of PDF show") {
  struct Case {
    const char* why;
    std::string contents, annotation;
    Rows rows;
  };
  const std::string link = "page 1 pdf:uri http://a.example/";
  const Case cases[] = {
      {"without a link",
       "(See http://t.example/x, or www.t.example) Tj",
       "/Rect[0 0 1 1]",
       {link, "page 1 pdf:text http://t.example/x", "page 1 pdf:text www.t.example"}},
      {"under a link", "(http://t.example/x) Tj", kRectangle, {link + " =http://t.example/x"}},
      {"that of a link elsewhere", "(http://a.example) Tj", "/Rect[0 0 1 1]", {link}},
      {"that goes on in the next line",
       "(http://t.example/x-) Tj 0 -12 Td (y, www.y.example/?) Tj 0 -12 Td (z) Tj",
       "/Rect[0 0 1 1]",
       {link, "page 1 pdf:text http://t.example/x-", "page 1 pdf:text www.y.example/"}},
      {"that ends with a hyphen",
       "(http://t.example/x-) Tj",
       "/Rect[0 0 1 1]",
       {link, "page 1 pdf:text http://t.example/x-"}},
      {"in two lines",
       "(http://t.example/x) Tj 0 -12 Td (y) Tj",
       "/Rect[0 0 1 1]",
       {link, "page 1 pdf:text http://t.example/x"}},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    const File file =
        linked_page("BT /F 10 Tf 100 700 Td " + each.contents + " ET", kHelvetica, each.annotation);
    CHECK(read_document(file.bytes()).rows == each.rows);
  }
}

// A font whose glyphs have these names, by their codes from `first` on.
std::string named_font(int first, const std::vector<std::string>& names) {
  std::string differences = std::to_string(first);
  for (const std::string& name : names) differences += '/' + name;
  return "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar " + std::to_string(first) +
         "/Widths[" + repeated("500 ", names.size()) + "]/Encoding<</Differences[" + differences + "]>> >>";
}

TEST_CASE("URLs in PDF in glyphs with names of their own") {
  // Each character of the URL has a code of its own, from `first` on.
  const std::string url = "http://t.example/x";
  const auto codes_of = [&](int first) {
    std::string hex = "<";
    for (std::size_t i = 0; i < url.size(); ++i) {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      const auto code = static_cast<std::size_t>(first) + i;
      hex += {kDigits[code / 16], kDigits[code % 16]};
    }
    return hex + "> Tj";
  };
  const auto names_by = [&](const char* format) {
    std::vector<std::string> names;
    for (const char c : url) {
      std::array<char, 16> name{};
      std::snprintf(name.data(), name.size(), format, static_cast<unsigned>(c));
      names.emplace_back(name.data());
    }
    return names;
  };
  for (const char* const format : {"%u", "a%u", "c%u", "C%u", "cc%u", "abc%u", "%02x", "g%02x", "G%02X",
                                   "g%04x", "uni%04X", "u%04X", "uni%04X.sc", "u%05X"}) {
    for (const int first : {1, 33, 150}) {
      INFO(format << " from " << first);
      const std::string contents = "BT /N 10 Tf 100 700 Td " + codes_of(first) + " ET";
      const File file = shown_page(contents, "/Font<</N 7 0 R>>", {{7, named_font(first, names_by(format))}});
      CHECK(read_document(file.bytes()).rows == kRows);
    }
  }
  // Numbers of glyphs in a font file say nothing about characters.
  std::vector<std::string> glyphs;
  for (int i = 0; i < 95; ++i) glyphs.push_back("g" + std::to_string(i + 3));
  const File file = shown_page("BT /N 10 Tf 100 700 Td " + kUrl + " ET", "/Font<</N 7 0 R>>",
                               {{7, named_font(32, glyphs)}});
  CHECK(read_document(file.bytes()).rows == kRows);
}

// A font in the Compact Font Format with the names of glyphs, of which the first one has the code `first`.
// `has_ranges` chooses how charset and encoding are written.
std::string compact_font(int first, const std::vector<std::string>& names, bool has_ranges) {
  const auto index = [](const std::vector<std::string>& items) {
    std::string offsets = big_endian(1, 2), data;
    for (const std::string& item : items) offsets += big_endian((data += item).size() + 1, 2);
    return big_endian(items.size(), 2) + '\2' + offsets + data;
  };
  const std::size_t count = names.size();
  constexpr std::size_t kStandardStrings = 391;
  std::string charset =
      has_ranges ? "\2" + big_endian(kStandardStrings, 2) + big_endian(count - 1, 2) : "\0"s;
  std::string encoding = has_ranges ? "\1\1"s + static_cast<char>(first) + static_cast<char>(count - 1)
                                    : "\0"s + static_cast<char>(count);
  for (std::size_t i = 0; i < count && !has_ranges; ++i) {
    charset += big_endian(kStandardStrings + i, 2);
    encoding += static_cast<char>(static_cast<std::size_t>(first) + i);
  }
  const auto number = [](std::size_t value) { return '\x1D' + big_endian(value, 4); };
  const auto dictionary = [&](std::size_t at) {
    const std::size_t coding = at + charset.size();
    return number(at) + "\x0F" + number(coding) + "\x10" + number(coding + encoding.size()) + "\x11";
  };
  const std::string start = "\1\0\4\2"s + index({"F"}), strings = index(names) + index({});
  const std::size_t at = start.size() + index({dictionary(0)}).size() + strings.size();
  return start + index({dictionary(at)}) + strings + charset + encoding +
         index(std::vector<std::string>(count + 1, "\x0E"));
}

// A font of an OpenType file with one table.
std::string open_type(const std::string& table) {
  return "OTTO" + big_endian(1, 2) + big_endian(0, 6) + "CFF " + big_endian(0, 4) + big_endian(28, 4) +
         big_endian(table.size(), 4) + table;
}

TEST_CASE("encodings in files of fonts of PDF") {
  const std::string url = "http://t.example/x";
  constexpr int kFirst = 150;
  std::string codes = "<", type1 = "%!\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n";
  std::vector<std::string> names;
  for (std::size_t i = 0; i < url.size(); ++i) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const std::size_t code = kFirst + i;
    codes += {kDigits[code / 16], kDigits[code % 16]};
    const char c = url[i];
    names.push_back(c == ':' ? "colon" : c == '/' ? "slash" : c == '.' ? "period" : std::string(1, c));
    const std::string octal = {'8', '#', static_cast<char>('0' + code / 64),
                               static_cast<char>('0' + code / 8 % 8), static_cast<char>('0' + code % 8)};
    type1 += "dup " + (i % 2 == 0 ? std::to_string(code) : octal) + "/" + names.back() + " put\n";
  }
  type1 += "readonly def\ndup 150 /q put currentfile eexec\n/Encoding StandardEncoding def";
  const auto font = [](const std::string& file, const std::string& entries) {
    return std::map<int, std::string>{
        {7, "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+X/FirstChar 150/Widths[" + repeated("500 ", 30) +
                "]/FontDescriptor<</Flags 4/" + file + " 8 0 R>> >>"},
        {8, entries}};
  };
  const std::string contents = "BT /N 10 Tf 100 700 Td " + codes + "> Tj ET";
  const std::pair<const char*, std::map<int, std::string>> cases[] = {
      {"Type 1", font("FontFile", stream("", type1))},
      {"CFF", font("FontFile3", stream("/Subtype/Type1C", compact_font(kFirst, names, false)))},
      {"CFF in ranges", font("FontFile3", stream("/Subtype/Type1C", compact_font(kFirst, names, true)))},
      {"OpenType",
       font("FontFile3", stream("/Subtype/OpenType", open_type(compact_font(kFirst, names, true))))},
  };
  for (const auto& [why, objects] : cases) {
    INFO(why);
    const DocumentRows read = read_document(shown_page(contents, "/Font<</N 7 0 R>>", objects).bytes());
    CHECK(read.rows == kRows);
    CHECK(read.damage.empty());
    // No part of a file makes it fail.
    const std::string& whole = objects.at(8);
    for (std::size_t at = 40; at + 12 < whole.size(); at += 3) {
      auto damaged = objects;
      damaged[8][at] = static_cast<char>(whole[at] ^ 0xFF);
      static_cast<void>(read_document(shown_page(contents, "/Font<</N 7 0 R>>", damaged).bytes()));
    }
  }
  // Standard encoding, and none.
  const std::string text = "BT /N 10 Tf 100 700 Td " + kUrl + " ET";
  for (const char* const file : {"/Encoding StandardEncoding def", "no font"}) {
    const auto objects = font("FontFile", stream("", file));
    CHECK(read_document(shown_page(text, "/Font<</N 7 0 R>>", objects).bytes()).rows == kRows);
  }
}

TEST_CASE("ligatures of PDF fonts in letters") {
  const std::pair<const char*, const char*> cases[] = {
      {"f_f_i", "ffi"},         {"T_h", "Th"},     {"H_e.alt", "He"},
      {"uni00660069", "fi"},    {"a_slash", "a/"}, {"f_unknown", "(none)"},
      {"uni0066006", "(none)"}, {"_", "(none)"},   {"a_b_c_d_e", "(none)"}};
  for (const auto& [name, text] : cases) {
    INFO(name);
    CHECK(text_of(linked_page("BT /F 10 Tf 100 700 Td <01> Tj ET", named_font(1, {name}), kRectangle)) ==
          text);
  }
}

TEST_CASE("URLs in what a page of PDF draws") {
  struct Case {
    const char* why;
    File file;
  };
  const std::string font = "/Resources<</Font<</F 6 0 R>> >>";
  const std::string image = "BI /W 12 /H 1 /BPC 8 /CS/G ";
  const std::string noise = "\xFF EI (\xFE EI\x80.";
  const std::string cell = "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 600 800]/XStep 600/YStep 800";
  const Case cases[] = {
      {"an ID without an image", shown_page("ID " + kShown)},
      {"an image whose size is known", shown_page(image + "ID " + noise + "\nEI " + kShown)},
      {"a deflated image", shown_page(image + "/F/Fl ID " + deflated(noise) + "\nEI " + kShown)},
      {"an image in hexadecimal", shown_page(image + "/F[/AHx] ID 00 EI ( 00>\nEI " + kShown)},
      {"an image of runs", shown_page(image + "/F/RL ID \x05 EI (\n\x80\nEI " + kShown)},
      {"an image as JPEG",
       shown_page(image + "/F/DCT ID \xFF\xD8\xFF\xDA" + "\0\2 EI (\xFF\0\xFF\xD9\nEI "s + kShown)},
      {"an image as a fax", shown_page(image + "/F/CCF ID \x01 EI (\x80\nEI " + kShown)},
      {"an image without an end", shown_page("BI ID x " + kShown)},
      {"a font of a graphics state",
       shown_page("BT /G gs 100 700 Td " + kUrl + " ET", "/ExtGState<</G<</Font[6 0 R 10]>> >>")},
      {"a font that is not there", shown_page("BT /G 10 Tf 100 700 Td " + kUrl + " ET")},
      {"a font of the page in a form with others",
       shown_page("/X Do", "/XObject<</X 7 0 R>>", {{7, form(kShown, "/Resources<</Font<</G 6 0 R>> >>")}})},
      {"forms in forms", shown_page("/X Do", "/XObject<</X 10 0 R>>", nested_forms(40))},
      {"a form that draws itself",
       shown_page("/X Do", "/XObject<</X 7 0 R>>", {{7, form("/X Do " + kShown)}})},
      {"a pattern", shown_page("/Pattern cs /P scn 0 0 9 9 re f", "/Pattern<</P 7 0 R>>",
                               {{7, stream(cell + font, kShown)}})},
      {"a mask", shown_page("/G gs 0 0 9 9 re f", "/ExtGState<</G<</SMask<</S/Luminosity/G 7 0 R>> >> >>",
                            {{7, form(kShown, font)}})},
      {"an appearance", shown_page("", "", {{7, form(kShown, font)}},
                                   "/Annots[<</Subtype/Stamp/Rect[0 0 600 800]/AP<</N 7 0 R>> >>]")},
      {"the appearance of a state",
       shown_page("", "", {{7, form(kShown, font)}, {8, form("", font)}},
                  "/Annots[<</Subtype/Widget/AS/On/Rect[0 0 600 800]/AP<</N<</On 7 0 R/Off 8 0 R>> >> >>]")},
      {"appearances without a state",
       shown_page("", "", {{7, form(kShown, font)}, {8, form("", font)}},
                  "/Annots[<</Subtype/Widget/Rect[0 0 600 800]/AP<</N<</On 7 0 R/Off 8 0 R>> >> >>]")},
      {"a text box without an appearance",
       shown_page("", "", {}, "/Annots[<</Subtype/FreeText/Contents(http://t.example/x)>>]")},
      {"a field without an appearance", shown_page("", "", {{7, "<</FT/Tx/V(http://t.example/x)>>"}},
                                                   "/Annots[<</Subtype/Widget/Parent 7 0 R>>]")},
      {"many states", shown_page(repeated("q ", 200) + kShown + repeated(" Q", 200) + " BT 0 0 Td () Tj ET")},
      {"many operands", shown_page(repeated("/a ", 12000) + kShown)},
      {"a long array",
       shown_page("BT /F 10 Tf 100 700 Td [" + repeated("0 ", 12000) + "(http://t.example/x)] TJ ET")},
      {"operands of other kinds", shown_page("(a) Tm (b) 5 Td /c Tj " + kShown + " 1 TJ")},
      {"numbers without space", shown_page("BT/F 10Tf 100 700Td(http://t.example/x)Tj ET")},
      {"pieces at their places, in another order",
       shown_page("BT /C 10 Tf 1 0 0 1 142 700 Tm (t.example) Tj 1 0 0 1 196 700 Tm (/x) Tj 1 0 0 1 100 700 "
                  "Tm (http://) Tj ET",
                  "/Font<</C 7 0 R>>", {{7, "<</Type/Font/Subtype/Type1/BaseFont/Courier>>"}})},
      {"a glyph at whose place another text has the same",
       shown_page("BT /F 10 Tf 100 700 Td (h) Tj 0 -50 Td (other) Tj 0 50 Td " + kUrl + " ET")},
      {"drawn twice", shown_page("BT /F 10 Tf 100 700 Td " + kUrl + " 0.2 0 Td " + kUrl + " ET")},
      {"each glyph drawn twice",
       shown_page("BT /F 10 Tf 100 700 Td (h) Tj 0.2 0 Td (h) Tj 5.4 0 Td (ttp://t.example/x) Tj ET")},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    const DocumentRows read = read_document(each.file.bytes());
    CHECK(read.rows == kRows);
    CHECK(read.limits.empty());
  }
  const std::string hidden = "/Annots[<</Subtype/Stamp/F 2/Rect[0 0 600 800]/AP<</N 7 0 R>> >>]";
  CHECK(read_document(shown_page("", "", {{7, form(kShown, font)}}, hidden).bytes()).rows == Rows());
  // Viewers find what is invisible, such as the text behind a scanned page.
  CHECK(read_document(shown_page("3 Tr " + kShown).bytes()).rows == Rows{kRows[0] + " (hidden)"});
}

TEST_CASE("streams and resources of a page of PDF") {
  File file = shown_page("");
  file.page = "/Contents[5 0 R 7 0 R 8 0 R]/Resources<</Font<</F 6 0 R>> >>";
  file.objects[5] = stream("", "BT /F 10 Tf 100 700 Td % a comment (");
  file.objects[7] = stream("", "\n(http:");
  file.objects[8] = stream("", "//t.example/x) Tj ET");
  CHECK(read_document(file.bytes()).rows == kRows);

  file = shown_page(kShown);
  file.page = "/Contents 5 0 R";
  file.objects[2] = "<</Kids[3 0 R]/Parent 100 0 R>>";
  for (int i = 100; i < 200; ++i) file.objects[i] = "<</Parent " + std::to_string(i + 1) + " 0 R>>";
  file.objects[200] = "<</Resources<</Font<</F 6 0 R>> >>/Parent 100 0 R>>";
  CHECK(read_document(file.bytes()).rows == kRows);
}

TEST_CASE("text that stands for glyphs in PDF") {
  const std::string glyphs = " BDC (wrong) Tj EMC (/x) Tj ET", begin = "BT /F 10 Tf 100 700 Td ";
  const std::string value = "/ActualText(http://t.example)";
  CHECK(read_document(shown_page(begin + "/Span<<" + value + ">>" + glyphs).bytes()).rows == kRows);
  CHECK(read_document(shown_page(begin + "/Span/P" + glyphs, "/Properties<</P<<" + value + ">> >>").bytes())
            .rows == kRows);
  // The glyphs are what a person sees.
  const Rows both{kRows[0], "page 1 pdf:text http://other.example"};
  const std::string other = "/Span<</ActualText(http://other.example)>> BDC " + kUrl + " EMC ET";
  CHECK(read_document(shown_page(begin + other).bytes()).rows == both);
}

TEST_CASE("characters of fonts in PDF") {
  struct Case {
    const char* why;
    std::string font, text, cmap;
    const char* url;
  };
  const std::string simple = "<</Subtype/TrueType/FirstChar 0/LastChar 2/Widths[500 500 500]";
  const std::string composite =
      "<</Subtype/Type0/DescendantFonts[<</DW 500/CIDSystemInfo<</Ordering(Japan1)>> >>]";
  const std::string long_url = "http://t.example/" + std::string(60, 'x');
  std::string units;
  for (const char c : long_url)
    units += "00" + std::string(1, "0123456789ABCDEF"[c >> 4]) + "0123456789ABCDEF"[c & 15];
  const Case cases[] = {
      {"whose encoding is in their file", simple + "/FontDescriptor<</Flags 4>> >>", "(http://t.example/x)",
       "", "http://t.example/x"},
      {"names that say nothing", simple + "/Encoding<</Differences[97/g1/g2]>> >>", "(http://t.example/ab)",
       "", "http://t.example/ab"},
      {"many differences", simple + "/Encoding<</Differences[" + repeated("65/A ", 2000) + "1/x]>> >>",
       "(http://t.example/\\001)", "", "http://t.example/x"},
      {"many characters of one glyph", simple + "/ToUnicode 7 0 R>>", "<01>",
       "beginbfchar <01><" + units + "> endbfchar", long_url.c_str()},
      {"consecutive texts", simple + "/ToUnicode 7 0 R>>", "(http://t.example/\\003)",
       "beginbfrange <01><05><0061003100320061> <20><7E><0020> endbfrange", "http://t.example/a12c"},
      {"characters of one byte", simple + "/ToUnicode 7 0 R>>", "(http://t.example/\\001)",
       "beginbfchar <01><78> endbfchar", "http://t.example/x"},
      {"the last one counts", simple + "/ToUnicode 7 0 R>>", "(http://t.example/\\001)",
       "beginbfchar <02><0079><01><0079><01><0078> endbfchar", "http://t.example/x"},
      {"an unknown glyph ends it", composite + "/Encoding/Identity-H/ToUnicode 7 0 R>>",
       "<0068007400740070003A002F002F0061002E006200639999>", "beginbfrange <0020><007E><0020> endbfrange",
       "http://a.bc"},
      {"Japanese with ASCII", composite + "/Encoding/90ms-RKSJ-H>>", "(\x88\x9F http://t.example/x)", "",
       "http://t.example/x"},
      {"glyphs of a collection", composite + "/Encoding/Identity-H>>",
       "<0049005500550051001B0010001000550Ff>", "", nullptr},
      {"codes of different lengths", composite + "/Encoding 8 0 R/ToUnicode 7 0 R>>",
       "(http://t.example/\x81\x41)",
       "beginbfrange <20><7E><0020> endbfrange beginbfchar <8141><0078> endbfchar", "http://t.example/x"},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    File file = shown_page("BT /F 10 Tf 100 700 Td " + each.text + " Tj ET");
    file.objects[6] = each.font;
    file.objects[7] = stream("", each.cmap);
    file.objects[8] = stream("", "begincodespacerange <00><80> <8140><9FFC> endcodespacerange");
    const Rows rows = read_document(file.bytes()).rows;
    if (each.url == nullptr) continue;
    CHECK(rows == Rows{"page 1 pdf:text "s + each.url});
  }
}

TEST_CASE("the text under links of PDF whose glyphs are higher than wide") {
  CHECK(text_of(linked_page("BT /F 3 Tf 1 0 0 6 100 700 Tm (letters) Tj ET", kHelvetica,
                            "/Rect[90 690 300 730]")) == "letters");
}

TEST_CASE("URLs under links of PDF") {
  // A link over the page does not hide what its text does not show.
  const std::string before = "BT /F 10 Tf 10 TL 100 700 Td ";
  const std::string many = before + repeated("(a) ' ", 500) + "0 5100 Td " + kUrl + " ET";
  const std::string all = "/Rect[-10000 -10000 10000 10000]";
  const std::string link = "page 1 pdf:uri http://a.example/ =";
  CHECK(read_document(linked_page(before + kUrl + " ET", kHelvetica, all).bytes()).rows ==
        Rows{link + "http://t.example/x"});
  const DocumentRows read = read_document(linked_page(many, kHelvetica, all).bytes());
  REQUIRE(read.rows.size() == 2);
  CHECK(read.rows[1] == kRows[0]);
  // Nor if its text is unknown.
  const std::string symbolic = "<</Subtype/TrueType/FirstChar 0/Widths[500]/FontDescriptor<</Flags 4>> >>";
  CHECK(read_document(linked_page(kShown, symbolic, kRectangle).bytes()).rows ==
        Rows{"page 1 pdf:uri http://a.example/", kRows[0]});
}

TEST_CASE("limits of the text of PDF") {
  // More glyphs than a page has.
  std::string dots = "BT /F 0.01 Tf " + repeated("(..........) Tj ", 21'000) + "ET ";
  DocumentRows read = read_document(shown_page(dots + kShown).bytes());
  CHECK(read.rows == kRows);
  CHECK(read.limits.empty());

  struct Case {
    const char* why;
    Limits limits;
    File file;
    find::FindLimit limit;
  };
  Limits few_steps, few_bytes;
  few_steps.document_steps = 100'000;
  few_bytes.document_bytes = 100'000;
  const Case cases[] = {
      {"glyphs", few_steps, shown_page(dots + kShown), find::FindLimit::kDocumentSteps},
      {"forms that draw the next one twice",
       {},
       shown_page("/X Do", "/XObject<</X 10 0 R>>", nested_forms(40, 2)),
       find::FindLimit::kDocumentSteps},
      {"one stream, named many times",
       few_steps,
       {{{5, stream("", " ")}}, "", "/Contents[" + repeated("5 0 R ", 1000) + "]"},
       find::FindLimit::kDocumentSteps},
      {"bytes of a page",
       few_bytes,
       {{{5, stream("", std::string(90'000, ' '))}, {7, stream("", kShown)}}, "", "/Contents[5 0 R 7 0 R]"},
       find::FindLimit::kDocumentBytes},
      {"states", few_bytes, shown_page(repeated("q ", 2000) + kShown), find::FindLimit::kDocumentBytes},
      {"operands", few_bytes, shown_page("[" + repeated("0 ", 5000) + "] TJ " + kShown),
       find::FindLimit::kDocumentBytes},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    File file = each.file;
    file.objects[4] = "<</A<</S/URI/URI(http://a.example/)>> >>";
    file.page += "/Annots[4 0 R]";
    read = read_document(file.bytes(), each.limits);
    // Links are found nevertheless.
    CHECK(read.rows == Rows{"page 1 pdf:uri http://a.example/"});
    REQUIRE_FALSE(read.limits.empty());
    CHECK(read.limits[0] == each.limit);
  }
}

TEST_CASE("many links of PDF over much text") {
  // What is under links is only shown: the search goes on.
  std::string links;
  for (int i = 0; i < 300; ++i)
    links += "<</Rect[" + std::to_string(1000 + i) + " 0 2000 800]/A<</S/URI/URI(http://a.example/)>> >>";
  File file = shown_page("BT /F 10 Tf " + repeated("0 1 Td (a) Tj ", 700) + "ET " + kShown);
  file.page += "/Annots[" + links + "]";
  Limits limits;
  limits.document_steps = 200'000;
  const DocumentRows read = read_document(file.bytes(), limits);
  REQUIRE(read.rows.size() == 301);
  CHECK(read.rows[300] == kRows[0]);
  CHECK(read.limits == std::vector{find::FindLimit::kDocumentLabels});
  CHECK(read_document(file.bytes()).limits.empty());
}

}  // namespace mimebase::pdf_test
