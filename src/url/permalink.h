// Permalinks: the URLs by which list archives name a message. One table in permalink_rules.cpp says which URL
// follows which scheme, and whether the message alone determines the name (Message-ID or hash) in it.
//
//   url::permalink_of("https://lore.kernel.org/all/a%2Fb@c/", {})->names;  // "a/b@c"
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::url {

// The schemes, in the order of the table. name_of() returns the name that rows use.
enum class PermalinkScheme : std::uint8_t {
  kPublicInbox,
  kHyperkitty,
  kIetf,
  kPostgresql,
  kW3c,
  kDebian,
  kGoogleGroups,
  kModMbox,
  kMarc,
  kMailArchive,
  kGmane,
  kFreebsd,
  kNews,
  kMid,
  kPonyMail,
  kMhonarc,
  kPipermail,
  kGnu,
  kGroupsIo,
  kArchivedAt,  // RFC 5064: the URL is in the message's own header, and follows no rule of the table
};
inline constexpr int kPermalinkSchemeCount = 20;

// "public-inbox", "hyperkitty", "ietf", "postgresql", "w3c", "debian", "google-groups", "mod-mbox", "marc",
// "mail-archive", "gmane", "freebsd", "news", "mid", "pony-mail", "mhonarc", "pipermail", "gnu", "groups-io",
// "archived-at". Empty for a value outside the enumeration.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string_view name_of(PermalinkScheme scheme);

// What determines the name in a URL. A scheme may have forms of several kinds: marc.info has `?i=MESSAGE-ID`
// and `?l=LIST&m=NUMBER`.
enum class PermalinkKind : std::uint8_t {
  kDerivable,  // the message (its Message-ID, and for some schemes the list) determines the name
  kCandidate,  // the archive's own copy of the message does, which other copies may differ from
  kPageBound,  // the archive gave it a number, which only its pages can translate
};

// The form of Permalink::names.
enum class PermalinkName : std::uint8_t { kMessageId, kHash, kNumber };

struct Permalink {
  PermalinkScheme scheme = PermalinkScheme::kMid;
  PermalinkKind kind = PermalinkKind::kDerivable;
  PermalinkName form = PermalinkName::kMessageId;
  std::string list;  // as the URL has it; empty if it names none
  // The Message-ID, percent-decoded and without "<" and ">", or the hash or number as written. A number alone
  // names no message: archives count anew in each month or list.
  std::string names;

  friend bool operator==(const Permalink&, const Permalink&) = default;
};

// One list of one archive, to compare the archives of URLs. All text is percent-decoded, in lower case.
struct PermalinkArchive {
  PermalinkScheme scheme = PermalinkScheme::kMid;
  std::string host;  // with the path before the inbox of kPublicInbox; empty if the scheme is of one service
  std::string list;  // empty if the scheme's URLs name none

  friend auto operator<=>(const PermalinkArchive&, const PermalinkArchive&) = default;
};

// The public-inbox installations that mail names. Their URLs have no form of their own: on other hosts,
// "/x/y@z/" is any page.
class PublicInboxes {
 public:
  // Notes the installation if `url`, a URL of List-Archive, Archived-At or a table of Message-IDs, may be
  // that of an inbox or of a message in one. Others are ignored.
  MIMEBASE_FOR_ARCHIVE void add(std::string_view url);
  void clear() { roots_.clear(); }
  [[nodiscard]] bool empty() const { return roots_.empty(); }
  // `root` is the host, the port if it is not the scheme's default, and the path before the inbox, which ends
  // in "/". The host is in lower case.
  [[nodiscard]] bool contains(std::string_view root) const { return roots_.find(root) != roots_.end(); }

 private:
  std::set<std::string, std::less<>> roots_;
};

// Returns what the absolute URL names, or nullopt if it follows no scheme. Fragments are ignored: they are
// places in a page. Never returns kArchivedAt, for which the caller compares with the message's header. Takes
// linear time; for most URLs, the cost is one look at the host and at the end of the path.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::optional<Permalink> permalink_of(std::string_view url,
                                                                         const PublicInboxes& inboxes);

// Returns the archive that a permalink belongs to, or that is the URL of a list's archive (List-Archive, RFC
// 2369), such as https://mailarchive.ietf.org/arch/browse/bpf/. Returns nullopt for other URLs.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::optional<PermalinkArchive> archive_of(std::string_view url,
                                                                              const PublicInboxes& inboxes);

// Returns Permalink::names of the scheme's URL for a message. `message_id` has no "<" and ">". `list` is
// Permalink::list for kIetf, the list's address for hashes of kMailArchive, and ignored otherwise. Returns an
// empty string if Message-ID and list do not determine the name.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string names_of(PermalinkScheme scheme, PermalinkName form,
                                                        std::string_view message_id, std::string_view list);

// Returns the usual URL for a message in an archive, or an empty string if the scheme's URLs are not
// derivable or the Message-ID cannot be in one. permalink_of() reads it back: its names are names_of() the
// message.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string permalink_url(const PermalinkArchive& archive,
                                                             std::string_view message_id);

// The form in which URLs are compared with Archived-At (RFC 5064) and with tables of URLs: the normal form
// (url/normal_form.h) without fragment, white space, a final "/", and the scheme of http and https.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string permalink_key(std::string_view url);

// Base32 of the SHA-1 of a Message-ID, the hash of HyperKitty's URLs and of Message-ID-Hash.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string message_id_hash(std::string_view message_id);

}  // namespace mimebase::url
