#include "extract/page.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "extract/clean.h"
#include "message/references.h"
#include "message/rows.h"
#include "model/innermost_context.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::extraction {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
// Browsers load nothing for an empty reference; a replacement must not change that.
bool is_empty(std::string_view reference) {
  std::string buffer;
  return url::clean(reference, buffer).empty();
}

// True if a part may be loaded in this way. A browser that sniffs might take bytes of another type for a
// style sheet or a page, as which they were not searched. A playlist names URLs of its own.
bool may_load(const Plan& plan, int target, Load load) {
  const std::string_view type = plan.media_type(target);
  const PageKind kind = plan.kind(target);
  switch (load) {
    case Load::kNone:
      return true;
    case Load::kSheet:
      return kind == PageKind::kCss;
    case Load::kLink:
      return kind == PageKind::kCss || type.starts_with("image/");
    case Load::kFrame:
      return kind != PageKind::kBytes || is_drawn_safely(plan.path(target));
    case Load::kContent:
      break;
  }
  return !type.ends_with("mpegurl");
}

// Collects the edits for the references of a part.
class Reader {
 public:
  Reader(message::AnalysedMessage& message, int entity, const Plan& plan, const PageRules& rules)
      : bytes_(message.content(entity).readable().bytes),
        plan_(plan),
        rules_(rules),
        kind_(plan.kind(entity)),
        builder_(message) {}

  void read(const message::Reference& reference) {
    const find::Found& found = reference.found;
    if (found.in_data_url) return;  // the URL is cleaned as a whole
    if (is_default(reference.origin)) return;
    const find::Span span = reference.origin.text;
    const find::QuotingPath& quoting = reference.origin.quoting;
    const std::string_view context = innermost_context(found.context);
    // Includes one in a `srcdoc`.
    if (context == "base@href") return page.put(span, quoting, kItself);
    // URLs in a page's text are not links, and what only scripts use loads nothing without them.
    if (context.starts_with("html:text") || found.is_inert) return;
    const Link* link = builder_.build(reference);
    const Load load = load_of(context);
    if (load != Load::kNone && is_empty(found.reference)) return;
    const bool is_part = link != nullptr && link->status == LinkStatus::kPart;
    const int target = is_part ? plan_.shown_for(builder_.target()) : -1;
    const bool is_sent = rules_.is_strict() && is_submitted(context);
    const bool is_resolved = link != nullptr && link->resolved &&
                             (is_part || link->status == LinkStatus::kResolved) && load_is_free(load);
    const std::string_view opened = is_resolved && load == Load::kNone && !has_scheme(found.reference)
                                        ? *link->resolved
                                        : std::string_view(found.reference);
    if (target >= 0 && !is_sent && (!rules_.is_strict() || may_load(plan_, target, load))) {
      const std::string_view written = link->reference;
      page.references.push_back({span, quoting, target,
                                 std::string(written.substr(std::min(written.find('#'), written.size()))),
                                 without_part(*link, context, load), load});
    } else if (const auto text = instead_of(context, opened, kind_, rules_, levels())) {
      page.put(span, quoting, *text);
    } else if (is_resolved) {
      put(span, quoting, *link->resolved);
    }
  }

  Page page;
  bool is_too_deep = false;  // documents in data: URLs

 private:
  [[nodiscard]] DataLevels levels() {
    return {std::min(rules_.srcdoc_levels, kMaxSrcdocLevels), is_too_deep};
  }
  void put(find::Span span, const find::QuotingPath& quoting, std::string_view text) {
    if (auto written = find::write_quoted(quoting, text)) page.edits.push_back({span, std::move(*written)});
  }
  // True for the value that a document type gives an attribute by default. It covers the start of the tag,
  // which must stay; the document type goes.
  [[nodiscard]] bool is_default(const message::Origin& origin) const {
    return origin.quoting.is_opaque() && kind_ == PageKind::kXml &&
           bytes_.substr(origin.text.start).starts_with('<');
  }
  [[nodiscard]] bool load_is_free(Load load) const { return load == Load::kNone || !rules_.is_strict(); }
  // The replacement if the part gets no file and cannot be put into the page.
  [[nodiscard]] std::string without_part(const Link& link, std::string_view context, Load load) {
    if (!load_is_free(load)) return std::string(kNothing);
    if (rules_.is_strict() && context.ends_with("@refresh")) return std::string(kItself);
    const std::string_view resolved = link.resolved.value_or("");
    return instead_of(context, resolved, kind_, rules_, levels()).value_or(std::string(resolved));
  }

