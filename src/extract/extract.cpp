// Extracts messages as files, one at a time.
#include "mimebase/extract.h"

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
  }

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
  try {
    message::report_usage(record, visitor, state.workspace);
    const walk::Message walked = state.parser.parse(record, state.analyze.limits);
    message::AnalysedMessage message(state.analyze, record, walked, state.workspace);
    extraction::Extraction(message, record.bytes, state.options, visitor).run();
    message::report_problems(message, visitor);
  } catch (...) {
    message::report_exception(record, visitor);
  }
}

}  // namespace v0_2
}  // namespace mimebase
