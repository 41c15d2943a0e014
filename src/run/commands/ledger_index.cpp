#include "run/commands/ledger_index.h"

#include <algorithm>
#include <iterator>

#include "run/driver/bytes.h"
#include "text/strings.h"

namespace mimebase::run {
namespace {

using url::PermalinkKind, url::PermalinkName, url::PermalinkScheme;

// Keys of URLs begin with "//" and the host.
constexpr std::size_t kAuthority = 2;
// How many bases of the pages of one folder are compared.
constexpr std::size_t kMostBases = 64;
// How many segments of a URL are compared with the beginnings of the input's archives.
constexpr std::size_t kMostSegments = 16;
// A hash of the IETF's archive depends on the list. For each of that many lists, or more if there are few
// messages, the hashes of all messages are computed; for further ones, those of messages that name the list.
constexpr std::size_t kListsOfAll = 32, kHashes = 4'000'000;

// The hash alone names the message, whatever list the URL names.
bool depends_on_list(PermalinkScheme scheme) {
  return scheme == PermalinkScheme::kIetf;
}

}  // namespace

LedgerIndex::LedgerIndex(LedgerIds ids) : ids_(std::move(ids)) {
  bases_.assign(ids_.folders.size(), Bases());
  for (const std::string& url : ids_.urls) add_archive(url, false);
  ids_.urls.clear();
}

void LedgerIndex::note(std::uint32_t& of, std::uint32_t message) {
  if (of != message) of = of == kNone ? message : kSeveral;
}

// Only the URL of List-Archive is that of a whole archive. A host without a path has many.
void LedgerIndex::add_archive(std::string_view url, bool may_be_root) {
  inboxes_.add(url);
  if (auto archive = url::archive_of(url, inboxes_)) own_.insert(std::move(*archive));
  if (!may_be_root || url::permalink_of(url, inboxes_)) return;
  std::string key = url::permalink_key(url);
  if (key.find('/', kAuthority) != key.npos) own_roots_.insert(std::move(key));
}

void LedgerIndex::add_names(const LedgerMessage& message) {
  const auto number = static_cast<std::uint32_t>(targets_.size());
  const auto [at, is_new] =
      source_numbers_.try_emplace(message.source, static_cast<std::uint32_t>(sources_.size()));
  if (is_new) sources_.push_back(message.source);
  targets_.push_back({at->second, message.number});
  const auto add = [number](Index& index, const Fingerprint& name) {
    note(index.try_emplace(name, kNone).first->second, number);
  };
  if (message.message_id) add(by_message_id_, fingerprint_of_message_id(*message.message_id));
  for (const std::string& url : message.archived_at) {
    add(by_archived_at_, fingerprint_of_url(url));
    add_archive(url, false);
  }
  for (const std::string& url : message.archives) add_archive(url, true);
  own_lists_.insert(message.lists.begin(), message.lists.end());
}

// Of URLs with a hash, only the hash is noted: those of messages are computed when all are known.
void LedgerIndex::add_reference(std::string_view url) {
  const std::optional<url::Permalink> permalink = url::permalink_of(url, {});
  if (!permalink || permalink->kind == PermalinkKind::kCandidate) return;
  if (permalink->form == PermalinkName::kHash) {
    by_hash_.try_emplace(fingerprint_of_hash(permalink->scheme, permalink->list, permalink->names));
    if (depends_on_list(permalink->scheme)) hashed_lists_.insert(permalink->list);
  }
  if (permalink->form != PermalinkName::kNumber || ids_.folders.empty()) return;
  const std::string key = url::permalink_key(url);
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    const std::optional<PageFolder::Match> match = ids_.folders[i].find(key);
    if (!match || !bases_[i]) continue;
    bases_[i]->emplace(match->base, permalink->scheme);
    if (bases_[i]->size() > kMostBases) bases_[i].reset();
  }
}

