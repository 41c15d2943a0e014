#include "message/analysed_message.h"

#include <algorithm>
#include <utility>

#include "base/field.h"
#include "base/headers.h"
#include "find/html/title.h"
#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "text/glob.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::message {
namespace {

using ascii::equals_ignoring_case;

bool can_locate(const base::Declared& declared) {
  return base::kind_of(declared.by).is_location && !declared.reference.empty() && !declared.too_long;
}

}  // namespace

Workspace::Workspace(const AnalyzeOptions& options)
    : layers(base::profile_of(options)), matching_layers(base::Profile()) {
  if (Result<void> checked = check_options(options); !checked) usage = checked.error();
  if (options.own_template.empty()) return;
  if (Result<OwnTemplate> parsed = OwnTemplate::parse(options.own_template)) own = *std::move(parsed);
}

AnalysedMessage::AnalysedMessage(const AnalyzeOptions& options, const Record& record,
                                 const walk::Message& walked, Workspace& workspace)
    : options_(options),
      walked_(walked),
      workspace_(workspace),
      budget_(options.limits, record.bytes.size()) {
  info_.source = record.source;
  info_.number = record.number;
  info_.offset = record.offset;
  if (record.truncated) truncated_at_ = record.bytes.size();
  workspace_.content.clear();
  retrieval_url_ =
      options_.retrieval_url.empty() ? record.retrieval_url : std::string_view(options_.retrieval_url);
  build_layers(workspace_.layers, retrieval_url_);
  label_parts();
}

void AnalysedMessage::build_layers(base::Layers& layers, std::string_view retrieval_url) const {
  const Limits& limits = options_.limits;
  layers.start_message(retrieval_url, {limits.base_bytes, limits.bases, budget_.held_left()});
  // In Snapshot-Content-Location, a browser records the URL that it saved a page from.
  const auto own = walked_.fields(0);
  for (std::size_t f = 0; f < own.size() && retrieval_url.empty(); ++f) {
    if (equals_ignoring_case(own[f].name, "snapshot-content-location"))
      layers.add_snapshot_field(own[f].raw_value, f);
  }
  // An opaque one ("cid:x") names what the record is, not where it was.
  const std::string_view target_uri = walked_.target_uri();
  if (!target_uri.empty() && !base::is_opaque(target_uri)) layers.add_target_uri(target_uri);
  for (int i = 0; i < entity_count(); ++i) {
    layers.add_entity(entity(i).parent, entity(i).is_http);
    const auto fields = walked_.fields(i);
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const BaseBy by = base::base_header(fields[f].name);
      if (by != BaseBy::kNone) base::add_base_field(layers, by, fields[f].raw_value, f);
    }
    layers.settle();
  }
}

// Most messages have no labels. They need no matching, and no second set of layers.
void AnalysedMessage::label_parts() {
  match::Parts& parts = workspace_.parts;
  parts.clear(options_.limits.same_message_ids);
  bool has_locations = false;
  for (int i = 0; i < entity_count(); ++i) {
    parts.add_entity(entity(i).parent, entity(i).content_type == "multipart/related");
    for (const walk::Field& field : walked_.fields(i)) {
      // Only "Content-ID" and "Message-ID" have this length and ending.
      if (field.name.size() != 10 || (field.name[8] | 0x20) != 'i') continue;
      if (equals_ignoring_case(field.name, "content-id")) {
        if (const auto id = walk::bracketed_id(field.raw_value)) parts.set_content_id(*id);
      } else if (entity(i).is_message_body && equals_ignoring_case(field.name, "message-id")) {
        if (const auto id = walk::bracketed_id(field.raw_value)) parts.set_message_id(*id);
      }
    }
    for (const base::Declared& declared : layers().declared(i)) {
      if (!base::kind_of(declared.by).is_location) continue;
      has_locations = true;
      parts.set_literal_location(declared.reference);
    }
  }
  parts.finish();
  if (has_locations) locate_parts();
}

