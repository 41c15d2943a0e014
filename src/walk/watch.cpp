#include "walk/watch.h"

namespace mimebase::walk {
namespace {

thread_local const Watch* current = nullptr;

void note(std::uint64_t place) {
  if (current != nullptr && current->at != nullptr) current->at->store(place, std::memory_order_release);
}

}  // namespace

void set_watch(const Watch* watch) {
  current = watch;
}

std::string_view skip_reason(int entity) {
  if (current == nullptr) return {};
  for (const Watch::Skipped& skipped : current->skipped) {
    if (skipped.entity == entity) return skipped.why;
  }
  return current->all_skipped_because;
}

WatchPaused::WatchPaused() : watch_(current) {
  current = nullptr;
}

WatchPaused::~WatchPaused() {
  current = watch_;
}

Watched::Watched(int entity) {
  note(static_cast<std::uint64_t>(entity) + 1);
}

Watched::~Watched() {
  note(0);
}

}  // namespace mimebase::walk
