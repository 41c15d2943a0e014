#include "input/one_source.h"

#include <algorithm>
#include <utility>

#include "input/records.h"

namespace mimebase::input {
namespace {

class OneSource final : public Store {
 public:
  OneSource(Context& context, Item item, const Beginning& beginning, std::unique_ptr<ByteSource> bytes)
      : context_(context),
        name_(std::make_shared<const std::string>(std::move(item.source))),
        meter_(std::move(item.meter)),
        bytes_(std::move(bytes)) {
    Plan plan{*name_, context.called(*name_), context.options, beginning};
    if (beginning.holds == Holds::kMbox) {
      records_ = std::make_unique<Mbox>(std::move(plan));
    } else {
      records_ = std::make_unique<OneMessage>(std::move(plan));
    }
  }

  std::optional<Batch> next() override {
    std::optional<Batch> batch = records_->next({*bytes_, context_.problems});
    if (batch) batch->keep(name_);
    return batch;
  }

  std::uint64_t done() const override {
    if (meter_) return meter_->used;
    const std::uint64_t start = context_.options.range ? context_.options.range->start : 0;
    return std::max(bytes_->offset(), start) - start;
  }
  bool is_slow() const override { return meter_ != nullptr; }

 private:
  Context& context_;
  std::shared_ptr<const std::string> name_;
  std::shared_ptr<Meter> meter_;
  std::unique_ptr<ByteSource> bytes_;
  std::unique_ptr<Records> records_;
};

bool is_clearly_mail(std::string_view head, const Beginning& beginning) {
  const std::string_view text = head.substr(std::min(head.size(), beginning.lead));
  return beginning.holds == Holds::kMbox || text.substr(0, 6) == ">From " || has_well_known_field(text);
}

}  // namespace

Judgement judge(std::string_view head, const Item& item, const Context& context) {
  const InputKind kind = context.options.kind;
  const auto refuse = [&](std::string_view reason, Error::Code code = Error::Code::kUnreadable) {
    return Judgement{{}, unreadable(context.called(item.source), std::string(reason), code)};
  };
  Beginning beginning = recognize(head, item.source);
  if (beginning.holds == Holds::kNothing && head.size() < kHead) {
    return item.role == Role::kAny ? Judgement{} : refuse("empty, holds no message");
  }
  if (item.role == Role::kNamed && (kind == InputKind::kMaildir || kind == InputKind::kMh)) {
    return refuse(kind == InputKind::kMh ? "is no folder, so no MH folder" : "is no folder, so no Maildir");
  }
  if (kind == InputKind::kMbox) {
    beginning.holds = Holds::kMbox;
  } else if (kind != InputKind::kAuto) {
    beginning.holds = Holds::kMessage;
  } else if (item.role == Role::kAny) {
    const bool is_mail = beginning.holds == Holds::kMessage || beginning.holds == Holds::kMbox;
    if (!is_mail || !is_clearly_mail(head, beginning)) return {};
  }
  if (beginning.holds != Holds::kMessage && beginning.holds != Holds::kMbox) {
    return refuse("neither a message nor an mbox");
  }
  if (beginning.holds == Holds::kMessage && context.options.range) {
    return refuse("is one message, which has no ranges", Error::Code::kUsage);
  }
  return {beginning, {}};
}

std::unique_ptr<Store> make_one_source(Context& context, Item item, const Beginning& beginning,
                                       std::unique_ptr<ByteSource> bytes) {
  return std::make_unique<OneSource>(context, std::move(item), beginning, std::move(bytes));
}

}  // namespace mimebase::input
