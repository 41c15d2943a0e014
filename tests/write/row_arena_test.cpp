// Copies of rows, which outlive the views that they were made of.
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "catch.h"
#include "write/column_writers.h"
#include "write/columns.h"
#include "write/row_arena.h"

using namespace mimebase;

namespace {

// The texts and lists that rows of a message point to.
struct Texts {
  std::string text = "http://h.example/";
  std::string_view values[1] = {text};
  NamedField fields[1] = {{text, values}};
  Candidate candidates[1];
  ReaderOpens readers[2] = {{MailReader::kKmail, {text, {}}}, {MailReader::kRspamd, {{}, text}}};
  MessageInfo message;

  void fill(std::string_view& to) const { to = text; }
  void fill(std::optional<std::string_view>& to) const { to = text; }
  void fill(Opens& to) const { to.url = text; }
  void fill(std::span<const Candidate>& to) const { to = candidates; }
  void fill(std::span<const ReaderOpens>& to) const { to = readers; }
  template <typename T>
  void fill(T&) const {}
};

template <typename Columns, typename Row>
void fill(const Columns& columns, Row& row, const Texts& texts) {
  write::for_each_member(columns, row, [&](auto& member, const auto&) { texts.fill(member); });
}

// Returns all columns, also those that no format has.
template <typename Columns, typename Row>
std::string shown(const Columns& columns, const Row& row) {
  write::JsonWriter json;
  write::for_each(columns, [&](const auto& column) { write::put(json, column.value(row)); });
  return std::string(json.rows());
}

template <typename Columns, typename Row>
void check_copy(const Columns& columns, Row row) {
  Texts texts;
  texts.message.fields = texts.fields;
  fill(write::kMessageColumns, texts.message, texts);
  fill(write::kCandidateColumns, texts.candidates[0], texts);
  fill(columns, row, texts);
  row.message = &texts.message;
  RowArena arena;
  const std::string before = shown(columns, row);
  const Row copy = arena.keep(row);
  texts.text.assign(texts.text.size(), 'x');
  texts.values[0] = {};
  texts.fields[0] = {};
  texts.candidates[0] = {};
  texts.readers[0] = texts.readers[1] = {};
  texts.message = {};
  CHECK(shown(columns, copy) == before);
  CHECK(shown(columns, row) != before);
}

}  // namespace

TEST_CASE("rows of every kind own their texts") {
  check_copy(write::kLinkColumns, Link());
  check_copy(write::kEntityColumns, Entity());
  check_copy(write::kDiagnosticColumns, Diagnostic());
  check_copy(write::kComparisonColumns, Comparison());
}

TEST_CASE("each row keeps the description of its own message") {
  RowArena arena;
  std::string source = "a.mbox", subject = "first";
  MessageInfo first, second;
  first.source = second.source = source;
  first.number = 1, second.number = 2;
  first.subject = subject;
  second.subject = "second";
  Diagnostic diagnostic;
  diagnostic.message = &first;
  const Diagnostic of_first = arena.keep(diagnostic), again = arena.keep(diagnostic);
  diagnostic.message = &second;
  const Diagnostic of_second = arena.keep(diagnostic);
  source.assign(source.size(), 'x');
  subject.assign(subject.size(), 'x');

  CHECK(of_first.message->subject == "first");
  CHECK(of_first.message->source == "a.mbox");
  CHECK(again.message == of_first.message);
  CHECK(of_second.message->subject == "second");
}
