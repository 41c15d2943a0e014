// Messages between processes: everything is read back unchanged, and invalid bytes are rejected.
#include "run/processes/piece_bytes.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "mimebase/diagnostics.h"
#include "run/processes/batch_bytes.h"
#include "run/processes/wire.h"

using namespace mimebase;
using namespace mimebase::run;

namespace {

Summary full_summary() {
  Summary summary;
  MessageInfo message;
  message.source = "box";
  message.number = 3;
  Diagnostic diagnostic;
  diagnostic.message = &message;
  diagnostic.code = DiagnosticCode::kUnreadable;
  diagnostic.severity = Severity::kError;
  diagnostic.detail = "why";
  summary.add(diagnostic);
  return summary;
}

RewriteResults full_rewrite() {
  EditedSpan span;
  span.source = "a";
  span.message_id = "<id>";
  span.reason = name_of(EditReason::kContentLength);
  span.before = Range{3, 9};
  span.at = 2;
  span.old_bytes = "old";
  span.new_bytes = "new";
  return {{{0, "a"}, {4, "b"}}, {span}};
}

// A piece of each command, which has all that its results can have.
std::vector<Piece> full_pieces() {
  Piece piece;
  piece.rows = std::string("rows\0of bytes\n", 14);
  piece.problems = {{Error::Code::kLimit, "one", "box"}, {Error::Code::kUnreadable, "two", "box"}};
  piece.messages = 5;
  piece.errors = 1;
  piece.warnings = 2;
  piece.notes = {"note"};
  piece.edited = 1;
  piece.bytes = 14;
  piece.done = 4;
  piece.is_open = true;
  std::vector<Piece> pieces(6, piece);
  pieces[0].results = RowResults{{{{1, 2}, "row"}, {{3, 4}, ""}}, full_summary()};
  pieces[1].results = full_rewrite();
  page::Tally tally;
  tally.references = 7;
  tally.by_domain["example.com"] = 7;
  pieces[2].results = ReportResults{tally, full_summary(), {{{1, 3}, 2, 3, "a"}}};
  pieces[3].results = ExtractResults{{{7,
                                       "index.html",
                                       "text/html",
                                       "utf-8",
                                       "<p>",
                                       "1",
                                       "cid:a",
                                       "box",
                                       7,
                                       "i@b",
                                       "2020-01-01",
                                       "a@b",
                                       std::nullopt,
                                       "t",
                                       {"text", true, {0, 3}}}}};
  pieces[5].rows.clear();
  pieces[5].results = LedgerResults{{{"box",
                                      7,
                                      9,
                                      false,
                                      "i@b",
                                      std::nullopt,
                                      "a@b",
                                      "s",
                                      {"http://a/1"},
                                      {"http://a/"},
                                      {"dev"},
                                      {"HASH"},
                                      {{"1", "text", "mid:i@b", "mid:i@b", Range{2, 9}}}}}};
  return pieces;
}

std::string bytes_of(const std::vector<Record>& records) {
  const Batch batch(nullptr, records);
  const BatchBytes bytes(batch);
  std::string all;
  for (const std::string_view part : bytes.parts()) all += part;
  return all;
}

}  // namespace

TEST_CASE("a piece comes back as it was") {
  for (const Piece& piece : full_pieces()) {
    CAPTURE(piece.results.index());
    std::optional<Piece> back = piece_of(bytes_but_rows(piece), piece.rows);
    REQUIRE(back);
    CHECK(back->rows == piece.rows);
    CHECK(back->results.index() == piece.results.index());
    CHECK(back->is_open);
    CHECK(back->done == 4);
    CHECK(bytes_but_rows(*back) == bytes_but_rows(piece));
  }
  std::vector<Piece> back;
  for (const Piece& piece : full_pieces()) back.push_back(*piece_of(bytes_but_rows(piece), piece.rows));
  CHECK(back[0].as<RowResults>().unique.at(0).row == "row");
  CHECK(back[0].as<RowResults>().summary.take().at(0).detail == "why");
  CHECK(back[1].as<RewriteResults>().edits.at(0).reason.data() == full_rewrite().edits.at(0).reason.data());
  CHECK(back[2].as<ReportResults>().tally.by_domain.at("example.com") == 7);
  CHECK(back[2].as<ReportResults>().messages.at(0).chunks == std::vector<std::size_t>{1, 3});
  const ExtractedPiece& file = back[3].as<ExtractResults>().files.at(0);
  CHECK(file.from == "a@b");
  CHECK(file.replayed.text == "text");
  CHECK(file.replayed.has_page_url);
  CHECK(file.replayed.page_url_ends == std::vector<std::size_t>{0, 3});
  CHECK(back[5].as<LedgerResults>().messages.at(0).references.at(0).span->end == 9);
  CHECK(piece_of(bytes_but_rows(Piece()), {}));
}

