// A WACZ file (Web Archive Collection Zipped 1.1.1): a zip file with a WARC file, an index of its records,
// and a list of pages, which programs such as ReplayWeb.page open.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/result.h"
#include "output/zip.h"
#include "run/driver/piece.h"
#include "run/output/digest.h"
#include "run/output/extracted_records.h"
#include "run/output/kept_rows.h"

namespace mimebase::run {

// Returns the key by which an index sorts a URL: of "https://www.example.org/a?c&b" it is
// "org,example)/a?b&c". Every other URL than one of http and https, serialised by the URL Standard, is its
// own key.
[[nodiscard]] std::string index_key(std::string_view url);

// Writes one WACZ file. The index and the list of pages are kept until the end, in a temporary file if they
// are large. Equal calls give equal files. All functions fail with kUnwritable.
class WaczFile {
 public:
  struct Page {
    std::string_view url, date, title, text;
  };

  // `output` is an empty regular file and must outlive the object. `title` is that of the collection.
  WaczFile(Output& output, std::string title) : zip_(output), title_(std::move(title)) {}

  // Adds the record of a file to the WARC file and to the index. `date` is of RFC 3339, in UTC, here and in
  // Page.
  [[nodiscard]] Result<void> add(const ExtractedPiece& file, std::string_view date);
  // Adds a page to the list. Its record must have the same URL and date.
  [[nodiscard]] Result<void> add(const Page& page);
  [[nodiscard]] std::uint64_t pages() const { return page_count_; }
  // Writes what remains. The object must not be used any more.
  [[nodiscard]] Result<void> finish();

 private:
  // A file in the zip file.
  struct Resource {
    std::string path, digest;
    std::uint64_t bytes = 0;
  };
  [[nodiscard]] Result<void> begin(std::string path);
  [[nodiscard]] Result<void> put(std::string_view bytes);
  [[nodiscard]] Result<void> end();
  [[nodiscard]] Result<void> put_file(std::string path, std::string_view bytes);
  [[nodiscard]] Result<void> put_record(const Result<std::string>& record);
  [[nodiscard]] Result<void> put_index();
  [[nodiscard]] Result<void> put_compressed_index(const std::vector<std::string_view>& lines);
  [[nodiscard]] Result<void> put_pages();
  [[nodiscard]] std::string data_package() const;

  output::StoredZip zip_;
  const std::string title_;
  ExtractedRecords records_{true};
  Digest digest_;  // of the last resource
  std::vector<Resource> resources_;
  KeptRows index_, pages_;
  std::uint64_t page_count_ = 0;
  std::string first_url_, first_date_, last_date_;  // of the pages
};

}  // namespace mimebase::run
