// The encodings inside the files of fonts, which apply if a PDF gives none.
#pragma once

#include <array>
#include <string_view>

namespace mimebase::documents {

// By code: what `character_named` returned for the name of its glyph, or 0.
using PdfGlyphCharacters = std::array<char32_t, 256>;
using PdfCharacterOf = char32_t (*)(std::string_view name);

struct PdfFontEncoding {
  PdfGlyphCharacters characters{};
  bool is_known = false;
  bool is_standard = false;  // StandardEncoding; `characters` is then empty
};
// Reads the encoding of a Type 1 font (Adobe Type 1 Font Format, section 2.2), or of a font in the Compact
// Font Format (Adobe Technical Note 5176), alone or in OpenType. Takes the time of
// the font's size at most.
[[nodiscard]] PdfFontEncoding read_type1_encoding(std::string_view font, PdfCharacterOf character_named);
[[nodiscard]] PdfFontEncoding read_cff_encoding(std::string_view font, PdfCharacterOf character_named);

}  // namespace mimebase::documents
