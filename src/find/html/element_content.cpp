#include "find/html/element_content.h"

#include <string>
#include <utility>
#include <vector>

#include "find/html/text.h"
#include "find/html/text_collapser.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {

// The texts that are collected in parallel. They differ in what separates words and in what counts as text.
struct ContentReader::Texts {
  explicit Texts(ElementContent& content)
      : shown(content.text, Collapser::kWhole),
        unbroken(content.unbroken, Collapser::kWhole),
        with_images(content.with_images, Collapser::kWhole),
        with_generated(content.with_generated, Collapser::kWhole) {}

  Collapser shown, unbroken, with_images, with_generated;
  bool has_break = false, has_image = false, has_generated = false;
  // The open elements after which text is generated, with that text.
  std::vector<std::pair<std::string, std::string>> followed;
  bool in_button = false;  // of a form
  std::string label;       // of this button
  // The open elements that turn their text around.
  std::vector<std::string_view> overriding;

  // Text between U+202E and U+202C is displayed from right to left.
  void append_control(std::string_view control) {
    for (Collapser* const text : {&shown, &unbroken, &with_images, &with_generated}) text->append(control);
  }
  void start_override(std::string_view name) {
    overriding.push_back(name);
    append_control("\xE2\x80\xAE");
  }
  void end_override(std::string_view name) {
    if (overriding.empty() || !ascii::equals_ignoring_case(overriding.back(), name)) return;
    overriding.pop_back();
    append_control("\xE2\x80\xAC");
  }
  void add_generated(std::string_view text) {
    has_generated = has_generated || !text.empty();
    with_generated.append(text);
  }
  void start_followed(std::string_view name, std::string text) {
    if (!text.empty()) followed.emplace_back(name, std::move(text));
  }
  void end_followed(std::string_view name) {
    if (followed.empty() || !ascii::equals_ignoring_case(followed.back().first, name)) return;
    add_generated(followed.back().second);
    followed.pop_back();
  }
  void separate(HtmlElement element) {
    const bool is_break = element == HtmlElement::kBr;
    has_break = has_break || is_break;
    shown.space();
    with_images.space();
    with_generated.space();
    if (is_break) {
      unbroken.join();
    } else {
      unbroken.space();
    }
  }
};

std::string ContentReader::value_of(const HtmlToken& token, std::string_view name) {
  const HtmlAttribute* const attribute = token.attribute(name);
  if (attribute == nullptr) return {};
  if (attribute->value.size() > attribute_bytes_) {
    has_long_attribute_ = true;
    return {};
  }
  std::string buffer;
  return std::string(html_attribute_value(attribute->value, charset_, buffer));
}

void ContentReader::add_tooltip(const HtmlToken& token, ElementContent& content) {
  if (std::string tooltip = value_of(token, "title"); !tooltip.empty())
    content.tooltips.push_back(std::move(tooltip));
}

// True for `<bdo dir=rtl>` and for the style that has the same effect.
bool ContentReader::overrides_direction(const HtmlToken& token) {
  if (ascii::equals_ignoring_case(token.name, "bdo")) return ascii::lowered(value_of(token, "dir")) == "rtl";
  if (token.attribute("style") == nullptr || (html_traits(token.element) & kVoid) != 0) return false;
  const std::string style = ascii::lowered(value_of(token, "style"));
  return contains(style, "override") && contains(style, "rtl");
}

