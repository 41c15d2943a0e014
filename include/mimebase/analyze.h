// Analyses messages: their entities with their layered base URLs, and every reference, resolved.
//
// analyze() takes one message in memory and keeps its results. An Analyzer takes many messages, such as the
// messages of an archive; it passes the results to a Visitor and keeps none. Both give the same results.
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
  // The URL that the message was retrieved from (RFC 1808 section 3.3): an absolute URL, as bytes. If it is
  // empty, the field Snapshot-Content-Location of the outermost header is used, if present.
  std::string retrieval_url;
  // The header fields that can declare a base, the field with precedence first. If the list is empty, header
  // fields declare no bases. Values that are not header fields, such as kHtmlBase, are ignored. If the list
  // has only such values, default_base_headers() applies.
  std::vector<BaseBy> base_headers = default_base_headers();
  // A mail reader, which is a program. Link::opens reports what this program would open. With kRfc1808,
  // Link::opens is empty.
  MailReader reader = MailReader::kRfc1808;
  // The mail readers that Analyzer::compare() and Analyzer::check() compare.
  std::vector<MailReader> compared = default_compared_readers();
  // The absolute path of the folder that relative source names start from. It is needed for mail readers that
  // resolve references against the path of the message's file.
  std::string source_folder;
  bool full_data_urls = false;  // if false, data: URLs are cut off after 100 bytes
  // Domains whose look-alikes Analyzer::check() reports. Each domain is in UTF-8 or in ASCII, as in a URL.
  std::vector<std::string> domains;
  Limits limits;
  // Also find defanged URLs in text, such as "hxxp://a[.]b", as links with status kDefanged. Analyzer and
  // analyze() use this option; rewriting and extracting ignore it.
  bool defanged = false;
  // Names of header fields, in upper or lower case. MessageInfo::fields reports their decoded values in the
  // outermost message.
  std::vector<std::string> fields = {};
};

// Fails with kUsage if `url` can never be a base under `rules`: it is malformed or relative, or its scheme
// does not allow relative URLs ("mailto:"). Error::message gives the reason.
[[nodiscard]] MIMEBASE_API Result<void> check_retrieval_url(std::string_view url, RuleSet rules);

// Fails with kUsage in four cases: `retrieval_url` is not empty, and check_retrieval_url() refuses it; a
// value in `base_headers` is not a header field; a value in `domains` is not a domain; a value in `fields`
// cannot be the name of a header field. The functions run_*() return this error. All other analyses ignore
// the invalid options, and report the error's sentence as a problem of every message: an Analyzer through
// Visitor::problem(), and an Analysis through problems(), with kUsage.
[[nodiscard]] MIMEBASE_API Result<void> check_options(const AnalyzeOptions& options);

// Receives the results of an analysis. Each function does nothing by default. The arguments of a call are
// valid during that call only.
class MIMEBASE_API Visitor {
 public:
  virtual ~Visitor() = default;
  // One occurrence of a reference.
  virtual void link(const Link&) {}
  // One reference for which mail readers open different URLs or parts.
  virtual void comparison(const Comparison&) {}
  // One entity, with its base and all candidates for this base.
  virtual void entity(const Entity&) {}
  // One finding of check().
  virtual void diagnostic(const Diagnostic&) {}
  // Analyzer::links() calls this after the last link of the message, once per part that was not searched
  // although its content may have references, such as a PDF or an encrypted part. Analyzer::check() reports
  // such parts as DiagnosticCode::kNotSearched instead.
  virtual void not_searched(const MessageInfo& /*message*/) {}
  // Content could not be read, or references may be missing because a limit was hit. `what` is one sentence.
  // `part` is empty if the problem does not concern one part.
  virtual void problem(const MessageInfo& /*message*/, std::string_view /*part*/, std::string_view /*what*/) {
  }
  // The analysis of the message stopped early: memory ran out, or something threw, possibly this visitor.
  // `what` is one sentence. Earlier results remain valid. Only the source, number and offset of `message` are
  // set.
  virtual void unreadable(const MessageInfo& message, std::string_view what) { problem(message, {}, what); }
};

