// References and bases in PDF (ISO 32000-2).
#include <algorithm>

#include "documents/pdf_builder.h"
#include "text/strings.h"

namespace mimebase::pdf_test {

TEST_CASE("references of actions in PDF") {
  struct Case {
    const char* why;
    File file;
    Rows rows;
  };
  const std::string uri = "<</S/URI/URI(http://a.example/)>>";
  const std::string annots = "/Annots[4 0 R]";
  const Case cases[] = {
      {"a link", {{{4, "<</A" + uri + ">>"}}, "", annots}, {"page 1 pdf:uri http://a.example/"}},
      {"its action elsewhere",
       {{{4, "<</A 5 0 R>>"}, {5, uri}}, "", annots},
       {"page 1 pdf:uri http://a.example/"}},
      {"its URI elsewhere",
       {{{4, "<</A<</S/URI/URI 5 0 R>> >>"}, {5, "(http://a.example/)"}}, "", annots},
       {"page 1 pdf:uri http://a.example/"}},
      {"escaped names", {{{4, "<</#41<</#53/#55RI/URI(a)>> >>"}}, "", annots}, {"page 1 pdf:uri a"}},
      {"hexadecimal, and spaces around",
       {{{4, "<</A<</S/URI/URI<2061 0A>>> >>"}}, "", annots},
       {"page 1 pdf:uri  a\n"}},
      {"control characters around",
       {{{4, "<</A<</S/URI/URI<01 0020 68 3A 0061 20 00 00>>> >>"},
         {5, "<</A<</S/URI/URI(\\177b \\000\\n)>> >>"},
         {6, "<</A<</S/URI/URI<FEFF 0000 0063 0000>>> >>"},
         {7, "<</A<</S/URI/URI<0000>>> >>"},
         {8, "<</A<</S/GoToR/F<6400>>> >>"}},
        "",
        "/Annots[4 0 R 5 0 R 6 0 R 7 0 R 8 0 R]"},
       {"page 1 pdf:uri  h:"s + '\0' + "a ", "page 1 pdf:uri b ", "page 1 pdf:uri c", "page 1 pdf:uri ",
        "page 1 pdf:goto-remote d"}},
      {"hosts without a scheme",
       {{{4, "<</A<</S/URI/URI( www.x.example/y )>> >>"},
         {5, "<</A<</S/URI/URI(WWW.x.example:8080)>> >>"},
         {6, "<</A<</S/URI/URI(www.pdf)>> >>"},
         {7, "<</A<</S/URI/URI(x/www.x.example)>> >>"},
         {8, "<</A<</S/Launch/F(www.x.example)>> >>"}},
        "",
        "/Annots[4 0 R 5 0 R 6 0 R 7 0 R 8 0 R]"},
       {"page 1 pdf:uri www.x.example/y (guessed)", "page 1 pdf:uri WWW.x.example:8080 (guessed)",
        "page 1 pdf:uri www.pdf", "page 1 pdf:uri x/www.x.example", "page 1 pdf:launch www.x.example"}},
      {"a host without a scheme, which a base precedes",
       {{{4, "<</A<</S/URI/URI(www.x.example)>> >>"}}, "/URI<</Base(http://b.example/)>>", annots},
       {"page 1 pdf:uri www.x.example"}},
      {"an empty one", {{{4, "<</A<</S/URI/URI()>> >>"}}, "", annots}, {"page 1 pdf:uri "}},
      {"not a string", {{{4, "<</A<</S/URI/URI/a>> >>"}}, "", annots}, {}},
      {"UTF-8", {{{4, "<</A<</S/URI/URI(\xC3\xA4)>> >>"}}, "", annots}, {"page 1 pdf:uri \xC3\xA4"}},
      {"windows-1252", {{{4, "<</A<</S/URI/URI(\xE4)>> >>"}}, "", annots}, {"page 1 pdf:uri \xC3\xA4"}},
      {"UTF-16", {{{4, "<</A<</S/URI/URI<FEFF006100E4>>> >>"}}, "", annots}, {"page 1 pdf:uri a\xC3\xA4"}},
      {"an action of two links counts twice",
       {{{4, "<</A 6 0 R>>"}, {5, "<</A 6 0 R>>"}, {6, uri}}, "", "/Annots[4 0 R 5 0 R]"},
       {"page 1 pdf:uri http://a.example/", "page 1 pdf:uri http://a.example/"}},
      {"additional actions, and one of before",
       {{{4, "<</AA<</E<</S/URI/URI(e)>>/X 5 0 R>>/PA<</S/URI/URI(p)>> >>"}, {5, "<</S/URI/URI(x)>>"}},
        "",
        annots},
       {"page 1 pdf:uri e", "page 1 pdf:uri x", "page 1 pdf:uri p"}},
      {"actions that follow, in a circle",
       {{{4, "<</A 5 0 R>>"},
         {5, "<</S/URI/URI(a)/Next[6 0 R<</S/URI/URI(c)>>]>>"},
         {6, "<</S/URI/URI(b)/Next 5 0 R>>"}},
        "",
        annots},
       {"page 1 pdf:uri a", "page 1 pdf:uri b", "page 1 pdf:uri c"}},
      {"actions of a page", {{}, "", "/AA<</O" + uri + ">>"}, {"page 1 pdf:uri http://a.example/"}},
      {"actions of the catalog, an outline and a form",
       {{{4, "<</Title(x)/A" + uri + ">>"},
         {5, "<</Fields[6 0 R]>>"},
         {6, "<</AA<</K<</S/URI/URI(k)>> >> >>"}},
        "/OpenAction<</S/URI/URI(o)>>/Outlines 4 0 R/AcroForm 5 0 R",
        ""},
       {"object 1 0 pdf:uri o", "object 4 0 pdf:uri http://a.example/", "object 6 0 pdf:uri k"}},
      {"nothing leads there, page 2 comes first",
       {{{2, "<</Kids[3 0 R 5 0 R]>>"}, {4, uri}, {5, "<</Annots[<</A<</S/URI/URI(b)>> >>]>>"}}, "", ""},
       {"page 2 pdf:uri b", "object 4 0 pdf:uri http://a.example/"}},
      {"programs and files",
       {{{4, "<</A<</S/Launch/F(a.exe)>> >>"},
         {5, "<</A<</S/Launch/Win<</F(cmd.exe)/P(/c start http://p.example/ x)>> >> >>"},
         {6, "<</A<</S/GoToR/F<</UF<FEFF0062>/F(c)>> >> >>"},
         {7, "<</A<</S/GoToE/F(d.pdf)>> >>"},
         {8, "<</A<</S/Thread/F<</F(t.pdf)>> >> >>"},
         {9, "<</A<</S/SubmitForm/F<</FS/URL/F(http://s.example/)>> >> >>"},
         {10, "<</A<</S/ImportData/F(i.fdf)>> >>"},
         {11, "<</A<</S/GoToE/T<</R/C>> >> >>"}},
        "",
        "/Annots[4 0 R 5 0 R 6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R]"},
       {"page 1 pdf:launch a.exe", "page 1 pdf:launch cmd.exe", "page 1 pdf:launch http://p.example/",
        "page 1 pdf:goto-remote b", "page 1 pdf:goto-remote d.pdf", "page 1 pdf:goto-remote t.pdf",
        "page 1 pdf:submit-form http://s.example/", "page 1 pdf:import-data i.fdf"}},
      {"films",
       {{{4, "<</Movie<</F<</FS/URL/F(http://m.example/)>> >> >>"}}, "", annots},
       {"object 4 0 pdf:import-data http://m.example/"}},
      {"what says that an object is an action or a file is in another one, or is written with escapes",
       {{{4, "<</S 5 0 R/URI(http://a.example/)>>"},
         {5, "/URI"},
         {6, "<</F 7 0 R/Name(n)>>"},
         {7, "<</FS 8 0 R/F(http://m.example/)>>"},
         {8, "/URL"},
         {9, "[ 1 -2.5 (\\)\\() <0a> [ << /D\r\n7 0 R>> ] ]"},
         {10, "<</#4aS(go\\('http://j.example/'\\))>>"},
         {11, "<</X[<</S/Launch/F(l)>>]>>"}},
        "",
        ""},
       {"object 4 0 pdf:uri http://a.example/", "object 6 0 pdf:import-data http://m.example/",
        "object 9 0 pdf:import-data http://m.example/", "object 10 0 script:string http://j.example/",
        "object 11 0 pdf:launch l"}},
      {"scripts",
       {{{4, "<</A<</S/JavaScript/JS(app.launchURL\\('http://j.example/'\\))>> >>"},
         {5, "<</S/JavaScript/JS 6 0 R>>"},
         {6, stream("", "x = \"http://k.example/\"")}},
        "/Names<</JavaScript<</Names[(a) 5 0 R]>> >>",
        annots},
       {"page 1 script:string http://j.example/", "object 5 0 script:string http://k.example/"}},
      {"a form in XFA",
       {{{4, stream("", "<a xmlns='http://www.w3.org/1999/xhtml' ")},
         {5, stream("", "href='http://x.example/'/>")}},
        "/AcroForm<</XFA[(a) 4 0 R (b) 5 0 R]>>",
        ""},
       {"XFA a@href http://x.example/ ="}},
      {"buttons and scripts of a form in XFA",
       {{{4, stream("",
                    "<template xmlns='http://t.example/'><submit target='http://x.example/' format='pdf'/>"
                    "<submit target='me'/><script>go(\"http://y.example/\") &lt; 1</script></template>")}},
        "/AcroForm<</XFA 4 0 R>>",
        ""},
       {"XFA pdf:submit-form http://x.example/", "XFA script:string http://y.example/"}},
      {"a tree of pages in a circle",
       {{{2, "<</Kids[2 0 R 3 0 R 3 0 R 4 0 R]>>"}, {4, "<</Kids[2 0 R 3 0 R]>>"}},
        "",
        "/AA<</O" + uri + ">>"},
       {"page 1 pdf:uri http://a.example/"}},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    const DocumentRows read = read_document(each.file.bytes());
    CHECK(read.rows == each.rows);
    CHECK(read.damage == Rows());
    CHECK(read.limits.empty());
  }
}

TEST_CASE("what nothing in a PDF refers to") {
  struct Case {
    const char* why;
    File file;
    Rows seen, unreachable;
  };
  const std::string uri = "<</S/URI/URI(http://a.example/)>>";
  const Case cases[] = {
      {"a link that is on no page",
       {{{4, "<</A 5 0 R/P 3 0 R>>"}, {5, uri}}, "", ""},
       {},
       {"object 5 0 pdf:uri http://a.example/"}},
      {"a link on no page that the structure names",
       {{{4, "<</A 5 0 R>>"}, {5, uri}, {6, "<</Type/OBJR/Obj 4 0 R>>"}}, "/StructTreeRoot<</K 6 0 R>>", ""},
       {},
       {"object 5 0 pdf:uri http://a.example/"}},
      {"an outline, a name and the trailer's information",
       {{{4, "<</First 5 0 R>>"}, {5, "<</A" + uri + ">>"}, {6, "[(x)[<</S/URI/URI(b)>>]]"}},
        "/Outlines 4 0 R/Names<</Dests 6 0 R>>",
        ""},
       {"object 5 0 pdf:uri http://a.example/", "object 6 0 pdf:uri b"},
       {}},
      {"programs, former actions, and what they alone refer to",
       {{{6, "<</X[7 0 R]/S/Launch/F(l)/Win<</P(http://w.example/)>> >>"},
         {7, "<</PA<</S/URI/URI(f)>>/A<</S/URI/URI(a)>> >>"},
         {8, "<</K 7 0 R/PA 9 0 R>>"},
         {9, "<</S/URI/URI(p)/Next<</S/URI/URI(n)>> >>"}},
        "/Names[8 0 R]",
        ""},
       {"object 7 0 pdf:uri a"},
       {"object 6 0 pdf:launch l", "object 6 0 pdf:launch http://w.example/", "object 7 0 pdf:uri f",
        "object 9 0 pdf:uri p", "object 9 0 pdf:uri n"}},
      {"files",
       {{{4, "<</F(s.txt)/EF<</F 5 0 R>> >>"},
         {5, stream("", "http://s.example/")},
         {6, "<</F(u.txt)/EF<</F 7 0 R>> >>"},
         {7, stream("", "http://u.example/")}},
        "/AF[4 0 R]",
        ""},
       {"s.txt text http://s.example/"},
       {"u.txt text http://u.example/"}},
      {"a former action that another link performs",
       {{{4, "<</PA 6 0 R>>"}, {5, "<</A 6 0 R>>"}, {6, "<</S/URI/URI(a)/Next<</S/URI/URI(b)>> >>"}},
        "",
        "/Annots[4 0 R 5 0 R]"},
       {"page 1 pdf:uri a", "page 1 pdf:uri b"},
       {"page 1 pdf:uri a", "page 1 pdf:uri b"}},
      {"objects that refer to each other",
       {{{4, "<</A" + uri + "/Next 5 0 R>>"}, {5, "<</Prev 4 0 R>>"}}, "", ""},
       {},
       {"object 4 0 pdf:uri http://a.example/"}},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    const DocumentRows read = read_document(each.file.bytes());
    CHECK(read.unreachable == each.unreachable);
    Rows all = each.seen;
    all.insert(all.end(), each.unreachable.begin(), each.unreachable.end());
    std::ranges::sort(all);
    Rows rows = read.rows;
    std::ranges::sort(rows);
    CHECK(rows == all);
  }
}

TEST_CASE("what references of PDF are used for") {
  CHECK(kind_of_context("pdf:uri") == LinkKind::kLink);
  CHECK(kind_of_context("pdf:launch") == LinkKind::kLink);
  CHECK(kind_of_context("pdf:goto-remote") == LinkKind::kLink);
  CHECK(kind_of_context("pdf:submit-form") == LinkKind::kForm);
  CHECK(kind_of_context("pdf:import-data") == LinkKind::kOther);
  CHECK(kind_of_context("pdf:text") == LinkKind::kText);
}

TEST_CASE("objects in compressed streams and newer revisions of PDF") {
  // Object 10 is in the object stream 4, and the table is the stream 5.
  const std::string data = "10 0 <</S/URI/URI(http://o.example/)>>";
  std::string out = "%PDF-1.5\n", entries;
  std::map<int, std::size_t> offsets;
  const auto add = [&](int number, const std::string& body) {
    offsets[number] = out.size();
    out += std::to_string(number) + " 0 obj\n" + body + "\nendobj\n";
  };
  add(1, "<</Type/Catalog/Pages 2 0 R>>");
  add(2, "<</Type/Pages/Kids[]/Count 0>>");
  add(4, stream("/Type/ObjStm/N 1/First 5/Filter/FlateDecode", deflated(data)));
  offsets[5] = out.size();
  for (int number = 0; number <= 10; ++number) {
    const std::size_t offset = offsets.contains(number) ? offsets[number] : 0;
    const char type = static_cast<char>(number == 10 ? 2 : offset > 0 ? 1 : 0);
    const std::size_t place = number == 10 ? 4 : offset;
    // With the predictor "up" of PNG, whose rows are differences.
    entries += {type, static_cast<char>(place >> 8), static_cast<char>(place), '\0'};
  }
  std::string rows;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i % 4 == 0) rows += '\2';
    rows += static_cast<char>(entries[i] - (i >= 4 ? entries[i - 4] : 0));
  }
  const std::string start = std::to_string(out.size());
  out +=
      "5 0 obj\n" +
      stream(
          "/Type/XRef/Root 1 0 R/W[1 2 1]/Size 11/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>",
          deflated(rows)) +
      "\nendobj\nstartxref\n" + start + "\n%%EOF\n";
  DocumentRows read = read_document(out);
  CHECK(read.rows == Rows{"object 10 0 pdf:uri http://o.example/"});
  CHECK(read.damage == Rows());

  const File old{{{4, "<</S/URI/URI(http://old.example/)>>"}}};
  std::string updated = old.bytes();
  const std::size_t last = updated.rfind("startxref\n") + 10;
  const std::string before = updated.substr(last, updated.find('\n', last) - last);
  const std::string object = std::to_string(updated.size());
  updated += "4 0 obj\n<</S/URI/URI(http://new.example/)>>\nendobj\n";
  const std::string table = std::to_string(updated.size());
  updated += "xref\n4 1\n" + std::string(10 - object.size(), '0') + object +
             " 00000 n \ntrailer\n<</Size 5/Root 1 0 R/Prev " + before + ">>\nstartxref\n" + table +
             "\n%%EOF\n";
  read = read_document(updated);
  CHECK(read.rows == Rows{"object 4 0 pdf:uri http://new.example/"});
  // The table before the last one is of an older revision.
  const std::size_t number = updated.rfind("startxref\n") + 10;
  for (const char c : {'x', '9'}) {
    std::string damaged = updated;
    damaged[number] = c;
    CHECK(read_document(damaged).rows == Rows{"object 4 0 pdf:uri http://new.example/"});
  }
}

