#include "analysis/link_sink.h"

#include <algorithm>

#include "base/field.h"
#include "find/external_body.h"
#include "find/flowed.h"
#include "find/heading.h"
#include "find/mapped_sink.h"
#include "text/utf8_prefix.h"
#include "url/clean.h"
#include "url/host.h"
#include "walk/parameters.h"

namespace mimebase::analysis {
namespace {

constexpr std::size_t kShownDataUrlBytes = 100;

bool is_data_url(std::string_view url) {
  return url.size() > kShownDataUrlBytes && equals_ignoring_case(url.substr(0, 5), "data:");
}

// A data: URL is an attachment in disguise, and can be megabytes long.
std::string_view shorten_data_url(std::string_view url, std::string& buffer) {
  buffer.assign(text::utf8_prefix(url, kShownDataUrlBytes));
  buffer += "…";
  return buffer;
}

template <typename T>
std::size_t bytes_of(const std::optional<T>& text) {
  return text ? text->size() : 0;
}

// Of a row, with its keys.
std::size_t text_bytes(const Link& link) {
  constexpr std::size_t kKeyBytes = 400;
  const MessageInfo& message = *link.message;
  return kKeyBytes + message.source.size() + bytes_of(message.message_id) + bytes_of(message.from) +
         bytes_of(message.subject) + link.part.size() + bytes_of(link.content_type) +
         bytes_of(link.in_message_id) + link.context.size() + bytes_of(link.text) + link.reference.size() +
         bytes_of(link.resolved) + bytes_of(link.target_part) + bytes_of(link.host) + link.base->url.size() +
         bytes_of(link.base->part);
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

find::FindLimits limits_of(const Limits& limits) {
  return {static_cast<std::size_t>(limits.srcdoc_levels), static_cast<std::size_t>(limits.xml_depth),
          static_cast<std::size_t>(limits.xml_entity_bytes), static_cast<std::size_t>(limits.xml_base_bytes)};
}

std::string what_is_beyond(find::FindLimit limit, const Limits& limits) {
  switch (limit) {
    case find::FindLimit::kSrcdoc:
      return "documents in srcdoc are nested deeper than " + std::to_string(limits.srcdoc_levels) +
             " levels, or too long together: the rest of them is not searched";
    case find::FindLimit::kXmlDepth:
      return "elements are nested deeper than " + std::to_string(limits.xml_depth) +
             " levels: the rest is read as HTML";
    case find::FindLimit::kXmlEntities:
      return "entities expand to more than " + std::to_string(limits.xml_entity_bytes) +
             " bytes, or are nested too deeply: not all are expanded";
    case find::FindLimit::kXmlBases:
      return "its bases by xml:base are longer than " + std::to_string(limits.xml_base_bytes) +
             " bytes together: the rest is read as HTML";
    case find::FindLimit::kNesting:
      break;
  }
  return "elements are nested so deeply that SVG and MathML could not be told from HTML everywhere";
}

}  // namespace

ScopeBase::ScopeBase(const MessageAnalysis& analysis, int entity, const Bases& given,
                     std::string_view encoding)
    : bases(given),
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
  limits_hit_ = 0;
  content_.declared_base.reset();
  scopes_.clear();
  urls_.clear();
  inner_id_ = find::kDocument;
  outer_.reset();
}

void LinkSink::ensure_place() {
  if (has_place_) return;
  has_place_ = true;
  const walk::Message& message = analysis_.message();
  part_ = in_heading_ ? message.heading_name(entity_) : message.part_name(entity_);
  in_message_id_.reset();
  if (analysis_.entity(entity_).message > 0) in_message_id_ = message.message_id(entity_);
  analysis_.cut_envelope(in_message_id_, "Message-ID");
  Bases bases = analysis_.heading_bases(entity_);
  if (content_.declared_base) {
    bases = analysis_.declare(entity_, BaseBy::kHtmlBase, *content_.declared_base, bases, urls_);
  }
  scopes_.push_back(bases);
  document_.emplace(analysis_, entity_, bases, encoding());
}

const ScopeBase& LinkSink::scope(find::ScopeId id) {
  ensure_place();
  if (id == find::kDocument) return *document_;
  if (id != inner_id_) {
    inner_.emplace(analysis_, entity_, scopes_[static_cast<std::size_t>(id)], encoding());
    inner_id_ = id;
  }
  return *inner_;
}

// Documents of HTML alone have their queries encoded as they are themselves.
std::string_view LinkSink::encoding() const {
  if (in_heading_ || content_.finder == nullptr) return {};
  const std::string_view type = content_.finder->media_type;
  const bool is_html = type == "text/html" || type == "application/xhtml+xml";
  return is_html ? std::string_view(content_.readable.label) : std::string_view();
}

void LinkSink::heading(int entity) {
  start(entity, true);
  bool is_external = analysis_.entity(entity).content_type == "message/external-body";
  const auto fields = analysis_.message().fields(entity);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (is_external && equals_ignoring_case(fields[f].name, "content-type")) {
      external_body(fields[f].raw_value);
      is_external = false;  // of two such fields the first counts
    }
    if (base::base_header(fields[f].name) == BaseBy::kNone) {
      find::find_in_field(fields[f].name, fields[f].raw_value, *this, unfolded_);
      continue;
    }
    const auto declared = analysis_.layers().declared(entity);
    const auto here = std::find_if(declared.begin(), declared.end(),
                                   [f](const base::Declared& other) { return other.field == f; });
    if (here != declared.end() && !here->reference.empty()) declared_field(*here, fields[f].name);
  }
}

