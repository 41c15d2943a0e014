#include "analysis/message_analysis.h"

#include <algorithm>
#include <array>

#include "base/field.h"
#include "text/utf8_prefix.h"
#include "walk/field_value.h"

namespace mimebase::analysis {
namespace {

constexpr std::string_view kThisMessage = "thismessage:/";

// The rows of a message may have so many bytes of text for each of its own, beside the limit; and so many for
// each byte of a URL that is kept.
constexpr std::uint64_t kRowBytesPerByte = 32;
constexpr std::uint64_t kRowBytesPerHeldByte = 16;

}  // namespace

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; });
}

Workspace::Workspace(const AnalyzeOptions& options)
    : layers({options.rules, options.base_headers}),
      matching_layers({AnalyzeOptions().rules, AnalyzeOptions().base_headers}) {}

MessageAnalysis::MessageAnalysis(const AnalyzeOptions& options, const Record& record, walk::Message message,
                                 Workspace& workspace)
    : options_(options), message_(std::move(message)), workspace_(workspace) {
  info_.source = record.source;
  info_.number = record.number;
  info_.offset = record.offset;
  if (record.truncated) truncated_at_ = record.bytes.size();
  rows_left_ = options_.limits.row_bytes + kRowBytesPerByte * record.bytes.size();
  held_left_ = rows_left_ / kRowBytesPerHeldByte;
  build_layers(workspace_.layers, options_.retrieval_url);
  label_parts();
}

// Row 6 of the layers: what a browser that saved a page says of where it had it from.
void MessageAnalysis::add_snapshot_locations(base::Layers& layers) const {
  const auto fields = message_.fields(0);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (equals_ignoring_case(fields[f].name, "snapshot-content-location"))
      layers.add_snapshot_field(fields[f].raw_value, f);
  }
}

void MessageAnalysis::build_layers(base::Layers& layers, std::string_view retrieval_url) const {
  const Limits& limits = options_.limits;
  layers.start_message(retrieval_url, {limits.base_bytes, limits.bases, held_left_});
  if (retrieval_url.empty()) add_snapshot_locations(layers);
  for (int i = 0; i < entity_count(); ++i) {
    layers.add_entity(entity(i).parent);
    const auto fields = message_.fields(i);
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const BaseBy by = base::base_header(fields[f].name);
      if (by == BaseBy::kNone) continue;
      // RFC 2047 words are decoded here, for base/ knows no MIME.
      const std::string_view raw_value = fields[f].raw_value;
      const bool encoded = by == BaseBy::kContentLocation && raw_value.find("=?") != std::string_view::npos;
      layers.add_field(by, raw_value, encoded ? walk::decode_field(raw_value) : std::string(), f);
    }
    layers.settle();
  }
}

// Most messages bear no label at all: then there is nothing to match, and no second set of layers.
void MessageAnalysis::label_parts() {
  match::Parts& parts = workspace_.parts;
  parts.clear();
  bool has_locations = false;
  for (int i = 0; i < entity_count(); ++i) {
    parts.add_entity(entity(i).parent, entity(i).content_type == "multipart/related");
    for (const walk::Field& field : message_.fields(i)) {
      // "Content-ID" and "Message-ID" alone are that long and end so.
      if (field.name.size() != 10 || (field.name[8] | 0x20) != 'i') continue;
      if (equals_ignoring_case(field.name, "content-id")) {
        if (const auto id = walk::bracketed_id(field.raw_value)) parts.set_content_id(*id);
      } else if (entity(i).is_message_body && equals_ignoring_case(field.name, "message-id")) {
        if (const auto id = walk::bracketed_id(field.raw_value)) parts.set_message_id(*id);
      }
    }
    for (const base::Declared& declared : layers().declared(i)) {
      if (declared.by != BaseBy::kContentLocation) continue;
      has_locations = true;
      parts.set_literal_location(declared.reference);
    }
  }
  parts.finish();
  if (has_locations) locate_parts();
}

