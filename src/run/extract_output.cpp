#include "run/extract_output.h"

#include <fmt/format.h>

#include <cstring>
#include <initializer_list>

#include "mimebase/output.h"
#include "mimebase/version.h"
#include "run/digest.h"
#include "write/new_folder.h"
#include "write/output_file.h"

namespace mimebase::run {
namespace {

constexpr std::string_view kInfo =
    "software: mimebase {}\r\nformat: WARC File Format 1.1\r\n"
    "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
    "description: parts of mail, with their references made absolute\r\n";

// A URN of what is given alone, so that two runs give the same file.
std::string urn_of(std::initializer_list<std::string_view> texts) {
  Digest digest;
  for (const std::string_view text : texts) {
    digest.add(text);
    digest.add(std::string_view("\0", 1));
  }
  const std::string hex = digest.hex();
  // RFC 9562 section 5.8: version 8, variant 10.
  return "urn:uuid:" + hex.substr(0, 8) + '-' + hex.substr(8, 4) + "-8" + hex.substr(13, 3) + "-a" +
         hex.substr(17, 3) + '-' + hex.substr(20, 12);
}

}  // namespace

Result<void> ExtractOutput::write_file(const std::string& path, std::string_view bytes) {
  const int error = OutputFile::folder(*target_.folder).write_file(path, bytes);
  if (error == 0) return {};
  return Error{Error::Code::kUnwritable, target_.folder->name() + ": " + std::strerror(error)};
}

Result<void> ExtractOutput::add(const ExtractedFile& file, const std::string& in) {
  if (target_.folder != nullptr) return write_file(in + std::string(file.path), file.bytes);
  const std::string date = write::utc_date(file.message->date.value_or(""));
  if (Result<void> written = write_info(date); !written) return written;
  std::string type(file.media_type);
  if (!file.charset.empty() && (type.starts_with("text/") || type.ends_with("xml")))
    type.append(";charset=").append(file.charset);
  const std::string id = urn_of({in, file.part, file.url, file.bytes});
  return write_record({"resource", id, date, file.url, info_id_, type, file.bytes});
}

Result<void> ExtractOutput::add_index(std::string_view page) {
  return target_.folder != nullptr ? write_file("index.html", page) : Result<void>();
}

// The file's first record, as old as the first message.
Result<void> ExtractOutput::write_info(const std::string& date) {
  if (!info_id_.empty()) return {};
  const std::string info = fmt::format(kInfo, MIMEBASE_VERSION);
  info_id_ = urn_of({"warcinfo", date, info});
  return write_record({"warcinfo", info_id_, date, {}, {}, "application/warc-fields", info});
}

Result<void> ExtractOutput::write_record(const write::WarcRecord& record) {
  const std::string written = write::warc_record(record, target_.gzip);
  if (written.empty())
    return Error{Error::Code::kUnwritable, target_.warc->name() + ": cannot be compressed"};
  return target_.warc->write(written);
}

}  // namespace mimebase::run
