#include "find/html/url_reporter.h"

#include <span>

#include "charset/readable.h"
#include "find/css/finder.h"
#include "find/data_url.h"
#include "find/html/page_text.h"
#include "find/html/value_syntax.h"
#include "find/script/finder.h"
#include "find/text/finder.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

std::string replaced_spaces(std::string text) {
  for (char& c : text) {
    if (ascii::is_html_space(c)) c = ' ';
  }
  return text;
}

// True for an attribute whose URL is that of a document that is shown in the page.
bool shows_document(HtmlElement element, std::string_view attribute) {
  using enum HtmlElement;
  switch (element) {
    case kIframe:
    case kFrame:
    case kEmbed:
      return attribute == "src";
    case kObject:
      return attribute == "data";
    default:
      return false;
  }
}

}  // namespace

// Bounds memory: the decoded value may be as long as the attribute, and its map longer.
bool UrlReporter::is_too_long(std::string_view raw) {
  if (raw.size() <= limits_.attribute_bytes) return false;
  sink_.limit_hit(FindLimit::kAttribute);
  return true;
}

// Another attribute of the current element, which determines how this one is read.
std::optional<std::string_view> UrlReporter::sibling(std::string_view lower_name) {
  const std::optional<std::string_view> raw = reader_.attribute(lower_name);
  return raw && !is_too_long(*raw) ? raw : std::nullopt;
}

