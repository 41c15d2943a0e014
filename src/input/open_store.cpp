// What a source holds, looked into through its containers.
#include <algorithm>
#include <utility>

#include "input/archive.h"
#include "input/chunk_bytes.h"
#include "input/container_kind.h"
#include "input/gzip.h"
#include "input/one_source.h"
#include "input/store.h"

namespace mimebase::input {
namespace {

// Holds the head of a source. False if not a byte of it can be read.
bool fill_head(Context& context, ByteSource& bytes) {
  const std::size_t before = context.problems.size();
  while (!bytes.at_end() && bytes.held().size() < kHead) bytes.read_more(context.problems);
  return !bytes.held().empty() || context.problems.size() == before;
}

// The content of gzip data as a source, of which it is not known yet what it holds.
std::unique_ptr<ByteSource> open_gzip(Context& context, Item& item, std::unique_ptr<ByteSource> bytes) {
  const std::string called = context.called(item.source);
  const std::uint64_t max_ratio = std::max<std::uint64_t>(context.options.limits.ratio, 1);
  Expansion expansion(item.meter, max_ratio);
  item.meter = expansion.meter();
  item.is_stream = true;
  auto stream = make_gzip_stream(std::move(bytes), called, std::move(expansion), max_ratio);
  return std::make_unique<ChunkBytes>(std::move(stream), called, kHead, std::nullopt);
}

}  // namespace

Result<std::unique_ptr<Store>> open_store(Context& context, Item item, std::unique_ptr<ByteSource> bytes) {
  const auto refuse = [&](const std::string& reason, Error::Code code) {
    return unreadable(context.called(item.source), reason, code);
  };
  while (true) {
    if (!fill_head(context, *bytes)) {
      Error error = std::move(context.problems.back());
      context.problems.pop_back();
      return error;
    }
    const std::string_view head = bytes->held().substr(0, kHead);
    const ContainerKind kind = container_kind(head);
    if (kind == ContainerKind::kNone) {
      Judgement judgement = judge(head, item, context);
      if (judgement.problem) return std::move(*judgement.problem);
      if (!judgement.beginning) return std::unique_ptr<Store>();
      return make_one_source(context, std::move(item), *judgement.beginning, std::move(bytes));
    }
    if (context.options.range || context.options.first_message != 1) {
      return refuse("is a container; byte ranges and numbers are for one uncompressed mbox",
                    Error::Code::kUsage);
    }
    const bool is_new = !item.is_stream || (kind != ContainerKind::kTar && kind != ContainerKind::kZip);
    if (is_new && ++item.depth > kMaxDepth) {
      return refuse("is nested too deep: a container in a container in a container",
                    Error::Code::kUnreadable);
    }
    if (kind == ContainerKind::kZip && !bytes->has_random_access()) {
      // What its directory says counts, and that stands at its end.
      bytes =
          spool(*bytes, context.options.limits.spool_bytes, context.called(item.source), context.problems);
      if (!bytes) return std::unique_ptr<Store>();
    }
    if (kind != ContainerKind::kGzip) return open_archive(context, std::move(item), std::move(bytes));
    bytes = open_gzip(context, item, std::move(bytes));
  }
}

}  // namespace mimebase::input
