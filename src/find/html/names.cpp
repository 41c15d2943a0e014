#include "find/html/names.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// A hash table of names, built at compile time. Each name maps to its index in `rows`. Lookups ignore
// case.
template <std::size_t kSlots>
class NameTable {
 public:
  // If two rows have the same name, the first one is found. Different names must differ in their first
  // eight bytes. Row 0 stands for unknown names.
  template <typename Rows>
  consteval explicit NameTable(const Rows& rows) {
    for (std::size_t number = 1; number < std::size(rows); ++number) add(rows[number].name, number);
  }

  // Returns the index of `name`, or 0.
  [[nodiscard]] std::size_t find(std::string_view name) const {
    if (name.size() > kPacked) return whole_at(slot_of(pack(name.substr(0, kPacked))), name);
    const std::size_t slot = slot_of(pack(name));
    return numbers_[slot] < kInexact ? numbers_[slot] : whole_at(slot, name);
  }

 private:
  static constexpr std::size_t kPacked = 8;
  static constexpr std::uint16_t kInexact =
      1U << 15;  // added to the index if the key alone does not identify the name

  // Packs a name into one number, with bit 0x20 set in each byte. Only a letter and its capital become
  // the same letter, so names that consist of letters compare exactly.
  static constexpr std::uint64_t pack(std::string_view name) {
    std::uint64_t packed = 0;
    for (const char c : name) packed = packed << 8 | static_cast<unsigned char>(c | 0x20);
    return packed;
  }
  [[nodiscard]] std::size_t whole_at(std::size_t slot, std::string_view name) const {
    return ascii::equals_ignoring_case(name, whole_[slot]) ? numbers_[slot] - kInexact : 0;
  }
  // The slot of the key, or the free slot where it would be.
  [[nodiscard]] constexpr std::size_t slot_of(std::uint64_t key) const {
    std::size_t slot = (key * 0x9E3779B97F4A7C15U >> 40) % kSlots;
    while (keys_[slot] != key && keys_[slot] != 0) slot = (slot + 1) % kSlots;
    return slot;
  }
  constexpr void add(std::string_view name, std::size_t number) {
    const bool is_exact = name.size() <= kPacked && name.find_first_of(":-0123456789") == name.npos;
    const std::string_view whole = is_exact ? std::string_view() : name;
    const std::uint64_t key = pack(name.substr(0, kPacked));
    const std::size_t slot = slot_of(key);
    if (keys_[slot] == 0) {
      keys_[slot] = key;
      numbers_[slot] = static_cast<std::uint16_t>(is_exact ? number : number + kInexact);
      whole_[slot] = whole;
    } else if (whole_[slot] != whole) {
      throw "two names that begin alike";  // stops the compiler
    }
  }

  std::array<std::uint64_t, kSlots> keys_{};
  std::array<std::uint16_t, kSlots> numbers_{};
  std::array<std::string_view, kSlots> whole_{};  // of inexact names
};

using E = HtmlElement;
using enum UrlForm;

