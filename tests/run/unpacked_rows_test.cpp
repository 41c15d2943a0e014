// Packed rows as a RowBatch: what was packed, and of bytes that somebody else has changed either rows or
// nothing.
#include "run/rows/unpacked_rows.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "database/sqlite_writer.h"

using namespace mimebase;

namespace {

MessageInfo message() {
  MessageInfo info;
  info.source = "a.mbox";
  info.number = 7;
  info.offset = 1000;
  info.subject = "subject";
  static constexpr std::string_view kValues[] = {"from \"a\"\tby b", "caf\xC3\xA9"};
  static constexpr NamedField kFields[] = {{"received", kValues}, {"to", {}}, {"x", std::span(kValues, 1)}};
  info.fields = kFields;
  return info;
}

std::string packed_link(const MessageInfo& info) {
  Link link;
  link.reader = MailReader::kMhonarc;
  link.opens = {{}, "2", OpensBy::kLoad};
  link.message = &info;
  link.part = "1.2";
  link.content_type = "text/html";
  link.context = "a@href";
  link.span = {3, 9};
  link.reference = "http://h.example/";
  link.resolved = "http://h.example/";
  link.status = LinkStatus::kAbsolute;
  link.base.url = "http://b.example/";
  link.base.by = BaseBy::kContentBase;
  link.host = "h.example";
  database::SqliteWriter writer;
  writer.link(link);
  link.hidden = "comment";
  link.status = LinkStatus::kInvalid;
  link.resolved.reset();
  writer.link(link);
  return std::string(writer.rows());
}

std::string packed_entity(const MessageInfo& info) {
  Candidate candidates[2];
  candidates[0].raw = "inner";
  candidates[1].raw = "outer";
  candidates[1].url = "http://outer.example/";
  Entity entity;
  entity.message = &info;
  entity.part = "1";
  entity.depth = 2;
  entity.content_type = "text/plain";
  entity.body = Range{4, 5};
  entity.chain = candidates;
  entity.defect = "defect";
  database::SqliteWriter writer;
  writer.entity(entity);
  return std::string(writer.rows());
}

std::string packed_diagnostic(const MessageInfo& info) {
  Diagnostic diagnostic;
  diagnostic.message = &info;
  diagnostic.part = "TEXT";
  diagnostic.code = DiagnosticCode::kUnreferencedPart;
  diagnostic.severity = Severity::kNote;
  diagnostic.detail = "detail";
  diagnostic.span = Range{1, 2};
  diagnostic.other_domain = "example.org";
  database::SqliteWriter writer;
  writer.diagnostic(diagnostic);
  return std::string(writer.rows());
}

std::string packed_comparison(const MessageInfo& info) {
  const ReaderOpens readers[] = {{MailReader::kRfc1808, {"http://h.example/\"\xE2\x80\xA8", {}}},
                                 {MailReader::kKmail, {{}, "1.2"}},
                                 {MailReader::kMhonarc, {}}};
  Comparison comparison;
  comparison.message = &info;
  comparison.part = "1.2";
  comparison.context = "a@href";
  comparison.span = {3, 9};
  comparison.reference = "x";
  comparison.difference = Disagreement::kHost;
  comparison.readers = readers;
  database::SqliteWriter writer;
  writer.comparison(comparison);
  return std::string(writer.rows());
}

std::optional<RowBatch> unpacked(RowKind kind, const std::string& rows) {
  run::Chunk chunk;
  chunk.rows = rows;
  return run::unpacked(kind, std::move(chunk));
}

}  // namespace

