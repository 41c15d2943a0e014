#include "message/references.h"

#include <algorithm>
#include <new>
#include <utility>

#include "base/field.h"
#include "find/heading.h"
#include "find/missing.h"
#include "message/problems.h"
#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"
#include "walk/parameters.h"
#include "walk/watch.h"

namespace mimebase::message {
namespace {

using ascii::equals_ignoring_case;

}  // namespace

Scope::Scope(const AnalysedMessage& message, int entity, const Bases& given, std::string_view encoding)
    : bases(given),
      info(message.base_info(entity, bases.effective, definer)),
      resolver(bases.effective.url, {message.profile().rules, encoding}) {
  if (!message.parts().has_locations()) return;
  matching_resolver.emplace(bases.matching.url, Rules());
  standard_resolver.emplace(bases.matching.url, Rules{RuleSet::kWhatwg, {}});
}

void References::start(int entity) {
  entity_ = entity;
  has_long_url_ = false;
  field_ = -1;
  map_ = nullptr;
  limits_hit_ = 0;
  has_lost_references_ = false;
  scopes_.clear();
  urls_.clear();
  inner_id_ = find::kDocument;
  document_.reset();
  outer_.reset();
}

void References::open_document() {
  if (document_) return;
  Bases bases = message_.heading_bases(entity_);
  outside_ = bases;
  std::string_view encoding;
  if (field_ < 0) {
    const Content& content = message_.content(entity_);
    encoding = content.query_encoding();
    bases = message_.content_bases(entity_, saved_from_);
    outside_ = bases;
    for (const find::Declaration& base : content.declared_bases())
      bases = message_.declare(entity_, base, bases, urls_);
  }
  scopes_.push_back(bases);
  document_.emplace(message_, entity_, bases, encoding);
}

void References::heading(int entity) {
  start(entity);
  bool is_external = message_.entity(entity).content_type == "message/external-body";
  const bool is_http = message_.entity(entity).is_http;
  const auto fields = message_.walked().fields(entity);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    field_ = static_cast<int>(f);
    if (is_external && equals_ignoring_case(fields[f].name, "content-type")) {
      find_in_external_body(message_.walked(), entity, fields[f], *this);
      is_external = false;  // the first of two such fields counts
    }
    if (base::base_header(fields[f].name) == BaseBy::kNone) {
      if (is_http &&
          find::find_in_http_field(fields[f].name, walk::unfold(fields[f].raw_value, unfolded_), *this))
        continue;
      if (find::may_hold_reference(fields[f].name, fields[f].raw_value))
        find::find_in_field(fields[f].name, walk::unfold(fields[f].raw_value, unfolded_), *this);
      continue;
    }
    const auto declared = message_.layers().declared(entity);
    const auto here = std::find_if(declared.begin(), declared.end(),
                                   [f](const base::Declared& other) { return other.field == f; });
    if (here != declared.end() && !here->reference.empty()) declared_field(*here, fields[f]);
  }
}

// Base, Content-Base and Content-Location are also references, resolved against the next layer out.
void References::declared_field(const base::Declared& declared, const walk::Field& field) {
  const std::string context = "header:" + ascii::lowered(field.name);
  find::Found found;
  found.context = context;
  found.span = declared.span;
  found.reference = declared.reference;
  const std::string_view value = walk::unfold(field.raw_value, unfolded_);
  const bool in_brackets = base::kind_of(declared.by).wrapper == base::Wrapper::kUrlInBrackets;
  found.quoting = declared.is_decoded
                      ? quoting_of(value.substr(declared.span.start, declared.span.end - declared.span.start),
                                   declared.reference, {find::Quoting::kEncodedWords})
                  : in_brackets ? find::Quoting::kSpaced
                                : find::Quoting::kFolded;
  declared_.emplace(message_, entity_, message_.bases_outside(entity_, declared));
  this->found(found);
  declared_.reset();
}

