// Analysis of a message in memory: lifetimes, and that all text is UTF-8.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "catch.h"
#include "mimebase/analyze.h"
#include "mimebase/rewrite.h"
#include "mimebase/version.h"
#include "support.h"
#include "support/utf8_check.h"

using namespace mimebase;

namespace {

constexpr std::string_view kMessage =
    "Message-ID: <outer@a.example>\n"
    "Subject: =?utf-8?q?caf=C3=A9?=\n"
    "Base: <URL:http://a.example/x/>\n"
    "Content-Type: multipart/mixed; boundary=b\n\n"
    "--b\nContent-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n"
    "<a href=3D\"g=E9\">h</a><a href=3D\"mailto:x\">\n"
    "--b\nContent-Type: message/rfc822\n\n"
    "Subject: inner\n\nsee http://b.example/ there\n"
    "--b--\n";

// Replaces every tenth byte by a non-ASCII one, reproducibly.
std::string spoiled(std::string bytes, std::size_t first) {
  for (std::size_t i = first; i < bytes.size(); i += 10) {
    if (bytes[i] != '\n' && bytes[i] != '-') bytes[i] = static_cast<char>(0x80 + i * 37 % 0x80);
  }
  return bytes;
}

}  // namespace

TEST_CASE("a message in memory is analysed without a source, and owned") {
  Analysis analysis = analyze(std::string(kMessage));
  const auto links = analysis.links();
  REQUIRE(links.size() == 4);
  CHECK(links[0].context == "header:base");
  CHECK(links[1].reference == "g\u00E9");
  CHECK(links[1].resolved == "http://a.example/x/g\u00E9");
  CHECK(links[1].base.part == "HEADER");
  CHECK(links[3].part == "2.1");
  CHECK(links[3].message->subject == "caf\u00E9");
  CHECK(links[3].message->number == 1);
  CHECK(links[3].message->source.empty());

  const auto entities = analysis.entities();
  REQUIRE(entities.size() == 4);
  CHECK(entities[3].chain.size() == 1);
  CHECK(entities[3].chain[0].raw == "<URL:http://a.example/x/>");
  CHECK(kMessage.substr(entities[1].body->start).starts_with("<a href=3D"));
  CHECK(analysis.problems().empty());

  // Earlier results stay valid, even when the analysis is moved.
  const Analysis moved = std::move(analysis);
  CHECK(links[2].reference == "mailto:x");
  CHECK(entities[0].part == "TEXT");
}

TEST_CASE("contents of parts are given as spans count them") {
  Analysis analysis = analyze(std::string(kMessage));
  const auto html = analysis.content("1");
  REQUIRE(html);
  CHECK(*html == "<a href=\"g\xE9\">h</a><a href=\"mailto:x\">");
  const Link& link = analysis.links()[1];
  CHECK(html->substr(link.span->start, link.span->end - link.span->start) == "g\xE9");
  CHECK(analysis.content("2.1") == "see http://b.example/ there");
  CHECK(analysis.content("TEXT") == "");
  CHECK(analysis.content("2") == "");
  CHECK(!analysis.content("3"));
  CHECK(!analysis.content(""));
}

TEST_CASE("the same analysis tells links, entities and diagnostics, each as if it were asked alone") {
  Analysis all = analyze(std::string(kMessage));
  static_cast<void>(all.entities());
  static_cast<void>(all.diagnostics());
  const auto links = all.links();
  Analysis alone = analyze(std::string(kMessage));
  REQUIRE(links.size() == alone.links().size());
  for (std::size_t i = 0; i < links.size(); ++i) CHECK(links[i].resolved == alone.links()[i].resolved);
  CHECK(links.data() == all.links().data());
}

TEST_CASE("an analysis describes its message, also without any row") {
  AnalyzeOptions options;
  options.fields = {"X-Nothing", "Base"};
  Analysis analysis = analyze(std::string(kMessage), options);
  const MessageInfo& info = analysis.message();
  CHECK(info.message_id == "outer@a.example");
  CHECK(info.subject == "caf\u00E9");
  CHECK(info.number == 1);
  REQUIRE(info.fields.size() == 2);
  CHECK(info.fields[1].values.front() == "<URL:http://a.example/x/>");
  CHECK(&info == &analysis.message());
  CHECK(analysis.problems().empty());
  Analysis nothing = analyze("");
  CHECK(nothing.message().number == 1);
}

