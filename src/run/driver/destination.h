// The interface for outputs of a run: a stream of rows, a database, rewritten messages, a report, or
// extracted files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/diagnostics.h"
#include "mimebase/keys.h"
#include "mimebase/result.h"
#include "run/driver/piece.h"
#include "run/output/digest.h"

namespace mimebase::run {

// Receives the results of a run. The collector calls it in the order of the input, and never again after a
// failure. Functions that return a Result fail with kUnwritable, unless stated otherwise.
class Destination {
 public:
  Destination() = default;
  virtual ~Destination() = default;
  Destination(const Destination&) = delete;
  Destination& operator=(const Destination&) = delete;

  // Called before an input is read. Returns false if the output already holds it.
  [[nodiscard]] virtual Result<bool> begin_input(const std::string& /*input*/) { return true; }
  // Reads an input that is not mail, if this destination supports it. Returns nothing if the input must be
  // read as mail. Fails with kUnreadable.
  using Take = std::function<void(Piece piece)>;
  [[nodiscard]] virtual std::optional<Result<void>> read(const std::string& /*input*/, const Take& /*take*/) {
    return std::nullopt;
  }

  // Reports the number of messages found in the input so far, which may be ahead of the pieces.
  virtual void found(std::uint64_t /*messages*/, bool /*at_end*/) {}
  // Returns true if a piece from another process has rows and files that this destination would write. An
  // attacker may control the process.
  [[nodiscard]] virtual bool accepts(const Piece& piece) const = 0;
  [[nodiscard]] virtual Result<void> take(Piece& piece) = 0;
  virtual void end_batch() {}
  // Returns what signs for isolated processes, which have no keys; null if the run needs none.
  [[nodiscard]] virtual Signer* signer() { return nullptr; }
  // Returns false once rows would be dropped, so that messages need only be counted.
  [[nodiscard]] virtual bool wants_rows() const { return true; }
  // Returns true if the destination does not need the rest of the input.
  [[nodiscard]] virtual bool is_done() const { return false; }

  // Returns true if unreadable inputs become rows of this output.
  [[nodiscard]] virtual bool takes_diagnostics() const { return false; }
  // Returns false if a filter rejects the row.
  [[nodiscard]] virtual Result<bool> take(const Diagnostic& /*diagnostic*/) { return false; }
  // Reports that something could not be read or hit a limit.
  virtual void problem(const Error& /*error*/) {}
  // Returns sentences about what could not be written, since the last call.
  [[nodiscard]] virtual std::vector<std::string> take_problems() { return {}; }

  // Returns true if the output records the sources of the current input.
  [[nodiscard]] virtual bool wants_sources() const { return false; }
  // Returns the name of the current input if the output records it as one source, otherwise an empty string.
  [[nodiscard]] virtual std::string known_source() const { return {}; }
  [[nodiscard]] virtual Result<void> end_source(const EndedSource& /*source*/, bool /*is_whole*/) {
    return {};
  }
  // `is_whole` is true if all of the input was read.
  [[nodiscard]] virtual Result<void> end_input(bool /*is_whole*/) { return {}; }

  // Why the output lacks rows, all or some, and what would have them.
  struct WhyEmpty {
    std::string sentence = {};  // empty if it has all rows, or if no message was read
    bool is_expected = false;   // not the work of a filter: for people alone
  };
  // Call after finish().
  [[nodiscard]] virtual WhyEmpty why_empty() const { return {}; }

  // Writes remaining output.
  [[nodiscard]] virtual Result<void> finish() = 0;
};

}  // namespace mimebase::run