void AnalysedMessage::locate_parts() {
  match::Parts& parts = workspace_.parts;
  base::Layers& matching = workspace_.matching_layers;
  const std::string retrieval_url(layers().base_for(-1).url);
  build_layers(matching, retrieval_url.empty() ? std::string(kThisMessage) : retrieval_url);
  std::string resolved;
  for_each_location([&](int i, const base::Declared& declared, std::string_view enclosing) {
    resolved = declared.url;
    // A space ("My Documents/x.gif") makes a location unusable as a base, but it can still name a part.
    if (resolved.empty() && !Resolver(enclosing, Rules()).resolve(declared.reference, resolved)) return;
    needs_this_message_ = needs_this_message_ || resolved.starts_with(kThisMessage);
    if (budget_.reserve(resolved.size())) parts.add_location(i, resolved);
  });
  parts.finish_locations();
}

void AnalysedMessage::for_each_location(
    const std::function<void(int, const base::Declared&, std::string_view)>& take) const {
  const base::Layers& matching = workspace_.matching_layers;
  for (int i = 0; i < entity_count(); ++i) {
    for (const base::Declared& declared : matching.declared(i)) {
      if (can_locate(declared)) take(i, declared, matching.enclosing_base(i, declared).url);
    }
  }
}

const match::Parts& AnalysedMessage::standard_parts() {
  match::Parts& parts = workspace_.parts;
  if (parts.has_standard_locations()) return parts;
  std::optional<Resolver> resolver;
  std::string_view base;
  std::string serialised;
  const auto add = [&](int i, const base::Declared& declared, std::string_view enclosing) {
    if (parts.tree().enclosing_related(i) < 0) return;
    if (!resolver || enclosing.data() != base.data() || enclosing.size() != base.size())
      resolver.emplace(enclosing, Rules{RuleSet::kWhatwg, {}});
    base = enclosing;
    if (!resolver->resolve(declared.reference, serialised)) return;
    serialised.resize(std::min(serialised.find('#'), serialised.size()));
    if (budget_.reserve(serialised.size())) parts.add_standard_location(i, serialised);
  };
  // Without locations, there are no layers for matching.
  if (parts.has_locations()) for_each_location(add);
  parts.finish_standard_locations();
  return parts;
}

const MessageInfo& AnalysedMessage::info() {
  if (!has_envelope_) {
    envelope_ = walked_.envelope();
    budget_.cut_envelope(envelope_.message_id, "Message-ID");
    budget_.cut_envelope(envelope_.from, "From");
    budget_.cut_envelope(envelope_.subject, "Subject");
    info_.message_id = envelope_.message_id;
    info_.date = envelope_.date;
    info_.from = envelope_.from;
    info_.subject = envelope_.subject;
    title_ = title();
    if (!title_.empty()) info_.title = title_;
    read_fields();
    has_envelope_ = true;
  }
  return info_;
}

// The URL of a record of a web archive, and the title of a page, a picture or a feed.
std::string AnalysedMessage::title() {
  if (const std::string_view uri = walked_.target_uri(); !uri.empty()) return std::string(uri);
  if (!walked_.is_document() || entity_count() > 1) return {};
  const Content& page = content(0);
  const bool is_html = page.finder() != nullptr && page.finder()->media_type == "text/html";
  if (page.finder() == nullptr || (!is_html && page.finder()->root_base == nullptr)) return {};
  const find::Content readable{page.readable().bytes, page.readable().charset, options_.limits};
  return find::title_of(readable, is_html ? find::HtmlSyntax::kHtml : find::HtmlSyntax::kXhtml);
}

// Every row repeats the values, so the total of each field is bounded.
void AnalysedMessage::read_fields() {
  constexpr std::size_t kValueBytes = 4;  // around each value
  const std::uint64_t most = options_.limits.envelope_bytes;
  field_values_.resize(options_.fields.size());
  for (std::size_t i = 0; i < options_.fields.size(); ++i) {
    const std::string& name = options_.fields[i];
    std::uint64_t bytes = 0;
    for (const walk::Field& field : walked_.fields(0)) {
      if (!equals_ignoring_case(field.name, name)) continue;
      if (bytes > most) {
        budget_.note_cut(
            -1, name + " has more than " + std::to_string(most) +
                    " bytes in total, and the rest is skipped: raise the limit envelope to see all of it");
        break;
      }
      std::optional<std::string> value = walk::decode_field(field.raw_value);
      budget_.cut_envelope(value, name);
      bytes += value->size() + kValueBytes;
      field_values_[i].push_back(field_texts_.emplace_back(std::move(*value)));
    }
    fields_.push_back({name, field_values_[i]});
  }
  info_.fields = fields_;
}

