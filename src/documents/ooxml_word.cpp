#include <utility>

#include "documents/field_code.h"
#include "documents/ooxml_part.h"
#include "documents/package.h"
#include "find/html/page_text.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// Word itself allows 20.
constexpr std::size_t kDeepestField = 100;

bool append_within(std::string_view text, std::size_t most, std::string& to) {
  if (to.size() + text.size() > most) return false;
  to += text;
  return true;
}

}  // namespace

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
  piece_.clear();
  if (part.local() == "t") {
    part.append_text(piece_, kMostInstruction);
    show(piece_);
  } else if (part.local() == "instrText" && !fields_.empty() && ignored_ == 0 &&
             !fields_.back().is_in_result) {
    part.append_text(piece_, kMostInstruction);
    if (!append_within(piece_, kMostInstruction, fields_.back().instruction))
      sink_.limit_hit(find::FindLimit::kAttribute);
  }
}

void WordReader::start(XmlPart& part) {
  const std::string_view local = part.local();
  if (local == "fldChar") {
    const std::string type = part.attribute(Ns::kWord, "fldCharType").value_or("");
    if (type == "begin") {
      if (fields_.size() < kDeepestField && ignored_ == 0) {
        fields_.emplace_back();
      } else {
        ++ignored_;
      }
    } else if (ignored_ > 0) {
      if (type == "end") --ignored_;
    } else if (!fields_.empty() && fields_.back().simple_depth == 0) {
      if (type == "separate") fields_.back().is_in_result = true;
      if (type == "end") finish_field();
    }
  } else if (local == "fldSimple" && fields_.size() < kDeepestField && ignored_ == 0) {
    Field& field = fields_.emplace_back();
    field.instruction = part.attribute(Ns::kWord, "instr").value_or("");
    field.is_in_result = true;
    field.simple_depth = part.depth();
  } else if (local == "hyperlink" && link_depth_ == 0) {
    const auto use = uses_.find(part.attribute(Ns::kReference, "id").value_or(""));
    link_ = use != uses_.end() && use->second.text.empty() ? &use->second : nullptr;
    link_depth_ = part.depth();
    link_text_.clear();
  } else if (is_one_of(local, {"tab", "br", "cr"})) {
    show(" ");
  } else if (local == "noBreakHyphen") {
    show("-");
  }
}

void WordReader::end(const XmlPart& part) {
  if (part.local() == "p") {
    show(" ");
  } else if (part.local() == "fldSimple") {
    std::size_t at = fields_.size();
    while (at > 0 && fields_[at - 1].simple_depth != part.depth()) --at;
    if (at == 0) return;
    while (fields_.size() >= at) finish_field();
  } else if (part.local() == "hyperlink" && part.depth() == link_depth_) {
    if (link_ != nullptr) find::collapse_text(link_text_, link_->text);
    link_ = nullptr;
    link_depth_ = 0;
  }
}

// Text that a reader sees, or that becomes a part of the instruction of the field around it.
void WordReader::show(std::string_view text) {
  if (link_ != nullptr) append_within(text, kMostText, link_text_);
  if (!fields_.empty() && ignored_ == 0 && fields_.back().is_in_result)
    append_within(text, kMostText, fields_.back().result);
}

// Reports the innermost field, and adds its result to what contains it.
void WordReader::finish_field() {
  Field field = std::move(fields_.back());
  fields_.pop_back();
  const FieldCode code = parse_field_code(field.instruction);
  // A QUOTE field in an instruction can write it in numbers. Word computes its result when it opens the
  // document.
  if (code.name == "QUOTE" && field.result.empty()) append_within(quoted_text(code), kMostText, field.result);
  std::string text;
  find::collapse_text(field.result, text);
  const std::optional<std::string_view> shown =
      text.empty() ? std::nullopt : std::optional<std::string_view>(text);
  for (const FieldReference& found : references_of(code))
    report({"ooxml:field", where_, found.reference, shown, found.kind}, sink_);
  if (fields_.empty()) return;
  Field& outer = fields_.back();
  append_within(field.result, outer.is_in_result ? kMostText : kMostInstruction,
                outer.is_in_result ? outer.result : outer.instruction);
}

void WordReader::finish() {
  while (!fields_.empty()) finish_field();
}

}  // namespace mimebase::documents
