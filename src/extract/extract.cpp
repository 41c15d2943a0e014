// Extracts messages as files, one at a time.
#include "mimebase/extract.h"

#include <optional>
#include <utility>

#include "extract/extraction.h"
#include "message/problems.h"
#include "walk/parser.h"

namespace mimebase {
inline namespace v0_2 {

struct Extractor::State {
  State(const AnalyzeOptions& analysis, const ExtractOptions& given)
      : analyze(analysis), options(given), workspace(analyze) {
    analyze.defanged = false;
    if (options.page_url.empty()) return;
    if (Result<extraction::PageUrl> parsed = extraction::PageUrl::parse(options.page_url)) {
      page_url = std::move(*parsed);
    } else if (!workspace.usage) {
      workspace.usage = parsed.error();
    }
  }

  AnalyzeOptions analyze;
  ExtractOptions options;
  walk::Parser parser;
  message::Workspace workspace;
  std::optional<extraction::PageUrl> page_url;  // the template that is given
};

Extractor::Extractor(const AnalyzeOptions& analyze, const ExtractOptions& options)
    : state_(std::make_unique<State>(analyze, options)) {}
Extractor::~Extractor() = default;
Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;

void Extractor::files(const Record& record, FileVisitor& visitor) {
  files(record, record.number, visitor);
}

void Extractor::files(const Record& record, std::uint64_t number, FileVisitor& visitor) {
  State& state = *state_;
  try {
    message::report_usage(record, visitor, state.workspace);
    const walk::Message walked = state.parser.parse(record, state.analyze.limits);
    message::AnalysedMessage message(state.analyze, record, walked, state.workspace);
    const extraction::PageUrl* const page_url = state.page_url ? &*state.page_url : nullptr;
    extraction::Extraction(message, record.bytes, state.options, number, page_url, visitor).run();
    message::report_problems(message, visitor);
  } catch (...) {
    message::report_exception(record, visitor);
  }
}

}  // namespace v0_2
}  // namespace mimebase
