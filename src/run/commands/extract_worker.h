// Messages in, the files that they become out: what one thread or process of `extract` does.
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

// Which message of an input is wanted.
class Wanted {
 public:
  // Its number as it is read, 1, 2, ..., or its Message-ID; empty: all.
  Wanted(const std::string& message, const Limits& limits);

  [[nodiscard]] bool all() const { return !number_ && !id_; }
  [[nodiscard]] bool is(const Record& record, std::uint64_t number);

 private:
  const Limits& limits_;
  std::optional<std::uint64_t> number_;
  std::optional<std::string> id_;
  walk::Parser parser_;
};

class ExtractWorker : public BatchWorker, private FileVisitor {
 public:
  // `analyze` must outlive this.
  ExtractWorker(const AnalyzeOptions& analyze, const ExtractOptions& options, const std::string& wanted)
      : wanted_(wanted, analyze.limits), extractor_(analyze, options) {}

 private:
  void read(const Record& record) override;
  void file(const ExtractedFile& file) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override;

  Wanted wanted_;
  Extractor extractor_;
  bool has_found_ = false;  // the one that is wanted
};

}  // namespace mimebase::run
