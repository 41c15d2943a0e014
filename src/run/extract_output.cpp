#include "run/extract_output.h"

#include <fmt/format.h>

#include <cstring>

#include "mimebase/output.h"
#include "mimebase/version.h"
#include "urn.h"
#include "write/new_folder.h"
#include "write/output_file.h"

namespace mimebase::run {
namespace {

constexpr std::string_view kInfo =
    "software: mimebase {}\r\nformat: WARC File Format 1.1\r\n"
    "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
    "description: parts of mail, with their references made absolute\r\n";

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
  const std::string id = urn_of(fmt::format("{}\n{}\n{}\n{}", in, file.part, file.url, sha256(file.bytes)));
  return write_record({"resource", id, date, file.url, info_id_, type, file.bytes});
}

Result<void> ExtractOutput::add_index(std::string_view page) {
  return target_.folder != nullptr ? write_file("index.html", page) : Result<void>();
}

// The file's first record, as old as the first message.
Result<void> ExtractOutput::write_info(const std::string& date) {
  if (!info_id_.empty()) return {};
  const std::string info = fmt::format(kInfo, MIMEBASE_VERSION);
  info_id_ = urn_of("warcinfo\n" + date + '\n' + info);
  return write_record({"warcinfo", info_id_, date, {}, {}, "application/warc-fields", info});
}

Result<void> ExtractOutput::write_record(const write::WarcRecord& record) {
  const std::string written = write::warc_record(record, target_.gzip);
  if (written.empty())
    return Error{Error::Code::kUnwritable, target_.warc->name() + ": cannot be compressed"};
  return target_.warc->write(written);
}

}  // namespace mimebase::run
