// Reads Comparison::readers back from its packed form.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"

namespace mimebase::run {

// Keeps what readers open for many rows. What it returned is valid as long as the object exists.
class PackedReaders {
 public:
  // `json` is what write::JsonWriter::readers() writes: an object from names of readers to {"url": ...},
  // {"part": ...} or null. Returns false, and leaves `readers` unchanged, for anything else. Safe for any
  // bytes.
  [[nodiscard]] bool read(std::string_view json, std::span<const ReaderOpens>& readers);

 private:
  std::deque<std::string> texts_;
  std::deque<std::vector<ReaderOpens>> rows_;
};

}  // namespace mimebase::run
