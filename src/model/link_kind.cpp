// Derives what a reference is used for from its context.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "mimebase/model.h"
#include "model/innermost_context.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

using enum LinkKind;

struct ContextKind {
  std::string_view context;
  LinkKind kind;
};

// A row that begins with "@" applies to every element that has no row of its own, and a row
// that ends with ":" to every context that begins so. The commonest contexts have rows of their own, which
// are found first.
constexpr ContextKind kRows[] = {
    {"@about", kMetadata},
    {"@action-xhr", kForm},
    {"@attributionsrc", kMetadata},
    {"@background", kImage},
    {"@cite", kMetadata},
    {"@clip-path", kImage},
    {"@codebase", kBase},
    {"@color-profile", kImage},
    {"@cursor", kImage},
    {"@dynsrc", kMedia},
    {"@fill", kImage},
    {"@filter", kImage},
    {"@formaction", kForm},
    {"@href", kLink},
    {"@icon", kImage},
    {"@imagesrcset", kImage},
    {"@itemid", kMetadata},
    {"@itemtype", kMetadata},
    {"@longdesc", kMetadata},
    {"@lowsrc", kImage},
    {"@manifest", kMetadata},
    {"@marker", kImage},
    {"@marker-end", kImage},
    {"@marker-mid", kImage},
    {"@marker-start", kImage},
    {"@mask", kImage},
    {"@o:href", kLink},
    {"@poster", kImage},
    {"@profile", kMetadata},
    {"@resource", kMetadata},
    {"@srcset", kImage},
    {"@stroke", kImage},
    {"@uri", kMetadata},
    {"@xlink:href", kLink},
    {"@xml:base", kBase},
    {"a@href", kLink},
    {"amp-anim@src", kImage},
    {"amp-audio@src", kMedia},
    {"amp-iframe@src", kFrame},
    {"amp-img@src", kImage},
    {"amp-pixel@src", kImage},
    {"amp-video@src", kMedia},
    {"applet@archive", kScript},
    {"applet@code", kScript},
    {"audio@src", kMedia},
    {"base@href", kBase},
    {"bgsound@src", kMedia},
    {"calendar:", kLink},
    {"css:", kImage},
    {"css:import", kStyle},
    {"embed@code", kMedia},
    {"embed@src", kMedia},
    {"enclosure@url", kMedia},
    {"feimage@href", kImage},
    {"feimage@xlink:href", kImage},
    {"form@action", kForm},
    {"frame@src", kFrame},
    {"html:", kText},
    {"header:", kHeader},
    {"iframe@src", kFrame},
    {"ilayer@src", kFrame},
    {"image@href", kImage},
    {"image@src", kImage},
    {"image@xlink:href", kImage},
    {"img@src", kImage},
    {"img@vrml", kMedia},
    {"input@src", kImage},
    {"isindex@action", kForm},
    {"layer@src", kFrame},
    {"ld+json", kMetadata},
    {"link@href", kStyle},
    {"loc", kLink},
    {"meta@content", kMetadata},
    {"meta@refresh", kLink},
    {"object@archive", kMedia},
    {"object@classid", kMedia},
    {"object@data", kMedia},
    {"outline@htmlUrl", kLink},
    {"outline@url", kLink},
    {"outline@xmlUrl", kLink},
    {"ooxml:field", kLink},
    {"ooxml:formula", kLink},
    {"ooxml:frame", kFrame},
    {"ooxml:hyperlink", kLink},
    {"ooxml:image", kImage},
    {"ooxml:ole", kMedia},
    {"ooxml:other", kOther},
    {"ooxml:template", kOther},
    {"param:", kOther},
    {"param@value", kMedia},
    {"pdf:goto-remote", kLink},
    {"pdf:import-data", kOther},
    {"pdf:launch", kLink},
    {"pdf:submit-form", kForm},
    {"pdf:text", kText},
    {"pdf:uri", kLink},
    {"rtf:hyperlink", kLink},
    {"rtf:include", kOther},
    {"rtf:object", kMedia},
    {"rtf:template", kOther},
    {"script@href", kScript},
    {"script@src", kScript},
    {"script@xlink:href", kScript},
    {"shortcut:url", kLink},
    {"source@src", kMedia},
    {"text", kText},
    {"text:", kText},
    {"text:delimited", kText},
    {"track@src", kMedia},
    {"use@href", kImage},
    {"use@xlink:href", kImage},
    {"v:fill@src", kImage},
    {"v:imagedata@src", kImage},
    {"vcard:", kLink},
    {"video@src", kMedia},
};

constexpr std::size_t kSlots = 256;

// Four of the bytes distinguish most contexts.
constexpr std::size_t slot_of(std::string_view context) {
  if (context.empty()) return 0;
  const auto byte = [context](std::size_t at) -> std::size_t {
    return static_cast<unsigned char>(context[at]);
  };
  const std::size_t size = context.size();
  return (size * 47 + byte(0) * 23 + byte(size / 2) * 43 + byte(size - 1) * 9) % kSlots;
}

// A hash table with open addressing, because every reference is looked up. A slot contains the number of a
// row plus 1, or 0.
constexpr std::array kTable = [] {
  std::array<std::uint8_t, kSlots> table{};
  std::uint8_t number = 0;
  for (const ContextKind& row : kRows) {
    std::size_t slot = slot_of(row.context);
    while (table[slot] != 0) slot = (slot + 1) % kSlots;
    table[slot] = ++number;
  }
  return table;
}();
static_assert(std::size(kRows) < kSlots / 2);

const ContextKind* find(std::string_view context) {
  for (std::size_t slot = slot_of(context); kTable[slot] != 0; slot = (slot + 1) % kSlots) {
    const ContextKind& row = kRows[kTable[slot] - 1];
    if (row.context == context) return &row;
  }
  return nullptr;
}

}  // namespace

LinkKind kind_of_context(std::string_view context) {
  const ContextKind* row = find(context);
  if (row != nullptr) return row->kind;
  context = innermost_context(context);
  row = find(context);
  if (row == nullptr) row = find(context.substr(0, context.find(':') + 1));
  if (row == nullptr) row = find(context.substr(std::min(context.find('@'), context.size())));
  return row != nullptr ? row->kind : kOther;
}

}  // namespace v0_2
}  // namespace mimebase
