// The rules for what a worker sends about its task, and when. Anything else is treated as an attack.
#include "run/processes/task.h"

#include <string>
#include <vector>

#include "catch.h"
#include "run/processes/piece_bytes.h"

using namespace mimebase;
using namespace mimebase::run;
using process::Message;

namespace {

constexpr std::uint64_t kFileBytes = 1000;

Message piece(std::uint64_t done, bool is_last = false, bool is_open = false, std::uint64_t messages = 0,
              const std::string& rows = "row\n") {
  Piece made;
  made.done = done;
  made.is_open = is_open;
  made.messages = messages;
  return {is_last ? MessageKind::kLastPiece : MessageKind::kPiece, bytes_but_rows(made), rows, {}};
}

Message last(std::uint64_t done) {
  return piece(done, true);
}

Message open_piece(std::uint64_t done) {
  return piece(done, false, true);
}

Message with(Message message, const std::function<void(Piece&)>& change) {
  Piece made = *piece_of(message.bytes, message.payload);
  change(made);
  message.bytes = bytes_but_rows(made);
  message.payload = made.rows;
  return message;
}

Message split(const SplitReply& reply) {
  return {MessageKind::kSplit, written(reply), {}, {}};
}

SplitReply good_split() {
  return {{500, 4, ~0ULL, 10, true, false}, 500, 3, {}};
}

// A task of `messages` messages, and its worker.
struct Work {
  explicit Work(std::uint64_t messages, std::uint64_t source = 0) {
    task.messages = messages;
    task.bytes = 100;
    task.sources = {"a", "b"};
    task.job.source = source;
    task.job.place.number = 1;
  }

  // Returns "taken", "complete" or "forbidden" for each message, up to the first forbidden one.
  std::string send(const std::vector<Message>& messages) {
    TaskProtocol protocol(task, limits, accepts);
    std::string said;
    for (const Message& message : messages) {
      const bool may_come = protocol.allows(message.kind).has_value();
      std::string one = "forbidden";
      std::optional<Error> error;
      if (may_come && message.kind == MessageKind::kSplit) {
        if (protocol.split(message, kFileBytes)) one = "taken";
      } else if (may_come) {
        const TaskProtocol::Taken taken =
            protocol.piece({message.kind, message.bytes, message.payload, {}}, error);
        if (taken == TaskProtocol::Taken::kTaken) one = "taken";
        if (taken == TaskProtocol::Taken::kComplete) one = "complete";
      }
      said += said.empty() ? one : " " + one;
      if (one != "taken") break;
    }
    return said;
  }

  Task task;
  Limits limits;
  TaskProtocol::Accepts accepts = [](const Piece& made) { return made.rows != "evil\n"; };
};

}  // namespace

TEST_CASE("pieces come in order, up to the last message") {
  CHECK(Work(3).send({}).empty());
  const auto send = [](std::vector<std::uint64_t> dones) {
    std::vector<Message> messages;
    for (const std::uint64_t done : dones) messages.push_back(piece(done, done >= 3));
    return Work(3).send(messages);
  };
  CHECK(send({1, 2, 3}) == "taken taken complete");
  CHECK(send({3}) == "complete");
  CHECK(send({2, 1}) == "taken forbidden");
  CHECK(send({1, 1}) == "taken forbidden");
  CHECK(send({0}) == "forbidden");
  CHECK(send({4}) == "forbidden");
}

