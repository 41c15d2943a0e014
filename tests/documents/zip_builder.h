// Makes zip files, sound and damaged ones, for the tests of packages.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mimebase::test {

// How a file is written, if not as usual programs do.
struct ZipStyle {
  bool is_stored = false;
  bool has_descriptor = false;  // its sizes are behind it, as in a zip that was written to a pipe
  bool is_zip64 = false;        // its sizes are in extra fields
  bool is_encrypted = false;    // says so
  bool has_wrong_checksum = false;
};

class ZipBuilder {
 public:
  ZipBuilder& add(std::string_view name, std::string_view content, ZipStyle style = {}) {
    const std::string packed = style.is_stored ? std::string(content) : deflated(content);
    std::uint64_t checksum = crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size());
    if (style.has_wrong_checksum) checksum ^= 1;
    const std::uint64_t flags = (style.is_encrypted ? 1 : 0) + (style.has_descriptor ? 8 : 0);
    const std::string sizes64 = number(content.size(), 8) + number(packed.size(), 8);
    const std::string extra = style.is_zip64 ? number(1, 2) + number(16, 2) + sizes64 : "";
    const std::string sizes = style.is_zip64 ? number(0xFFFFFFFF, 4) + number(0xFFFFFFFF, 4)
                                             : number(packed.size(), 4) + number(content.size(), 4);
    const std::string method = number(style.is_stored ? 0 : 8, 2);
    const std::string middle = number(flags, 2) + method + number(0, 4);
    const std::string known = number(checksum, 4) + sizes;
    const std::string names = number(name.size(), 2) + number(extra.size(), 2);
    const std::string offset = number(bytes_.size(), 4);
    bytes_ += "PK\x03\x04" + number(20, 2) + middle + (style.has_descriptor ? number(0, 12) : known) + names;
    bytes_.append(name).append(extra).append(packed);
    if (style.has_descriptor) bytes_ += "PK\x07\x08" + known;
    directory_ += "PK\x01\x02" + number(20, 2) + number(20, 2) + middle + known + names + number(0, 10);
    directory_.append(offset).append(name).append(extra);
    ++count_;
    return *this;
  }
  // The files, without a directory.
  [[nodiscard]] const std::string& files() const { return bytes_; }
  [[nodiscard]] std::string zip(std::uint64_t count_error = 0) const {
    const std::string count = number(count_ + count_error, 2);
    return bytes_ + directory_ + "PK\x05\x06" + number(0, 4) + count + count + number(directory_.size(), 4) +
           number(bytes_.size(), 4) + number(0, 2);
  }

 private:
  // Little-endian.
  static std::string number(std::uint64_t value, int size) {
    std::string bytes;
    for (int i = 0; i < size; ++i, value >>= 8) bytes += static_cast<char>(value & 0xFF);
    return bytes;
  }
  static std::string deflated(std::string_view content) {
    z_stream stream = {};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, content.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
  }

  std::string bytes_, directory_;
  std::uint64_t count_ = 0;
};

}  // namespace mimebase::test
