// Rich Text Format 1.9.1: fields, objects, templates, hyperlinks of shapes, and the HTML that Outlook
// encapsulates.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "documents/document.h"
#include "documents/office/field_code.h"
#include "documents/office/ole_object.h"
#include "documents/reporting.h"
#include "find/nested_sink.h"
#include "find/text/finder.h"
#include "rtf/html_in_rtf.h"
#include "rtf/tokenizer.h"
#include "text/numbers.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using rtf::Event;
using rtf::EventKind;

// What the text of a group is for.
enum RtfDestination {
  kVisible = 0,
  kSkipped,      // neither text nor what is inside matters
  kData,         // the text does not matter
  kInstruction,  // of a field
  kResult,
  kAside,  // beside the text: headers, footnotes, comments
  // Captured until the group ends:
  kTemplate,
  kHyperlinkBase,
  kFile,  // a subdocument, or a file that the document is printed or merged with
  kShapeName,
  kShapeValue,
  kLinkTarget,  // parts of a shape's hyperlink
  kLinkLocation,
  kLinkText,
  kDestinations,
};

// Words that begin a destination, with or without \* before them.
constexpr std::pair<RtfDestination, std::string_view> kRtfWords[] = {
    {kVisible, "result shppict ud"},
    {kSkipped,
     "colortbl falt fontemb fonttbl listtable nonshppict private1 revtbl rxe shprslt stylesheet tc txe xe"},
    {kData, "background do filetbl hl info object picprop pict shp shpinst sp upr xmlnstbl"},
    {kInstruction, "fldinst"},
    {kResult, "fldrslt"},
    {kAside,
     "annotation dptxbxtext footer footerf footerl footerr footnote header headerf headerl headerr shptxt"},
    {kTemplate, "template"},
    {kHyperlinkBase, "hlinkbase"},
    {kFile, "file mmdatasource mmheadersource nextfile"},
    {kShapeName, "sn"},
    {kShapeValue, "sv"},
    {kLinkTarget, "hlsrc"},
    {kLinkLocation, "hlloc"},
    {kLinkText, "hlfr"},
};

std::optional<RtfDestination> destination_of(std::string_view word) {
  static const std::map<std::string_view, RtfDestination> known = [] {
    std::map<std::string_view, RtfDestination> all;
    for (const auto& [destination, words] : kRtfWords) {
      for (std::size_t at = 0, end = 0; at < words.size(); at = end + 1) {
        end = std::min(words.find(' ', at), words.size());
        all.emplace(words.substr(at, end - at), destination);
      }
    }
    return all;
  }();
  const auto found = known.find(word);
  return found != known.end() ? std::optional(found->second) : std::nullopt;
}

constexpr std::string_view kRtfHyperlink = "rtf:hyperlink", kRtfInclude = "rtf:include",
                           kRtfObject = "rtf:object";

// A picture of a shape or its fill: the name that its properties give, and how it is used.
struct RtfPicture {
  std::string_view property;
  std::string name = {};
  int flags = 0;
};

void find_in_running_text(std::string_view text, const Limits& limits, find::Sink& sink) {
  static const charset::Charset utf8("utf-8");
  find::NestedPlace place;
  place.where = "text";
  find::NestedSink nested(place, sink);
  find::find_in_text({text, utf8, limits}, nested);
}

// What of a document is searched.
enum class RtfScope {
  kAll,
  kWithoutText,
  kSkippedToo,  // also the groups that programs skip
};

// Reads a document once, and reports what it finds.
class RtfSearch {
 public:
  RtfSearch(std::string_view bytes, RtfScope scope, Reading& reading, find::Sink& sink)
      : reader_(bytes),
        has_text_(scope != RtfScope::kWithoutText),
        skips_(scope != RtfScope::kSkippedToo),
        reading_(reading),
        sink_(sink),
        fields_(bytes.size(), reading, sink) {}

  // Returns false if a group has no end.
  bool run();

 private:
  // Text is searched in pieces of about this size, which are whole paragraphs.
  static constexpr std::size_t kEnoughVisible = 1 << 18;

  void word(const Event& event, bool is_ignorable);
  void begin(std::string_view word, RtfDestination destination);
  void text(std::string_view utf8);
  void data(std::string_view word);
  void search_visible();

