#include "check/checker.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/field.h"
#include "charset/charset.h"
#include "check/shortened.h"
#include "find/data_url.h"
#include "find/finder.h"
#include "find/heading.h"
#include "message/problems.h"
#include "model/contexts.h"
#include "model/layer_kinds.h"
#include "model/unsearched.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "walk/ambiguity.h"
#include "walk/field_text.h"

namespace mimebase::check {
namespace {

// Advises about content that was not searched. Empty if such content is unlikely to hold references.
std::string_view when_not_searched(Searched searched, std::string_view content_type) {
  if (!is_unsearched(searched, content_type)) return "";
  switch (searched) {
    case Searched::kEncrypted:
      return "it is encrypted; check the decrypted content";
    case Searched::kSignedOpaque:
      return "it is inside its signature; check the signed content";
    case Searched::kExternal:
      return "it is stored elsewhere; check it there";
    case Searched::kNo:
      return is_document_type(content_type) ? "it is damaged, or not of this type; open it with care"
                                            : "open it with care if it may contain some";
    case Searched::kYes:
    case Searched::kContainer:
    case Searched::kLimit:
      break;
  }
  return "";
}

// The name of a layer in messages.
std::string called(BaseBy by) {
  return std::string(base::kind_of(by).display_name);
}

// The decoded content if it is text whose bytes include ASCII, else empty.
std::string_view ascii_text(const message::Content& content) {
  return content.finder() != nullptr && content.readable().map.identity() ? content.decoded()
                                                                          : std::string_view();
}

// Returns whether the message is a page that somebody saved: a record of a web archive, or one that no
// program has sent.
bool is_saved_page(const walk::Message& walked) {
  if (!walked.target_uri().empty()) return true;
  return std::ranges::none_of(walked.fields(0), [](const walk::Field& field) {
    return ascii::equals_ignoring_case(field.name, "received") ||
           ascii::equals_ignoring_case(field.name, "to");
  });
}

}  // namespace

Checker::Checker(message::AnalysedMessage& message, Visitor& visitor, ProtectedDomains& protected_domains,
                 Links links)
    : message_(message),
      visitor_(visitor),
      tells_links_(links == Links::kTold),
      links_(message),
      original_(message.own()),
      missing_part_(message),
      opener_(message),
      readers_(message),
      deceptions_(protected_domains, message.options().limits.check_steps, message.own(),
                  [this](std::string_view part, const Finding& finding, std::optional<Range> span) {
                    report(part, finding, span);
                  }) {}

void Checker::run() {
  message::ReferencesTo references(message_, *this, [this](const message::Reference& reference) {
    const Link* link = links_.build(reference);
    if (links_.target() >= 0) referenced_[static_cast<std::size_t>(links_.target())] = true;
    if (link == nullptr) return;
    if (tells_links_) visitor_.link(opener_.opened(*link, reference));
    place_ = link->where ? message_.content(entity_).document_reading().at_place({}) : std::string();
    const Link& judged = original_.of(*link);
    check_link(judged);
    const walk::Entity& entity = message_.entity(entity_);
    // What ends with the last part is reported now, and has a place of its own.
    std::string place = std::exchange(place_, {});
    const bool is_mail = !entity.is_beyond_readers || entity.in_cms || message_.walked().is_document();
    deceptions_.check(reference, judged, is_mail, place);
    place_ = std::move(place);
    if (link->where || !is_page_on_disk()) check_readers(*link, reference);
    place_.clear();
  });
  deceptions_.start(message_.info(), is_saved_page(message_.walked()));
  referenced_.resize(static_cast<std::size_t>(message_.entity_count()));
  check_retrieval();
  for (int i = 0; i < message_.entity_count(); ++i) {
    entity_ = i;
    check_heading_bases(i);
    check_encoded_words(i);
    references.heading(i);
    check_document_base(i);
    set_browser_base(i);
    references.content(i);
    check_entity(i);
  }
  deceptions_.finish();
  if (deceptions_.is_incomplete()) {
    problem(message_.info(), {},
            "its checks take more than " + std::to_string(message_.options().limits.check_steps) +
                " steps: deceptive links may not be reported");
  }
  check_all_related();
  report_cuts();
  report_problems(message_, *this);
}

void Checker::report(std::string_view part, const Finding& finding, std::optional<Range> span) {
  constexpr std::size_t kKeyBytes = 200;
  if (finding.code != DiagnosticCode::kLimitHit && !message_.selects_all() && !message_.selects(part)) return;
  if (finding.code != DiagnosticCode::kLimitHit &&
      !message_.budget().charge_row(kKeyBytes + part.size() + finding.detail.size()))
    return;
  Diagnostic diagnostic;
  diagnostic.message = &message_.info();
  diagnostic.part = part;
  diagnostic.code = finding.code;
  diagnostic.severity = finding.severity();
  std::string in_place;
  diagnostic.detail = place_.empty() ? finding.detail : in_place.assign(place_).append(finding.detail);
  diagnostic.span = span;
  diagnostic.domain = finding.domain;
  diagnostic.other_domain = finding.other_domain;
  visitor_.diagnostic(diagnostic);
}

// Problems are limits, and what cannot be read of a document.
void Checker::problem(const MessageInfo& message, std::string_view part, std::string_view what) {
  bool is_unread = false;
  if (const message::Content& content = message_.content(entity_); content.document() != nullptr) {
    const auto& losses = content.document_reading().losses;
    is_unread = std::ranges::find(losses, what, &documents::Reading::Phrase::text) != losses.end();
  }
  report(part, {is_unread ? DiagnosticCode::kNotSearched : DiagnosticCode::kLimitHit, std::string(what)},
         std::nullopt);
  visitor_.problem(message, part, what);
}

void Checker::check_declared(const base::Declared& declared, std::string_view part, const std::string& name) {
  std::optional<Finding> finding;
  if (declared.validity == base::Validity::kMalformed) {
    finding = {DiagnosticCode::kBaseMalformed,
               "the " + name + " is malformed and skipped: correct \"" + declared.raw + "\""};
  } else if (declared.validity == base::Validity::kRelative) {
    finding = {DiagnosticCode::kBaseNotAbsolute,
               "the " + name + " \"" + declared.reference +
                   "\" is relative and nothing makes it absolute: write the full URL"};
  } else if (declared.validity == base::Validity::kUnsuitable && !declared.too_long) {
    finding = {DiagnosticCode::kBaseUnsuitable, "nothing can be relative to the " + name + " \"" +
                                                    declared.reference + "\": use a URL with a path"};
  } else if (is_ftp_type_d(declared.url)) {
    finding = {
        DiagnosticCode::kFtpTypeD,
        "a folder with \";type=d\" loses its last segment in relative URLs: end it with \"/\" instead"};
  }
  if (finding) report(part, *finding, declared.span);
}

// A relative Content-Location that no base makes absolute labels a part of a multipart/related. References
// name it literally (RFC 2557 sections 5 and 9.4), so it is neither a base nor a mistake.
bool Checker::is_label(int i, const base::Declared& declared) const {
  return base::kind_of(declared.by).is_location && declared.validity == base::Validity::kRelative &&
         message_.parts().tree().related_of(i) >= 0;
}

void Checker::check_heading_bases(int i) {
  if (message_.layers().declared(i).empty()) return;
  const std::string part = message_.walked().heading_name(i);
  for (const base::Declared& declared : message_.layers().declared(i)) {
    if (declared.is_candidate && !is_label(i, declared)) check_declared(declared, part, called(declared.by));
  }
  check_repeated(message_.layers().declared(i), part);
}

// Programs that encode every long field put encoded words where URLs are.
void Checker::check_encoded_words(int i) {
  if (message_.entity(i).is_http) return;
  for (const walk::Field& field : message_.walked().fields(i)) {
    const BaseBy by = base::base_header(field.name);
    const bool has_urls =
        by != BaseBy::kNone ? !base::kind_of(by).is_location : find::is_url_list(field.name);
    if (!has_urls || !contains(field.raw_value, "=?")) continue;
    std::string scratch, name;
    if (!walk::DecodedValue(walk::unfold(field.raw_value, scratch)).has_words()) continue;
    report(message_.walked().heading_name(i),
           {DiagnosticCode::kMimeDefect,
            std::string(charset::Charset().utf8(field.name, name)) +
                " has encoded words, which other programs do not decode there (RFC 2047 section 5): fix the "
                "program that wrote it"},
           std::nullopt);
  }
}

// The first of several fields with one name takes effect.
void Checker::check_repeated(std::span<const base::Declared> all, std::string_view part) {
  std::map<BaseBy, const base::Declared*> firsts;
  for (const base::Declared& declared : all) {
    const auto [first, is_new] = firsts.try_emplace(declared.by, &declared);
    if (is_new) continue;
    const std::string& said = first->second->reference;
    if (said == declared.reference) {
      report(part, {DiagnosticCode::kBaseDuplicate, "this field occurs twice: one is enough"}, declared.span);
    } else {
      report(part,
             {DiagnosticCode::kBaseConflict, "two fields with the same name have the values \"" +
                                                 shortened(said) + "\" and \"" + declared.reference +
                                                 "\": keep one of them"},
             declared.span);
    }
  }
}

// --retrieval-url belongs to no part.
void Checker::check_retrieval() {
  const std::span<const base::Declared> all = message_.layers().retrieval();
  if (all.empty()) return;
  const bool is_given = !message_.retrieval_url().empty();
  const std::string part = is_given ? std::string() : message_.walked().heading_name(0);
  for (const base::Declared& declared : all) {
    const bool is_snapshot = !is_given && declared.by == BaseBy::kRetrievalUrl;
    check_declared(declared, part, is_snapshot ? "Snapshot-Content-Location" : called(declared.by));
  }
  check_repeated(all, part);
}

void Checker::check_document_base(int i) {
  const bool is_document = message_.content(i).document() != nullptr;
  for (const base::Declared& declared : message_.document_bases(i)) {
    const std::string part = message_.walked().part_name(i);
    check_declared(declared, part, called(declared.by));
    if (declared.usable() && !Resolver::is_absolute(declared.reference, RuleSet::kRfc3986)) {
      report(
          part,
          {DiagnosticCode::kBaseRelative,
           is_document ? "the " + called(declared.by) + " \"" + declared.reference +
                             "\" is relative: write the full URL"
                       : "this <base> is relative, which HTML allows and RFC 1808 does not: write the full "
                         "URL"},
          is_document ? std::nullopt : std::optional<Range>(declared.span));
    }
  }
}

// A browser also applies a <base> that RFC 1808 does not accept as one: "//host" or "https:host".
void Checker::set_browser_base(int i) {
  deceptions_.set_browser_base({});
  const std::vector<base::Declared> bases = message_.document_bases(i);
  if (bases.empty() || bases.front().usable() || bases.front().by != BaseBy::kHtmlBase) return;
  std::string saved_from;
  deceptions_.set_browser_base(
      Opener().open(bases.front().reference, message_.content_bases(i, saved_from).effective.url));
}

void Checker::check_link(const Link& link) {
  if (link.status == LinkStatus::kMissingPart) {
    report(link.part, {DiagnosticCode::kMissingPart, missing_part_.explain(link.reference)}, link.span);
  }
  if (link.status == LinkStatus::kUnresolved) check_unresolved(link);
  if (const auto finding = document_active_.check(link)) report(link.part, *finding, link.span);
  check_references(link);
}

// A browser opens the references of a page that was only saved in the folder of the page, which says nothing
// about the page.
bool Checker::is_page_on_disk() const {
  return message_.walked().is_document() && message_.layers().base_for(-1).url.empty();
}

void Checker::check_readers(const Link& link, const message::Reference& reference) {
  readers_.read(link, reference);
  if (tells_links_ && readers_.comparison() != nullptr) visitor_.comparison(*readers_.comparison());
  for (const auto& finding : {readers_.check_disagreement(link), readers_.check_hidden_base(link)}) {
    if (finding) report(link.part, *finding, link.span);
  }
}

// Reports a reference for which no base is defined. "//host/x" lacks only a scheme; an empty reference means
// its document.
void Checker::check_unresolved(const Link& link) {
  std::string buffer;
  if (link.context == "header:content-location" && message_.parts().tree().related_of(entity_) >= 0)
    return;  // see is_label()
  if (url::clean(link.reference, buffer).empty()) {
    report(link.part,
           {DiagnosticCode::kEmptyReference,
            "this reference is empty and nothing defines a base: add the target, or remove it"},
           link.span);
  } else if (link.host) {
    report(link.part,
           {DiagnosticCode::kNoScheme,
            "\"" + std::string(link.reference) +
                "\" has a host but no scheme, and nothing defines a base: add \"https:\" "
                "at its beginning"},
           link.span);
  } else if (part_without_base_ != link.part) {
    part_without_base_ = link.part;
    report(link.part,
           {DiagnosticCode::kNoBase,
            "\"" + std::string(link.reference) +
                "\" is relative and nothing defines a base: supply one with --retrieval-url"},
           link.span);
  }
}

// Reports a base that the URL Standard rejects: its rules then resolve nothing, and other rules differ from
// browsers. Reported once per part and base.
void Checker::check_base(const Link& link) {
  if (comparison_->base_failure().empty()) return;
  if (part_with_bad_base_ != link.part) bad_bases_.clear();
  part_with_bad_base_ = link.part;
  if (!bad_bases_.insert(comparison_->base()).second) return;
  const std::string base = "\"" + comparison_->base() + "\" (" + called(link.base.by) +
                           (link.base.part ? " of " + std::string(*link.base.part) : "") + ")";
  if (message_.profile().rules == RuleSet::kWhatwg) {
    report(link.part,
           {DiagnosticCode::kBaseMalformed,
            comparison_->base_failure() + ", so nothing can be resolved against it: correct " + base},
           link.span);
  } else {
    const std::string domain = url::registrable_domain(url::host_of(comparison_->base()));
    report(link.part,
           {DiagnosticCode::kRulesDisagree,
            "for a browser " + comparison_->base_failure() + ", so it resolves nothing against it: correct " +
                base,
            false,
            domain,
            {}},
           link.span);
  }
}

namespace {

// A document in the page that no finder reads. What is only seen or heard has no references.
std::optional<Finding> check_data_url(const Link& link, std::string_view url) {
  constexpr std::string_view kNoDocuments[] = {"image/", "audio/", "video/", "font/", "text/"};
  if (!traits_of(link.context).shows_document) return std::nullopt;
  const std::size_t comma = url.find(',');
  const auto data = comma == url.npos ? std::nullopt : find::parse_data_url(url.substr(0, comma + 1));
  const bool is_searched = !data || data->media_type.empty() ||
                           starts_with_one_of(data->media_type, kNoDocuments) ||
                           find::finder_for(data->media_type) != nullptr;
  if (is_searched) return std::nullopt;
  return Finding{DiagnosticCode::kNotSearched, "the document of type " + data->media_type +
                                                   " in a data: URL is not searched for references"};
}

}  // namespace

void Checker::check_references(const Link& link) {
  std::string buffer;
  const std::string_view reference = url::clean(link.reference, buffer);
  const auto give = [&](std::optional<Finding> finding) {
    if (finding) report(link.part, *finding, link.span);
  };
  const bool labels = link.status == LinkStatus::kPart || link.status == LinkStatus::kMissingPart ||
                      link.status == LinkStatus::kUnresolved;
  if (labels) return;
  if (!comparison_ || comparison_->base() != link.base.url) {
    comparison_ = std::make_unique<RuleComparison>(link.base.url);
  }
  check_base(link);
  if (link.status == LinkStatus::kGuessed || link.status == LinkStatus::kDefanged) return;
  if (ascii::starts_with_ignoring_case(reference, "data:")) return give(check_data_url(link, reference));
  give(check_first_segment_colon(reference));
  give(check_same_scheme(reference, link.base.url));
  if (link.status == LinkStatus::kResolved)
    give(check_above_root(reference, comparison_->resolved_rfc1808(reference)));
  give(comparison_->compare(reference));
}

void Checker::check_entity(int i) {
  const walk::Entity& entity = message_.entity(i);
  // The name of a deeply nested part is long, so it is built only for a report.
  const auto give = [&](DiagnosticCode code, std::string detail) {
    report(message_.walked().part_name(i), {code, std::move(detail)}, std::nullopt);
  };
  for (const std::string& defect : message_.walked().defects(i)) {
    give(DiagnosticCode::kMimeDefect,
         entity.content_type + ": " + defect +
             "; other programs may read it differently: fix the program that wrote it");
  }
  const Searched searched = message_.searched(i);
  const message::Content& content = message_.content(i);
  for (const std::string& sentence : walk::ambiguities(message_.walked(), i, ascii_text(content))) {
    if (entity.is_http) break;  // HTTP is no MIME
    give(DiagnosticCode::kMimeAmbiguous,
         entity.content_type + ": " + sentence +
             "; other readers may see something else: do not trust what one of them shows");
  }
  if (searched == Searched::kYes && content.finder() != nullptr && !content.readable().label_known) {
    give(DiagnosticCode::kCharsetUnknown,
         "the charset \"" + std::string(message_.walked().charset(i)) +
             "\" is unknown: read as UTF-8 or windows-1252; declare the correct one");
  }
  if (content.document() != nullptr) {
    const documents::Reading& reading = content.document_reading();
    const auto give_all = [&](DiagnosticCode code, const std::vector<documents::Reading::Phrase>& phrases,
                              std::string_view advice) {
      for (const auto& [text, is_inside] : phrases)
        give(code, (is_inside ? std::string() : entity.content_type + ": ") + text + std::string(advice));
    };
    give_all(DiagnosticCode::kMimeDefect, reading.damage, "; other programs may show something else");
    give_all(DiagnosticCode::kMimeAmbiguous, reading.ambiguities,
             "; other programs may show something else: do not trust what one of them shows");
    give_all(DiagnosticCode::kNotSearched, reading.skips, ": open it with care if it may contain some");
  }
  if (const auto guessed = message::guessed_type(message_.walked(), i); !guessed.empty()) {
    give(
        DiagnosticCode::kTypeGuessed,
        "read as " + std::string(guessed) +
            (entity.is_http ? std::string(" because of its first bytes, since its header has no Content-Type")
                            : " because of its file name, although its type is " + entity.content_type) +
            ": declare the correct type");
  }
  if (message_.walked().is_fragment(i)) {
    give(DiagnosticCode::kFragment,
         "this is a fragment of a larger message: the other fragments are in other messages");
  }
  if (const std::string_view action = when_not_searched(searched, entity.content_type); !action.empty()) {
    const bool is_unreadable = searched == Searched::kNo && is_document_type(entity.content_type);
    give(DiagnosticCode::kNotSearched,
         entity.content_type + (is_unreadable ? " cannot be read: " : " is not searched for references: ") +
             std::string(action));
  }
}

// Reports, for each multipart/related, labels that two parts share and parts that nothing references.
void Checker::check_all_related() {
  const std::vector<match::Parts::Clash> clashes = message_.standard_parts().clashes();
  std::span<const match::Parts::Clash> rest = clashes;
  for (int i = 0; i < message_.entity_count(); ++i) {
    if (!message_.parts().tree().is_related(i)) continue;
    const auto last =
        std::find_if(rest.begin(), rest.end(), [i](const auto& clash) { return clash.related != i; });
    const auto count = static_cast<std::size_t>(last - rest.begin());
    check_related(i, rest.first(count));
    rest = rest.subspan(count);
  }
}

void Checker::check_related(int related, std::span<const match::Parts::Clash> clashes) {
  const match::EntityTree& tree = message_.parts().tree();
  const auto start = message_.walked().parameter(related, "start");
  const auto start_id = start ? walk::bracketed_id(*start) : std::nullopt;
  for (int i = related + 1; i < tree.end(related); i = tree.end(i)) {
    for (; !clashes.empty() && clashes.front().part < tree.end(i); clashes = clashes.subspan(1))
      check_clash(clashes.front());
    const walk::Entity& entity = message_.entity(i);
    const bool is_root = start_id ? message_.walked().content_id(i) == start_id : entity.number == 1;
    // If rows ran out, not all references were examined.
    if (is_root || entity.kind != walk::Kind::kLeaf || referenced_[static_cast<std::size_t>(i)] ||
        !message_.budget().has_rows_left())
      continue;
    report(
        message_.walked().part_name(i),
        {DiagnosticCode::kUnreferencedPart,
         "no reference names this part, so it can only be shown as an attachment: refer to it, or remove it"},
        std::nullopt);
  }
}

// Reports limits that were hit without losing a reference. Only `check` reports these.
void Checker::report_cuts() {
  (void)message_.info();  // computing it truncates overlong fields
  for (const find::Budget::Cut& cut : message_.budget().cuts()) {
    report(cut.entity >= 0 ? message_.walked().part_name(cut.entity) : std::string(),
           {DiagnosticCode::kFieldCut, cut.what}, std::nullopt);
  }
  for (const walk::LimitHit& hit : message_.walked().limits_hit()) {
    if (hit.may_lose) continue;
    report(hit.entity >= 0 ? message_.walked().part_name(hit.entity) : std::string(),
           {DiagnosticCode::kFieldCut, hit.what}, std::nullopt);
  }
  for (int i = 0; i < message_.entity_count(); ++i) {
    if (!message_.layers().has_long_chain(i)) continue;
    return report(message_.walked().part_name(i),
                  {DiagnosticCode::kFieldCut, "the chain of bases has more than " +
                                                  std::to_string(message_.options().limits.bases) +
                                                  " candidates: tree shows the innermost ones"},
                  std::nullopt);
  }
}

void Checker::check_clash(const match::Parts::Clash& clash) {
  std::string label(clash.label);
  label = clash.by_location ? "Content-Location " + label : "Content-ID <" + label + ">";
  report(message_.walked().heading_name(clash.part),
         {DiagnosticCode::kAmbiguousPart, "part " + message_.walked().part_name(clash.other) +
                                              " has the same " + label + ": give each part its own"},
         std::nullopt);
}

}  // namespace mimebase::check
