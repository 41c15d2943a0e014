// Helpers for the tests of this station: an output whose bytes are read again, and batches of words.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.h"
#include "mimebase/output.h"
#include "mimebase/run.h"
#include "support.h"

namespace mimebase::test {

// A file that is being written, and its folder.
class Written {
 public:
  explicit Written(const std::string& name = "rows")
      : path_(folder_.path(name)), output_(std::make_unique<Output>(*Output::open(path_))) {}

  [[nodiscard]] Output& output() { return *output_; }
  // Commits the output and returns its bytes.
  [[nodiscard]] std::string bytes() {
    REQUIRE(output_->commit());
    return read_file(path_);
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Folder& folder() const { return folder_; }

 private:
  Folder folder_;
  std::string path_;
  std::unique_ptr<Output> output_;
};

inline Record record(std::uint64_t number, std::string_view bytes = {}, std::string_view source = "box") {
  Record out;
  out.source = source;
  out.number = number;
  out.offset = 100 * number;
  out.bytes = bytes;
  return out;
}

// Reports a diagnostic in a message.
inline void find_in(const Record& record, Visitor& visitor, const std::string& detail) {
  MessageInfo info;
  info.source = record.source;
  info.number = record.number;
  Diagnostic diagnostic;
  diagnostic.message = &info;
  diagnostic.code = DiagnosticCode::kNoBase;
  diagnostic.detail = detail;
  visitor.diagnostic(diagnostic);
}

// Returns the message numbers in rows of JSON Lines, in order, without duplicates.
inline std::vector<std::uint64_t> messages_of(std::string_view rows) {
  constexpr std::string_view kKey = "\"message\":";
  std::vector<std::uint64_t> numbers;
  for (std::size_t at = 0; (at = rows.find(kKey, at)) != std::string_view::npos;) {
    at += kKey.size();
    const std::uint64_t number = std::stoull(std::string(rows.substr(at, 20)));
    if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace mimebase::test
