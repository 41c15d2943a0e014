// Reads the values of rows back that are packed as JSON: MessageInfo::fields and Comparison::readers.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"

namespace mimebase::run {

// Keeps the values of many rows. Its results are valid as long as the object exists. Each function
// returns false, and leaves its result unchanged, for anything that write::JsonWriter does not write. Safe
// for any bytes.
class PackedJson {
 public:
  // `json` is what JsonWriter::fields() writes: an object of texts, nulls and arrays of texts.
  [[nodiscard]] bool read(std::string_view json, std::span<const NamedField>& fields);
  // `json` is what JsonWriter::readers() writes: an object from names of readers to {"url": ...},
  // {"part": ...} or null.
  [[nodiscard]] bool read(std::string_view json, std::span<const ReaderOpens>& readers);

 private:
  [[nodiscard]] std::string_view keep(std::string_view text) { return texts_.emplace_back(text); }

  std::deque<std::string> texts_;
  std::deque<std::vector<std::string_view>> values_;
  std::deque<std::vector<NamedField>> fields_;
  std::deque<std::vector<ReaderOpens>> readers_;
};

}  // namespace mimebase::run
