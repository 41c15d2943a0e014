#include "documents/pdf/search.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <utility>

#include "documents/reporting.h"
#include "documents/xml_part.h"
#include "find/nested_sink.h"
#include "find/script/finder.h"
#include "find/text/finder.h"
#include "find/xml/finder.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// The actions that name a file or URL in /F (ISO 32000-2 section 12.6.4).
struct FileAction {
  std::string_view name, context;
};
constexpr FileAction kFileActions[] = {{"/GoToR", "pdf:goto-remote"},
                                       {"/GoToE", "pdf:goto-remote"},
                                       {"/Thread", "pdf:goto-remote"},
                                       {"/SubmitForm", "pdf:submit-form"},
                                       {"/ImportData", "pdf:import-data"}};

// Actions, and what leads from an annotation, page or action to others.
bool leads_to_action(std::string_view key) {
  return is_one_of(key, {"/A", "/AA", "/PA", "/Next"});
}

// The action of a link before a program replaced it (section 12.5.6.5). Viewers do not perform it.
constexpr std::string_view kFormerAction = "/PA";

// Of which the text of a page is not reported again. A longer one is, so that nothing is lost.
constexpr std::size_t kLongestPageReference = 4096;

// Viewers open a host that begins so by http, unless the document declares a base.
bool is_bare_host(std::string_view reference) {
  const std::string_view host = reference.substr(0, reference.find_first_of("/?#:"));
  return ascii::starts_with_ignoring_case(host, "www.") && std::ranges::count(host, '.') >= 2;
}

// The structure of a document names annotations, too (ISO 32000-2 section 14.7.5.3). That shows none of them.
bool is_seen_through(std::string_view key, QPDFObjectHandle& dictionary) {
  if (key == kFormerAction) return false;
  return key != "/Obj" || !dictionary.getKey("/Type").isNameAndEquals("/OBJR");
}

bool is_container(QPDFObjectHandle& value) {
  return value.isDictionary() || value.isArray();
}

// Calls `visit` with the key and value of each entry of a dictionary, or with an empty key and each item of
// an array.
template <typename Visit>
void for_each_inside(QPDFObjectHandle& container, const Visit& visit) {
  if (container.isDictionary()) {
    for (auto& [key, value] : container.getDictAsMap()) visit(std::string_view(key), value);
  } else if (container.isArray()) {
    for (QPDFObjectHandle& value : container.getArrayAsVector()) visit(std::string_view(), value);
  }
}

}  // namespace

void PdfSearch::run() {
  attempt([this] { has_base_ = file_.qpdf().getRoot().getKey("/URI").getKeyIfDict("/Base").isString(); });
  if (!attempt([this] { find_pages(); })) return;
  if (!attempt([this] { find_form(); })) return;
  find_objects();
}

bool PdfSearch::attempt(const std::function<void()>& part) {
  try {
    part();
  } catch (const PdfLimitError&) {
    has_stopped_ = true;
  } catch (const std::bad_alloc&) {
    file_.meter().memory_ran_out();
  } catch (const std::exception&) {
    // This part is damaged.
  }
  file_.take_warnings();
  return !has_stopped_;
}

void PdfSearch::charge(std::uint64_t objects) {
  if (!file_.reading().charge_objects(objects, sink_)) throw PdfLimitError();
}

// Walks the tree of pages in order, without recursion and without trust in its types and parents.
void PdfSearch::find_pages() {
  std::set<PdfIdentity> visited;  // nodes, and lists of kids, which several nodes may share
  QPDFObjectHandle root = file_.qpdf().getRoot();
  const auto visit = [](QPDFObjectHandle value, QPDFObjGen container) {
    return Visit{value, container_of(value, container)};
  };
  std::vector<Visit> stack{visit(root.getKey("/Pages"), root.getObjGen())};
  for (std::uint64_t number = 0; !stack.empty();) {
    Visit node = std::move(stack.back());
    stack.pop_back();
    file_.prepare(node.value);
    if (!node.value.isDictionary() || !visited.insert(node.identity()).second) continue;
    charge(1);
    Visit kids = visit(file_.prepare(node.value.getKey("/Kids")), node.container);
    if (!kids.value.isArray()) {
      ++number;
      if (!attempt([&] { find_in_page(node, number); })) return;
      continue;
    }
    if (!visited.insert(kids.identity()).second) continue;
    const std::vector<QPDFObjectHandle> items = kids.value.getArrayAsVector();
    charge(items.size());
    for (auto item = items.rbegin(); item != items.rend(); ++item)
      stack.push_back(visit(*item, kids.container));
  }
}

