// The rows of a database that a run has made, message by message, as the run told them.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "database/sqlite.h"
#include "mimebase/analyze.h"
#include "mimebase/result.h"

namespace mimebase::database {

class DatabaseReader {
 public:
  // Fails where `file` is no database of this version of mimebase, or is changed meanwhile.
  [[nodiscard]] static Result<DatabaseReader> open(const std::string& file);

  // Tells of the next message: its entities, references and diagnostics, as far as they are there. False
  // behind the last one. What is said of sources as a whole is told first, of messages with the number 0.
  [[nodiscard]] Result<bool> next(Visitor& visitor);
  // The message that was told last. It lives until the next call, as all that is told lives during its call.
  [[nodiscard]] const MessageInfo& message() const { return message_; }
  // Of the link that is told: how many occurrences its row stands for, which are more than one of --unique.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  // And the registrable domain of its host; empty where it has none.
  [[nodiscard]] std::string_view domain() const { return domain_; }

 private:
  [[nodiscard]] bool prepare();
  void visit_sources(Visitor& visitor);
  void visit_entities(Visitor& visitor, std::int64_t message);
  void read_chain(std::uint64_t entity);
  void visit_links(Visitor& visitor, std::int64_t message);
  void visit_diagnostics(Visitor& visitor, Statement& rows);
  [[nodiscard]] bool failed() const;

  Connection connection_;
  Statement messages_, entities_, candidates_, links_, diagnostics_, of_sources_;
  MessageInfo message_;
  std::vector<Candidate> chain_;
  std::deque<std::string> chain_texts_;
  std::uint64_t count_ = 1;
  std::string_view domain_;
  bool has_visited_sources_ = false;
};

}  // namespace mimebase::database
