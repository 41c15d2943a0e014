// What a run knows about the documents of the message that the current thread reads: which of them ended a
// process before, and where to note which one is being read. A document is an attachment in a format other
// than MIME and text, such as PDF, an Office file or a file of Outlook. Without a run there is no watch.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/for_archive.h"

namespace mimebase::walk {

struct Watch {
  // A document that is not read, because it ended a process.
  struct Skipped {
    int entity = -1;
    std::string why;
  };
  std::vector<Skipped> skipped = {};
  std::string all_skipped_because = {};  // why none is read; empty if the others are
  // Receives the entity whose document is being read, plus 1, and otherwise 0. May be null.
  std::atomic<std::uint64_t>* at = nullptr;
};

// Sets the watch of the current thread, or null. It must outlive its use.
MIMEBASE_FOR_ARCHIVE void set_watch(const Watch* watch);
// The reason why the document of an entity is not read; empty if it is read.
[[nodiscard]] std::string_view skip_reason(int entity);

// For tests: called with the bytes of every document before it is opened.
inline void (*before_document)(std::string_view bytes) = nullptr;

// Suspends the watch of the current thread, while a message inside a document is read: its entities are not
// those that the watch knows.
class WatchPaused {
 public:
  WatchPaused();
  ~WatchPaused();
  WatchPaused(const WatchPaused&) = delete;
  WatchPaused& operator=(const WatchPaused&) = delete;

 private:
  const Watch* const watch_;
};

// Notes that the document of an entity is being read.
class Watched {
 public:
  explicit Watched(int entity);
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
};

}  // namespace mimebase::walk