// Analyses one message after another and reuses its buffers. Use each Analyzer from one thread at a time. A
// failure inside a message, such as an exception from the visitor or a lack of memory, affects that message
// only and is reported to Visitor::unreadable(). Exceptions from unreadable() propagate. std::bad_alloc is
// thrown if there is no memory to report the failure.
class MIMEBASE_API Analyzer {
 public:
  // Copies `options`. Invalid options are reported as a problem of every message; see check_options().
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
  // Calls visitor.comparison() for every reference for which the mail readers in AnalyzeOptions::compared
  // open different URLs or parts.
  void compare(const Record& record, Visitor& visitor);
  // Does the work of tree(), links(), compare() and check(), but parses the message only once. Passes the
  // entities first, then the references, comparisons and diagnostics as they are found. If
  // AnalyzeOptions::reader is set, this mail reader is compared with RFC 1808, as in check().
  void all(const Record& record, Visitor& visitor);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// One message and everything that is reported about it. The message is parsed once. Entities, links and
// diagnostics are each computed when they are first requested. Use each Analysis from one thread at a time.
// Running out of memory during the analysis is reported by problems(); elsewhere std::bad_alloc is thrown.
//
// Lifetime: the spans, and all text in them, point into the Analysis. They are valid until it is destroyed or
// assigned to. After a move they belong to the Analysis that was moved to. These functions cannot be called
// on a temporary: `for (const Link& link : analyze(m).links())` does not compile. Store the Analysis in a
// variable first.
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
  // The problems found so far, each listed once: content that could not be read, and limits that were hit.
  // The first call of entities(), links() or diagnostics() adds the problems of that analysis. Error::message
  // is one sentence. It begins with "part 1.2: " if the problem concerns a part. Valid until the next call of
  // a non-const function.
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;

  // Returns the content of the part with this name (Entity::part: "1", "2.1.3"). The transfer encoding is
  // decoded; the charset is not converted. Link::span is a range of these bytes. Returns nullopt if there is
  // no such part; headers are not parts. Returns an empty string for a multipart/* and for a nested message,
  // because their content is in the parts inside them. Returns the body of a multipart/* that could not be
  // split (Entity::defect).
  [[nodiscard]] std::optional<std::string> content(std::string_view part);

 private:
  friend MIMEBASE_API Analysis analyze(std::string_view message, const AnalyzeOptions& options);
  friend MIMEBASE_API Analysis analyze(std::string&& message, const AnalyzeOptions& options);
  struct MIMEBASE_LOCAL State;
  explicit Analysis(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Analyses one message, which has no From_ line (the separator of an mbox). This never fails, even if the
// message is malformed or truncated; Analysis::problems() reports what could not be read. A message without a
// header is read as text. MessageInfo has an empty source and the number 1.
//
// Ownership: analyze() of a view or of a std::string variable copies nothing. The caller must keep the bytes
// unchanged while the Analysis is in use. analyze(std::move(text)), and analyze() of a temporary std::string,
// move the bytes into the Analysis.
[[nodiscard]] MIMEBASE_API Analysis analyze(std::string_view message, const AnalyzeOptions& options = {});
// Like analyze() above, but the Analysis owns the bytes.
[[nodiscard]] MIMEBASE_API Analysis analyze(std::string&& message, const AnalyzeOptions& options = {});
// Analyses a NUL-terminated string, which is not copied.
[[nodiscard]] inline Analysis analyze(const char* message, const AnalyzeOptions& options = {}) {
  return analyze(std::string_view(message), options);
}
Analysis analyze(const std::string&& message, const AnalyzeOptions& options = {}) = delete;

}  // namespace v0_2
}  // namespace mimebase