// An annotation belongs to one page (ISO 32000-2 section 12.5.2). Of a page that has it again, or a whole
// list of others, it is not reported again.
void PdfSearch::find_in_page(Visit page, std::uint64_t number) {
  const Place place{"page " + std::to_string(number)};
  if (QPDFObjectHandle actions = file_.prepare(page.value.getKey("/AA")); actions.isDictionary())
    find_actions({actions, container_of(actions, page.container), true}, place);
  page_references_.clear();
  QPDFObjectHandle annotations = file_.prepare(page.value.getKey("/Annots"));
  const Visit list{annotations, container_of(annotations, page.container)};
  std::vector<QPDFObjectHandle> items;
  if (annotations.isArray() && followed_.emplace(list.identity(), false).second)
    items = annotations.getArrayAsVector();
  for (const QPDFObjectHandle& item : items) file_.prepare(item);
  text_.read(page.value, items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    QPDFObjectHandle& annotation = items[i];
    const Visit visit{annotation, container_of(annotation, list.container)};
    if (!annotation.isDictionary() || followed_.contains({visit.identity(), false})) continue;
    const bool goes_on = attempt([&] {
      Place link = place;
      if (annotation.hasKey("/A") || annotation.hasKey("/PA")) link.text = text_of(visit, i);
      find_actions(visit, link);
    });
    if (!goes_on) return;
  }
  // Many viewers make links of URLs that the page only shows.
  text_.find_urls(place.where, page_references_);
}

// The text that the page shows under a link, or the one that the link has for readers that cannot show the
// page.
std::optional<std::string> PdfSearch::text_of(Visit visit, std::size_t index) {
  std::string text = text_.under(index);
  if (text.empty()) text = contents_of(visit.value);
  if (text.empty()) return std::nullopt;
  return text;
}

std::string PdfSearch::contents_of(QPDFObjectHandle annotation) {
  QPDFObjectHandle contents = annotation.getKey("/Contents");
  if (!contents.isString()) return {};
  if (!contents.isIndirect()) return shown_text(pdf_text(contents));
  const auto known = contents_.find(contents.getObjGen());
  if (known != contents_.end()) return known->second;
  return contents_.emplace(contents.getObjGen(), shown_text(pdf_text(contents))).first->second;
}

// Reports the actions in `root`, which is an annotation or a dictionary of actions, and those that follow
// them. An action that others share is reported for each of them, and what follows it with the first one.
void PdfSearch::find_actions(Visit root, const Place& place) {
  Place former = place;
  former.is_former = true;
  std::set<std::pair<QPDFObjGen, bool>> visited;
  std::vector<Visit> stack{std::move(root)};
  while (!stack.empty()) {
    Visit visit = std::move(stack.back());
    stack.pop_back();
    if (visit.value.isIndirect() && !visited.emplace(visit.value.getObjGen(), visit.is_former).second)
      continue;
    charge(1);
    if (visit.value.isDictionary() && report_action(visit, visit.is_former ? former : place))
      reported_.insert(visit.identity());
    if (!followed_.emplace(visit.identity(), visit.is_former).second) continue;
    std::vector<Visit> next;
    for_each_inside(visit.value, [&](std::string_view key, QPDFObjectHandle& value) {
      const bool is_action = leads_to_action(key) || visit.are_actions;
      if (value.isIndirect() && !is_action) return;
      file_.prepare(value);
      if (!is_container(value)) return;
      next.push_back({value, container_of(value, visit.container), key == "/AA" || key == "/Next",
                      visit.is_former || key == kFormerAction});
    });
    stack.insert(stack.end(), std::make_move_iterator(next.rbegin()), std::make_move_iterator(next.rend()));
  }
}

// Visits every object.
void PdfSearch::find_objects() {
  for (const QPDFObjGen id : file_.objects()) {
    const bool goes_on = attempt([&] {
      charge(1);
      if (file_.may_refer(id)) find_in_object(id);
    });
    if (!goes_on) return;
  }
  attempt([this] {
    const Place place{"trailer"};
    find_actions({file_.qpdf().getTrailer(), QPDFObjGen(), false}, place);
  });
}

void PdfSearch::find_in_object(QPDFObjGen id) {
  const Place place{object_place(id), {}, id};
  Place former = place;
  former.is_former = true;
  QPDFObjectHandle object = file_.prepare(file_.qpdf().getObject(id));
  if (object.isStream()) object = object.getDict();
  std::vector<Visit> stack{{object, id}};
  while (!stack.empty()) {
    Visit visit = std::move(stack.back());
    stack.pop_back();
    std::vector<Visit> next;
    if (visit.value.isDictionary() && !reported_.contains(visit.identity()))
      find_in_dictionary(visit, visit.is_former ? former : place);
    for_each_inside(visit.value, [&](std::string_view key, QPDFObjectHandle& inner) {
      if (!inner.isIndirect() && is_container(inner))
        next.push_back({inner, id, false, visit.is_former || key == kFormerAction});
    });
    stack.insert(stack.end(), std::make_move_iterator(next.rbegin()), std::make_move_iterator(next.rend()));
  }
}

