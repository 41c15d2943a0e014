#include "run/rows/packed_readers.h"

#include <rapidjson/document.h>

#include <optional>

#include "mimebase/names.h"

namespace mimebase::run {
namespace {

std::string_view text_in(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

}  // namespace

bool PackedReaders::read(std::string_view json, std::span<const ReaderOpens>& readers) {
  // Without kParseIterativeFlag, deeply nested arrays would exhaust the stack.
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  rapidjson::Document object;
  object.Parse<kFlags>(json.data(), json.size());
  if (object.HasParseError() || !object.IsObject()) return false;
  std::vector<ReaderOpens>& row = rows_.emplace_back();
  // Clang rejects a comparison of RapidJSON's iterators.
  for (rapidjson::SizeType i = 0; i < object.MemberCount(); ++i) {
    const auto& member = *(object.MemberBegin() + i);
    const std::optional<MailReader> reader = from_name<MailReader>(text_in(member.name));
    if (!reader) return false;
    Opens& opens = row.emplace_back(ReaderOpens{*reader, {}}).opens;
    if (member.value.IsNull()) continue;
    if (!member.value.IsObject() || member.value.MemberCount() != 1) return false;
    const auto& opened = *member.value.MemberBegin();
    const std::string_view key = text_in(opened.name);
    if (!opened.value.IsString() || (key != "url" && key != "part")) return false;
    (key == "url" ? opens.url : opens.part) = texts_.emplace_back(text_in(opened.value));
  }
  readers = row;
  return true;
}

}  // namespace mimebase::run
