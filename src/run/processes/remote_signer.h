// The Signer of an isolated process, which has no keys.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "mimebase/keys.h"
#include "process/channel.h"
#include "run/processes/wire.h"

namespace mimebase::run {

// Asks the parent for each signature, and waits for the answer. Ends the process if the parent is gone.
class RemoteSigner : public Signer {
 public:
  // `channel` must outlive the object, and must not be waiting for anything else.
  RemoteSigner(process::Channel& channel, std::string kid) : channel_(channel), kid_(std::move(kid)) {}

  [[nodiscard]] std::string_view kid() const override { return kid_; }
  [[nodiscard]] std::optional<std::string> sign(std::string_view text) override;
  [[nodiscard]] bool verify(const std::optional<std::string>& kid, std::string_view text,
                            std::string_view h) override;

 private:
  [[nodiscard]] SignReply ask(const SignRequest& request);

  process::Channel& channel_;
  const std::string kid_;
  // Messages often have the same URLs.
  std::unordered_map<std::string, std::string> signed_;
  std::size_t signed_bytes_ = 0;
};

}  // namespace mimebase::run
