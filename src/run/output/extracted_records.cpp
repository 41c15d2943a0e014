#include "run/output/extracted_records.h"

#include <fmt/format.h>

#include <utility>

#include "mimebase/version.h"
#include "output/warc.h"
#include "text/urn.h"

namespace mimebase::run {
namespace {

constexpr std::string_view kInfo =
    "software: mimebase {}\r\nformat: WARC File Format 1.1\r\n"
    "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
    "description: parts of mail, with their references made absolute\r\n";

Result<std::string> written(const output::WarcRecord& record, bool gzip) {
  std::string bytes = output::warc_record(record, gzip);
  if (bytes.empty()) return Error{Error::Code::kUnwritable, "a record cannot be compressed"};
  return bytes;
}

}  // namespace

Result<std::string> ExtractedRecords::begin(std::string_view date) {
  const std::string info = fmt::format(kInfo, MIMEBASE_VERSION);
  info_id_ = urn_of(fmt::format("warcinfo\n{}\n{}", date, info));
  return written({"warcinfo", info_id_, date, {}, {}, "application/warc-fields", info}, gzip_);
}

Result<std::string> ExtractedRecords::resource(const ExtractedPiece& file, std::string_view date,
                                               std::string_view digest, std::string_view in) const {
  std::string type = file.media_type;
  if (!file.charset.empty() && (type.starts_with("text/") || type.ends_with("xml")))
    type.append(";charset=").append(file.charset);
  const std::string id = urn_of(fmt::format("{}\n{}\n{}\n{}", in, file.part, file.url, digest));
  return written({"resource", id, date, file.url, info_id_, type, file.bytes}, gzip_);
}

}  // namespace mimebase::run
