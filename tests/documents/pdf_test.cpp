// References and bases in PDF (ISO 32000-2).
#include "documents/pdf_builder.h"

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

TEST_CASE("limits of PDF") {
  const std::string uri = "<</S/URI/URI(x)>>";
  Limits limits;
  limits.document_objects = 5;
  const File many{{{4, uri}, {5, uri}, {6, uri}, {7, uri}, {8, uri}}};
  DocumentRows read = read_document(many.bytes(), limits);
  CHECK(read.rows.size() < 5);
  REQUIRE_FALSE(read.limits.empty());
  CHECK(read.limits[0] == find::FindLimit::kDocumentObjects);

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
