#include "model/contexts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "mimebase/model.h"
#include "model/innermost_context.h"

namespace mimebase {
namespace {

using enum LinkKind;

using Use = ContextUse;
using enum MailReader;

// A link in a document.
constexpr ContextTraits link_of(std::string_view context,
                                std::array<std::optional<MailReader>, 5> viewers = {},
                                std::string_view action = {}, bool is_certain = true) {
  return {context, kLink, Use::kLink, false, action, is_certain, viewers};
}

// An element of OpenDocument.
constexpr ContextTraits in_odf(std::string_view context, LinkKind kind) {
  return {context, kind, Use::kOther, false, "loads something when it is opened", false};
}

// What a document does when it is opened.
constexpr ContextTraits action_of(std::string_view context, LinkKind kind, std::string_view action,
                                  std::array<std::optional<MailReader>, 5> viewers = {}) {
  return {context, kind, Use::kOther, false, action, true, viewers};
}

// A row that begins with "@" applies to every element that has no row of its own, a row that ends with ":",
// "-" or "/" to every context that begins so, and "a@:href" to an `href` of XLink with an unusual prefix. The
// commonest contexts have rows of their own, which are found first.
constexpr ContextTraits kRows[] = {
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
    {"@formaction", kForm, Use::kForm},
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
    {"a@:href", kOther, Use::kLink},
    {"a@href", kLink, Use::kLink},
    {"a@o:href", kLink, Use::kLink},
    {"a@xlink:href", kLink, Use::kLink},
    {"amp-anim@src", kImage},
    {"amp-audio@src", kMedia},
    {"amp-iframe@src", kFrame},
    {"amp-img@src", kImage},
    {"amp-pixel@src", kImage},
    {"amp-video@src", kMedia},
    {"area@href", kLink, Use::kLink},
    {"applet@archive", kScript},
    {"applet@code", kScript},
    {"audio@src", kMedia},
    {"base@href", kBase, Use::kBase},
    {"bgsound@src", kMedia},
    link_of("calendar:"),
    {"css:", kImage},
    {"css:import", kStyle},
    {"embed@code", kMedia},
    {"embed@src", kMedia, Use::kOther, true},
    {"enclosure@url", kMedia},
    {"feimage@href", kImage},
    {"feimage@xlink:href", kImage},
    {"form@action", kForm, Use::kForm},
    {"form@action-xhr", kForm, Use::kForm},
    {"frame@src", kFrame, Use::kFrame, true},
    {"html:", kText, Use::kText},
    {"header:", kHeader},
    {"header:list-", kHeader, Use::kList},
    {"header:refresh", kHeader, Use::kRefresh},
    {"iframe@src", kFrame, Use::kFrame, true},
    {"ilayer@src", kFrame},
    {"image@href", kImage},
    {"image@src", kImage},
    {"image@xlink:href", kImage},
    {"img@src", kImage, Use::kImage},
    {"img@vrml", kMedia},
    {"input@src", kImage},
    {"isindex@action", kForm, Use::kForm},
    {"layer@src", kFrame},
    {"ld+json", kMetadata},
    {"link@href", kStyle},
    {"loc", kLink},
    {"meta@content", kMetadata},
    {"meta@refresh", kLink, Use::kRefresh},
    {"object@archive", kMedia},
    {"object@classid", kMedia},
    {"object@data", kMedia, Use::kOther, true},
    {"outline@htmlUrl", kLink},
    {"outline@url", kLink},
    {"outline@xmlUrl", kLink},
    in_odf("odf/", kOther),
    in_odf("odf/@xlink:href", kLink),
    link_of("odf/a@xlink:href", {kLibreoffice}),
    in_odf("odf/applet@xlink:href", kMedia),
    in_odf("odf/background-image@xlink:href", kImage),
    in_odf("odf/cell-range-source@xlink:href", kOther),
    in_odf("odf/event-listener@xlink:href", kScript),
    in_odf("odf/feimage@xlink:href", kImage),
    in_odf("odf/fill-image@xlink:href", kImage),
    in_odf("odf/floating-frame@xlink:href", kFrame),
    in_odf("odf/font-face-uri@xlink:href", kOther),
    in_odf("odf/form@xlink:href", kForm),
    in_odf("odf/image@xlink:href", kImage),
    in_odf("odf/list-level-style-image@xlink:href", kImage),
    in_odf("odf/object-ole@xlink:href", kMedia),
    in_odf("odf/object@xlink:href", kMedia),
    in_odf("odf/plugin@xlink:href", kMedia),
    in_odf("odf/script@xlink:href", kScript),
    in_odf("odf/section-source@xlink:href", kFrame),
    in_odf("odf/table-source@xlink:href", kOther),
    in_odf("odf/template@xlink:href", kOther),
    in_odf("odf/use@xlink:href", kImage),
    link_of("ooxml:field", {kWord, kLibreoffice}, "includes a file or an image when it is opened", false),
    link_of("ooxml:formula", {}, "fetches data when it is calculated", false),
    action_of("ooxml:frame", kFrame, "loads a frame when it is opened"),
    link_of("ooxml:hyperlink", {kWord, kLibreoffice}),
    action_of("ooxml:image", kImage, "loads an image when it is opened"),
    action_of("ooxml:ole", kMedia, "fetches a linked object"),
    {"ooxml:other", kOther},
    action_of("ooxml:template", kOther, "loads its template, with macros, when it is opened"),
    {"param:", kOther},
    {"param@value", kMedia},
    link_of("pdf:goto-remote", {kPdfjs}),
    action_of("pdf:import-data", kOther, "imports data"),
    link_of("pdf:launch", {kPdfjs}, "starts a program or opens a file"),
    action_of("pdf:submit-form", kForm, "sends its form", {kChromium}),
    {"pdf:text", kText},
    link_of("pdf:uri", {kChromium, kPdfium, kPdfjs, kPoppler, kMupdf}),
    link_of("rtf:hyperlink", {kWord, kLibreoffice}),
    action_of("rtf:include", kOther, "includes a file or an image when it is opened"),
    action_of("rtf:object", kMedia, "fetches a linked object"),
    action_of("rtf:template", kOther, "loads its template, with macros, when it is opened"),
    {"script@href", kScript},
    {"script@src", kScript},
    {"script@xlink:href", kScript},
    link_of("shortcut:url"),
    {"source@src", kMedia},
    {"text", kText, Use::kText},
    {"text:", kText, Use::kText},
    {"text:delimited", kText, Use::kText},
    {"track@src", kMedia},
    {"use@href", kImage},
    {"use@xlink:href", kImage},
    {"v:fill@src", kImage},
    {"v:imagedata@src", kImage},
    link_of("vcard:"),
    {"video@src", kMedia},
};

constexpr std::size_t kSlots = 512;

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
  for (const ContextTraits& row : kRows) {
    std::size_t slot = slot_of(row.context);
    while (table[slot] != 0) slot = (slot + 1) % kSlots;
    table[slot] = ++number;
  }
  return table;
}();
static_assert(std::size(kRows) < kSlots / 2);

const ContextTraits* find(std::string_view context) {
  for (std::size_t slot = slot_of(context); kTable[slot] != 0; slot = (slot + 1) % kSlots) {
    const ContextTraits& row = kRows[kTable[slot] - 1];
    if (row.context == context) return &row;
  }
  return nullptr;
}

constexpr ContextTraits kUnknown = {};

// Null if neither the context nor what it is in has a row.
const ContextTraits* find_beginning(std::string_view inner, std::string_view context) {
  const ContextTraits* row = find(inner.substr(0, inner.find('-') + 1));
  if (row == nullptr) row = find(inner.substr(0, inner.find(':') + 1));
  if (row != nullptr || inner.size() == context.size()) return row;
  row = find(context.substr(0, context.find('/') + 1));
  // Elements of OpenDocument without a row of their own.
  return row != nullptr && inner.ends_with("@xlink:href") ? find("odf/@xlink:href") : row;
}

}  // namespace

const ContextTraits& traits_of(std::string_view context) {
  constexpr std::string_view kOdfLink = "odf/a@xlink:href";
  if (const ContextTraits* const row = find(context)) return *row;
  const std::string_view inner = context.ends_with(kOdfLink) ? kOdfLink : innermost_context(context);
  const ContextTraits* row = find(inner);
  // In every format, whatever the rest of its elements do.
  if (row == nullptr && inner.ends_with("@xml:base")) row = find("@xml:base");
  if (row == nullptr) row = find_beginning(inner, context);
  if (row == nullptr) row = find(inner.substr(std::min(inner.find('@'), inner.size())));
  if (row == nullptr && inner.starts_with("a@") && inner.ends_with(":href")) row = find("a@:href");
  return row != nullptr ? *row : kUnknown;
}

LinkKind v0_2::kind_of_context(std::string_view context) {
  return traits_of(context).kind;
}

}  // namespace mimebase
