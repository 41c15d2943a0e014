#include "run/commands/report_worker.h"

namespace mimebase::run {

void ReportWorker::read(const Record& record) {
  if (!is_skipped(record, *this)) analyzer_.all(record, *this);
  rows_.end_message(piece_);
}

void ReportWorker::unreadable(const MessageInfo& message, std::string_view what) {
  diagnostic(unread(message, what));
  cut_short(message, what);
}

}  // namespace mimebase::run
