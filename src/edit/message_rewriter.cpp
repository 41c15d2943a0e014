#include "edit/message_rewriter.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "edit/heading.h"
#include "edit/line_fitter.h"
#include "edit/transfer.h"
#include "find/quoting.h"
#include "model/layer_kinds.h"
#include "model/message_bound.h"
#include "text/ascii.h"
#include "url/split.h"
#include "walk/field_text.h"
#include "walk/heading.h"

namespace mimebase::edit {
namespace {

// Edits are also limited by the message's size, because each byte of them is copied and read again. A
// template or a map can make many bytes of each of the shortest URLs, such as "www.a.b" and a blank.
std::uint64_t granted_edit_bytes(std::uint64_t message_bytes, const RewriteOptions& options) {
  constexpr std::uint64_t kLeastEditBytes = std::uint64_t{256} << 10, kEditBytesPerByte = 12;
  constexpr std::uint64_t kShortestUrl = 8, kPerUrl = 256;
  const std::size_t template_bytes =
      options.own_template.size() + options.recipient.size() + (options.map ? options.map->longest_new() : 0);
  const std::uint64_t more = template_bytes == 0 ? 0 : (template_bytes + kPerUrl) / kShortestUrl;
  return kLeastEditBytes + (kEditBytesPerByte + more) * message_bytes;
}

constexpr std::string_view kAnnotation = "X-Mimebase-Base";

// The explanation in a note about unchanged references.
std::string_view why_left(EditNoteCode code, bool replaces) {
  switch (code) {
    case EditNoteCode::kLeftSigned:
      return "inside signed content and left unchanged for its signature";
    case EditNoteCode::kLeftEmpty:
      return "empty and left unchanged: a browser loads nothing for an empty reference";
    case EditNoteCode::kLeftClassName:
      return "left unchanged: the attribute code names a Java class and is not a URL";
    case EditNoteCode::kLeftDependent:
      return "not mapped: a base or label, and what depends on it, can only be mapped together";
    case EditNoteCode::kLeftDocument:
      return "left unchanged: documents are never written";
    default:
      return replaces ? "left unchanged: the new URL cannot be written there"
                      : "left unchanged: its absolute form cannot be written there";
  }
}

// Folds a value of the field kAnnotation so that no line is too long (RFC 5322 section 2.1.1). Readers ignore
// white space between "<" and ">" (RFC 3986 appendix C, RFC 2557 section 4.4.2).
std::string folded_annotation(std::string_view value, std::string_view line_break) {
  std::string out;
  std::size_t room = kLineBytes - kAnnotation.size() - 2;
  while (value.size() > room) {
    std::size_t at = value.substr(0, room).find_last_of(" /%");
    if (at == std::string_view::npos || at == 0) {
      at = room;
      while (at > 1 && (static_cast<unsigned char>(value[at]) & 0xC0) == 0x80) --at;
    }
    out.append(value.substr(0, at)).append(line_break);
    if (value[at] != ' ') out += ' ';
    value.remove_prefix(at);
    room = kLineBytes - 1;
  }
  return out.append(value);
}

std::string without_blanks(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return !ascii::is_blank(c); });
  return out;
}

}  // namespace

MessageRewriter::MessageRewriter(message::AnalysedMessage& message, const RewriteOptions& options,
                                 const Replacers& replacers, RewriteVisitor& visitor)
    : message_(message),
      options_(options),
      replacers_(replacers),
      visitor_(visitor),
      builder_(message),
      raw_(message),
      content_(message, replaces_urls(options)),
      signed_(message, options),
      most_held_(message_bound(message.options().limits.edit_bytes, Limits().edit_bytes,
                               granted_edit_bytes(message.walked().frame_bytes(0).size(), options))) {}

void MessageRewriter::run() {
  drops_bases_ = options_.drop_bases && !replaces_urls(options_);
  replacer_ = replacers_.make(message_, builder_, drops_bases_);
  const find::Budget::Mark start = message_.budget().mark();
  Settled settled = rewrite_entities(visitor_);
  Visitor nobody;  // the first pass has reported exceeded limits
  if (drops_bases_ && needs_bases_) {
    drops_bases_ = false;
    replacer_ = replacers_.make(message_, builder_, drops_bases_);
    message_.budget().return_to(start);
    settled = rewrite_entities(nobody);
  }
  while (replacer_->starts_again()) {
    message_.budget().return_to(start);
    settled = rewrite_entities(nobody);
  }
  report_left();
  if (settled.omitted)
    visitor_.problem(message_.info(), {},
                     "more than " + std::to_string(message_.options().limits.digests) +
                         " fields state the length or digest of edited content: not all are updated");
  if (report_signatures(settled.broken)) report_edits(frames_.front());
}

