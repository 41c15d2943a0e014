#include "run/commands/extract_worker.h"

#include <charconv>
#include <utility>

#include "extract/document.h"
#include "walk/field_text.h"

namespace mimebase::run {

SelectedMessage::SelectedMessage(const std::string& message, const Limits& limits) : limits_(limits) {
  if (message.empty()) return;
  const char* const end = message.data() + message.size();
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(message.data(), end, number);
  if (error == std::errc() && rest == end) {
    number_ = number;
  } else {
    id_ = walk::bracketed_id(message).value_or(message);
  }
}

bool SelectedMessage::is(const Record& record, std::uint64_t number) {
  if (number_) return number == *number_;
  return !id_ || parser_.parse(record.bytes, limits_).envelope().message_id == *id_;
}

void ExtractWorker::read(const Record& record) {
  if (has_found_ || !selected_.is(record, number_in_input())) return;
  has_found_ = !selected_.all();
  if (!is_skipped(record, *this)) extractor_.files(record, *this);
  ++piece_.messages;
}

void ExtractWorker::file(const ExtractedFile& file) {
  ExtractedPiece& piece = piece_.as<ExtractResults>().files.emplace_back();
  piece.number = number_in_input();
  piece.path = file.path;
  piece.media_type = file.media_type;
  piece.charset = file.charset;
  piece.bytes = file.bytes;
  piece.part = file.part;
  piece.url = file.url;
  const MessageInfo& message = *file.message;
  for (const auto& [to, from] : {std::pair(&piece.date, &message.date),
                                 {&piece.from, &message.from},
                                 {&piece.subject, &message.subject}}) {
    if (*from) to->emplace(**from);
  }
  piece_.bytes += sizeof(piece) + piece.bytes.size();
  if (piece_.bytes >= kPieceBytes) end_piece(false);
}

void ExtractWorker::problem(const MessageInfo& message, std::string_view part, std::string_view what) {
  cut_part(message, part, what);
}

}  // namespace mimebase::run
