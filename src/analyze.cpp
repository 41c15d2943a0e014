// The page to read first: how the stations are joined for one message.
//
//   walk/     gives the entities in order, with headings and decoded content;
//   base/     gets the headings of all of them, and answers which base rules where;
//   match/    gets their labels, and answers which part a reference names;
//   find/     gives the references in a heading or a content, and the bases that a content declares itself;
//   url/      resolves each reference against the base of its scope;
//   analysis/ holds one message while that goes on, and makes links, entities and diagnostics of it.
#include "mimebase/analyze.h"

#include "analysis/checker.h"
#include "analysis/entity_builder.h"
#include "analysis/guard.h"
#include "analysis/link_sink.h"
#include "analysis/message_analysis.h"

namespace mimebase {

Result<void> check_retrieval_url(std::string_view url, RuleSet rules) {
  const auto refuse = [&](std::string_view why) {
    return Error{Error::Code::kUsage, '"' + std::string(url) + "\" " + std::string(why)};
  };
  switch (base::judge(url)) {
    case CandidateState::kMalformed:
      return refuse("is malformed: it is empty, or holds a space, a control, \"<\" or \">\"");
    case CandidateState::kRelative:
      return refuse("is relative, and a base has a scheme");
    case CandidateState::kUnsuitable:
      return refuse("is no base: nothing can be relative to it");
    default:
      break;
  }
  const Result<void> checked = Resolver(url, {rules, {}}).check_base();
  return checked ? Result<void>() : refuse("is no base: " + checked.error().message);
}

struct Analyzer::State {
  explicit State(AnalyzeOptions given) : options(std::move(given)), workspace(options) {}

  analysis::MessageAnalysis start(const Record& record) {
    return {options, record, parser.parse(record.bytes, options.limits), workspace};
  }

  AnalyzeOptions options;
  walk::Parser parser;
  analysis::Workspace workspace;
};

Analyzer::Analyzer(AnalyzeOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;

void Analyzer::links(const Record& record, Visitor& visitor) {
  analysis::guard(record, visitor, [&] {
    analysis::MessageAnalysis message = state_->start(record);
    analysis::LinkSink sink(message, visitor);
    for (int i = 0; i < message.entity_count(); ++i) {
      sink.heading(i);
      sink.content(i);
    }
    message.report_problems(visitor);
  });
}

void Analyzer::tree(const Record& record, Visitor& visitor) {
  analysis::guard(record, visitor, [&] {
    analysis::MessageAnalysis message = state_->start(record);
    analysis::EntityBuilder builder(message, record.bytes_offset);
    for (int i = 0; i < message.entity_count() && message.has_rows_left(); ++i) {
      const Entity entity = builder.build(i);
      if (message.take_row(analysis::text_bytes(entity))) visitor.entity(entity);
    }
    message.report_problems(visitor);
  });
}

void Analyzer::check(const Record& record, Visitor& visitor) {
  analysis::guard(record, visitor, [&] {
    analysis::MessageAnalysis message = state_->start(record);
    analysis::Checker(message, visitor).run();
  });
}

}  // namespace mimebase
