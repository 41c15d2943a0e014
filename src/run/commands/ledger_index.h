// What `ledger` knows of all messages of its inputs: by which names other messages may call them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mimebase/model.h"
#include "mimebase/result.h"
#include "run/commands/ledger_ids.h"
#include "run/driver/piece.h"
#include "run/output/kept_rows.h"
#include "url/permalink.h"

namespace mimebase::run {

// What a reference leads to.
struct Settlement {
  LedgerState state = LedgerState::kElsewhere;
  std::optional<std::size_t> target;  // an index of LedgerIndex, with kMessage
  // The scheme, the list and the name of the URL. Nullopt for a URL that follows no scheme.
  std::optional<url::Permalink> permalink;
  bool is_archived_at = false;   // the URL is in the field Archived-At of the target
  bool is_untranslated = false;  // with kLost: the number or identifier in the URL is not known
};

// Joins references with messages. Add all messages first, then finish(), then settle(). Memory: some
// hundred bytes per message, and for each distinct URL with a hash; the names go to a temporary file.
class LedgerIndex {
 public:
  // A message of the input.
  struct Target {
    std::uint32_t source = 0;  // an index of sources()
    std::uint64_t number = 0;
  };
  // The names of a message, as the temporary file has them.
  struct Names {
    std::string message_id;
    std::vector<std::string> lists, hashes;
  };

  explicit LedgerIndex(LedgerIds ids);

  // Notes the names of a message, and what its references are looked up by. Fails with kUnwritable if the
  // temporary file cannot be written.
  [[nodiscard]] Result<void> add(const LedgerMessage& message);
  // Completes what add() has noted. Fails likewise.
  [[nodiscard]] Result<void> finish();

  // Returns what an absolute URL leads to; nullopt if it names no message of an archive.
  [[nodiscard]] std::optional<Settlement> settle(std::string_view url) const;
  [[nodiscard]] const Target& target(std::size_t index) const { return targets_[index]; }
  [[nodiscard]] const std::string& source(const Target& target) const { return sources_[target.source]; }
  [[nodiscard]] Names names(std::size_t index) const;
  // Sentences about what could not be compared, after finish().
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

 private:
  // Stands for no message, and for several.
  static constexpr std::uint32_t kNone = 0xFFFFFFFF, kSeveral = 0xFFFFFFFE;
  using Index = std::unordered_map<Fingerprint, std::uint32_t, FingerprintHash>;
  // A hash that URLs have, and the messages that have it: by their Message-ID, and by a field that says so.
  struct Hashed {
    std::uint32_t message = kNone, claimed = kNone;
  };
  using List = std::pair<url::PermalinkScheme, std::string>;

  static void note(std::uint32_t& of, std::uint32_t message);
  void add_archive(std::string_view url, bool may_be_root);
  void add_names(const LedgerMessage& message);
  void add_reference(std::string_view url);
  [[nodiscard]] static Fingerprint fingerprint_of_hash(url::PermalinkScheme scheme, std::string_view list,
                                                       std::string_view hash);
  void name_by_hash(std::uint32_t message, const Names& names, const std::vector<std::string>& lists);
  [[nodiscard]] std::vector<std::string> lists_to_try();
  void choose_bases();
  [[nodiscard]] bool is_own(std::string_view url) const;
  [[nodiscard]] bool is_own_base(const std::string& base) const;
  [[nodiscard]] std::optional<Fingerprint> on_page(std::string_view key) const;
  [[nodiscard]] std::uint32_t named(const url::Permalink& permalink) const;
  [[nodiscard]] std::uint32_t with_message_id(const Fingerprint& message_id) const;

  LedgerIds ids_;
  std::vector<Target> targets_;
  std::vector<std::string> sources_;
  std::map<std::string, std::uint32_t, std::less<>> source_numbers_;
  KeptRows kept_names_;
  std::vector<std::string_view> names_;  // by message
  Index by_message_id_, by_archived_at_;
  std::unordered_map<Fingerprint, Hashed, FingerprintHash> by_hash_;
  std::set<std::string, std::less<>> hashed_lists_;  // of URLs whose hash depends on the list
  std::set<std::string, std::less<>> own_lists_;     // that messages name as theirs
  // Archives that the input names as its own: by scheme, host and list, and by the beginning of their URLs.
  std::set<url::PermalinkArchive> own_;
  std::set<std::string, std::less<>> own_roots_;
  url::PublicInboxes inboxes_;
  // The bases that URLs of pages may have, with their scheme, by folder. nullopt: too many to choose from.
  using Bases = std::map<std::string, url::PermalinkScheme, std::less<>>;
  std::vector<std::optional<Bases>> bases_;
  std::vector<std::string> problems_;
};

}  // namespace mimebase::run
