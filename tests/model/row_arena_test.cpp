// Copies of rows, which outlive the views that they were made of.
#include <string>

#include "catch.h"
#include "model/row_arena.h"

using namespace mimebase;

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
