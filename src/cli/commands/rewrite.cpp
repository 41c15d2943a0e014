#include <unistd.h>
#include <algorithm>
#include <optional>
#include <utility>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/run_command.h"
#include "cli/terminal.h"
#include "mimebase/output.h"
#include "process/signals_held.h"

namespace mimebase::cli {
namespace {

Result<void> check_rewrite(Arguments& arguments) {
  const RewriteOptions& rewrite = arguments.rewrite;
  const bool edits = !rewrite.only.empty() || rewrite.cid_to_location || rewrite.drop_bases ||
                     rewrite.unwrap || rewrite.annotate || rewrite.break_signatures || rewrite.keep_dkim ||
                     arguments.wrapping || arguments.untemplate || !arguments.map.empty() ||
                     !arguments.manifest.empty();
  if (!arguments.undo.empty() && (arguments.inputs.size() > 1 || edits))
    return Error{Error::Code::kUsage, "--undo takes only one INPUT, and no option that edits"};
  if (!arguments.undo.empty() && arguments.run.input.kind == InputKind::kWarc)
    return Error{Error::Code::kUsage, "--undo does not apply to WARC files, which are never rewritten"};
  return {};
}

// The outputs of `rewrite`, which are committed together.
struct RewriteOutputs {
  std::optional<Output> output, manifest;
  std::optional<OutputFolder> folder;

  [[nodiscard]] Result<void> open(const Arguments& arguments, const std::vector<std::string>& inputs);
  [[nodiscard]] RewriteTarget target() {
    return {output ? &*output : nullptr, folder ? &*folder : nullptr, manifest ? &*manifest : nullptr};
  }
  [[nodiscard]] Result<void> commit();
};

Result<void> RewriteOutputs::open(const Arguments& arguments, const std::vector<std::string>& inputs) {
  const bool reads_folder = std::any_of(inputs.begin(), inputs.end(), is_folder);
  const bool to_folder = reads_folder || arguments.output.ends_with('/') || is_folder(arguments.output);
  if (to_folder && arguments.output == "-")
    return Error{Error::Code::kUsage, "an INPUT is a folder: give a folder for its messages with -o DIR"};
  if (Result<void> checked =
          check_are_separate({arguments.output, arguments.manifest, arguments.undo, arguments.map});
      !checked)
    return checked;
  const SignalsHeld held(ending_signals());
  std::vector<std::string> unfinished;
  if (to_folder) {
    Result<OutputFolder> opened = OutputFolder::open(arguments.output, arguments.force);
    if (!opened) return opened.error();
    unfinished.push_back(opened->unfinished());
    folder = std::move(*opened);
  } else {
    // A document can have any ending, such as .csv or .json.
    Result<PathFormat> compression = format_from_path(arguments.output);
    if (!compression) compression = format_from_path(arguments.output, Format::kText);
    if (!compression) return compression.error();
    Result<Output> opened = Output::open(arguments.output, {compression->gzip, false});
    if (!opened) return opened.error();
    unfinished.push_back(opened->unfinished());
    output = std::move(*opened);
  }
  if (!arguments.manifest.empty()) {
    Result<Output> opened = Output::open(arguments.manifest);
    if (!opened) return opened.error();
    unfinished.push_back(opened->unfinished());
    manifest = std::move(*opened);
  }
  end_on_signals(std::move(unfinished));
  return {};
}

// Commits the manifest first, because edits cannot be undone without it.
Result<void> RewriteOutputs::commit() {
  Result<void> done;
  if (manifest) done = manifest->commit();
  if (done && output) done = output->commit();
  if (done && folder) done = folder->commit();
  return done;
}

int end_of_rewrite(const Error& error) {
  const int status = fail(error);
  return error.code == Error::Code::kUnreadable ? kNotAllRead : status;
}

int undo_command(const Arguments& arguments, const std::string& input) {
  RewriteOutputs outputs;
  Result<void> done = outputs.open(arguments, {input});
  if (done) done = undo_rewrite(arguments.undo, input, outputs.target());
  if (done) done = outputs.commit();
  return done ? kAllRead : end_of_rewrite(done.error());
}

int rewrite_command(const Arguments& arguments) {
  const std::vector<std::string> inputs = inputs_of(arguments);
  if (!arguments.undo.empty()) return undo_command(arguments, inputs.front());
  RewriteOutputs outputs;
  if (Result<void> opened = outputs.open(arguments, inputs); !opened) return end_of_rewrite(opened.error());
  RunReport report(arguments, inputs, isatty(STDERR_FILENO) != 0 && arguments.output != "-");
  report.options.input.any_is_message = true;
  const Result<RunSummary> summary = run_rewrite(inputs, report.options, arguments.rewrite, outputs.target());
  report.end(summary);
  if (!summary) return end_of_rewrite(summary.error());
  if (summary->messages == 0 && summary->problems > 0) return kNotAllRead;  // there is no output to keep
  if (Result<void> committed = outputs.commit(); !committed) return end_of_rewrite(committed.error());
  if (summary->updated_fields > 0 && !arguments.quiet) {
    complain(std::to_string(summary->updated_fields) + " Content-Length or Content-MD5 fields were updated");
  }
  return summary->problems > 0 ? kNotAllRead : kAllRead;
}

}  // namespace

const Command kRewrite = {
    options::kRewrite,
    "Write the same messages with absolute URLs (a filter)",
    "[INPUT...]",
    {"mimebase rewrite message.eml", "mimebase rewrite --manifest edits.jsonl -o absolute.eml message.eml",
     "mimebase rewrite --undo edits.jsonl absolute.eml"},
    check_rewrite,
    rewrite_command,
    "; rewrite makes relative references absolute, and changes no other URL"};

}  // namespace mimebase::cli
