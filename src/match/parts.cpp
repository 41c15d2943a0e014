#include "match/parts.h"

#include <algorithm>
#include <iterator>

#include "url/canonical.h"

namespace mimebase::match {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char low = static_cast<char>(c | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape =
        text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
    if (escape) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string_view without_fragment(std::string_view url) {
  return url.substr(0, url.find('#'));
}

bool has_scheme(std::string_view url, std::string_view scheme) {
  return url.size() > scheme.size() && url[scheme.size()] == ':' &&
         std::equal(scheme.begin(), scheme.end(), url.begin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b); });
}

}  // namespace

void Parts::clear() {
  *this = Parts();
}

void Parts::add_entity(int around, bool is_related) {
  entities_.push_back({around, is_related});
}

void Parts::set_content_id(std::string_view id) {
  content_ids_[std::string(id)].push_back(static_cast<int>(entities_.size()) - 1);
}

void Parts::set_content_location(std::string_view literal, std::string_view resolved) {
  const int entity = static_cast<int>(entities_.size()) - 1;
  has_locations_ = true;
  if (!literal.empty()) literal_locations_[std::string(literal)].push_back(entity);
  if (!resolved.empty()) locations_[std::string(without_fragment(resolved))].push_back(entity);
}

void Parts::set_message_id(std::string_view id) {
  message_ids_[std::string(id)].push_back(static_cast<int>(entities_.size()) - 1);
}

// Of several that bear one label: the one that shares the innermost entity with `from`, then the first.
std::optional<int> Parts::nearest(const std::vector<int>& candidates, int from) const {
  for (int around = from; around >= 0; around = entities_[static_cast<std::size_t>(around)].around) {
    for (const int candidate : candidates) {
      if (candidate != from && is_inside(candidate, around)) return candidate;
    }
  }
  return std::nullopt;
}

Parts::Named Parts::part_with_id(std::string_view encoded_id, int from) const {
  const auto found = content_ids_.find(percent_decoded(encoded_id));
  if (found == content_ids_.end()) return {Named::Kind::kMissing, -1};
  return nearest_part(found->second, from);
}

// A part that names itself is there, and is no part of it.
Parts::Named Parts::nearest_part(const std::vector<int>& candidates, int from) const {
  const std::optional<int> part = nearest(candidates, from);
  return part ? Named{Named::Kind::kPart, *part} : Named{};
}

bool Parts::is_inside(int part, int around) const {
  while (part > around) part = entities_[static_cast<std::size_t>(part)].around;
  return part == around;
}

// RFC 2392: "mid:" message-id [ "/" content-id ].
Parts::Named Parts::message_or_part(std::string_view mid, int from) const {
  const std::size_t slash = mid.find('/');
  const auto found = message_ids_.find(percent_decoded(mid.substr(0, slash)));
  if (found == message_ids_.end()) return {};
  if (slash == std::string_view::npos) return {Named::Kind::kPart, found->second.front()};
  const auto parts = content_ids_.find(percent_decoded(mid.substr(slash + 1)));
  if (parts == content_ids_.end()) return {Named::Kind::kMissing, -1};
  std::vector<int> in_message;
  std::copy_if(parts->second.begin(), parts->second.end(), std::back_inserter(in_message), [&](int part) {
    return std::any_of(found->second.begin(), found->second.end(),
                       [&](int message) { return is_inside(part, message); });
  });
  return in_message.empty() ? Named{Named::Kind::kMissing, -1} : nearest_part(in_message, from);
}

Parts::Named Parts::by_label(std::string_view reference, int from) const {
  const std::string_view label = without_fragment(reference);
  if (has_scheme(label, "mid")) return message_or_part(label.substr(4), from);
  if (!has_scheme(label, "cid")) return {};
  const Named named = part_with_id(label.substr(4), from);
  if (named.kind != Named::Kind::kMissing) return named;
  const auto literal = literal_locations_.find(std::string(label));
  if (literal == literal_locations_.end()) return named;
  const std::optional<int> part = nearest(literal->second, from);
  return part ? Named{Named::Kind::kPart, *part} : Named{};
}

std::optional<int> Parts::in_related(const Index& index, const std::string& key, int from) const {
  const auto found = index.find(key);
  if (found == index.end()) return std::nullopt;
  for (int around = from; around >= 0; around = entities_[static_cast<std::size_t>(around)].around) {
    if (around == from || !entities_[static_cast<std::size_t>(around)].is_related) continue;
    for (const int candidate : found->second) {
      if (candidate == from) continue;
      if (candidate != around && is_inside(candidate, around)) return candidate;
    }
  }
  return std::nullopt;
}

std::optional<int> Parts::by_location(std::string_view resolved, int from) const {
  if (locations_.empty()) return std::nullopt;
  const std::string key(without_fragment(resolved));
  if (const std::optional<int> part = in_related(locations_, key, from)) return part;
  std::string serialised;
  if (!has_canonical_) {
    has_canonical_ = true;
    for (const auto& [location, bearers] : locations_) {
      if (!url::canonical(location, serialised)) continue;
      std::vector<int>& all = canonical_[serialised];
      all.insert(all.end(), bearers.begin(), bearers.end());
      std::sort(all.begin(), all.end());
    }
  }
  if (!url::canonical(key, serialised)) return std::nullopt;
  return in_related(canonical_, serialised, from);
}

}  // namespace mimebase::match
