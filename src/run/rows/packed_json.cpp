#include "run/rows/packed_json.h"

#include <rapidjson/document.h>

#include <optional>

#include "mimebase/names.h"

namespace mimebase::run {
namespace {

std::string_view text_in(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

// Calls take(name, value) for each member of a JSON object, until it returns false. Returns false then, and
// if `json` is no object.
template <typename Take>
bool for_each_member(std::string_view json, Take take) {
  // Without kParseIterativeFlag, deeply nested arrays would exhaust the stack.
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  rapidjson::Document object;
  object.Parse<kFlags>(json.data(), json.size());
  if (object.HasParseError() || !object.IsObject()) return false;
  // Clang rejects a comparison of RapidJSON's iterators.
  for (rapidjson::SizeType i = 0; i < object.MemberCount(); ++i) {
    const auto& member = *(object.MemberBegin() + i);
    if (!take(text_in(member.name), member.value)) return false;
  }
  return true;
}

}  // namespace

bool PackedJson::read(std::string_view json, std::span<const NamedField>& fields) {
  std::vector<NamedField>& named = fields_.emplace_back();
  const bool is_valid = for_each_member(json, [&](std::string_view name, const rapidjson::Value& value) {
    std::vector<std::string_view>& values = values_.emplace_back();
    if (value.IsString()) {
      values.push_back(keep(text_in(value)));
    } else if (value.IsArray()) {
      for (const rapidjson::Value& each : value.GetArray()) {
        if (!each.IsString()) return false;
        values.push_back(keep(text_in(each)));
      }
    } else if (!value.IsNull()) {
      return false;
    }
    named.push_back({keep(name), values});
    return true;
  });
  if (is_valid) fields = named;
  return is_valid;
}

bool PackedJson::read(std::string_view json, std::span<const ReaderOpens>& readers) {
  std::vector<ReaderOpens>& row = readers_.emplace_back();
  const bool is_valid = for_each_member(json, [&](std::string_view name, const rapidjson::Value& value) {
    const std::optional<MailReader> reader = from_name<MailReader>(name);
    if (!reader) return false;
    Opens& opens = row.emplace_back(ReaderOpens{*reader, {}}).opens;
    if (value.IsNull()) return true;
    if (!value.IsObject() || value.MemberCount() != 1) return false;
    const auto& opened = *value.MemberBegin();
    const std::string_view key = text_in(opened.name);
    if (!opened.value.IsString() || (key != "url" && key != "part")) return false;
    (key == "url" ? opens.url : opens.part) = keep(text_in(opened.value));
    return true;
  });
  if (is_valid) readers = row;
  return is_valid;
}

}  // namespace mimebase::run
