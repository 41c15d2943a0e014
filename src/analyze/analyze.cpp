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
#include "analyze/trace.h"
#include "message/problems.h"
#include "message/rows.h"
#include "model/unsearched.h"
#include "walk/parser.h"
#include "write/row_arena.h"

namespace mimebase::analysis {

// What is asked of a message.
enum Wanted : unsigned { kLinks = 1, kTree = 2, kCheck = 4, kComparisons = 8, kAll = 16 };

// Reads messages one after another, and reuses its buffers.
struct MessageReader {
  explicit MessageReader(AnalyzeOptions given)
      : options(std::move(given)), workspace(options), features(make_features(options)) {}

  // With `kept`, parses the message only if it has no value, and stores the result there.
  void read(const Record& record, Visitor& visitor, Wanted wanted,
            std::optional<walk::Message>* kept = nullptr);

  AnalyzeOptions options;
  walk::Parser parser;
  message::Workspace workspace;
  std::unique_ptr<Features> features;  // serve all messages
};

// The whole way of a message. A failure inside a message affects that message only.
void MessageReader::read(const Record& record, Visitor& visitor, Wanted wanted,
                         std::optional<walk::Message>* kept) {
  std::optional<walk::Message> parsed;
  std::optional<walk::Message>& walked = kept != nullptr ? *kept : parsed;
  try {
    message::report_usage(record, visitor, workspace);
    // walk/ lists the entities. The constructor passes their headers to base/ and match/.
    if (!walked) walked = parser.parse(record.bytes, options.limits, record.kind);
    message::AnalysedMessage message(options, record, *walked, workspace);

    if (wanted == kTree || wanted == kAll) {
      message::EntityBuilder builder(message, record.bytes_offset);
      const std::unique_ptr<ReaderRows> reader = features->reader(message);
      for (int i = 0; i < message.entity_count() && message.budget().has_rows_left(); ++i) {
        if (!message.selects_all() && !message.selects(walked->part_name(i))) continue;
        const Entity* const entity = builder.build(i);
        if (entity != nullptr) visitor.entity(reader ? reader->entity(*entity, i) : *entity);
      }
    }
    if (wanted == kTree) report_problems(message, visitor);
    if (wanted == kComparisons) features->compare(message, visitor);
    if (wanted == kCheck || wanted == kAll) features->check(message, visitor, wanted == kAll);
    if (wanted != kLinks) return;

    // find/ finds the references in each header and content, and url/ and match/ resolve them.
    message::LinkBuilder builder(message);
    const std::unique_ptr<ReaderRows> reader = features->reader(message);
    message::ReferencesTo(message, visitor, [&](const message::Reference& reference) {
      const Link* const link = builder.build(reference);
      if (link != nullptr) visitor.link(reader ? reader->link(*link, reference) : *link);
    }).all();
    for (int i = 0; i < message.entity_count(); ++i) {
      if (message.entity(i).kind == walk::Kind::kLeaf &&
          (message.selects_all() || message.selects(walked->part_name(i))) &&
          is_unsearched(message.searched(i), message.entity(i).content_type))
        visitor.not_searched(message.info());
    }
  } catch (...) {
    message::report_exception(record, visitor);
  }
}

}  // namespace mimebase::analysis

namespace mimebase {
inline namespace v0_2 {

struct Analyzer::State : analysis::MessageReader {
  using MessageReader::MessageReader;
};

Analyzer::Analyzer(AnalyzeOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;

void Analyzer::links(const Record& record, Visitor& visitor) {
  state_->read(record, visitor, analysis::kLinks);
}
void Analyzer::tree(const Record& record, Visitor& visitor) {
  state_->read(record, visitor, analysis::kTree);
}
void Analyzer::check(const Record& record, Visitor& visitor) {
  state_->read(record, visitor, analysis::kCheck);
}
void Analyzer::compare(const Record& record, Visitor& visitor) {
  state_->read(record, visitor, analysis::kComparisons);
}
void Analyzer::all(const Record& record, Visitor& visitor) {
  state_->read(record, visitor, analysis::kAll);
}

std::string Analyzer::trace(const Record& record) {
  const walk::Message walked = state_->parser.parse(record.bytes, state_->options.limits, record.kind);
  message::AnalysedMessage message(state_->options, record, walked, state_->workspace);
  return analysis::trace(message);
}

// Keeps all results.
struct Analysis::State : Visitor {
  // `given` is kept if `bytes` is a view of it.
  State(std::string given, std::string_view bytes, const AnalyzeOptions& options)
      : reader(options), owned(std::move(given)) {
    if (!owned.empty()) bytes = owned;
    record.number = 1;
    record.bytes = bytes.substr(0, options.limits.message_bytes);
    record.truncated = record.bytes.size() < bytes.size();
  }

  // Runs each analysis once.
  void ask(analysis::Wanted wanted) {
    if ((asked & wanted) != 0) return;
    asked |= wanted;
    reader.read(record, *this, wanted, &walked);
  }
  const walk::Message& parsed() {
    if (!walked) walked = reader.parser.parse(record.bytes, reader.options.limits, record.kind);
    return *walked;
  }

  void link(const Link& link) override { links.push_back(arena.keep(link)); }
  void entity(const Entity& entity) override { entities.push_back(arena.keep(entity)); }
  void diagnostic(const Diagnostic& diagnostic) override { diagnostics.push_back(arena.keep(diagnostic)); }
  void comparison(const Comparison& comparison) override { comparisons.push_back(arena.keep(comparison)); }
  // The analyses of different kinds report some problems more than once.
  void problem(const MessageInfo&, std::string_view part, std::string_view what) override {
    const std::optional<Error>& usage = reader.workspace.usage;
    add(usage && what == usage->message ? Error::Code::kUsage : Error::Code::kLimit,
        message::problem_sentence(part, what));
  }
  void unreadable(const MessageInfo&, std::string_view what) override {
    add(Error::Code::kUnreadable, std::string(what));
  }
  void add(Error::Code code, const std::string& sentence) {
    if (reported.insert(sentence).second) problems.push_back({code, sentence});
  }

  analysis::MessageReader reader;
  std::string owned;  // empty if the caller owns the bytes
  Record record;
  std::optional<walk::Message> walked;
  RowArena arena;
  unsigned asked = 0;  // of Wanted
  bool has_info = false;
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
  return Analysis(std::make_unique<Analysis::State>(std::string(), message, options));
}
Analysis analyze(std::string&& message, const AnalyzeOptions& options) {
  return Analysis(std::make_unique<Analysis::State>(std::move(message), std::string_view(), options));
}

const MessageInfo& Analysis::message() & {
  State& state = *state_;
  if (std::exchange(state.has_info, true)) return state.info;
  state.info.number = state.record.number;  // all that is known if the message cannot be read
  try {
    message::report_usage(state.record, state, state.reader.workspace);
    message::AnalysedMessage message(state.reader.options, state.record, state.parsed(),
                                     state.reader.workspace);
    state.info = *state.arena.keep(&message.info());
  } catch (...) {
    message::report_exception(state.record, state);
  }
  return state.info;
}
std::span<const Entity> Analysis::entities() & {
  state_->ask(analysis::kTree);
  return state_->entities;
}
std::span<const Link> Analysis::links() & {
  state_->ask(analysis::kLinks);
  return state_->links;
}
std::span<const Diagnostic> Analysis::diagnostics() & {
  state_->ask(analysis::kCheck);
  return state_->diagnostics;
}
std::span<const Comparison> Analysis::comparisons() & {
  state_->ask(analysis::kComparisons);
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
