#include "run/processes/task.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/message_bound.h"
#include "run/processes/piece_bytes.h"

namespace mimebase::run {
namespace {

constexpr std::uint64_t kMaxReplyBytes = std::uint64_t{16} << 20;
// A piece ends at kPieceBytes, but it can be as long as one row, or the page of a report's message.
constexpr std::uint64_t kMaxPieceBytes = std::uint64_t{32} << 20;
// Maximum size of lasting names and sentences, in addition to kPerByte. A piece may take this much memory
// twice: for them, and for what does not last.
constexpr std::uint64_t kMaxLastingBytes = std::uint64_t{16} << 20;
// Rows repeat a long reference, and each of many short ones takes a sentence: per byte of the messages.
constexpr std::uint64_t kPerByte = 32;

// What a worker may have signed: several times as much as the limit of edits lets usual messages write. Each
// request costs a part of it.
constexpr std::uint64_t kLeastSigned = std::uint64_t{4} << 20, kSignedPerByte = 64, kSignCost = 64;

// Returns true if `name` is in `known`, at `at` or later, and moves `at` to it.
bool is_known(const std::string& name, const std::vector<std::string>& known, std::size_t& at) {
  while (at < known.size() && known[at] != name) ++at;
  return at < known.size();
}

}  // namespace

Result<void> HeldPieces::add(const process::Message& message) {
  if (Result<void> kept = rows_.add(message.bytes); !kept) return kept;
  return rows_.add(message.payload);
}

Result<void> HeldPieces::each(const std::function<void(Piece piece)>& take) {
  const Result<std::vector<std::string_view>> rows = rows_.all();
  if (!rows) return rows.error();
  for (std::size_t i = 0; i + 1 < rows->size(); i += 2) {
    std::optional<Piece> piece = piece_of((*rows)[i], std::string((*rows)[i + 1]));
    if (!piece)
      return Error{Error::Code::kUnwritable, "a temporary file does not hold what was written to it"};
    take(std::move(*piece));
  }
  return {};
}

TaskProtocol::TaskProtocol(Task& task, const Limits& limits, const Accepts& accepts, bool signs)
    : task_(task),
      limits_(limits),
      accepts_(accepts),
      done_(task.job.start),
      first_(task.job.start),
      signs_(signs),
      is_split_(task.job.source == 0 || task.job.is_split) {}

std::optional<process::Connection::Bounds> TaskProtocol::allows(process::Kind kind) const {
  if (!is_split_) {
    if (kind != MessageKind::kSplit) return std::nullopt;
    return process::Connection::Bounds{kMaxReplyBytes, 0};
  }
  if (kind == MessageKind::kSign && signs_) return process::Connection::Bounds{most_signed(), 0};
  const bool is_piece = kind == MessageKind::kPiece || kind == MessageKind::kLastPiece;
  if (!is_piece) return std::nullopt;
  const std::uint64_t bytes = std::min(task_.bytes, limits_.message_bytes);
  const std::uint64_t most = kMaxPieceBytes + kPerByte * bytes + extract_bound(limits_, bytes);
  return process::Connection::Bounds{most, most};
}

std::uint64_t TaskProtocol::most_signed() const {
  const std::uint64_t granted = kLeastSigned + kSignedPerByte * task_.bytes;
  const std::uint64_t factor = std::max<std::uint64_t>(limits_.edit_bytes / Limits().edit_bytes, 1);
  return granted > std::numeric_limits<std::uint64_t>::max() / 2 / factor ? granted : granted * factor;
}

TaskProtocol::Asked TaskProtocol::ask(const process::Message& message, SignRequest& request) {
  std::optional<SignRequest> asked = read_back<SignRequest>(message.bytes, most_signed());
  if (!asked) return Asked::kForbidden;
  request = *std::move(asked);
  signed_ += message.bytes.size() + kSignCost;
  if (signed_ <= most_signed()) return Asked::kGranted;
  return signed_ > 2 * most_signed() ? Asked::kForbidden : Asked::kRefused;
}

std::optional<SplitReply> TaskProtocol::split(const process::Message& message, std::uint64_t file_bytes) {
  std::optional<SplitReply> split = read_back<SplitReply>(message.bytes, kMaxReplyBytes);
  if (!split) return std::nullopt;
  const input::MboxPlace &from = task_.job.place, &to = split->next;
  const bool goes_on = to.begun && !to.finished;
  // Otherwise the unread rest of the file would be lost silently.
  if (to.finished && task_.reaches_end && split->problems.empty() && split->done < file_bytes)
    return std::nullopt;
  if (to.offset < from.offset || to.offset > file_bytes || to.number < from.number ||
      split->messages > file_bytes || split->messages != to.number - from.number ||
      split->done > file_bytes || (split->messages == 0 && goes_on))
    return std::nullopt;
  is_split_ = task_.job.is_split = true;
  task_.messages = split->messages;
  task_.bytes = to.offset - from.offset + split->messages;
  return split;
}

// Sources and problems are in the order of the messages, in all pieces.
bool TaskProtocol::has_known_sources(const Piece& piece) {
  const auto* const rewritten = piece.get<RewriteResults>();
  return (rewritten == nullptr || std::all_of(rewritten->sources.begin(), rewritten->sources.end(),
                                              [this](const SourceStart& start) {
                                                return is_known(start.source, task_.sources, source_);
                                              })) &&
         std::all_of(piece.problems.begin(), piece.problems.end(), [this](const Error& error) {
           return (error.code == Error::Code::kLimit || error.code == Error::Code::kUnreadable) &&
                  is_known(error.source, task_.sources, with_problem_);
         });
}

bool TaskProtocol::is_allowed(const Piece& piece, bool is_last) {
  const bool grows =
      piece.done >= done_ && piece.done <= task_.messages && (piece.is_open || is_last || piece.done > done_);
  const bool ends = !is_last || (piece.done == task_.messages && !piece.is_open);
  const bool is_counted = piece.messages <= piece.done - first_ - std::min(counted_, piece.done - first_);
  const std::uint64_t first_number = task_.job.before + done_ + 1,
                      last_number = task_.job.before + std::min(piece.done + 1, task_.messages);
  const auto* const extracted = piece.get<ExtractResults>();
  const bool has_files =
      extracted == nullptr ||
      std::all_of(extracted->files.begin(), extracted->files.end(), [&](const ExtractedPiece& file) {
        return file.number >= first_number && file.number <= last_number;
      });
  return grows && ends && is_counted && has_files && has_known_sources(piece) && accepts_(piece);
}

TaskProtocol::Taken TaskProtocol::piece(process::Message message, std::optional<Error>& error) {
  const bool is_last = message.kind == MessageKind::kLastPiece;
  const std::uint64_t bytes = message.bytes.size() + message.payload.size();
  const std::string head = std::move(message.bytes);
  const std::uint64_t most_lasting = kMaxLastingBytes + kPerByte * task_.bytes;
  std::optional<Piece> piece = piece_of(head, std::move(message.payload), most_lasting + kMaxLastingBytes);
  if (!piece || !is_allowed(*piece, is_last)) return Taken::kForbidden;
  lasting_bytes_ += lasting_bytes(*piece);
  if (lasting_bytes_ > most_lasting) return Taken::kForbidden;
  counted_ += piece->messages;
  done_ = piece->done;
  if (piece->is_open) {
    held_bytes_ += bytes;
    if (held_bytes_ > limits_.spool_bytes) return Taken::kForbidden;
    if (!held_) held_ = std::make_unique<HeldPieces>();
    message.bytes = head;
    message.payload = std::move(piece->rows);
    if (Result<void> held = held_->add(message); !held) {
      error = held.error();
      return Taken::kUnwritable;
    }
    return Taken::kTaken;
  }
  held_bytes_ = 0;
  task_.job.start = done_;
  task_.results.push_back({std::move(held_), std::move(*piece), bytes});
  task_.result_bytes += bytes;
  task_.is_whole = is_last;
  return is_last ? Taken::kComplete : Taken::kTaken;
}

std::uint64_t TaskProtocol::highest(std::uint64_t reported) {
  if (reported <= task_.messages) highest_ = std::max(highest_, reported);
  return highest_;
}

}  // namespace mimebase::run