TEST_CASE("bases of PDF") {
  const std::string packet =
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
      "<rdf:Description xmlns:z='http://ns.adobe.com/xap/1.0/' xmlns:other='http://o.example/' ";
  struct Case {
    const char* why;
    std::string catalog, metadata;
    Rows bases;
  };
  const Case cases[] = {
      {"none", "", "", {}},
      {"of the catalog", "/URI<</Base(http://b.example/)>>", "", {"http://b.example/"}},
      {"an attribute", "", packet + "z:BaseURL=' http://x.example/?a&amp;b '/>", {"http://x.example/?a&b"}},
      {"an element", "", packet + "><z:BaseURL>http://x.example/</z:BaseURL>", {"http://x.example/"}},
      {"another namespace", "", packet + "other:BaseURL='http://x.example/'/>", {}},
      {"no namespace", "", packet + "BaseURL='http://x.example/'/>", {}},
      {"both, outermost first",
       "/URI<</Base(b/)>>",
       packet + "z:BaseURL='http://x.example/'/>",
       {"http://x.example/", "b/"}},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    const File file{{{4, stream("/Type/Metadata", each.metadata)}}, each.catalog + "/Metadata 4 0 R"};
    CHECK(read_document(file.bytes()).bases == each.bases);
  }
}

TEST_CASE("files inside PDF") {
  const File inner{{{4, "<</A<</S/URI/URI(x)>> >>"}}, "", "/Annots[4 0 R]"};
  File file{{{4, "<</UF(b.pdf)/EF<</F 5 0 R/UF 5 0 R>> >>"},
             {5, stream("/Filter/FlateDecode", deflated(inner.bytes()))},
             {6, "<</F(c.html)/EF<</F 7 0 R>> >>"},
             {7, stream("", "<base href='http://h.example/'><a href='y'>z</a>")}},
            "/Names<</EmbeddedFiles<</Names[(b) 4 0 R (c) 6 0 R]>> >>"};
  const DocumentRows read = read_document(file.bytes());
  CHECK(read.rows == Rows{"b.pdf!page 1 pdf:uri x", "c.html base@href http://h.example/",
                          "c.html a@href y =z @http://h.example/"});
  Limits limits;
  limits.document_depth = 0;
  const DocumentRows limited = read_document(file.bytes(), limits);
  CHECK(limited.rows == Rows());
  CHECK_FALSE(limited.limits.empty());
}

