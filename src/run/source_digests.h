// Sources that no file of their own stands for (in folders, in containers, on standard input), known again by
// the bytes of their records.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/input.h"
#include "run/digest.h"

namespace mimebase::run {

// A source all of whose records were read.
struct EndedSource {
  std::string name;
  std::uint64_t size_bytes = 0;
  std::string digest;  // Digest::hex()
  bool whole = true;   // false: not all of it was read
};

class SourceDigests {
 public:
  // Sources of the name `known` are passed over.
  explicit SourceDigests(std::string_view known) : known_(known) {}

  // What ended before a batch, and in it.
  struct Ended {
    std::optional<EndedSource> before;
    std::vector<EndedSource> within;
  };
  // To be called with every batch of an input, in order.
  [[nodiscard]] Ended pass(const Batch& batch);
  // Of a source, or of what it is in, not all was read. To be called before the batch is passed that came
  // with that news, and once more behind it.
  void cut(const std::string& source);
  // At the end of the input.
  [[nodiscard]] std::optional<EndedSource> finish();

 private:
  [[nodiscard]] bool is_next(const Record& record) const;
  void add(std::string_view bytes);

  const std::string known_;
  std::optional<EndedSource> source_;  // whose records are being read; its digest comes in the end
  std::uint64_t number_ = 0;           // of its last record
  std::optional<Digest> digest_;
  std::set<std::string> cut_;
};

}  // namespace mimebase::run
