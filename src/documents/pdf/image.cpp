#include "documents/pdf/image.h"
#include "binary/inflate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;
using enum PdfToken::Kind;

unsigned byte_at(std::string_view data, std::size_t at) {
  return static_cast<unsigned char>(data[at]);
}

// What is known of an image. Names have short and long forms.
struct Image {
  double width = 0, height = 0, bits = 8, colors = 0, length = 0;
  bool has_filter = false;
  std::string_view filter;  // the first one

  explicit Image(std::span<const PdfToken> parameters);
  // Of data without a filter; nothing if it is not known.
  [[nodiscard]] std::optional<std::size_t> plain_size() const;
};

Image::Image(std::span<const PdfToken> parameters) {
  for (std::size_t i = 0; i + 1 < parameters.size(); ++i) {
    if (parameters[i].kind != kName) continue;
    const std::string_view key = parameters[i].text;
    const PdfToken& value = parameters[i + 1];
    if (key == "W" || key == "Width") width = value.number;
    if (key == "H" || key == "Height") height = value.number;
    if (key == "BPC" || key == "BitsPerComponent") bits = value.number;
    if (key == "L" || key == "Length") length = value.number;
    if ((key == "IM" || key == "ImageMask") && value.text == "true") bits = colors = 1;
    if (key == "CS" || key == "ColorSpace") {
      const bool is_indexed = value.kind == kOpenArray || value.text == "I" || value.text == "Indexed";
      if (is_one_of(value.text, {"G", "DeviceGray", "CalGray"}) || is_indexed) colors = 1;
      if (is_one_of(value.text, {"RGB", "DeviceRGB", "CalRGB"})) colors = 3;
      if (is_one_of(value.text, {"CMYK", "DeviceCMYK"})) colors = 4;
    }
    if (key == "F" || key == "Filter") {
      const bool is_list = value.kind == kOpenArray && i + 2 < parameters.size();
      const PdfToken& name = is_list ? parameters[i + 2] : value;
      has_filter = name.kind == kName;
      filter = name.text;
    }
    if (value.kind != kOpenArray) ++i;
  }
}

std::optional<std::size_t> Image::plain_size() const {
  const double row = width * bits * colors;
  if (has_filter || !(row > 0 && height > 0) || row > 1e9 || height > 1e9) return std::nullopt;
  const double size = std::ceil(row / 8) * height;
  return size < 1e12 ? std::optional(static_cast<std::size_t>(size)) : std::nullopt;
}

// Adds what was decompressed to `work`.
std::size_t deflated_size(std::string_view data, std::uint64_t most_work, std::uint64_t& work) {
  binary::Inflater inflater(binary::Inflater::Format::kZlib);
  inflater.start(data);
  std::array<char, 1 << 14> out;
  for (std::size_t got = out.size(); got == out.size() && work < most_work; work += got)
    got = inflater.read(out.data(), out.size());
  return inflater.has_ended() ? static_cast<std::size_t>(inflater.rest().data() - data.data()) : 0;
}

std::size_t runs_size(std::string_view data) {
  std::size_t at = 0;
  while (at < data.size() && byte_at(data, at) != 128)
    at += byte_at(data, at) < 128 ? byte_at(data, at) + 2 : 2;
  return at + 1;
}

// Follows the markers of a JPEG up to the end of the image.
std::size_t jpeg_size(std::string_view data) {
  constexpr unsigned kEnd = 0xD9, kScan = 0xDA;
  std::size_t at = 2;
  while (at + 4 <= data.size() && byte_at(data, at) == 0xFF) {
    const unsigned marker = byte_at(data, at + 1);
    if (marker == kEnd) return at + 2;
    if (marker == 0xFF) {
      ++at;
      continue;
    }
    at += 2 + (byte_at(data, at + 2) << 8 | byte_at(data, at + 3));
    if (marker != kScan) continue;
    // Markers between the data of a scan are followed by nothing.
    const auto is_between = [&](std::size_t i) {
      const unsigned next = byte_at(data, i + 1);
      return byte_at(data, i) != 0xFF || next == 0 || (next >= 0xD0 && next < 0xD8);
    };
    while (at + 1 < data.size() && is_between(at)) ++at;
    if (data.substr(std::min(at, data.size())).starts_with("\xFF\xD9")) return at + 2;
  }
  return 0;
}

