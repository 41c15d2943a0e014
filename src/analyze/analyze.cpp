// Start reading here: how the stations work together on one message.
//
//   walk/     lists the entities in order, with headers and decoded content;
//   base/     takes the headers of all entities, and determines which base applies to each;
//   match/    takes their labels, and finds the part that a reference names;
//   find/     finds the references in a header or a content, and the bases that a content declares;
//   url/      resolves each reference against the base of its scope;
//   message/  combines these: a message analysed once, which returns its references one at a time;
//   features.h  passes in readers, which change rows, and checks, which report what is wrong.
#include "mimebase/analyze.h"

#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/features.h"
#include "message/problems.h"
#include "message/rows.h"
#include "model/row_arena.h"
#include "model/unsearched.h"
#include "walk/parser.h"

namespace mimebase {
inline namespace v0_2 {

namespace {

// One way to read a message; `features` serve all messages of an Analyzer.
using Report = void (*)(message::AnalysedMessage& message, const Record& record, Visitor& visitor,
                        analyze::Features& features);

void visit_links(message::AnalysedMessage& message, const Record&, Visitor& visitor,
                 analyze::Features& features) {
  message::LinkBuilder builder(message);
  const std::unique_ptr<analyze::ReaderRows> reader = features.reader(message);
  message::visit_references(message, visitor, [&](const message::Reference& reference) {
    const Link* link = builder.build(reference);
    if (link != nullptr) visitor.link(reader ? reader->link(*link, reference) : *link);
  });
  for (int i = 0; i < message.entity_count(); ++i) {
    if (message.entity(i).kind == walk::Kind::kLeaf &&
        is_unsearched(message::searched(message.walked(), i), message.entity(i).content_type))
      visitor.not_searched(message.info());
  }
}

void visit_entities(message::AnalysedMessage& message, const Record& record, Visitor& visitor,
                    analyze::Features& features) {
  message::EntityBuilder builder(message, record.bytes_offset);
  const std::unique_ptr<analyze::ReaderRows> reader = features.reader(message);
  for (int i = 0; i < message.entity_count() && message.budget().has_rows_left(); ++i) {
    const Entity* entity = builder.build(i);
    if (entity != nullptr) visitor.entity(reader ? reader->entity(*entity, i) : *entity);
  }
}

void visit_tree(message::AnalysedMessage& message, const Record& record, Visitor& visitor,
                analyze::Features& features) {
  visit_entities(message, record, visitor, features);
  report_problems(message, visitor);
}

void visit_comparisons(message::AnalysedMessage& message, const Record&, Visitor& visitor,
                       analyze::Features& features) {
  features.compare(message, visitor);
}

void visit_diagnostics(message::AnalysedMessage& message, const Record&, Visitor& visitor,
                       analyze::Features& features) {
  features.check(message, visitor, false);
}

void visit_all(message::AnalysedMessage& message, const Record& record, Visitor& visitor,
               analyze::Features& features) {
  visit_entities(message, record, visitor, features);
  features.check(message, visitor, true);
}

}  // namespace

struct Analyzer::State {
  explicit State(AnalyzeOptions given)
      : options(std::move(given)), workspace(options), features(analyze::make_features(options)) {}

  // A failure inside a message affects that message only.
  void analyse(const Record& record, Visitor& visitor, Report report) {
    message::guard(record, visitor, workspace, [&] {
      const walk::Message walked = parser.parse(record.bytes, options.limits);
      message::AnalysedMessage message(options, record, walked, workspace);
      report(message, record, visitor, *features);
    });
  }

  AnalyzeOptions options;
  walk::Parser parser;
  message::Workspace workspace;
  std::unique_ptr<analyze::Features> features;
};

Analyzer::Analyzer(AnalyzeOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;

void Analyzer::links(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor, visit_links);
}
void Analyzer::tree(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor, visit_tree);
}
void Analyzer::check(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor, visit_diagnostics);
}
void Analyzer::compare(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor, visit_comparisons);
}
void Analyzer::all(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor, visit_all);
}

// Keeps all results.
struct Analysis::State : private Visitor {
  State(std::string_view message, const AnalyzeOptions& given)
      : options(given), workspace(options), features(analyze::make_features(options)) {
    look_into(message);
  }
  State(std::string&& message, const AnalyzeOptions& given)
      : options(given),
        workspace(options),
        features(analyze::make_features(options)),
        owned(std::move(message)) {
    look_into(owned);
  }