  const std::string_view bytes_;
  const Plan& plan_;
  const PageRules& rules_;
  const PageKind kind_;
  message::LinkBuilder builder_;
};

// Sorts edits by place; at one place, insertions first, then the longest.
void sort_edits(std::vector<PageEdit>& edits) {
  std::ranges::stable_sort(edits, [](const PageEdit& a, const PageEdit& b) {
    if (a.span.start != b.span.start) return a.span.start < b.span.start;
    const bool a_empty = a.span.start == a.span.end;
    const bool b_empty = b.span.start == b.span.end;
    return a_empty != b_empty ? a_empty : a.span.end > b.span.end;
  });
}

}  // namespace

void Page::put(find::Span span, const find::QuotingPath& quoting, std::string_view text) {
  auto written = find::write_quoted(quoting, text);
  edits.push_back({span, written ? std::move(*written) : std::string(kNothing)});
}

bool is_plain_ascii(std::string_view bytes) {
  return ascii::is_ascii(bytes) && !contains(bytes, '\x1B');
}

Page take_apart(message::AnalysedMessage& message, int entity, const Plan& plan, const PageRules& rules,
                Visitor& visitor) {
  Reader reader(message, entity, plan, rules);
  message::ReferencesTo references(message, visitor,
                                   [&](const message::Reference& one) { reader.read(one); });
  references.content(entity);
  Page page = std::move(reader.page);
  if (reader.is_too_deep) {
    visitor.problem(message.info(), message.walked().part_name(entity),
                    "documents in its data: URLs are nested deeper than " +
                        std::to_string(rules.srcdoc_levels) + " levels: the inside is left out");
  }
  page.is_complete = references.is_complete();
  if (!page.is_complete && rules.is_strict()) {
    const bool is_html = plan.kind(entity) == PageKind::kHtml;
    visitor.problem(message.info(), message.walked().part_name(entity),
                    is_html ? "it was not searched completely: it loads no files"
                            : "it was not searched completely: its file is empty");
    if (!is_html) return {};
  }
  const charset::Readable& readable = message.content(entity).readable();
  page.bytes = readable.bytes;
  page.charset = readable.charset;
  page.is_web_archive = message::is_in_web_archive(message.walked(), entity);
  clean(plan.kind(entity), rules, page);
  return page;
}

std::string put_together(Page page, const NamePart& name_part) {
  for (const PartReference& reference : page.references) {
    std::optional<std::string> name = name_part(reference);
    if (!name && reference.otherwise.empty()) continue;
    const std::string text = name ? *name + reference.fragment : reference.otherwise;
    if (auto written = find::write_quoted(reference.quoting, text)) {
      page.edits.push_back({reference.span, std::move(*written)});
    } else if (reference.otherwise == kNothing) {
      page.edits.push_back({reference.span, std::string(kNothing)});
    }
  }
  sort_edits(page.edits);
  std::string out(kUtf8Mark);
  std::size_t at = 0;
  const std::string_view bytes = page.bytes;
  if (bytes.starts_with(kUtf8Mark)) at = kUtf8Mark.size();
  for (const PageEdit& edit : page.edits) {
    // The edit is inside removed or replaced text.
    if (edit.span.start < at) continue;
    page.charset.append_utf8(bytes.substr(at, edit.span.start - at), out);
    out += edit.text;
    at = edit.span.end;
  }
  page.charset.append_utf8(bytes.substr(std::min(at, bytes.size())), out);
  if (is_plain_ascii(std::string_view(out).substr(kUtf8Mark.size()))) out.erase(0, kUtf8Mark.size());
  return out;
}

}  // namespace mimebase::extraction
