// Compares where one reference leads several readers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/model.h"
#include "readers/link_opener.h"
#include "readers/reader.h"

namespace mimebase::readers {

// Compares readers on the references of one message, which is analysed once for all of them. In a document
// that declares a base, the viewers of such documents take part as well: poppler and MuPDF for a PDF, Word
// and LibreOffice for an Office document.
class ReaderComparison {
 public:
  // `message` must outlive this object.
  ReaderComparison(message::AnalysedMessage& message, const std::vector<MailReader>& compared);

  // The row of a reference about which the readers disagree; null if they agree. A reader that does not
  // follow such references does not take part. If several readers are compared and all open nothing, they
  // agree, whatever RFC 1808 says, which is no reader. Ask for all references of the message in order. Valid
  // until the next call, and as long as `link`.
  const Comparison* compare(const Link& link, const message::Reference& reference);

  // Returns the readers that follow the last reference and are led to a different place than RFC 1808.
  [[nodiscard]] std::vector<MailReader> others_than_rfc1808() const;

 private:
  // One reader's opinion of the current reference.
  struct Opinion {
    bool is_given = false;
    bool stays = false;                  // in the document: "#x"
    Unopened why = Unopened::kNotShown;  // if the target is empty
    std::string_view target;             // a serialised URL, or a blank and a part; empty: nothing
    std::string serialised, part;
  };

  // Readers that are compared, and what they make of the current reference.
  struct Panel {
    Panel(message::AnalysedMessage& message, const std::vector<MailReader>& readers);
    [[nodiscard]] bool agree() const;
    [[nodiscard]] Disagreement worst() const;
    [[nodiscard]] std::size_t bytes_of_rows() const;
    // Fills `reasons`.
    void give_reasons();

    std::vector<Opinion> opinions;
    std::vector<ReaderOpens> rows;
    std::vector<ReaderReason> reasons;
    std::vector<std::unique_ptr<Reader>> readers;  // of each row; null for RFC 1808
  };

  [[nodiscard]] Panel& panel_for(const message::Reference& reference);
  void put_rfc1808(const Link& link, Opinion& opinion, ReaderOpens& row);
  void put(Reader& reader, const message::Reference& reference, Opinion& opinion, ReaderOpens& row);

  message::AnalysedMessage& message_;
  std::vector<MailReader> compared_;
  Panel panel_;
  std::optional<Panel> of_pdf_, of_office_;  // with their viewers
  const Panel* last_ = nullptr;              // of the last reference
  Comparison comparison_;
};

}  // namespace mimebase::readers
