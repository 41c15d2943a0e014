// Rows of tab-separated test data, with bytes escaped as \\ \t \n \r \xNN. Lines that begin with "# " are
// comments.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support.h"

namespace mimebase::test {

using Row = std::vector<std::string>;

inline int hex_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  return (digit | 0x20) - 'a' + 10;
}

inline std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char kind = text[++i];
    if (kind == 't') {
      out += '\t';
    } else if (kind == 'n') {
      out += '\n';
    } else if (kind == 'r') {
      out += '\r';
    } else if (kind == 'x' && i + 2 < text.size()) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      out += kind;
    }
  }
  return out;
}

inline Row split_row(std::string_view line) {
  Row row;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t tab = std::min(line.find('\t', at), line.size());
    row.push_back(unescape(line.substr(at, tab - at)));
    at = tab + 1;
  }
  return row;
}

inline std::vector<Row> read_tsv(const std::filesystem::path& path) {
  std::vector<Row> rows;
  const std::string text = read_file(path);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    if (!line.starts_with("# ")) rows.push_back(split_row(line));
    at = end + 1;
  }
  return rows;
}

}  // namespace mimebase::test
