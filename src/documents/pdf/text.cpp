#include "documents/pdf/text.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "charset/charset.h"
#include "documents/reporting.h"
#include "find/nested_sink.h"
#include "find/text/finder.h"

namespace mimebase::documents {
namespace {

// An annotation that is not shown, not even to be printed (section 12.5.3).
bool is_hidden(QPDFObjectHandle annotation) {
  constexpr long long kHidden = 2;
  QPDFObjectHandle flags = annotation.getKey("/F");
  return flags.isInteger() && (flags.getIntValue() & kHidden) != 0;
}

// The smallest rectangle around some points: 4 numbers or more. Empty if they are no numbers.
std::optional<PdfRectangle> rectangle_around(QPDFObjectHandle numbers, int from, int count) {
  PdfRectangle around{1e9F, 1e9F, -1e9F, -1e9F};
  for (int i = from; i < from + count; i += 2) {
    QPDFObjectHandle horizontal = numbers.getArrayItem(i), vertical = numbers.getArrayItem(i + 1);
    if (!horizontal.isNumber() || !vertical.isNumber()) return std::nullopt;
    const float x = pdf_place(horizontal.getNumericValue()), y = pdf_place(vertical.getNumericValue());
    around.left = std::min(around.left, x);
    around.right = std::max(around.right, x);
    around.bottom = std::min(around.bottom, y);
    around.top = std::max(around.top, y);
  }
  return around;
}

std::optional<PdfRectangle> rectangle_of(QPDFObjectHandle annotation) {
  QPDFObjectHandle numbers = annotation.getKey("/Rect");
  if (!numbers.isArray() || numbers.getArrayNItems() != 4) return std::nullopt;
  return rectangle_around(numbers, 0, 4);
}

}  // namespace

// Passes on the URLs in the texts of a page.
class PdfPageText::UrlSink final : public find::ForwardingSink {
 public:
  // `has_variants` if more texts follow the first one.
  UrlSink(PdfPageText& page, const std::set<std::string>& known, bool has_variants)
      : ForwardingSink(page.sink_), page_(page), known_(known), has_variants_(has_variants) {}
  // The next text is a variant of the first one. Its URLs are passed on if none was there before.
  void begin_variant() { is_first_ = false; }

  void found(const find::Found& found) override {
    constexpr std::uint64_t kSteps = 20;
    if (!page_.budget_.charge_steps(kSteps)) return;
    const bool is_new = has_variants_ && seen_.insert(std::string(found.reference)).second;
    if (is_known(found)) return;
    if (is_first_ ? page_.labels_.shows(found.span.start, found.reference) : !is_new) return;
    find::Found outer = found;
    outer.context = "pdf:text";
    outer.span = {};
    ForwardingSink::found(outer);
  }

 private:
  [[nodiscard]] bool is_known(const find::Found& found) const {
    if (known_.empty()) return false;
    const std::string reference(found.reference);
    if (known_.contains(reference) || known_.contains(reference + '/')) return true;
    return found.guessed &&
           (known_.contains("http://" + reference) || known_.contains("https://" + reference));
  }

