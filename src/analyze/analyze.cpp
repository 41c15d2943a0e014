// Start reading here: how the stations work together on one message.
//
//   walk/     lists the entities in order, with headers and decoded content;
//   base/     takes the headers of all entities, and determines which base applies to each;
//   match/    takes their labels, and finds the part that a reference names;
//   find/     finds the references in a header or a content, and the bases that a content declares;
//   url/      resolves each reference against the base of its scope;
//   message/  combines these: a message analysed once, which returns its references one at a time;
//   check/    reports what is wrong with them.
#include "mimebase/analyze.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "check/checker.h"
#include "message/problems.h"
#include "message/rows.h"
#include "model/row_arena.h"
#include "model/unsearched.h"
#include "readers/comparison.h"
#include "readers/link_opener.h"
#include "readers/reader_chain.h"
#include "url/whatwg_host.h"
#include "walk/parser.h"

namespace mimebase {
inline namespace v0_2 {

Result<void> check_retrieval_url(std::string_view url, RuleSet rules) {
  const auto refuse = [&](std::string_view why) {
    return Error{Error::Code::kUsage, '"' + std::string(url) + "\" " + std::string(why)};
  };
  switch (base::judge(url)) {
    case base::Validity::kMalformed:
      return refuse("is malformed: it is empty or contains a space, a control character, \"<\" or \">\"");
    case base::Validity::kRelative:
      return refuse("is relative: a base needs a scheme");
    case base::Validity::kUnsuitable:
      return refuse("cannot be a base: nothing can be relative to it");
    case base::Validity::kUsable:
      break;
  }
  const Result<void> checked = Resolver(url, {rules, {}}).check_base();
  return checked ? Result<void>() : refuse("cannot be a base: " + checked.error().message);
}

namespace {

// A name of RFC 5322 section 3.6.8.
bool is_field_name(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < 0x7F && c != ':'; });
}

}  // namespace

Result<void> check_options(const AnalyzeOptions& options) {
  if (!options.retrieval_url.empty()) {
    if (Result<void> checked = check_retrieval_url(options.retrieval_url, options.rules); !checked)
      return Error{Error::Code::kUsage, "the retrieval URL " + checked.error().message};
  }
  for (const BaseBy by : options.base_headers) {
    if (header_name(by).empty())
      return Error{Error::Code::kUsage,
                   '"' + std::string(name_of(by)) + "\" is not a header field that declares a base"};
  }
  for (const std::string& domain : options.domains) {
    std::string parsed;
    if (url::append_host(domain, url::HostKind::kDomain, parsed) != nullptr)
      return Error{Error::Code::kUsage, '"' + domain + "\" is not a domain"};
  }
  for (const std::string& name : options.fields) {
    if (!is_field_name(name))
      return Error{Error::Code::kUsage, '"' + name + "\" is not the name of a header field"};
  }
  return {};
}

namespace {

void visit_references(message::AnalysedMessage& message, Visitor& visitor, message::ReferenceSink sink) {
  message::References references(message, visitor, std::move(sink));
  for (int i = 0; i < message.entity_count(); ++i) {
    references.heading(i);
    references.content(i);
  }
  report_problems(message, visitor);
}

void visit_links(message::AnalysedMessage& message, const Record&, Visitor& visitor,
                 check::ProtectedDomains&) {
  message::LinkBuilder builder(message);
  readers::LinkOpener opener(message);
  visit_references(message, visitor, [&](const message::Reference& reference) {
    if (const Link* link = builder.build(reference)) visitor.link(opener.opened(*link, reference));
  });
  for (int i = 0; i < message.entity_count(); ++i) {
    if (message.entity(i).kind == walk::Kind::kLeaf &&
        is_unsearched(message::searched(message.walked(), i), message.entity(i).content_type))
      visitor.not_searched(message.info());
  }
}

void visit_comparisons(message::AnalysedMessage& message, const Record&, Visitor& visitor,
                       check::ProtectedDomains&) {
  message::LinkBuilder builder(message);
  readers::ReaderComparison readers(message, message.options().compared);
  visit_references(message, visitor, [&](const message::Reference& reference) {
    const Link* const link = builder.build(reference);
    if (link == nullptr) return;
    if (const Comparison* row = readers.compare(*link, reference)) visitor.comparison(*row);
  });
}

void visit_entities_alone(message::AnalysedMessage& message, const Record& record, Visitor& visitor) {
  message::EntityBuilder builder(message, record.bytes_offset);
  readers::ReaderChain reader(message);
  for (int i = 0; i < message.entity_count() && message.budget().has_rows_left(); ++i) {
    if (const Entity* entity = builder.build(i)) visitor.entity(reader.applied(*entity, i));
  }
}

void visit_entities(message::AnalysedMessage& message, const Record& record, Visitor& visitor,
                    check::ProtectedDomains&) {
  visit_entities_alone(message, record, visitor);
  report_problems(message, visitor);
}

void visit_diagnostics(message::AnalysedMessage& message, const Record&, Visitor& visitor,
                       check::ProtectedDomains& domains) {
  check::Checker(message, visitor, domains).run();
}

void visit_all(message::AnalysedMessage& message, const Record& record, Visitor& visitor,
               check::ProtectedDomains& domains) {
  visit_entities_alone(message, record, visitor);
  check::Checker(message, visitor, domains, check::Checker::Links::kTold).run();
}

using Report = void (*)(message::AnalysedMessage&, const Record&, Visitor&, check::ProtectedDomains&);

}  // namespace

struct Analyzer::State {
  explicit State(AnalyzeOptions given)
      : options(std::move(given)), workspace(options), domains(options.domains) {}

  // A failure inside a message affects that message only.
  void analyse(const Record& record, Visitor& visitor, Report report) {
    message::guard(record, visitor, workspace, [&] {
      const walk::Message walked = parser.parse(record.bytes, options.limits);
      message::AnalysedMessage message(options, record, walked, workspace);
      report(message, record, visitor, domains);
    });
  }

  AnalyzeOptions options;
  walk::Parser parser;
  message::Workspace workspace;
  check::ProtectedDomains domains;
};

Analyzer::Analyzer(AnalyzeOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;

void Analyzer::links(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor, visit_links);
}
void Analyzer::tree(const Record& record, Visitor& visitor) {
  state_->analyse(record, visitor, visit_entities);
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
      : options(given), workspace(options), domains(options.domains) {
    look_into(message);
  }
  State(std::string&& message, const AnalyzeOptions& given)
      : options(given), workspace(options), domains(options.domains), owned(std::move(message)) {
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
      report(message, record, *this, domains);
    });
  }
  const walk::Message& parsed() {
    if (!walked) walked = parser.parse(record.bytes, options.limits);
    return *walked;
  }

  void link(const Link& link) override { links.push_back(arena.keep(link)); }
  void entity(const Entity& entity) override { entities.push_back(arena.keep(entity)); }
  void diagnostic(const Diagnostic& diagnostic) override { diagnostics.push_back(arena.keep(diagnostic)); }
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
  check::ProtectedDomains domains;
  std::string owned;  // empty if the caller owns the bytes
  Record record;
  std::optional<walk::Message> walked;
  RowArena arena;
  bool asked_links = false, asked_entities = false, asked_diagnostics = false;
  std::vector<Link> links;
  std::vector<Entity> entities;
  std::vector<Diagnostic> diagnostics;
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

std::span<const Entity> Analysis::entities() & {
  state_->ask(state_->asked_entities, visit_entities);
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
