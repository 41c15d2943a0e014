// `--defang`: rows whose URLs nothing opens.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"

namespace mimebase::run {

// Returns the text with its URLs and addresses defanged: what follows a scheme or "mailto:" up to white
// space, a quote or an angle bracket, what begins with "www.", and "joe@host.example".
[[nodiscard]] std::string defang_text(std::string_view text);
// The same, and also the words that look like hosts: some mail programs make links of them.
[[nodiscard]] std::string defang_sentence(std::string_view sentence);

// Copies rows with their URLs and addresses defanged. A result is valid until the next call, and no longer
// than the row.
class RowDefanger {
 public:
  // Call before the rows of each message.
  void begin_message();
  [[nodiscard]] const Link& link(const Link& link);
  [[nodiscard]] const Entity& entity(const Entity& entity);
  [[nodiscard]] const Comparison& comparison(const Comparison& comparison);
  [[nodiscard]] const Diagnostic& diagnostic(const Diagnostic& diagnostic);

 private:
  [[nodiscard]] std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  void url(std::string_view& url);
  void url(std::optional<std::string_view>& url);
  void host(std::string_view& host);
  void text(std::string_view& text);
  void text(std::optional<std::string_view>& text);
  void sentence(std::optional<std::string_view>& sentence);
  // Returns the same object for all rows of a message, because writers recognise it by its address.
  [[nodiscard]] const MessageInfo* message(const MessageInfo* message);

  std::deque<std::string> texts_;  // the rows point into it
  std::deque<std::string> message_texts_;
  const MessageInfo* original_ = nullptr;  // of message_
  MessageInfo message_;
  std::vector<NamedField> fields_;
  std::deque<std::vector<std::string_view>> values_;
  Link link_;
  Entity entity_;
  std::vector<Candidate> chain_;
  Comparison comparison_;
  std::vector<ReaderOpens> readers_;
  Diagnostic diagnostic_;
};

}  // namespace mimebase::run
