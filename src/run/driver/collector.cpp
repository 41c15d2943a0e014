#include "run/driver/collector.h"

#include <cstddef>

#include "input/context.h"
#include "mimebase/diagnostics.h"

namespace mimebase::run {

void Collector::fail(Error error) {
  if (!failed_) failed_ = std::move(error);
}

bool Collector::begin_input(const std::string& input) {
  if (failed_) return false;
  input_ = input;
  problems_before_ = summary_.problems;
  messages_before_ = summary_.messages;
  const Result<bool> is_new = destination_.begin_input(input);
  if (!is_new) fail(is_new.error());
  if (is_new && !*is_new) known_inputs_.push_back(input);
  return is_new && *is_new;
}

bool Collector::reads_itself(const std::string& input) {
  const std::optional<Result<void>> read =
      destination_.read(input, [this](Piece piece) { take(std::move(piece)); });
  if (read && !*read) unreadable(read->error());
  return read.has_value();
}

void Collector::problem(const Error& error) {
  ++summary_.problems;
  destination_.problem(error);
  report_later(error.message, options_.on_problem);
}

void Collector::report_problems_of_destination() {
  for (const std::string& sentence : destination_.take_problems())
    problem({Error::Code::kUnwritable, sentence});
}

void Collector::report_later(std::string sentence, const std::function<void(std::string_view)>& listener) {
  if (listener) pending_sentences_.push_back({std::move(sentence), &listener});
}

void Collector::report_problems() {
  for (const PendingSentence& each : std::exchange(pending_sentences_, {})) (*each.listener)(each.sentence);
}

void Collector::end_source(const EndedSource& source) {
  const bool is_whole = cut_.erase(source.name) == 0 && source.whole;
  if (!failed_) require(destination_.end_source(source, is_whole));
}

void Collector::begin_batch(const EndedSources& ended, const std::vector<Error>& problems) {
  if (ended.before) end_source(*ended.before);
  for (const Error& error : problems) unreadable(error);
}

void Collector::take(Piece&& piece) {
  for (const Error& error : piece.problems) cut_.insert(error.source);
  if (!failed_) {
    require(destination_.take(piece));
    report_problems_of_destination();
  }
  for (std::string& note : piece.notes) report_later(std::move(note), options_.on_note);
  for (const Error& error : piece.problems) problem(error);
  summary_.edited += piece.edited;
  summary_.updated_fields += piece.updated_fields;
  summary_.messages += piece.messages;
  summary_.errors += piece.errors;
  summary_.warnings += piece.warnings;
}

void Collector::end_batch(const EndedSources& ended, const std::vector<Error>& problems) {
  destination_.end_batch();
  for (const EndedSource& source : ended.within) end_source(source);
  for (const Error& error : problems) unreadable(error);
}

void Collector::end_input(const std::optional<EndedSource>& last, const std::vector<Error>& problems) {
  if (last) end_source(*last);
  for (const Error& error : problems) unreadable(error);
  cut_.clear();
  if (summary_.messages == messages_before_ && summary_.problems == problems_before_)
    empty_inputs_.push_back(input_);
  if (!failed_) require(destination_.end_input(summary_.problems == problems_before_));
}

// An input that could not be read is a problem, and for `check` and `report` a row as well.
void Collector::unreadable(const Error& given) {
  const Error error{given.code, given.message,
                    given.source.empty() ? input::name_in_rows(input_, options_.input) : given.source};
  problem(error);
  if (failed_ || !destination_.takes_diagnostics()) return;
  MessageInfo nowhere;
  nowhere.source = error.source;
  Diagnostic diagnostic;
  diagnostic.message = &nowhere;
  diagnostic.code =
      error.code == Error::Code::kLimit ? DiagnosticCode::kLimitHit : DiagnosticCode::kUnreadable;
  diagnostic.detail = error.message;
  const Result<bool> taken = destination_.take(diagnostic);
  if (!taken) return fail(taken.error());
  if (*taken) ++summary_.errors;
}

Result<RunSummary> Collector::finish() {
  if (!failed_) {
    require(destination_.finish());
    report_problems_of_destination();
  }
  if (failed_) return *failed_;
  Destination::WhyEmpty why = why_empty();
  if (why.is_expected) {
    summary_.nothing_found = std::move(why.sentence);
  } else if (!why.sentence.empty()) {
    note(std::move(why.sentence));
  }
  return summary_;
}

// "a.mbox", or "a.mbox and 3 more".
static std::string first_of(const std::vector<std::string>& inputs) {
  const std::string first = inputs.front() == "-" ? "standard input" : inputs.front();
  return inputs.size() == 1 ? first : first + " and " + std::to_string(inputs.size() - 1) + " more";
}

std::string Collector::known_sentence() const {
  return first_of(known_inputs_) + (known_inputs_.size() == 1 ? ": was skipped" : ": were skipped") +
         ", because the output already holds " + (known_inputs_.size() == 1 ? "it" : "them");
}

Destination::WhyEmpty Collector::why_empty() const {
  if (summary_.messages > 0 && !known_inputs_.empty()) return {known_sentence()};
  if (summary_.messages > 0) return destination_.why_empty();
  if (summary_.problems > 0) return {};
  const InputOptions& input = options_.input;
  if (empty_inputs_.empty())
    return {known_inputs_.empty() ? std::string() : known_sentence() + ", and there is nothing new"};
  // A piece of a divided job without mail is usual.
  const std::string_view why = input.range ? ": no message begins in the range of bytes" : ": holds no mail";
  return {first_of(empty_inputs_) + std::string(why), input.range || input.as_in_folder};
}

}  // namespace mimebase::run
