// The worker of `extract`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/extract.h"
#include "run/batch_worker.h"
#include "walk/message.h"
#include "walk/parser.h"

namespace mimebase::run {

// The message that --message selects.
class SelectedMessage {
 public:
  // `message` is the message's number in the input, counted from 1, or its Message-ID. If it is empty, all
  // messages are selected. `limits` must outlive the object.
  SelectedMessage(const std::string& message, const Limits& limits);

  // Returns true if all messages are selected.
  [[nodiscard]] bool all() const { return !number_ && !id_; }
  // Returns true if the record with this number is selected.
  [[nodiscard]] bool is(const Record& record, std::uint64_t number);

 private:
  const Limits& limits_;
  std::optional<std::uint64_t> number_;
  std::optional<std::string> id_;
  walk::Parser parser_;
};

// Turns messages into files.
class ExtractWorker : public BatchWorker, private FileVisitor {
 public:
  // `analyze` must outlive the object.
  ExtractWorker(const AnalyzeOptions& analyze, const ExtractOptions& options, const std::string& wanted)
      : selected_(wanted, analyze.limits), extractor_(analyze, options) {}

 private:
  void read(const Record& record) override;
  void file(const ExtractedFile& file) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override;

  SelectedMessage selected_;
  Extractor extractor_;
  bool has_found_ = false;  // the selected message was found
};

}  // namespace mimebase::run
