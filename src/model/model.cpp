#include "mimebase/model.h"

#include <algorithm>
#include <iterator>

#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "text/names.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

constexpr Named<BaseSection> kSections[] = {{BaseSection::kWithinContent, "3.1"},
                                            {BaseSection::kEncapsulatingEntity, "3.2"},
                                            {BaseSection::kRetrievalUrl, "3.3"},
                                            {BaseSection::kDefault, "3.4"}};

constexpr Named<CandidateState> kStates[] = {
    {CandidateState::kEffective, "effective"},     {CandidateState::kOverridden, "overridden"},
    {CandidateState::kMalformed, "malformed"},     {CandidateState::kRelative, "relative"},
    {CandidateState::kUnsuitable, "unsuitable"},   {CandidateState::kMatchingOnly, "matching-only"},
    {CandidateState::kNotFollowed, "not-followed"}};

constexpr Named<LinkStatus> kStatuses[] = {{LinkStatus::kResolved, "resolved"},
                                           {LinkStatus::kAbsolute, "absolute"},
                                           {LinkStatus::kPart, "part"},
                                           {LinkStatus::kMissingPart, "missing-part"},
                                           {LinkStatus::kSameDocument, "same-document"},
                                           {LinkStatus::kUnresolved, "unresolved"},
                                           {LinkStatus::kGuessed, "guessed"},
                                           {LinkStatus::kInvalid, "invalid"},
                                           {LinkStatus::kDefanged, "defanged"}};

static_assert(std::size(kStatuses) == kLinkStatusCount);

constexpr Named<LinkKind> kLinkKindNames[] = {
    {LinkKind::kLink, "link"},     {LinkKind::kImage, "image"},       {LinkKind::kStyle, "style"},
    {LinkKind::kScript, "script"}, {LinkKind::kFrame, "frame"},       {LinkKind::kForm, "form"},
    {LinkKind::kMedia, "media"},   {LinkKind::kMetadata, "metadata"}, {LinkKind::kBase, "base"},
    {LinkKind::kHeader, "header"}, {LinkKind::kText, "text"},         {LinkKind::kOther, "other"}};

constexpr Named<Searched> kSearched[] = {{Searched::kYes, "yes"},
                                         {Searched::kNo, "no"},
                                         {Searched::kEncrypted, "encrypted"},
                                         {Searched::kSignedOpaque, "signed-opaque"},
                                         {Searched::kContainer, "container"},
                                         {Searched::kLimit, "limit"},
                                         {Searched::kExternal, "external"}};

constexpr Named<MailReader> kReaders[] = {{MailReader::kRfc1808, "rfc1808"},
                                          {MailReader::kChromium, "chromium"},
                                          {MailReader::kThunderbird, "thunderbird"},
                                          {MailReader::kRoundcube, "roundcube"},
                                          {MailReader::kEvolution, "evolution"},
                                          {MailReader::kKmail, "kmail"},
                                          {MailReader::kMhonarc, "mhonarc"},
                                          {MailReader::kHypermail, "hypermail"},
                                          {MailReader::kSpamassassin, "spamassassin"},
                                          {MailReader::kRspamd, "rspamd"},
                                          {MailReader::kPdfium, "pdfium"},
                                          {MailReader::kPdfjs, "pdfjs"},
                                          {MailReader::kPoppler, "poppler"},
                                          {MailReader::kMupdf, "mupdf"},
                                          {MailReader::kWord, "word"},
                                          {MailReader::kLibreoffice, "libreoffice"}};

constexpr Named<OpensBy> kOpensBy[] = {
    {OpensBy::kNone, "none"}, {OpensBy::kClick, "click"}, {OpensBy::kLoad, "load"}};

constexpr Named<Disagreement> kDisagreements[] = {{Disagreement::kNothing, "nothing"},
                                                  {Disagreement::kUrl, "url"},
                                                  {Disagreement::kHost, "host"},
                                                  {Disagreement::kDomain, "domain"}};

