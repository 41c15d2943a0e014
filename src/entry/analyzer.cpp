// Analyzer and Analysis: the whole analysis of messages, with all features.
#include "mimebase/analyze.h"

#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/message_reader.h"
#include "analyze/trace.h"
#include "entry/features.h"
#include "message/problems.h"
#include "write/row_arena.h"

namespace mimebase {
inline namespace v0_2 {

struct Analyzer::State : analysis::MessageReader {
  explicit State(AnalyzeOptions given) : MessageReader(std::move(given), entry::make_features) {}
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
  const walk::Message walked = state_->parser.parse(record, state_->options.limits);
  message::AnalysedMessage message(state_->options, record, walked, state_->workspace);
  return analysis::trace(message);
}

// Keeps all results.
struct Analysis::State : Visitor {
  // `given` is kept if `bytes` is a view of it.
  State(std::string given, std::string_view bytes, const AnalyzeOptions& options)
      : reader(options, entry::make_features), owned(std::move(given)) {
    if (!owned.empty()) bytes = owned;
    record.number = 1;
    record.bytes = bytes.substr(0, options.limits.message_bytes);
    record.truncated = record.bytes.size() < bytes.size();
  }
  // The bytes are a document of this type.
  void set_type(std::string_view type) {
    content_type = type;
    record.kind = RecordKind::kDocument;
    record.content_type = content_type;
  }

  // Runs each analysis once.
  void ask(analysis::Wanted wanted) {
    if ((asked & wanted) != 0) return;
    asked |= wanted;
    reader.read(record, *this, wanted, &walked);
  }
  const walk::Message& parsed() {
    if (!walked) walked = reader.parser.parse(record, reader.options.limits);
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
  std::string content_type;
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
Analysis analyze_document(std::string_view document, std::string_view content_type,
                          const AnalyzeOptions& options) {
  auto state = std::make_unique<Analysis::State>(std::string(), document, options);
  state->set_type(content_type);
  return Analysis(std::move(state));
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
