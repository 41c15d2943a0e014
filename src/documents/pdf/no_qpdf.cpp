// Built without libqpdf: PDF files are not searched.
#include "documents/document.h"

namespace mimebase::documents {

std::unique_ptr<Document> open_pdf(std::string_view /*bytes*/, Reading& /*reading*/) {
  return nullptr;
}

bool has_qpdf() {
  return false;
}

}  // namespace mimebase::documents
