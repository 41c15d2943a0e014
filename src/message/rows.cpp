#include "message/rows.h"

#include <algorithm>

#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "unwrap/wrappers.h"
#include "url/idna.h"
#include "url/split.h"
#include "url/whatwg_host.h"
#include "write/columns.h"
#include "write/text_bytes.h"

namespace mimebase::message {
namespace {

constexpr std::size_t kShownDataUrlBytes = 100;

bool is_data_url(std::string_view url) {
  return url.size() > kShownDataUrlBytes && ascii::starts_with_ignoring_case(url, "data:");
}

// A data: URL contains its data, and can be megabytes long.
std::string_view shorten_data_url(std::string_view url, std::string& buffer) {
  buffer.assign(utf8::prefix(url, kShownDataUrlBytes));
  buffer += "…";
  return buffer;
}

// Estimated bytes of a row's keys.
constexpr std::size_t kKeyBytes = 400;

// A defanged host without a scheme is read like a bare "www.".
std::string live_form(std::string_view reference) {
  std::string live = refang(reference);
  const std::size_t colon = std::min(live.find_first_of(":/?#"), live.size());
  const bool has_scheme = live.compare(colon, 3, "://") == 0 || live.compare(0, colon + 1, "mailto:") == 0;
  return has_scheme ? live : "http://" + live;
}

}  // namespace

std::string_view shown_url(std::string_view url, std::string& buffer) {
  return is_data_url(url) ? shorten_data_url(url, buffer) : url;
}

void LinkBuilder::enter(const Origin& origin) {
  if (origin.entity == entity_ && origin.in_heading() == in_heading_) return;
  entity_ = origin.entity;
  in_heading_ = origin.in_heading();
  archives_ = nullptr;
  const walk::Message& walked = message_.walked();
  part_ = in_heading_ ? walked.heading_name(entity_) : walked.part_name(entity_);
  in_message_id_.reset();
  if (message_.entity(entity_).message > 0) in_message_id_ = walked.message_id(entity_);
  message_.budget().cut_envelope(in_message_id_, "Message-ID");
  page_ = message_.layers().base_for(-1).url;
  if (!page_.empty() || in_heading_) return;
  if (auto saved = message_.saved_from(entity_)) page_ = std::move(saved->url);
}

const Link* LinkBuilder::build(const Reference& reference) {
  const find::Found& found = reference.found;
  enter(reference.origin);
  target_ = -1;
  cleaned_ = url::clean(found.reference, clean_buffer_);
  link_ = Link();
  link_.message = &message_.info();
  link_.part = part_;
  if (!in_heading_) link_.content_type = message_.entity(entity_).content_type;
  link_.in_message_id = in_message_id_;
  link_.context = found.context;
  link_.hidden = find::name_of(found.hidden);
  if (found.where.empty()) {
    link_.span = reference.origin.span;
  } else {
    link_.where = found.where;
  }
  link_.text = found.text;
  link_.reference = found.reference;
  link_.base = reference.scope.info;
  if (!page_.empty()) link_.page = page_;
  link_.status = resolve(found, reference.scope.resolver);
  // A base that is not a URL makes these `invalid`. They name no part then either.
  const bool may_name_part =
      !found.guessed && !found.defanged && !found.in_embedded_mail && !cleaned_.starts_with('#');
  if (may_name_part) match_part(reference.scope);
  link_.kind = found.kind ? *found.kind : kind_of_context(link_.context);
  // "//host/x" has a host even without a base.
  const bool has_base = link_.base.by != BaseBy::kNone;
  const std::string_view host = link_.resolved ? url::host_of(*link_.resolved)
                                : has_base     ? std::string_view()
                                               : url::host_without_scheme(cleaned_);
  if (!host.empty()) link_.host = url::shown_host(host, host_);
  put_unicode();
  put_unwrapped(host);
  put_permalink();
  if (!message_.options().full_data_urls) {
    if (is_data_url(cleaned_)) link_.reference = shorten_data_url(link_.reference, shown_reference_);
    if (link_.resolved) link_.resolved = shown_url(*link_.resolved, shown_resolved_);
  }
  return message_.budget().charge_row(kKeyBytes + write::text_bytes_of(write::kLinkColumns, link_)) ? &link_
                                                                                                    : nullptr;
}

LinkStatus LinkBuilder::resolve(const find::Found& found, const Resolver& resolver) {
  std::string_view reference = found.reference;
  if (found.guessed) {
    guess_.assign("http://").append(reference);
    reference = guess_;
  }
  if (found.defanged) {
    guess_ = live_form(reference);
    reference = guess_;
  }
  const Result<void> result = resolver.resolve(reference, resolved_);
  if (!result && (found.guessed || found.defanged || result.error().code != Error::Code::kNoBase))
    return LinkStatus::kInvalid;
  if (result && !resolved_.empty()) link_.resolved = resolved_;
  if (found.guessed) return LinkStatus::kGuessed;
  if (found.defanged) return LinkStatus::kDefanged;
  if (cleaned_.starts_with('#')) return LinkStatus::kSameDocument;
  if (!result) return LinkStatus::kUnresolved;
  return Resolver::is_absolute(cleaned_, message_.profile().rules) ? LinkStatus::kAbsolute
                                                                   : LinkStatus::kResolved;
}

// Labels (cid:, mid:) first, then Content-Location.
void LinkBuilder::match_part(const Scope& scope) {
  const match::Parts::Named named = message_.parts().by_label(cleaned_, entity_);
  if (named.kind == match::Parts::Named::Kind::kMissing) link_.status = LinkStatus::kMissingPart;
  if (named.kind == match::Parts::Named::Kind::kPart) target_ = named.entity;
  if (named.kind == match::Parts::Named::Kind::kNone && scope.matching_resolver)
    target_ = match_location(scope).value_or(-1);
  if (target_ < 0) return;
  link_.status = LinkStatus::kPart;
  target_part_ = message_.walked().part_name(target_);
  link_.target_part = target_part_;
}

std::optional<int> LinkBuilder::match_location(const Scope& scope) {
  if (!scope.matching_resolver->resolve(link_.reference, matched_)) matched_.clear();
  // Most references to parts name one in the same multipart/related, as it is written there.
  if (const auto part = message_.parts().in_own_related(matched_, entity_)) return part;
  if (scope.standard_resolver->resolve(link_.reference, serialised_)) {
    serialised_.resize(std::min(serialised_.find('#'), serialised_.size()));
  } else {
    serialised_.clear();
  }
  return message_.standard_parts().by_location(matched_, serialised_, entity_);
}

void LinkBuilder::put_unicode() {
  if (!link_.host || !contains(*link_.host, "xn--")) return;
  if (url::domain_to_unicode(*link_.host, host_unicode_) != nullptr || host_unicode_ == *link_.host) return;
  link_.host_unicode = host_unicode_;
}

void LinkBuilder::put_unwrapped(std::string_view host) {
  if (!link_.resolved || host == plain_host_) return;
  const OwnTemplate* const own = message_.own();
  const bool may_be_own =
      own != nullptr && ascii::equals_ignoring_case(host, url::host_of(message_.options().own_template));
  if (!may_be_own && !unwrap::may_wrap(host)) {
    plain_host_ = host;
    return;
  }
  unwrapped_ = own != nullptr ? unwrap_all(*link_.resolved, *own) : unwrap_all(*link_.resolved);
  if (unwrapped_.layers.empty()) return;
  link_.wrappers = unwrapped_.names();
  if (unwrapped_.limit_hit && !has_told_layers_) {
    message_.budget().note_cut(entity_, "a URL has more than " + std::to_string(kMaxUnwrapLayers) +
                                            " wrappers: the inner ones are not decoded");
    has_told_layers_ = true;
  }
  if (const std::string_view url = unwrapped_.innermost(); !url.empty()) link_.unwrapped = url;
}

const ListArchives& LinkBuilder::archives() {
  if (archives_ != nullptr) return *archives_;
  const auto [at, is_new] = archives_by_message_.try_emplace(message_.entity(entity_).message);
  if (is_new) {
    int body = entity_;
    while (!message_.entity(body).is_message_body && message_.entity(body).parent >= 0)
      body = message_.entity(body).parent;
    at->second = read_list_archives(message_.walked(), body);
  }
  archives_ = &at->second;
  return *archives_;
}

// Archived-At names the message that has it (RFC 5064 section 2), whatever form the URL has.
void LinkBuilder::put_permalink() {
  if (!link_.resolved) return;
  const ListArchives& own = archives();
  if (!own.archived_at.empty() && own.archived_at.contains(url::permalink_key(*link_.resolved))) {
    link_.permalink = url::name_of(url::PermalinkScheme::kArchivedAt);
    link_.permalink_names =
        message_.entity(entity_).message > 0 ? link_.in_message_id : link_.message->message_id;
    return;
  }
  permalink_ = url::permalink_of(*link_.resolved, own.inboxes);
  if (!permalink_) return;
  link_.permalink = url::name_of(permalink_->scheme);
  link_.permalink_names = permalink_->names;
}

const Entity* EntityBuilder::build(int i) {
  const walk::Entity& walked = message_.entity(i);
  const base::Layers& layers = message_.layers();
  part_ = message_.walked().part_name(i);
  entity_ = Entity();
  entity_.message = &message_.info();
  entity_.part = part_;
  entity_.depth = walked.depth;
  entity_.content_type = walked.content_type;
  entity_.searched = message_.searched(i);
  entity_.defect = walked.defect;

  details_ = message_.walked().details(i);
  entity_.charset = details_.charset;
  entity_.transfer_encoding = details_.transfer_encoding;
  entity_.disposition = details_.disposition;
  entity_.filename = details_.filename;
  entity_.content_id = details_.content_id;
  const auto in_source = [this](const Range& range) {
    return Range{range.start + bytes_offset_, range.end + bytes_offset_};
  };
  if (details_.heading) entity_.heading = in_source(*details_.heading);
  if (details_.body) entity_.body = in_source(*details_.body);
  for (const base::Declared& declared : layers.declared(i)) {
    if (base::kind_of(declared.by).is_location && !entity_.content_location)
      entity_.content_location = declared.reference;
  }
  const Content& content = message_.content(i);
  const std::size_t size =
      content.is_decoded() ? content.decoded().size() : message_.walked().content(i, decoded_).size();
  entity_.size_bytes = walked.kind == walk::Kind::kLeaf || size > 0 ? size : details_.body_bytes;

  document_bases_ = message_.document_bases(i);
  unfollowed_base_ = message_.unfollowed_base(i);
  std::vector<const base::Declared*> in_content;
  if (unfollowed_base_) in_content.push_back(&*unfollowed_base_);
  for (const base::Declared& base : document_bases_) in_content.push_back(&base);
  const auto usable = std::ranges::find_if(document_bases_, &base::Declared::usable);
  saved_from_ = message_.saved_from(i);
  base::Effective effective = usable != document_bases_.end() ? usable->effective() : layers.base_for(i);
  if (effective.by == BaseBy::kNone && saved_from_ && saved_from_->usable())
    effective = saved_from_->effective();
  entity_.base = message_.base_info(i, effective, definer_);
  chain_.clear();
  definers_.clear();
  for (const base::ChainLink& link : layers.chain(i, in_content, saved_from_ ? &*saved_from_ : nullptr)) {
    chain_.push_back(link.candidate);
    if (link.definer < 0) continue;
    chain_.back().part = definers_.emplace_back(message_.definer_name(link.candidate.by, link.definer));
  }
  if (effective.by == BaseBy::kNone && message_.parts().tree().related_of(i) >= 0 &&
      message_.needs_this_message()) {
    chain_.push_back({BaseSection::kDefault, BaseBy::kNone, std::nullopt, "thismessage:/", "thismessage:/",
                      CandidateState::kMatchingOnly});
  }
  entity_.chain = chain_;
  return message_.budget().charge_row(kKeyBytes + write::text_bytes_of(write::kEntityColumns, entity_))
             ? &entity_
             : nullptr;
}

}  // namespace mimebase::message
