// Messages in, the same messages rewritten out: what one thread of `rewrite` does.
#pragma once

#include <string>
#include <string_view>

#include "mimebase/rewrite.h"
#include "run/batch_worker.h"

namespace mimebase::run {

class EditWorker : public BatchWorker, private RewriteVisitor {
 public:
  // With `keeps_edits` its pieces tell them, for a manifest.
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
  // Adds to the rows; ends pieces that are long.
  void put(std::string_view bytes);
  [[nodiscard]] EditedSpan described(const MessageInfo& message, std::string_view part) const;

  Rewriter rewriter_;
  const bool keeps_edits_;
  const Record* record_ = nullptr;  // at hand
  std::size_t at_ = 0;              // of its bytes so many are out
};

}  // namespace mimebase::run
