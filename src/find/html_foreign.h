// SVG and MathML inside HTML ("foreign content", the HTML Standard 13.2.6.5), as far as the tokenizer needs
// it: there `<![CDATA[` opens a section, and `<title>`, `<style>`, `<script>` hold markup.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace mimebase::find {

struct HtmlToken;

// Follows the start and end tags of foreign elements without a tree. What only a tree knows is taken the way
// that well-nested documents have it: `</svg>` closes its `svg` whatever stands open inside, and the end tag
// of an HTML element that cannot be in SVG closes the SVG it stands in. A small value, cheap to copy.
class ForeignContent {
 public:
  // True inside any SVG or MathML element, be it in HTML content inside that.
  [[nodiscard]] bool active() const { return depth_ > 0; }
  // True where markup is read as SVG or MathML.
  [[nodiscard]] bool foreign() const { return depth_ > 0 && stack_[depth_ - 1].kind <= Kind::kMath; }

  // True where `<![CDATA[` opens a section: there, and directly in an element that may hold HTML but does not
  // yet.
  [[nodiscard]] bool allows_cdata() const { return depth_ > 0 && !stack_[depth_ - 1].html_inside; }

  // Takes a start tag; true if its element is one of SVG or MathML. While not active(), only the tags of
  // `svg` and `math` need to come here.
  bool start_tag(const HtmlToken& token);
  // Takes an end tag. Not needed while not active().
  void end_tag(std::string_view name);

 private:
  // kSvg and kMath come first: they are foreign. The others are the elements that hold HTML inside.
  enum class Kind : std::uint8_t {
    kSvg,
    kMath,
    kForeignObject,
    kDesc,
    kTitle,
    kMi,
    kMo,
    kMn,
    kMs,
    kMtext,
    kAnnotationXml,
    kNone
  };
  // `count` elements of one kind directly inside each other.
  struct Level {
    Kind kind = Kind::kNone;
    std::uint32_t count = 0;
    bool html_inside = false;
  };
  // HTML in SVG in HTML in SVG ...: what is nested deeper is read as the innermost level that is known.
  static constexpr std::size_t kMaxLevels = 16;

  static Kind root_kind(std::string_view name);
  static Kind integration_kind(const HtmlToken& token, Kind around);
  static Kind integration_kind(std::string_view name, Kind around);
  void push(Kind kind);
  void pop_to(Kind kind);
  void leave();

  std::array<Level, kMaxLevels> stack_;
  std::size_t depth_ = 0;
};

}  // namespace mimebase::find
