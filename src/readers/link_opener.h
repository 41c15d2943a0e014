// Adds what the chosen reader opens to links.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mimebase/model.h"
#include "readers/reader.h"

namespace mimebase::readers {

// Whether to return targets that a reader opens only if a person allows it.
enum class Leads { kIfOpened, kAlways };

// Returns the target of an answer, as views into the answer and into `part`.
[[nodiscard]] Opens opens_of(const Answer& answer, const walk::Message& message, std::string& part,
                             Leads what = Leads::kIfOpened);

// The reader that AnalyzeOptions::reader names, for the links of one message.
class LinkOpener {
 public:
  // `message` must outlive this object.
  explicit LinkOpener(message::AnalysedMessage& message);

  // The link with Link::reader and Link::opens, or as it is if there is no reader. Valid until the next call,
  // and as long as `link`.
  const Link& opened(const Link& link, const message::Reference& reference);

  // Returns true if a reader was chosen.
  [[nodiscard]] bool has_reader() const { return reader_ != nullptr; }
  // The URL that the reference leads the reader to, opened or not; empty if there is none. There must be a
  // reader. Valid until the next call.
  [[nodiscard]] std::string_view leads_to(const message::Reference& reference) {
    return reader_->answer(reference).url;
  }

 private:
  message::AnalysedMessage& message_;
  std::unique_ptr<Reader> reader_;
  Link link_;
  std::string part_, url_;
};

}  // namespace mimebase::readers
