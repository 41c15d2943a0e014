#include "run/rows/packed_fields.h"

#include <rapidjson/document.h>

namespace mimebase::run {

bool PackedFields::read(std::string_view json, std::span<const NamedField>& fields) {
  // Without kParseIterativeFlag, deeply nested arrays would exhaust the stack.
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  rapidjson::Document object;
  object.Parse<kFlags>(json.data(), json.size());
  if (object.HasParseError() || !object.IsObject()) return false;
  const auto text = [this](const rapidjson::Value& value) -> std::string_view {
    return texts_.emplace_back(value.GetString(), value.GetStringLength());
  };
  std::vector<NamedField>& named = fields_.emplace_back();
  // Clang rejects a comparison of RapidJSON's iterators.
  for (rapidjson::SizeType i = 0; i < object.MemberCount(); ++i) {
    const auto& member = *(object.MemberBegin() + i);
    std::vector<std::string_view>& values = values_.emplace_back();
    if (member.value.IsString()) {
      values.push_back(text(member.value));
    } else if (member.value.IsArray()) {
      for (const rapidjson::Value& value : member.value.GetArray()) {
        if (!value.IsString()) return false;
        values.push_back(text(value));
      }
    } else if (!member.value.IsNull()) {
      return false;
    }
    named.push_back({text(member.name), values});
  }
  fields = named;
  return true;
}

}  // namespace mimebase::run
