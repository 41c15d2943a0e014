// What `ledger --ids` reads: which message a URL of an archive is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mimebase/result.h"
#include "run/commands/fingerprint.h"

namespace mimebase::run {

// Identifies a URL of an archive, by its url::permalink_key().
[[nodiscard]] Fingerprint fingerprint_of_url(std::string_view url);
// Equal for the URLs that `rewrite --map` compares as equal.
[[nodiscard]] std::string map_key(std::string_view url);
[[nodiscard]] Fingerprint fingerprint_of_message_id(std::string_view message_id);

// Pages of MHonArc or pipermail below a folder.
//
// The pages do not say which URLs they have. A URL is that of a page if its path ends with the path of the
// page below the folder, and what precedes it is a base that is known to be the archive's (LedgerIndex).
class PageFolder {
 public:
  // Reads the pages. Fails with kUsage if the folder cannot be read or has no page with a Message-ID.
  [[nodiscard]] static Result<PageFolder> read(const std::string& folder);

  // A page that a URL may be.
  struct Match {
    std::string_view base;   // of the key of the URL, which must outlive it
    Fingerprint message_id;  // of the message on the page
  };
  // Returns the page with the longest path that fits. `key` is url::permalink_key() of
  // the URL.
  [[nodiscard]] std::optional<Match> find(std::string_view key) const;
  // Returns true if the last segment of the base is the name of the folder.
  [[nodiscard]] bool is_named_like(std::string_view base) const;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::unordered_map<Fingerprint, Fingerprint, FingerprintHash> pages_;
  std::size_t depth_ = 0;  // segments of the longest path
};

// All tables and folders.
struct LedgerIds {
  // Reads files and folders. Fails with kUsage: with a line that is no "URL<TAB>Message-ID", or with a URL
  // that stands for two messages.
  [[nodiscard]] static Result<LedgerIds> read(const std::vector<std::string>& paths);

  std::unordered_map<Fingerprint, Fingerprint, FingerprintHash> message_ids;  // by URL
  // URLs of the tables, one per archive and more, from which archives are known.
  std::vector<std::string> urls;
  std::vector<PageFolder> folders;
};

// Returns the Message-ID of the message that a page shows, without "<" and ">": from the comment of MHonArc,
// or from the address that answers a message of pipermail. Returns an empty string if it has neither.
[[nodiscard]] std::string message_id_of_page(std::string_view html);

}  // namespace mimebase::run
