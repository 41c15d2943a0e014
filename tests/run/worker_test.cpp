// Runs in which an analysis throws: the message is reported, its complete rows are kept, and the rest is
// read.
#include "run/commands/row_worker.h"

#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.h"
#include "message/problems.h"
#include "mimebase/analyze.h"

using namespace mimebase;

namespace {

Record record(std::uint64_t number, std::string_view bytes) {
  Record out;
  out.source = "box";
  out.number = number;
  out.offset = 100 * number;
  out.bytes = bytes;
  return out;
}

struct Rows {
  std::string rows;
  std::vector<std::string> problems;
  std::uint64_t messages = 0, errors = 0;
};

using Analyse = void (*)(const Record& record, Visitor& visitor);

template <typename Options>
Rows work(Options options, Analyse analysis) {
  options.rows.format = Format::kJsonl;
  const run::RowCommand command(RunOptions(), options);
  run::RowWorker worker(command);
  run::RowWorker::instead_of_analysis = analysis;
  const Batch batch(nullptr, {record(1, "a"), record(2, "b"), record(3, "c")});
  Rows out;
  worker.work(batch, [&](run::Piece piece, bool) {
    out.rows += piece.rows;
    for (const Error& error : piece.problems) out.problems.push_back(error.message);
    out.messages += piece.messages;
    out.errors += piece.errors;
  });
  run::RowWorker::instead_of_analysis = nullptr;
  return out;
}

// Gives two rows per message; the second message throws between them.
template <typename Throw>
void analyse(const Record& record, Visitor& visitor) {
  try {
    MessageInfo info;
    info.source = record.source;
    info.number = record.number;
    Diagnostic diagnostic;
    diagnostic.message = &info;
    diagnostic.code = DiagnosticCode::kNoBase;
    visitor.diagnostic(diagnostic);
    if (record.number == 2) Throw()();
    visitor.diagnostic(diagnostic);
  } catch (...) {
    message::report_exception(record, visitor);
  }
}

template <typename Throw>
Analyse throwing(Throw) {
  return analyse<Throw>;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

// Throws at the given reference.
struct Throwing : Visitor {
  void link(const Link& link) override {
    references.emplace_back(link.reference);
    if (link.reference == "http://throw/") throw std::runtime_error("thrown by the visitor");
  }
  void unreadable(const MessageInfo& message, std::string_view what) override {
    told.push_back(std::string(message.source) + ' ' + std::to_string(message.number) + ' ' +
                   std::to_string(message.offset) + ' ' + std::string(what));
  }
  std::vector<std::string> references, told;
};

}  // namespace

TEST_CASE("an exception costs the message that it was thrown in, and no other") {
  const struct {
    const char* why;
    Analyse analysis;
    const char* says;
  } cases[] = {
      {"what the standard library throws", throwing([] { throw std::out_of_range("at"); }), "please report"},
      {"memory that ran out", throwing([] { throw std::bad_alloc(); }), "(see --limits memory)"},
      {"a size beyond any memory", throwing([] { throw std::length_error("resize"); }), "--limits memory"},
      {"what is no std::exception", throwing([] { throw 7; }), "please report"},
  };
  for (const auto& c : cases) {
    INFO(c.why);
    const Rows out = work(CheckOptions(), c.analysis);
    CHECK(out.messages == 3);
    CHECK(count(out.rows, "\"no-base\"") == 5);
    CHECK(count(out.rows, "\"unreadable\"") == 1);
    CHECK(out.errors == 6);
    REQUIRE(out.problems.size() == 1);
    CHECK(out.problems[0].find("box: message 2 at byte 200: cannot be read to its end") == 0);
    CHECK(out.problems[0].find(c.says) != std::string::npos);
  }
}

TEST_CASE("what links throw is a problem and no row") {
  const Rows out = work(LinksOptions(), throwing([] { throw std::bad_alloc(); }));
  CHECK(count(out.rows, "\"unreadable\"") == 0);
  CHECK(out.problems.size() == 1);
}

TEST_CASE("nothing is thrown across the library's face, and the next message is read") {
  Analyzer analyzer{AnalyzeOptions()};
  Throwing visitor;
  analyzer.links(record(1, "\nhttp://a/ http://throw/ http://b/"), visitor);
  analyzer.links(record(2, "\nhttp://c/"), visitor);
  CHECK(visitor.references == std::vector<std::string>{"http://a/", "http://throw/", "http://c/"});
  CHECK(visitor.told ==
        std::vector<std::string>{"box 1 100 cannot be read to its end: thrown by the visitor"});
}