find::Hidden PdfSearch::hidden_at(const Place& place) {
  const bool is_seen = !place.is_former && (!place.object || is_reachable(*place.object));
  return is_seen ? find::Hidden::kNo : find::Hidden::kUnreachable;
}

// Follows every reference once, up to the object, but for those to what viewers neither show nor perform.
bool PdfSearch::is_reachable(QPDFObjGen object) {
  if (!reachable_) reachable_ = Reachable{{}, {file_.qpdf().getTrailer()}};
  // What throws leaves nothing known.
  Reachable reachable = std::exchange(*reachable_, {});
  while (!reachable.left.empty() && !reachable.objects.contains(object)) {
    QPDFObjectHandle outer = std::move(reachable.left.back());
    reachable.left.pop_back();
    if (outer.isStream()) outer = outer.getDict();
    file_.meter().charge_steps(1);
    for_each_inside(outer, [&](std::string_view key, QPDFObjectHandle& value) {
      if (!is_seen_through(key, outer)) return;
      if (value.isIndirect() && !reachable.objects.insert(value.getObjGen()).second) return;
      file_.prepare(value);
      if (value.isStream() || is_container(value)) reachable.left.push_back(value);
    });
  }
  *reachable_ = std::move(reachable);
  return reachable_->objects.empty() || reachable_->objects.contains(object);
}

void PdfSearch::find_in_dictionary(Visit visit, const Place& place) {
  if (report_action(visit, place)) return;
  if (visit.value.hasKey("/EF")) return find_embedded(visit, place);
  // The file of a film, or the data of a stream, are a URL.
  for (const char* key : {"/F", "/D"}) {
    QPDFObjectHandle file = visit.value.getKey(key);
    if (file.isDictionary() && file.getKey("/FS").isNameAndEquals("/URL"))
      report("pdf:import-data", strings_.file_name(file, visit.container), place);
  }
}

// Reports the reference of an action, and the URLs in its script. Returns false if it is none of the actions
// that have one.
bool PdfSearch::report_action(Visit visit, const Place& place) {
  QPDFObjectHandle action = visit.value;
  if (action.hasKey("/JS")) {
    QPDFObjectHandle script = action.getKey("/JS");
    find_script({script, container_of(script, visit.container)}, place);
  }
  QPDFObjectHandle type = action.getKey("/S");
  if (!type.isName()) return false;
  const std::string name = type.getName();
  if (name == "/URI") {
    QPDFObjectHandle uri = action.getKey("/URI");
    if (uri.isString()) {
      const std::string_view reference = strings_.ascii(uri, visit.container);
      report("pdf:uri", reference, place, strings_.other_bytes());
    }
    return true;
  }
  if (name == "/Launch") {
    report_launch(visit, place);
    return true;
  }
  for (const FileAction& known : kFileActions) {
    if (name != known.name) continue;
    const std::string_view file = strings_.file_name(action.getKey("/F"), visit.container);
    if (!file.empty()) report(known.context, file, place);
    return true;
  }
  return name == "/JavaScript";
}

// A file or program, and URLs in its parameters.
void PdfSearch::report_launch(Visit visit, const Place& place) {
  constexpr std::string_view kContext = "pdf:launch";
  const std::string_view file = strings_.file_name(visit.value.getKey("/F"), visit.container);
  if (!file.empty()) report(kContext, file, place);
  QPDFObjectHandle windows = visit.value.getKey("/Win");
  if (!windows.isDictionary()) return;
  const QPDFObjGen container = container_of(windows, visit.container);
  const std::string_view program = strings_.file_name(windows.getKey("/F"), container);
  if (!program.empty() && program != file) report(kContext, program, place);
  QPDFObjectHandle parameters = windows.getKey("/P");
  if (parameters.isString() && searched_.insert(identity_of(parameters, container)).second)
    find_inside(place,
                [&](find::Sink& sink) { report_urls_in(pdf_text(parameters), kContext, place.where, sink); });
}

