#include "analysis/link_sink.h"

#include <algorithm>

#include "base/field.h"
#include "find/external_body.h"
#include "find/flowed.h"
#include "find/heading.h"
#include "find/mapped_sink.h"
#include "url/clean.h"
#include "url/host.h"

namespace mimebase::analysis {
namespace {

constexpr std::size_t kShownDataUrlBytes = 100;

bool is_data_url(std::string_view url) {
  return url.size() > kShownDataUrlBytes && equals_ignoring_case(url.substr(0, 5), "data:");
}

// A data: URL is an attachment in disguise, and can be megabytes long.
std::string_view shorten_data_url(std::string_view url, std::string& buffer) {
  std::size_t size = kShownDataUrlBytes;
  while (size > 0 && (static_cast<unsigned char>(url[size]) & 0xC0) == 0x80) --size;
  buffer.assign(url.substr(0, size));
  buffer += "…";
  return buffer;
}

std::string_view name_of(find::Hidden hidden) {
  switch (hidden) {
    case find::Hidden::kComment:
      return "comment";
    case find::Hidden::kConditionalComment:
      return "conditional-comment";
    case find::Hidden::kTemplate:
      return "template";
    case find::Hidden::kNo:
      break;
  }
  return {};
}

BaseBy by_of(find::ScopeKind kind) {
  switch (kind) {
    case find::ScopeKind::kHtmlBase:
      return BaseBy::kHtmlBase;
    case find::ScopeKind::kXmlBase:
      return BaseBy::kXmlBase;
    case find::ScopeKind::kCodebase:
      break;
  }
  return BaseBy::kHtmlCodebase;
}

// format=flowed with delsp=yes (RFC 3676), where a URL may run over the end of a line.
bool has_joined_lines(const walk::Message& message, int entity) {
  for (const walk::Field& field : message.fields(entity)) {
    if (!equals_ignoring_case(field.name, "content-type")) continue;
    const bool could_be = field.raw_value.find("elsp") != std::string_view::npos ||
                          field.raw_value.find("ELSP") != std::string_view::npos ||
                          field.raw_value.find("elSp") != std::string_view::npos;
    if (!could_be) return false;
    const auto delsp = message.parameter(entity, "delsp");
    const auto format = delsp ? message.parameter(entity, "format") : std::nullopt;
    return format && equals_ignoring_case(*delsp, "yes") && equals_ignoring_case(*format, "flowed");
  }
  return false;
}

// Where the value of the parameter "url" stands in an unfolded Content-Type, without its quotes.
find::Span url_parameter(std::string_view value) {
  for (std::size_t at = value.find(';'); at != std::string_view::npos; at = value.find(';', at + 1)) {
    std::size_t start = std::min(value.find_first_not_of(" \t", at + 1), value.size());
    if (!equals_ignoring_case(value.substr(start, 3), "url")) continue;
    start = std::min(value.find_first_not_of(" \t", start + 3), value.size());
    if (start == value.size() || value[start] != '=') continue;
    start = std::min(value.find_first_not_of(" \t", start + 1), value.size());
    const bool quoted = start < value.size() && value[start] == '"';
    if (quoted) ++start;
    return {start, std::min(value.find_first_of(quoted ? "\"" : "; \t", start), value.size())};
  }
  return {};
}

}  // namespace

ScopeBase::ScopeBase(const MessageAnalysis& analysis, int entity, Bases given, std::string_view encoding)
    : bases(std::move(given)),
      info(analysis.base_info(entity, bases.effective)),
      resolver(bases.effective.url, {analysis.options().rules, encoding}) {
  if (!analysis.parts().has_locations()) return;
  matching_resolver.emplace(bases.matching.url, Rules());
  standard_resolver.emplace(bases.matching.url, Rules{RuleSet::kWhatwg, {}});
}

void LinkSink::start(int entity, bool in_heading) {
  entity_ = entity;
  in_heading_ = in_heading;
  has_place_ = false;
  content_.declared_base.reset();
  scopes_.clear();
}

void LinkSink::ensure_place() {
  if (has_place_) return;
  has_place_ = true;
  const walk::Message& message = analysis_.message();
  part_ = in_heading_ ? message.heading_name(entity_) : message.part_name(entity_);
  in_message_id_.reset();
  if (analysis_.entity(entity_).message > 0) in_message_id_ = message.message_id(entity_);
  Bases bases = analysis_.heading_bases(entity_);
  if (content_.declared_base) {
    bases = analysis_.declare(entity_, BaseBy::kHtmlBase, *content_.declared_base, bases);
  }
  scopes_.push_back(std::make_unique<ScopeBase>(analysis_, entity_, std::move(bases), encoding()));
}

ScopeBase& LinkSink::scope(find::ScopeId id) {
  ensure_place();
  return *scopes_[static_cast<std::size_t>(id)];
}

// Documents of HTML alone have their queries encoded as they are themselves.
std::string_view LinkSink::encoding() const {
  const bool is_html =
      !in_heading_ && content_.finder != nullptr && content_.finder->media_type == "text/html";
  return is_html ? std::string_view(content_.readable.label) : std::string_view();
}

void LinkSink::heading(int entity) {
  start(entity, true);
  const bool is_external = analysis_.entity(entity).content_type == "message/external-body";
  const auto fields = analysis_.message().fields(entity);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (is_external && equals_ignoring_case(fields[f].name, "content-type"))
      external_body(fields[f].raw_value);
    if (base::base_header(fields[f].name) == BaseBy::kNone) {
      find::find_in_field(fields[f].name, fields[f].raw_value, *this, unfolded_);
      continue;
    }
    for (const base::Declared& declared : analysis_.layers().declared(entity)) {
      if (declared.field == f && !declared.reference.empty()) declared_field(declared, fields[f].name);
    }
  }
}

