// Writes containers into memory with libarchive.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <string>
#include <string_view>
#include <vector>

#include "catch.h"

namespace mimebase::test {

struct Member {
  std::string name;
  std::string bytes;
  unsigned type = AE_IFREG;
};

namespace detail {

inline la_ssize_t append(archive* /*archive*/, void* to, const void* bytes, std::size_t size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

inline void add_member(archive* to, const Member& member) {
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, member.name.c_str());
  archive_entry_set_filetype(entry, member.type);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, static_cast<la_int64_t>(member.type == AE_IFREG ? member.bytes.size() : 0));
  if (member.type == AE_IFLNK) archive_entry_set_symlink(entry, member.bytes.c_str());
  REQUIRE(archive_write_header(to, entry) >= ARCHIVE_WARN);
  if (member.type == AE_IFREG && !member.bytes.empty()) {
    REQUIRE(archive_write_data(to, member.bytes.data(), member.bytes.size()) ==
            static_cast<la_ssize_t>(member.bytes.size()));
  }
  archive_entry_free(entry);
}

}  // namespace detail

// `format` is "ustar", "gnutar", "pax", "zip" or "raw" (one member). `filter` is "gzip", "zstd" and so on, or
// "none".
inline std::string container(const std::vector<Member>& members, const std::string& format,
                             const std::string& filter = "none") {
  std::string bytes;
  archive* to = archive_write_new();
  REQUIRE(archive_write_set_format_by_name(to, format.c_str()) == ARCHIVE_OK);
  if (filter != "none") REQUIRE(archive_write_add_filter_by_name(to, filter.c_str()) == ARCHIVE_OK);
  archive_write_set_bytes_in_last_block(to, 1);
  REQUIRE(archive_write_open(to, &bytes, nullptr, detail::append, nullptr) == ARCHIVE_OK);
  for (const Member& member : members) detail::add_member(to, member);
  REQUIRE(archive_write_close(to) == ARCHIVE_OK);
  archive_write_free(to);
  return bytes;
}

// Compresses a single stream.
inline std::string compressed(std::string_view bytes, const std::string& filter) {
  return container({{"data", std::string(bytes)}}, "raw", filter);
}

}  // namespace mimebase::test