std::string AnalysedMessage::definer_name(BaseBy by, int definer) const {
  const bool in_content = base::kind_of(by).place == base::Place::kContent;
  return in_content ? walked_.part_name(definer) : walked_.definer_name(definer);
}

BaseInfo AnalysedMessage::base_info(int entity, const base::Effective& effective, std::string& part) const {
  BaseInfo info;
  info.url = effective.url;
  info.by = effective.by;
  info.section = base::Layers::section(entity, effective);
  if (effective.definer >= 0) {
    part = definer_name(effective.by, effective.definer);
    info.part = part;
  }
  return info;
}

Bases AnalysedMessage::heading_bases(int entity) const {
  Bases bases{layers().base_for(entity), {}};
  if (parts().has_locations()) bases.matching = workspace_.matching_layers.base_for(entity);
  return bases;
}

// Matching does without: parts without a location have thismessage:/ then, like the references to them.
Bases AnalysedMessage::content_bases(int entity, std::string& url) {
  Bases bases = heading_bases(entity);
  if (bases.effective.by != BaseBy::kNone) return bases;
  if (auto saved = saved_from(entity); saved && saved->usable()) {
    url = std::move(saved->url);
    bases.effective = {url, BaseBy::kSavedFrom, -1};
  }
  return bases;
}

Bases AnalysedMessage::bases_outside(int entity, const base::Declared& declared) const {
  Bases bases{layers().enclosing_base(entity, declared), {}};
  if (parts().has_locations()) bases.matching = workspace_.matching_layers.enclosing_base(entity, declared);
  return bases;
}

base::Declared AnalysedMessage::declare(int entity, const find::Declaration& declaration,
                                        const base::Effective& outer, const base::Layers& layers) {
  base::Declared declared =
      layers.declare_in_content(declaration.by, declaration.reference, declaration.span, entity, outer);
  if (declared.too_long) budget_.note_long_base(entity);
  return declared;
}

base::Effective AnalysedMessage::in_package(std::string_view path, const base::Effective& package,
                                            std::deque<std::string>& urls) {
  const std::string_view url = package.url.substr(0, package.url.find_first_of("?#"));
  if (url.empty() || !budget_.reserve(url.size() + 1 + path.size())) return package;
  urls.push_back(std::string(url).append("/").append(path));
  return {urls.back(), package.by, package.definer};
}

Bases AnalysedMessage::declare(int entity, const find::Declaration& declaration, const Bases& outer,
                               std::deque<std::string>& urls) {
  const auto under = [&](const base::Effective& parent, const base::Layers& layers) {
    if (declaration.is_null) return base::Effective();
    if (declaration.is_of_package) return in_package(declaration.reference, parent, urls);
    base::Declared declared = declare(entity, declaration, parent, layers);
    if (!declared.usable() || !budget_.reserve(declared.url.size())) return parent;
    urls.push_back(std::move(declared.url));
    return base::Effective{urls.back(), declared.by, entity};
  };
  if (!is_followed(declaration)) return outer;
  Bases bases{under(outer.effective, layers()), {}};
  if (parts().has_locations()) bases.matching = under(outer.matching, workspace_.matching_layers);
  return bases;
}

const ContentKind& AnalysedMessage::content_kind(int entity) {
  if (content_kinds_.empty()) content_kinds_.resize(walked_.entities().size());
  std::optional<ContentKind>& kind = content_kinds_[static_cast<std::size_t>(entity)];
  if (!kind) kind = kind_of_content(walked_, entity);
  return *kind;
}

const Content& AnalysedMessage::content(int entity) {
  workspace_.content.read(walked_, entity, content_kind(entity), options_.limits, profile().headers);
  return workspace_.content;
}

std::vector<base::Declared> AnalysedMessage::document_bases(int entity) {
  std::vector<base::Declared> bases;
  std::string url;
  base::Effective outer = content_bases(entity, url).effective;
  for (const find::Declaration& declaration : content(entity).declared_bases()) {
    bases.push_back(declare(entity, declaration, outer, layers()));
    if (bases.back().usable()) outer = bases.back().effective();
  }
  std::ranges::reverse(bases);
  return bases;
}