Result<void> LedgerIndex::add(const LedgerMessage& message) {
  if (!message.continues) {
    add_names(message);
    Names names{message.message_id.value_or(std::string()), message.lists, message.hashes};
    // The URL of its archive names the list, too.
    for (const std::string& url : message.archives) {
      const std::optional<url::PermalinkArchive> archive = url::archive_of(url, inboxes_);
      if (archive && !archive->list.empty()) names.lists.push_back(archive->list);
    }
    if (Result<void> kept = kept_names_.add(written(names)); !kept) return kept;
  }
  for (const LedgerReference& reference : message.references)
    add_reference(reference.resolved ? *reference.resolved : reference.reference);
  return {};
}

Fingerprint LedgerIndex::fingerprint_of_hash(PermalinkScheme scheme, std::string_view list,
                                             std::string_view hash) {
  std::string text(name_of(scheme));
  if (depends_on_list(scheme)) (text += '\0') += list;
  (text += '\0') += hash;
  return fingerprint('h', text);
}

// Returns the lists for which the hashes of all messages are computed: those that the input names first.
std::vector<std::string> LedgerIndex::lists_to_try() {
  std::vector<std::string> lists(hashed_lists_.begin(), hashed_lists_.end());
  std::stable_partition(lists.begin(), lists.end(),
                        [this](const std::string& list) { return own_lists_.contains(list); });
  const std::size_t most = std::max(kListsOfAll, kHashes / std::max<std::size_t>(targets_.size(), 1));
  if (lists.size() > most) {
    problems_.push_back("links to " + std::to_string(lists.size() - most) +
                        " lists of the IETF's archive were compared only with messages that name the list");
    lists.resize(most);
  }
  return lists;
}

void LedgerIndex::name_by_hash(std::uint32_t message, const Names& names,
                               const std::vector<std::string>& lists) {
  const auto add = [&](PermalinkScheme scheme, std::string_view list, std::string_view hash,
                       bool is_claimed) {
    if (hash.empty()) return;
    const auto found = by_hash_.find(fingerprint_of_hash(scheme, list, hash));
    if (found != by_hash_.end()) note(is_claimed ? found->second.claimed : found->second.message, message);
  };
  const auto add_own = [&](PermalinkScheme scheme, const std::string& list) {
    add(scheme, list, names_of(scheme, PermalinkName::kHash, names.message_id, list), false);
  };
  for (const std::string& hash : names.hashes) {
    add(PermalinkScheme::kHyperkitty, {}, hash, true);
    add(PermalinkScheme::kMailArchive, {}, hash, true);
  }
  if (names.message_id.empty()) return;
  add_own(PermalinkScheme::kHyperkitty, {});
  // The hashes of mail-archive.com depend on the list's address, which their URLs do not name.
  add_own(PermalinkScheme::kMailArchive, {});
  for (const std::string& list : names.lists) {
    if (list.find('@') != list.npos) add_own(PermalinkScheme::kMailArchive, list);
    if (!std::binary_search(lists.begin(), lists.end(), list)) add_own(PermalinkScheme::kIetf, list);
  }
  for (const std::string& list : lists) add_own(PermalinkScheme::kIetf, list);
}

Result<void> LedgerIndex::finish() {
  Result<std::vector<std::string_view>> names = kept_names_.all();
  if (!names) return names.error();
  names_ = std::move(*names);
  choose_bases();
  if (by_hash_.empty()) return {};
  std::vector<std::string> lists = lists_to_try();
  std::sort(lists.begin(), lists.end());
  for (std::uint32_t i = 0; i < names_.size(); ++i) name_by_hash(i, this->names(i), lists);
  return {};
}

LedgerIndex::Names LedgerIndex::names(std::size_t index) const {
  return read_back<Names>(names_[index]).value_or(Names());
}