TEST_CASE("an analysis compares what readers open") {
  AnalyzeOptions options;
  options.compared = {MailReader::kRfc1808, MailReader::kChromium};
  Analysis compared = analyze(std::string(kMessage), options);
  const auto rows = compared.comparisons();
  REQUIRE(rows.size() > 0);
  const Analysis moved = std::move(compared);
  CHECK(rows[0].message->subject == "caf\u00E9");
  REQUIRE(rows[0].readers.size() == 2);
  CHECK(rows[0].readers[0].reader == MailReader::kRfc1808);
  CHECK(rows[0].readers[0].opens.url != rows[0].readers[1].opens.url);
}

TEST_CASE("what is too long is cut, and said once") {
  AnalyzeOptions options;
  options.limits.message_bytes = 100;
  Analysis analysis = analyze(std::string(kMessage), options);
  CHECK(analysis.links().size() == 1);
  CHECK(analysis.entities().size() == 1);
  REQUIRE(analysis.problems().size() == 1);
  CHECK(analysis.problems()[0].message == "longer than 100 bytes: the rest is not read");
}

TEST_CASE("a limit without a limit leaves nothing out") {
  AnalyzeOptions options;
  for (const LimitKey& key : limit_keys())
    options.limits.*key.value = std::numeric_limits<std::uint64_t>::max();
  Analysis analysis = analyze(std::string(kMessage), options);
  CHECK(analysis.links().size() == 4);
  CHECK(analysis.entities().size() == 4);
  CHECK(analysis.problems().empty());
}

TEST_CASE("messages that are empty or no mail are answered") {
  for (const char* bytes : {"", "\n", "\r", ":", "Base:", "Content-Type: multipart/mixed; boundary=\n\n--"}) {
    Analysis analysis = analyze(bytes);
    CHECK(analysis.entities().size() == 1);
    CHECK(analysis.content("nothing") == std::nullopt);
    static_cast<void>(analysis.diagnostics());
  }
}

TEST_CASE("all text is UTF-8, whatever the bytes are") {
  test::Utf8Check check;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_root() / "samples")) {
    if (entry.path().extension() != ".eml" && entry.path().extension() != ".mht") continue;
    const std::string bytes = test::read_file(entry.path());
    for (std::size_t first = 0; first < 10; ++first) {
      Analysis analysis = analyze(spoiled(bytes, first));
      check.all(analysis);
    }
  }
  for (const std::string& fault : check.faults) FAIL_CHECK(fault);
  CHECK(check.texts > 5'000);
}

TEST_CASE("the version of the library is that of its headers") {
  CHECK(version() == MIMEBASE_VERSION);
  CHECK(version() == std::to_string(MIMEBASE_VERSION_MAJOR) + "." + std::to_string(MIMEBASE_VERSION_MINOR) +
                         "." + std::to_string(MIMEBASE_VERSION_PATCH));
}

TEST_CASE("a view of a message is not copied, and a string that is given away is owned") {
  const std::string kept(kMessage);
  CHECK(analyze(kept).content("1") == analyze(std::string(kMessage)).content("1"));
  CHECK(analyze(kept.c_str()).content("2.1") == "see http://b.example/ there");
  CHECK(analyze(std::string_view(kept)).content("2.1") == "see http://b.example/ there");
  std::string given = kept;
  Analysis owner = analyze(std::move(given));
  given = "nothing of it";
  Analysis moved = std::move(owner);
  CHECK(moved.links().size() == 4);
}

