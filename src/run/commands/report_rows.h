// Counts and keeps the rows of messages for a report. They come from an analysis or a database.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "database/sqlite_writer.h"
#include "mimebase/analyze.h"
#include "run/piece.h"

namespace mimebase::run {

// Whether a report's page has room. Once it is full, messages are only counted. A worker process has its own
// copy, and is told when the page is full.
struct ReportRoom {
  std::uint64_t rows = 0;  // maximum number of references
  bool is_full = false;
};

// Determines the registrable domains of hosts, and keeps recent ones.
class Domains {
 public:
  // Returns an empty string if there is no host. The view is valid until the next call.
  [[nodiscard]] std::string_view of(std::optional<std::string_view> host);

 private:
  std::map<std::string, std::string, std::less<>> domains_;  // by host
};

// Adds the rows of one message after another to a piece: to its counts and, packed, to its rows.
class ReportRows : public Visitor {
 public:
  // Both arguments must outlive the object.
  ReportRows(const ReportRoom& room, Piece& piece) : room_(room), to_(piece) {}

  void entity(const Entity& entity) override;
  void link(const Link& link) override { links(link, 1); }
  void diagnostic(const Diagnostic& diagnostic) override;
  // Must follow its link.
  void comparison(const Comparison& comparison) override;
  // Adds `count` equal links.
  void links(const Link& link, std::uint64_t count);
  // Must be called once per message, after its rows.
  void end_message();

 private:
  // Returns true if the message's next row is kept.
  [[nodiscard]] bool is_kept(const MessageInfo& message);
  [[nodiscard]] ReportResults& results() { return to_.as<ReportResults>(); }

  const ReportRoom& room_;
  Piece& to_;
  bool has_kept_link_ = false;  // the last link
  std::uint64_t links_ = 0;     // kept ones of the message
  database::SqliteWriter rows_;
  Domains domains_;
  ReportedMessage message_;
};

}  // namespace mimebase::run
