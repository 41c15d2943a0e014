#include "run/commands/edit_worker.h"

#include <algorithm>
#include <utility>

namespace mimebase::run {

void EditWorker::read(const Record& record) {
  begin(record);
  put(record.before);
  if (!is_skipped(record, *this)) rewriter_.rewrite(record, *this);
  put(record.bytes.substr(at_));
  put(record.after);
  ++piece_.messages;
}

// A source with an incomplete message is not written, because the output must not replace a complete message
// with an incomplete one.
void EditWorker::begin(const Record& record) {
  record_ = &record;
  at_ = 0;
  std::vector<SourceStart>& sources = piece_.as<RewriteResults>().sources;
  if (sources.empty() || sources.back().source != record.source)
    sources.push_back({piece_.rows.size(), std::string(record.source)});
  if (record.truncated || record.incomplete) {
    sources.back().cannot_write =
        "message " + std::to_string(record.number) +
        (record.truncated ? " is longer than --limits message allows" : " could not be read to its end");
  }
}

void EditWorker::put(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view now = bytes.substr(0, kPieceBytes - piece_.rows.size());
    piece_.rows += now;
    bytes.remove_prefix(now.size());
    if (piece_.rows.size() < kPieceBytes) continue;
    complete();
    end_piece(false);
    piece_.as<RewriteResults>().sources.push_back({0, std::string(record_->source)});
  }
}

EditedSpan EditWorker::described(const MessageInfo& message, std::string_view part) const {
  EditedSpan span;
  span.source = message.source;
  span.number = message.number;
  span.offset = message.offset;
  if (message.message_id) span.message_id.emplace(*message.message_id);
  span.part = part;
  return span;
}

void EditWorker::edit(const Edit& edit) {
  put(record_->bytes.substr(at_, edit.span.start - at_));
  at_ = edit.span.end;
  piece_.edited += edit.references;
  if (edit.reason == EditReason::kContentLength || edit.reason == EditReason::kContentMd5)
    ++piece_.updated_fields;
  if (keeps_edits_) {
    EditedSpan span = described(*edit.message, edit.part);
    span.reason = name_of(edit.reason);
    span.context = edit.context;
    span.references = edit.references;
    span.before = Range{edit.span.start + record_->bytes_offset, edit.span.end + record_->bytes_offset};
    span.at = piece_.rows.size();
    span.old_bytes = record_->bytes.substr(edit.span.start, edit.span.end - edit.span.start);
    span.new_bytes = edit.bytes;
    piece_.bytes += sizeof(span) + span.old_bytes.size() + span.new_bytes.size();
    piece_.as<RewriteResults>().edits.push_back(std::move(span));
  }
  put(edit.bytes);
}

void EditWorker::note(const EditNote& note) {
  // Empty references are frequent, and these notes report no loss: only the manifest contains them.
  const bool is_harmless = note.code == EditNoteCode::kLeftEmpty || note.code == EditNoteCode::kLeftClassName;
  if (!is_harmless) piece_.notes.push_back(problem_sentence(*note.message, note.part, note.detail));
  if (!keeps_edits_) return;
  EditedSpan span = described(*note.message, note.part);
  span.reason = name_of(note.code);
  span.references = note.references;
  span.detail = note.detail;
  piece_.as<RewriteResults>().edits.push_back(std::move(span));
}

void EditWorker::problem(const MessageInfo& message, std::string_view part, std::string_view what) {
  cut_part(message, part, what);
}

void EditWorker::unreadable(const MessageInfo& message, std::string_view what) {
  cut_short(message, what);
}

}  // namespace mimebase::run