void LinkSink::external_body(std::string_view raw_value) {
  const auto access = analysis_.message().parameter(entity_, "access-type");
  if (!access || !equals_ignoring_case(*access, "url")) return;
  const std::string_view value = find::unfold(raw_value, unfolded_);
  find::Found found;
  found.context = "param:url";
  found.span = url_parameter(value);
  const std::string url =
      find::external_body_url(value.substr(found.span.start, found.span.end - found.span.start));
  if (url.empty()) return;
  found.reference = url;
  emit(found, scope(find::kDocument));
}

// Base, Content-Base and Content-Location are references too, resolved against the next layer out.
void LinkSink::declared_field(const base::Declared& declared, std::string_view field_name) {
  ensure_place();
  std::string context = "header:";
  for (const char c : field_name) context += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  find::Found found;
  found.context = context;
  found.span = {static_cast<std::size_t>(declared.span.start), static_cast<std::size_t>(declared.span.end)};
  found.reference = declared.reference;
  emit(found, ScopeBase(analysis_, entity_, analysis_.bases_outside(entity_, declared)));
}

void LinkSink::content(int entity) {
  if (analysis_.finder(entity) == nullptr) return;
  start(entity, false);
  analysis_.prepare(entity, content_);
  const text::Readable& readable = content_.readable;
  find::MappedSink mapped(*this, readable.map);
  find::Sink& sink = readable.map.identity() ? static_cast<find::Sink&>(*this) : mapped;
  const find::Content content{readable.bytes, readable.charset};
  if (content_.finder->media_type == "text/plain" && has_joined_lines(analysis_.message(), entity)) {
    find::find_in_flowed_text(content, true, sink);
  } else {
    content_.finder->find(content, sink);
  }
}

void LinkSink::found(const find::Found& found) {
  // <base href> itself is resolved against the next layer out.
  if (found.scope == find::kDocument && found.is_base) {
    ensure_place();
    emit(found, ScopeBase(analysis_, entity_, analysis_.heading_bases(entity_)));
    return;
  }
  emit(found, scope(found.scope));
}