// The attributes that contain URLs: from the HTML Standard's index of attributes, HTML 4.01, and the
// extensions of Netscape and Internet Explorer that mail still uses. An attribute whose meaning depends
// on the element has several consecutive rows.
constexpr std::array kRows = [] {
  auto rows = std::to_array<UrlAttribute>({
      {},
      {"action", kUrl, {E::kForm, E::kIsindex}},
      {"action-xhr", kUrl, {E::kForm}},
      {"archive", kSpaces, {E::kObject}, Codebase::kObeyed},
      {"archive", kCommas, {E::kApplet}, Codebase::kObeyed},
      {"attributionsrc", kSpaces},
      {"background", kUrl},
      {"cite", kUrl},
      {"classid", kUrl, {E::kObject}, Codebase::kObeyed},
      {"clip-path", kSvgCss},
      {"code", kUrl, {E::kApplet, E::kEmbed}, Codebase::kObeyed},
      {"codebase", kUrl, {E::kObject, E::kApplet, E::kEmbed}},
      {"color-profile", kSvgCss},
      {"content", kRefresh, {E::kMeta}},
      {"cursor", kSvgCss},
      {"data", kUrl, {E::kObject}, Codebase::kObeyed},
      {"datasrc", kUrl},
      {"dynsrc", kUrl},
      {"fill", kSvgCss},
      {"filter", kSvgCss},
      {"formaction", kUrl},
      {"href", kLink},
      {"icon", kUrl, {E::kCommand, E::kMenuitem}},
      {"imagesrcset", kCandidates},
      {"itemid", kUrl},
      {"itemtype", kSpaces},
      {"longdesc", kUrl},
      {"lowsrc", kUrl},
      {"manifest", kUrl, {E::kHtml}},
      {"marker", kSvgCss},
      {"marker-end", kSvgCss},
      {"marker-mid", kSvgCss},
      {"marker-start", kSvgCss},
      {"mask", kSvgCss},
      {"o:href", kUrl},
      {"ping", kSpaces},
      {"pluginspage", kUrl},
      {"pluginurl", kUrl},
      {"poster", kUrl},
      {"profile", kSpaces, {E::kHead}},
      {"src", kUrl},
      {"srcdoc", kNestedHtml, {E::kIframe}},
      {"srcset", kCandidates},
      {"stroke", kSvgCss},
      {"style", kCss},
      {"usemap", kUrl},
      {"value", kParam, {E::kParam}},
      {"vrml", kUrl, {E::kImg}},
      {"xlink:href", kLink},
  });
  std::uint8_t number = 0;
  for (UrlAttribute& row : rows) row.number = number++;
  return rows;
}();
static_assert(kRows.size() <= 64);
static_assert(std::is_sorted(kRows.begin(), kRows.end(),
                             [](const UrlAttribute& a, const UrlAttribute& b) { return a.name < b.name; }));

bool counts_on(const UrlAttribute& row, HtmlElement element) {
  if (row.elements.front() == E::kOther) return true;
  return element != E::kOther &&
         std::find(row.elements.begin(), row.elements.end(), element) != row.elements.end();
}

}  // namespace

HtmlElement html_element(std::string_view name) {
  static constexpr NameTable<512> kElements(kHtmlElements);
  return HtmlElement{static_cast<std::uint32_t>(kElements.find(name))};
}

const UrlAttribute* html_url_attribute(std::string_view name, HtmlElement element) {
  static constexpr NameTable<128> kNames(kRows);
  const std::size_t first = kNames.find(name);
  if (first == 0) return nullptr;
  const UrlAttribute* row = &kRows[first];
  while (!counts_on(*row, element)) {
    const std::string_view same = row->name;
    if (++row == kRows.data() + kRows.size() || row->name != same) return nullptr;
  }
  return row;
}

std::optional<UrlForm> html_other_form(std::string_view name) {
  if (name.size() > 2 && (name[0] | 0x20) == 'o' && (name[1] | 0x20) == 'n' && ascii::is_letter(name[2]))
    return UrlForm::kScript;
  if (ascii::starts_with_ignoring_case(name, "xmlns") || ascii::equals_ignoring_case(name, "prefix"))
    return std::nullopt;
  return UrlForm::kOther;
}

bool is_animated_value(std::string_view attribute) {
  return ascii::is_one_of_ignoring_case(attribute, {"by", "from", "to", "values"});
}

bool is_shown_attribute(std::string_view name) {
  return ascii::is_one_of_ignoring_case(name,
                                        {"alt", "aria-label", "content", "label", "placeholder", "title"});
}

bool is_url_param(std::string_view name) {
  return ascii::is_one_of_ignoring_case(
      name, {"data", "file", "filename", "href", "movie", "qtsrc", "source", "src", "url"});
}

}  // namespace mimebase::find