// Follows the codes of LZW up to the end.
std::size_t lzw_size(std::string_view data) {
  constexpr unsigned kClear = 256, kEnd = 257;
  unsigned bits = 0, count = 0, width = 9, next = 257;
  for (std::size_t at = 0; at < data.size(); ++at) {
    bits = bits << 8 | byte_at(data, at);
    count += 8;
    if (count < width) continue;
    count -= width;
    const unsigned code = bits >> count & ((1U << width) - 1);
    if (code == kEnd) return at + 1;
    next = code == kClear ? 257 : next + 1;
    width = next < 511 ? 9 : next < 1023 ? 10 : next < 2047 ? 11 : 12;
  }
  return 0;
}

struct ImageFilter {
  std::string_view short_name, name;
  std::size_t (*size)(std::string_view data, std::uint64_t most_work, std::uint64_t& work);
};
constexpr ImageFilter kImageFilters[] = {
    {"Fl", "FlateDecode", deflated_size},
    {"RL", "RunLengthDecode",
     [](std::string_view data, std::uint64_t, std::uint64_t&) { return runs_size(data); }},
    {"DCT", "DCTDecode",
     [](std::string_view data, std::uint64_t, std::uint64_t&) { return jpeg_size(data); }},
    {"LZW", "LZWDecode", [](std::string_view data, std::uint64_t, std::uint64_t&) { return lzw_size(data); }},
    {"AHx", "ASCIIHexDecode",
     [](std::string_view data, std::uint64_t, std::uint64_t&) { return data.find('>') + 1; }},
    {"A85", "ASCII85Decode",
     [](std::string_view data, std::uint64_t, std::uint64_t&) { return data.find("~>") + 1; }},
};

// The size of the data, or 0 if they do not show it.
std::size_t data_size(const Image& image, std::string_view data, std::uint64_t most_work,
                      std::uint64_t& work) {
  if (const auto size = image.plain_size()) return *size;
  for (const ImageFilter& filter : kImageFilters) {
    if (image.filter != filter.short_name && image.filter != filter.name) continue;
    const std::size_t size = filter.size(data, most_work, work);
    work += size > 0 ? size : data.size();
    return size;
  }
  return image.length > 0 && image.length < 1e12 ? static_cast<std::size_t>(image.length) : 0;
}

bool is_content_space(char c) {
  return contains("\0\t\n\f\r "sv, c);
}

// Data of a fax may contain anything. What follows EI is text.
bool is_followed_by_text(std::string_view rest) {
  return std::ranges::all_of(rest.substr(0, 12),
                             [](char c) { return is_content_space(c) || (c >= 0x20 && c < 0x7F); });
}

// Returns the offset behind the first EI after `from`, or 0 if there is none. Data of an unknown size end at
// an EI before text, if there is one.
std::size_t find_end(std::string_view rest, std::size_t from, bool is_known, std::uint64_t& work) {
  std::size_t first = 0;
  for (std::size_t at = from; (at = rest.find("EI", at)) != kNotFound; ++at) {
    const bool begins = at == from || is_content_space(rest[at - 1]);
    const std::string_view after = rest.substr(at + 2);
    if (!begins || (!after.empty() && !is_content_space(after[0]))) continue;
    if (first == 0) first = at + 2;
    if (!is_known && !is_followed_by_text(after)) continue;
    work += at - from;
    return at + 2;
  }
  work += rest.size() - from;
  return first;
}

}  // namespace

InlineImage find_image_end(std::span<const PdfToken> parameters, std::string_view rest,
                           std::uint64_t most_work) {
  InlineImage found;
  const Image image(parameters);
  // One white space is behind ID.
  const std::size_t begin = !rest.empty() && is_content_space(rest[0]) ? 1 : 0;
  const std::size_t size = data_size(image, rest.substr(begin), most_work, found.work);
  const bool is_known = size > 0 && size <= rest.size() - begin;
  if (is_known) found.size = find_end(rest, begin + size, true, found.work);
  if (found.size == 0) found.size = find_end(rest, 0, false, found.work);
  return found;
}

}  // namespace mimebase::documents
