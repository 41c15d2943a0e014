#include "edit/template_replacer.h"

#include <algorithm>
#include <utility>

#include "model/contexts.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"
#include "url/whatwg.h"
#include "url/whatwg_host.h"

namespace mimebase::edit {
namespace {

constexpr std::string_view kCalendarTypes[] = {"text/calendar", "text/x-vcalendar", "application/ics",
                                               "text/vcard",    "text/x-vcard",     "text/directory"};
constexpr std::string_view kAnchors[] = {"a@href", "area@href", "a@xlink:href", "a@:href"};

// Only these URLs are wrapped. Browsers open "http:/host/" as "http://host/".
bool is_web_url(std::string_view url) {
  constexpr std::string_view kSchemes[] = {"https:", "http:", "ftp:"};
  return std::ranges::any_of(
      kSchemes, [url](std::string_view scheme) { return ascii::starts_with_ignoring_case(url, scheme); });
}

bool has_status_to_wrap(LinkStatus status) {
  return status == LinkStatus::kAbsolute || status == LinkStatus::kResolved || status == LinkStatus::kGuessed;
}

}  // namespace

std::optional<WrapIn> place_of(const Link& link, std::string_view media_type) {
  const ContextTraits& traits = traits_of(link.context);
  if (traits.use == ContextUse::kRefresh) return std::nullopt;
  if (is_one_of(media_type, kCalendarTypes)) return WrapIn::kCalendar;
  if (link.kind == LinkKind::kForm) return WrapIn::kForms;
  const RewriteIn content = kind_of_content(media_type);
  if (link.kind == LinkKind::kText && (content == RewriteIn::kText || content == RewriteIn::kHtml))
    return WrapIn::kText;
  if (is_one_of(traits.context, kAnchors)) return WrapIn::kAnchors;
  return std::nullopt;
}

TemplateReplacer::TemplateReplacer(message::AnalysedMessage& message, const RewriteOptions& options,
                                   const OwnTemplate& own, const url::HostPatterns& except)
    : message_(message), options_(options), own_(own), except_(except) {
  values_.recipient = options.recipient;
  values_.time = std::to_string(options.time.value_or(0));
  if (own.has(OwnField::kMessageId)) values_.message_id = message.walked().message_id(0).value_or("");
  if (options.signer != nullptr) values_.kid = options.signer->kid();
}

Decision TemplateReplacer::decide(const message::Reference& reference, const Link& link) {
  if (!is_in_place(reference, link)) return {};
  const std::string_view url = url_to_wrap(link);
  if (url.empty()) return {};
  Decision decision{url, EditReason::kTemplate};
  if (is_stopped()) return decision;
  if (options_.unwrap_first && own_.match(url)) return decision;
  if (wrap(url)) {
    decision.text = text_;
  } else {
    decision.left = EditNoteCode::kLeftUnwritable;
  }
  return decision;
}

bool TemplateReplacer::is_in_place(const message::Reference& reference, const Link& link) const {
  if (reference.origin.in_heading() || !reference.found.where.empty()) return false;
  const int entity = reference.origin.entity;
  const find::Span span = reference.origin.span;
  // What a page was saved from is a base, although it is text in a comment.
  const std::optional<find::Declaration>& mark = message_.content(entity).saved_from();
  if (mark && mark->span.start < span.end && span.start < mark->span.end) return false;
  const std::optional<WrapIn> place = place_of(link, message_.content_kind(entity).finder->media_type);
  if (!place) return false;
  if (options_.in.empty()) return *place != WrapIn::kCalendar;
  return std::ranges::find(options_.in, *place) != options_.in.end();
}

// A host that is excepted stays, and so does what leads to it through another service.
std::string_view TemplateReplacer::url_to_wrap(const Link& link) const {
  if (!has_status_to_wrap(link.status) || !link.resolved || !is_web_url(*link.resolved)) return {};
  if (is_excepted(*link.resolved) || own_.match(*link.resolved)) return {};
  if (!options_.unwrap_first || !link.unwrapped || !is_web_url(*link.unwrapped)) return *link.resolved;
  return is_excepted(*link.unwrapped) ? "" : *link.unwrapped;
}

// A browser opens "http://a.example\\.b.example/" at another host than RFC 3986 reads: an exception applies
// if it has both.
bool TemplateReplacer::is_excepted(std::string_view url) const {
  std::string buffer, serialised;
  return except_.match(url::shown_host(url::host_of(url), buffer)) && url::serialise(url, serialised) &&
         except_.match(url::shown_host(url::host_of(serialised), buffer));
}

bool TemplateReplacer::wrap(std::string_view url) {
  values_.url = url;
  std::string buffer;
  values_.host = url::shown_host(url::host_of(url), buffer);
  if (own_.has(OwnField::kH)) {
    const std::optional<std::string> text = own_.signed_text(values_);
    std::optional<std::string> h =
        text && options_.signer != nullptr ? options_.signer->sign(*text) : std::nullopt;
    if (!h) return false;
    values_.h = std::move(*h);
  }
  text_ = own_.expand(values_);
  return true;
}

Decision UntemplateReplacer::decide(const message::Reference& reference, const Link& link) {
  if (reference.origin.in_heading() || !link.resolved) return {};
  std::optional<OwnValues> values = own_.match(*link.resolved);
  if (!values) return {};
  const std::optional<std::string> text = own_.signed_text(*values);
  const auto kid = own_.has(OwnField::kKid) ? std::optional(values->kid) : std::nullopt;
  if (!text || options_.signer == nullptr || !options_.signer->verify(kid, *text, values->h)) return {};
  url_ = std::move(values->url);
  return {url_, EditReason::kUntemplate};
}

}  // namespace mimebase::edit
