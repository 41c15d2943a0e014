#include "documents/office/ooxml_part.h"

#include <utility>

#include "documents/office/field_code.h"
#include "documents/package/package.h"
#include "documents/reporting.h"
#include "find/html/page_text.h"
#include "text/strings.h"

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

LinkUse* use_of(LinkUses& uses, std::string_view id, std::string_view location, std::string_view tooltip,
                Reading& reading, find::Sink& sink) {
  const auto known = uses.find(id);
  if (known == uses.end()) return nullptr;
  if (location.starts_with('#')) location.remove_prefix(1);
  auto use = known->second.find(location);
  if (use == known->second.end()) {
    constexpr std::size_t kNode = sizeof(LinkLocations::value_type) + 4 * sizeof(void*);
    if (!reading.charge_objects(1, sink) || !reading.charge_bytes(kNode + location.size(), sink))
      return nullptr;
    use = known->second.emplace(location, LinkUse()).first;
  }
  if (use->second.tooltip.empty() && !tooltip.empty()) use->second.tooltip = shown_text(tooltip);
  return &use->second;
}

void append_label(std::string_view more, std::string& text) {
  constexpr std::size_t kPiece = 8192;  // of raw text that is collapsed at once
  text += more;
  if (text.size() < kPiece) return;
  const bool has_space_due = ascii::is_html_space(text.back());
  std::string collapsed;
  find::collapse_text(text, collapsed);
  text = std::move(collapsed);
  if (has_space_due) text += ' ';
}

void DrawingReader::read(XmlPart& part) {
  const bool is_start = part.event() == XmlPart::Event::kStart;
  const std::string_view local = part.local();
  if (part.event() == XmlPart::Event::kText) {
    if (!part.is(Ns::kDrawing, "t")) return;
    const bool is_in_shape = !shape_links_.empty();
    if (!is_in_run_ && !is_in_shape) return;
    const std::string_view text = part.text();
    if (is_in_run_) append_label(text, run_text_);
    if (is_in_shape) append_label(text, shape_text_);
  } else if (part.ns() != Ns::kDrawing) {
    if (!is_shape(local)) return;
    if (is_start && shape_depth_ == 0) {
      shape_depth_ = part.depth();
    } else if (!is_start && part.depth() == shape_depth_) {
      end_shape();
    }
  } else if (local == "r" || local == "fld") {
    if (!is_start) end_run();
    is_in_run_ = is_start;
    run_link_ = nullptr;
    run_text_.clear();
  } else if (local == "p" && !is_start) {
    last_link_ = nullptr;
    if (!shape_links_.empty()) append_label(" ", shape_text_);
  } else if (is_start && is_one_of(local, {"hlinkClick", "hlinkHover", "hlinkMouseOver"})) {
    LinkUse* const use =
        use_of(uses_, part.value(Ns::kReference, "id"), {}, part.value("tooltip"), reading_, sink_);
    if (use == nullptr) return;
    if (is_in_run_) {
      run_link_ = use;
    } else if (shape_depth_ > 0 && use->text.empty() && reading_.charge_objects(1, sink_)) {
      shape_links_.push_back(use);
    }
  }
}

// A link is often split into runs of different fonts.
void DrawingReader::end_run() {
  if (run_link_ != nullptr && (run_link_->text.empty() || run_link_ == last_link_))
    append_label(run_text_, run_link_->text);
  last_link_ = run_link_;
}

void DrawingReader::end_shape() {
  std::string text;
  find::collapse_text(shape_text_, text);
  for (LinkUse* const link : shape_links_) {
    if (link->text.empty() && reading_.charge_bytes(text.size(), sink_)) link->text = text;
  }
  shape_links_.clear();
  shape_text_.clear();
  shape_depth_ = 0;
}

void find_in_part(std::string_view bytes, const PartPlace& place, LinkUses& uses, WaitingFormulas& waiting,
                  Reading& reading, find::Sink& sink) {
  WordReader word(place.name, bytes.size(), uses, reading, sink);
  DrawingReader drawing(uses, reading, sink);
  SheetReader sheet(place, uses, waiting, reading, sink);
  FixedPageReader fixed_page(place.name, sink);
  VisioReader visio(place.name, sink);
  Sheet2003Reader sheet_2003(reading, sink);
  if (!uses.empty() && !place.sheet.empty()) sheet.read_links(bytes);
  XmlPart part(bytes, reading, sink);
  while (part.next()) {
    word.read(part);
    drawing.read(part);
    sheet.read(part);
    fixed_page.read(part);
    visio.read(part);
    sheet_2003.read(part);
    read_vml(part, place.name, sink);
  }
  word.finish();
  if (part.is_malformed()) reading.unread(kMalformed);
}

}  // namespace mimebase::documents