TEST_CASE("options that make no sense are an error, and a problem of what is analysed nevertheless") {
  const auto refused = [](const AnalyzeOptions& options) {
    const Result<void> checked = check_options(options);
    return checked ? std::string() : checked.error().message;
  };
  CHECK(refused({}).empty());
  AnalyzeOptions none;
  none.base_headers.clear();
  CHECK(refused(none).empty());
  const Analysis without = analyze(kMessage, none);
  CHECK(without.problems().empty());

  struct Case {
    std::string url;
    std::vector<BaseBy> headers;
    const char *sentence, *resolved, *why;
  };
  const std::vector<BaseBy> all = default_base_headers();
  const Case cases[] = {
      {"x/y", all, "the retrieval URL \"x/y\" is relative: a base needs a scheme",
       "http://a.example/x/g\u00E9", "it stays a candidate that is not usable"},
      {"",
       {BaseBy::kHtmlBase},
       "\"html-base\" is not a header field that declares a base",
       "",
       "no header field is left, as in an empty list"},
      {"",
       {BaseBy::kNone, BaseBy::kContentBase},
       "\"none\" is not a header field that declares a base",
       "",
       "what is a header field counts, and nothing else"},
  };
  for (const Case& row : cases) {
    INFO(row.why);
    AnalyzeOptions options;
    options.retrieval_url = row.url;
    options.base_headers = row.headers;
    CHECK(refused(options) == row.sentence);
    Analysis analysis = analyze(kMessage, options);
    REQUIRE(analysis.links().size() == 4);
    CHECK(analysis.links()[1].resolved.value_or("") == row.resolved);
    static_cast<void>(analysis.diagnostics());
    REQUIRE(analysis.problems().size() == 1);
    CHECK(analysis.problems()[0].code == Error::Code::kUsage);
    CHECK(analysis.problems()[0].message == row.sentence);
    for (const Diagnostic& diagnostic : analysis.diagnostics())
      CHECK(diagnostic.code != DiagnosticCode::kLimitHit);

    const Rewritten rewritten = rewrite(std::string(kMessage), {}, options);
    REQUIRE(rewritten.problems().size() == 1);
    CHECK(rewritten.problems()[0].code == Error::Code::kUsage);
  }
}

TEST_CASE("a document in memory is a message without a header, whose part it is") {
  const std::string page = "Subject: no field\n\n<base href='http://a.example/x/'><a href='../g'>h</a>";
  Analysis analysis = analyze_document(page, "Text/HTML; charset=utf-8");
  const auto entities = analysis.entities();
  REQUIRE(entities.size() == 1);
  CHECK(entities[0].part == "1");
  CHECK(entities[0].content_type == "text/html");
  CHECK(entities[0].charset == "utf-8");
  CHECK_FALSE(entities[0].heading);
  CHECK(entities[0].body->end == page.size());
  const auto links = analysis.links();
  REQUIRE(links.size() == 2);
  CHECK(links[1].resolved == "http://a.example/g");
  CHECK(links[1].base.by == BaseBy::kHtmlBase);
  CHECK_FALSE(links[1].message->subject);
  CHECK(analysis.content("1") == page);
  CHECK(analysis.problems().empty());
  Analysis empty = analyze_document("", "text/html");
  CHECK(empty.links().empty());
}

TEST_CASE("a document is rewritten without the limits of mail") {
  const std::string blanks(960, ' ');
  const std::string page = "<p>" + blanks + "<a href='g'>h</a>\n<a href=i>j</a>";
  AnalyzeOptions analyze;
  analyze.retrieval_url = "http://host.example/a/long/path/";
  const Rewritten done = rewrite_document(page, "text/html", {}, analyze);
  CHECK(done.message() == "<p>" + blanks +
                              "<a href='http://host.example/a/long/path/g'>h</a>\n"
                              "<a href=http://host.example/a/long/path/i>j</a>");
  REQUIRE(done.edits().size() == 2);
  CHECK(done.edits()[0].part == "1");
  CHECK(done.edits()[0].span == Range{972, 973});
  CHECK(done.notes().empty());
  // In mail, the first line is broken.
  const Rewritten mail = rewrite("Content-Type: text/html\n\n" + page, {}, analyze);
  CHECK(mail.message().find("<a\nhref='http://") != std::string::npos);
}

TEST_CASE("a document that is never written is noted, whatever is in it") {
  const auto notes_of = [](std::string bytes, std::string_view type) {
    const std::string before = bytes;
    AnalyzeOptions analyze;
    analyze.retrieval_url = "http://a.example/";
    RewriteOptions all;
    all.annotate = all.drop_bases = true;
    const Rewritten done = rewrite_document(std::move(bytes), type, all, analyze);
    CHECK(done.message() == before);
    std::string notes;
    for (const EditNote& note : done.notes())
      notes += std::string(note.part) + ' ' + std::string(name_of(note.code)) + ' ' +
               std::to_string(note.references) + ';';
    return notes;
  };
  CHECK(notes_of("{\\rtf1 x}", "application/rtf") == "1 left-document 0;");
  CHECK(notes_of("{\\rtf1{\\field{\\*\\fldinst{HYPERLINK \"g\"}}{\\fldrslt h}}}", "application/rtf") ==
        "1 left-document 1;");
  CHECK(notes_of("\x89PNG\r\n", "image/png") == "1 left-document 0;");
  CHECK(notes_of("", "image/png") == "1 left-document 0;");
  CHECK(notes_of("Base: http://b.example/\n\nsee http://b.example/", "text/plain").empty());
}