  void begin_field();
  void begin_instruction();
  void begin_result();
  void end_field();

  void end_captured(int destination);
  void end_property();
  void end_shape_link();

  [[nodiscard]] bool charge() {
    if (!reading_.charge_objects(1, sink_)) is_stopped_ = true;
    return !is_stopped_;
  }

  rtf::Reader reader_;
  const bool has_text_, skips_;
  Reading& reading_;
  find::Sink& sink_;
  bool is_stopped_ = false;

  std::string visible_, aside_;
  FieldReader fields_;
  std::size_t hyperlinks_ = 0;  // open fields whose result is the text of a hyperlink
  std::array<std::string, kDestinations> captured_;
  std::array<RtfPicture, 3> pictures_ = {{{"pib"}, {"fillBlip"}, {"lineFillBlip"}}};
  std::size_t shape_link_depth_ = 0;
  std::uint64_t object_count_ = 0, shape_count_ = 0, file_count_ = 0;
};

bool RtfSearch::run() {
  bool is_ignorable = false;
  while (!is_stopped_) {
    const int before = reader_.destination();
    const Event event = reader_.next();
    if (event.kind == EventKind::kEnd) break;
    if (event.kind == EventKind::kIgnorable) {
      is_ignorable = true;
      continue;
    }
    if (event.kind == EventKind::kClose) {
      if (before != reader_.destination()) end_captured(before);
      if (shape_link_depth_ > reader_.depth()) end_shape_link();
      while (!fields_.is_empty() && fields_.last().level > reader_.depth()) end_field();
    }
    if (event.kind == EventKind::kText) text(event.text);
    if (event.kind == EventKind::kWord && before != kSkipped) word(event, is_ignorable);
    is_ignorable = false;
  }
  // A document may be cut off anywhere.
  end_captured(reader_.destination());
  end_shape_link();
  while (!fields_.is_empty()) end_field();
  search_visible();
  if (reader_.has_long_binary()) reading_.damaged("binary data in it is longer than the document");
  return reader_.depth() == 0;
}

void RtfSearch::word(const Event& event, bool is_ignorable) {
  const std::string_view word = event.text;
  if (word == "objdata" || word == "datafield") return data(word);
  if (word == "field") return begin_field();
  if (const auto destination = destination_of(word)) return begin(word, *destination);
  if (is_ignorable) return reader_.set_destination(skips_ ? kSkipped : kVisible);
  if (is_one_of(word, {"par", "line", "row", "page", "sect", "column", "nestrow"})) {
    text("\n");
    if (visible_.size() + aside_.size() >= kEnoughVisible) search_visible();
  }
  if (is_one_of(word, {"tab", "cell", "nestcell"})) text("\t");
}

void RtfSearch::begin(std::string_view word, RtfDestination destination) {
  if (destination == kSkipped && !skips_) return reader_.set_destination(kVisible);
  if (destination == kInstruction) return begin_instruction();
  if (destination == kResult) return begin_result();
  if (word == "hl") shape_link_depth_ = reader_.depth();
  if (is_one_of(word, {"shp", "picprop", "background"})) {
    ++shape_count_;
    for (RtfPicture& picture : pictures_) picture = {picture.property};
  }
  if (destination > kAside) captured_[destination].clear();
  const bool is_text_of_field = destination == kVisible && !fields_.is_empty();
  if (!is_text_of_field) return reader_.set_destination(destination);
  reader_.set_destination(fields_.last().part == Field::Part::kCode ? kInstruction : kResult);
}

void RtfSearch::text(std::string_view utf8) {
  const int destination = reader_.destination();
  if (destination > kAside) {
    captured_[static_cast<std::size_t>(destination)].append(utf8);
  } else if (destination == kInstruction && !fields_.is_empty()) {
    fields_.add_to_code(utf8);
  } else if (destination == kResult && !fields_.is_empty()) {
    fields_.add_to_result(utf8);
  } else if (destination == kAside && has_text_) {
    aside_.append(utf8);
  }
  // The text of a hyperlink is its label, as in HTML.
  const bool is_text = destination == kVisible || destination == kResult;
  if (is_text && has_text_ && hyperlinks_ == 0 && !fields_.is_in_code()) visible_.append(utf8);
}