TEST_CASE("bytes that are cut short or changed are no piece, or another one, and cost nothing more") {
  for (const Piece& piece : full_pieces()) {
    const std::string head = bytes_but_rows(piece);
    for (std::size_t size = 0; size < head.size(); ++size) {
      INFO(size);
      CHECK_FALSE(piece_of(std::string_view(head).substr(0, size), piece.rows));
    }
    std::mt19937 random(5);
    for (int i = 0; i < 5'000; ++i) {
      std::string bytes = head;
      for (int changes = 1 + i % 3; changes > 0; --changes)
        bytes[random() % bytes.size()] = static_cast<char>(i % 2 == 0 ? random() : (random() % 2) * 255);
      std::optional<Piece> read = piece_of(bytes, piece.rows);
      if (!read || !read->is_for<RewriteResults>()) continue;
      for (const SourceStart& source : read->as<RewriteResults>().sources)
        CHECK(source.at <= read->rows.size());
      for (const EditedSpan& edit : read->as<RewriteResults>().edits) CHECK(edit.at <= read->rows.size());
    }
  }
}

TEST_CASE("a batch is the same in another process") {
  const std::string text = "From a\nSubject: 1\n\nbody\n\nFrom b\nSubject: 2\n\n";
  const std::string other = "Subject: 3\n\n";
  std::vector<Record> records(3);
  records[0] = {"box",
                1,
                0,
                7,
                std::string_view(text).substr(0, 7),
                std::string_view(text).substr(7, 17),
                std::string_view(text).substr(24, 1)};
  records[1] = {"box", 2, 25, 32, std::string_view(text).substr(25, 7), std::string_view(text).substr(32),
                ""};
  records[2] = {"file", 1, 0, 0, "", other, ""};
  records[2].truncated = records[1].incomplete = true;
  records[2].kind = RecordKind::kDocument;
  records[2].content_type = "text/html; charset=utf-8";
  records[1].retrieval_url = "http://a.example/b";
  const std::optional<Batch> batch = batch_from(bytes_of(records));
  REQUIRE(batch);
  REQUIRE(batch->records().size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const Record& record = batch->records()[i];
    CHECK(record.source == records[i].source);
    CHECK(record.number == records[i].number);
    CHECK(record.offset == records[i].offset);
    CHECK(record.bytes_offset == records[i].bytes_offset);
    CHECK(record.before == records[i].before);
    CHECK(record.bytes == records[i].bytes);
    CHECK(record.after == records[i].after);
    CHECK(record.truncated == records[i].truncated);
    CHECK(record.incomplete == records[i].incomplete);
    CHECK(record.kind == records[i].kind);
    CHECK(record.content_type == records[i].content_type);
    CHECK(record.retrieval_url == records[i].retrieval_url);
  }
  CHECK(batch_from(bytes_of({}))->records().empty());
  CHECK(record_bytes_in(bytes_of(records)) == text.size() + other.size());
  CHECK(record_bytes_in(bytes_of({})) == 0);
  CHECK(record_bytes_in("1234567") == 0);
  CHECK(record_bytes_in(std::string(8, '\xFF') + "text") == 0);
  // Otherwise these bytes would be counted, and read by nobody.
  CHECK_FALSE(batch_from(bytes_of(records) + "x"));
}

TEST_CASE("bytes that are changed or cut short are no batch, or another one") {
  const std::string text = "From a\nSubject: 1\n\nbody\n";
  const std::vector<Record> records = {
      {"box", 1, 0, 7, std::string_view(text).substr(0, 7), std::string_view(text).substr(7), ""}};
  const std::string good = bytes_of(records);
  std::mt19937 random(6);
  for (int i = 0; i < 5'000; ++i) {
    std::string bytes = i % 2 == 0 ? good.substr(0, random() % good.size()) : good;
    if (!bytes.empty()) bytes[random() % bytes.size()] = static_cast<char>(random());
    const std::optional<Batch> batch = batch_from(bytes);
    if (!batch) continue;
    for (const Record& record : batch->records()) CHECK(record.bytes.size() <= bytes.size());
  }
}

TEST_CASE("what is told of parts and sources comes back") {
  SplitReply split{{5, 6, 7, 8, true, false}, 9, 10, {{Error::Code::kReadError, "sentence", "source"}}};
  const std::string bytes = written(split);
  const std::optional<SplitReply> back = read_back<SplitReply>(bytes);
  REQUIRE(back);
  CHECK(written(*back) == bytes);
  CHECK(back->next.line == 8);
  CHECK_FALSE(read_back<SplitReply>(bytes + "x"));
  CHECK_FALSE(read_back<SplitReply>(std::string_view(bytes).substr(1)));
  std::string wrong = bytes;
  wrong[4 * 8] = 2;  // neither true nor false
  CHECK_FALSE(read_back<SplitReply>(wrong));
}
