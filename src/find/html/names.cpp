#include "find/html/names.h"

#include <array>

#include "ascii.h"

namespace mimebase::find {
namespace {

constexpr std::size_t kMaxPacked = 8;

// A name of up to eight bytes as one number, bit 0x20 set in each of them. Of all bytes only a letter and
// its capital give a letter that way, so names of letters alone compare exactly.
constexpr std::uint64_t pack(std::string_view name) {
  std::uint64_t packed = 0;
  for (const char c : name) packed = packed << 8 | static_cast<unsigned char>(c | 0x20);
  return packed;
}

// Names of letters alone, of at most kMaxPacked bytes, in a hash table that the compiler fills. What is not
// in it gives Id{}.
template <typename Id>
class NameTable {
 public:
  struct Entry {
    std::string_view name;
    Id id;
  };

  template <std::size_t kCount>
  consteval explicit NameTable(const Entry (&entries)[kCount]) {
    static_assert(kCount * 2 <= kSlots);
    for (const Entry& entry : entries) {
      const std::uint64_t key = pack(entry.name);
      std::size_t slot = first_slot(key);
      while (keys_[slot] != 0) slot = (slot + 1) % kSlots;
      keys_[slot] = key;
      ids_[slot] = entry.id;
    }
  }

  [[nodiscard]] Id find(std::string_view name) const {
    if (name.size() > kMaxPacked) return Id{};
    const std::uint64_t key = pack(name);
    std::size_t slot = first_slot(key);
    while (keys_[slot] != key && keys_[slot] != 0) slot = (slot + 1) % kSlots;
    return ids_[slot];
  }

 private:
  static constexpr std::size_t kSlots = 128;
  static constexpr std::size_t first_slot(std::uint64_t key) {
    return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15U >> 57);
  }

  std::array<std::uint64_t, kSlots> keys_{};
  std::array<Id, kSlots> ids_{};
};

using Element = HtmlElement;
constexpr NameTable<Element>::Entry kElementNames[] = {
    {"a", Element::kA},
    {"applet", Element::kApplet},
    {"area", Element::kArea},
    {"base", Element::kBase},
    {"command", Element::kCommand},
    {"embed", Element::kEmbed},
    {"form", Element::kForm},
    {"head", Element::kHead},
    {"html", Element::kHtml},
    {"iframe", Element::kIframe},
    {"img", Element::kImg},
    {"isindex", Element::kIsindex},
    {"math", Element::kMath},
    {"menuitem", Element::kMenuitem},
    {"meta", Element::kMeta},
    {"noembed", Element::kNoembed},
    {"noframes", Element::kNoframes},
    {"object", Element::kObject},
    {"param", Element::kParam},
    {"script", Element::kScript},
    {"style", Element::kStyle},
    {"svg", Element::kSvg},
    {"template", Element::kTemplate},
    {"textarea", Element::kTextarea},
    {"title", Element::kTitle},
    {"xmp", Element::kXmp},
};
constexpr NameTable<Element> kElements(kElementNames);

using Attribute = HtmlUrlAttribute;
constexpr NameTable<Attribute>::Entry kAttributeNames[] = {
    {"action", Attribute::kAction},   {"archive", Attribute::kArchive},   {"cite", Attribute::kCite},
    {"classid", Attribute::kClassid}, {"code", Attribute::kCode},         {"codebase", Attribute::kCodebase},
    {"content", Attribute::kContent}, {"cursor", Attribute::kCursor},     {"data", Attribute::kData},
    {"datasrc", Attribute::kDatasrc}, {"dynsrc", Attribute::kDynsrc},     {"fill", Attribute::kFill},
    {"filter", Attribute::kFilter},   {"href", Attribute::kHref},         {"icon", Attribute::kIcon},
    {"itemid", Attribute::kItemid},   {"itemtype", Attribute::kItemtype}, {"longdesc", Attribute::kLongdesc},
    {"lowsrc", Attribute::kLowsrc},   {"marker", Attribute::kMarker},     {"manifest", Attribute::kManifest},
    {"mask", Attribute::kMask},       {"ping", Attribute::kPing},         {"poster", Attribute::kPoster},
    {"profile", Attribute::kProfile}, {"src", Attribute::kSrc},           {"srcdoc", Attribute::kSrcdoc},
    {"srcset", Attribute::kSrcset},   {"stroke", Attribute::kStroke},     {"style", Attribute::kStyle},
    {"usemap", Attribute::kUsemap},   {"value", Attribute::kValue},       {"vrml", Attribute::kVrml},
};
constexpr NameTable<Attribute> kAttributes(kAttributeNames);

// The names that the table cannot hold: they are long, or not of letters alone.
constexpr NameTable<Attribute>::Entry kOtherNames[] = {
    {"background", Attribute::kBackground},      {"clip-path", Attribute::kClipPath},
    {"color-profile", Attribute::kColorProfile}, {"formaction", Attribute::kFormaction},
    {"imagesrcset", Attribute::kImagesrcset},    {"marker-end", Attribute::kMarkerEnd},
    {"marker-mid", Attribute::kMarkerMid},       {"marker-start", Attribute::kMarkerStart},
    {"o:href", Attribute::kOfficeHref},          {"pluginspage", Attribute::kPluginspage},
    {"pluginurl", Attribute::kPluginurl},        {"xlink:href", Attribute::kXlinkHref},
};

Attribute other_attribute(std::string_view name) {
  for (const auto& entry : kOtherNames) {
    if (ascii::equals_ignoring_case(name, entry.name)) return entry.id;
  }
  return Attribute::kNone;
}

constexpr NameTable<bool>::Entry kSeparateWords[] = {
    {"br", true}, {"center", true}, {"dd", true}, {"div", true}, {"dl", true},  {"dt", true},
    {"hr", true}, {"li", true},     {"ol", true}, {"p", true},   {"pre", true}, {"table", true},
    {"td", true}, {"th", true},     {"tr", true}, {"ul", true},
};
constexpr NameTable<bool> kSeparators(kSeparateWords);

bool is_heading_or_quote(std::string_view name) {
  if (name.size() == 2) return ascii::lower(name[0]) == 'h' && name[1] >= '1' && name[1] <= '6';
  return ascii::equals_ignoring_case(name, "blockquote");
}

}  // namespace

HtmlElement html_element(std::string_view name) {
  return ascii::equals_ignoring_case(name, "plaintext") ? Element::kPlaintext : kElements.find(name);
}

HtmlUrlAttribute html_url_attribute(std::string_view name) {
  const bool packable = name.size() <= kMaxPacked && (name.size() < 2 || name[1] != ':');
  return packable ? kAttributes.find(name) : other_attribute(name);
}

bool separates_words(std::string_view name) {
  return kSeparators.find(name) || is_heading_or_quote(name);
}

}  // namespace mimebase::find
