// Media types of files, by the ending of their name and by their first bytes. One table serves attachments
// without a type, the files inside documents, and documents that are an input themselves.
#pragma once

#include <string_view>

#include "text/for_archive.h"

namespace mimebase {

// How the files with an ending are read.
enum class FileKind {
  kPlain,    // text, whatever it begins with
  kMarkup,   // HTML or XML
  kLines,    // other text with rules of its own: style sheets, calendars, JSON-LD
  kCode,     // scripts and data, in which URLs are found as in text, but which are no documents
  kFlatXml,  // OpenDocument in one XML file; this and the following are read by documents/
  kPdf,
  kPackage,   // a zip file with a document inside
  kCompound,  // a compound file (MS-CFB)
  kRtf,
  kShortcut,  // a file that is a link
  kNone,      // unknown
};

struct FileType {
  std::string_view ending;      // of the name, in lower case, with its dot
  std::string_view media_type;  // in lower case, without parameters
  FileKind kind = FileKind::kNone;
};

// The type of a file by the ending of its name, in any case: kNone if there is none.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE FileType file_type(std::string_view file_name);

// The media type of a file that finders read, by the ending of its name ("page.html"); else empty.
[[nodiscard]] std::string_view type_by_name(std::string_view file_name);

// Returns "text/html" if a content begins as browsers recognise HTML (MIME Sniffing Standard, section 7.1);
// else nothing.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string_view sniffed_type(std::string_view content);

}  // namespace mimebase
