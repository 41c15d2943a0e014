#include "analysis/checker.h"

#include <algorithm>
#include <vector>

#include "analysis/link_sink.h"
#include "url/clean.h"
#include "walk/field_value.h"

namespace mimebase::analysis {
namespace {

// Content that cannot hold a URL that anybody would follow.
bool is_plain_media(std::string_view content_type) {
  return content_type.starts_with("image/") || content_type.starts_with("audio/") ||
         content_type.starts_with("video/") || content_type.starts_with("font/") ||
         content_type == "application/pgp-signature" || content_type == "application/pkcs7-signature" ||
         content_type == "application/x-pkcs7-signature" || content_type == "application/pgp-encrypted";
}

Range range_of(const find::Span& span) {
  return {span.start, span.end};
}

}  // namespace

void Checker::run() {
  LinkSink sink(analysis_, *this);
  for (int i = 0; i < analysis_.entity_count(); ++i) {
    entity_ = i;
    check_heading_bases(i);
    sink.heading(i);
    check_document_base(i);
    sink.content(i);
    check_entity(i);
  }
  check_all_related();
  analysis_.report_problems(*this);
}

void Checker::tell(std::string_view part, Finding finding, std::optional<Range> span) {
  constexpr std::size_t kKeyBytes = 200;
  if (finding.code != "limit-hit" && !analysis_.take_row(kKeyBytes + part.size() + finding.detail.size()))
    return;
  Diagnostic diagnostic;
  diagnostic.message = &analysis_.info();
  diagnostic.part = part;
  diagnostic.code = finding.code;
  diagnostic.severity = finding.severity;
  diagnostic.detail = std::move(finding.detail);
  diagnostic.span = span;
  visitor_.diagnostic(diagnostic);
}

void Checker::problem(const MessageInfo& message, std::string_view part, std::string_view what) {
  tell(part, {"limit-hit", Severity::kError, std::string(what)}, std::nullopt);
  visitor_.problem(message, part, what);
}

void Checker::check_declared(const base::Declared& declared, std::string_view part) {
  const std::string name(name_of(declared.by));
  if (declared.state == CandidateState::kMalformed) {
    tell(part,
         {"base-malformed", Severity::kError,
          "the " + name + " is malformed and passed over: correct \"" + declared.raw + "\""},
         declared.span);
  } else if (declared.state == CandidateState::kRelative) {
    tell(part,
         {"base-not-absolute", Severity::kError,
          "the " + name + " is relative and nothing makes it absolute: write the whole URL"},
         declared.span);
  } else if (declared.state == CandidateState::kUnsuitable && !declared.too_long) {
    tell(part,
         {"base-unsuitable", Severity::kError,
          "nothing can be relative to \"" + declared.reference + "\": use a URL with a path"},
         declared.span);
  } else if (is_ftp_type_d(declared.url)) {
    tell(part,
         {"ftp-type-d", Severity::kWarning,
          "a folder with \";type=d\" loses its last segment in relative URLs: end it with \"/\" instead"},
         declared.span);
  }
}

void Checker::check_heading_bases(int i) {
  if (analysis_.layers().declared(i).empty()) return;
  const std::string part = analysis_.message().heading_name(i);
  for (const base::Declared& declared : analysis_.layers().declared(i)) {
    // RFC 2557 section 5: thismessage:/ makes it absolute.
    const bool is_label = declared.by == BaseBy::kContentLocation &&
                          declared.state == CandidateState::kRelative && analysis_.is_in_related(i);
    if (declared.counts && !is_label) check_declared(declared, part);
  }
  check_repeated(i);
}

void Checker::check_repeated(int i) {
  const std::string part = analysis_.message().heading_name(i);
  const auto& all = analysis_.layers().declared(i);
  for (std::size_t n = 1; n < all.size(); ++n) {
    const auto first =
        std::find_if(all.begin(), all.end(), [&](const auto& other) { return other.by == all[n].by; });
    if (first == all.begin() + static_cast<std::ptrdiff_t>(n)) continue;
    const bool equal = first->reference == all[n].reference;
    tell(part,
         {equal ? "base-duplicate" : "base-conflict", equal ? Severity::kNote : Severity::kError,
          equal ? "this field stands here twice: one is enough"
                : "two fields of one name say \"" + first->reference + "\" and \"" + all[n].reference +
                      "\": keep one of them"},
         all[n].span);
  }
}

void Checker::check_document_base(int i) {
  analysis_.prepare(i, content_);
  charset_known_ = content_.finder == nullptr || content_.readable.label_known;
  if (!content_.declared_base) return;
  const std::string part = analysis_.message().part_name(i);
  const auto declared = analysis_.document_base(i, *content_.declared_base);
  check_declared(*declared, part);
  if (declared->too_long) analysis_.note_long_base(i);
  if (declared->usable() && !is_absolute(declared->reference, RuleSet::kRfc3986)) {
    tell(part,
         {"base-relative", Severity::kWarning,
          "this <base> is relative, which HTML allows and RFC 1808 does not: write the whole URL"},
         range_of(content_.declared_base->span));
  }
}

void Checker::link(const Link& link) {
  if (link.status == LinkStatus::kMissingPart) {
    tell(link.part,
         {"missing-part", Severity::kError,
          "no part of this message bears \"" + std::string(link.reference) +
              "\": attach it or drop the reference"},
         link.span);
  }
  // Among parts of one message a relative Content-Location is a label, which needs no base.
  const bool is_label = link.context == "header:content-location" && analysis_.is_in_related(entity_);
  if (link.status == LinkStatus::kUnresolved && !is_label && part_without_base_ != link.part) {
    part_without_base_ = link.part;
    tell(link.part,
         {"no-base", Severity::kError,
          "\"" + std::string(link.reference) +
              "\" is relative and nothing defines a base: give one with --retrieval-url"},
         link.span);
  }
  check_references(link);
}

void Checker::check_references(const Link& link) {
  std::string buffer;
  const std::string_view reference = url::clean(link.reference, buffer);
  const auto give = [&](std::optional<Finding> finding) {
    if (finding) tell(link.part, std::move(*finding), link.span);
  };
  if (link.text && link.resolved) give(check_text(*link.text, *link.resolved));
  const bool labels = link.status == LinkStatus::kPart || link.status == LinkStatus::kMissingPart ||
                      link.status == LinkStatus::kUnresolved || link.status == LinkStatus::kGuessed;
  if (labels || equals_ignoring_case(reference.substr(0, 5), "data:")) return;
  give(check_first_segment_colon(reference));
  if (!comparison_ || comparison_->base() != link.base->url) {
    comparison_ = std::make_unique<RuleComparison>(link.base->url);
  }
  give(check_same_scheme(reference, link.base->url));
  if (link.status == LinkStatus::kResolved)
    give(check_above_root(reference, comparison_->resolved_rfc1808(reference)));
  give(comparison_->compare(reference));
}

void Checker::check_entity(int i) {
  const walk::Entity& entity = analysis_.entity(i);
  // A name is as long as the part stands deep: it is made where there is something to tell.
  const auto tell_part = [&](Finding finding) {
    tell(analysis_.message().part_name(i), std::move(finding), std::nullopt);
  };
  for (const std::string& defect : analysis_.message().defects(i)) {
    tell_part({"mime-defect", Severity::kWarning, entity.content_type + ": " + defect});
  }
  const Searched searched = analysis_.searched(i);
  if (searched == Searched::kYes && !charset_known_) {
    tell_part({"charset-unknown", Severity::kWarning,
               "the charset \"" + std::string(analysis_.message().charset(i)) +
                   "\" is not known: read as UTF-8 and windows-1252"});
  }
  if (const auto guessed = analysis_.guessed_type(i); !guessed.empty()) {
    tell_part({"type-guessed", Severity::kWarning,
               "read as " + std::string(guessed) + " because of its file name, though its type is " +
                   entity.content_type});
  }
  const bool told = searched == Searched::kEncrypted || searched == Searched::kSignedOpaque ||
                    searched == Searched::kExternal ||
                    (searched == Searched::kNo && !is_plain_media(entity.content_type));
  if (told) {
    tell_part(
        {"not-searched", Severity::kWarning,
         entity.content_type + " is not searched for references (" + std::string(name_of(searched)) + ")"});
  }
}

// Of each multipart/related: labels that two of its parts bear, and parts that nothing names.
void Checker::check_all_related() {
  const std::vector<match::Parts::Clash> clashes = analysis_.standard_parts().clashes();
  std::span<const match::Parts::Clash> rest = clashes;
  for (int i = 0; i < analysis_.entity_count(); ++i) {
    if (!analysis_.parts().tree().is_related(i)) continue;
    const auto last =
        std::find_if(rest.begin(), rest.end(), [i](const auto& clash) { return clash.related != i; });
    const auto count = static_cast<std::size_t>(last - rest.begin());
    check_related(i, rest.first(count));
    rest = rest.subspan(count);
  }
}

void Checker::check_related(int related, std::span<const match::Parts::Clash> clashes) {
  const match::EntityTree& tree = analysis_.parts().tree();
  const auto start = analysis_.message().parameter(related, "start");
  const auto start_id = start ? walk::bracketed_id(*start) : std::nullopt;
  for (int i = related + 1; i < tree.end(related); i = tree.end(i)) {
    for (; !clashes.empty() && clashes.front().part < tree.end(i); clashes = clashes.subspan(1))
      check_clash(clashes.front());
    const walk::Entity& entity = analysis_.entity(i);
    const bool is_root = start_id ? analysis_.message().content_id(i) == start_id : entity.number == 1;
    // Without all rows not all references were looked at.
    if (is_root || entity.kind != walk::Kind::kLeaf || analysis_.is_referenced(i) ||
        !analysis_.has_rows_left())
      continue;
    tell(analysis_.message().part_name(i),
         {"unreferenced-part", Severity::kNote,
          "no reference names this part: it can only be shown as an attachment"},
         std::nullopt);
  }
}

void Checker::check_clash(const match::Parts::Clash& clash) {
  std::string label(clash.label);
  label = clash.by_location ? "Content-Location " + label : "Content-ID <" + label + ">";
  tell(analysis_.message().heading_name(clash.part),
       {"ambiguous-part", Severity::kError,
        "part " + analysis_.message().part_name(clash.other) + " bears the same " + label +
            ": give each its own"},
       std::nullopt);
}

}  // namespace mimebase::analysis
