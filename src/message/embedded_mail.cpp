#include "message/embedded_mail.h"

#include <algorithm>
#include <string>

#include "base/field.h"
#include "base/headers.h"
#include "base/layers.h"
#include "charset/readable.h"
#include "find/heading.h"
#include "find/nested_sink.h"
#include "message/content.h"
#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "walk/field_text.h"
#include "walk/parser.h"
#include "walk/watch.h"

namespace mimebase::message {
namespace {

using ascii::equals_ignoring_case;
using documents::Reading;

// The references of one message, entity by entity. The bases of its headers are scopes, each inside that of
// the next layer out.
class EmbeddedMail {
 public:
  EmbeddedMail(const walk::Message& message, const std::vector<BaseBy>& headers, Reading& reading,
               find::Sink& sink)
      : message_(message), layers_({RuleSet::kRfc1808, headers}), reading_(reading), sink_(sink) {
    layers_.start_message({}, {reading.limits.base_bytes, reading.limits.bases, reading.bytes_left});
  }

  void find() {
    const int count = static_cast<int>(message_.entities().size());
    for (int i = 0; i < count; ++i) {
      const walk::Entity& self = message_.entities()[static_cast<std::size_t>(i)];
      scopes_.push_back(self.parent < 0 ? find::kDocument : scopes_[static_cast<std::size_t>(self.parent)]);
      declare(i, self.parent);
      heading(i);
      content(i);
      note_losses(i);
    }
    for (const walk::LimitHit& hit : message_.limits_hit()) {
      if (hit.may_lose) reading_.unread(hit.what);
    }
  }

 private:
  [[nodiscard]] find::NestedPlace place(std::string_view where, find::ScopeId scope) const {
    find::NestedPlace place;
    place.where = where;
    place.scope = place.outer_scope = scope;
    place.in_embedded_mail = true;
    return place;
  }

  // Opens the scopes of an entity's header, and reports the fields that declare them.
  void declare(int entity, int parent) {
    layers_.add_entity(parent, message_.entities()[static_cast<std::size_t>(entity)].is_http);
    const auto fields = message_.fields(entity);
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const BaseBy by = base::base_header(fields[f].name);
      if (by != BaseBy::kNone) base::add_base_field(layers_, by, fields[f].raw_value, f);
    }
    layers_.settle();
    find::ScopeId& scope = scopes_.back();
    const auto declared = layers_.declared(entity);
    for (auto it = declared.rbegin(); it != declared.rend(); ++it) {
      if (it->reference.empty()) continue;
      const std::string where = message_.heading_name(entity);
      const std::string context = "header:" + ascii::lowered(fields[it->field].name);
      find::Found found;
      found.context = context;
      found.reference = it->reference;
      find::NestedSink(place(where, scope), sink_).found(found);
      // Outside the message, more may be known of what a location is relative to.
      const bool may_be_base =
          it->usable() || (base::kind_of(it->by).is_location && it->validity == base::Validity::kRelative);
      if (it->is_candidate && may_be_base) scope = sink_.open_scope(scope, {it->by, it->reference, {}});
    }
  }

  void heading(int entity) {
    const std::string where = message_.heading_name(entity);
    find::NestedSink nested(place(where, scopes_.back()), sink_);
    const walk::Entity& self = message_.entities()[static_cast<std::size_t>(entity)];
    bool is_external = self.content_type == "message/external-body";
    for (const walk::Field& field : message_.fields(entity)) {
      if (is_external && equals_ignoring_case(field.name, "content-type")) {
        find_in_external_body(message_, entity, field, nested);
        is_external = false;  // the first of two such fields counts
      }
      if (base::base_header(field.name) != BaseBy::kNone) continue;
      if (self.is_http &&
          find::find_in_http_field(field.name, walk::unfold(field.raw_value, unfolded_), nested))
        continue;
      if (find::may_hold_reference(field.name, field.raw_value))
        find::find_in_field(field.name, walk::unfold(field.raw_value, unfolded_), nested);
    }
  }

  void content(int entity) {
    const auto [finder, format] = kind_of_content(message_, entity);
    const bool is_document = format != documents::Format::kNone;
    if (finder == nullptr && !is_document) return;
    const std::string_view bytes = message_.content(entity, decoded_);
    if (!reading_.charge_bytes(bytes.size(), sink_)) return;
    const std::string where = message_.part_name(entity);
    const find::NestedPlace here = place(where, scopes_.back());
    if (is_document) {
      find::NestedPlace around = here;
      around.where = {};
      find::NestedSink nested(around, sink_);
      find_in_embedded(bytes, file_name_of(message_, entity), where, reading_, nested,
                       message_.entities()[static_cast<std::size_t>(entity)].content_type);
      return;
    }
    const charset::Readable readable =
        charset::make_readable(message_.charset(entity), finder->media_type, bytes, converted_);
    const find::Content text{readable.bytes, readable.charset, reading_.limits};
    if (finder->declared_base != nullptr) return find_nested_document(*finder, text, here, sink_);
    find::NestedSink nested(here, sink_);
    find_in(message_, entity, *finder, text, nested);
  }

  void note_losses(int entity) {
    const walk::Entity& self = message_.entities()[static_cast<std::size_t>(entity)];
    const std::string part = "part " + message_.part_name(entity);
    if (self.too_deep) sink_.limit_hit(find::FindLimit::kDocumentDepth);
    const bool is_encrypted = self.in_encrypted && self.content_type == "application/octet-stream";
    if (is_encrypted || self.cms == walk::CmsKind::kEncrypted)
      reading_.unread(part + " is encrypted, so it is not searched");
    if (self.cms == walk::CmsKind::kUnreadable)
      reading_.unread(part + " is in a signature that cannot be read, so it is not searched");
    for (const std::string& defect : message_.defects(entity)) reading_.damaged(part + ": " + defect);
  }

  const walk::Message& message_;
  base::Layers layers_;
  Reading& reading_;
  find::Sink& sink_;
  std::vector<find::ScopeId> scopes_;  // inside the header of each entity
  std::string unfolded_, decoded_, converted_;
};

}  // namespace

void find_in_embedded_mail(std::string_view bytes, const std::vector<BaseBy>& headers, Reading& reading,
                           find::Sink& sink) {
  // A file of Outlook is converted, and what is encoded is kept decoded.
  if (!reading.charge_bytes(bytes.size(), sink)) return;
  Limits limits = reading.limits;
  limits.decoded_bytes = std::min(limits.decoded_bytes, reading.bytes_left);
  limits.parts = std::min(limits.parts, reading.objects_left);
  const walk::WatchPaused paused;
  walk::Parser parser;
  const walk::Message message = parser.parse(bytes, limits);
  std::uint64_t converted = 0;
  for (int i = 0; i < message.frame_count(); ++i) {
    const walk::FrameOrigin origin = message.frame_origin(i);
    if (origin.owner >= 0 || origin.is_recoded) converted += message.frame_bytes(i).size();
  }
  if (!reading.charge_bytes(converted, sink) || !reading.charge_objects(message.entities().size(), sink))
    return;
  EmbeddedMail(message, headers, reading, sink).find();
}

}  // namespace mimebase::message