Settled MessageRewriter::rewrite_entities(Visitor& visitor) {
  frames_.assign(static_cast<std::size_t>(message_.walked().frame_count()), {});
  left_.clear();
  needs_bases_ = is_full_ = false;
  held_ = 0;
  heading_of_ = -1;
  message::ReferencesTo references(message_, visitor,
                                   [this](const message::Reference& reference) { take(reference); });
  for (int i = 0; i < message_.entity_count(); ++i) {
    field_ = -1;
    references.heading(i);
    if (!references.is_complete()) replacer_->unknown_stay();
    if (options_.annotate && signed_.may_edit(i)) annotate(i);
    rewrite_content(i, references);
    if (!references.is_complete()) replacer_->unknown_stay();
  }
  Settled settled = settle(message_.walked(), frames_, message_.options().limits.digests);
  for (const LeftInside& left : settled.left)
    left_.push_back({EditNoteCode::kLeftUnwritable, left.entity, false, left.references});
  needs_bases_ = needs_bases_ || !settled.left.empty();
  if (is_full_ || !settled.left.empty()) replacer_->unknown_stay();
  return settled;
}

void MessageRewriter::rewrite_content(int entity, message::References& references) {
  const message::Content& content = message_.content(entity);
  const bool is_document = content.document() != nullptr || !content.unread_because().empty();
  Change where;
  where.entity = entity;
  // A file that is a document is never dropped in silence, whatever is in it.
  if (content.finder() == nullptr && message_.walked().is_document() && entity == 0)
    leave(EditNoteCode::kLeftDocument, where, 0);
  if (replaces_urls(options_) && signed_.is_encrypted(entity)) leave(EditNoteCode::kLeftSigned, where, 0);
  if (is_document) return references.content(entity);
  if (content.finder() == nullptr) return;
  content_.start(entity);
  references.content(entity);
  const std::uint64_t left = content_.finish(frame_of(entity));
  if (left == 0) return;
  needs_bases_ = true;
  replacer_->content_stays(entity);
  leave(EditNoteCode::kLeftUnwritable, where, left);
}

void MessageRewriter::take(const message::Reference& reference) {
  const message::Origin& origin = reference.origin;
  const Link* link = builder_.build(reference);
  if (link == nullptr) return;
  const bool in_document = !reference.found.where.empty();
  if (reference.found.is_inert) {
    replacer_->stays(reference, *link);
    if (!in_document) content_.keep(reference.found);
    return;
  }
  Change why;
  why.entity = origin.entity;
  why.in_heading = origin.in_heading();
  why.references = 1;
  const bool stays_relative = link->status != LinkStatus::kSameDocument &&
                              !Resolver::is_absolute(link->reference, message_.profile().rules);
  if (drops_bases_ && is_base(reference) && signed_.may_edit(origin.entity)) return drop_base(reference, why);
  const Decision decision = replacer_->decide(reference, *link);
  if (decision.note) leave(*decision.note, why, 1);
  if (!decision.text.empty()) {
    why.reason = decision.reason;
    auto left = in_document ? EditNoteCode::kLeftDocument : must_leave(reference, *link);
    if (!left) left = decision.left;
    if (!left && change(reference, decision.text, why)) return;
    leave(left.value_or(EditNoteCode::kLeftUnwritable), why, 1);
    replacer_->stays(reference, *link);
  }
  if (!origin.in_heading() && !in_document) content_.keep(reference.found);
  needs_bases_ = needs_bases_ || stays_relative;
}

std::optional<EditNoteCode> MessageRewriter::must_leave(const message::Reference& reference,
                                                        const Link& link) {
  std::string buffer;
  if (url::clean(link.reference, buffer).empty()) return EditNoteCode::kLeftEmpty;
  if (link.context.ends_with("@code")) return EditNoteCode::kLeftClassName;
  if (!signed_.may_edit(reference)) return EditNoteCode::kLeftSigned;
  if (is_malformed_location(reference.origin)) return EditNoteCode::kLeftUnwritable;
  return std::nullopt;
}