find::ScopeId LinkSink::open_scope(find::ScopeId parent, const find::Declaration& declaration) {
  Bases bases = analysis_.declare(entity_, by_of(declaration.kind), declaration, scope(parent).bases);
  scopes_.push_back(std::make_unique<ScopeBase>(analysis_, entity_, std::move(bases), encoding()));
  return static_cast<find::ScopeId>(scopes_.size() - 1);
}

// Puts the absolute form into `resolved_`, empty where there is none.
LinkStatus LinkSink::resolve(std::string_view reference, bool guessed, const ScopeBase& scope) {
  if (guessed) {
    guess_.assign("http://");
    guess_ += reference;
    return scope.resolver.resolve(guess_, resolved_) ? LinkStatus::kGuessed : LinkStatus::kInvalid;
  }
  const Result<void> result = scope.resolver.resolve(reference, resolved_);
  if (!result) resolved_.clear();
  if (!result && result.error().code != Error::Code::kNoBase) return LinkStatus::kInvalid;
  const std::string_view cleaned = url::clean(reference, cleaned_);
  if (cleaned.starts_with('#')) return LinkStatus::kSameDocument;
  if (!result) return LinkStatus::kUnresolved;
  return is_absolute(cleaned, analysis_.options().rules) ? LinkStatus::kAbsolute : LinkStatus::kResolved;
}

// First the labels (cid:, mid:), then Content-Location.
void LinkSink::match_part(const ScopeBase& scope, Link& link) {
  if (link.status == LinkStatus::kSameDocument || link.status == LinkStatus::kGuessed) return;
  const match::Parts& parts = analysis_.parts();
  const match::Parts::Named named = parts.by_label(url::clean(link.reference, cleaned_), entity_);
  std::optional<int> target;
  if (named.kind == match::Parts::Named::Kind::kMissing) {
    link.status = LinkStatus::kMissingPart;
  } else if (named.kind == match::Parts::Named::Kind::kPart) {
    target = named.entity;
  } else if (scope.matching_resolver) {
    for (const auto* resolver : {&*scope.matching_resolver, &*scope.standard_resolver}) {
      if (!target && resolver->resolve(link.reference, matched_))
        target = parts.by_location(matched_, entity_);
    }
  }
  if (!target) return;
  link.status = LinkStatus::kPart;
  target_part_ = analysis_.message().part_name(*target);
  link.target_part = target_part_;
}

// "//host/x" has a host, though nothing says how to reach it.
void LinkSink::put_host(Link& link) {
  const bool has_base = link.base->by != BaseBy::kNone;
  const std::string_view host = link.resolved ? url::host_of(*link.resolved)
                                : has_base    ? std::string_view()
                                           : url::host_without_scheme(url::clean(link.reference, cleaned_));
  if (host.empty()) return;
  host_ = host;
  for (char& c : host_) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  link.host = host_;
}

void LinkSink::emit(const find::Found& found, const ScopeBase& scope) {
  Link link;
  link.message = &analysis_.info();
  link.part = part_;
  if (!in_heading_) link.content_type = analysis_.entity(entity_).content_type;
  link.in_message_id = in_message_id_;
  link.context = found.context;
  if (found.hidden != find::Hidden::kNo) link.hidden = name_of(found.hidden);
  link.span = {found.span.start, found.span.end};
  link.text = found.text;
  link.reference = found.reference;
  link.status = resolve(found.reference, found.guessed, scope);
  if (link.status == LinkStatus::kInvalid) resolved_.clear();
  if (!resolved_.empty()) link.resolved = resolved_;
  link.base = &scope.info;
  match_part(scope, link);
  put_host(link);
  if (!analysis_.options().full_data_urls) {
    if (is_data_url(url::clean(link.reference, cleaned_))) {
      link.reference = shorten_data_url(link.reference, shown_reference_);
    }
    if (link.resolved && is_data_url(*link.resolved))
      link.resolved = shorten_data_url(*link.resolved, shown_resolved_);
  }
  visitor_.link(link);
}

}  // namespace mimebase::analysis
