// The rows of a message of a report as bytes, on their way from a worker to the process that writes the page.
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

class ReportStream {
 public:
  // To be called before the rows of the message.
  void begin(const MessageInfo& message);
  void entity(const Entity& entity);
  // `domain` is the registrable domain of the link's host.
  void link(const Link& link, std::string_view domain);
  void diagnostic(const Diagnostic& diagnostic);

  // Since begin().
  [[nodiscard]] bool is_begun() const { return bytes_.size() > 0; }
  [[nodiscard]] std::uint64_t links() const { return links_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_.size(); }
  [[nodiscard]] std::string take();

 private:
  BytesWriter bytes_;
  std::uint64_t links_ = 0;
};

// Gives `data` the message that take() has made. Returns false if `bytes` are none, as those of a hostile
// worker may be.
[[nodiscard]] bool read_report(std::string_view bytes, page::MessageData& data);

}  // namespace mimebase::run
