#include "run/source_digests.h"

#include <utility>

namespace mimebase::run {

bool SourceDigests::is_next(const Record& record) const {
  return !source_ || record.source != source_->name || record.number <= number_;
}

void SourceDigests::add(std::string_view bytes) {
  source_->size_bytes += bytes.size();
  digest_->add(bytes);
}

SourceDigests::Ended SourceDigests::pass(const Batch& batch) {
  Ended ended;
  const Record* const first = &batch.records().front();
  for (const Record& record : batch.records()) {
    if (is_next(record)) {
      std::optional<EndedSource> source = finish();
      if (&record == first) {
        ended.before = std::move(source);
      } else if (source) {
        ended.within.push_back(std::move(*source));
      }
      if (record.source == known_) continue;
      source_.emplace().name = record.source;
      digest_.emplace();
    }
    for (const std::string_view bytes : {record.before, record.bytes, record.after}) add(bytes);
    number_ = record.number;
  }
  return ended;
}

// Of a container the entry is cut that is being read: "box.tar!1.eml" in "box.tar".
void SourceDigests::cut(const std::string& source) {
  cut_.insert(source);
  if (source_ && source_->name.starts_with(source + '!')) source_->whole = false;
}

std::optional<EndedSource> SourceDigests::finish() {
  if (source_) {
    source_->digest = digest_->hex();
    source_->whole = source_->whole && !cut_.contains(source_->name);
  }
  digest_.reset();
  return std::exchange(source_, std::nullopt);
}

}  // namespace mimebase::run
