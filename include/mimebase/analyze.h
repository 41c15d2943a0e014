// Analysing one message: its entities with their layered base URLs, and every reference, resolved.
//
// analyze() is for one message in memory: it owns what it gives. An Analyzer is for many, as an archive has
// them: it tells a Visitor, and keeps nothing. Both give the same.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/diagnostics.h"
#include "mimebase/input.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"
#include "mimebase/result.h"
#include "mimebase/url.h"

namespace mimebase {
inline namespace v0_2 {

struct Edit;
struct EditNote;

struct AnalyzeOptions {
  RuleSet rules = RuleSet::kRfc1808;
  std::string retrieval_url;  // RFC 1808 section 3.3; empty: Snapshot-Content-Location, if there is one
  // Which headers count as bases, the innermost first.
  std::vector<BaseBy> base_headers = default_base_headers();
  bool full_data_urls = false;  // else a data: URL is cut after 100 bytes
  Limits limits;
};

// Fails with kUsage, and the reason, where `url` can never be a base under `rules`: it is malformed,
// relative, or nothing is relative to it.
[[nodiscard]] MIMEBASE_API Result<void> check_retrieval_url(std::string_view url, RuleSet rules);

// Takes what an analysis tells; what is not overridden is passed over. What a call is given lives during that
// call.
class MIMEBASE_API Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void link(const Link&) {}
  virtual void entity(const Entity&) {}
  virtual void diagnostic(const Diagnostic&) {}
  // Of a Rewriter (rewrite.h).
  virtual void edit(const Edit&) {}
  virtual void note(const EditNote&) {}
  // Something could not be read, or a limit may have lost references: one sentence. `part` may be empty.
  virtual void problem(const MessageInfo& /*message*/, std::string_view /*part*/, std::string_view /*what*/) {
  }
  // The message could not be analysed to its end (memory ran out, or something was thrown, be it by this
  // visitor): one sentence. What was told of it before stands; `message` has its source, number and offset.
  virtual void unreadable(const MessageInfo& message, std::string_view what) { problem(message, {}, what); }
};

// Analyses one message after another; keeps its buffers between them. One thread at a time may use it, each
// its own. A message in which something goes wrong, be it that the visitor throws or that memory runs out,
// costs itself alone, and Visitor::unreadable() is told. What that throws itself is thrown, and
// std::bad_alloc where not even this can be told.
class MIMEBASE_API Analyzer {
 public:
  explicit Analyzer(AnalyzeOptions options);
  ~Analyzer();
  Analyzer(Analyzer&&) noexcept;
  Analyzer& operator=(Analyzer&&) noexcept;

  // Calls visitor.link() for every reference, in the order of the message: of each entity the heading, then
  // the content.
  void links(const Record& record, Visitor& visitor);
  // Calls visitor.entity() for every entity, in the order of the message.
  void tree(const Record& record, Visitor& visitor);
  // Calls visitor.diagnostic() for everything that is wrong, or would resolve differently elsewhere.
  void check(const Record& record, Visitor& visitor);
  // All three out of one parse: the entities, then references and diagnostics as they come.
  void all(const Record& record, Visitor& visitor);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// One message, and everything that is reported about it. The message is parsed once; each kind of answer is
// computed when it is first requested. One thread at a time may use it. Running out of memory during the
// analysis is reported by problems(); elsewhere std::bad_alloc is thrown.
//
// Lifetime: the spans, and all text in them, point into the Analysis. They are valid until it is destroyed or
// assigned to; of an Analysis that is moved, as long as the one it was moved to. A temporary has no such
// functions: `for (const Link& link : analyze(m).links())` does not compile. Name the Analysis.
class MIMEBASE_API Analysis {
 public:
  Analysis(Analysis&&) noexcept;
  Analysis& operator=(Analysis&&) noexcept;
  ~Analysis();

  // In the order of the message. Entity::heading and Entity::body are ranges of the message's bytes.
  [[nodiscard]] std::span<const Entity> entities() &;
  [[nodiscard]] std::span<const Link> links() &;
  [[nodiscard]] std::span<const Diagnostic> diagnostics() &;
  void entities() && = delete;
  void links() && = delete;
  void diagnostics() && = delete;
  // What of it could not be read, or hit a limit: a sentence each, as far as the answers above were asked
  // for.
  [[nodiscard]] std::vector<std::string> problems() const;

  // The content of the part of that name ("1", "2.1.3"; Entity::part) without its transfer encoding, in the
  // charset that it has: what Link::span counts in. Nothing where there is no such part, as for
  // headings; empty for a multipart/* or a nested message, whose content is its parts, but for a multipart/*
  // that could not be split (Entity::defect): then it is its body.
  [[nodiscard]] std::optional<std::string> content(std::string_view part);

 private:
  friend MIMEBASE_API Analysis analyze(std::string message, const AnalyzeOptions& options);
  struct MIMEBASE_LOCAL State;
  explicit Analysis(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// `message` is one message without From_ line, in any state: what has no heading is text. (Its MessageInfo
// has an empty source and the number 1.)
[[nodiscard]] MIMEBASE_API Analysis analyze(std::string message, const AnalyzeOptions& options = {});

}  // namespace v0_2
}  // namespace mimebase
