// Where the results of a run go. Each kind of output is one implementation of Destination: a stream of rows,
// a database, rewritten messages, a report, extracted files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/diagnostics.h"
#include "mimebase/result.h"
#include "run/digest.h"
#include "run/piece.h"

namespace mimebase::run {

// The collector calls a destination in the order of the input, and not again after a call has failed. All
// calls that return a Result fail with kUnwritable, unless stated otherwise.
class Destination {
 public:
  Destination() = default;
  virtual ~Destination() = default;
  Destination(const Destination&) = delete;
  Destination& operator=(const Destination&) = delete;

  // An input is about to be read. Returns false if the output holds it already.
  [[nodiscard]] virtual Result<bool> begin_input(const std::string& /*input*/) { return true; }
  // Reads an input that is no mail, if this destination takes such inputs. Returns nothing if it is to be
  // read as mail. Fails with kUnreadable.
  using Take = std::function<void(Piece piece)>;
  [[nodiscard]] virtual std::optional<Result<void>> read(const std::string& /*input*/, const Take& /*take*/) {
    return std::nullopt;
  }

  // The number of messages that were found in the input so far. It may be ahead of the pieces.
  virtual void found(std::uint64_t /*messages*/, bool /*at_end*/) {}
  // Returns true if a piece from another process has the rows and files that this destination writes. The
  // process may be controlled by an attacker.
  [[nodiscard]] virtual bool accepts(const Piece& piece) const = 0;
  [[nodiscard]] virtual Result<void> take(Piece& piece) = 0;
  virtual void end_batch() {}
  // Returns true if the rest of the input is not needed.
  [[nodiscard]] virtual bool is_done() const { return false; }

  // Returns true if inputs that cannot be read are rows of this output.
  [[nodiscard]] virtual bool takes_diagnostics() const { return false; }
  [[nodiscard]] virtual Result<void> take(const Diagnostic& /*diagnostic*/) { return {}; }
  // Something could not be read, or hit a limit.
  virtual void problem(const Error& /*error*/) {}
  // Returns sentences about what could not be written, since the last call.
  [[nodiscard]] virtual std::vector<std::string> take_problems() { return {}; }

  // Returns true if the output records the sources of the input at hand.
  [[nodiscard]] virtual bool wants_sources() const { return false; }
  // Returns the name of the input at hand if the output records it as one source, else an empty string.
  [[nodiscard]] virtual std::string known_source() const { return {}; }
  [[nodiscard]] virtual Result<void> end_source(const EndedSource& /*source*/, bool /*is_whole*/) {
    return {};
  }
  // `is_whole`: all of the input was read.
  [[nodiscard]] virtual Result<void> end_input(bool /*is_whole*/) { return {}; }

  // Writes what is left.
  [[nodiscard]] virtual Result<void> finish() = 0;
};

}  // namespace mimebase::run