void References::content(int entity) {
  if (!message_.budget().has_rows_left() || has_too_many_) return;
  const Content& content = message_.content(entity);
  if (content.document() != nullptr) {
    start(entity);
    const walk::Watched watched(entity);
    try {
      content.document()->find(*this);
    } catch (const std::bad_alloc&) {  // the other parts may take less
      limit_hit(find::FindLimit::kMemory);
    }
    for (const documents::Reading::Phrase& phrase : content.document_reading().losses) report(phrase.text);
    return;
  }
  if (!content.unread_because().empty()) {
    start(entity);
    report("this document is not searched: " + std::string(content.unread_because()));
  }
  if (content.finder() == nullptr) return;
  start(entity);
  const charset::Readable& readable = content.readable();
  map_ = &readable.map;
  find_in(message_.walked(), entity, *content.finder(),
          {readable.bytes, readable.charset, message_.options().limits}, *this);
}

const Scope& References::scope_of(const find::Found& found) {
  if (declared_) return *declared_;
  open_document();
  if (found.scope == find::kDocument) {
    if (!found.is_base) return *document_;
    // <base href> itself is resolved against the next layer out.
    if (!outer_) outer_.emplace(message_, entity_, outside_);
    return *outer_;
  }
  if (found.scope != inner_id_) {
    inner_.emplace(message_, entity_, scopes_[static_cast<std::size_t>(found.scope)],
                   message_.content(entity_).query_encoding());
    inner_id_ = found.scope;
  }
  return *inner_;
}

find::ScopeId References::open_scope(find::ScopeId parent, const find::Declaration& declaration) {
  open_document();
  const Bases outer = scopes_[static_cast<std::size_t>(parent)];
  find::Declaration in_content = declaration;
  in_content.span = to_content(declaration.span);
  scopes_.push_back(message_.declare(entity_, in_content, outer, urls_));
  return static_cast<find::ScopeId>(scopes_.size() - 1);
}

void References::limit_hit(find::FindLimit limit) {
  const unsigned bit = 1U << static_cast<unsigned>(limit);
  if ((limits_hit_ & bit) != 0) return;
  limits_hit_ |= bit;
  open_document();
  const std::string what = find::what_is_beyond(limit, message_.options().limits);
  if (!find::loses_references(limit)) return message_.budget().note_cut(entity_, at_place(what));
  has_lost_references_ = true;
  report(what);
}

bool References::is_complete() const {
  return !has_lost_references_ && !has_long_url_ && !has_too_many_ && message_.budget().has_rows_left();
}

// Of a document inside the content, its place is named as well.
std::string References::at_place(std::string_view what) const {
  if (field_ >= 0) return std::string(what);
  const Content& content = message_.content(entity_);
  return content.document() != nullptr ? content.document_reading().at_place(what) : std::string(what);
}

void References::report(std::string_view what) {
  const walk::Message& walked = message_.walked();
  visitor_.problem(message_.info(), field_ < 0 ? walked.part_name(entity_) : walked.heading_name(entity_),
                   at_place(what));
}

// The limits of finders apply to their input.
bool References::accepts(const find::Found& found) {
  if (!message_.budget().has_rows_left()) return false;
  const Limits& limits = message_.options().limits;
  const bool is_long = found.reference.size() > limits.url_bytes &&
                       !ascii::starts_with_ignoring_case(found.reference, "data:");
  if (is_long) {
    if (!std::exchange(has_long_url_, true)) report(find::long_url_sentence(limits));
    return false;
  }
  if (count_ >= limits.references) {
    if (!std::exchange(has_too_many_, true)) report(find::too_many_sentence(limits));
    return false;
  }
  ++count_;
  return true;
}

void References::all() {
  const walk::Message& walked = message_.walked();
  const bool selects_all = message_.selects_all();
  for (int i = 0; i < message_.entity_count(); ++i) {
    if (selects_all || message_.selects(walked.heading_name(i))) heading(i);
    if (selects_all || message_.selects(walked.part_name(i))) content(i);
  }
  report_problems(message_, visitor_);
}

}  // namespace mimebase::message
