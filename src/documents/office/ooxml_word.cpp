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
  } else if (part.local() == "instrText" && !fields_.empty() && !fields_.back().is_in_result) {
    append(part.text(), fields_.back().instruction);
  }
}

void WordReader::start(XmlPart& part) {
  const std::string_view local = part.local();
  if (local == "fldChar") {
    const std::string type = part.attribute(Ns::kWord, "fldCharType").value_or("");
    if (type == "begin") {
      static_cast<void>(start_field());
    } else if (!fields_.empty() && fields_.back().simple_depth == 0) {
      if (type == "separate" && !std::exchange(fields_.back().is_in_result, true)) --instructions_;
      if (type == "end") finish_field();
    }
  } else if (local == "fldSimple") {
    if (!start_field()) return;
    Field& field = fields_.back();
    field.instruction = part.attribute(Ns::kWord, "instr").value_or("");
    field.is_in_result = true;
    --instructions_;
    field.simple_depth = part.depth();
    simple_fields_.push_back(fields_.size() - 1);
  } else if (local == "hyperlink" && link_depth_ == 0) {
    std::string location = part.attribute(Ns::kWord, "anchor").value_or("");
    if (location.empty()) location = part.attribute(Ns::kWord, "docLocation").value_or("");
    LinkUse* const use = use_of(uses_, part.attribute(Ns::kReference, "id").value_or(""), location,
                                part.attribute(Ns::kWord, "tooltip").value_or(""), reading_, sink_);
    link_ = use != nullptr && use->text.empty() ? use : nullptr;
    link_depth_ = part.depth();
    link_text_.clear();
  } else if (local == "hlink" && link_depth_ == 0) {  // of Word 2003
    own_link_ = LinkUse();
    own_link_.tooltip = shown_text(part.attribute(Ns::kWord, "screenTip").value_or(""));
    own_target_ = with_location(part.attribute(Ns::kWord, "dest").value_or(""),
                                part.attribute(Ns::kWord, "bookmark").value_or(""));
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
    if (simple_fields_.empty() || fields_[simple_fields_.back()].simple_depth != part.depth()) return;
    for (const std::size_t outer = simple_fields_.back(); fields_.size() > outer;) finish_field();
  } else if (is_one_of(part.local(), {"hyperlink", "hlink"}) && part.depth() == link_depth_) {
    if (link_ != nullptr) find::collapse_text(link_text_, link_->text);
    if (link_ == &own_link_) {
      const bool has_text = !own_link_.text.empty();
      report({"ooxml:hyperlink",
              where_,
              own_target_,
              has_text ? std::optional<std::string_view>(own_link_.text) : std::nullopt,
              {},
              own_link_.tooltip},
             sink_);
    }
    link_ = nullptr;
    link_depth_ = 0;
  }
}

// Returns false if the limit is hit.
bool WordReader::start_field() {
  if (!reading_.charge_objects(1, sink_) || !kept_.add(sizeof(Field), sink_)) return false;
  fields_.emplace_back();
  ++instructions_;
  return true;
}

// Text that a reader sees, or that becomes a part of the instruction of a field around it.
void WordReader::show(std::string_view text) {
  if (link_ != nullptr) append_label(text, link_text_);
  if (fields_.empty() || !fields_.back().is_in_result) return;
  std::string& result = fields_.back().result;
  if (instructions_ == 0) {
    append_label(text, result);
  } else {
    append(text, result);
  }
}

// Adds to what is an instruction, or becomes a part of one. It is kept until the field ends.
void WordReader::append(std::string_view text, std::string& to) {
  if (to.size() + text.size() > reading_.limits.attribute_bytes)
    return sink_.limit_hit(find::FindLimit::kAttribute);
  if (kept_.add(text.size(), sink_)) to += text;
}

// Reports the innermost field, and adds its result to what contains it.
void WordReader::finish_field() {
  Field field = std::move(fields_.back());
  fields_.pop_back();
  if (!field.is_in_result) --instructions_;
  if (field.simple_depth > 0) simple_fields_.pop_back();
  const FieldCode code = parse_field_code(field.instruction);
  // A QUOTE field in an instruction can write it in numbers. Word computes its result when it opens the
  // document.
  if (code.name == "QUOTE" && field.result.empty()) field.result = code.text;
  std::string text;
  find::collapse_text(field.result, text);
  const std::optional<std::string_view> shown =
      text.empty() ? std::nullopt : std::optional<std::string_view>(text);
  for (const FieldReference& found : references_of(code)) {
    if (!found.reference.starts_with('#'))
      report({"ooxml:field", where_, found.reference, shown, found.kind, code.tooltip}, sink_);
  }
  if (fields_.empty()) return;
  Field& outer = fields_.back();
  if (outer.is_in_result && instructions_ == 0) {
    append_label(field.result, outer.result);
  } else {
    append(passed_.take(std::move(field.result)), outer.is_in_result ? outer.result : outer.instruction);
  }
}

void WordReader::finish() {
  while (!fields_.empty()) finish_field();
}

}  // namespace mimebase::documents
