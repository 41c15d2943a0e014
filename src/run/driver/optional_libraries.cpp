#include "mimebase/optional_libraries.h"

#include <array>

#include "database/sqlite.h"
#include "documents/document.h"
#include "input/fast_inflate.h"
#include "input/store.h"
#include "walk/content_coding.h"

namespace mimebase {
inline namespace v0_2 {

std::span<const OptionalLibrary> optional_libraries() {
  static const auto kLibraries = std::to_array<OptionalLibrary>(
      {{"libarchive", "tar, zip, and compression other than gzip", input::has_archives()},
       {"ISA-L", "twice as fast gzip", input::has_fast_inflate()},
       {"SQLite", "databases", database::has_sqlite()},
       {"Brotli", "HTTP bodies in Brotli", walk::has_brotli()},
       {"Zstandard", "HTTP bodies and dictionaries in Zstandard", walk::has_zstd()},
       {"qpdf", "PDF files", documents::has_qpdf()}});
  return kLibraries;
}

}  // namespace v0_2
}  // namespace mimebase
