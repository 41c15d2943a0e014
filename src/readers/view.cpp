#include "readers/view.h"

#include <algorithm>
#include <span>
#include <utility>

#include "charset/charset.h"
#include "find/html/text.h"
#include "model/innermost_context.h"
#include "readers/choice.h"
#include "text/ascii.h"
#include "walk/field_text.h"

namespace mimebase::readers {
namespace {

constexpr std::string_view kSrcdoc = "@srcdoc/";
// How far the text around a reference is looked at, on either side.
constexpr std::size_t kMaxTagBytes = 1000;

// "*@background" accepts "td@background", and "css:*" accepts "css:import".
bool accepts(std::string_view rule, std::string_view context) {
  if (rule.front() == '*') return context.ends_with(rule.substr(1));
  if (rule.back() == '*') return context.starts_with(rule.substr(0, rule.size() - 1));
  return rule == context;
}

bool is_listed(std::span<const std::string_view> rules, std::string_view context) {
  return std::any_of(rules.begin(), rules.end(),
                     [context](std::string_view rule) { return accepts(rule, context); });
}

// A reader that cuts off bytes may leave a part of a character. Results are UTF-8, with such bytes decoded as
// windows-1252.
void repair(std::string& url) {
  if (ascii::is_ascii(url)) return;
  std::string repaired;
  charset::Charset().append_utf8(url, repaired);
  url = std::move(repaired);
}

}  // namespace

View::View(message::AnalysedMessage& message, const Profile& profile)
    : shown(static_cast<std::size_t>(message.entity_count())), message_(message), profile_(profile) {
  profile_.enter_message(*this);
  labels.finish();
}

const message::Content& View::content(int entity) {
  if (entity == entity_) return message_.content(entity);
  other_.read(message_.walked(), entity);
  return other_;
}

void View::enter(int entity) {
  entity_ = entity;
  base.clear();
  own_url.clear();
  tags_.clear();
  query_encoding.reset();
  dropped = {};
  has_pictures_.reset();
  named_charset_.reset();
  if (!shown[static_cast<std::size_t>(entity)].is_shown) return;
  if (profile_.tags != nullptr && is_html(*this, entity)) tags_.read(text(entity), *profile_.tags);
  if (profile_.enter_content != nullptr) profile_.enter_content(*this);
}

std::string_view View::base_of(int entity) {
  enter(entity);
  return base;
}

OpensBy View::use_of(const find::Found& found, std::string_view context) const {
  if (found.defanged) return OpensBy::kNone;
  if (found.hidden == find::Hidden::kTemplate && !profile_.sees_templates) return OpensBy::kNone;
  const bool in_comment =
      found.hidden == find::Hidden::kComment || found.hidden == find::Hidden::kConditionalComment;
  if (in_comment && !profile_.sees_comments) return OpensBy::kNone;
  if (is_listed(profile_.ignored, context)) return OpensBy::kNone;
  if (is_listed(profile_.clicks, context)) return OpensBy::kClick;
  return is_listed(profile_.loads, context) ? OpensBy::kLoad : OpensBy::kNone;
}

// Passes on the bases of a scanner that stand before this position.
void View::read_bases(std::size_t before) {
  std::string buffer;
  while (const auto written = tags_.next_base(before)) {
    const std::string_view href = find::html_attribute_value(*written, readable(entity_).charset, buffer);
    profile_.read_base(*this, walk::trimmed(href));
  }
}

const Answer& View::answer(const message::Reference& reference) {
  answer_.part = -1;
  answer_.url.clear();
  answer_.by = OpensBy::kNone;
  answer_.is_followed = false;
  const message::Origin& origin = reference.origin;
  if (origin.in_heading()) return answer_;
  if (origin.entity != entity_) enter(origin.entity);
  if (!shown[static_cast<std::size_t>(entity_)].is_shown) return answer_;
  const find::Found& found = reference.found;
  const std::string_view context = innermost_context(found.context);
  const bool in_srcdoc = found.context.find(kSrcdoc) != std::string_view::npos;
  if (tags_.is_skipped(origin.text.start)) return answer_;
  if (dropped.start <= origin.text.start && origin.text.start < dropped.end) return answer_;
  read_bases(origin.text.start);
  if (found.is_base || context == "base@href") {
    is_document_base = found.is_base && found.hidden == find::Hidden::kNo;
    const bool is_read = profile_.read_base != nullptr && profile_.tags == nullptr;
    if (is_read && found.hidden != find::Hidden::kComment && !in_srcdoc)
      profile_.read_base(*this, found.reference);
    return answer_;
  }
  const OpensBy by = use_of(found, context);
  if (by == OpensBy::kNone) return answer_;
  // A base of any length before every reference would make answers quadratic in the size of the message.
  for (std::string* const one : {&base, &own_url}) {
    if (one->size() > message_.options().limits.base_bytes) one->clear();
  }
  answer_.by = by;
  answer_.is_followed = true;
  profile_.open(*this, {reference, found.reference, context, in_srcdoc, by}, answer_);
  if (answer_.is_nothing()) answer_.by = OpensBy::kNone;
  repair(answer_.url);
  return answer_;
}

std::optional<std::string_view> View::field(int entity, std::string_view name, Pick pick) const {
  std::optional<std::string_view> value;
  for (const walk::Field& field : message_.walked().fields(entity)) {
    if (!ascii::equals_ignoring_case(field.name, name)) continue;
    value = field.raw_value;
    if (pick == Pick::kFirst) break;
  }
  return value;
}

const std::optional<find::Declaration>& View::html_base(int entity) {
  return content(entity).declared_base();
}

const charset::Readable& View::readable(int entity) {
  return content(entity).readable();
}

const View::NamedCharset& View::named_charset() {
  if (!named_charset_) {
    const std::string written = message_.walked().charset(entity_);
    charset::Label label = charset::read_label(written);
    named_charset_ = {!written.empty(), !written.empty() && label.known, std::move(label.name)};
  }
  return *named_charset_;
}

std::string_view View::tag(const Seen& seen) {
  if (seen.in_srcdoc) return {};
  const std::string_view content = text(entity_);
  const std::size_t at = std::min(seen.reference.origin.text.start, content.size());
  const std::size_t from = at - std::min(at, kMaxTagBytes);
  const std::string_view around = content.substr(from, at - from + kMaxTagBytes);
  const std::size_t open = around.substr(0, at - from).rfind('<');
  if (open == around.npos) return {};
  return around.substr(open, around.find('>', at - from) - open);
}

std::string_view View::before_tag(const Seen& seen) {
  const std::string_view own = tag(seen), content = text(entity_);
  if (own.empty()) return {};
  const auto end = static_cast<std::size_t>(own.data() - content.data());
  const std::size_t from = end - std::min(end, kMaxTagBytes);
  return content.substr(from, end - from);
}

bool View::is_within(const Seen& seen, std::string_view element) {
  const std::string open = "<" + std::string(element), close = "</" + std::string(element);
  const std::string_view before = before_tag(seen);
  const std::size_t opened = before.rfind(open), closed = before.rfind(close);
  return opened != before.npos && (closed == before.npos || closed < opened);
}

bool View::in_svg(const Seen& seen) {
  const bool is_closed = before_tag(seen).rfind("</svg") != std::string_view::npos;
  return is_within(seen, "svg") || (!is_closed && is_type(entity_, "image/svg+xml"));
}

bool View::has_pictures() {
  if (!has_pictures_) has_pictures_ = text(entity_).find("<picture") != std::string_view::npos;
  return *has_pictures_;
}

std::optional<std::string_view> View::attribute(std::string_view tag, std::string_view name) {
  constexpr std::string_view kAfterName = " \t\r\n\f/>=";
  const auto skip = [&tag](std::string_view skipped) {
    tag.remove_prefix(std::min(tag.size(), tag.find_first_not_of(skipped)));
  };
  const auto take = [&tag](std::size_t end) {
    const std::string_view taken = tag.substr(0, end);
    tag.remove_prefix(taken.size());
    return taken;
  };
  take(tag.find_first_of(kAfterName));  // the tag's name
  for (skip(" \t\r\n\f/>="); !tag.empty(); skip(" \t\r\n\f/>")) {
    const std::string_view found = take(tag.find_first_of(kAfterName, 1));
    std::string_view value;
    skip(ascii::kWhiteSpace);
    if (tag.starts_with('=')) {
      tag.remove_prefix(1);
      skip(ascii::kWhiteSpace);
      const bool is_quoted = tag.starts_with('"') || tag.starts_with('\'');
      const char quote = is_quoted ? take(1).front() : '\0';
      value = take(is_quoted ? tag.find(quote) : tag.find_first_of(" \t\r\n\f>"));
      if (is_quoted) take(1);
    }
    if (ascii::equals_ignoring_case(found, name)) return value;
  }
  return std::nullopt;
}

bool View::has_rel(const Seen& seen, std::span<const std::string_view> words) {
  const std::string rel = ascii::lowered(attribute(tag(seen), "rel").value_or(""));
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return rel.find(word) != std::string::npos; });
}

bool View::resolve(std::string_view against, std::string_view reference, std::string& out) {
  const std::string_view encoding = entity_ < 0 || !encodes_queries ? std::string_view()
                                    : query_encoding                ? std::string_view(*query_encoding)
                                                                    : content(entity_).query_encoding();
  if (!resolver_ || resolver_base_ != against || resolver_encoding_ != encoding) {
    resolver_base_ = against;
    resolver_encoding_ = encoding;
    resolver_.emplace(resolver_base_, Rules{RuleSet::kWhatwg, resolver_encoding_});
  }
  if (resolver_->resolve(reference, out)) return true;
  out.clear();
  return false;
}

}  // namespace mimebase::readers
