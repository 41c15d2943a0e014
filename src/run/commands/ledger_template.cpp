#include "run/commands/ledger_template.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "text/url_template.h"
#include "url/permalink.h"
#include "url/split.h"

namespace mimebase::run {

Result<LedgerTemplate> LedgerTemplate::parse(std::string_view text) {
  struct Name {
    std::string_view name;
    Field field;
  };
  constexpr Name kNames[] = {{"message_id:path", Field::kMessageIdInPath},
                             {"message_id:query", Field::kMessageIdInQuery},
                             {"hash", Field::kHash},
                             {"list", Field::kList},
                             {"source", Field::kSource},
                             {"message", Field::kMessage}};
  LedgerTemplate made;
  const Result<void> read = for_each_field(
      text, [&](std::string_view before, std::optional<std::string_view> name) -> Result<void> {
        if (!before.empty()) made.pieces_.push_back({Field::kText, std::string(before)});
        if (!name) return {};
        const auto known = std::ranges::find(kNames, *name, &Name::name);
        if (known == std::end(kNames))
          return wrong_template(
              "has the unknown field {" + std::string(*name) +
              "}: there are {message_id:path}, {message_id:query}, {hash}, {list}, {source} "
              "and {message}");
        made.pieces_.push_back({known->field, {}});
        return {};
      });
  if (!read) return read.error();
  const std::string example = made.expand({"1@host.example", "list", "archive.mbox", 1});
  const bool has_others = std::any_of(example.begin(), example.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F || c == '<' || c == '>' || c == '"';
  });
  if (has_others || !Components::split(example).has_scheme) return wrong_template("is not an absolute URL");
  return made;
}

std::string LedgerTemplate::expand(const Values& values) const {
  std::string out;
  for (const Piece& piece : pieces_) {
    switch (piece.field) {
      case Field::kText:
        out += piece.text;
        break;
      case Field::kMessageIdInPath:
        out += encoded_for_path(values.message_id);
        break;
      case Field::kMessageIdInQuery:
        out += encoded_for_query(values.message_id);
        break;
      case Field::kHash:
        out += url::message_id_hash(values.message_id);
        break;
      case Field::kList:
        out += encoded_for_path(values.list);
        break;
      case Field::kSource:
        for (std::string_view rest = values.source; !rest.empty();) {  // a path of segments
          const std::size_t end = std::min(rest.find('/'), rest.size());
          out += encoded_for_path(rest.substr(0, end));
          if (end < rest.size()) out += '/';
          rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        break;
      case Field::kMessage:
        out += std::to_string(values.message);
    }
  }
  return out;
}

}  // namespace mimebase::run
