#include <algorithm>
#include <iterator>
#include <utility>

#include "documents/office/field_code.h"
#include "documents/office/ooxml_part.h"
#include "documents/package/package.h"
#include "documents/reporting.h"
#include "find/html/page_text.h"
#include "text/strings.h"

namespace mimebase::documents {

void WordReader::read(XmlPart& part) {
  if (part.ns() != Ns::kWord) return;
  switch (part.event()) {
    case XmlPart::Event::kStart:
      return start(part);
    case XmlPart::Event::kEnd:
      return end(part);
    case XmlPart::Event::kText:
      break;
  }
  if (part.local() == "t") {
    show(part.text());
  } else if (part.local() == "instrText" && !fields_.is_empty() &&
             fields_.last().part == Field::Part::kCode) {
    fields_.add_to_code(part.text());
  }
}

void WordReader::start(XmlPart& part) {
  const std::string_view local = part.local();
  if (local == "fldChar") {
    const std::string type = part.value(Ns::kWord, "fldCharType");
    if (type == "begin") {
      if (fields_.begin()) fields_.begin_code();
    } else if (!fields_.is_empty() && fields_.last().level == 0) {
      if (type == "separate") fields_.begin_result();
      if (type == "end") finish_field();
    }
  } else if (local == "fldSimple") {
    if (!fields_.begin(part.depth())) return;
    fields_.add_to_code(part.value(Ns::kWord, "instr"));
    fields_.begin_result();
    elements_.push_back(part.depth());
  } else if (local == "hyperlink" && link_depth_ == 0) {
    std::string location = part.value(Ns::kWord, "anchor");
    if (location.empty()) location = part.value(Ns::kWord, "docLocation");
    LinkUse* const use = use_of(uses_, part.value(Ns::kReference, "id"), location,
                                part.value(Ns::kWord, "tooltip"), reading_, sink_);
    link_ = use != nullptr && use->text.empty() ? use : nullptr;
    link_depth_ = part.depth();
    link_text_.clear();
  } else if (local == "hlink" && link_depth_ == 0) {  // of Word 2003
    own_link_ = LinkUse();
    own_link_.tooltip = shown_text(part.value(Ns::kWord, "screenTip"));
    own_target_ = with_location(part.value(Ns::kWord, "dest"), part.value(Ns::kWord, "bookmark"));
    link_ = own_target_.empty() ? nullptr : &own_link_;
    link_depth_ = part.depth();
    link_text_.clear();
  } else if (is_one_of(local, {"tab", "br", "cr"})) {
    show(" ");
  } else if (local == "noBreakHyphen") {
    show("-");
  } else {
    report_file(part);
  }
}

// The files that Word 2003 names where OOXML has relationships.
void WordReader::report_file(XmlPart& part) {
  struct Element {
    std::string_view name, context;
  };
  constexpr Element kElements[] = {{"attachedTemplate", "ooxml:template"},
                                   {"sourceFileName", "ooxml:frame"},
                                   {"subDoc", "ooxml:frame"},
                                   {"dataSource", "ooxml:other"},
                                   {"headerSource", "ooxml:other"}};
  const auto* const known = std::ranges::find(kElements, part.local(), &Element::name);
  if (known == std::end(kElements)) return;
  std::optional<std::string> file = part.attribute(Ns::kWord, "val");
  if (!file) file = part.attribute(Ns::kWord, "link");
  if (file && names_file(*file)) report({known->context, where_, *file}, sink_);
}

void WordReader::end(const XmlPart& part) {
  if (part.local() == "p") {
    show(" ");
  } else if (part.local() == "fldSimple") {
    if (elements_.empty() || elements_.back() != part.depth()) return;
    for (const std::size_t outer = elements_.size(); elements_.size() == outer;) finish_field();
  } else if (is_one_of(part.local(), {"hyperlink", "hlink"}) && part.depth() == link_depth_) {
    if (link_ != nullptr) find::collapse_text(link_text_, link_->text);
    if (link_ == &own_link_) {
      report({"ooxml:hyperlink", where_, own_target_, own_link_.text, {}, own_link_.tooltip}, sink_);
    }
    link_ = nullptr;
    link_depth_ = 0;
  }
}

// Text that a reader sees, or that becomes a part of the code of a field around it.
void WordReader::show(std::string_view text) {
  if (link_ != nullptr) append_label(text, link_text_);
  if (!fields_.is_empty() && fields_.last().part == Field::Part::kResult) fields_.add_to_result(text);
}

// Reports the innermost field.
void WordReader::finish_field() {
  const auto [field, code] = fields_.end();
  if (field.level > 0) elements_.pop_back();
  const std::string shown = shown_text(field.result);
  for (const FieldReference& found : references_of(code)) {
    if (!found.reference.starts_with('#'))
      report({"ooxml:field", where_, found.reference, shown, found.kind, code.tooltip}, sink_);
  }
}

}  // namespace mimebase::documents
