#include "find/html/url_reporter.h"

#include "find/css/finder.h"
#include "find/html/page_text.h"
#include "find/html/value_syntax.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {

// Bounds memory: the decoded value may be as long as the attribute, and its map longer.
bool UrlReporter::is_too_long(std::string_view raw) {
  if (raw.size() <= limits_.attribute_bytes) return false;
  sink_.limit_hit(FindLimit::kAttribute);
  return true;
}

// Another attribute of the current element, which determines how this one is read.
std::optional<std::string_view> UrlReporter::other_attribute(std::string_view lower_name) {
  const std::optional<std::string_view> raw = reader_.attribute(lower_name);
  return raw && !is_too_long(*raw) ? raw : std::nullopt;
}

void UrlReporter::open_codebase() {
  if (const std::optional<std::string_view> raw = other_attribute("codebase")) {
    const TextPart base = reader_.read(*raw).whole();
    codebase_scope_ = sink_.open_scope(element_.scope, {BaseBy::kHtmlCodebase, base.text, base.span});
  }
}

void UrlReporter::attribute(const UrlAttribute& row, std::string_view raw) {
  ScopeId scope = row.codebase == Codebase::kObeyed ? codebase_scope_ : element_.scope;
  if (element_.html == HtmlElement::kBase) {
    scope = element_.base_scope;
    found_.is_base = element_.is_document_base && row.name == "href";
  }
  attribute(row.form, row.form == UrlForm::kRefresh ? "refresh" : row.name, scope, raw);
  found_.is_base = false;
}

void UrlReporter::attribute(UrlForm form, std::string_view name, ScopeId scope, std::string_view raw) {
  if (is_too_long(raw)) return;
  if (form == UrlForm::kParam && !is_url_valued_param()) return;
  if (form == UrlForm::kRefresh && !has_value("http-equiv", "refresh")) return;
  begin_context(name);
  found_.text.reset();
  if (form == UrlForm::kLink) put_link_text();
  found_.context = context_;
  found_.scope = scope;
  found_.hidden = element_.hidden;
  if (form == UrlForm::kUrl || form == UrlForm::kLink || form == UrlForm::kParam) {
    reader_.read_url(raw, found_);
    return sink_.found(found_);
  }
  const DecodedText& value = reader_.read(raw);
  found_.quoting = value.quoting;
  switch (form) {
    case UrlForm::kUrl:
    case UrlForm::kLink:
    case UrlForm::kParam:
      return;
    case UrlForm::kSpaces:
    case UrlForm::kCommas:
    case UrlForm::kPairs:
      return report_list(value, form);
    case UrlForm::kCandidates:
      for (const Span url : srcset_urls(value.text)) report(value.part(url));
      return;
    case UrlForm::kRefresh:
      if (const std::optional<Span> url = refresh_url(value.text)) report(value.part(*url));
      return;
    case UrlForm::kCss:
    case UrlForm::kSvgCss:
      context_ += '/';
      return find_in_embedded_css(value.content(limits_), true, value.place(context_, scope, element_.hidden),
                                  sink_);
    case UrlForm::kNestedHtml:
      context_ += '/';
      return reader_.find_in_document(value.content(), value.place(context_, scope, element_.hidden));
  }
}

// The element's name is built once and reused for each of its references.
void UrlReporter::begin_context(std::string_view name) {
  if (name_bytes_ == 0) {
    context_.clear();
    reader_.append_name(context_);
    context_ += '@';
    name_bytes_ = context_.size();
  }
  context_.resize(name_bytes_);
  context_ += name;
}

// Reports the nonempty items of a list, or every second one.
void UrlReporter::report_list(const DecodedText& value, UrlForm form) {
  const auto separates = [form](char c) {
    return form == UrlForm::kCommas ? c == ',' : ascii::is_html_space(c);
  };
  bool is_wanted = form != UrlForm::kPairs;
  for (std::size_t pos = 0; pos < value.text.size(); ++pos) {
    Span member{pos, pos};
    while (member.end < value.text.size() && !separates(value.text[member.end])) ++member.end;
    pos = member.end;
    const TextPart url = value.part(member);
    if (url.text.empty()) continue;
    if (is_wanted) report(url);
    if (form == UrlForm::kPairs) is_wanted = !is_wanted;
  }
}

void UrlReporter::report(const TextPart& url) {
  found_.reference = url.text;
  found_.span = url.span;
  sink_.found(found_);
}

// True if the element has the attribute and its decoded value is `lower` in any case.
bool UrlReporter::has_value(std::string_view attribute, std::string_view lower) {
  const std::optional<std::string_view> raw = other_attribute(attribute);
  return raw && ascii::equals_ignoring_case(reader_.read(*raw).text, lower);
}

bool UrlReporter::is_url_valued_param() {
  if (has_value("valuetype", "ref")) return true;
  const std::optional<std::string_view> name = other_attribute("name");
  return name && is_url_param(ascii::trim_html_space(reader_.read(*name).text));
}

// Adds the text of a link: the content of an `a`, or the `alt` of an `area`. It is read once per element,
// which keeps the time linear.
void UrlReporter::put_link_text() {
  if (element_.html != HtmlElement::kA && element_.html != HtmlElement::kArea) return;
  if (!has_link_text_ && element_.html == HtmlElement::kA) {
    reader_.read_anchor_text(link_text_);
  } else if (!has_link_text_) {
    const std::optional<std::string_view> alt = other_attribute("alt");
    if (!alt) return;
    collapse_text(reader_.read(*alt).text, link_text_);
  }
  has_link_text_ = true;
  found_.text = link_text_;
}

}  // namespace mimebase::find
