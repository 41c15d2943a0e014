// Prevents a run from overwriting its inputs, its other outputs, or a database with rows.
#pragma once

#include <string>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"
#include "output/place.h"

namespace mimebase::run {

// A file or folder that a run creates, replaces or extends.
struct OutputPlace {
  explicit OutputPlace(const Output& output);
  explicit OutputPlace(const OutputFolder& folder);
  OutputPlace(std::string shown_name, output::Place its_place)
      : name(std::move(shown_name)), place(std::move(its_place)) {}

  std::string name;  // for messages
  output::Place place;
  bool is_folder = false;
};

// Compares all outputs of a run with each other and with all that it reads, by identity. Call before anything
// is read. Fails with kUsage if
// - two outputs are one file, or one is inside the other;
// - an output is an input, also if it is the file that standard input reads, or mail in a folder that is an
//   input;
// - a folder is inside an input, or contains one, or contains what a symbolic link in an input leads to.
[[nodiscard]] Result<void> check_outputs(const std::vector<OutputPlace>& outputs,
                                         const std::vector<std::string>& inputs, const InputOptions& options);

// The same for the output of a command with rows. Also fails with kUsage for a database that holds rows,
// unless the run appends to it or OutputOptions::may_replace is set.
[[nodiscard]] Result<void> check_row_output(const Output& output, const std::vector<std::string>& inputs,
                                            const InputOptions& options, const RowOptions& rows);

// The same for a report, whose inputs may be databases. Fails also if the report is a file that SQLite has
// next to such a database, and as check_row_output() does if the report would replace a database.
[[nodiscard]] Result<void> check_report_output(const Output& output, const std::vector<std::string>& inputs,
                                               const InputOptions& options);

// Call when all rows are written. Checks the file to be replaced again, and removes files that an earlier
// database has left next to it. Fails with kUnwritable.
[[nodiscard]] Result<void> make_room(const Output& output, const RowOptions& options);

// Checks a run that reads all messages: its options have no filter of messages, exactly one of the outputs is
// not null, and they are separate from each other and from all that is read. `manifest` may be null.
[[nodiscard]] Result<void> check_whole_run(const RunOptions& options, const std::vector<const Output*>& files,
                                           const OutputFolder* folder, const Output* manifest,
                                           const std::vector<std::string>& inputs);

}  // namespace mimebase::run