bool AnalysedMessage::is_followed(const find::Declaration& declaration) const {
  return declaration.by != BaseBy::kXmlBase || declaration.is_of_format ||
         profile().rules != RuleSet::kWhatwg;
}

std::optional<base::Declared> AnalysedMessage::unfollowed_base(int entity) {
  const find::Finder* finder = content(entity).finder();
  if (finder == nullptr || finder->root_base == nullptr || profile().rules != RuleSet::kWhatwg)
    return std::nullopt;
  const charset::Readable& readable = content(entity).readable();
  std::string buffer;
  std::optional<find::Declaration> base =
      finder->root_base({readable.bytes, readable.charset, options_.limits}, buffer);
  if (!base || is_followed(*base)) return std::nullopt;
  base->span = readable.map.to_input(base->span);
  std::string url;
  base::Declared declared = declare(entity, *base, content_bases(entity, url).effective, layers());
  declared.is_candidate = false;
  declared.is_not_followed = true;
  return declared;
}

Searched AnalysedMessage::searched(int i) {
  const walk::Entity& self = entity(i);
  if (self.too_deep || self.omitted) return Searched::kLimit;
  if (content_kind(i).finder != nullptr) return Searched::kYes;
  if (self.kind != walk::Kind::kLeaf) return Searched::kContainer;
  if (self.in_encrypted && self.content_type == "application/octet-stream") return Searched::kEncrypted;
  if (self.content_type == "message/external-body") return Searched::kExternal;
  if (self.cms == walk::CmsKind::kEncrypted) return Searched::kEncrypted;
  if (self.cms == walk::CmsKind::kNoContent) return Searched::kNo;
  if (self.cms == walk::CmsKind::kUnreadable) {
    const auto type = walked_.parameter(i, "smime-type");
    return type && ascii::equals_ignoring_case(*type, "enveloped-data") ? Searched::kEncrypted
                                                                        : Searched::kSignedOpaque;
  }
  if (content_kind(i).format == documents::Format::kNone) return Searched::kNo;
  const auto [known, is_new] = documents_searched_.try_emplace(i, Searched::kNo);
  if (is_new) {
    if (const documents::Document* document = content(i).document())
      known->second = document->is_encrypted() ? Searched::kEncrypted
                      : document->is_archive() ? Searched::kContainer
                                               : Searched::kYes;
  }
  return known->second;
}

std::optional<base::Declared> AnalysedMessage::saved_from(int entity) {
  const std::optional<find::Declaration>& mark = content(entity).saved_from();
  if (!mark) return std::nullopt;
  return layers().declare_saved_from(mark->reference, mark->span);
}

// The names inside a part begin with its own.
bool AnalysedMessage::is_attached(std::string_view name) {
  if (!attachments_) {
    attachments_.emplace();
    for (int i = 0; i < entity_count(); ++i) {
      const walk::Details details = walked_.details(i);
      if (!details.filename && details.disposition != "attachment") continue;
      const bool is_inner_body = entity(i).is_message_body && entity(i).parent >= 0;
      attachments_->insert(walked_.part_name(is_inner_body ? entity(i).parent : i));
    }
  }
  const bool is_whole = attachments_->contains(walked_.part_name(0));
  for (std::size_t end = name.find('.'); end != name.npos; end = name.find('.', end + 1)) {
    if (attachments_->contains(name.substr(0, end))) return true;
  }
  return is_whole || attachments_->contains(name);
}

bool AnalysedMessage::selects(std::string_view name) {
  const auto matches = [name](const std::string& pattern) { return matches_glob(pattern, name); };
  if (!options_.parts.empty() && std::none_of(options_.parts.begin(), options_.parts.end(), matches))
    return false;
  return !options_.attachments || is_attached(name);
}

bool AnalysedMessage::has_omitted_urls() const {
  return budget_.has_omitted_urls() || layers().has_omitted_urls() ||
         (parts().has_locations() && workspace_.matching_layers.has_omitted_urls());
}

}  // namespace mimebase::message
