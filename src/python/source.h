// The batches of all inputs, one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/input.h"
#include "mimebase/result.h"
#include "python/stream.h"

namespace mimebase::python {

// A batch, and what went wrong on the way to it; the batch may be missing.
struct Step {
  std::optional<Batch> batch;
  std::vector<Error> problems;
  std::string source;  // of problems that name none
};

// One thread at a time may use it.
class Source {
 public:
  Source(std::vector<Input> inputs, const InputOptions& options);
  ~Source();
  Source(Source&&) = delete;

  // Nothing at the end. Fails with kUsage where the options are none for an input.
  [[nodiscard]] Result<std::optional<Step>> next();

 private:
  struct Open;
  [[nodiscard]] Result<Step> open(Input& input);

  std::vector<Input> inputs_;
  const InputOptions options_;
  std::size_t next_input_ = 0;
  std::unique_ptr<Open> open_;
};

}  // namespace mimebase::python