void UrlReporter::open_codebase() {
  if (const std::optional<std::string_view> raw = sibling("codebase")) {
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
  if (form == UrlForm::kParam && !is_url_valued_param() && !is_whole_url(reader_.read(raw).whole().text))
    return;
  if (form == UrlForm::kRefresh && !has_value("http-equiv", "refresh")) return report_card(raw);
  begin_context(name);
  found_.text.reset();
  found_.kind.reset();
  if (form == UrlForm::kLink && context_ == "link@href") found_.kind = kind_of_link();
  if (form == UrlForm::kLink) put_link_text();
  found_.context = context_;
  found_.scope = scope;
  found_.hidden = element_.hidden;
  if (form == UrlForm::kUrl || form == UrlForm::kLink || form == UrlForm::kParam) {
    reader_.read_url(raw, found_);
    sink_.found(found_);
    if (form == UrlForm::kUrl && shows_document(element_.html, name)) {
      const std::string url(found_.reference);  // `reader_` may read other attributes
      find_in_data_url(url, found_.span, scope);
    }
    return;
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
    case UrlForm::kSemicolons:
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
    case UrlForm::kScript:
    case UrlForm::kOther:
      return;
    case UrlForm::kNestedHtml:
      context_ += '/';
      return reader_.find_in_document(value.content(), value.place(context_, scope, element_.hidden));
  }
}

void UrlReporter::other_attribute(UrlForm form, std::string_view name, std::string_view raw) {
  if (is_too_long(raw)) return;
  if (is_animated_value(name) && animates_link(name)) {
    const bool is_list = ascii::equals_ignoring_case(name, "values");
    return attribute(is_list ? UrlForm::kSemicolons : UrlForm::kUrl, name, element_.scope, raw);
  }
  const DecodedText& value = reader_.read(raw);
  const Hidden by_script = stronger(element_.hidden, Hidden::kScript);
  if (form == UrlForm::kScript) {
    if (!script_may_hold_url(value.text)) return;
    begin_context(name);
    context_ += ':';
    NestedSink strings(value.place(context_, element_.scope, by_script), sink_);
    return find_in_script(value.content(limits_), strings);
  }
  const TextPart url = value.whole();
  const bool is_whole = is_whole_url(url.text);
  if (!is_whole && value.text.find("://") == kNotFound) return;
  begin_context(name);
  const Hidden hidden = is_shown_attribute(name) ? element_.hidden : by_script;
  if (!is_whole) {
    context_ += ':';
    NestedPlace place = value.place(context_, element_.scope, hidden);
    place.quoting = Quoting::kOpaque;
    place.is_inert = true;
    NestedSink texts(place, sink_);
    return find_in_text(value.content(limits_), texts);
  }
  Found found;
  found.context = context_;
  found.span = url.span;
  found.reference = url.text;
  found.scope = element_.scope;
  found.hidden = hidden;
  found.quoting = Quoting::kOpaque;
  found.element = &reader_;
  found.kind = LinkKind::kOther;
  found.is_inert = true;
  sink_.found(found);
}

// The document in a data: URL. Its bytes have no place of their own. Its URL is no base: a relative reference
// in it leads nowhere unless it declares a base itself.
void UrlReporter::find_in_data_url(std::string_view url, Span span, ScopeId scope) {
  if (!ascii::starts_with_ignoring_case(url, "data:")) return;
  const std::optional<DataUrl> data = parse_data_url(url);
  if (!data || data->bytes.empty()) return;
  // Fetch Standard, "data: URL processor": the default. Browsers save other types, or show them as text.
  const std::string_view type = data->media_type.empty() ? "text/plain" : std::string_view(data->media_type);
  const Finder* const finder = finder_for(type);
  const bool is_shown =
      finder != nullptr && (finder->media_type == "text/html" || finder->media_type == "text/plain" ||
                            finder->media_type.ends_with("xml"));
  if (!is_shown) return;
  std::string buffer;
  const charset::Readable readable = charset::make_readable(data->charset, type, data->bytes, buffer);
  OffsetMap whole;
  whole.replace({0, span.end - span.start}, {0, readable.bytes.size()});
  context_ += '/';
  const std::string prefix = context_;
  const ScopeId nowhere =
      sink_.open_scope(scope, {.by = BaseBy::kHtmlBase, .reference = {}, .span = span, .is_null = true});
  reader_.find_in_data(*finder, {readable.bytes, readable.charset, limits_},
                       {.map = &whole,
                        .offset = span.start,
                        .context_prefix = prefix,
                        .scope = nowhere,
                        .outer_scope = nowhere,
                        .hidden = element_.hidden,
                        .quoting = Quoting::kOpaque,
                        .in_data_url = true});
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
    return form == UrlForm::kCommas       ? c == ','
           : form == UrlForm::kSemicolons ? c == ';'
                                          : ascii::is_html_space(c);
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
  const std::optional<std::string_view> raw = sibling(attribute);
  return raw && ascii::equals_ignoring_case(reader_.read(*raw).text, lower);
}

// SVG 2 and SVG Animations: `attributeName` says which attribute of the enclosing element gets the value.
bool UrlReporter::animates_link(std::string_view name) {
  begin_context(name);
  const std::string_view element = std::string_view(context_).substr(0, name_bytes_ - 1);
  if (!ascii::is_one_of_ignoring_case(element, {"animate", "set"})) return false;
  std::optional<std::string_view> animated = sibling("attributename");
  if (!animated) animated = sibling("attributeName");
  if (!animated) return false;
  const std::string_view target = reader_.read(*animated).whole().text;
  return target == "href" || target.ends_with(":href");
}

bool UrlReporter::is_url_valued_param() {
  if (has_value("valuetype", "ref")) return true;
  const std::optional<std::string_view> name = sibling("name");
  return name && is_url_param(ascii::trim_html_space(reader_.read(*name).text));
}

// The `content` of a `meta`. In the metadata of OpenGraph and Twitter it is a reference, otherwise at most
// one for scripts.
void UrlReporter::report_card(std::string_view raw) {
  if (!contains(raw, ':') && !contains(raw, '&')) return;
  constexpr std::string_view kPrefixes[] = {"og:", "twitter:", "article:"};
  const auto is_card = [&](std::string_view attribute) {
    const std::optional<std::string_view> value = sibling(attribute);
    return value && ascii::starts_with_one_of_ignoring_case(ascii::trim_html_space(reader_.read(*value).text),
                                                            kPrefixes);
  };
  if (!is_card("property") && !is_card("name")) return other_attribute(UrlForm::kOther, "content", raw);
  if (is_whole_url(reader_.read(raw).whole().text)) attribute(UrlForm::kUrl, "content", element_.scope, raw);
}

// What a `link` is used for, by its `rel`, and by its `as` if it only loads something early.
LinkKind UrlReporter::kind_of_link() {
  struct Use {
    std::string_view word;
    LinkKind kind;
  };
  constexpr Use kRels[] = {{"stylesheet", LinkKind::kStyle},
                           {"icon", LinkKind::kImage},
                           {"apple-touch-icon", LinkKind::kImage},
                           {"apple-touch-icon-precomposed", LinkKind::kImage},
                           {"apple-touch-startup-image", LinkKind::kImage},
                           {"fluid-icon", LinkKind::kImage},
                           {"image_src", LinkKind::kImage},
                           {"mask-icon", LinkKind::kImage},
                           {"modulepreload", LinkKind::kScript},
                           {"enclosure", LinkKind::kMedia}};
  constexpr Use kLoads[] = {{"image", LinkKind::kImage},         {"style", LinkKind::kStyle},
                            {"script", LinkKind::kScript},       {"worker", LinkKind::kScript},
                            {"sharedworker", LinkKind::kScript}, {"audioworklet", LinkKind::kScript},
                            {"document", LinkKind::kFrame},      {"iframe", LinkKind::kFrame},
                            {"audio", LinkKind::kMedia},         {"video", LinkKind::kMedia},
                            {"track", LinkKind::kMedia}};
  const auto words_of = [&](std::string_view attribute) {
    const std::optional<std::string_view> raw = sibling(attribute);
    return raw ? ' ' + replaced_spaces(ascii::lowered(reader_.read(*raw).text)) + ' ' : std::string();
  };
  const auto use_in = [](const std::string& words, std::span<const Use> uses) -> std::optional<LinkKind> {
    for (const Use& use : uses) {
      if (contains(words, ' ' + std::string(use.word) + ' ')) return use.kind;
    }
    return std::nullopt;
  };
  const std::string rel = words_of("rel");
  if (const auto kind = use_in(rel, kRels)) return *kind;
  if (!contains(rel, " preload ") && !contains(rel, " prefetch ")) return LinkKind::kMetadata;
  return use_in(words_of("as"), kLoads).value_or(LinkKind::kOther);
}

// Adds the text of a link: the content of an `a`, or the `alt` of an `area`. It is read once per element,
// which keeps the time linear.
void UrlReporter::put_link_text() {
  if (element_.html != HtmlElement::kA && element_.html != HtmlElement::kArea) return;
  if (!has_link_text_ && element_.html == HtmlElement::kA) {
    reader_.read_anchor_text(link_text_);
  } else if (!has_link_text_) {
    const std::optional<std::string_view> alt = sibling("alt");
    if (!alt) return;
    collapse_text(reader_.read(*alt).text, link_text_);
  }
  has_link_text_ = true;
  found_.text = link_text_;
}

}  // namespace mimebase::find
