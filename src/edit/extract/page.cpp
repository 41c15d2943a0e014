#include "edit/extract/page.h"

#include <algorithm>
#include <iterator>

#include "ascii.h"
#include "edit/extract/clean.h"
#include "message/references.h"
#include "message/rows.h"
#include "url/split.h"

namespace mimebase::edit {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// Loads nothing, and looks like what it is.
constexpr std::string_view kNothing = "about:invalid";
// As a base: the document's own URL.
constexpr std::string_view kNoBase = "#";

// `a@href` of "iframe@srcdoc/a@href".
std::string_view innermost(std::string_view context) {
  return context.substr(std::min(context.rfind('/') + 1, context.size()));
}

// True if a browser loads what such a reference names by itself, to show it or to run it.
bool is_loaded(std::string_view context) {
  constexpr std::string_view kFollowed[] = {"about",     "action",   "cite",     "codebase", "formaction",
                                            "itemid",    "itemtype", "longdesc", "o:href",   "pluginspage",
                                            "pluginurl", "profile",  "refresh",  "resource", "usemap"};
  context = innermost(context);
  if (context.starts_with("css:")) return true;
  const std::size_t at = context.find('@');
  if (at == std::string_view::npos) return false;
  const std::string_view element = context.substr(std::min(context.rfind(':', at) + 1, at));
  const std::string_view attribute = context.substr(at + 1);
  if (element.starts_with("a@") || element.starts_with("area@")) return !attribute.ends_with("href");
  return std::ranges::find(kFollowed, attribute) == std::end(kFollowed);
}

// A document of its own, which could do what the one around it must not.
bool is_frame(std::string_view context) {
  constexpr std::string_view kFrames[] = {"iframe@src", "frame@src", "object@data", "embed@src"};
  return std::ranges::find(kFrames, innermost(context)) != std::end(kFrames);
}

bool has_scheme(std::string_view reference, std::string_view scheme) {
  return ascii::starts_with_ignoring_case(reference, scheme);
}

class Reader {
 public:
  Reader(message::AnalysedMessage& message, int entity, const Plan& plan, const PageRules& rules)
      : plan_(plan), rules_(rules), kind_(plan.kind(entity)), builder_(message) {}

  void read(const message::Reference& reference) {
    const find::Span span = reference.origin.text;
    const find::QuotingPath& quoting = reference.origin.quoting;
    // Also one in a `srcdoc`.
    if (innermost(reference.found.context) == "base@href") return put(span, quoting, kNoBase);
    const Link* link = builder_.build(reference);
    // What the text of a page says is no link of it.
    if (link == nullptr || innermost(link->context).starts_with("html:text")) return;
    const int target = link->status == LinkStatus::kPart ? plan_.shown_for(builder_.target()) : -1;
    if (target >= 0) {
      const std::string_view written = link->reference;
      page.references.push_back({span, quoting, target,
                                 std::string(written.substr(std::min(written.find('#'), written.size()))),
                                 std::string(link->resolved.value_or("")), is_loaded(link->context)});
    } else if (is_forbidden(*link)) {
      put(span, quoting, kNothing);
    } else if (link->status == LinkStatus::kResolved || link->status == LinkStatus::kPart) {
      if (link->resolved) put(span, quoting, *link->resolved);
    }
  }

  Page page;

 private:
  void put(find::Span span, const find::QuotingPath& quoting, std::string_view text) {
    if (auto written = find::write_quoted(quoting, text)) page.edits.push_back({span, std::move(*written)});
  }

  // No policy can be put into XML.
  [[nodiscard]] bool is_forbidden(const Link& link) const {
    const bool is_strict = rules_.no_active || (kind_ == PageKind::kXml && !rules_.online);
    if (!is_strict || link.status == LinkStatus::kSameDocument) return false;
    std::string buffer;
    const std::string_view reference = url::clean_whatwg(link.reference, buffer);
    if (has_scheme(reference, "javascript:") || has_scheme(reference, "vbscript:")) return true;
    if (has_scheme(reference, "data:")) return is_frame(link.context);
    return is_loaded(link.context);
  }

  const Plan& plan_;
  const PageRules& rules_;
  const PageKind kind_;
  message::LinkBuilder builder_;
};

// In their order, those at one place with what is put in there first, then the longest.
void sort_edits(std::vector<PageEdit>& edits) {
  std::ranges::stable_sort(edits, [](const PageEdit& a, const PageEdit& b) {
    if (a.span.start != b.span.start) return a.span.start < b.span.start;
    const bool a_empty = a.span.start == a.span.end;
    const bool b_empty = b.span.start == b.span.end;
    return a_empty != b_empty ? a_empty : a.span.end > b.span.end;
  });
}

}  // namespace

Page take_apart(message::AnalysedMessage& message, int entity, const Plan& plan, const PageRules& rules,
                Visitor& visitor) {
  Reader reader(message, entity, plan, rules);
  message::References(message, visitor, [&](const message::Reference& one) {
    reader.read(one);
  }).content(entity);
  Page page = std::move(reader.page);
  const charset::Readable& readable = message.content(entity).readable();
  page.bytes = readable.bytes;
  page.charset = readable.charset;
  clean(plan.kind(entity), rules, page);
  return page;
}

std::string put_together(Page page, const NamePart& name_part) {
  for (const PartReference& reference : page.references) {
    std::optional<std::string> name = name_part(reference);
    if (!name && reference.otherwise.empty()) continue;
    const std::string text = name ? *name + reference.fragment : reference.otherwise;
    if (auto written = find::write_quoted(reference.quoting, text))
      page.edits.push_back({reference.span, std::move(*written)});
  }
  sort_edits(page.edits);
  std::string out(kByteOrderMark);
  std::size_t at = 0;
  const std::string_view bytes = page.bytes;
  if (bytes.starts_with(kByteOrderMark)) at = kByteOrderMark.size();
  for (const PageEdit& edit : page.edits) {
    // What is in something that is left out, or that is written anew as a whole.
    if (edit.span.start < at) continue;
    page.charset.append_utf8(bytes.substr(at, edit.span.start - at), out);
    out += edit.text;
    at = edit.span.end;
  }
  page.charset.append_utf8(bytes.substr(std::min(at, bytes.size())), out);
  if (ascii::is_ascii(std::string_view(out).substr(kByteOrderMark.size())))
    out.erase(0, kByteOrderMark.size());
  return out;
}

}  // namespace mimebase::edit
