// One message as bytes, with its place in the archive that it comes from.
//
//   mimebase::Record record;
//   record.number = 1;
//   record.bytes = message;
//   analyzer.links(record, visitor);
//
// A document that is not mail is a record too:
//
//   mimebase::Record page;
//   page.kind = mimebase::RecordKind::kDocument;
//   page.content_type = "text/html; charset=utf-8";
//   page.bytes = message;
//   analyzer.links(page, visitor);
#pragma once

#include <cstdint>
#include <string_view>

namespace mimebase {
inline namespace v0_2 {

// What the bytes of a Record are.
enum class RecordKind : std::uint8_t {
  kMail,      // a message of mail: a header and a body (RFC 5322)
  kWarc,      // a record of a WARC file (ISO 28500): the WARC header, the blank line after it, and the block
  kDocument,  // a document without a header, such as a web page or a PDF file
};

// One message and its place in its source. `before`, `bytes` and `after` are adjacent. In order, the
// `before`, `bytes` and `after` of all records make up the source without loss or overlap. There are three
// exceptions: a truncated record lacks its end; the bytes before the first From_ line are missing if a
// range or kMbox was requested; and of a WARC file, only the records of the types response, resource and
// conversion become messages. Records of other types, damaged records and bytes between two records (but for
// the two line ends in `after`) are missing. `offset` is where the header of the WARC record begins.
//
// The quoting of an mbox is not undone: a body line that begins with ">From " is kept, because the bytes may
// serve as evidence. The views point into the memory of the record's Batch, and are valid as long as the
// Batch.
struct Record {
  std::string_view source;         // the name that the caller gave; for standard input "-", or its own
  std::uint64_t number = 0;        // 1, 2, ... within the source
  std::uint64_t offset = 0;        // byte of the source at which the record starts: its From_ line, or 0
  std::uint64_t bytes_offset = 0;  // byte of the source at which `bytes` starts
  std::string_view before;         // bytes skipped at the start of the source, then the From_ line
  std::string_view bytes;          // the message itself; of a WARC file, the whole record
  std::string_view after;          // the blank line before the next From_ line; in a WARC file, two line ends
  bool truncated = false;          // longer than Limits::message_bytes: `bytes` is only its beginning
  bool incomplete = false;  // `bytes` may be only its beginning: after a read error, or in a cut WARC file
  RecordKind kind = RecordKind::kMail;
  // The media type of a document with parameters, as in a field Content-Type: "text/html; charset=utf-8".
  // Empty for other records.
  std::string_view content_type = {};
  // The URL that this record was retrieved from (RFC 1808 section 3.3), which replaces
  // AnalyzeOptions::retrieval_url; empty if it is not known.
  std::string_view retrieval_url = {};
};

}  // namespace v0_2
}  // namespace mimebase
