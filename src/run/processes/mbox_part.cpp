#include "run/processes/mbox_part.h"

#include <utility>

#include "input/context.h"
#include "input/file.h"
#include "input/open.h"
#include "input/records.h"

namespace mimebase::run {
struct MboxParts::Source {
  Source(const Assignment& part, const input::Options& options, process::Descriptor file)
      : context(part.path, options) {
    const std::size_t chunk = options.batch_bytes + kPartSlack;
    input::OpenFile open{std::move(file), from_raw<struct stat>(part.status)};
    auto bytes = input::bytes_of_file(context, context.name(), std::move(open), chunk, chunk);
    input::Item item;
    item.source = context.name();
    item.role = input::role_of_input(context);
    const input::Beginning beginning = beginning_of(*bytes, item);
    mbox.emplace(context, std::move(item), beginning, std::move(bytes));
  }

  // Each process finds the beginning itself: an attacker may control the one that found it first.
  input::Beginning beginning_of(input::ByteSource& bytes, const input::Item& item) const {
    while (!bytes.at_end() && bytes.held().size() < input::kHead) bytes.read_more();
    const auto judged = input::judge(bytes.held().substr(0, input::kHead), item, context);
    const bool is_mbox = judged && *judged && (*judged)->content == input::ContentKind::kMbox;
    return is_mbox ? **judged : input::Beginning{.content = input::ContentKind::kMbox};
  }

  input::Context context;
  std::optional<input::Mbox> mbox;
};

MboxParts::MboxParts(const input::Options& options, std::atomic<std::uint64_t>& progress)
    : options_(options), progress_(progress) {}
MboxParts::~MboxParts() = default;

std::optional<Batch> MboxParts::find(const Assignment& part, process::Message& message, SplitReply& reply) {
  if (!message.files.empty()) {
    input::Options options = options_;
    options.batch_bytes = part.batch_bytes;
    source_ = std::make_unique<Source>(part, options, std::move(message.files.front()));
    source_->context.progress = &progress_;
  }
  source_->mbox->go_to(part.place);
  std::optional<Batch> batch = source_->mbox->next();
  reply.next = source_->mbox->place();
  reply.done = source_->mbox->done();
  reply.messages = batch ? batch->records().size() : 0;
  reply.problems = source_->context.take_problems(!batch);
  return batch;
}

}  // namespace mimebase::run
