// What programs that show documents make of references in them. Viewers of PDF differ in what they do with
// the /Base of a document: some put it and the reference together as strings, some resolve.
// tests/readers/documents/ repeats the experiments.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/model.h"
#include "readers/reader.h"

namespace mimebase::readers {

// A reference in a document, as its viewers see it.
struct DocumentReference {
  std::string_view context;         // without the documents around it: "pdf:uri"
  std::string_view reference;       // as written
  std::string_view bytes;           // the same in the encoding of the document
  OpensBy by = OpensBy::kClick;     // how viewers use such references
  std::optional<std::string> base;  // that the document declares, as written, in the same encoding
  std::string_view where;           // the place in the document, as in Link::where
  std::string_view document_url;    // where the document was retrieved from; empty if nothing says so
};

// Sets the URL that a viewer opens, and whether it follows such references: kPdfium, kPdfjs, kPoppler and
// kMupdf those of PDF, kWord and kLibreoffice those of Office documents and RTF. kChromium is pdfium with the
// script that Chromium has around it. Other values follow nothing.
void open_in_viewer(MailReader viewer, const DocumentReference& reference, Answer& answer);

// False for a reader that neither shows documents nor has a viewer for them.
[[nodiscard]] bool opens_documents(MailReader reader);

// A viewer as a reader of its own, which shows no other part of a message.
[[nodiscard]] std::unique_ptr<Reader> make_viewer(MailReader viewer, message::AnalysedMessage& message);

}  // namespace mimebase::readers