  void look_into(std::string_view bytes) {
    record.number = 1;
    record.bytes = bytes.substr(0, options.limits.message_bytes);
    record.truncated = record.bytes.size() < bytes.size();
  }

  // Runs each analysis once.
  void ask(bool& asked, Report report) {
    if (std::exchange(asked, true)) return;
    message::guard(record, *this, workspace, [&] {
      message::AnalysedMessage message(options, record, parsed(), workspace);
      report(message, record, *this, *features);
    });
  }
  const walk::Message& parsed() {
    if (!walked) walked = parser.parse(record.bytes, options.limits);
    return *walked;
  }

  const MessageInfo& read_message() {
    if (!std::exchange(asked_message, true)) {
      info.number = record.number;  // all that is known if the message cannot be read
      message::guard(record, *this, workspace, [&] {
        message::AnalysedMessage message(options, record, parsed(), workspace);
        info = *arena.keep(&message.info());
      });
    }
    return info;
  }

  void link(const Link& link) override { links.push_back(arena.keep(link)); }
  void entity(const Entity& entity) override { entities.push_back(arena.keep(entity)); }
  void diagnostic(const Diagnostic& diagnostic) override { diagnostics.push_back(arena.keep(diagnostic)); }
  void comparison(const Comparison& comparison) override { comparisons.push_back(arena.keep(comparison)); }
  // The analyses of different kinds report some problems more than once.
  void problem(const MessageInfo&, std::string_view part, std::string_view what) override {
    add(workspace.usage && what == workspace.usage->message ? Error::Code::kUsage : Error::Code::kLimit,
        message::problem_sentence(part, what));
  }
  void unreadable(const MessageInfo&, std::string_view what) override {
    add(Error::Code::kUnreadable, std::string(what));
  }
  void add(Error::Code code, const std::string& sentence) {
    if (reported.insert(sentence).second) problems.push_back({code, sentence});
  }

  AnalyzeOptions options;
  walk::Parser parser;
  message::Workspace workspace;
  std::unique_ptr<analyze::Features> features;
  std::string owned;  // empty if the caller owns the bytes
  Record record;
  std::optional<walk::Message> walked;
  RowArena arena;
  bool asked_message = false, asked_links = false, asked_entities = false, asked_diagnostics = false,
       asked_comparisons = false;
  MessageInfo info;
  std::vector<Link> links;
  std::vector<Entity> entities;
  std::vector<Diagnostic> diagnostics;
  std::vector<Comparison> comparisons;
  std::vector<Error> problems;
  std::set<std::string> reported;
  std::map<std::string, int, std::less<>>
      parts;  // entities by part name; filled on the first call of content()
};

Analysis::Analysis(std::unique_ptr<State> state) : state_(std::move(state)) {}
Analysis::Analysis(Analysis&&) noexcept = default;
Analysis& Analysis::operator=(Analysis&&) noexcept = default;
Analysis::~Analysis() = default;

Analysis analyze(std::string_view message, const AnalyzeOptions& options) {
  return Analysis(std::make_unique<Analysis::State>(message, options));
}
Analysis analyze(std::string&& message, const AnalyzeOptions& options) {
  return Analysis(std::make_unique<Analysis::State>(std::move(message), options));
}

const MessageInfo& Analysis::message() & {
  return state_->read_message();
}
std::span<const Entity> Analysis::entities() & {
  state_->ask(state_->asked_entities, visit_tree);
  return state_->entities;
}
std::span<const Link> Analysis::links() & {
  state_->ask(state_->asked_links, visit_links);
  return state_->links;
}
std::span<const Diagnostic> Analysis::diagnostics() & {
  state_->ask(state_->asked_diagnostics, visit_diagnostics);
  return state_->diagnostics;
}
std::span<const Comparison> Analysis::comparisons() & {
  state_->ask(state_->asked_comparisons, visit_comparisons);
  return state_->comparisons;
}
std::span<const Error> Analysis::problems() const& {
  return state_->problems;
}

std::optional<std::string> Analysis::content(std::string_view part) {
  const walk::Message& walked = state_->parsed();
  if (state_->parts.empty()) {
    std::map<std::string, int, std::less<>> parts;
    for (int i = 0; i < static_cast<int>(walked.entities().size()); ++i)
      parts.emplace(walked.part_name(i), i);
    state_->parts = std::move(parts);
  }
  const auto named = state_->parts.find(part);
  if (named == state_->parts.end()) return std::nullopt;
  std::string buffer;
  return std::string(walked.content(named->second, buffer));
}

}  // namespace v0_2
}  // namespace mimebase
