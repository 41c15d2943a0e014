// Where the rows of a run go, in the order of the input: a stream of bytes, or a database.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mimebase/output.h"
#include "mimebase/run.h"
#include "run/command.h"
#include "write/database.h"

namespace mimebase::run {

// To be used by one thread at a time. All fail with kUnwritable (or kClosedPipe); after that nothing more is
// written.
class RowSink {
 public:
  virtual ~RowSink() = default;
  // An input is about to be read. False where the output holds it already, and it is to be passed over.
  [[nodiscard]] virtual Result<bool> begin_input(const std::string& input) = 0;
  // The input that begin_input() was told of has ended; `whole` if all of it was read.
  [[nodiscard]] virtual Result<void> end_input(bool whole) = 0;
  // True if end_source() is to be called for every source, in order; but for the one with the name that
  // begin_input() had, if that is a file that it could read.
  [[nodiscard]] virtual bool wants_sources() const = 0;
  // The input is a source as a whole, and not to be told of by end_source().
  [[nodiscard]] virtual bool knows_input() const = 0;
  [[nodiscard]] virtual Result<void> end_source(const write::SourceIdentity& source, bool whole) = 0;
  // RowWriter::rows() of the same format.
  [[nodiscard]] virtual Result<void> write(std::string_view rows) = 0;
  // The end: what is left to write. Output::commit() comes after it.
  [[nodiscard]] virtual Result<void> finish() = 0;
};

// `output` must outlive the sink. Fails where the output cannot take the format.
[[nodiscard]] Result<std::unique_ptr<RowSink>> make_row_sink(Command command, const RunOptions& options,
                                                             Output& output);

}  // namespace mimebase::run
