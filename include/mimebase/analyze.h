// Analyses messages: their entities with their layered base URLs, and every reference, resolved.
//
// analyze() takes one message in memory and keeps its results. An Analyzer takes many messages, such as the
// messages of an archive; it passes the results to a Visitor and keeps none. Both give the same results.
//
//   mimebase::Analysis analysis = mimebase::analyze(std::move(message));
//   for (const mimebase::Link& link : analysis.links())
//     std::cout << link.resolved.value_or(link.reference) << '\n';
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "mimebase/options.h"
#include "mimebase/record.h"
#include "mimebase/result.h"
#include "mimebase/visitor.h"

namespace mimebase {
inline namespace v0_2 {

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
  // AnalyzeOptions::reader is set, diagnostics compare this reader with RFC 1808, and no others.
  void all(const Record& record, Visitor& visitor);
  // Returns a line for each step of the analysis, for people: parts, finders, documents and limits. The text
  // is in no fixed form. It contains bytes of the message, so escape it for a terminal
  // (escape_for_terminal()).
  [[nodiscard]] std::string trace(const Record& record);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// One message and everything that is reported about it. The message is parsed once. Entities, links,
// diagnostics and comparisons are each computed when they are first requested. Use each Analysis from one
// thread at a time. Running out of memory during the analysis is reported by problems(); elsewhere
// std::bad_alloc is thrown.
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

  // The message itself: its Message-ID, Date, From and Subject, and the fields in AnalyzeOptions::fields.
  [[nodiscard]] const MessageInfo& message() &;
  // Every entity, in message order. Entity::heading and Entity::body are ranges of the message's bytes.
  [[nodiscard]] std::span<const Entity> entities() &;
  // Every reference, in message order, resolved.
  [[nodiscard]] std::span<const Link> links() &;
  // The findings of a check, in message order.
  [[nodiscard]] std::span<const Diagnostic> diagnostics() &;
  // The references for which the readers in AnalyzeOptions::compared open different URLs or parts.
  [[nodiscard]] std::span<const Comparison> comparisons() &;
  void message() && = delete;
  void entities() && = delete;
  void links() && = delete;
  void diagnostics() && = delete;
  void comparisons() && = delete;
  // The problems found so far, each listed once: content that could not be read, and limits that were hit.
  // The first call of each function above adds the problems of its analysis. Error::message is one sentence.
  // It begins with "part 1.2: " if the problem concerns a part. Valid until the next call of a non-const
  // function.
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
  friend MIMEBASE_API Analysis analyze_document(std::string_view document, std::string_view content_type,
                                                const AnalyzeOptions& options);
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

// Analyses a document as a message without a header, whose part "1" it is (RecordKind::kDocument):
//
//   mimebase::Analysis page = mimebase::analyze_document(html, "text/html; charset=utf-8");
//
// `content_type` is a value of Content-Type (RFC 2045 section 5.1) and is copied. A PDF or another binary
// document is recognised by its first bytes, whatever its type. The caller must keep the bytes of `document`
// unchanged while the Analysis is in use.
[[nodiscard]] MIMEBASE_API Analysis analyze_document(std::string_view document, std::string_view content_type,
                                                     const AnalyzeOptions& options = {});

}  // namespace v0_2
}  // namespace mimebase