TEST_CASE("damaged PDF") {
  const File file{{{4, "<</A<</S/URI/URI(x)>> >>"}}, "", "/Annots[4 0 R]"};
  const Rows rows{"page 1 pdf:uri x"};
  const std::string bytes = file.bytes();
  CHECK(read_document(bytes).rows == rows);
  CHECK(read_document("junk\n" + bytes, {}, "a.pdf").rows == rows);

  const DocumentRows cut = read_document(std::string_view(bytes).substr(0, bytes.find("startxref")));
  CHECK(cut.rows == rows);
  CHECK(cut.damage == Rows{"its cross-reference table is damaged: it was rebuilt"});

  CHECK_FALSE(read_document("%PDF-1.4\nnothing").is_document);
  CHECK_FALSE(read_document("%PDF-").is_document);
}

const std::string kUri = "<</S/URI/URI(http://a.example/)>>";
const Rows kDamagedStream{"a stream in it is damaged: it was read as far as possible"};
const Rows kRebuilt{"its cross-reference table is damaged: it was rebuilt"};

TEST_CASE("filters of PDF, and damage in what they decode") {
  const std::string script = "x = 'http://j.example/'; ", end(1000, ';'), whole = script + end;
  const std::string packed = deflated(whole);
  const auto hex_of = [](std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
      out += "0123456789ABCDEF"[static_cast<unsigned char>(c) >> 4];
      out += "0123456789ABCDEF"[c & 15];
    }
    return out;
  };
  const std::string runs = static_cast<char>(script.size() - 1) + script + '\x81';
  // "x = 'http://j.example/'".
  const std::string base85 = R"(GT]-l-YRUDE&oX*C+a(B@;Tt"AM5D~>)";
  std::string stored = {
      '\x78', '\x01', '\x00', static_cast<char>(script.size()), '\x00', static_cast<char>(~script.size()),
      '\xFF'};
  stored += script + '\x07';  // a block of a type that does not exist
  std::string rows;
  for (const char c : script) rows += std::string{'\1', c};  // "sub" of rows of one byte
  const Rows found{"object 4 0 script:string http://j.example/"}, none;

  struct Case {
    const char* why;
    std::string entries, data;
    Rows rows, damage;
  };
  const Case cases[] = {
      {"deflated", "/Filter/FlateDecode", packed, found, none},
      {"with a wrong checksum", "/Filter/FlateDecode", wrong_checksum(whole), found, kDamagedStream},
      {"without a checksum", "/Filter/FlateDecode", packed.substr(0, packed.size() - 4), found, none},
      {"with half a checksum", "/Filter/FlateDecode", packed.substr(0, packed.size() - 2), found, none},
      {"with bytes behind it", "/Filter/FlateDecode", packed + "\n\nmore", found, none},
      {"truncated", "/Filter/FlateDecode", packed.substr(0, packed.size() - 7), found, kDamagedStream},
      {"damaged in the middle", "/Filter/FlateDecode", stored, found, kDamagedStream},
      {"without a header", "/Filter/FlateDecode", packed.substr(2), found, kDamagedStream},
      {"with a damaged header", "/Filter/FlateDecode", "\x78\x02" + packed.substr(2), found, kDamagedStream},
      {"nothing", "/Filter/FlateDecode", "", none, none},
      {"an abbreviation", "/Filter/Fl", packed, found, none},
      {"the names of inline images", "/F[/AHx/Fl]/DP[null null]", hex_of(packed) + '>', found, none},
      {"a file in /F", "/F(a.txt)", whole, found, none},
      {"fewer parameters than filters", "/Filter[/AHx/Fl]/DecodeParms[null]", hex_of(packed), found, none},
      {"more parameters", "/Filter/Fl/DecodeParms[null null]", packed, found, none},
      {"encryption that does nothing", "/Filter[/Crypt/Fl]", packed, found, none},
      {"hexadecimal with white space", "/Filter/ASCIIHexDecode", hex_of(script).insert(3, " \n") + ">junk",
       found, none},
      {"hexadecimal with another byte", "/Filter/ASCIIHexDecode", hex_of(script).insert(3, "x") + '>', found,
       kDamagedStream},
      {"base 85", "/Filter/ASCII85Decode", base85, found, none},
      {"base 85 with another byte", "/Filter/A85", "<~" + base85.substr(0, 7) + '\x80' + base85.substr(7),
       found, kDamagedStream},
      {"base 85 with a mark before it", "/Filter/A85", "<~ " + base85, found, none},
      {"runs", "/Filter/RunLengthDecode", runs, found, none},
      {"runs without an end", "/Filter/RL", runs.substr(0, runs.size() - 1) + '\x7F' + "abc", found, none},
      {"rows of another length than promised", "/Filter/Fl/DecodeParms<</Predictor 12/Columns 2000000000>>",
       deflated('\0' + whole), found, none},
      {"rows", "/Filter/Fl/DecodeParms<</Predictor 15/Columns 1>>", deflated(rows), found, none},
      {"a predictor that nobody knows", "/Filter/Fl/DecodeParms<</Predictor 7>>", packed, found,
       kDamagedStream},
      {"an image", "/Filter/DCTDecode", whole, none, none},
      {"a filter that nobody knows", "/Filter[/Fl/X]", packed, none, none},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    const File file{{{4, "<</S/JavaScript/JS 5 0 R>>"}, {5, stream(each.entries, each.data)}}};
    const DocumentRows read = read_document(file.bytes());
    CHECK(read.rows == each.rows);
    CHECK(read.damage == each.damage);
    const bool is_lost = each.rows.empty() && !each.data.empty();
    CHECK(
        read.losses ==
        (is_lost ? Rows{"a stream in it is compressed by an unknown method, so it is not searched"} : none));
  }

  // Each filter in a chain could take stack and memory.
  std::string data = script, names;
  for (int i = 0; i < 300; ++i) {
    data = deflated(data);
    names += "/Fl";
  }
  const File chain{{{4, "<</S/JavaScript/JS 5 0 R>>"}, {5, stream("/Filter[" + names + ']', data)}}};
  CHECK(read_document(chain.bytes()).rows == found);
}

