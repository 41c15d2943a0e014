#include "run/commands/extract_destination.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iterator>
#include <utility>

#include "extract/document.h"
#include "mimebase/output.h"
#include "mimebase/run.h"
#include "mimebase/version.h"
#include "output/new_folder.h"
#include "output/output_file.h"
#include "run/commands/command.h"
#include "text/urn.h"

namespace mimebase::run {
namespace {

constexpr std::string_view kInfo =
    "software: mimebase {}\r\nformat: WARC File Format 1.1\r\n"
    "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
    "description: parts of mail, with their references made absolute\r\n";

}  // namespace

Result<void> ExtractDestination::write_file(const std::string& path, std::string_view bytes) {
  const int error = OutputFile::folder(*target_.folder).write_file(path, bytes);
  if (error == 0) return {};
  // These errors are caused by the path, which a message chose, and not by the disk. Only this file is
  // skipped.
  constexpr int kOfPath[] = {EEXIST, EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENOTDIR};
  if (std::find(std::begin(kOfPath), std::end(kOfPath), error) == std::end(kOfPath))
    return Error{Error::Code::kUnwritable, target_.folder->name() + ": " + std::strerror(error)};
  problems_.push_back(input_ + ": not written: " + target_.folder->name() + '/' + path + ": " +
                      std::strerror(error));
  return {};
}

void ExtractDestination::found(std::uint64_t messages, bool at_end) {
  found_ = std::max(found_, messages);
  has_ended_ = has_ended_ || at_end;
}

bool ExtractDestination::accepts(const Piece& piece) const {
  const auto is_field = [](std::string_view text) {
    return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
  };
  if (!piece.is_for<ExtractResults>() || !piece.rows.empty()) return false;
  const auto* const results = piece.get<ExtractResults>();
  return results == nullptr ||
         std::all_of(results->files.begin(), results->files.end(), [&](const ExtractedPiece& file) {
           return is_field(file.path) && is_field(file.media_type) && is_field(file.charset) &&
                  is_field(file.url) && is_field(file.date.value_or(""));
         });
}

Result<void> ExtractDestination::take(Piece& piece) {
  has_any_ = has_any_ || piece.messages > 0;
  for (ExtractedPiece& file : piece.as<ExtractResults>().files) held_.push_back(std::move(file));
  if (wants_all_ && found_ < 2 && !has_ended_) return {};
  for (const ExtractedPiece& file : std::exchange(held_, {})) {
    if (Result<void> added = add(file); !added) return added;
  }
  return {};
}

Result<void> ExtractDestination::add(const ExtractedPiece& file) {
  // If several messages have the requested Message-ID, only the first is written.
  if (written_ == 0) written_ = file.number;
  if (!wants_all_ && file.number != written_) return {};
  const bool is_archive = wants_all_ && found_ > 1;
  const std::string in = is_archive ? std::to_string(file.number) + '/' : std::string();
  if (target_.page != nullptr) {
    if (is_archive)
      return Error{Error::Code::kUsage,
                   input_ + ": contains several messages, and " + target_.page->name() +
                       " can be the page of only one: select it with --message, or name a folder"};
    return file.path == "index.html" ? target_.page->write(file.bytes) : Result<void>();
  }
  if (is_archive && file.path == "index.html") {
    MessageInfo message;
    message.date = file.date;
    message.from = file.from;
    message.subject = file.subject;
    lines_ += extraction::index_line(message, in + file.path);
  }
  if (target_.folder != nullptr) return write_file(in + file.path, file.bytes);
  const Result<std::chrono::sys_seconds> time = first_second_of(file.date.value_or(""));
  const std::string date = utc_date(time ? *time : std::chrono::sys_seconds());
  if (Result<void> written = write_info(date); !written) return written;
  std::string type = file.media_type;
  if (!file.charset.empty() && (type.starts_with("text/") || type.ends_with("xml")))
    type.append(";charset=").append(file.charset);
  const std::string id = urn_of(fmt::format("{}\n{}\n{}\n{}", in, file.part, file.url, sha256(file.bytes)));
  return write_record({"resource", id, date, file.url, info_id_, type, file.bytes});
}

Result<void> ExtractDestination::finish() {
  if (!has_any_ && found_ > 0)
    problems_.push_back(fmt::format("{}: the requested message does not exist; there {}", input_,
                                    found_ == 1 ? "is 1" : fmt::format("are {}", found_)));
  has_ended_ = true;
  Piece nothing;
  if (Result<void> written = take(nothing); !written) return written;
  if (target_.folder == nullptr || !wants_all_ || found_ < 2) return {};
  return write_file("index.html", extraction::whole_page(input_, extraction::policy_tag({}),
                                                         "<table>\n" + lines_ + "</table>\n"));
}

// Writes the first record of the file, with the date of the first message.
Result<void> ExtractDestination::write_info(const std::string& date) {
  if (!info_id_.empty()) return {};
  const std::string info = fmt::format(kInfo, MIMEBASE_VERSION);
  info_id_ = urn_of("warcinfo\n" + date + '\n' + info);
  return write_record({"warcinfo", info_id_, date, {}, {}, "application/warc-fields", info});
}

Result<void> ExtractDestination::write_record(const output::WarcRecord& record) {
  const std::string written = output::warc_record(record, target_.gzip);
  if (written.empty())
    return Error{Error::Code::kUnwritable, target_.warc->name() + ": cannot be compressed"};
  return target_.warc->write(written);
}

}  // namespace mimebase::run
