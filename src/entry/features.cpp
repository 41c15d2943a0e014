#include "entry/features.h"

#include <optional>

#include "check/checker.h"
#include "readers/comparison.h"
#include "readers/link_opener.h"
#include "readers/reader_chain.h"

namespace mimebase::entry {
namespace {

// Each kind of row has a view of the message of its own, which costs much and is made for the first row.
class OneReader final : public analysis::ReaderRows {
 public:
  explicit OneReader(message::AnalysedMessage& message) : message_(message) {}
  const Link& link(const Link& link, const message::Reference& reference) override {
    if (!opener_) opener_.emplace(message_);
    return opener_->opened(link, reference);
  }
  const Entity& entity(const Entity& entity, int i) override {
    if (!chain_) chain_.emplace(message_);
    return chain_->applied(entity, i);
  }

 private:
  message::AnalysedMessage& message_;
  std::optional<readers::LinkOpener> opener_;
  std::optional<readers::ReaderChain> chain_;
};

class AllFeatures final : public analysis::Features {
 public:
  explicit AllFeatures(const AnalyzeOptions& options) : options_(options), domains_(options.domains) {}

  std::unique_ptr<analysis::ReaderRows> reader(message::AnalysedMessage& message) override {
    if (options_.reader == MailReader::kRfc1808) return nullptr;
    return std::make_unique<OneReader>(message);
  }

  void compare(message::AnalysedMessage& message, Visitor& visitor) override {
    message::LinkBuilder builder(message);
    readers::ReaderComparison readers(message, options_.compared);
    message::ReferencesTo(message, visitor, [&](const message::Reference& reference) {
      const Link* const link = builder.build(reference);
      const Comparison* const row = link != nullptr ? readers.compare(*link, reference) : nullptr;
      if (row != nullptr) visitor.comparison(*row);
    }).all();
  }

  void check(message::AnalysedMessage& message, Visitor& visitor, bool tells_links) override {
    using Links = check::Checker::Links;
    check::Checker(message, visitor, domains_, tells_links ? Links::kTold : Links::kNotTold).run();
  }

 private:
  const AnalyzeOptions& options_;
  check::ProtectedDomains domains_;
};

}  // namespace

std::unique_ptr<analysis::Features> make_features(const AnalyzeOptions& options) {
  return std::make_unique<AllFeatures>(options);
}

}  // namespace mimebase::entry
