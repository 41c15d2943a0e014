// Parses rows as their users do: JSON Lines by RapidJSON, CSV by RFC 4180.
#pragma once

#include <glib.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check.h"

namespace mimebase::fuzz {

// True for characters that drive a terminal or change the direction of later text.
inline bool drives_terminal(gunichar c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

// Checks that `text` is UTF-8 and that nothing in it but LF drives a terminal.
inline void check_visible(std::string_view text) {
  FUZZ_REQUIRE(g_utf8_validate_len(text.data(), text.size(), nullptr) != 0, "{}", escape_for_terminal(text));
  const char* end = text.data() + text.size();
  for (const char* c = text.data(); c < end; c = g_utf8_next_char(c)) {
    const gunichar code_point = g_utf8_get_char(c);
    FUZZ_REQUIRE(code_point == '\n' || !drives_terminal(code_point), "U+{:04X} in {}", code_point,
                 escape_for_terminal(text));
  }
}

using CsvRecord = std::vector<std::string>;

// Parses strictly: unquoted cells contain no quotes and no line ends.
inline std::vector<CsvRecord> parse_csv(std::string_view text) {
  const std::string_view whole = text;
  std::vector<CsvRecord> records;
  CsvRecord record;
  while (!text.empty()) {
    std::string cell;
    if (text.starts_with('"')) {
      for (text.remove_prefix(1);; text.remove_prefix(1)) {
        FUZZ_REQUIRE(!text.empty(), "a quoted cell without an end in {}", escape_for_terminal(whole));
        if (text.starts_with("\"\"")) {
          text.remove_prefix(1);
        } else if (text.starts_with('"')) {
          break;
        }
        cell += text.front();
      }
      text.remove_prefix(1);
    } else {
      cell = text.substr(0, text.find_first_of("\",\r\n"));
      text.remove_prefix(cell.size());
    }
    record.push_back(std::move(cell));
    if (text.starts_with(',')) {
      text.remove_prefix(1);
      // A comma at the end of a line is followed by an empty cell.
      if (!text.starts_with("\r\n")) continue;
      record.emplace_back();
    }
    FUZZ_REQUIRE(text.starts_with("\r\n"), "{} behind a cell in {}", escape_for_terminal(text.substr(0, 5)),
                 escape_for_terminal(whole));
    text.remove_prefix(2);
    records.push_back(std::move(record));
    record.clear();
  }
  return records;
}

// Formats a value of JSON Lines as a CSV cell.
inline std::string cell_of(const rapidjson::Value& json) {
  if (json.IsNull()) return {};
  if (json.IsString()) return {json.GetString(), json.GetStringLength()};
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  json.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

class JsonRow {
 public:
  // `columns` are the required keys, in this order.
  JsonRow(std::string_view line, const CsvRecord& columns) {
    json_.Parse<rapidjson::kParseValidateEncodingFlag>(line.data(), line.size());
    FUZZ_REQUIRE(!json_.HasParseError() && json_.IsObject(), "{} is no JSON", escape_for_terminal(line));
    FUZZ_REQUIRE(json_.MemberCount() == columns.size(), "{} keys, not {}", json_.MemberCount(),
                 columns.size());
    for (rapidjson::SizeType i = 0; i < json_.MemberCount(); ++i) {
      const rapidjson::Value& name = (json_.MemberBegin() + i)->name;
      FUZZ_REQUIRE(columns[i] == name.GetString(), "{} in the place of {}", name.GetString(), columns[i]);
    }
  }

  // Returns nothing for null.
  [[nodiscard]] std::optional<std::string> text(const char* key) const {
    const rapidjson::Value& value = json_[key];
    if (!value.IsString()) return std::nullopt;
    return std::string(value.GetString(), value.GetStringLength());
  }
  [[nodiscard]] std::optional<std::uint64_t> number(const char* key) const {
    const rapidjson::Value& value = json_[key];
    if (!value.IsUint64()) return std::nullopt;
    return value.GetUint64();
  }
  [[nodiscard]] const rapidjson::Document& json() const { return json_; }

  void check_cells(const CsvRecord& cells) const {
    FUZZ_REQUIRE(cells.size() == json_.MemberCount(), "{} cells of {}", cells.size(), json_.MemberCount());
    for (rapidjson::SizeType i = 0; i < json_.MemberCount(); ++i) {
      const rapidjson::Value& value = (json_.MemberBegin() + i)->value;
      if (value.IsArray() || value.IsObject()) {
        rapidjson::Document cell;
        cell.Parse(cells[i].data(), cells[i].size());
        FUZZ_REQUIRE(!cell.HasParseError() && cell == value, "{} in CSV", escape_for_terminal(cells[i]));
        continue;
      }
      const std::string expected = cell_of(value);
      FUZZ_REQUIRE(cells[i] == expected, "{} is {} in CSV, {} in JSON",
                   (json_.MemberBegin() + i)->name.GetString(), escape_for_terminal(cells[i]),
                   escape_for_terminal(expected));
    }
  }

 private:
  rapidjson::Document json_;
};

// Checks that the rows of JSON Lines and CSV agree, and that each has the columns of the CSV header.
inline std::vector<JsonRow> read_rows(const std::string& header, std::string_view csv,
                                      std::string_view lines) {
  const std::vector<CsvRecord> records = parse_csv(header + std::string(csv));
  check_visible(lines);
  std::vector<JsonRow> rows;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    FUZZ_REQUIRE(line.size() < lines.size(), "a line without an end: {}", escape_for_terminal(line));
    lines.remove_prefix(line.size() + 1);
    rows.emplace_back(line, records.at(0));
    FUZZ_REQUIRE(records.size() > rows.size(), "{} lines of CSV", records.size());
    rows.back().check_cells(records[rows.size()]);
  }
  FUZZ_REQUIRE(records.size() == rows.size() + 1, "{} rows of JSON, {} of CSV", rows.size(),
               records.size() - 1);
  return rows;
}

}  // namespace mimebase::fuzz
