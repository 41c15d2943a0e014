#include "documents/ooxml_part.h"

#include <algorithm>

#include "documents/field_code.h"
#include "documents/package.h"
#include "find/html/page_text.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

// URLs that VML names without a relationship.
void read_vml(XmlPart& part, std::string_view where, find::Sink& sink) {
  if (part.event() != XmlPart::Event::kStart || part.ns() != Ns::kVml) return;
  const bool is_image = is_one_of(part.local(), {"fill", "imagedata", "stroke"});
  const std::string_view context = is_image ? "ooxml:image" : "ooxml:hyperlink";
  const auto report_if_outside = [&](const std::optional<std::string>& url) {
    if (url && names_file(*url)) report({context, where, *url}, sink);
  };
  if (is_image) {
    report_if_outside(part.attribute("src"));
    report_if_outside(part.attribute(Ns::kVmlOffice, "href"));
    report_if_outside(part.attribute(Ns::kVmlOffice, "althref"));
  } else if (const std::optional<std::string> url = part.attribute("href"); url && !url->starts_with('#')) {
    report({context, where, *url}, sink);
  }
}

bool is_shape(std::string_view local) {
  return is_one_of(local, {"sp", "wsp", "cxnSp", "pic"});
}

}  // namespace

void DrawingReader::read(XmlPart& part) {
  const bool is_start = part.event() == XmlPart::Event::kStart;
  const std::string_view local = part.local();
  if (part.event() == XmlPart::Event::kText) {
    if (!part.is(Ns::kDrawing, "t")) return;
    if (is_in_run_) part.append_text(run_text_, kMostText);
    if (!shape_links_.empty()) part.append_text(shape_text_, kMostText);
  } else if (part.ns() != Ns::kDrawing) {
    if (!is_shape(local)) return;
    if (is_start && shape_depth_ == 0) {
      shape_depth_ = part.depth();
    } else if (!is_start && part.depth() == shape_depth_) {
      for (LinkUse* const link : shape_links_) {
        if (link->text.empty()) find::collapse_text(shape_text_, link->text);
      }
      shape_links_.clear();
      shape_text_.clear();
      shape_depth_ = 0;
    }
  } else if (local == "r" || local == "fld") {
    // A link is often split into runs of different fonts.
    if (!is_start && run_link_ != nullptr && (run_link_->text.empty() || run_link_ == last_link_)) {
      const std::size_t left = kMostLinkText - std::min(run_link_->text.size(), kMostLinkText);
      run_link_->text += utf8::prefix(run_text_, left);
    }
    if (!is_start) last_link_ = run_link_;
    is_in_run_ = is_start;
    run_link_ = nullptr;
    run_text_.clear();
  } else if (local == "p" && !is_start) {
    last_link_ = nullptr;
    if (!shape_links_.empty() && shape_text_.size() < kMostText) shape_text_ += ' ';
  } else if (is_start && is_one_of(local, {"hlinkClick", "hlinkHover", "hlinkMouseOver"})) {
    const auto use = uses_.find(part.attribute(Ns::kReference, "id").value_or(""));
    if (use == uses_.end()) return;
    if (is_in_run_) {
      run_link_ = &use->second;
    } else if (shape_depth_ > 0 && shape_links_.size() < 2) {
      shape_links_.push_back(&use->second);
    }
  }
}

void find_in_part(std::string_view bytes, const PartPlace& place, LinkUses& uses, Reading& reading,
                  find::Sink& sink) {
  WordReader word(place.name, uses, sink);
  DrawingReader drawing(uses);
  SheetReader sheet(place, uses, sink);
  if (!uses.empty() && !place.sheet.empty()) sheet.read_links(bytes, reading.limits);
  XmlPart part(bytes, reading.limits, sink);
  while (part.next()) {
    word.read(part);
    drawing.read(part);
    sheet.read(part);
    read_vml(part, place.name, sink);
  }
  word.finish();
  if (part.is_malformed()) reading.damaged("a file in it is not well-formed XML");
}

}  // namespace mimebase::documents
