#include "documents/document.h"

namespace mimebase::documents {

std::unique_ptr<Document> open_package(std::string_view /*bytes*/, Reading& /*reading*/) {
  return nullptr;
}

}  // namespace mimebase::documents
