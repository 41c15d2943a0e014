// Counts and keeps the rows of messages for a report. They come from an analysis or a database.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "database/sqlite_writer.h"
#include "mimebase/visitor.h"
#include "page/danger.h"
#include "run/commands/row_defanger.h"
#include "run/driver/piece.h"

namespace mimebase::run {

// Whether a report's page has room. Once it is full, messages are only counted. A worker process has its own
// copy, and is told when the page is full.
struct ReportRoom {
  std::uint64_t rows = 0;  // maximum number of references
  bool defang = false;     // URLs and hosts
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

// Adds the rows of one message after another to a piece: to its counts and, packed, to its rows. If there is
// no room for all rows, those that are dangerous follow the first ones.
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
  // Rows of one kind that the page may hold, of one message.
  struct Kept {
    std::uint64_t harmless = 0, dangerous = 0;
  };
  // Returns true if the message's next row is kept, and counts it.
  [[nodiscard]] bool is_kept(const MessageInfo& message, page::Danger danger, Kept& kept);
  // Returns the row as the page shows it. Valid until the next call.
  template <typename Row>
  [[nodiscard]] const Row& shown(const Row& row) {
    return room_.defang ? defanger_.copy(row) : row;
  }
  // Keeps the last link after all, if it is dangerous.
  void keep_last_link();
  void end_rows();
  void end_chunk();
  [[nodiscard]] std::size_t chunk_bytes() const { return chunk_.size() + rows_.rows().size(); }
  [[nodiscard]] ReportResults& results() { return to_.as<ReportResults>(); }

  const ReportRoom& room_;
  Piece& to_;
  Kept entities_, links_, diagnostics_;
  bool has_last_link_ = false;  // and it may have more comparisons and diagnostics
  bool has_kept_last_link_ = false;
  std::string last_part_;
  std::optional<std::uint64_t> last_start_;
  // Parts and starts of dangerous diagnostics before their links, as in a database.
  std::set<std::pair<std::string, std::uint64_t>> dangerous_places_;
  RowDefanger defanger_;
  database::SqliteWriter rows_;       // the end of the last chunk
  database::SqliteWriter last_link_;  // if it is not kept
  std::string chunks_, chunk_;        // the chunks before, and the beginning of the last one
  Domains domains_;
  ReportedMessage message_;
};

}  // namespace mimebase::run
