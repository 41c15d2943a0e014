// A store that is one source: a message or an mbox.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "input/recognize.h"
#include "input/store.h"

namespace mimebase::input {

// What stands at a source's beginning, read as the options want it. Without a beginning it is not read, and
// unless there is a problem, that need not be said.
struct Judgement {
  std::optional<Beginning> beginning = {};
  std::optional<Error> problem = {};
};

// `head` has kHead bytes, or all there are.
[[nodiscard]] Judgement judge(std::string_view head, const Item& item, const Context& context);

[[nodiscard]] std::unique_ptr<Store> make_one_source(Context& context, Item item, const Beginning& beginning,
                                                     std::unique_ptr<ByteSource> bytes);

}  // namespace mimebase::input
