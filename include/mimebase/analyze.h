// Analyses messages: their entities with their layered base URLs, and every reference, resolved.
//
// analyze() takes one message in memory and keeps its results. An Analyzer takes many messages, such as those
// of an archive; it passes results to a Visitor and keeps none. Both give the same results.
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

// How messages are analysed. check_options() validates the options.
struct AnalyzeOptions {
  RuleSet rules = RuleSet::kRfc1808;
  // RFC 1808 section 3.3: an absolute URL, as bytes. If empty, Snapshot-Content-Location is used, if present.
  std::string retrieval_url;
  // Header fields that count as bases, innermost first. If empty, none does. Values that are not header
  // fields (kHtmlBase) are ignored; if no other value remains, default_base_headers() applies.
  std::vector<BaseBy> base_headers = default_base_headers();
  // Adds what this reader would open to every link. kRfc1808 adds nothing.
  MailReader reader = MailReader::kRfc1808;
  // The readers that compare() and check() compare.
  std::vector<MailReader> compared = default_compared_readers();
  // The folder that sources are named in, for readers that resolve against the file: an absolute path.
  std::string source_folder;
  bool full_data_urls = false;  // if false, data: URLs are cut off after 100 bytes
  // Domains that look-alikes may imitate, for check(): UTF-8 or ASCII, as in a URL.
  std::vector<std::string> domains;
  Limits limits;
  // Also find defanged URLs in text, such as "hxxp://a[.]b", as links with status kDefanged. Analyzer and
  // analyze() use this; rewriting and extracting ignore it.
  bool defanged = false;
  // Names of header fields of the outermost message to decode for MessageInfo::fields, in any case.
  std::vector<std::string> fields = {};
};

// Fails with kUsage, and the reason, if `url` can never be a base under `rules`: it is malformed or relative,
// or nothing can be relative to it.
[[nodiscard]] MIMEBASE_API Result<void> check_retrieval_url(std::string_view url, RuleSet rules);

// Fails with kUsage if check_retrieval_url() refuses a `retrieval_url` that is not empty, or if
// `base_headers` contains a value that is not a header field, `domains` one that is not a domain, or `fields`
// one that cannot be the name of a header field. run_*() return this error. All other analyses use the valid
// options only, and report the same sentence as a problem of every message: through
// Visitor::problem(), and through problems() with kUsage.
[[nodiscard]] MIMEBASE_API Result<void> check_options(const AnalyzeOptions& options);

// Receives the results of an analysis. Each function does nothing by default. The arguments of a call are
// valid during that call only.
class MIMEBASE_API Visitor {
 public:
  virtual ~Visitor() = default;
  // One occurrence of a reference.
  virtual void link(const Link&) {}
  // One reference that readers disagree about.
  virtual void comparison(const Comparison&) {}
  // One entity, with its base and the chain of candidates.
  virtual void entity(const Entity&) {}
  // One finding of check().
  virtual void diagnostic(const Diagnostic&) {}
  // One part of links() whose content may have references but is not searched, such as a PDF or an encrypted
  // part. check() reports it as DiagnosticCode::kNotSearched. Called after the message's last link.
  virtual void not_searched(const MessageInfo& /*message*/) {}
  // Something could not be read, or a limit may have hidden references. `what` is one sentence; `part` may be
  // empty.
  virtual void problem(const MessageInfo& /*message*/, std::string_view /*part*/, std::string_view /*what*/) {
  }
  // The analysis of the message stopped early: memory ran out, or something threw, possibly this visitor.
  // `what` is one sentence. Earlier results remain valid. `message` has the source, number and offset only.
  virtual void unreadable(const MessageInfo& message, std::string_view what) { problem(message, {}, what); }
};

// Analyses one message after another and reuses its buffers. Use each Analyzer from one thread at a time. A
// failure inside a message, such as an exception from the visitor or a lack of memory, affects that message
// only and is reported to Visitor::unreadable(). Exceptions from unreadable() propagate. std::bad_alloc is
// thrown if there is no memory to report the failure.
class MIMEBASE_API Analyzer {
 public:
  // Copies `options`. The Analyzer reports invalid options with every message; see check_options().
  explicit Analyzer(AnalyzeOptions options);
  ~Analyzer();
  Analyzer(Analyzer&&) noexcept;
  Analyzer& operator=(Analyzer&&) noexcept;

