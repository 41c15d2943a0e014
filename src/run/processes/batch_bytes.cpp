#include "run/processes/batch_bytes.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run/driver/bytes.h"

namespace mimebase::run {

// A record with the sizes of its parts. The bytes of all records follow the heads, in order.
struct RecordHead {
  std::uint64_t source = 0, number = 0, offset = 0, bytes_offset = 0;
  std::uint64_t before = 0, bytes = 0, after = 0;
  bool truncated = false, incomplete = false;
  RecordKind kind = RecordKind::kMail;
  std::string content_type = {}, retrieval_url = {};
};
template <>
struct LastOf<RecordKind> {
  static constexpr RecordKind value = RecordKind::kDocument;
};

struct Heads {
  std::vector<std::string> sources;
  std::vector<RecordHead> records;
};

namespace {

// Returns all bytes of a record. Its parts are contiguous, and usually so are the records of a batch. An
// empty part may point anywhere.
std::string_view all_of(const Record& record) {
  const std::string_view first = !record.before.empty()  ? record.before
                                 : !record.bytes.empty() ? record.bytes
                                                         : record.after;
  return {first.data(), record.before.size() + record.bytes.size() + record.after.size()};
}

}  // namespace

BatchBytes::BatchBytes(const Batch& batch) : parts_(1) {
  Heads heads;
  for (const Record& record : batch.records()) {
    if (heads.sources.empty() || heads.sources.back() != record.source)
      heads.sources.emplace_back(record.source);
    const std::string_view all = all_of(record);
    heads.records.push_back({heads.sources.size() - 1, record.number, record.offset, record.bytes_offset,
                             record.before.size(), record.bytes.size(), record.after.size(), record.truncated,
                             record.incomplete, record.kind, std::string(record.content_type),
                             std::string(record.retrieval_url)});
    std::string_view& last = parts_.back();
    if (parts_.size() > 1 && last.data() + last.size() == all.data()) {
      last = {last.data(), last.size() + all.size()};
    } else {
      parts_.push_back(all);
    }
  }
  const std::string head = written(heads);
  const std::uint64_t size = head.size();
  head_.assign(reinterpret_cast<const char*>(&size), sizeof(size));
  head_ += head;
  parts_[0] = head_;
  sources_ = std::move(heads.sources);
}

std::uint64_t record_bytes_in(std::string_view batch) {
  std::uint64_t size = 0;
  if (batch.size() < sizeof(size)) return 0;
  std::memcpy(&size, batch.data(), sizeof(size));
  batch.remove_prefix(sizeof(size));
  return batch.size() - std::min<std::uint64_t>(size, batch.size());
}

std::optional<Batch> batch_from(std::string owned) {
  const auto kept = std::make_shared<std::string>(std::move(owned));
  std::string_view bytes = *kept;
  std::uint64_t size = 0;
  if (bytes.size() < sizeof(size)) return std::nullopt;
  std::memcpy(&size, bytes.data(), sizeof(size));
  bytes.remove_prefix(sizeof(size));
  const auto heads = std::make_shared<std::optional<Heads>>(read_back<Heads>(bytes.substr(0, size)));
  if (!*heads || size > bytes.size()) return std::nullopt;
  bytes.remove_prefix(size);
  std::vector<Record> records;
  for (const RecordHead& head : (*heads)->records) {
    if (head.source >= (*heads)->sources.size()) return std::nullopt;
    Record& record = records.emplace_back();
    record.source = (*heads)->sources[head.source];
    record.number = head.number;
    record.offset = head.offset;
    record.bytes_offset = head.bytes_offset;
    record.truncated = head.truncated;
    record.incomplete = head.incomplete;
    record.kind = head.kind;
    record.content_type = head.content_type;
    record.retrieval_url = head.retrieval_url;
    for (const auto& [part, part_size] :
         {std::pair(&record.before, head.before), {&record.bytes, head.bytes}, {&record.after, head.after}}) {
      if (part_size > bytes.size()) return std::nullopt;
      *part = bytes.substr(0, part_size);
      bytes.remove_prefix(part_size);
    }
  }
  if (!bytes.empty()) return std::nullopt;
  Batch batch(kept, std::move(records));
  batch.keep(heads);
  return batch;
}

}  // namespace mimebase::run
