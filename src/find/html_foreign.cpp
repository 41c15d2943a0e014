#include "find/html_foreign.h"

#include <algorithm>
#include <string>

#include "find/character_references.h"
#include "find/html_names.h"
#include "find/html_tokenizer.h"

namespace mimebase::find {
namespace {

// A `font` of HTML has one of these; SVG has a `font` too.
bool is_html_font(const HtmlToken& token) {
  return equals_lower(token.name, "font") &&
         (token.attribute("color") != nullptr || token.attribute("face") != nullptr ||
          token.attribute("size") != nullptr);
}

// HTML elements that well-nested SVG and MathML have no end tags of, beside those whose start tags leave it.
bool only_html_closes(std::string_view name) {
  constexpr std::string_view kNames[] = {"article", "caption", "footer", "form",    "header",
                                         "html",    "main",    "nav",    "section", "tbody",
                                         "td",      "tfoot",   "th",     "thead",   "tr"};
  return leaves_foreign_content(name) ||
         std::any_of(std::begin(kNames), std::end(kNames),
                     [name](std::string_view known) { return equals_lower(name, known); });
}

}  // namespace

ForeignContent::Kind ForeignContent::root_kind(std::string_view name) {
  switch (html_element(name)) {
    case HtmlElement::kSvg:
      return Kind::kSvg;
    case HtmlElement::kMath:
      return Kind::kMath;
    default:
      return Kind::kNone;
  }
}

ForeignContent::Kind ForeignContent::integration_kind(std::string_view name, Kind around) {
  if (around == Kind::kSvg) {
    if (equals_lower(name, "foreignobject")) return Kind::kForeignObject;
    if (equals_lower(name, "desc")) return Kind::kDesc;
    if (equals_lower(name, "title")) return Kind::kTitle;
    return Kind::kNone;
  }
  if (equals_lower(name, "mi")) return Kind::kMi;
  if (equals_lower(name, "mo")) return Kind::kMo;
  if (equals_lower(name, "mn")) return Kind::kMn;
  if (equals_lower(name, "ms")) return Kind::kMs;
  if (equals_lower(name, "mtext")) return Kind::kMtext;
  return equals_lower(name, "annotation-xml") ? Kind::kAnnotationXml : Kind::kNone;
}

ForeignContent::Kind ForeignContent::integration_kind(const HtmlToken& token, Kind around) {
  const Kind kind = integration_kind(token.name, around);
  if (kind != Kind::kAnnotationXml) return kind;
  const HtmlAttribute* encoding = token.attribute("encoding");
  const bool html = encoding != nullptr && (equals_lower(encoding->value, "text/html") ||
                                            equals_lower(encoding->value, "application/xhtml+xml"));
  return html ? kind : Kind::kNone;
}

bool ForeignContent::start_tag(const HtmlToken& token) {
  const Kind root = root_kind(token.name);
  if (foreign()) {
    if (leaves_foreign_content(token.name) || is_html_font(token)) {
      leave();
      if (active()) stack_[depth_ - 1].html_inside = true;
      return false;
    }
    if (token.self_closing) return true;
    push(root != Kind::kNone ? root : integration_kind(token, stack_[depth_ - 1].kind));
    return true;
  }
  if (root == Kind::kNone) {
    if (active()) stack_[depth_ - 1].html_inside = true;
    return false;
  }
  if (!token.self_closing) push(root);
  return true;
}

void ForeignContent::end_tag(std::string_view name) {
  Kind kind = root_kind(name);
  if (kind == Kind::kNone) kind = integration_kind(name, Kind::kSvg);
  if (kind == Kind::kNone) kind = integration_kind(name, Kind::kMath);
  if (kind != Kind::kNone) {
    pop_to(kind);
  } else if (foreign() && only_html_closes(name)) {
    leave();
  }
}

void ForeignContent::push(Kind kind) {
  if (kind == Kind::kNone) return;
  if (depth_ > 0 && stack_[depth_ - 1].kind == kind) {
    ++stack_[depth_ - 1].count;
  } else if (depth_ < kMaxLevels) {
    stack_[depth_++] = {kind, 1, false};
  }
}

// Closes the innermost open element of this kind, with all that is open inside it; nothing if there is none.
void ForeignContent::pop_to(Kind kind) {
  for (std::size_t level = depth_; level > 0; --level) {
    if (stack_[level - 1].kind != kind) continue;
    depth_ = --stack_[level - 1].count == 0 ? level - 1 : level;
    return;
  }
}

// Back to the HTML content around this SVG or MathML.
void ForeignContent::leave() {
  while (foreign()) --depth_;
}

}  // namespace mimebase::find
