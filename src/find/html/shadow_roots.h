// Declarative shadow roots: `template` elements whose content is shown in the place of their parent's.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "find/finder.h"
#include "find/html/tokenizer.h"

namespace mimebase::find {

// The shadow roots of one document (HTML Standard, 13.2.6.4.4), by the offsets of their start tags.
class ShadowRoots {
 public:
  // `content` must outlive this.
  ShadowRoots(const Content& content, HtmlSyntax syntax) : content_(content), syntax_(syntax) {}

  // Returns whether this start tag opens a shadow root. The first one of a document for which that depends on
  // the elements around it costs another reading of the document.
  [[nodiscard]] bool contain(const HtmlToken& token);

 private:
  [[nodiscard]] bool declares_one(const HtmlToken& token) const;
  void read();

  const Content& content_;
  const HtmlSyntax syntax_;
  std::optional<std::vector<std::size_t>> offsets_;  // ascending
};

// Tracks the templates of a document. Their content is not part of the page, except in a shadow root.
class Templates {
 public:
  void start_tag(const HtmlToken& token, bool is_shadow_root) {
    if (token.element != HtmlElement::kTemplate || token.foreign) return;
    open_.push_back(!is_shadow_root);
    inert_ += is_shadow_root ? 0 : 1;
  }
  void end_tag(const HtmlToken& token) {
    if (token.element != HtmlElement::kTemplate || token.foreign || open_.empty()) return;
    inert_ -= open_.back() ? 1 : 0;
    open_.pop_back();
  }
  // Whether the place is in one that is not a shadow root.
  [[nodiscard]] bool inside() const { return inert_ > 0; }
  [[nodiscard]] bool inside_any() const { return !open_.empty(); }

 private:
  std::vector<bool> open_;  // whether each is inert
  std::size_t inert_ = 0;
};

}  // namespace mimebase::find
