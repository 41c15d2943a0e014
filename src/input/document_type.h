// Recognises documents that are an input themselves, by their first bytes and then by their name.
#pragma once

#include <string_view>

#include "input/byte_source.h"

namespace mimebase::input {

// The type of a source, and how it was found out.
struct DocumentType {
  std::string_view media_type;  // in lower case, without parameters; empty if it is no known document
  bool by_bytes = false;        // by its first bytes, so that it is no mail, even if it begins like a field
};

// A compound file (MS-CFB) that may be a document of Office, or anything else.
inline constexpr std::string_view kUnknownCompound = "application/x-ole-storage";

// `head` is the start of a source with that name. A file whose name says that it is plain text is that. A
// name refines what the first bytes say: XML called .rss is a feed. Zip files are left to package_type().
[[nodiscard]] DocumentType document_type(std::string_view head, std::string_view name);

// The media type of the document in a zip file: OOXML, OpenDocument or EPUB. Empty if it is an archive of
// files. Reads the directory at the end of the source, which has random access.
[[nodiscard]] std::string_view package_type(ByteSource& bytes, std::string_view name);

// True for the media types of zip files, in lower case and without parameters. A source of such a type is not
// opened as an archive.
[[nodiscard]] bool is_package_type(std::string_view media_type);

}  // namespace mimebase::input
