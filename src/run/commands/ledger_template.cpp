#include "run/commands/ledger_template.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"
#include "url/permalink.h"
#include "url/split.h"

namespace mimebase::run {
namespace {

// Unreserved characters (RFC 3986 section 2.3), which may be anywhere in a URL.
bool is_unreserved(char c) {
  return ascii::is_alnum(c) || std::string_view("-._~").find(c) != std::string_view::npos;
}

void append_encoded(std::string_view text, std::string_view also_kept, std::string& out) {
  for (const char c : text) {
    if (is_unreserved(c) || (c != '\0' && also_kept.find(c) != std::string_view::npos)) {
      out += c;
    } else {
      out += '%';
      ascii::append_hex(static_cast<unsigned char>(c), ascii::kHexDigits, out);
    }
  }
}

// The other characters of a segment of a path (section 3.3, pchar).
constexpr std::string_view kOfSegment = "!$&'()*+,;=:@";
constexpr std::string_view kOfPath = "!$&'()*+,;=:@/";

Error wrong_template(std::string_view text, const std::string& why) {
  return {Error::Code::kUsage, "--map-to \"" + std::string(text) + "\": " + why};
}

}  // namespace

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
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t open = std::min(rest.find_first_of("{}"), rest.size());
    if (open > 0) made.pieces_.push_back({Field::kText, std::string(rest.substr(0, open))});
    rest.remove_prefix(open);
    if (rest.empty()) break;
    const std::size_t close = rest.find('}');
    if (rest.front() == '}' || close == rest.npos) return wrong_template(text, "a brace has no other one");
    const std::string_view name = rest.substr(1, close - 1);
    const auto* const known = std::find_if(std::begin(kNames), std::end(kNames),
                                           [name](const Name& each) { return each.name == name; });
    if (known == std::end(kNames))
      return wrong_template(
          text, "{" + std::string(name) +
                    "} is no field; fields are {message_id:path}, {message_id:query}, {hash}, {list}, "
                    "{source} and {message}");
    made.pieces_.push_back({known->field, {}});
    rest.remove_prefix(close + 1);
  }
  const std::string example = made.expand({"1@host.example", "list", "archive.mbox", 1});
  const bool has_others = std::any_of(example.begin(), example.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F || c == '<' || c == '>' || c == '"';
  });
  if (has_others || !Components::split(example).has_scheme)
    return wrong_template(text, "this is no absolute URL");
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
        append_encoded(values.message_id, kOfSegment, out);
        break;
      case Field::kMessageIdInQuery:
        append_encoded(values.message_id, {}, out);
        break;
      case Field::kHash:
        out += url::message_id_hash(values.message_id);
        break;
      case Field::kList:
        append_encoded(values.list, kOfSegment, out);
        break;
      case Field::kSource:
        append_encoded(values.source, kOfPath, out);
        break;
      case Field::kMessage:
        out += std::to_string(values.message);
    }
  }
  return out;
}

}  // namespace mimebase::run
