#include "input/read_ahead.h"

#include <exception>
#include <system_error>
#include <utility>

namespace mimebase::input {
namespace {

// The thread waits while so many bytes are ready: memory stays flat however slow the workers are.
constexpr std::size_t kMostBytes = std::size_t{4} << 20;

std::size_t bytes_of(const std::optional<Batch>& batch) {
  std::size_t bytes = 0;
  if (!batch) return bytes;
  for (const Record& record : batch->records()) {
    bytes += record.before.size() + record.bytes.size() + record.after.size();
  }
  return bytes;
}

}  // namespace

bool ReadAhead::start() {
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard lock(mutex_);
    context_.stop.ask();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

ReadAhead::Piece ReadAhead::read_piece() {
  Piece piece;
  try {
    piece.batch = store_.next();
  } catch (const std::exception& error) {  // of the standard library, for want of memory
    piece.batch = std::nullopt;
    context_.problems.push_back(read_error(context_.called(context_.input), error.what()));
  }
  piece.problems = context_.take_problems(!piece.batch);
  piece.done = store_.done();
  return piece;
}

void ReadAhead::run() {
  bool at_end = false;
  while (!at_end) {
    Piece piece = read_piece();
    at_end = !piece.batch;
    const std::size_t bytes = bytes_of(piece.batch);
    std::unique_lock lock(mutex_);
    changed_.wait(
        lock, [&] { return ready_.empty() || ready_bytes_ + bytes <= kMostBytes || context_.stop.asked(); });
    if (context_.stop.asked()) return;
    ready_bytes_ += bytes;
    ready_.push_back(std::move(piece));
    lock.unlock();
    changed_.notify_all();
  }
}

ReadAhead::Piece ReadAhead::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !ready_.empty(); });
  Piece piece = std::move(ready_.front());
  ready_.pop_front();
  ready_bytes_ -= bytes_of(piece.batch);
  lock.unlock();
  changed_.notify_all();
  return piece;
}

}  // namespace mimebase::input
