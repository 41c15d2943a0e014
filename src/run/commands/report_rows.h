// What a report counts and keeps of messages, which an analysis or a database describes.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "run/commands/report_stream.h"
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
  // From now on messages are only counted: for a process, whose copy of the room does not change.
  void stop_keeping() { is_full_ = true; }

 private:
  [[nodiscard]] bool is_kept(const MessageInfo& message);

  const ReportRoom& room_;
  bool is_full_ = false;
  ReportStream data_;
  ReportedMessage message_;
};

}  // namespace mimebase::run
