// Reads MessageInfo::fields back from its packed form.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"

namespace mimebase::run {

// Keeps the fields of many messages. What it returned is valid as long as the object exists.
class PackedFields {
 public:
  // `json` is what write::JsonWriter::fields() writes: an object of texts, nulls and arrays of texts. Returns
  // false, and leaves `fields` empty, for anything else. Safe for any bytes.
  [[nodiscard]] bool read(std::string_view json, std::span<const NamedField>& fields);

 private:
  std::deque<std::string> texts_;
  std::deque<std::vector<std::string_view>> values_;
  std::deque<std::vector<NamedField>> fields_;
};

}  // namespace mimebase::run
