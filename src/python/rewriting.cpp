#include "python/rewriting.h"

#include <span>
#include <string_view>
#include <utility>

namespace mimebase::python {
namespace {

// Collects the rewritten bytes of all records.
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

// Names the input "-" in the message, as rows do.
Error shown(Error error) {
  constexpr std::string_view kStandardInput = "standard input";
  if (error.message.starts_with(kStandardInput)) error.message.replace(0, kStandardInput.size(), "-");
  return error;
}

}  // namespace

Result<RewrittenBytes> rewrite_bytes(const std::string& bytes, const RunOptions& run,
                                     const RewriteOptions& rewrite) {
  InputOptions input = run.input;
  input.any_is_message = true;
  input.use = InputUse::kRewriting;
  const auto unread = [&](const Error& error) -> Result<RewrittenBytes> {
    if (error.code != Error::Code::kUnreadable) return shown(error);
    return RewrittenBytes{bytes, 0, {}, {shown(error).message}};
  };
  Result<Reader> reader = Reader::open_bytes(bytes, input, run.analyze.limits);
  if (!reader) return unread(reader.error());
  Rewriting rewriting(run.analyze, rewrite);
  std::size_t problems = 0;  // number of the reader's problems that were handled
  while (true) {
    const Batch batch = reader->next();
    const std::span<const Error> all = reader->problems();
    for (; problems < all.size(); ++problems) {
      if (all[problems].code != Error::Code::kLimit) return unread(all[problems]);
      rewriting.add(shown(all[problems]));
    }
    if (!batch) return rewriting.take();
    for (const Record& record : batch.records()) {
      if (record.truncated || record.incomplete)
        return Error{Error::Code::kUnreadable, "message " + std::to_string(record.number) +
                                                   " is longer than the limit \"message\" allows"};
      if (record.source != "-") return Error{Error::Code::kUsage, "a container, not a message"};
      rewriting.add(record);
    }
  }
}

}  // namespace mimebase::python
