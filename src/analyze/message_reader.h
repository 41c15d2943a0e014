// Reads messages for links, the tree or diagnostics.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "analyze/features.h"
#include "message/analysed_message.h"
#include "mimebase/options.h"
#include "mimebase/record.h"
#include "mimebase/visitor.h"
#include "walk/parser.h"

namespace mimebase::analysis {

// The results that a call asks for.
enum Wanted : unsigned { kLinks = 1, kTree = 2, kCheck = 4, kComparisons = 8, kAll = 16 };

// Reads messages one after another, and reuses its buffers.
struct MessageReader {
  // `make` gets the options that the features may refer to. Without it, there are no features.
  using MakeFeatures = std::unique_ptr<Features> (*)(const AnalyzeOptions& options);
  explicit MessageReader(AnalyzeOptions given, MakeFeatures make = nullptr)
      : options(std::move(given)), workspace(options), features(make != nullptr ? make(options) : nullptr) {}

  // With `kept`, parses the message only if it has no value, and stores the result there.
  void read(const Record& record, Visitor& visitor, Wanted wanted,
            std::optional<walk::Message>* kept = nullptr);

  AnalyzeOptions options;
  walk::Parser parser;
  message::Workspace workspace;
  std::unique_ptr<Features> features;  // serve all messages; may be null
};

}  // namespace mimebase::analysis
