// A thread that reads a store while its batches are worked on.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "input/store.h"

namespace mimebase::input {

class ReadAhead {
 public:
  // A batch, and what went wrong on the way to it; without a batch, the end.
  struct Piece {
    std::optional<Batch> batch = {};
    std::vector<Error> problems = {};
    std::uint64_t done = 0;  // Store::done() then
  };

  // From start() on, store and context are the thread's until this is destroyed; but for Context::stop.
  ReadAhead(Context& context, Store& store) : context_(context), store_(store) {}
  // Stops the thread, also where it waits for a pipe.
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // False if there is no thread to be had.
  [[nodiscard]] bool start();

  // Waits for what is next. Not to be called again behind the end.
  [[nodiscard]] Piece next();

 private:
  void run();
  [[nodiscard]] Piece read_piece();

  Context& context_;
  Store& store_;
  std::thread thread_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Piece> ready_;
  std::size_t ready_bytes_ = 0;  // of the records in `ready_`
};

}  // namespace mimebase::input