  PdfPageText& page_;
  const std::set<std::string>& known_;
  const bool has_variants_;
  bool is_first_ = true;
  std::set<std::string> seen_;
};

PdfPageText::PdfPageText(PdfFile& file, find::Sink& sink)
    : file_(file),
      sink_(sink),
      budget_(file.reading(), sink),
      fonts_(file, budget_),
      content_(file, fonts_, budget_, *this),
      shown_(budget_),
      invisible_(budget_),
      labels_(budget_),
      values_("/V", budget_) {}

void PdfPageText::read(QPDFObjectHandle page, std::vector<QPDFObjectHandle>& annotations) {
  shown_.clear();
  invisible_.clear();
  labels_.clear();
  actual_.reset();
  for (QPDFObjectHandle& annotation : annotations) labels_.add_link(areas_of(annotation));
  attempt([&] { content_.run_page(page); });
  for (QPDFObjectHandle& annotation : annotations) attempt([&] { read_annotation(annotation); });
  shown_.finish();
  invisible_.finish();
  if (actual_) actual_->lines.finish();
  labels_.finish(shown_.text());
}

void PdfPageText::attempt(const std::function<void()>& part) {
  if (budget_.is_used_up()) return;
  try {
    part();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    if (file_.meter().has_hit_limit()) return budget_.stop();
    file_.reading().unread("the text of a page is damaged");
  }
}

// Of an annotation with an action.
std::vector<PdfRectangle> PdfPageText::areas_of(QPDFObjectHandle annotation) {
  // What is under a link is only shown. A link on more lines than this shows the first ones.
  constexpr int kQuadrilateral = 8, kMostQuadrilaterals = 64;
  std::vector<PdfRectangle> areas;
  if (!annotation.isDictionary() || !(annotation.hasKey("/A") || annotation.hasKey("/PA"))) return areas;
  if (QPDFObjectHandle points = annotation.getKey("/QuadPoints"); points.isArray()) {
    const int count = std::min(points.getArrayNItems() / kQuadrilateral, kMostQuadrilaterals);
    if (!budget_.charge_labels(static_cast<std::uint64_t>(count) * kQuadrilateral)) return areas;
    for (int i = 0; i < count; ++i) {
      if (const auto area = rectangle_around(points, i * kQuadrilateral, kQuadrilateral))
        areas.push_back(*area);
    }
  }
  if (!areas.empty()) return areas;
  if (const auto area = rectangle_of(annotation)) areas.push_back(*area);
  return areas;
}

// Runs the appearance of an annotation: a form, or one for each of its states (section 12.5.5).
void PdfPageText::read_annotation(QPDFObjectHandle annotation) {
  constexpr std::uint64_t kSteps = 10;
  if (!annotation.isDictionary() || is_hidden(annotation) || !budget_.charge_steps(kSteps)) return;
  QPDFObjectHandle appearance = annotation.getKey("/AP").getKeyIfDict("/N");
  if (!appearance.isStream() && !appearance.isDictionary()) return shown_.add_line(value_of(annotation));
  const PdfRectangle rectangle = rectangle_of(annotation).value_or(PdfRectangle());
  if (appearance.isStream()) return content_.run_appearance(appearance, rectangle);
  QPDFObjectHandle state = annotation.getKey("/AS");
  QPDFObjectHandle form = state.isName() ? appearance.getKey(state.getName()) : QPDFObjectHandle::newNull();
  if (form.isStream()) return content_.run_appearance(form, rectangle);
  for (auto& [key, other] : appearance.getDictAsMap()) {
    if (other.isStream()) content_.run_appearance(other, rectangle);
  }
}

// The text for which viewers make an appearance if there is none: that of a field, or of a box.
std::string PdfPageText::value_of(QPDFObjectHandle annotation) {
  QPDFObjectHandle type = annotation.getKey("/Subtype"), text = QPDFObjectHandle::newNull();
  if (type.isNameAndEquals("/FreeText")) text = annotation.getKey("/Contents");
  if (type.isNameAndEquals("/Widget")) text = values_.find(annotation).value;
  if (!text.isString() || !budget_.charge_bytes(2 * text.getStringValue().size())) return {};
  return pdf_text(text);
}

void PdfPageText::add(const PdfGlyph& glyph, bool is_invisible) {
  if (is_invisible) {
    invisible_.add(glyph);
  } else {
    labels_.add(glyph, shown_.add(glyph));
  }
  if (!actual_) return;
  if (!actual_->is_inside) {
    actual_->lines.add(glyph);
  } else if (!std::exchange(actual_->has_glyphs, true)) {
    actual_->part = glyph;
  } else {
    actual_->part.end_x = glyph.end_x;
    actual_->part.end_y = glyph.end_y;
  }
}

void PdfPageText::begin_actual_text(std::string_view text) {
  if (!budget_.charge_bytes(2 * text.size() + (actual_ ? 0 : shown_.text().size()))) return;
  if (!actual_) actual_.emplace(shown_);
  actual_->text = text;
  actual_->is_inside = true;
  actual_->has_glyphs = false;
}

void PdfPageText::end_actual_text() {
  if (!actual_ || !std::exchange(actual_->is_inside, false) || !actual_->has_glyphs) return;
  actual_->part.text = actual_->text;
  if (!actual_->text.empty()) actual_->lines.add(actual_->part);
}

void PdfPageText::find_urls(std::string_view where, const std::set<std::string>& known) {
  const std::string joined = shown_.joined_words();
  UrlSink urls(*this, known, actual_ || !joined.empty() || !invisible_.text().empty());
  find::NestedPlace place;
  place.where = where;
  const auto find_in = [&](std::string_view text) {
    find::NestedSink nested(place, urls);
    if (!text.empty()) find::find_in_text({text, charset::Charset("utf-8"), file_.reading().limits}, nested);
  };
  find_in(shown_.text());
  urls.begin_variant();
  find_in(joined);
  if (actual_) find_in(actual_->lines.text());
  if (actual_) find_in(actual_->lines.joined_words());
  place.hidden = find::Hidden::kStyle;
  find_in(invisible_.text());
  find_in(invisible_.joined_words());
}

}  // namespace mimebase::documents
