// The worker of `rewrite`.
#pragma once

#include <string>
#include <string_view>

#include "mimebase/rewrite.h"
#include "run/batch_worker.h"

namespace mimebase::run {

// Turns messages into rewritten messages.
class EditWorker : public BatchWorker, private RewriteVisitor {
 public:
  // If `keeps_edits` is set, pieces contain the edits for a manifest.
  EditWorker(const AnalyzeOptions& analyze, const RewriteOptions& options, bool keeps_edits)
      : rewriter_(analyze, options), keeps_edits_(keeps_edits) {}

 private:
  void read(const Record& record) override;
  void complete() override { piece_.bytes += piece_.rows.size(); }

  void edit(const Edit& edit) override;
  void note(const EditNote& note) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override;
  void unreadable(const MessageInfo& message, std::string_view what) override;

  void begin(const Record& record);
  // Appends to the rows of the piece, and ends the piece when it is long enough.
  void put(std::string_view bytes);
  // Returns a span with the names of the message and of the part.
  [[nodiscard]] EditedSpan described(const MessageInfo& message, std::string_view part) const;

  Rewriter rewriter_;
  const bool keeps_edits_;
  const Record* record_ = nullptr;  // the current message
  std::size_t at_ = 0;              // number of its bytes that were copied or replaced
};

}  // namespace mimebase::run