// Handles elements whose label is an attribute, and the buttons of a form.
void ContentReader::start_button(const HtmlToken& token, bool is_hidden, Texts& texts,
                                 ElementContent& content) {
  const bool is_image = token.element == HtmlElement::kImg || token.element == HtmlElement::kImage;
  if (!is_image && token.element != HtmlElement::kInput && token.element != HtmlElement::kButton) return;
  const std::string type = ascii::lowered(value_of(token, "type"));
  const bool is_button = token.element == HtmlElement::kButton;
  const bool submits = is_button ? type.empty() || type == "submit" : type == "submit" || type == "image";
  const bool is_shown = is_image || submits || type == "button";
  if (is_hidden || (!is_button && !is_shown)) return;
  std::string label =
      is_button ? std::string() : value_of(token, is_image || type == "image" ? "alt" : "value");
  texts.has_image = texts.has_image || !label.empty();
  texts.with_images.append(label);
  if (element_ != HtmlElement::kForm || !submits || token.attribute("formaction") != nullptr) return;
  texts.in_button = is_button;
  texts.label.clear();
  if (!is_button && !label.empty()) content.buttons.push_back(std::move(label));
}

std::string ContentReader::generated(const HtmlToken& token, GeneratedText::Place place) {
  return generated_->text_of(
      token, place, [this](const HtmlToken& tag, std::string_view name) { return value_of(tag, name); });
}

void ContentReader::add_generated(GeneratedText& generated_text, const HtmlToken& start_tag) {
  generated_ = &generated_text;
  before_ = generated(start_tag, GeneratedText::Place::kBefore);
  after_ = generated(start_tag, GeneratedText::Place::kAfter);
}

bool ContentReader::read(ElementContent& content, HtmlToken& scratch, HtmlHiddenMap::Inside* styles,
                         const std::function<bool(const HtmlToken&)>& may_hide) {
  content.tooltips.clear();
  content.buttons.clear();
  Texts texts(content);
  texts.add_generated(before_);
  HtmlTokenizer ahead = start_;
  while (ahead.next(scratch)) {
    const bool is_start = scratch.kind == HtmlTokenKind::kStartTag;
    if (is_start || scratch.kind == HtmlTokenKind::kEndTag) {
      if (scratch.element == element_) break;
      if (styles == nullptr && is_start && !scratch.attributes.empty() && may_hide(scratch)) return false;
      const bool is_hidden = styles != nullptr && is_start && styles->start_tag(scratch);
      if (styles != nullptr && !is_start) styles->end_tag(scratch);
      if (separates_words(scratch.element)) texts.separate(scratch.element);
      const bool is_hidden_box = styles != nullptr && styles->hides_box();
      if (generated_ != nullptr && is_start && !is_hidden_box &&
          (html_traits(scratch.element) & kVoid) == 0) {
        texts.add_generated(generated(scratch, GeneratedText::Place::kBefore));
        texts.start_followed(scratch.name, generated(scratch, GeneratedText::Place::kAfter));
      }
      if (!is_start) texts.end_followed(scratch.name);
      if (!is_start) texts.end_override(scratch.name);
      if (!is_start && scratch.element == HtmlElement::kButton && std::exchange(texts.in_button, false))
        content.buttons.push_back(texts.label);
      if (!is_start || scratch.attributes.empty()) {
        if (is_start) start_button(scratch, is_hidden, texts, content);
        continue;
      }
      if (!is_hidden) add_tooltip(scratch, content);
      if (overrides_direction(scratch)) texts.start_override(scratch.name);
      start_button(scratch, is_hidden, texts, content);
    } else if (scratch.kind == HtmlTokenKind::kText || scratch.kind == HtmlTokenKind::kCData) {
      if (styles != nullptr && styles->hides_text()) continue;
      for (Collapser* const text : {&texts.shown, &texts.unbroken, &texts.with_images, &texts.with_generated})
        append_text(scratch, charset_, *text);
      if (texts.in_button) {
        std::string words;
        Collapser collapser(words, Collapser::kWhole);
        append_text(scratch, charset_, collapser);
        texts.label += words;
      }
    }
  }
  if (!texts.has_break) content.unbroken.clear();
  if (!texts.has_image) content.with_images.clear();
  texts.add_generated(after_);
  if (!texts.has_generated) content.with_generated.clear();
  return true;
}

}  // namespace mimebase::find
