// Analysing one message: its entities with their layered base URLs, and every reference, resolved.
//
// analyze() is for one message in memory, and keeps its results. An Analyzer is for many messages, as an
// archive has them: it calls a Visitor, and keeps nothing. Both give the same results.
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

// How messages are analysed. check_options() says whether options make sense.
struct AnalyzeOptions {
  RuleSet rules = RuleSet::kRfc1808;
  // RFC 1808 section 3.3: an absolute URL, as bytes. Empty: Snapshot-Content-Location, if there is one.
  std::string retrieval_url;
  // Which header fields count as bases, the innermost first; empty: none does. Values that are no header
  // field (kHtmlBase) are ignored; if no other is left, default_base_headers() counts.
  std::vector<BaseBy> base_headers = default_base_headers();
  bool full_data_urls = false;  // false: a data: URL is cut off after 100 bytes
  Limits limits;
};

// Fails with kUsage, and the reason, if `url` can never be a base under `rules`: it is malformed or relative,
// or nothing can be relative to it.
[[nodiscard]] MIMEBASE_API Result<void> check_retrieval_url(std::string_view url, RuleSet rules);

// Fails with kUsage if `retrieval_url` is not empty and check_retrieval_url() refuses it, or if
// `base_headers` has a value that is no header field. run_*() return this error. All other analyses go on
// with what is left of such options, and report the same sentence as a problem of every message: by
// Visitor::problem(), and by problems() with kUsage.
[[nodiscard]] MIMEBASE_API Result<void> check_options(const AnalyzeOptions& options);

// Takes what an analysis reports. By default each function does nothing. The arguments of a call are valid
// during that call.
class MIMEBASE_API Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void link(const Link&) {}
  virtual void entity(const Entity&) {}
  virtual void diagnostic(const Diagnostic&) {}
  // Something could not be read, or references may be missing because of a limit: one sentence. `part` may be
  // empty.
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
  // What could not be read or hit a limit so far, each problem once: complete for the kinds of answers that
  // were requested. Error::message is one sentence, which begins with "part 1.2: " if it is about a part.
  // Valid until the next call of a function that is not const.
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;

  // The content of the part of that name ("1", "2.1.3"; Entity::part) without its transfer encoding, in the
  // charset that it has: what Link::span counts in. Nothing where there is no such part, as for
  // headings; empty for a multipart/* or a nested message, whose content is its parts, but for a multipart/*
  // that could not be split (Entity::defect): then it is its body.
  [[nodiscard]] std::optional<std::string> content(std::string_view part);

 private:
  friend MIMEBASE_API Analysis analyze(std::string_view message, const AnalyzeOptions& options);
  friend MIMEBASE_API Analysis analyze(std::string&& message, const AnalyzeOptions& options);
  struct MIMEBASE_LOCAL State;
  explicit Analysis(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Analyses one message without From_ line, in any state: a message without a heading is text. Its MessageInfo
// has an empty source and the number 1. Nothing fails: see problems().
//
// Who owns the bytes: analyze(view) copies nothing; the caller keeps them, unchanged, as long as the Analysis
// is used. That holds for a std::string variable too. analyze(std::move(text)), and analyze() of a temporary
// std::string, move the bytes into the Analysis.
[[nodiscard]] MIMEBASE_API Analysis analyze(std::string_view message, const AnalyzeOptions& options = {});
[[nodiscard]] MIMEBASE_API Analysis analyze(std::string&& message, const AnalyzeOptions& options = {});
// Of a text that ends with a NUL: as the view of it.
[[nodiscard]] inline Analysis analyze(const char* message, const AnalyzeOptions& options = {}) {
  return analyze(std::string_view(message), options);
}
Analysis analyze(const std::string&& message, const AnalyzeOptions& options = {}) = delete;

}  // namespace v0_2
}  // namespace mimebase