// A malformed Content-Location is ignored, and must not become valid.
bool MessageRewriter::is_malformed_location(const message::Origin& origin) const {
  if (!origin.in_heading()) return false;
  return std::ranges::any_of(message_.layers().declared(origin.entity), [&](const base::Declared& declared) {
    return declared.field == static_cast<std::size_t>(origin.field) &&
           declared.validity == base::Validity::kMalformed;
  });
}

bool MessageRewriter::hold(std::size_t bytes) {
  held_ += bytes + sizeof(Change);
  if (held_ > most_held_ && !std::exchange(is_full_, true)) replacer_->stop();
  return !is_full_;
}

bool MessageRewriter::change(const message::Reference& reference, std::string_view text, Change why) {
  if (!hold(text.size())) return false;
  why.context = context_id(reference.found.context);
  if (reference.origin.in_heading()) return change_field(reference, text, why);
  return content_.replace(reference, text, why);
}

bool MessageRewriter::change_field(const message::Reference& reference, std::string_view text,
                                   const Change& why) {
  const message::Origin& origin = reference.origin;
  const auto place = raw_.place(origin);
  auto written = find::write_quoted(origin.quoting, text);
  if (!place || !written || find::read_quoted(origin.quoting, *written) != text) return false;
  const std::string_view frame = message_.walked().frame_bytes(place->frame);
  Range span = place->span;
  if (origin.quoting.size() > 0 && origin.quoting.at(0) == find::Quoting::kParameter &&
      (span.start == 0 || frame[span.start - 1] != '"'))
    written = '"' + *written + '"';
  if (origin.field != field_) {
    field_ = origin.field;
    field_lines_ =
        LineFitter(frame, frame.substr(0, span.start).rfind('\n') + 1, line_break_at(frame, span.start));
  }
  if (!field_lines_.fit(origin.quoting, span, *written)) return false;
  frames_[static_cast<std::size_t>(place->frame)].add(span, *written, why);
  return true;
}

// The lines of a field that can be removed: without it, what is left is read as before. What GMime makes of a
// line that is no field depends on the lines around it.
std::optional<Range> MessageRewriter::removable_lines(int entity, int field) {
  const walk::Message& walked = message_.walked();
  if (std::exchange(heading_of_, entity) != entity) {
    const int frame = message_.entity(entity).frame;
    const Range lines = walked.ranges(entity).heading;
    const auto heading =
        walk::read_regular_heading(walked.frame_bytes(frame).substr(lines.start, lines.end - lines.start));
    // Behind a From line, the header of a message ends at once if it has no field.
    const std::size_t kept =
        message_.entity(entity).is_message_body && walked.frame_origin(frame).start > 0 ? 1 : 0;
    removable_ = heading && heading->fields.size() > kept ? heading->fields.size() - kept : 0;
  }
  if (removable_ == 0) return std::nullopt;
  --removable_;
  return field_lines(walked, entity, field);
}

void MessageRewriter::drop_base(const message::Reference& reference, Change why) {
  const message::Origin& origin = reference.origin;
  why.context = context_id(reference.found.context);
  why.reason = EditReason::kBaseDropped;
  if (origin.in_heading()) {
    const auto lines = removable_lines(origin.entity, origin.field);
    if (lines) frame_of(origin.entity).add(*lines, {}, why);
    needs_bases_ = needs_bases_ || !lines;
  } else if (!content_.drop_base(reference, why)) {
    content_.keep(reference.found);
    needs_bases_ = true;
  }
}

