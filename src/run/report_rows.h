// What a report keeps of messages, out of what is told of them: by an analysis, or by a database.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "page/message_data.h"
#include "run/piece.h"

namespace mimebase::run {

// What of a report's page is filled already: then messages are counted, and not kept.
struct ReportRoom {
  std::uint64_t rows = 0;  // references that the page may hold
  std::atomic<bool> is_full = false;
};

class ReportRows {
 public:
  // `room` must outlive this.
  explicit ReportRows(const ReportRoom& room) : room_(room) {}

  void entity(const Entity& entity, Piece& piece);
  // `count` links like this one; `domain` is the registrable one of its host.
  void link(const Link& link, std::string_view domain, std::uint64_t count, Piece& piece);
  void diagnostic(const Diagnostic& diagnostic, Piece& piece);
  // Ends the message that was told of. To be called once for each.
  void end_message(Piece& piece);
  // The room is full: of a process that has a copy of it.
  void be_full() { is_full_ = true; }

 private:
  [[nodiscard]] bool is_kept(const MessageInfo& message);

  const ReportRoom& room_;
  bool is_full_ = false;
  page::MessageData data_;
  ReportedMessage message_;
};

}  // namespace mimebase::run