// Searches a string or stream once, whatever shares it.
void PdfSearch::find_script(Visit script, const Place& place) {
  std::string text;
  if (!script.value.isString() && !script.value.isStream()) return;
  if (!searched_.insert(script.identity()).second) return;
  if (script.value.isString()) {
    text = pdf_text(script.value);
  } else {
    std::string bytes;
    file_.decode(script.value, bytes);
    text = pdf_text(QPDFObjectHandle::newString(bytes));
  }
  find_in_script(text, place.where, hidden_at(place));
}

void PdfSearch::find_in_script(std::string_view text, std::string_view where, find::Hidden hidden) {
  if (!find::script_may_hold_url(text)) return;
  find::NestedPlace inside;
  inside.context_prefix = "script:";
  inside.where = where;
  inside.hidden = find::stronger(find::Hidden::kScript, hidden);
  inside.is_inert = true;
  find::NestedSink nested(inside, sink_);
  find::find_in_script({text, charset::Charset("utf-8"), file_.reading().limits}, nested);
}

// Searches the streams of an embedded file (ISO 32000-2 section 7.11.4), each of them once.
void PdfSearch::find_embedded(Visit specification, const Place& place) {
  QPDFObjectHandle files = specification.value.getKey("/EF");
  if (!files.isDictionary()) return;
  const std::string_view name = strings_.file_name(specification.value, specification.container);
  for (const char* key : {"/UF", "/F", "/Unix", "/Mac", "/DOS"}) {
    QPDFObjectHandle stream = files.getKey(key);
    if (!stream.isStream() || !embedded_.insert(stream.getObjGen()).second) continue;
    std::string bytes;
    if (!file_.decode(stream, bytes)) continue;
    find_inside(place, [&](find::Sink& sink) {
      find_in_embedded(bytes, name, name.empty() ? std::string_view(place.where) : name, file_.reading(),
                       sink);
    });
  }
}

// The form in XFA: one XML document, whole or in pieces. What its buttons and scripts refer to is nothing
// that other XML would refer to.
void PdfSearch::find_form() {
  QPDFObjectHandle xfa = file_.qpdf().getRoot().getKeyIfDict("/AcroForm").getKeyIfDict("/XFA");
  std::string xml;
  if (xfa.isStream()) {
    file_.decode(xfa, xml);
  } else if (xfa.isArray()) {
    std::set<QPDFObjGen> pieces;
    for (QPDFObjectHandle piece : xfa.getArrayAsVector()) {
      charge(1);
      if (piece.isStream() && pieces.insert(piece.getObjGen()).second) file_.decode(piece, xml);
    }
  }
  if (xml.empty()) return;
  constexpr std::string_view kForm = "XFA";
  const Limits& limits = file_.reading().limits;
  std::string converted;
  const PartText readable = read_part(xml, "application/xml", converted, file_.reading(), sink_);
  find::NestedPlace inside;
  inside.where = kForm;
  find::NestedSink nested(inside, sink_);
  find::find_in_xml({readable.bytes, readable.charset, limits}, nested);

  std::string script;
  for (XmlPart part(xml, file_.reading(), sink_); part.next();) {
    if (part.event() == XmlPart::Event::kStart && part.local() == "submit") {
      if (const auto target = part.attribute("target"); target && find::is_whole_url(*target))
        report("pdf:submit-form", *target, {std::string(kForm), {}});
    }
    if (part.local() != "script") continue;
    if (part.event() == XmlPart::Event::kText) part.append_text(script);
    if (part.event() == XmlPart::Event::kEnd) find_in_script(std::exchange(script, {}), kForm);
  }
}

void PdfSearch::find_inside(const Place& place, const std::function<void(find::Sink&)>& find) {
  find::NestedPlace inside;
  inside.hidden = hidden_at(place);
  inside.is_inert = inside.hidden != find::Hidden::kNo;
  find::NestedSink nested(inside, sink_);
  find(nested);
}

void PdfSearch::report(std::string_view context, std::string_view reference, const Place& place,
                       std::string_view bytes) {
  find::Found found;
  found.bytes = bytes;
  found.context = context;
  found.where = place.where;
  found.hidden = hidden_at(place);
  found.is_inert = found.hidden != find::Hidden::kNo;
  // White space around a URI remains: some viewers put a base before it.
  found.reference = reference;
  const std::string_view trimmed = ascii::trim_html_space(reference);
  if (trimmed.size() <= kLongestPageReference) page_references_.emplace(trimmed);
  if (context == "pdf:uri" && !has_base_ && is_bare_host(trimmed)) {
    found.guessed = true;
    found.reference = trimmed;
    if (bytes.empty() && trimmed.size() < reference.size()) found.bytes = reference;
  }
  if (place.text) found.text = *place.text;
  found.quoting = find::QuotingPath(find::Quoting::kOpaque);
  sink_.found(found);
}

}  // namespace mimebase::documents
