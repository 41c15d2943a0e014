#include "url/query.h"

#include <algorithm>

namespace mimebase::url {
namespace {

std::string_view without_amp(std::string_view pair) {
  constexpr std::string_view kAmp = "amp;";
  return pair.starts_with(kAmp) ? pair.substr(kAmp.size()) : pair;
}

}  // namespace

std::string_view query_value(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const std::string_view pair = without_amp(query.substr(0, query.find('&')));
    if (pair.size() > key.size() && pair.starts_with(key) && pair[key.size()] == '=')
      return pair.substr(key.size() + 1);
    query.remove_prefix(std::min(query.find('&'), query.size() - 1) + 1);
  }
  return {};
}

bool has_key(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const std::string_view pair = without_amp(query.substr(0, query.find('&')));
    if (pair.substr(0, pair.find('=')) == key) return true;
    query.remove_prefix(std::min(query.find('&'), query.size() - 1) + 1);
  }
  return false;
}

}  // namespace mimebase::url