constexpr Named<LedgerState> kLedgerStates[] = {{LedgerState::kAmbiguous, "ambiguous"},
                                                {LedgerState::kMessage, "message"},
                                                {LedgerState::kLost, "lost"},
                                                {LedgerState::kCandidate, "candidate"},
                                                {LedgerState::kPageBound, "page-bound"},
                                                {LedgerState::kElsewhere, "elsewhere"}};

struct UnopenedRow {
  Unopened reason = Unopened::kNotShown;
  std::string_view name = {}, sentence = {};
};
constexpr UnopenedRow kUnopened[] = {
    {Unopened::kNotShown, "not-shown", "the part is not shown"},
    {Unopened::kFile, "file", "the message is not shown"},
    {Unopened::kHidden, "hidden", "this content is not shown"},
    {Unopened::kIgnored, "ignored", "such references are ignored"},
    {Unopened::kNoPart, "no-part", "no such part"},
    {Unopened::kNoBase, "no-base", "no base"},
    {Unopened::kNoUrl, "no-url", "no URL"},
    {Unopened::kBlocked, "blocked", "remote content is blocked"},
};

// An empty row if there is no such reason.
UnopenedRow row_of(Unopened reason) {
  const auto* const row = std::ranges::find(kUnopened, reason, &UnopenedRow::reason);
  return row == std::end(kUnopened) ? UnopenedRow{} : *row;
}

}  // namespace

std::string_view name_of(BaseBy by) {
  const auto i = static_cast<std::size_t>(by);
  return i < base::kLayerKinds.size() ? base::kLayerKinds[i].name : std::string_view();
}
std::string_view name_of(BaseSection section) {
  return find_name(kSections, section);
}
std::string_view name_of(CandidateState state) {
  return find_name(kStates, state);
}
std::string_view name_of(LinkStatus status) {
  return find_name(kStatuses, status);
}
std::string_view name_of(LinkKind kind) {
  return find_name(kLinkKindNames, kind);
}
std::string_view name_of(Searched searched) {
  return find_name(kSearched, searched);
}
std::string_view name_of(MailReader reader) {
  return find_name(kReaders, reader);
}
std::vector<MailReader> default_compared_readers() {
  return {MailReader::kRfc1808, MailReader::kChromium, MailReader::kThunderbird, MailReader::kRoundcube,
          MailReader::kMhonarc};
}
std::string_view name_of(LedgerState state) {
  return find_name(kLedgerStates, state);
}
std::string_view name_of(Disagreement difference) {
  return find_name(kDisagreements, difference);
}
std::string_view name_of(Unopened reason) {
  return row_of(reason).name;
}
std::string_view sentence_of(Unopened reason) {
  return row_of(reason).sentence;
}
std::string_view name_of(OpensBy by) {
  return find_name(kOpensBy, by);
}
std::string_view header_name(BaseBy by) {
  const base::LayerKind& kind = base::kind_of(by);
  return kind.place == base::Place::kHeading ? kind.display_name : std::string_view();
}

std::optional<BaseBy> header_from_name(std::string_view name) {
  for (const BaseBy by : default_base_headers()) {
    if (ascii::equals_ignoring_case(header_name(by), name)) return by;
  }
  return std::nullopt;
}

std::vector<BaseBy> default_base_headers() {
  std::vector<BaseBy> headers;
  for (const base::LayerKind& kind : base::kLayerKinds) {
    if (kind.place == base::Place::kHeading) headers.push_back(kind.by);
  }
  return headers;
}

std::string problem_sentence(const MessageInfo& message, std::string_view part, std::string_view what) {
  std::string sentence = std::string(message.source) + ": message " + std::to_string(message.number);
  if (!part.empty()) sentence.append(": part ").append(part);
  return sentence.append(": ").append(what);
}

std::string unreadable_sentence(const MessageInfo& message, std::string_view what) {
  return std::string(message.source) + ": message " + std::to_string(message.number) + " at byte " +
         std::to_string(message.offset) + ": " + std::string(what);
}

}  // namespace v0_2
}  // namespace mimebase
