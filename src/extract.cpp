// Messages as files: one at a time for who asks, and whole runs.
#include "mimebase/extract.h"

#include <charconv>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "edit/extract/clean.h"
#include "edit/extract/extraction.h"
#include "edit/extract/mail_page.h"
#include "message/problems.h"
#include "run/extract_output.h"
#include "run/output_guard.h"
#include "walk/field_text.h"

namespace mimebase {
inline namespace v0_2 {

struct Extractor::State {
  State(const AnalyzeOptions& analysis, const ExtractOptions& given)
      : analyze(analysis), options(given), workspace(analyze) {}

  AnalyzeOptions analyze;
  ExtractOptions options;
  walk::Parser parser;
  message::Workspace workspace;
};

Extractor::Extractor(const AnalyzeOptions& analyze, const ExtractOptions& options)
    : state_(std::make_unique<State>(analyze, options)) {}
Extractor::~Extractor() = default;
Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;

void Extractor::files(const Record& record, FileVisitor& visitor) {
  State& state = *state_;
  message::guard(record, visitor, [&] {
    const walk::Message walked = state.parser.parse(record.bytes, state.analyze.limits);
    message::AnalysedMessage message(state.analyze, record, walked, state.workspace);
    edit::Extraction(message, record.bytes, state.options, visitor).run();
    message::report_problems(message, visitor);
  });
}

namespace {

// Which message of the input is wanted.
class Wanted {
 public:
  Wanted(const std::string& message, const Limits& limits) : limits_(limits) {
    if (message.empty()) return;
    const char* const end = message.data() + message.size();
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(message.data(), end, number);
    if (error == std::errc() && rest == end) {
      number_ = number;
    } else {
      id_ = walk::bracketed_id(message).value_or(message);
    }
  }

  [[nodiscard]] bool all() const { return !number_ && !id_; }
  [[nodiscard]] bool is(const Record& record, std::uint64_t number) {
    if (number_) return number == *number_;
    return !id_ || parser_.parse(record.bytes, limits_).envelope().message_id == *id_;
  }

 private:
  const Limits& limits_;
  std::optional<std::uint64_t> number_;
  std::optional<std::string> id_;
  walk::Parser parser_;
};

class Run : private FileVisitor {
 public:
  Run(const std::string& input, const RunOptions& options, const ExtractOptions& extract,
      const std::string& wanted, const ExtractTarget& target)
      : input_(input),
        options_(options),
        output_(target),
        wanted_(wanted, options.analyze.limits),
        extractor_(options.analyze, extract) {}

  Result<RunSummary> run() {
    Result<Reader> reader = Reader::open(input_, options_.input);
    if (!reader && reader.error().code == Error::Code::kUsage) return reader.error();
    if (reader) {
      read(*reader);
    } else {
      tell(reader.error().message);
    }
    if (summary_.messages == 0 && read_ > 0 && written_)
      tell(input_ + ": the message that is asked for is not there");
    if (is_archive_ && written_) written_ = output_.add_index(index_page());
    if (!written_) return written_.error();
    return summary_;
  }

 private:
  void read(Reader& reader);
  void read(const Batch& batch);
  [[nodiscard]] std::string index_page() const;

  void file(const ExtractedFile& file) override {
    if (!written_) return;
    if (is_archive_ && file.path == "index.html")
      lines_ += edit::index_line(*file.message, in_ + "index.html");
    written_ = output_.add(file, in_);
  }
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override {
    std::string sentence = std::string(message.source) + " message " + std::to_string(message.number);
    if (!part.empty()) sentence.append(" part ").append(part);
    tell(sentence.append(": ").append(what));
  }
  void tell(const std::string& sentence) {
    ++summary_.problems;
    if (options_.on_problem) options_.on_problem(sentence);
  }

  const std::string& input_;
  const RunOptions& options_;
  run::ExtractOutput output_;
  Wanted wanted_;
  Extractor extractor_;
  RunSummary summary_;
  std::uint64_t read_ = 0;   // messages
  bool is_archive_ = false;  // of several messages, each in a folder of its own
  std::string in_, lines_;
  Result<void> written_;
};

// Whether there are several messages, the second batch says at the latest.
void Run::read(Reader& reader) {
  std::optional<Batch> batch = reader.next();
  std::optional<Batch> next =
      batch && wanted_.all() && batch->records().size() == 1 ? reader.next() : std::nullopt;
  is_archive_ = wanted_.all() && batch && (batch->records().size() > 1 || next);
  while (batch && written_ && (wanted_.all() || summary_.messages == 0)) {
    read(*batch);
    if (options_.on_progress) options_.on_progress({reader.bytes_done(), read_});
    batch = next ? std::exchange(next, std::nullopt) : reader.next();
  }
  for (const Error& problem : reader.problems()) tell(problem.message);
}

void Run::read(const Batch& batch) {
  for (const Record& record : batch.records()) {
    const bool is_wanted = wanted_.is(record, ++read_);
    if (!written_ || !is_wanted || (summary_.messages > 0 && !wanted_.all())) continue;
    ++summary_.messages;
    in_ = is_archive_ ? std::to_string(read_) + '/' : std::string();
    extractor_.files(record, *this);
  }
}

std::string Run::index_page() const {
  return edit::whole_page(input_, edit::policy_tag(), "<table>\n" + lines_ + "</table>\n");
}

}  // namespace

Result<RunSummary> run_extract(const std::string& input, const RunOptions& options,
                               const ExtractOptions& extract, const std::string& wanted,
                               const ExtractTarget& target) {
  try {
    const Result<void> checked = target.folder != nullptr
                                     ? run::check_folder_is_no_input(target.folder->name(), {input})
                                     : check_is_no_input(target.warc->name(), {input}, options.input);
    if (!checked) return checked.error();
    ExtractOptions made = extract;
    made.for_archive = target.warc != nullptr;
    return Run(input, options, made, wanted, target).run();
  } catch (const std::bad_alloc&) {
    return Error{Error::Code::kUnwritable, "out of memory"};
  }
}

}  // namespace v0_2
}  // namespace mimebase
