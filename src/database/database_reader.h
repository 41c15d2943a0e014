// Reads the rows of a database that a run has made, message by message, in the run's order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "database/sqlite.h"
#include "mimebase/result.h"
#include "mimebase/visitor.h"
#include "write/row_arena.h"

namespace mimebase::database {

// Reads a database and passes its rows to a Visitor.
class DatabaseReader {
 public:
  // Fails if `file` is not a database of this schema version, or if it changes while it is read.
  [[nodiscard]] static Result<DatabaseReader> open(const std::string& file);

  // Passes the diagnostics of whole sources to `visitor`; the number of their message is 0.
  [[nodiscard]] Result<void> visit_sources(Visitor& visitor);
  // Goes to the next message. Returns false after the last one.
  [[nodiscard]] Result<bool> next();
  // The message, until the next call of next() or visit().
  [[nodiscard]] const MessageInfo& message() const { return message_; }
  // Passes the message's entities, diagnostics and references, as far as stored, to `visitor`. Must be called
  // at most once per message. Views are valid during their call only.
  [[nodiscard]] Result<void> visit(Visitor& visitor);
  // The number of occurrences that the current link's row stands for; more than 1 only for rows of --unique.
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  [[nodiscard]] bool prepare();
  void visit_entities(Visitor& visitor, std::int64_t message);
  void read_chain(std::uint64_t entity);
  void visit_links(Visitor& visitor, std::int64_t message);
  void visit_diagnostics(Visitor& visitor, Statement& rows);
  [[nodiscard]] bool failed() const;

  Connection connection_;
  Statement messages_, entities_, candidates_, links_, diagnostics_, of_sources_;
  MessageInfo message_;
  std::vector<Candidate> chain_;
  std::unique_ptr<RowArena> chain_texts_ = std::make_unique<RowArena>();
  std::uint64_t count_ = 1;
};

}  // namespace mimebase::database
