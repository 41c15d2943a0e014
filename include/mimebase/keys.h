// Keys that sign the URLs which an OwnTemplate writes. They are in memory that no process forked from this
// one has, that is in no core dump and, where the system allows it, never on a swap device.
//
//   const auto keys = mimebase::Keys::open("/etc/mimebase/keys");
//   if (!keys) return;
//   const std::optional<std::string> h = (*keys)->sign("text");
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// Signs and verifies by HMAC-SHA-256 (RFC 2104, FIPS 180-4). An isolated process that reads mail has a Signer
// which asks the process that has the keys.
class MIMEBASE_API Signer {
 public:
  Signer() = default;
  Signer(const Signer&) = delete;
  Signer& operator=(const Signer&) = delete;
  virtual ~Signer();

  // The name of the key that signs. It is no secret. Valid as long as the object.
  [[nodiscard]] virtual std::string_view kid() const = 0;
  // Returns the signature of `text`: 64 lower-case hexadecimal digits. Returns nothing if the process that
  // has the keys refuses, because the message has asked for too many signatures.
  [[nodiscard]] virtual std::optional<std::string> sign(std::string_view text) = 0;
  // Returns true if `h` is the signature of `text` by the key named `kid`, or, without a `kid`, by any key.
  // The time it takes does not depend on how much of `h` is right.
  [[nodiscard]] virtual bool verify(const std::optional<std::string>& kid, std::string_view text,
                                    std::string_view h) = 0;
};

// Keys of a file. Each line is "KID<TAB>KEY": KID is one or more of A-Z, a-z, 0-9, ".", "_" and "-", and
// unique; KEY is the bytes up to the end of the line, LF or CRLF, and has at least 16. The first key signs,
// all verify. Empty lines are skipped.
//
// An object must not be used by several threads at once. A forked process may only call kid(), and destroy
// it.
class MIMEBASE_API Keys : public Signer {
 public:
  // Reads a file. Fails with kUnreadable if it cannot be read, and with kUsage if a line has another form or
  // there is none. No error contains a byte of a key.
  [[nodiscard]] static Result<std::shared_ptr<Keys>> open(const std::string& path);
  // Reads the lines in `text`, which the caller erases.
  [[nodiscard]] static Result<std::shared_ptr<Keys>> read(std::string_view text);
  ~Keys() override;

  [[nodiscard]] std::string_view kid() const override;
  [[nodiscard]] std::optional<std::string> sign(std::string_view text) override;
  [[nodiscard]] bool verify(const std::optional<std::string>& kid, std::string_view text,
                            std::string_view h) override;

 private:
  struct MIMEBASE_LOCAL State;
  explicit Keys(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace v0_2
}  // namespace mimebase
