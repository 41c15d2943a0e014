// The base and the chain of candidates of an entity as a reader sees them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mimebase/model.h"
#include "readers/reader.h"

namespace mimebase::readers {

// Applies the reader that AnalyzeOptions::reader names to the rows of `tree`.
class ReaderChain {
 public:
  // `message` must outlive this object.
  explicit ReaderChain(message::AnalysedMessage& message)
      : reader_(make_reader(message.options().reader, message)) {}

  // The row of the i-th entity with the reader's base, or as it is if there is no reader. A base that is no
  // candidate, such as the URL of the file, is a retrieval URL. Valid until the next call, and as long as
  // `row`.
  const Entity& applied(const Entity& row, int i);

 private:
  std::unique_ptr<Reader> reader_;
  Entity row_;
  std::string base_;
  std::vector<Candidate> chain_;
};

}  // namespace mimebase::readers