void RtfSearch::data(std::string_view word) {
  const std::string bytes = reader_.read_hex(reading_.bytes_left + 1);
  if (!reading_.charge_bytes(bytes.size(), sink_) || !charge()) {
    is_stopped_ = true;
    return;
  }
  if (word == "objdata") {
    const std::string where = "object " + std::to_string(++object_count_);
    find_in_ole_object(bytes, kRtfObject, where, reading_, sink_);
  } else if (!fields_.is_empty()) {
    for_each_moniker(bytes, reading_, sink_, [&](std::string_view reference) {
      if (fields_.last().linked.empty()) fields_.last().linked = reference;
    });
  }
}

void RtfSearch::search_visible() {
  for (std::string* text : {&visible_, &aside_}) {
    find_in_running_text(*text, reading_.limits, sink_);
    text->clear();
  }
}

void RtfSearch::begin_field() {
  is_stopped_ = is_stopped_ || !fields_.begin(reader_.depth());
}

void RtfSearch::begin_instruction() {
  // An instruction outside a field, which some programs accept, is a field of its own.
  if (fields_.is_empty() || fields_.last().part == Field::Part::kResult) begin_field();
  if (is_stopped_) return;
  fields_.begin_code();
  reader_.set_destination(kInstruction);
}

void RtfSearch::begin_result() {
  if (fields_.is_empty()) return reader_.set_destination(kVisible);
  Field& field = fields_.last();
  if (field.part == Field::Part::kCode && parse_field_code(field.code).name == "HYPERLINK") {
    ++hyperlinks_;
    field.is_hyperlink = true;
  }
  fields_.begin_result();
  reader_.set_destination(kResult);
}

void RtfSearch::end_field() {
  auto [field, code] = fields_.end();
  if (field.is_hyperlink) --hyperlinks_;
  if (is_stopped_) return;
  const std::string where = "field " + std::to_string(field.number);
  const bool has_target = !code.arguments.empty() && !code.arguments[0].empty();
  if (code.name == "HYPERLINK" && !has_target) code.arguments.assign(1, field.linked);
  for (const FieldReference& found : references_of(code)) {
    if (found.kind == LinkKind::kLink) {
      report({kRtfHyperlink, where, found.reference, shown_text(field.result), {}, code.tooltip}, sink_);
    } else {
      const bool is_object = found.kind == LinkKind::kMedia && code.name != "DATABASE";
      report({is_object ? kRtfObject : kRtfInclude, where, found.reference, {}, found.kind}, sink_);
    }
  }
}

void RtfSearch::end_captured(int destination) {
  const std::string_view value = captured_[static_cast<std::size_t>(destination)];
  if (destination == kAside) aside_ += '\n';
  if (destination == kTemplate) report({"rtf:template", "template", value}, sink_);
  if (destination == kFile) report({kRtfInclude, "file " + std::to_string(++file_count_), value}, sink_);
  if (destination == kShapeValue) end_property();
  if (destination == kLinkTarget && shape_link_depth_ == 0) {
    shape_link_depth_ = 1;
    end_shape_link();
  }
}

void RtfSearch::end_property() {
  constexpr int kIsLinked = 8;  // msoblipflagLinkToFile
  const std::string_view name = captured_[kShapeName];
  for (RtfPicture& picture : pictures_) {
    if (!name.starts_with(picture.property)) continue;
    const std::string_view rest = name.substr(picture.property.size());
    if (rest == "Name") picture.name = captured_[kShapeValue];
    if (rest == "Flags")
      picture.flags = whole_number<int>(ascii::trimmed(captured_[kShapeValue])).value_or(picture.flags);
    if ((picture.flags & kIsLinked) == 0 || picture.name.empty()) continue;
    if (charge()) {
      report({kRtfInclude, "shape " + std::to_string(shape_count_), picture.name, {}, LinkKind::kImage},
             sink_);
    }
    picture.name.clear();
  }
}

// A hyperlink as RTF wrote it before fields, which is the property pihlShape of shapes.
void RtfSearch::end_shape_link() {
  if (shape_link_depth_ == 0) return;
  shape_link_depth_ = 0;
  std::string target = std::move(captured_[kLinkTarget]);
  target = with_location(std::move(target), captured_[kLinkLocation]);
  if (charge()) {
    report({kRtfHyperlink, "shape " + std::to_string(shape_count_), target, shown_text(captured_[kLinkText])},
           sink_);
  }
  for (int part : {kLinkTarget, kLinkLocation, kLinkText}) captured_[static_cast<std::size_t>(part)].clear();
}