  // Calls visitor.link() for every reference, in message order: for each entity its header, then its
  // content.
  void links(const Record& record, Visitor& visitor);
  // Calls visitor.entity() for every entity, in message order.
  void tree(const Record& record, Visitor& visitor);
  // Calls visitor.diagnostic() for everything that is wrong or that other software would resolve differently.
  void check(const Record& record, Visitor& visitor);
  // Calls visitor.comparison() for every reference that AnalyzeOptions::compared disagree about.
  void compare(const Record& record, Visitor& visitor);
  // Does all four in one parse: entities first, then references, comparisons and diagnostics as they are
  // found. Compares AnalyzeOptions::reader, if it is set, with RFC 1808, as check() does.
  void all(const Record& record, Visitor& visitor);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// One message and everything that is reported about it. The message is parsed once; each kind of answer is
// computed on first request. Use it from one thread at a time. Running out of memory during the analysis is
// reported by problems(); elsewhere std::bad_alloc is thrown.
//
// Lifetime: the spans, and all text in them, point into the Analysis. They are valid until it is destroyed or
// assigned to. After a move they belong to the Analysis that was moved to. Temporaries have no such
// functions: `for (const Link& link : analyze(m).links())` does not compile. Name the Analysis
// first.
class MIMEBASE_API Analysis {
 public:
  Analysis(Analysis&&) noexcept;
  Analysis& operator=(Analysis&&) noexcept;
  ~Analysis();

  // Every entity, in message order. Entity::heading and Entity::body are ranges of the message's bytes.
  [[nodiscard]] std::span<const Entity> entities() &;
  // Every reference, in message order, resolved.
  [[nodiscard]] std::span<const Link> links() &;
  // The findings of a check, in message order.
  [[nodiscard]] std::span<const Diagnostic> diagnostics() &;
  void entities() && = delete;
  void links() && = delete;
  void diagnostics() && = delete;
  // Each problem that was found so far, once: content that could not be read, or a limit that was hit. The
  // list is complete for those of entities(), links() and diagnostics() that have been called. Error::message
  // is one sentence; it begins with "part 1.2: " if it concerns a part. Valid until the next call of a
  // non-const function.
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;

  // The content of the part with this name (Entity::part: "1", "2.1.3"), without transfer encoding and in its
  // own charset. Link::span counts in these bytes. Returns nullopt if there is no such part; headers are not
  // parts. The content is empty for a multipart/* or a nested message, whose parts have the content. For a
  // multipart/* that could not be split (Entity::defect) it is the body.
  [[nodiscard]] std::optional<std::string> content(std::string_view part);

 private:
  friend MIMEBASE_API Analysis analyze(std::string_view message, const AnalyzeOptions& options);
  friend MIMEBASE_API Analysis analyze(std::string&& message, const AnalyzeOptions& options);
  struct MIMEBASE_LOCAL State;
  explicit Analysis(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Analyses one message without a From_ line, in any state; a message without a header is read as text. Its
// MessageInfo has an empty source and the number 1. This never fails; see problems().
//
// Ownership: analyze(view) copies nothing, and the caller keeps the bytes unchanged while the Analysis is in
// use. This also holds for a std::string variable. analyze(std::move(text)), and analyze() of a temporary
// std::string, move the bytes into the Analysis.
[[nodiscard]] MIMEBASE_API Analysis analyze(std::string_view message, const AnalyzeOptions& options = {});
// The same, but the Analysis owns the bytes.
[[nodiscard]] MIMEBASE_API Analysis analyze(std::string&& message, const AnalyzeOptions& options = {});
// Takes a NUL-terminated string, as a view.
[[nodiscard]] inline Analysis analyze(const char* message, const AnalyzeOptions& options = {}) {
  return analyze(std::string_view(message), options);
}
Analysis analyze(const std::string&& message, const AnalyzeOptions& options = {}) = delete;

}  // namespace v0_2
}  // namespace mimebase