TEST_CASE("each row is what an honest worker never sends") {
  struct Row {
    const char* why;
    std::function<std::string()> send;
  };
  const auto one = [](Message message) {
    std::vector<Message> messages;
    messages.push_back(std::move(message));
    return messages;
  };
  const std::vector<Row> rows = {
      {"the end before the last message", [&] { return Work(3).send(one(last(2))); }},
      {"a task that ends within a message", [&] { return Work(3).send(one(piece(3, true, true))); }},
      {"more messages than were read", [&] { return Work(3).send(one(piece(1, false, false, 2))); }},
      {"a split of what is no mbox", [&] { return Work(3).send(one(split(good_split()))); }},
      {"pieces before the split", [&] { return Work(0, 1).send(one(piece(1))); }},
      {"a kind that only the reader sends",
       [&] {
         Message batch;
         batch.kind = MessageKind::kBatch;
         return Work(3).send(one(std::move(batch)));
       }},
      {"bytes that are no piece",
       [&] {
         Message broken = piece(1);
         broken.bytes.pop_back();
         return Work(3).send(one(std::move(broken)));
       }},
      {"rows that are none of the run's",
       [&] { return Work(3).send(one(piece(1, false, false, 1, "evil\n"))); }},
      {"a source that the batch has not",
       [&] {
         return Work(3).send(one(with(piece(1), [](Piece& made) {
           made.as<RewriteResults>().sources = {{0, "../c"}};
         })));
       }},
      {"sources that go backwards",
       [&] {
         return Work(3).send(one(with(piece(1), [](Piece& made) {
           made.as<RewriteResults>().sources = {{0, "b"}, {1, "a"}};
         })));
       }},
      {"a source that was cut, and is not there",
       [&] {
         return Work(3).send(one(with(piece(1), [](Piece& made) {
           made.problems = {{Error::Code::kLimit, "x", "c"}};
         })));
       }},
      {"a problem that no message has",
       [&] {
         return Work(3).send(one(with(piece(1), [](Piece& made) {
           made.problems = {{Error::Code::kUsage, "x", "a"}};
         })));
       }},
      {"a file of a message that others have",
       [&] {
         return Work(3).send(one(
             with(piece(1), [](Piece& made) { made.as<ExtractResults>().files.emplace_back().number = 4; })));
       }},
      {"names without end",
       [&] {
         return Work(3).send(one(with(piece(1), [](Piece& made) {
           made.problems = {{Error::Code::kLimit, std::string(20 << 20, 'x'), "a"}};
         })));
       }},
      {"lists whose elements take far more memory than their bytes",
       [&] { return Work(3).send(one(with(piece(1), [](Piece& made) { made.notes.resize(3 << 20); }))); }},
      {"nested lists of that kind",
       [&] {
         return Work(3).send(
             one(with(piece(1), [](Piece& made) { made.as<ReportResults>().messages.resize(1 << 19); })));
       }},
      {"empty files of that kind",
       [&] {
         return Work(3).send(one(with(piece(1), [](Piece& made) {
           ExtractedPiece file;
           file.number = 1;
           made.as<ExtractResults>().files.resize(1 << 18, file);
         })));
       }},
      {"edits of that kind",
       [&] {
         return Work(3).send(one(with(piece(1), [](Piece& made) {
           EditedSpan edit;
           edit.reason = name_of(EditReason::kContentLength);
           made.as<RewriteResults>().edits.resize(1 << 18, edit);
         })));
       }},
      {"unique rows of that kind",
       [&] {
         return Work(3).send(
             one(with(piece(1), [](Piece& made) { made.as<RowResults>().unique.resize(1 << 20); })));
       }},
      {"counts by name of that kind",
       [&] {
         return Work(3).send(one(with(piece(1), [](Piece& made) {
           for (int i = 0; i < 1 << 18; ++i) ++made.as<ReportResults>().tally.by_domain[std::to_string(i)];
         })));
       }},
      {"problems that go back to an earlier source",
       [&] {
         return Work(3).send(one(with(piece(1), [](Piece& made) {
           made.problems = {{Error::Code::kLimit, "x", "b"}, {Error::Code::kLimit, "x", "a"}};
         })));
       }},
      {"counts that overflow",
       [&] { return Work(3).send(one(with(piece(1), [](Piece& made) { made.errors = ~0ULL; }))); }},
  };
  for (const Row& row : rows) {
    INFO(row.why);
    CHECK(row.send() == "forbidden");
  }
}

TEST_CASE("a split lies in the file, and grows") {
  const auto send = [](const std::function<void(SplitReply&)>& change) {
    SplitReply reply = good_split();
    change(reply);
    std::vector<Message> messages;
    messages.push_back(split(reply));
    return Work(0, 1).send(messages);
  };
  CHECK(send([](SplitReply&) {}) == "taken");
  CHECK(send([](SplitReply& reply) { reply.next.offset = kFileBytes + 1; }) == "forbidden");
  CHECK(send([](SplitReply& reply) { reply.next.number = 0; }) == "forbidden");
  CHECK(send([](SplitReply& reply) { reply.messages = 4; }) == "forbidden");
  CHECK(send([](SplitReply& reply) { reply.messages = ~0ULL; }) == "forbidden");
  CHECK(send([](SplitReply& reply) { reply.messages = 0; }) == "forbidden");
  CHECK(send([](SplitReply& reply) { reply.done = kFileBytes + 1; }) == "forbidden");
  CHECK(send([](SplitReply& reply) { reply.next.finished = true; }) == "forbidden");
  CHECK(send([](SplitReply& reply) {
          reply.next.finished = true;
          reply.done = kFileBytes;
        }) == "taken");
  std::vector<Message> twice;
  twice.push_back(split(good_split()));
  twice.push_back(split(good_split()));
  CHECK(Work(0, 1).send(twice) == "taken forbidden");
}