TEST_CASE("rows are what was packed") {
  const MessageInfo info = message();
  const auto links = unpacked(RowKind::kLinks, packed_link(info));
  REQUIRE(links);
  REQUIRE(links->links.size() == 2);
  const Link& link = links->links[0];
  CHECK(link.message->source == "a.mbox");
  CHECK(link.message->number == 7);
  CHECK(link.message->offset == 1000);
  CHECK(link.message->subject == "subject");
  CHECK_FALSE(link.message->from);
  CHECK(link.part == "1.2");
  CHECK(link.span == Range{3, 9});
  CHECK(link.resolved == "http://h.example/");
  CHECK(link.status == LinkStatus::kAbsolute);
  CHECK(link.base.by == BaseBy::kContentBase);
  CHECK_FALSE(links->links[1].resolved);
  CHECK(links->links[1].hidden == "comment");
  CHECK(link.reader == MailReader::kMhonarc);
  CHECK(link.opens == Opens{{}, "2", OpensBy::kLoad});
  REQUIRE(link.message->fields.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(link.message->fields[i].name == info.fields[i].name);
    CHECK(std::ranges::equal(link.message->fields[i].values, info.fields[i].values));
  }

  const auto entities = unpacked(RowKind::kEntities, packed_entity(info));
  REQUIRE(entities);
  REQUIRE(entities->entities.size() == 1);
  const Entity& entity = entities->entities[0];
  CHECK(entity.depth == 2);
  CHECK_FALSE(entity.heading);
  CHECK(entity.body == Range{4, 5});
  CHECK(entity.defect == "defect");
  REQUIRE(entity.chain.size() == 2);
  CHECK(entity.chain[1].url == "http://outer.example/");

  const auto diagnostics = unpacked(RowKind::kDiagnostics, packed_diagnostic(info));
  REQUIRE(diagnostics);
  REQUIRE(diagnostics->diagnostics.size() == 1);
  CHECK(diagnostics->diagnostics[0].code == DiagnosticCode::kUnreferencedPart);
  CHECK(diagnostics->diagnostics[0].span == Range{1, 2});
  CHECK(diagnostics->diagnostics[0].other_domain == "example.org");
}

TEST_CASE("comparisons are what was packed") {
  const MessageInfo info = message();
  const auto batch = unpacked(RowKind::kComparisons, packed_comparison(info) + packed_comparison(info));
  REQUIRE(batch);
  REQUIRE(batch->comparisons.size() == 2);
  for (const Comparison& row : batch->comparisons) {
    CHECK(row.message->number == 7);
    CHECK(row.message->fields.size() == 3);
    CHECK(row.part == "1.2");
    CHECK(row.context == "a@href");
    CHECK(row.span == Range{3, 9});
    CHECK(row.reference == "x");
    CHECK(row.difference == Disagreement::kHost);
    REQUIRE(row.readers.size() == 3);
    CHECK(row.readers[0].reader == MailReader::kRfc1808);
    CHECK(row.readers[0].opens == Opens{"http://h.example/\"\xE2\x80\xA8", {}});
    CHECK(row.readers[1].opens == Opens{{}, "1.2"});
    CHECK(row.readers[2].reader == MailReader::kMhonarc);
    CHECK(row.readers[2].opens == Opens{});
  }
}

TEST_CASE("rows of another kind, and rows that were changed, do no harm") {
  const MessageInfo info = message();
  const std::vector<std::string> all = {packed_link(info), packed_entity(info), packed_diagnostic(info),
                                        packed_comparison(info)};
  std::size_t taken = 0;
  for (const RowKind kind : {RowKind::kLinks, RowKind::kUniqueLinks, RowKind::kEntities,
                             RowKind::kDiagnostics, RowKind::kSummary, RowKind::kComparisons}) {
    for (const std::string& rows : all) {
      for (std::size_t at = 0; at < rows.size(); ++at) {
        for (const char byte : {'\0', '\1', 'm', 'p', 'b', 'n', 'l', 'e', 'd', 'o', 'c', '\x7F', '\xFF'}) {
          std::string changed = rows;
          changed[at] = byte;
          for (const std::string& each :
               {changed, changed.substr(0, at), changed.substr(at), changed + rows}) {
            const std::optional<RowBatch> batch = unpacked(kind, each);
            if (!batch) continue;
            ++taken;
            for (const Link& link : batch->links) CHECK(link.message != nullptr);
            for (const Comparison& row : batch->comparisons) CHECK(row.message != nullptr);
            for (const Entity& entity : batch->entities) CHECK(entity.message != nullptr);
          }
        }
      }
    }
  }
  CHECK(taken > 100);
  CHECK_FALSE(unpacked(RowKind::kLinks, all[1]));
  CHECK_FALSE(unpacked(RowKind::kEntities, all[0]));
  CHECK_FALSE(unpacked(RowKind::kDiagnostics, all[0]));
  CHECK_FALSE(unpacked(RowKind::kComparisons, all[2]));
  CHECK_FALSE(unpacked(RowKind::kDiagnostics, all[3]));
  CHECK_FALSE(unpacked(RowKind::kLinks, all[0] + "c"));
}