// A folder of pages has the bases that are archives of the input. Without such a base, it has the only one,
// or else the only one that is called like the folder, or that is not at a service which many lists use.
void LedgerIndex::choose_bases() {
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    const Bases all = bases_[i].value_or(Bases());
    const bool is_complete = bases_[i].has_value();
    Bases chosen;
    const auto choose = [&](bool may_be_several, const auto& is_chosen) {
      if (!chosen.empty()) return;
      std::copy_if(all.begin(), all.end(), std::inserter(chosen, chosen.end()), is_chosen);
      if (chosen.size() > 1 && !may_be_several) chosen.clear();
    };
    choose(true, [&](const auto& base) { return is_own_base(base.first); });
    choose(false, [](const auto& /*base*/) { return true; });
    choose(false, [&](const auto& base) { return ids_.folders[i].is_named_like(base.first); });
    choose(false, [](const auto& base) {
      return base.second == PermalinkScheme::kMhonarc || base.second == PermalinkScheme::kPipermail;
    });
    if (chosen.empty() && (!is_complete || !all.empty()))
      problems_.push_back("--ids " + ids_.folders[i].name() +
                          ": several archives have such pages, and no List-Archive says which one this is");
    bases_[i] = std::move(chosen);
  }
}

bool LedgerIndex::is_own(std::string_view url) const {
  const std::optional<url::PermalinkArchive> archive = url::archive_of(url, inboxes_);
  return archive && own_.contains(*archive);
}

// The URL of an archive is a beginning of those of its pages.
bool LedgerIndex::is_own_base(const std::string& base) const {
  if (is_own("http:" + base + '/')) return true;
  std::size_t slash = base.find('/', kAuthority);
  for (std::size_t i = 0; i < kMostSegments && slash != base.npos; ++i) {
    slash = base.find('/', slash + 1);
    if (own_roots_.contains(std::string_view(base).substr(0, slash))) return true;
  }
  return false;
}

std::optional<Fingerprint> LedgerIndex::on_page(std::string_view key) const {
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    const std::optional<PageFolder::Match> match = ids_.folders[i].find(key);
    if (match && bases_[i] && bases_[i]->contains(match->base)) return match->message_id;
  }
  return std::nullopt;
}

std::uint32_t LedgerIndex::with_message_id(const Fingerprint& message_id) const {
  const auto found = by_message_id_.find(message_id);
  return found == by_message_id_.end() ? kNone : found->second;
}

// Returns the message that a URL names by its rule.
std::uint32_t LedgerIndex::named(const url::Permalink& permalink) const {
  if (permalink.kind != PermalinkKind::kDerivable) return kNone;
  if (permalink.form == PermalinkName::kMessageId)
    return with_message_id(fingerprint_of_message_id(permalink.names));
  const auto found = by_hash_.find(fingerprint_of_hash(permalink.scheme, permalink.list, permalink.names));
  if (found == by_hash_.end()) return kNone;
  return found->second.message != kNone ? found->second.message : found->second.claimed;
}

std::optional<Settlement> LedgerIndex::settle(std::string_view url) const {
  Settlement settled;
  settled.permalink = url::permalink_of(url, inboxes_);
  const std::string key = url::permalink_key(url);
  const Fingerprint print = fingerprint('u', key);
  std::uint32_t message = kNone;
  bool is_known = false;  // as one of the input's archives
  if (const auto archived = by_archived_at_.find(print); archived != by_archived_at_.end()) {
    message = archived->second;
    settled.is_archived_at = true;
  } else if (const auto listed = ids_.message_ids.find(print); listed != ids_.message_ids.end()) {
    message = with_message_id(listed->second);
    is_known = true;
  } else if (!settled.permalink) {
    return std::nullopt;
  } else if (settled.permalink->form == PermalinkName::kNumber) {
    const std::optional<Fingerprint> message_id = on_page(key);
    if (message_id) message = with_message_id(*message_id);
    is_known = message_id.has_value();
  } else {
    message = named(*settled.permalink);
  }

  if (message == kSeveral) {
    settled.state = LedgerState::kAmbiguous;
  } else if (message != kNone) {
    settled.state = LedgerState::kMessage;
    settled.target = message;
  } else if (is_known || is_own(url)) {
    settled.state = LedgerState::kLost;
    settled.is_untranslated = !is_known && settled.permalink->kind != PermalinkKind::kDerivable;
  } else if (settled.permalink->kind == PermalinkKind::kCandidate) {
    settled.state = LedgerState::kCandidate;
  } else if (settled.permalink->kind == PermalinkKind::kPageBound) {
    settled.state = LedgerState::kPageBound;
  }
  return settled;
}

}  // namespace mimebase::run
