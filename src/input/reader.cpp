// Reader: what include/mimebase/input.h promises, put together.
#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "input/byte_source.h"
#include "input/read_ahead.h"
#include "input/role.h"
#include "input/store.h"
#include "mimebase/input.h"

namespace mimebase::inline v0_2 {

struct Reader::State {
  input::Context context;
  std::unique_ptr<input::Store> store;
  std::unique_ptr<input::ReadAhead> ahead;  // reads the store, if that is slow
  std::optional<std::uint64_t> total;
  std::uint64_t done = 0;
  bool ended = false;
  std::vector<Error> problems;

  void take(std::vector<Error> noted) {
    for (Error& error : noted) problems.push_back(named(context, std::move(error)));
  }

  // The source of an error is what messages call it, so far.
  static Error named(const input::Context& context, Error error) {
    const std::string called = context.called("-");
    if (context.standard_input && error.source.starts_with(called))
      error.source.replace(0, called.size(), "-");
    return error;
  }
};

namespace {

bool is_folder(const std::string& path) {
  struct stat status = {};
  return path != "-" && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::optional<std::uint64_t> size_of(const std::optional<ByteRange>& range,
                                     std::optional<std::uint64_t> source) {
  if (!source || !range) return source;
  return std::min(*source, range->end) - std::min(*source, range->start);
}

// Null where there is no mail, nor need be. Also tells the size of what there is to read.
Result<std::unique_ptr<input::Store>> open_path(input::Context& context, const std::string& path,
                                                std::optional<std::uint64_t>& total) {
  if (is_folder(path)) return input::open_folder(context, path);
  input::Item item;
  item.source = path;
  if (context.options.as_in_folder && !context.standard_input) {
    item.role = input::role_of(input::folder_name(path), input::last_name(path), context.options.kind);
    if (item.role == input::Role::kPassed) return std::unique_ptr<input::Store>();
  }
  auto bytes = input::open_bytes(path, {context.called(path), &context.stop});
  if (!bytes) return bytes.error();
  total = size_of(context.options.range, (*bytes)->total());
  return input::open_store(context, std::move(item), std::move(*bytes));
}

}  // namespace

Reader::Reader(std::unique_ptr<State> state) : state_(std::move(state)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

Result<Reader> Reader::open(std::string_view path, const InputOptions& options) {
  auto state = std::make_unique<State>();
  input::Context& context = state->context;
  context.options = options;
  context.options.batch_bytes = std::max(options.batch_bytes, std::size_t{1});
  context.options.limits.ratio = std::max(options.limits.ratio, std::uint64_t{1});
  context.input = path;
  context.standard_input = path == "-";
  auto store = open_path(context, std::string(path), state->total);
  if (!store) {
    // Where reading failed, that is why nothing was found.
    const bool failed = !context.problems.empty() && store.error().code != Error::Code::kUsage;
    return State::named(context, failed ? context.problems.front() : store.error());
  }
  state->store = std::move(*store);
  state->take(context.take_problems(!state->store));
  if (!state->store) {
    state->ended = true;
    return Reader(std::move(state));
  }
  if (options.read_ahead && state->store->is_slow()) {
    state->ahead = std::make_unique<input::ReadAhead>(context, *state->store);
    if (!state->ahead->start()) state->ahead = nullptr;
  }
  return Reader(std::move(state));
}

std::optional<Batch> Reader::next() {
  if (state_->ended) return std::nullopt;
  std::optional<Batch> batch;
  if (state_->ahead) {
    input::ReadAhead::Piece piece = state_->ahead->next();
    batch = std::move(piece.batch);
    state_->done = piece.done;
    state_->take(std::move(piece.problems));
  } else {
    batch = state_->store->next();
    state_->done = state_->store->done();
    state_->take(state_->context.take_problems(!batch));
  }
  state_->ended = !batch;
  return batch;
}

const std::vector<Error>& Reader::problems() const {
  return state_->problems;
}

std::optional<std::uint64_t> Reader::bytes_total() const {
  return state_->total;
}

std::uint64_t Reader::bytes_done() const {
  return state_->done;
}

}  // namespace mimebase::inline v0_2