void MessageAnalysis::locate_parts() {
  match::Parts& parts = workspace_.parts;
  base::Layers& matching = workspace_.matching_layers;
  const std::string retrieval_url(layers().of(-1).url);
  build_layers(matching, retrieval_url.empty() ? std::string(kThisMessage) : retrieval_url);
  std::string resolved;
  for (int i = 0; i < entity_count(); ++i) {
    for (const base::Declared& declared : matching.declared(i)) {
      if (declared.by != BaseBy::kContentLocation || declared.reference.empty() || declared.too_long)
        continue;
      resolved = declared.url;
      // What is no base because of a space in it ("My Documents/x.gif") can name a part all the same.
      if (resolved.empty() &&
          !Resolver(matching.outside(i, declared).url, Rules()).resolve(declared.reference, resolved))
        continue;
      needs_this_message_ = needs_this_message_ || resolved.starts_with(kThisMessage);
      if (hold(resolved.size())) parts.add_location(i, resolved);
    }
  }
  parts.finish_locations();
}

const match::Parts& MessageAnalysis::standard_parts() {
  match::Parts& parts = workspace_.parts;
  if (parts.has_standard_locations()) return parts;
  const base::Layers& matching = workspace_.matching_layers;
  std::optional<Resolver> resolver;
  std::string_view base;
  std::string serialised;
  // Without locations there are no layers to match by.
  for (int i = 0; i < entity_count() && parts.has_locations(); ++i) {
    if (parts.tree().related_around(i) < 0) continue;
    for (const base::Declared& declared : matching.declared(i)) {
      if (declared.by != BaseBy::kContentLocation || declared.reference.empty() || declared.too_long)
        continue;
      const std::string_view outside = matching.outside(i, declared).url;
      if (!resolver || outside.data() != base.data() || outside.size() != base.size())
        resolver.emplace(outside, Rules{RuleSet::kWhatwg, {}});
      base = outside;
      if (!resolver->resolve(declared.reference, serialised)) continue;
      serialised.resize(std::min(serialised.find('#'), serialised.size()));
      if (hold(serialised.size())) parts.add_standard_location(i, serialised);
    }
  }
  parts.finish_standard_locations();
  return parts;
}

bool MessageAnalysis::hold(std::size_t bytes) {
  left_out_urls_ = left_out_urls_ || bytes > held_left_;
  if (!left_out_urls_) held_left_ -= bytes;
  return !left_out_urls_;
}

bool MessageAnalysis::take_row(std::size_t bytes) {
  rows_used_up_ = rows_used_up_ || bytes > rows_left_;
  if (!rows_used_up_) rows_left_ -= bytes;
  return !rows_used_up_;
}

void MessageAnalysis::mark_referenced(int entity) {
  if (referenced_.empty()) referenced_.resize(static_cast<std::size_t>(entity_count()));
  referenced_[static_cast<std::size_t>(entity)] = true;
}

void MessageAnalysis::cut_envelope(std::optional<std::string>& value, std::string_view name) {
  const std::uint64_t most = options_.limits.envelope_bytes;
  if (!value || value->size() <= most) return;
  value->resize(text::utf8_prefix(*value, most).size());
  *value += "…";
  if (std::find(cut_fields_.begin(), cut_fields_.end(), name) == cut_fields_.end())
    cut_fields_.push_back(name);
}

void MessageAnalysis::note_long_base(int entity) {
  if (long_bases_.empty() || long_bases_.back() != entity) long_bases_.push_back(entity);
}

const MessageInfo& MessageAnalysis::info() {
  if (!has_envelope_) {
    walk::Envelope envelope = message_.envelope();
    info_.message_id = std::move(envelope.message_id);
    info_.date = std::move(envelope.date);
    info_.from = std::move(envelope.from);
    info_.subject = std::move(envelope.subject);
    cut_envelope(info_.message_id, "Message-ID");
    cut_envelope(info_.from, "From");
    cut_envelope(info_.subject, "Subject");
    has_envelope_ = true;
  }
  return info_;
}

BaseInfo MessageAnalysis::base_info(int entity, const base::Effective& effective) const {
  BaseInfo info;
  info.url = effective.url;
  info.by = effective.by;
  info.section = base::Layers::section(entity, effective);
  if (effective.definer >= 0) {
    const bool in_content = effective.by == BaseBy::kHtmlBase || effective.by == BaseBy::kXmlBase ||
                            effective.by == BaseBy::kHtmlCodebase;
    info.part = in_content ? message_.part_name(effective.definer) : message_.definer_name(effective.definer);
  }
  return info;
}