TEST_CASE("a message becomes a result once all of it is there") {
  Work work(3);
  TaskProtocol protocol(work.task, work.limits, work.accepts);
  std::optional<Error> error;
  const auto send = [&](Message message) { return protocol.piece(std::move(message), error); };
  CHECK(send(open_piece(1)) == TaskProtocol::Taken::kTaken);
  CHECK(send(open_piece(1)) == TaskProtocol::Taken::kTaken);
  CHECK(work.task.results.empty());
  CHECK(work.task.job.start == 0);
  CHECK(send(piece(2)) == TaskProtocol::Taken::kTaken);
  REQUIRE(work.task.results.size() == 1);
  CHECK(work.task.job.start == 2);
  REQUIRE(work.task.results.front().before);
  std::vector<std::string> rows;
  const auto keep = [&rows](const Piece& each) { rows.push_back(each.rows); };
  CHECK(work.task.results.front().before->each(keep));
  CHECK(rows == std::vector<std::string>{"row\n", "row\n"});
  CHECK(send(open_piece(2)) == TaskProtocol::Taken::kTaken);
  CHECK(send(last(3)) == TaskProtocol::Taken::kComplete);
  CHECK(work.task.results.size() == 2);
  CHECK(work.task.is_whole);
}

TEST_CASE("what is held of one message is limited") {
  Work work(3);
  work.limits.spool_bytes = 2000;
  std::vector<Message> messages;
  for (int i = 0; i < 100; ++i) messages.push_back(open_piece(0));
  const std::string said = work.send(messages);
  CHECK(said.ends_with("forbidden"));
  CHECK(said.size() < 100 * 6);
}

TEST_CASE("a worker may ask for signatures, but not for more than its messages can need") {
  const auto request = [](const std::string& text) {
    return Message{MessageKind::kSign, written(SignRequest{false, {}, text, {}}), {}, {}};
  };
  Work work(3);
  SignRequest asked;
  const TaskProtocol without(work.task, work.limits, work.accepts);
  CHECK_FALSE(without.allows(MessageKind::kSign));
  TaskProtocol protocol(work.task, work.limits, work.accepts, true);
  REQUIRE(protocol.allows(MessageKind::kSign));
  CHECK(protocol.allows(MessageKind::kSign)->payload == 0);
  CHECK(protocol.ask(request("text"), asked) == TaskProtocol::Asked::kGranted);
  CHECK(asked.text == "text");
  CHECK(protocol.ask({MessageKind::kSign, "text", {}, {}}, asked) == TaskProtocol::Asked::kForbidden);
  const Message large = request(std::string(protocol.allows(MessageKind::kSign)->bytes / 2, 'a'));
  CHECK(protocol.ask(large, asked) == TaskProtocol::Asked::kGranted);
  CHECK(protocol.ask(large, asked) == TaskProtocol::Asked::kRefused);
  TaskProtocol::Asked last = TaskProtocol::Asked::kRefused;
  for (int i = 0; i < 100'000 && last == TaskProtocol::Asked::kRefused; ++i)
    last = protocol.ask(request("text"), asked);
  CHECK(last == TaskProtocol::Asked::kForbidden);
  Work of_mbox(0, 1);
  CHECK_FALSE(TaskProtocol(of_mbox.task, of_mbox.limits, of_mbox.accepts, true).allows(MessageKind::kSign));
}

TEST_CASE("where a worker says to be counts only up to the last message, and never goes back") {
  Work work(3);
  TaskProtocol protocol(work.task, work.limits, work.accepts);
  CHECK(protocol.highest(2) == 2);
  CHECK(protocol.highest(1) == 2);
  CHECK(protocol.highest(~0ULL) == 2);
  CHECK(protocol.highest(3) == 3);
}