// Removes existing fields of that name, which are not ours, unless they have the same value.
void MessageRewriter::annotate(int entity) {
  const walk::Message& walked = message_.walked();
  const std::optional<HeadingEnd> end = heading_end(walked, entity);
  if (!end) return;
  // With another line, a message would begin behind it.
  if (end->is_open && message_.entity(entity).content_type.starts_with("message/")) return;
  const std::vector<base::Declared> declared = message_.document_bases(entity);
  const auto usable = std::ranges::find_if(declared, &base::Declared::usable);
  std::string definer, saved_from;
  const base::Effective effective =
      usable != declared.end() ? usable->effective() : message_.content_bases(entity, saved_from).effective;
  const BaseInfo base = message_.base_info(entity, effective, definer);
  const std::string new_url = replacer_->new_base(entity, effective).value_or(std::string(base.url));
  const std::string value = "<" + new_url + ">; by=" + std::string(name_of(base.by)) +
                            "; section=" + std::string(name_of(base.section));
  Change why;
  why.entity = entity;
  why.in_heading = true;
  why.reason = EditReason::kAnnotation;
  bool is_there = false;
  const auto fields = walked.fields(entity);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (!ascii::equals_ignoring_case(fields[f].name, kAnnotation)) continue;
    std::string unfolded;
    const bool is_same = without_blanks(walk::unfold(fields[f].raw_value, unfolded)) == without_blanks(value);
    const auto lines = is_same && !is_there ? std::nullopt : removable_lines(entity, static_cast<int>(f));
    if (lines) frame_of(entity).add(*lines, {}, why);
    is_there = is_there || is_same;
  }
  if (is_there || !hold(value.size())) return;
  const std::string line_break(end->line_break);
  std::string field = std::string(kAnnotation) + ": " + folded_annotation(value, line_break) + line_break;
  if (end->is_open) field = line_break + field;
  frame_of(entity).add({end->at, end->at}, field, why);
}

void MessageRewriter::leave(EditNoteCode code, const Change& where, std::uint64_t references) {
  // The notes of the current header or content are last.
  for (auto left = left_.rbegin();
       left != left_.rend() && left->entity == where.entity && left->in_heading == where.in_heading; ++left) {
    if (left->code != code) continue;
    left->references += references;
    return;
  }
  left_.push_back({code, where.entity, where.in_heading, references});
}

std::uint32_t MessageRewriter::context_id(std::string_view context) {
  const auto known = context_ids_.find(context);
  if (known != context_ids_.end()) return known->second;
  const auto id = static_cast<std::uint32_t>(contexts_.size());
  contexts_.emplace_back(context);
  context_ids_.emplace(context, id);
  return id;
}

void MessageRewriter::report_note(EditNoteCode code, std::string_view part, std::uint64_t references,
                                  std::string_view detail) {
  visitor_.note({&message_.info(), part, code, references, detail});
}

void MessageRewriter::report_left() {
  if (is_full_) {
    visitor_.problem(
        message_.info(), {},
        "its edits hold more than " + std::to_string(most_held_) + " bytes: the rest is left unchanged");
  }
  for (const Left& left : left_) {
    if (left.references == 0) {
      report_note(left.code, part_name(left.entity, left.in_heading), 0,
                  left.code == EditNoteCode::kLeftSigned
                      ? "the part is encrypted and left unchanged"
                      : "the document is left unchanged: documents of its type are never written");
      continue;
    }
    std::string count = std::to_string(left.references);
    report_note(left.code, part_name(left.entity, left.in_heading), left.references,
                count.append(left.references == 1 ? " reference is " : " references are ")
                    .append(why_left(left.code, replaces_urls(options_))));
  }
}

// Returns false if the message must stay unchanged.
bool MessageRewriter::report_signatures(const std::vector<BrokenSignature>& all) {
  const bool is_kept =
      options_.keep_dkim &&
      std::any_of(all.begin(), all.end(), [](const BrokenSignature& b) { return !b.domain.empty(); });
  for (const BrokenSignature& broken : all) {
    const std::string who = broken.domain.empty() ? "the signature of this " + broken.field
                                                  : "the " + broken.field + " of " + broken.domain;
    report_note(is_kept ? EditNoteCode::kLeftDkim : EditNoteCode::kSignatureBroken,
                part_name(broken.entity, !broken.domain.empty()), 0,
                who + (is_kept ? " covers bytes that would be edited: the message is left unchanged"
                               : " covers edited bytes and is no longer valid"));
  }
  return !is_kept;
}

void MessageRewriter::report_edits(const Changes& message) {
  const std::size_t start = message_.walked().frame_origin(0).start;
  std::string part;
  const Change* named = nullptr;
  for (const Change& change : message.all()) {
    if (named == nullptr || named->entity != change.entity || named->in_heading != change.in_heading)
      part = part_name(change.entity, change.in_heading);
    named = &change;
    visitor_.edit({&message_.info(),
                   part,
                   change.reason,
                   contexts_[change.context],
                   change.references,
                   {change.span.start + start, change.span.end + start},
                   message.bytes(change)});
  }
}

}  // namespace mimebase::edit
