// Serializes the rows of a report's message. A worker sends the bytes to the process that writes the page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "run/bytes.h"

namespace mimebase::page {
class MessageData;
}

namespace mimebase::run {

// Serializes the rows of one message after another.
class ReportStream {
 public:
  // Must be called before the rows of the message are added.
  void begin(const MessageInfo& message);
  void entity(const Entity& entity);
  // `domain` is the registrable domain of the link's host.
  void link(const Link& link, std::string_view domain);
  void diagnostic(const Diagnostic& diagnostic);
  // Must follow its link.
  void comparison(const Comparison& comparison);

  [[nodiscard]] bool is_begun() const { return bytes_.size() > 0; }
  // The number of links, and the size of the bytes, of the current message.
  [[nodiscard]] std::uint64_t links() const { return links_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_.size(); }
  // Returns the bytes of the message and clears the stream.
  [[nodiscard]] std::string take();

 private:
  BytesWriter bytes_;
  std::uint64_t links_ = 0;
};

// Reads the bytes that take() returned into `data`. Returns false if they are malformed. They are untrusted,
// because an attacker may control the worker.
[[nodiscard]] bool read_report(std::string_view bytes, page::MessageData& data);

}  // namespace mimebase::run
