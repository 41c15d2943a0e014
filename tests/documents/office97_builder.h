// Streams of binary Office files as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/ole_builder.h"

namespace mimebase::test::office97 {

using namespace test::ole;

inline std::uint32_t size_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(bytes.size());
}
inline std::string padded(std::string bytes) {
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return bytes;
}

// ---- Word ----

// The streams of a Word document whose text has these pieces. A piece that begins with "16:" is in UTF-16.
struct WordDocument {
  std::string main, table;
  [[nodiscard]] std::vector<Entry> streams() const { return {{"WordDocument", main}, {"1Table", table}}; }
};
inline WordDocument word(const std::vector<std::string>& pieces, std::string_view template_path = {},
                         std::uint32_t flags = 0x0200) {
  constexpr std::size_t kHeader = 0x200;
  WordDocument document;
  std::string text, positions = number(0), places;
  std::uint32_t position = 0;
  for (const std::string& piece : pieces) {
    const bool is_wide = piece.starts_with("16:");
    const std::string_view characters = std::string_view(piece).substr(is_wide ? 3 : 0);
    const auto offset = static_cast<std::uint32_t>(kHeader + text.size());
    position += size_of(characters);
    positions += number(position);
    places += number(0, 2) + number(is_wide ? offset : 0x40000000 | offset * 2) + number(0, 2);
    text += is_wide ? utf16(characters) : std::string(characters);
  }
  const std::string property = std::string("\1") + number(3, 2) + "abc";  // before the pieces
  const std::string plc = positions + places;
  const std::string clx = property + "\2" + number(size_of(plc)) + plc;
  const std::string associated = number(0xFFFF, 2) + number(18, 2) + number(0, 2) + number(0, 2) +
                                 number(size_of(template_path), 2) + utf16(template_path) +
                                 std::string(32, '\0');
  document.table = clx + associated;
  document.main = number(0xA5EC, 2) + number(0xC1, 2) + std::string(6, '\0') + number(flags, 2);
  document.main.resize(24);
  document.main += number(kHeader) + number(static_cast<std::uint32_t>(kHeader + text.size()));
  document.main.resize(0x19A);
  document.main += number(size_of(clx)) + number(size_of(associated)) + number(0) + number(size_of(clx));
  document.main.resize(kHeader);
  document.main += text;
  return document;
}
inline std::string field(std::string_view code, std::string_view result) {
  return "\x13" + std::string(code) + "\x14" + std::string(result) + "\x15";
}

// ---- Excel ----

inline std::string record(std::uint32_t type, std::string_view bytes) {
  return number(type, 2) + number(size_of(bytes), 2) + std::string(bytes);
}
inline std::string wide_string(std::string_view text) {
  return number(size_of(text) + 1) + utf16(text) + number(0, 2);
}
// A hyperlink of a cell, by what follows its flags.
inline std::string cell_link(std::uint32_t row, std::uint32_t column, std::uint32_t flags,
                             std::string_view rest) {
  return record(0x01B8, number(row, 2) + number(row, 2) + number(column, 2) + number(column, 2) +
                            std::string(16, 'c') + number(2) + number(flags) + std::string(rest));
}
// A formula of the cell A1, by its tokens, and a string in it.
inline std::string formula(std::string_view tokens) {
  return record(0x0006, std::string(20, '\0') + number(size_of(tokens), 2) + std::string(tokens));
}
inline std::string formula_string(std::string_view text) {
  return number(0x17, 1) + number(size_of(text), 1) + number(0, 1) + std::string(text);
}
// A workbook with one sheet.
inline std::string workbook(std::string_view globals, std::string_view sheet) {
  const std::string begin = record(0x0809, number(0x0600, 2) + std::string(14, '\0')),
                    end = record(0x000A, "");
  const auto sheet_record = [](std::uint32_t offset) {
    return record(0x0085, number(offset) + number(0, 2) + number(4, 1) + number(0, 1) + "Data");
  };
  const std::uint32_t offset = size_of(begin) + size_of(sheet_record(0)) + size_of(globals) + size_of(end);
  return begin + sheet_record(offset) + std::string(globals) + end + begin + std::string(sheet) + end;
}

