#include "run/processes/remote_signer.h"

#include <unistd.h>

#include <utility>

namespace mimebase::run {
namespace {

// What is forgotten is asked for again.
constexpr std::size_t kMaxKeptBytes = std::size_t{1} << 20;

}  // namespace

SignReply RemoteSigner::ask(const SignRequest& request) {
  if (!channel_.send(MessageKind::kSign, written(request))) _exit(0);  // the parent has exited
  const std::optional<process::Message> answer = channel_.receive();
  std::optional<SignReply> reply;
  if (answer && answer->kind == MessageKind::kSigned) reply = read_back<SignReply>(answer->bytes);
  if (!reply) _exit(0);
  return *std::move(reply);
}

std::optional<std::string> RemoteSigner::sign(std::string_view text) {
  std::string key(text);
  if (const auto known = signed_.find(key); known != signed_.end()) return known->second;
  SignReply reply = ask({false, {}, key, {}});
  if (!reply.h) return std::nullopt;
  if (signed_bytes_ > kMaxKeptBytes) {
    signed_.clear();
    signed_bytes_ = 0;
  }
  signed_bytes_ += key.size() + reply.h->size();
  return signed_.emplace(std::move(key), *std::move(reply.h)).first->second;
}

bool RemoteSigner::verify(const std::optional<std::string>& kid, std::string_view text, std::string_view h) {
  return ask({true, kid, std::string(text), std::string(h)}).is_right;
}

}  // namespace mimebase::run
