#include "run/driver/batch_worker.h"

#include <utility>

#include "walk/watch.h"

namespace mimebase::run {

void BatchWorker::work(const Batch& batch, const Deliver& deliver, const BatchRange& range) {
  deliver_ = &deliver;
  before_ = range.before;
  const std::vector<Record>& records = batch.records();
  walk::Watch documents{.at = range.document};
  // If a process has died of a message, what is done must not be read again with the next such message.
  const bool is_careful = !range.skipped.empty();
  walk::set_watch(&documents);
  for (done_ = range.start; done_ < records.size();) {
    if (range.at != nullptr) range.at->store(done_ + 1, std::memory_order_release);
    skip_what_ended_processes(range, documents);
    has_delivered_ = false;
    is_within_message_ = true;
    if (before_message != nullptr && skip_reason_ == nullptr) before_message(records[done_]);
    read(records[done_]);
    is_within_message_ = false;
    ++done_;
    if ((is_careful || has_delivered_ || piece_.bytes >= kPieceBytes) && done_ < records.size()) {
      complete();
      end_piece(false);
    }
  }
  if (range.at != nullptr) range.at->store(0, std::memory_order_release);
  complete();
  end_piece(true);
  walk::set_watch(nullptr);
  deliver_ = nullptr;
}

void BatchWorker::skip_what_ended_processes(const BatchRange& range, walk::Watch& documents) {
  skip_reason_ = nullptr;
  documents.skipped.clear();
  documents.all_skipped_because.clear();
  for (const BatchRange::Skipped& each : range.skipped) {
    if (each.index != done_) continue;
    if (each.document == 0) {
      skip_reason_ = &each.why;
    } else if (each.document == BatchRange::kAllDocuments) {
      documents.all_skipped_because = each.why;
    } else {
      documents.skipped.push_back({static_cast<int>(each.document) - 1, each.why});
    }
  }
}

void BatchWorker::end_piece(bool is_last) {
  has_delivered_ = true;
  piece_.done = done_;
  piece_.is_open = is_within_message_;
  if (before_piece != nullptr) before_piece(piece_);
  (*deliver_)(std::exchange(piece_, {}), is_last);
}

bool BatchWorker::is_skipped(const Record& record, Visitor& visitor) const {
  if (skip_reason_ == nullptr) return false;
  MessageInfo message;
  message.source = record.source;
  message.number = record.number;
  message.offset = record.offset;
  visitor.unreadable(message, "cannot be read to its end: " + *skip_reason_);
  return true;
}

Diagnostic BatchWorker::unread(const MessageInfo& message, std::string_view what) {
  Diagnostic unread;
  unread.message = &message;
  unread.code = DiagnosticCode::kUnreadable;
  unread.detail = what;
  return unread;
}

void BatchWorker::cut(const MessageInfo& message, Error::Code code, std::string sentence) {
  piece_.problems.push_back({code, std::move(sentence), std::string(message.source)});
}

}  // namespace mimebase::run