bool MessageAnalysis::has_type(int i) const {
  const auto fields = message_.fields(i);
  return std::any_of(fields.begin(), fields.end(), [](const walk::Field& field) {
    return equals_ignoring_case(field.name, "content-type");
  });
}

std::string_view MessageAnalysis::guessed_type(int i) const {
  const walk::Entity& self = entity(i);
  if (self.kind == walk::Kind::kMultipart) return {};
  if (self.kind == walk::Kind::kMessage) {
    return self.content_type.starts_with("message/") ? std::string_view() : "message/rfc822";
  }
  if (self.content_type != "application/octet-stream" && (self.content_type != "text/plain" || has_type(i)))
    return {};
  std::optional<std::string> name = message_.parameter(i, "filename");
  if (!name) name = message_.parameter(i, "name");
  if (!name) return {};
  struct Ending {
    std::string_view ending, type;
  };
  constexpr std::array<Ending, 6> kEndings = {{{".html", "text/html"},
                                               {".htm", "text/html"},
                                               {".xhtml", "application/xhtml+xml"},
                                               {".svg", "image/svg+xml"},
                                               {".css", "text/css"},
                                               {".ics", "text/calendar"}}};
  for (const Ending& known : kEndings) {
    const std::size_t size = known.ending.size();
    if (name->size() > size &&
        equals_ignoring_case(std::string_view(*name).substr(name->size() - size), known.ending)) {
      return known.type;
    }
  }
  return {};
}

const find::Finder* MessageAnalysis::finder(int i) const {
  const walk::Entity& self = entity(i);
  if (self.kind != walk::Kind::kLeaf) return self.defect.empty() ? nullptr : find::finder_for("text/plain");
  if (self.in_encrypted) return nullptr;
  const find::Finder* finder = find::finder_for(self.content_type);
  if (finder == nullptr || self.content_type == "text/plain") {
    if (const std::string_view guessed = guessed_type(i); !guessed.empty())
      finder = find::finder_for(guessed);
  }
  if (finder == nullptr && self.content_type.starts_with("text/")) finder = find::finder_for("text/plain");
  return finder;
}

Searched MessageAnalysis::searched(int i) const {
  const walk::Entity& self = entity(i);
  if (self.too_deep || self.left_out) return Searched::kLimit;
  if (finder(i) != nullptr) return Searched::kYes;
  if (self.kind != walk::Kind::kLeaf) return Searched::kContainer;
  if (self.in_encrypted && self.content_type == "application/octet-stream") return Searched::kEncrypted;
  if (self.content_type == "message/external-body") return Searched::kExternal;
  if (self.content_type == "application/pkcs7-mime" || self.content_type == "application/x-pkcs7-mime") {
    const auto type = message_.parameter(i, "smime-type");
    return type && equals_ignoring_case(*type, "signed-data") ? Searched::kSignedOpaque
                                                              : Searched::kEncrypted;
  }
  return Searched::kNo;
}

void MessageAnalysis::prepare(int i, PreparedContent& out) {
  out.declared_base.reset();
  out.finder = finder(i);
  out.decoded = message_.content(i, workspace_.content);
  if (out.finder == nullptr) return;
  out.readable =
      text::make_readable(message_.charset(i), out.finder->media_type, out.decoded, workspace_.converted);
  if (out.finder->declared_base == nullptr) return;
  out.declared_base =
      out.finder->declared_base({out.readable.bytes, out.readable.charset}, out.declaration_buffer);
  if (out.declared_base) out.declared_base->span = out.readable.map.to_input(out.declared_base->span);
}

Bases MessageAnalysis::heading_bases(int entity) const {
  Bases bases{layers().of(entity), {}};
  if (parts().has_locations()) bases.matching = workspace_.matching_layers.of(entity);
  return bases;
}

Bases MessageAnalysis::bases_outside(int entity, const base::Declared& declared) const {
  Bases bases{layers().outside(entity, declared), {}};
  if (parts().has_locations()) bases.matching = workspace_.matching_layers.outside(entity, declared);
  return bases;
}

