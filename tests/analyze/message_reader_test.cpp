// Messages are read without readers and checks, and with those that are passed in.
#include "analyze/message_reader.h"

#include <string>
#include <string_view>
#include <vector>

#include "catch.h"

using namespace mimebase;

namespace {

constexpr std::string_view kMessage =
    "Content-Base: http://a.example/\nContent-Type: text/html\n\n<a href=x>y</a>\n";

struct Rows : Visitor {
  void link(const Link& link) override {
    rows.push_back(std::string(link.context) + ' ' + std::string(link.resolved.value_or("-")));
  }
  void entity(const Entity& entity) override { rows.emplace_back(entity.part); }
  void diagnostic(const Diagnostic& diagnostic) override { rows.emplace_back(diagnostic.detail); }
  void problem(const MessageInfo&, std::string_view, std::string_view what) override {
    rows.emplace_back(what);
  }
  std::vector<std::string> rows;
};

class OneSentence final : public analysis::Features {
 public:
  std::unique_ptr<analysis::ReaderRows> reader(message::AnalysedMessage& /*message*/) override {
    return nullptr;
  }
  void compare(message::AnalysedMessage& /*message*/, Visitor& /*visitor*/) override {}
  void check(message::AnalysedMessage& message, Visitor& visitor, bool /*tells_links*/) override {
    Diagnostic diagnostic;
    diagnostic.message = &message.info();
    diagnostic.detail = "checked";
    visitor.diagnostic(diagnostic);
  }
};

std::vector<std::string> read(analysis::MessageReader& reader, analysis::Wanted wanted) {
  Record record;
  record.bytes = kMessage;
  Rows visitor;
  reader.read(record, visitor, wanted);
  return visitor.rows;
}

}  // namespace

TEST_CASE("without features a message has links and a tree, and no diagnostics") {
  analysis::MessageReader reader{AnalyzeOptions()};
  CHECK(read(reader, analysis::kLinks) ==
        std::vector<std::string>{"header:content-base http://a.example/", "a@href http://a.example/x"});
  CHECK(read(reader, analysis::kTree) == std::vector<std::string>{"1"});
  CHECK(read(reader, analysis::kCheck).empty());
  CHECK(read(reader, analysis::kComparisons).empty());
}

TEST_CASE("features that are passed in report what they find") {
  analysis::MessageReader reader(AnalyzeOptions(), [](const AnalyzeOptions&) {
    return std::unique_ptr<analysis::Features>(std::make_unique<OneSentence>());
  });
  CHECK(read(reader, analysis::kCheck) == std::vector<std::string>{"checked"});
}