// ---- PowerPoint ----

inline std::string atom(std::uint32_t type, std::uint32_t instance, std::string_view bytes) {
  return number(instance << 4, 2) + number(type, 2) + number(size_of(bytes)) + std::string(bytes);
}
inline std::string container(std::uint32_t type, std::string_view bytes) {
  return number(0xF, 2) + number(type, 2) + number(size_of(bytes)) + std::string(bytes);
}
inline std::string slide_link(std::string_view text, std::string_view target, std::string_view location) {
  return container(0x0FD7, atom(0x0FD3, 0, number(1)) + atom(0x0FBA, 0, utf16(text)) +
                               atom(0x0FBA, 1, utf16(target)) + atom(0x0FBA, 3, utf16(location)));
}
// Data in the format of zlib, not compressed.
inline std::string zlib(std::string_view bytes) {
  std::string out = "\x78\x01";
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  for (std::size_t at = 0; at < bytes.size(); at += 0xFFFF) {
    const std::string_view block = bytes.substr(at, 0xFFFF);
    out += number(at + block.size() == bytes.size() ? 1 : 0, 1) + number(size_of(block), 2) +
           number(~size_of(block) & 0xFFFF, 2) + std::string(block);
  }
  for (const std::uint32_t half : {b, a}) out.append({static_cast<char>(half >> 8), static_cast<char>(half)});
  return out;
}

// ---- Property sets ----

// A stream with a set of user-defined properties, each a name and a value of type VT_BLOB.
inline std::string summary(const std::vector<std::pair<std::string, std::string>>& properties,
                           std::uint32_t code_page = 1252) {
  const bool is_wide = code_page == 1200;
  std::string dictionary = number(static_cast<std::uint32_t>(properties.size())), values;
  for (std::uint32_t i = 0; i < properties.size(); ++i) {
    const std::string name = properties[i].first + '\0';
    dictionary += number(i + 2) + number(size_of(name)) + (is_wide ? padded(utf16(name)) : name);
  }
  dictionary = padded(dictionary);
  const auto count = static_cast<std::uint32_t>(properties.size() + 2);
  std::string table = number(count), bytes = number(2) + number(code_page);
  std::uint32_t offset = 8 + 8 * count;
  table += number(1) + number(offset) + number(0) + number(offset + size_of(bytes));
  bytes += dictionary;
  for (std::uint32_t i = 0; i < properties.size(); ++i) {
    table += number(i + 2) + number(offset + size_of(bytes));
    bytes += padded(number(0x41) + number(size_of(properties[i].second)) + properties[i].second);
  }
  const std::string set = number(offset + size_of(bytes)) + table + bytes;
  const std::string other = number(8) + number(0);
  const std::string user("\x05\xD5\xCD\xD5\x9C\x2E\x1B\x10\x93\x97\x08\x00\x2B\x2C\xF9\xAE", 16);
  return number(0xFFFE, 2) + number(0, 2) + number(0x20005) + std::string(16, '\0') + number(2) +
         std::string(16, 's') + number(68) + user + number(68 + size_of(other)) + other + set;
}
inline std::string base_text(std::string_view base) {
  return utf16(base) + number(0, 2);
}
inline std::string listed_links(const std::vector<std::pair<std::string, std::string>>& links,
                                std::uint32_t kind = 5) {
  std::string bytes = number(static_cast<std::uint32_t>(6 * links.size()));
  for (const auto& [target, location] : links) {
    for (const std::uint32_t value : {7U, 1U, 0U, kind}) bytes += number(3) + number(value);
    bytes += number(0x1F) + padded(wide_string(target)) + number(0x1F) + padded(wide_string(location));
  }
  return bytes;
}
inline Entry summary_stream(std::string bytes) {
  return {"\5DocumentSummaryInformation", std::move(bytes)};
}

}  // namespace mimebase::test::office97
