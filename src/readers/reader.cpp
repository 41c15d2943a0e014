#include "readers/reader.h"

#include <algorithm>
#include <utility>

#include "charset/charset.h"
#include "find/html/text.h"
#include "model/contexts.h"
#include "model/innermost_context.h"
#include "readers/choice.h"
#include "readers/programs.h"
#include "readers/viewers.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::readers {
namespace {

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

// A "cid:" or "mid:" URL.
bool names_part(std::string_view reference) {
  reference = ascii::trimmed(reference);
  return ascii::starts_with_ignoring_case(reference, "cid:") ||
         ascii::starts_with_ignoring_case(reference, "mid:");
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

std::unique_ptr<Reader> make_reader(MailReader reader, message::AnalysedMessage& message) {
  switch (reader) {
    case MailReader::kRfc1808:
      break;
    case MailReader::kChromium:
      return make_chromium(message);
    case MailReader::kThunderbird:
      return make_thunderbird(message);
    case MailReader::kRoundcube:
      return make_roundcube(message);
    case MailReader::kEvolution:
      return make_evolution(message);
    case MailReader::kKmail:
      return make_kmail(message);
    case MailReader::kMhonarc:
      return make_mhonarc(message);
    case MailReader::kHypermail:
      return make_hypermail(message);
    case MailReader::kSpamassassin:
      return make_spamassassin(message);
    case MailReader::kRspamd:
      return make_rspamd(message);
    case MailReader::kPdfium:
    case MailReader::kPdfjs:
    case MailReader::kPoppler:
    case MailReader::kMupdf:
    case MailReader::kWord:
    case MailReader::kLibreoffice:
      return make_viewer(reader, message);
  }
  return nullptr;
}

void Reader::enter(int entity) {
  View::enter(entity);
  base_.clear();
  own_url_.clear();
  query_encoding_.reset();
  dropped_ = {};
  tags_.clear();
  if (!shows(entity)) return;
  if (followed_.tags != nullptr && is_html(*this, entity)) tags_.read(text(), *followed_.tags);
  enter_content();
}

std::string_view Reader::base_of(int entity) {
  enter(entity);
  return base_;
}

OpensBy Reader::use_of(const find::Found& found, std::string_view context, Unopened& why) const {
  const bool in_comment =
      found.hidden == find::Hidden::kComment || found.hidden == find::Hidden::kConditionalComment;
  const bool in_template = found.hidden == find::Hidden::kTemplate && !followed_.in_templates;
  why = in_comment || in_template || found.is_inert ? Unopened::kHidden : Unopened::kIgnored;
  if (found.defanged || why == Unopened::kHidden || is_listed(followed_.ignored, context))
    return OpensBy::kNone;
  if (is_listed(followed_.clicks, context) || is_listed(followed_.more_clicks, context))
    return OpensBy::kClick;
  const bool loads = is_listed(followed_.loads, context) || is_listed(followed_.more_loads, context);
  return loads ? OpensBy::kLoad : OpensBy::kNone;
}

Unopened Reader::why_nothing(const find::Found& found) const {
  const std::string_view reference = found.reference;
  if (found.hidden == find::Hidden::kTemplate) return Unopened::kHidden;
  if (names_part(reference)) return Unopened::kNoPart;
  if (!answer_.is_nothing()) return Unopened::kBlocked;
  const bool is_relative = !Resolver::is_absolute(reference, RuleSet::kRfc3986);
  // A reader makes a URL of whatever it looks at that has a host, or a base with one.
  if (!url::host_of(is_relative ? std::string_view(base_) : reference).empty()) return Unopened::kIgnored;
  return is_relative ? Unopened::kNoBase : Unopened::kNoUrl;
}

Unopened Reader::why_not_shown() {
  if (!shows_nothing_) shows_nothing_ = std::ranges::find(shown_, true) == shown_.end();
  return *shows_nothing_ ? Unopened::kFile : Unopened::kNotShown;
}

const Answer& Reader::answer(const message::Reference& reference) {
  answer_.part = -1;
  answer_.url.clear();
  answer_.by = OpensBy::kNone;
  answer_.is_followed = false;
  answer_.why = Unopened::kNotShown;
  const message::Origin& origin = reference.origin;
  if (origin.in_heading()) return answer_;
  if (!reference.found.where.empty()) return answer_in_document(reference);
  if (origin.entity != entity()) enter(origin.entity);
  const std::size_t at = origin.text.start;
  if (!shows(entity())) {
    answer_.why = why_not_shown();
    return answer_;
  }
  answer_.why = Unopened::kHidden;
  if (tags_.is_skipped(at) || (dropped_.start <= at && at < dropped_.end)) return answer_;

  std::string buffer;
  while (const auto written = tags_.next_base(at))
    read_base(ascii::trimmed(find::html_attribute_value(*written, readable().charset, buffer)), true);
  const find::Found& found = reference.found;
  const std::string_view context = innermost_context(found.context);
  const bool in_srcdoc = contains(found.context, "@srcdoc/") || found.in_data_url;
  if (found.is_base || context == "base@href") {
    if (followed_.tags == nullptr && found.hidden != find::Hidden::kComment && !in_srcdoc)
      read_base(found.reference, found.is_base && found.hidden == find::Hidden::kNo);
    return answer_;
  }

  const OpensBy by = use_of(found, context, answer_.why);
  if (by == OpensBy::kNone) return answer_;
  // A base of any length before every reference would make answers quadratic in the size of the message.
  for (std::string* const one : {&base_, &own_url_}) {
    if (one->size() > message().options().limits.base_bytes) one->clear();
  }
  answer_.by = by;
  answer_.is_followed = true;
  open({reference, found.reference, context, in_srcdoc, by}, answer_);
  if (answer_.is_nothing()) answer_.by = OpensBy::kNone;
  if (answer_.by == OpensBy::kNone) answer_.why = why_nothing(found);
  repair(answer_.url);
  return answer_;
}

// A reader starts a viewer for a document that is attached, whether it shows attachments or not.
const Answer& Reader::answer_in_document(const message::Reference& reference) {
  const find::Found& found = reference.found;
  DocumentReference link;
  const ContextTraits& traits = traits_of(found.context);
  if (found.is_inert || !traits.viewers.front()) return answer_;
  link.context = traits.context;
  link.reference = found.reference;
  link.where = found.where;
  link.bytes = found.bytes.empty() ? found.reference : found.bytes;
  const LinkKind kind = found.kind.value_or(traits.kind);
  if (kind == LinkKind::kImage || kind == LinkKind::kFrame || kind == LinkKind::kMedia)
    link.by = OpensBy::kLoad;
  const base::Effective outer = message().heading_bases(reference.origin.entity).effective;
  if (outer.by == BaseBy::kTargetUri) link.document_url = outer.url;
  const auto applies = [&](BaseBy by) {
    return link.context.starts_with("pdf:") ? by == BaseBy::kPdfBase
                                            : by == BaseBy::kOfficeBase || by == BaseBy::kRtfBase;
  };
  const base::Effective& effective = reference.scope.bases.effective;
  if (contains(found.where, '!')) {  // in a document inside it, which has a base of its own
    if (applies(effective.by)) link.base = effective.url;
  } else {
    for (const documents::DeclaredBase& declared :
         message().content(reference.origin.entity).document_bases()) {
      if (applies(declared.by)) link.base = declared.bytes.empty() ? declared.reference : declared.bytes;
    }
  }
  open_in_viewer(viewer_of(link.context), link, answer_);
  if (answer_.is_followed && answer_.is_nothing()) answer_.why = why_nothing(found);
  repair(answer_.url);
  return answer_;
}

bool Reader::resolve(std::string_view against, std::string_view reference, std::string& out) {
  const std::string_view encoding = entity() < 0      ? std::string_view()
                                    : query_encoding_ ? std::string_view(*query_encoding_)
                                                      : content(entity()).query_encoding();
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