Bases MessageAnalysis::declare(int entity, BaseBy by, const find::Declaration& declaration,
                               const Bases& outer, std::deque<std::string>& urls) {
  const Range span{declaration.span.start, declaration.span.end};
  const auto under = [&](const base::Effective& around, const base::Layers& layers) {
    base::Declared declared = base::declare_in_content(by, declaration.reference, span, entity, around,
                                                       layers.policy(), layers.bounds());
    if (declared.too_long) note_long_base(entity);
    if (!declared.usable() || !hold(declared.url.size())) return around;
    urls.push_back(std::move(declared.url));
    return base::Effective{urls.back(), by, entity};
  };
  Bases bases{under(outer.effective, layers()), {}};
  if (parts().has_locations()) bases.matching = under(outer.matching, workspace_.matching_layers);
  return bases;
}

std::optional<base::Declared> MessageAnalysis::document_base(int entity,
                                                             const find::Declaration& declaration) const {
  return base::declare_in_content(BaseBy::kHtmlBase, declaration.reference,
                                  {declaration.span.start, declaration.span.end}, entity, layers().of(entity),
                                  layers().policy(), layers().bounds());
}

void MessageAnalysis::report_problems(Visitor& visitor) {
  const Limits& limits = options_.limits;
  if (truncated_at_) {
    visitor.problem(info(), {},
                    "longer than " + std::to_string(*truncated_at_) + " bytes: the rest is not read");
  }
  for (const walk::LimitHit& hit : message_.limits_hit()) {
    visitor.problem(info(), hit.entity >= 0 ? message_.part_name(hit.entity) : std::string(), hit.what);
  }
  for (int i = 0; i < entity_count(); ++i) {
    if (!entity(i).too_deep) continue;
    visitor.problem(
        info(), message_.part_name(i),
        "nested deeper than " + std::to_string(limits.depth) + " levels: what is inside is not read");
  }
  report_bases(visitor);
  for (const std::string_view name : cut_fields_) {
    visitor.problem(info(), {},
                    std::string(name) + " is longer than " + std::to_string(limits.envelope_bytes) +
                        " bytes: cut in the rows");
  }
  if (parts().has_too_many_twins()) {
    visitor.problem(info(), {},
                    "more than " + std::to_string(match::Parts::kMostTwins) +
                        " messages in it have one Message-ID: mid: looks into the first alone");
  }
  if (rows_used_up_) {
    visitor.problem(info(), {},
                    "its rows hold more than " + std::to_string(limits.row_bytes) + " bytes and " +
                        std::to_string(kRowBytesPerByte) + " times its own: the rest is left out");
  }
}

void MessageAnalysis::report_bases(Visitor& visitor) {
  const Limits& limits = options_.limits;
  const std::string too_long = " is longer than " + std::to_string(limits.base_bytes) + " bytes: passed over";
  const auto report = [&](const base::Declared& declared, std::string_view part) {
    if (declared.too_long) visitor.problem(info(), part, std::string(name_of(declared.by)) + too_long);
  };
  for (const base::Declared& declared : layers().retrieval()) report(declared, {});
  if (layers().has_left_out_snapshots()) {
    visitor.problem(info(), message_.heading_name(0),
                    "more than " + std::to_string(limits.bases) +
                        " fields say where it was retrieved from: the rest is passed over");
  }
  for (int i = 0; i < entity_count(); ++i) {
    if (layers().has_left_out_fields(i)) {
      visitor.problem(
          info(), message_.heading_name(i),
          "more than " + std::to_string(limits.bases) + " fields declare a base: the rest is passed over");
    }
    for (const base::Declared& declared : layers().declared(i)) {
      if (declared.too_long) report(declared, message_.heading_name(i));
    }
  }
  for (const int i : long_bases_) visitor.problem(info(), message_.part_name(i), "a base" + too_long);
  if (has_long_chain_) {
    visitor.problem(
        info(), {},
        "a chain has more than " + std::to_string(limits.bases) + " candidates: the innermost are told");
  }
  if (left_out_urls_ || layers().has_left_out_urls() ||
      (parts().has_locations() && workspace_.matching_layers.has_left_out_urls())) {
    visitor.problem(info(), {},
                    "the bases and locations of its parts are too long together: not all are known");
  }
}

}  // namespace mimebase::analysis