TEST_CASE("object streams of PDF") {
  const std::string junk = "<</X 1>>", plain = "10 0 11 " + std::to_string(kUri.size());
  const Rows found{"object 10 0 pdf:uri http://a.example/"}, none;
  struct Case {
    const char* why;
    std::string stream;
    Rows rows, damage, losses;
  };
  const Case cases[] = {
      {"two objects", object_stream(plain, kUri + junk), found, none, none},
      {"with a wrong checksum", object_stream(plain, kUri + junk, wrong_checksum), found, kDamagedStream,
       none},
      {"with bytes behind it", replaced(object_stream(plain, kUri + junk), "\nendstream", "junk\nendstream"),
       found, none, none},
      {"without a length", replaced(object_stream(plain, kUri + junk), "/Length", "/L"), found, none, none},
      {"a number twice: the place in the table is right",
       object_stream("10 0 10 " + std::to_string(kUri.size()), kUri + junk), found, none, none},
      {"another number at the place in the table",
       object_stream("12 0 10 " + std::to_string(junk.size()), junk + kUri), found, none, none},
      {"fewer objects than promised", replaced(object_stream(plain, kUri + junk), "/N 2", "/N 5"), found,
       kDamagedStream, none},
      {"an object that cannot be read",
       object_stream(plain, "99999999999999999999999999 "),
       none,
       none,
       {"an object in it is damaged, or nested too deeply"}},
      {"no stream", "<</N 1>>", none, kDamagedStream, none},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    const DocumentRows read = read_document(StreamFile{{{4, each.stream}}, {{10, {4, 0}}}}.bytes());
    CHECK(read.rows == each.rows);
    CHECK(read.damage == each.damage);
    CHECK(read.losses == each.losses);
  }

  // Objects that share their bytes are parsed again and again.
  std::string list;
  std::map<int, StreamFile::Packed> packed;
  for (int i = 0; i < 1000; ++i) {
    list += (i > 0 ? " " : "") + std::to_string(10 + i) + " 0";
    packed[10 + i] = {4, i};
  }
  std::string numbers;
  for (int i = 0; i < 10'000; ++i) numbers += " 1";
  const DocumentRows read =
      read_document(StreamFile{{{4, object_stream(list, '[' + numbers + ']')}}, packed}.bytes());
  CHECK(read.rows == none);
  CHECK(read.limits == std::vector{find::FindLimit::kDocumentObjects});
  // Also if they are so short that libqpdf reads them with what follows.
  Limits limits;
  limits.document_objects = 100'000;
  numbers.resize(400);
  const std::string of_short_ones =
      StreamFile{{{4, object_stream(list, '[' + numbers + ']')}}, packed}.bytes();
  CHECK(read_document(of_short_ones, limits).limits == std::vector{find::FindLimit::kDocumentObjects});
}

TEST_CASE("damaged tables of PDF") {
  const File plain{{{4, "<</A<</S/URI/URI(x)>> >>"}}, "", "/Annots[4 0 R]"};
  const std::string packed = StreamFile{{{4, object_stream("10 0", kUri)}}, {{10, {4, 0}}}}.bytes();
  const Rows on_page{"page 1 pdf:uri x"}, in_stream{"object 10 0 pdf:uri http://a.example/"}, none;
  const auto garbage = [](std::string_view bytes) { return std::string(bytes.size(), '?'); };
  const auto half = [](std::string_view bytes) {
    const std::string whole = deflated(bytes);
    return whole.substr(0, whole.size() / 2);
  };
  const StreamFile in_two_streams{
      {{4, object_stream("10 0", "<</S/URI/URI(old)>>")}, {5, object_stream("10 0", kUri)}},
      {{10, {5, 0}}},
      garbage};
  const StreamFile moved{
      {{4, object_stream("3 0", "<</S/URI/URI(new)>>")}, {3, "<</S/URI/URI(old)>>"}}, {}, garbage};
  const File embedded{
      {{4, stream("", "4 0 obj\n<</S/URI/URI(y)>>\nendobj\ntrailer<</Root 4 0 R>>")}, {5, kUri}}};
  const StreamFile catalog{
      {{1, "1"}, {4, object_stream("10 0", "<</Type/Catalog/Pages 2 0 R/URI<</Base(b)>> >>")}}, {}, garbage};
  struct Case {
    const char* why;
    std::string bytes;
    Rows rows, damage;
    Rows bases = {};
  };
  const Case cases[] = {
      {"a remark behind a row", replaced(plain.bytes(), "65535 f ", "65535 f remark"), on_page, none},
      {"rows in one line", replaced(plain.bytes(), " n \n", " n "), on_page, none},
      {"a table elsewhere", replaced(plain.bytes(), "startxref\n", "startxref\n1"), on_page, kRebuilt},
      {"an entry of a free object that leads nowhere", replaced(plain.bytes(), "65535 f ", "00000 n "),
       on_page, none},
      {"numbers that are one too large", replaced(plain.bytes(), "xref\n0 ", "xref\n1 "), on_page, kRebuilt},
      {"no trailer", replaced(plain.bytes(), "trailer", "trialer"), on_page, kRebuilt},
      {"a trailer that names no catalog",
       replaced(plain.bytes(), "/Root 1", "/Root 9"),
       on_page,
       {kRebuilt[0], "its trailer does not name its catalog: it was found"}},
      {"two tables in a circle",
       replaced(plain.bytes(), "/Root",
                "/Prev " + plain.bytes().substr(plain.bytes().find("startxref") + 10, 3) + "/Root"),
       on_page, kRebuilt},
      {"a cross-reference stream with a wrong checksum",
       StreamFile{{{4, object_stream("10 0", kUri)}}, {{10, {4, 0}}}, wrong_checksum}.bytes(), in_stream,
       kDamagedStream},
      {"one that is cut",
       StreamFile{{{4, object_stream("10 0", kUri)}}, {{10, {4, 0}}}, half}.bytes(),
       in_stream,
       {kRebuilt[0], kDamagedStream[0]}},
      {"one of garbage",
       StreamFile{{{4, object_stream("10 0", kUri)}}, {{10, {4, 0}}}, garbage}.bytes(),
       in_stream,
       {kRebuilt[0], kDamagedStream[0]}},
      {"one without its type", replaced(packed, "/Type/XRef", "/Type/YRef"), in_stream, kRebuilt},
      {"that is wrong about itself", replaced(packed, " 0 obj\n<</Type/XRef", "  0 obj\n<</Type/XRef"),
       in_stream, none},
      {"two object streams have the object",
       in_two_streams.bytes(),
       in_stream,
       {kRebuilt[0], kDamagedStream[0]}},
      {"an object was moved into a stream",
       moved.bytes(),
       {"object 3 0 pdf:uri new"},
       {kRebuilt[0], kDamagedStream[0]}},
      {"a file in a stream has objects of its own",
       replaced(embedded.bytes(), "startxref", "x"),
       {"object 5 0 pdf:uri http://a.example/"},
       kRebuilt},
      {"the catalog is in an object stream",
       catalog.bytes(),
       none,
       {kRebuilt[0], kDamagedStream[0], "its trailer does not name its catalog: it was found"},
       {"b"}},
      {"objects anywhere in a line",
       "%PDF-1.4 junk 4 0 obj" + kUri + "endobj 5  0\nobj<</S/URI/URI(b)>>",
       {"object 4 0 pdf:uri http://a.example/", "object 5 0 pdf:uri b"},
       kRebuilt},
      {"a newer object",
       "%PDF-1.4 4 0 obj<</S/URI/URI(old)>>endobj 4 0 obj" + kUri,
       {"object 4 0 pdf:uri http://a.example/"},
       kRebuilt},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    const DocumentRows read = read_document(each.bytes);
    CHECK(read.rows == each.rows);
    CHECK(read.damage == each.damage);
    CHECK(read.bases == each.bases);
    CHECK(read.limits.empty());
  }
}

// MuPDF and PDFium look at numbers alone.
TEST_CASE("references of PDF with another generation") {
  const Rows found{"page 1 script:string http://j.example/"};
  const std::string page = "/AA<</O<</S/JavaScript/JS 5 7 R>> >>", script = stream("", "'http://j.example/'");
  CHECK(read_document(File{{{5, script}}, "", page}.bytes()).rows == found);
  CHECK(read_document(File{{{5, script}}, "", replaced(page, "7 R", "12\n R")}.bytes()).rows == found);
  // The object has another one, in the table and before itself.
  const std::string changed = replaced(File{{{5, script}}, "", page}.bytes(), "5 0 obj", "5 3 obj");
  CHECK(read_document(changed).rows == found);
  CHECK(read_document(replaced(File{{{5, script}}, "", page}.bytes(), "/Root 1 0", "/Root 1 9")).rows ==
        found);
  const StreamFile packed{{{4, object_stream("10 0", "<</S/JavaScript/JS 5 7 R>>")}, {5, script}},
                          {{10, {4, 0}}}};
  CHECK(read_document(packed.bytes()).rows == Rows{"object 10 0 script:string http://j.example/"});
  // Text and streams remain as they are.
  CHECK(read_document(File{{{4, "<</S/URI/URI(http://a.example/3 0 R)>>"}}}.bytes()).rows ==
        Rows{"object 4 0 pdf:uri http://a.example/3 0 R"});
  CHECK(read_document(
            File{{{4, "<</S/JavaScript/JS 5 0 R>>"}, {5, stream("", "'http://a.example/', 3 7 R ")}}}.bytes())
            .rows == Rows{"object 4 0 script:string http://a.example/"});
}

TEST_CASE("lengths of streams in PDF") {
  const std::string script = "x = 'http://j.example/'", begin = "/Length " + std::to_string(script.size());
  const Rows found{"object 4 0 script:string http://j.example/"};
  struct Case {
    const char* why;
    std::string stream, length;
  };
  const Case cases[] = {
      {"right", "<<" + begin + ">>stream\n" + script + "\nendstream", ""},
      {"in another object", "<</Length 6 0 R>>stream\r\n" + script + "\r\nendstream",
       std::to_string(script.size())},
      {"in another object, wrong", "<</Length 6 0 R>>stream\r\n" + script + "\r\nendstream", "3"},
      {"in an object that is none", "<</Length 6 0 R>>stream\n" + script + "\nendstream", "<<>>"},
      {"in itself", "<</Length 5 0 R>>stream\n" + script + "\nendstream", ""},
      {"in no object", "<</Length 9 0 R>>stream\n" + script + "\nendstream", ""},
      {"too long", "<</Length 99999>>stream\n" + script + "\nendstream", ""},
      {"too short", "<</Length 2>>stream\n" + script + "\nendstream", ""},
      {"negative", "<</Length -1>>stream\n" + script + "\nendstream", ""},
      {"no number", "<</Length[7]/X<<>> >>stream\n" + script + "\nendstream", ""},
      {"missing", "<<>>stream\n" + script + "\nendstream", ""},
      {"twice", "<</Length 1" + begin + ">>stream\n" + script + "\nendstream", ""},
      {"with an escaped name", "<</#4cength 2/X(>>stream)>>stream\n" + script + "\nendstream", ""},
      {"without an end of the stream", "<</Length 7>>stream\n" + script, ""},
      {"without a line end", "<</Length 7>>stream " + script + "endstream", ""},
      {"after a comment", "<</Length%/Length 4\n7>>%\nstream\n" + script + "\nendstream", ""},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    File file{{{4, "<</S/JavaScript/JS 5 0 R>>"}, {5, each.stream}}};
    if (!each.length.empty()) file.objects[6] = each.length;
    const DocumentRows read = read_document(file.bytes());
    CHECK(read.rows == found);
    CHECK(read.damage == Rows());
  }
  // One that is in an object stream, of a stream that contains the word.
  const std::string text = "endstream " + script + "; 'http://k.example/'";
  const StreamFile packed{{{4, "<</S/JavaScript/JS 5 0 R>>"},
                           {5, "<</Length 10 0 R>>stream\n" + text + "\nendstream"},
                           {6, object_stream("10 0", std::to_string(text.size()))}},
                          {{10, {6, 0}}}};
  CHECK(read_document(packed.bytes()).rows ==
        Rows{"object 4 0 script:string http://j.example/", "object 4 0 script:string http://k.example/"});
}

// What libqpdf would follow by recursion.
TEST_CASE("PDF of many levels") {
  constexpr int kMany = 20'000;
  const Rows found{"object 4 0 pdf:uri http://a.example/"};
  File lengths{{{4, kUri}}};
  for (int i = 10; i < kMany; ++i)
    lengths.objects[i] = "<</Length " + std::to_string(i + 1) + " 0 R>>stream\nx\nendstream";
  CHECK(read_document(lengths.bytes()).rows == found);

  StreamFile streams{{{4, kUri}}};
  for (int i = 10; i < kMany; ++i) streams.packed[i] = {i + 1, 0};
  CHECK(read_document(streams.bytes()).rows == found);

  const std::string many(100'000, '[');
  for (const std::string& deep : {many, replaced(many, "[", "<</A "), "<</A" + many + ">>"}) {
    const DocumentRows read = read_document(File{{{4, kUri}, {5, deep}}}.bytes());
    CHECK(read.rows == found);
    CHECK(read.losses == Rows{"an object in it is damaged, or nested too deeply"});
  }

  File pages{{{2, "<</Kids[10 0 R]>>"}}};
  for (int i = 10; i < kMany; ++i) pages.objects[i] = "<</Kids[" + std::to_string(i + 1) + " 0 R]>>";
  pages.objects[kMany] = "<</Type/Page/AA<</O" + kUri + ">> >>";
  CHECK(read_document(pages.bytes()).rows == Rows{"page 1 pdf:uri http://a.example/"});

  File actions{{{4, "<</A 10 0 R>>"}}, "", "/Annots[4 0 R]"};
  for (int i = 10; i < kMany; ++i)
    actions.objects[i] = "<</S/URI/URI(x)/Next " + std::to_string(i + 1) + " 0 R>>";
  CHECK(read_document(actions.bytes()).rows.size() == kMany - 10);
}

TEST_CASE("what places in PDF share") {
  const std::string script = "(x = \"http://j.example/\")";
  struct Case {
    const char* why;
    File file;
    Rows rows;
  };
  const Case cases[] = {
      {"a script of two actions",
       {{{4, "<</S/JavaScript/JS 6 0 R>>"}, {5, "<</S/JavaScript/JS 6 0 R>>"}, {6, script}}},
       {"object 4 0 script:string http://j.example/"}},
      {"a script that is a file, too",
       {{{4, "<</S/JavaScript/JS 6 0 R>>"},
         {5, "<</F(a.html)/EF<</F 6 0 R>> >>"},
         {6, stream("", "<a href='http://h.example/'>")}}},
       {"object 4 0 script:string http://h.example/", "a.html a@href http://h.example/ ="}},
      {"parameters of two programs",
       {{{4, "<</S/Launch/Win<</P 6 0 R>> >>"},
         {5, "<</S/Launch/Win<</P 6 0 R>> >>"},
         {6, "(http://p.example/)"}}},
       {"object 4 0 pdf:launch http://p.example/"}},
      {"an annotation of two pages, and twice of one",
       {{{2, "<</Kids[3 0 R 5 0 R]>>"}, {4, "<</A" + kUri + ">>"}, {5, "<</Annots[4 0 R]>>"}},
        "",
        "/Annots[4 0 R 4 0 R]"},
       {"page 1 pdf:uri http://a.example/"}},
      {"a list of annotations",
       {{{2, "<</Kids[3 0 R 5 0 R]>>"}, {4, "[<</A" + kUri + ">>]"}, {5, "<</Annots 4 0 R>>"}},
        "",
        "/Annots 4 0 R"},
       {"page 1 pdf:uri http://a.example/"}},
      {"a list of pages",
       {{{2, "<</Kids[<</Kids 5 0 R>><</Kids 5 0 R>>]>>"}, {5, "[<</AA<</O" + kUri + ">> >>]"}}, "", ""},
       {"page 1 pdf:uri http://a.example/"}},
      {"pages in two lists, at one offset there",
       {{{2, "<</Kids[<</Kids 5 0 R>><</Kids 6 0 R>>]>>"},
         {5, "[<</AA<</O<</S/URI/URI(a)>> >> >>]"},
         {6, "[<</AA<</O<</S/URI/URI(b)>> >> >>]"}},
        "",
        ""},
       {"page 1 pdf:uri a", "page 2 pdf:uri b"}},
      {"an action, and what follows it",
       {{{4, "<</A 6 0 R>>"},
         {5, "<</A 6 0 R>>"},
         {6, "<</S/URI/URI(a)/Next 7 0 R>>"},
         {7, "<</S/URI/URI(b)>>"}},
        "",
        "/Annots[4 0 R 5 0 R]"},
       {"page 1 pdf:uri a", "page 1 pdf:uri b", "page 1 pdf:uri a"}},
      {"a text",
       {{{4, "<</Contents 6 0 R/A" + kUri + ">>"}, {5, "<</Contents 6 0 R/A" + kUri + ">>"}, {6, "( a\nb)"}},
        "",
        "/Annots[4 0 R 5 0 R]"},
       {"page 1 pdf:uri http://a.example/ =a b", "page 1 pdf:uri http://a.example/ =a b"}},
      {"a long URI",
       {{{4, "<</S/URI/URI 6 0 R>>"},
         {5, "<</S/URI/URI 6 0 R>>"},
         {6, "(http://a.example/" + std::string(300, 'x') + ')'}}},
       {"object 4 0 pdf:uri http://a.example/" + std::string(300, 'x'),
        "object 5 0 pdf:uri http://a.example/" + std::string(300, 'x')}},
      {"a file, with two names",
       {{{4, "<</F(a.txt)/EF 6 0 R>>"},
         {5, "<</F(b.txt)/EF 6 0 R>>"},
         {6, "<</F 7 0 R/UF 7 0 R>>"},
         {7, stream("", "http://t.example/")}}},
       {"a.txt text http://t.example/"}},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    const DocumentRows read = read_document(each.file.bytes());
    CHECK(read.rows == each.rows);
    CHECK(read.damage == Rows());
    CHECK(read.limits.empty());
  }
}

TEST_CASE("limits of PDF") {
  const std::string uri = "<</S/URI/URI(x)>>";
  Limits limits;
  limits.document_objects = 5;
  const File many{{{4, uri}, {5, uri}, {6, uri}, {7, uri}, {8, uri}}};
  DocumentRows read = read_document(many.bytes(), limits);
  CHECK(read.rows.size() < 5);
  REQUIRE_FALSE(read.limits.empty());
  CHECK(read.limits[0] == find::FindLimit::kDocumentObjects);

  // The limit is hit before libqpdf gets anything: each object is in the comment of the one before.
  limits = {};
  limits.document_steps = 1000;
  std::string comments = "%PDF-1.7\n";
  for (int number = 1; number < 2000; ++number) comments += std::to_string(number) + " 0 obj%";
  read = read_document(comments, limits);
  CHECK(read.rows == Rows());
  REQUIRE_FALSE(read.limits.empty());
  CHECK(read.limits[0] == find::FindLimit::kDocumentSteps);

  const std::string large(std::size_t{1} << 20, ' ');
  const File script{{{4, "<</S/JavaScript/JS 5 0 R>>"},
                     {5, stream("/Filter/FlateDecode", deflated(large + "'http://j.example/'"))}}};
  CHECK(read_document(script.bytes()).rows == Rows{"object 4 0 script:string http://j.example/"});
  limits = {};
  limits.document_bytes = 100'000;
  read = read_document(script.bytes(), limits);
  CHECK(read.rows == Rows());
  REQUIRE_FALSE(read.limits.empty());
  CHECK(read.limits[0] == find::FindLimit::kDocumentBytes);
}

}  // namespace mimebase::pdf_test