void LinkSink::external_body(std::string_view raw_value) {
  const auto access = analysis_.message().parameter(entity_, "access-type");
  if (!access || !equals_ignoring_case(*access, "url")) return;
  const std::string_view value = find::unfold(raw_value, unfolded_);
  const auto parameter = walk::read_parameter(value, "url");
  if (!parameter) return;
  find::Found found;
  found.context = "param:url";
  found.span = {parameter->start, parameter->end};
  const std::string url = find::external_body_url(parameter->value);
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
  if (analysis_.finder(entity) == nullptr || !analysis_.has_rows_left()) return;
  start(entity, false);
  analysis_.prepare(entity, content_);
  const text::Readable& readable = content_.readable;
  find::MappedSink mapped(*this, readable.map);
  find::Sink& sink = readable.map.identity() ? static_cast<find::Sink&>(*this) : mapped;
  const find::Content content{readable.bytes, readable.charset, limits_of(analysis_.options().limits)};
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
    if (!outer_) outer_.emplace(analysis_, entity_, analysis_.heading_bases(entity_));
    emit(found, *outer_);
    return;
  }
  emit(found, scope(found.scope));
}

find::ScopeId LinkSink::open_scope(find::ScopeId parent, const find::Declaration& declaration) {
  ensure_place();
  const Bases outer = scopes_[static_cast<std::size_t>(parent)];
  scopes_.push_back(analysis_.declare(entity_, by_of(declaration.kind), declaration, outer, urls_));
  return static_cast<find::ScopeId>(scopes_.size() - 1);
}

void LinkSink::limit_hit(find::FindLimit limit) {
  const unsigned bit = 1U << static_cast<unsigned>(limit);
  if ((limits_hit_ & bit) != 0) return;
  limits_hit_ |= bit;
  ensure_place();
  visitor_.problem(analysis_.info(), part_, what_is_beyond(limit, analysis_.options().limits));
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
    target = match_location(scope, link.reference);
  }
  if (!target) return;
  analysis_.mark_referenced(*target);
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

std::optional<int> LinkSink::match_location(const ScopeBase& scope, std::string_view reference) {
  if (!scope.matching_resolver->resolve(reference, matched_)) matched_.clear();
  // Most that name a part at all name one beside them, as it is written.
  if (const auto part = analysis_.parts().in_own_related(matched_, entity_)) return part;
  if (scope.standard_resolver->resolve(reference, serialised_)) {
    serialised_.resize(std::min(serialised_.find('#'), serialised_.size()));
  } else {
    serialised_.clear();
  }
  return analysis_.standard_parts().by_location(matched_, serialised_, entity_);
}

void LinkSink::emit(const find::Found& found, const ScopeBase& scope) {
  if (!analysis_.has_rows_left()) return;
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
  if (analysis_.take_row(text_bytes(link))) visitor_.link(link);
}

}  // namespace mimebase::analysis
