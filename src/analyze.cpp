// The page to read first: how the stations are joined for one message.
//
//   walk/     gives the entities in order, with headings and decoded content;
//   base/     gets the headings of all of them, and answers which base rules where;
//   match/    gets their labels, and answers which part a reference names;
//   find/     gives the references in a heading or a content, and the bases that a content declares itself;
//   url/      resolves each reference against the base of its scope;
//   message/  joins these: a message analysed once, which hands out its references one at a time;
//   check/    says what is wrong with them.
#include "mimebase/analyze.h"

#include "check/checker.h"
#include "message/entity_builder.h"
#include "message/guard.h"
#include "message/link_builder.h"
#include "message/problems.h"
#include "message/references.h"

namespace mimebase::inline v0_2 {

Result<void> check_retrieval_url(std::string_view url, RuleSet rules) {
  const auto refuse = [&](std::string_view why) {
    return Error{Error::Code::kUsage, '"' + std::string(url) + "\" " + std::string(why)};
  };
  switch (base::judge(url)) {
    case base::Worth::kMalformed:
      return refuse("is malformed: it is empty, or holds a space, a control, \"<\" or \">\"");
    case base::Worth::kRelative:
      return refuse("is relative, and a base has a scheme");
    case base::Worth::kUnsuitable:
      return refuse("is no base: nothing can be relative to it");
    case base::Worth::kUsable:
      break;
  }
  const Result<void> checked = Resolver(url, {rules, {}}).check_base();
  return checked ? Result<void>() : refuse("is no base: " + checked.error().message);
}

struct Analyzer::State {
  explicit State(AnalyzeOptions given) : options(std::move(given)), workspace(options) {}

  // Whatever goes wrong in a message costs that message alone.
  template <typename Read>
  void analyse(const Record& record, Visitor& visitor, Read read) {
    message::guard(record, visitor, [&] {
      message::AnalysedMessage message(options, record, parser.parse(record.bytes, options.limits),
                                       workspace);
      read(message);
    });
  }

  AnalyzeOptions options;
  walk::Parser parser;
  message::Workspace workspace;
};

namespace {

// Tells the links of a message.
class LinkTeller : public message::ReferenceSink {
 public:
  LinkTeller(message::AnalysedMessage& message, Visitor& visitor)
      : message_(message), visitor_(visitor), links_(message) {}

  void reference(const message::Reference& reference) override {
    if (const Link* link = links_.build(reference)) visitor_.link(*link);
  }
  void limit_hit(int entity, std::string_view what) override {
    visitor_.problem(message_.info(), message_.walked().part_name(entity), what);
  }

 private:
  message::AnalysedMessage& message_;
  Visitor& visitor_;
  message::LinkBuilder links_;
};

}  // namespace

Analyzer::Analyzer(AnalyzeOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;

void Analyzer::links(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor, [&](message::AnalysedMessage& message) {
    LinkTeller teller(message, visitor);
    message::References references(message, teller);
    for (int i = 0; i < message.entity_count(); ++i) {
      references.heading(i);
      references.content(i);
    }
    report_problems(message, visitor);
  });
}

void Analyzer::tree(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor, [&](message::AnalysedMessage& message) {
    message::EntityBuilder builder(message, record.bytes_offset);
    for (int i = 0; i < message.entity_count() && message.excess().has_rows_left(); ++i) {
      const Entity entity = builder.build(i);
      if (message.excess().take_row(message::text_bytes(entity))) visitor.entity(entity);
    }
    report_problems(message, visitor);
  });
}

void Analyzer::check(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor,
                  [&](message::AnalysedMessage& message) { check::Checker(message, visitor).run(); });
}

}  // namespace mimebase::inline v0_2