// The value of {\*\hlinkbase ...}, in the information group.
std::string rtf_hyperlink_base(std::string_view bytes) {
  std::string base;
  rtf::Reader reader(bytes);
  bool is_ignorable = false;
  for (Event event = reader.next(); event.kind != EventKind::kEnd; event = reader.next()) {
    const bool was_ignorable = is_ignorable;
    is_ignorable = event.kind == EventKind::kIgnorable;
    const int destination = reader.destination();
    if (event.kind == EventKind::kText && destination == kHyperlinkBase) base.append(event.text);
    if (event.kind == EventKind::kClose && destination != kHyperlinkBase && !base.empty()) break;
    if (event.kind != EventKind::kWord || destination == kSkipped) continue;
    if (event.text == "hlinkbase") {
      reader.set_destination(kHyperlinkBase);
    } else if (was_ignorable) {
      reader.set_destination(kSkipped);
    }
  }
  return std::string(ascii::trimmed(base, ascii::kCWhiteSpace));
}

// Passes on references, and remembers them.
class Remembered : public find::ForwardingSink {
 public:
  using ForwardingSink::ForwardingSink;

  void found(const find::Found& found) override {
    known.insert(comparable_reference(found.reference));
    ForwardingSink::found(found);
  }

  std::unordered_set<std::string> known;
};

// Passes on references that are not known.
class NotKnown : public find::ForwardingSink {
 public:
  NotKnown(const std::unordered_set<std::string>& known, find::Sink& outer)
      : ForwardingSink(outer), known_(known) {}

  void found(const find::Found& found) override {
    if (!known_.contains(comparable_reference(found.reference))) ForwardingSink::found(found);
  }

 private:
  const std::unordered_set<std::string>& known_;
};

// Searches a document. Where a brace is missing, what follows may be a part of a group that is skipped.
// Programs differ in what they show then.
void search_rtf(std::string_view bytes, RtfScope scope, Reading& reading, find::Sink& sink) {
  Remembered found(sink);
  if (RtfSearch(bytes, scope, reading, found).run()) return;
  NotKnown additional(found.known, sink);
  Remembered skipped(additional);
  RtfSearch(bytes, RtfScope::kSkippedToo, reading, skipped).run();
  if (std::ranges::any_of(skipped.known, [&](const std::string& one) { return !found.known.contains(one); }))
    reading.damaged("a group in it has no end");
}

class RtfDocument : public Document {
 public:
  RtfDocument(std::string_view bytes, Reading& reading) : bytes_(bytes), reading_(reading) {}

  std::vector<DeclaredBase> bases() override {
    if (!contains(bytes_, "\\hlinkbase")) return {};
    std::string base = rtf_hyperlink_base(bytes_);
    if (base.empty()) return {};
    return {{BaseBy::kRtfBase, std::move(base)}};
  }

  void find(find::Sink& sink) override {
    const std::optional<std::string> html = rtf::html_in_rtf(bytes_);
    if (!html) return search_rtf(bytes_, RtfScope::kAll, reading_, sink);
    if (!reading_.charge_bytes(html->size(), sink)) return;
    static const charset::Charset utf8("utf-8");
    find::NestedPlace place;
    place.where = "html";
    Remembered in_html(sink);
    find::find_nested_document(*find::finder_for("text/html"), {*html, utf8, reading_.limits}, place,
                               in_html);
    // Outlook shows the HTML. Word does not know of it, and shows the RTF, which may contain something else.
    NotKnown additional(in_html.known, sink);
    Remembered in_rtf(additional);
    search_rtf(bytes_, RtfScope::kWithoutText, reading_, in_rtf);
    in_html.known.merge(in_rtf.known);
    find_in_running_text(rtf::text_beside_html(bytes_), reading_.limits, additional);
  }

 private:
  std::string_view bytes_;
  Reading& reading_;
};

}  // namespace

std::unique_ptr<Document> open_rtf(std::string_view bytes, Reading& reading) {
  return std::make_unique<RtfDocument>(bytes, reading);
}

}  // namespace mimebase::documents
