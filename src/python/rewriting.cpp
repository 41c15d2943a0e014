#include "python/rewriting.h"

#include <string_view>
#include <utility>

#include "python/source.h"

namespace mimebase::python {
namespace {

class Rewriting : private RewriteVisitor {
 public:
  Rewriting(const AnalyzeOptions& analyze, const RewriteOptions& rewrite) : rewriter_(analyze, rewrite) {}

  void add(const Record& record) {
    record_ = &record;
    at_ = 0;
    made_.bytes += record.before;
    rewriter_.rewrite(record, *this);
    made_.bytes += record.bytes.substr(at_);
    made_.bytes += record.after;
  }
  void add(const Error& error) { made_.problems.push_back(error.message); }
  [[nodiscard]] RewrittenBytes take() { return std::move(made_); }

 private:
  void edit(const Edit& edit) override {
    made_.bytes += record_->bytes.substr(at_, edit.span.start - at_);
    made_.bytes += edit.bytes;
    made_.edited += edit.references;
    at_ = edit.span.end;
  }
  void note(const EditNote& note) override {
    made_.notes.push_back(place(*note.message, note.part) + std::string(note.detail));
  }
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override {
    made_.problems.push_back(place(message, part) + std::string(what));
  }
  [[nodiscard]] static std::string place(const MessageInfo& message, std::string_view part) {
    return "message " + std::to_string(message.number) + ": " +
           (part.empty() ? "" : "part " + std::string(part) + ": ");
  }

  Rewriter rewriter_;
  const Record* record_ = nullptr;
  std::uint64_t at_ = 0;
  RewrittenBytes made_;
};

}  // namespace

Result<RewrittenBytes> rewrite_bytes(const std::string& bytes, const RunOptions& run,
                                     const RewriteOptions& rewrite) {
  InputOptions input = run.input;
  input.any_is_message = true;
  std::vector<Input> inputs;
  inputs.push_back({"-", bytes});
  Source source(std::move(inputs), input);
  Rewriting rewriting(run.analyze, rewrite);
  while (true) {
    Result<std::optional<Step>> step = source.next();
    if (!step) return step.error();
    if (!*step) return rewriting.take();
    for (const Error& problem : (*step)->problems) {
      if (problem.code == Error::Code::kUnreadable) return RewrittenBytes{bytes, 0, {}, {problem.message}};
      if (problem.code != Error::Code::kLimit) return problem;
      rewriting.add(problem);
    }
    if (!(*step)->batch) continue;
    for (const Record& record : (*step)->batch->records()) {
      if (record.truncated || record.incomplete)
        return Error{Error::Code::kUnreadable, "message " + std::to_string(record.number) +
                                                   " is longer than the limit \"message\" allows"};
      if (record.source != "-") return Error{Error::Code::kUsage, "a container, not a message"};
      rewriting.add(record);
    }
  }
}

}  // namespace mimebase::python
