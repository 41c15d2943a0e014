// The table of the forms of permalinks.
//
// A pattern is compared by segments. A segment has at most one name in braces:
//   {id}       a Message-ID: percent-encoded, perhaps between "<" and ">"; {id@} must contain "@"
//   {ids}      the same in all of the rest, with "/" as it is; {ids@} must contain "@", {ids+} may end in "/"
//   {post}     the rest is a Message-ID and, for some URLs, the view of it: public-inbox
//   {list}     the list; {address} is a list with "@", {inbox} one that public-inbox accepts
//   {number}   digits; {number5} are five or more
//   {hash27}, {hash28}, {hash32}   so many characters of base64url, or of base32 for 32
//   {key}      letters, digits, "-" and "_", in the form kHash or kNumber
//   {stored}   an identifier of Pony Mail, perhaps with "@<list>"
//   {period}, {month}   the period of a volume of pipermail; {month} has the name of a month, quarter or week
//   {any}      anything but "/"
// A final "/" in the path is ignored. "**" stands for the beginning of a path. After "?" are the parts that a
// query must have, in any order; one without "=" is all of it.
#include "url/permalink_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "text/ascii.h"

namespace mimebase::url {
namespace {

using enum PermalinkScheme;
using enum PermalinkKind;
using enum PermalinkName;

constexpr std::array<std::string_view, kPermalinkSchemeCount> kNames = {
    "public-inbox", "hyperkitty", "ietf",         "postgresql", "w3c",       "debian",     "google-groups",
    "mod-mbox",     "marc",       "mail-archive", "gmane",      "freebsd",   "news",       "mid",
    "pony-mail",    "mhonarc",    "pipermail",    "gnu",        "groups-io", "archived-at"};

constexpr std::string_view kPostgresqlHosts = "www.postgresql.org postgresql.org archives.postgresql.org";
constexpr std::string_view kModMboxHosts =
    "mail-archives.apache.org mail-archives.us.apache.org mail-archives.eu.apache.org";
constexpr std::string_view kMarcHosts = "marc.info www.marc.info marc.theaimsgroup.com";
constexpr std::string_view kFreebsdHosts = "docs.freebsd.org www.freebsd.org freebsd.org";
constexpr std::string_view kNewsSchemes = "news: snews: nntp: nntps:";
constexpr std::string_view kInboxSource = "public-inbox, lib/PublicInbox/WWW.pm";
constexpr std::string_view kGmaneSource = "public-inbox, lib/PublicInbox/ExtMsg.pm";
constexpr std::string_view kPonySource = "Pony Mail Foal, permalinks of lists.apache.org";
constexpr std::string_view kGroupsSource = "footers of Google Groups";
constexpr std::string_view kMhonarcSource = "MHonArc, MSGPREFIX and HTMLEXT";
constexpr std::string_view kPipermailSource = "Mailman 2.1, Mailman/Archiver/HyperArch.py";

// The first row of a URL's host that fits applies. A "host" that ends in ":" is the scheme of a URL without
// http, whose pattern is compared with what follows.
constexpr PermalinkRule kRules[] = {
    // clang-format off
    {kPublicInbox, kDerivable, kMessageId, "lore.kernel.org lkml.kernel.org", "/r/{post}", "korg.docs.kernel.org, lore.kernel.org", "https://lkml.kernel.org/r/20230913201248.452081-4-zi.yan@sent.com"},
    {kPublicInbox, kDerivable, kMessageId, "lore.kernel.org public-inbox.org", "/{inbox}/{post}", kInboxSource, "https://lore.kernel.org/all/a%2Fb@c/T/#t"},
    {kHyperkitty, kDerivable, kHash, "", "**/list/{address}/message/{hash32}", "HyperKitty, hyperkitty/urls.py", "https://lists.linaro.org/archives/list/greybus-dev@lists.linaro.org/message/4WHXS3N3OUXOOXXCKPSB22TEACN2QFFV/"},
    {kHyperkitty, kDerivable, kHash, "", "**/list/{address}/thread/{hash32}", "HyperKitty, hyperkitty/urls.py", "https://lists.example.org/archives/list/dev@lists.example.org/thread/RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE/"},
    {kIetf, kDerivable, kHash, "mailarchive.ietf.org", "/arch/msg/{list}/{hash27}", "ietf-tools/mailarchive, backend/mlarchive/archive/mail.py", "https://mailarchive.ietf.org/arch/msg/bpf/pwqEECoNbGCB5xt9EOcMr1TVIX4"},
    {kPostgresql, kDerivable, kMessageId, kPostgresqlHosts, "/message-id/flat/{ids}", "pgarchives, django/archives/urls.py", "https://www.postgresql.org/message-id/flat/15954-b61523bed4b110c4%40postgresql.org"},
    {kPostgresql, kDerivable, kMessageId, kPostgresqlHosts, "/message-id/raw/{ids}", "pgarchives, django/archives/urls.py", "https://www.postgresql.org/message-id/raw/15954-b61523bed4b110c4%40postgresql.org"},
    {kPostgresql, kDerivable, kMessageId, kPostgresqlHosts, "/message-id/mbox/{ids}", "pgarchives, django/archives/urls.py", "https://www.postgresql.org/message-id/mbox/15954-b61523bed4b110c4%40postgresql.org"},
    {kPostgresql, kDerivable, kMessageId, kPostgresqlHosts, "/message-id/{ids@}", "pgarchives, django/archives/urls.py", "https://www.postgresql.org/message-id/15954-b61523bed4b110c4%40postgresql.org"},
    {kPostgresql, kDerivable, kMessageId, "postgr.es", "/m/{ids}", "commit messages of PostgreSQL", "https://postgr.es/m/15954-b61523bed4b110c4@postgresql.org"},
    {kW3c, kDerivable, kMessageId, "www.w3.org w3.org lists.w3.org", "/mid/{ids}", "Archived-At of W3C's lists", "http://www.w3.org/mid/49F0D9FC.6060103@w3.org"},
    {kW3c, kPageBound, kNumber, "lists.w3.org", "/Archives/{any}/{list}/{any}/{number}.html", "W3C's archives (hypermail)", "https://lists.w3.org/Archives/Public/www-archive/2009Apr/0061.html"},
    {kDebian, kDerivable, kMessageId, "lists.debian.org", "/msgid-search/{ids}", "List-Archive of Debian's lists", "https://lists.debian.org/msgid-search/DGZRYXTKC049.1I6QFQSMSD88H@arkamax.eu"},
    {kDebian, kDerivable, kMessageId, "lists.debian.org", "/msgid-search/?m={id}", "the form of lists.debian.org", "https://lists.debian.org/msgid-search/?m=DGZRYXTKC049.1I6QFQSMSD88H@arkamax.eu"},
    {kDebian, kPageBound, kNumber, "lists.debian.org", "/{list}/{any}/{any}/msg{number}.html", kMhonarcSource, "https://lists.debian.org/debian-user/2020/01/msg00001.html"},
    {kDebian, kPageBound, kNumber, "lists.debian.org", "/{list}/{any}/msg{number}.html", kMhonarcSource, "https://lists.debian.org/debian-announce/2021/msg00003.html"},
    {kDebian, kDerivable, kMessageId, "lists.debian.org", "/{id@}", "redirects of lists.debian.org", "https://lists.debian.org/87r0e9v4i8.fsf@host.example"},
    {kGoogleGroups, kDerivable, kMessageId, "groups.google.com", "/d/msgid/{list}/{ids+}", kGroupsSource, "https://groups.google.com/d/msgid/clang-built-linux/201911100811.oaHlEBtL%25lkp%40intel.com"},
    {kGoogleGroups, kDerivable, kMessageId, "groups.google.com", "/a/{any}/d/msgid/{list}/{ids+}", kGroupsSource, "https://groups.google.com/a/example.org/d/msgid/dev/1%402"},
    {kGoogleGroups, kPageBound, kNumber, "groups.google.com", "/g/{list}/c/{any}/m/{key}", "Google Groups, since 2020", "https://groups.google.com/g/comp.lang.c/c/wX_2PcbPzYg/m/BNHhDUm3AQAJ"},
    {kGoogleGroups, kPageBound, kNumber, "groups.google.com", "/a/{any}/g/{list}/c/{any}/m/{key}", "Google Groups, since 2020", "https://groups.google.com/a/example.org/g/dev/c/wX_2PcbPzYg/m/BNHhDUm3AQAJ"},
    {kGoogleGroups, kPageBound, kNumber, "groups.google.com", "/d/msg/{list}/{any}/{key}", "Google Groups, until 2020", "https://groups.google.com/d/msg/comp.lang.c/wX_2PcbPzYg/BNHhDUm3AQAJ"},
    {kGoogleGroups, kPageBound, kNumber, "groups.google.com", "/group/{list}/msg/{key}", "Google Groups, until 2020", "https://groups.google.com/group/comp.lang.c/msg/df199d233ff17efa"},
    {kModMbox, kDerivable, kMessageId, kModMboxHosts, "/mod_mbox/{list}/{any}.mbox/raw/{id@}", "mod_mbox, module-2.0", "http://mail-archives.apache.org/mod_mbox/httpd-dev/200811.mbox/raw/%3C49302488.5000002@force-elite.com%3E"},
    {kModMbox, kDerivable, kMessageId, kModMboxHosts, "/mod_mbox/{list}/{any}.mbox/ajax/{id@}", "mod_mbox, module-2.0", "http://mail-archives.apache.org/mod_mbox/httpd-dev/200811.mbox/ajax/%3C49302488.5000002@force-elite.com%3E"},
    {kModMbox, kDerivable, kMessageId, kModMboxHosts, "/mod_mbox/{list}/{any}.mbox/{ids@}", "mod_mbox, module-2.0", "http://mail-archives.apache.org/mod_mbox/httpd-dev/200811.mbox/%3C49302488.5000002@force-elite.com%3E"},
    {kModMbox, kDerivable, kMessageId, kModMboxHosts, "/mod_mbox/{list}/{ids@}", "mod_mbox, module-2.0", "http://mail-archives.apache.org/mod_mbox/httpd-dev/%3C49302488.5000002@force-elite.com%3E"},
    {kMarc, kDerivable, kMessageId, kMarcHosts, "/?l={list}&i={id}", "links to marc.info", "https://marc.info/?l=linux-kernel&i=1@2"},
    {kMarc, kDerivable, kMessageId, kMarcHosts, "/?i={id}", "links to marc.info", "https://marc.info/?i=20180911163534.21312d08%20()%20manjaro"},
    {kMarc, kPageBound, kNumber, kMarcHosts, "/?l={list}&m={number}", "marc.info", "https://marc.info/?l=linux-kernel&m=118071018725346&w=2"},
    {kMailArchive, kDerivable, kMessageId, "mid.mail-archive.com", "/{ids}", "www.mail-archive.com/faq.html", "http://mid.mail-archive.com/1@2"},
    {kMailArchive, kDerivable, kMessageId, "www.mail-archive.com mail-archive.com", "/search?l=mid&q={id}", "www.mail-archive.com/faq.html", "https://www.mail-archive.com/search?l=mid&q=1@2"},
    {kMailArchive, kDerivable, kHash, "go.mail-archive.com", "/{hash28}", "Mailman 3, mailman/archiving/mailarchive.py", "http://go.mail-archive.com/ZaXPPxRMM9_hFZL4vTRlQlBx8pc="},
    {kMailArchive, kPageBound, kNumber, "www.mail-archive.com mail-archive.com", "/{address}/msg{number}.html", kMhonarcSource, "https://www.mail-archive.com/dev@example.org/msg00001.html"},
    {kGmane, kDerivable, kMessageId, "mid.gmane.org mid.gmane.io", "/{ids}", kGmaneSource, "http://mid.gmane.org/1@2"},
    {kGmane, kDerivable, kMessageId, "news.gmane.org news.gmane.io", "/find-root.php?message_id={id}", kGmaneSource, "http://news.gmane.org/find-root.php?message_id=%3C1@2%3E"},
    {kGmane, kPageBound, kNumber, "article.gmane.org permalink.gmane.org comments.gmane.org thread.gmane.org", "/{list}/{number}", "Gmane's web site, until 2016", "http://article.gmane.org/gmane.linux.kernel/1"},
    {kGmane, kPageBound, kNumber, "thread.gmane.org comments.gmane.org", "/{list}/{any}/focus={number}", "Gmane's web site, until 2016", "http://thread.gmane.org/gmane.linux.kernel/687713/focus=688340"},
    {kGmane, kDerivable, kMessageId, kNewsSchemes, "//news.gmane.org/{ids@}", kGmaneSource, "nntp://news.gmane.org/1@2"},
    {kGmane, kDerivable, kMessageId, kNewsSchemes, "//news.gmane.io/{ids@}", kGmaneSource, "nntp://news.gmane.io/1@2"},
    {kGmane, kPageBound, kNumber, kNewsSchemes, "//news.gmane.org/{list}/{number}", kGmaneSource, "nntp://news.gmane.org/gmane.linux.kernel/1"},
    {kGmane, kPageBound, kNumber, kNewsSchemes, "//news.gmane.io/{list}/{number}", kGmaneSource, "nntp://news.gmane.io/gmane.linux.kernel/1"},
    {kFreebsd, kDerivable, kMessageId, kFreebsdHosts, "/cgi/mid.cgi?id={id}", kGmaneSource, "https://docs.FreeBSD.org/cgi/mid.cgi?db=mid&id=1@2"},
    {kFreebsd, kDerivable, kMessageId, kFreebsdHosts, "/cgi/mid.cgi?{id}", kGmaneSource, "https://docs.freebsd.org/cgi/mid.cgi?1@2"},
    {kNews, kDerivable, kMessageId, kNewsSchemes, "//{any}/{ids@}", "RFC 5538 section 2.2", "news://news.example/1@2"},
    {kNews, kPageBound, kNumber, kNewsSchemes, "//{any}/{list}/{number}", "RFC 5538 section 3", "nntp://news.example/comp.lang.c/1"},
    {kNews, kDerivable, kMessageId, kNewsSchemes, "{ids@}", "RFC 5538 section 2.2", "news:1@2"},
    {kMid, kDerivable, kMessageId, "mid:", "{id}/{any}", "RFC 2392", "mid:960830.1639@XIson.com/partA.960830.1639@XIson.com"},
    {kMid, kDerivable, kMessageId, "mid:", "{id}", "RFC 2392", "mid:960830.1639@XIson.com"},
    {kPonyMail, kCandidate, kHash, "lists.apache.org", "/thread/{stored}", kPonySource, "https://lists.apache.org/thread/8fgp2do75oqo6qd08vs4p7dpp1gj4vjn"},
    {kPonyMail, kCandidate, kHash, "lists.apache.org", "/thread.html/{stored}", kPonySource, "https://lists.apache.org/thread.html/8fgp2do75oqo6qd08vs4p7dpp1gj4vjn@%3Cdev.example.apache.org%3E"},
    {kPonyMail, kDerivable, kMessageId, "lists.apache.org", "/thread/{ids@}", kPonySource, "https://lists.apache.org/thread/1@2?<dev.example.apache.org>"},
    {kPonyMail, kDerivable, kMessageId, "lists.apache.org", "/thread.html/{ids@}", kPonySource, "https://lists.apache.org/thread.html/%3C1@2%3E"},
    {kGnu, kPageBound, kNumber, "lists.gnu.org lists.nongnu.org mail.gnu.org", "/archive/html/{list}/{any}/msg{number}.html", kMhonarcSource, "https://lists.gnu.org/archive/html/bug-bash/2020-01/msg00001.html"},
    {kGnu, kPageBound, kNumber, "lists.gnu.org lists.nongnu.org mail.gnu.org", "/r/{list}/{any}/msg{number}.html", "redirects of lists.gnu.org", "https://lists.gnu.org/r/bug-bash/2020-01/msg00001.html"},
    {kGroupsIo, kPageBound, kNumber, "groups.io *.groups.io", "/g/{list}/message/{number}", "footers of groups.io", "https://groups.io/g/devel/message/12"},
    {kPipermail, kPageBound, kNumber, "", "**/pipermail/{list}/{period}/{number}.html", kPipermailSource, "https://lists.example.org/pipermail/dev/2020-January/000123.html"},
    {kPipermail, kPageBound, kNumber, "", "**/{list}/{month}/{number}.html", kPipermailSource, "https://lists.example.org/archives/dev/2020-January/000123.html"},
    {kMhonarc, kPageBound, kNumber, "", "**/msg{number5}.html", kMhonarcSource, "https://www.example.org/lists/dev/msg00012.html"},
    // clang-format on
};

// The forms of the URLs of a whole list. A row's kind and form mean nothing here.
constexpr PermalinkRule kArchiveRules[] = {
    // clang-format off
    {kPublicInbox, kDerivable, kMessageId, "lore.kernel.org public-inbox.org", "/{inbox}", {}, "https://lore.kernel.org/bpf/"},
    {kIetf, kDerivable, kMessageId, "mailarchive.ietf.org", "/arch/browse/{list}", {}, "https://mailarchive.ietf.org/arch/browse/bpf/"},
    {kPostgresql, kDerivable, kMessageId, kPostgresqlHosts, "/list/{any}", {}, "https://www.postgresql.org/list/pgsql-hackers/"},
    {kW3c, kDerivable, kMessageId, "lists.w3.org", "/Archives/{any}/{list}", {}, "https://lists.w3.org/Archives/Public/www-archive/"},
    {kDebian, kDerivable, kMessageId, "lists.debian.org", "/{list}", {}, "https://lists.debian.org/debian-user/"},
    {kGoogleGroups, kDerivable, kMessageId, "groups.google.com", "/g/{list}", {}, "https://groups.google.com/g/kasan-dev"},
    {kGoogleGroups, kDerivable, kMessageId, "groups.google.com", "/group/{list}", {}, "https://groups.google.com/group/kasan-dev/"},
    {kGoogleGroups, kDerivable, kMessageId, "groups.google.com", "/a/{any}/g/{list}", {}, "https://groups.google.com/a/example.org/g/dev"},
    {kGoogleGroups, kDerivable, kMessageId, "groups.google.com", "/a/{any}/group/{list}", {}, "https://groups.google.com/a/example.org/group/dev/"},
    {kModMbox, kDerivable, kMessageId, kModMboxHosts, "/mod_mbox/{list}", {}, "http://mail-archives.apache.org/mod_mbox/httpd-dev/"},
    {kMarc, kDerivable, kMessageId, kMarcHosts, "/?l={list}", {}, "https://marc.info/?l=linux-kernel"},
    {kMailArchive, kDerivable, kMessageId, "www.mail-archive.com mail-archive.com", "/{address}", {}, "https://www.mail-archive.com/dev@example.org/"},
    {kPonyMail, kDerivable, kMessageId, "lists.apache.org", "/list.html?{list}", {}, "https://lists.apache.org/list.html?dev@example.apache.org"},
    {kPonyMail, kDerivable, kMessageId, "lists.apache.org", "/list/{address}", {}, "https://lists.apache.org/list/dev@example.apache.org"},
    {kGnu, kDerivable, kMessageId, "lists.gnu.org lists.nongnu.org mail.gnu.org", "/archive/html/{list}", {}, "https://lists.gnu.org/archive/html/bug-bash/"},
    {kGroupsIo, kDerivable, kMessageId, "groups.io *.groups.io", "/g/{list}", {}, "https://groups.io/g/devel"},
    {kHyperkitty, kDerivable, kMessageId, "", "**/list/{address}", {}, "https://lists.linaro.org/archives/list/greybus-dev@lists.linaro.org/"},
    {kPipermail, kDerivable, kMessageId, "", "**/pipermail/{list}", {}, "https://lists.example.org/pipermail/dev/"},
    // clang-format on
};

// Lists of rows by the last bytes of their hosts, as in unwrap/wrappers.cpp.
constexpr std::size_t kSlots = 1024;

// Of four of the last eight bytes, which a host and all hosts below it have in common.
constexpr std::size_t slot_of(std::string_view host) {
  const auto from_end = [host](std::size_t i) {
    return i <= host.size() ? static_cast<unsigned char>(host[host.size() - i] | 0x20) : 0U;
  };
  const std::uint32_t bytes = from_end(5) << 24U | from_end(6) << 16U | from_end(7) << 8U | from_end(8);
  return bytes * 0x9E3779B1U >> 22U;
}

constexpr std::string_view take_host(std::string_view& list) {
  const std::string_view host = list.substr(0, list.find(' '));
  list.remove_prefix(std::min(host.size() + 1, list.size()));
  return host;
}

struct HostEntry {
  std::string_view host;
  std::uint8_t row = 0;
  std::uint8_t next = 0;
};

constexpr std::size_t kHostEntries = [] {
  std::size_t count = 1;  // entry 0 is the end
  for (const PermalinkRule& rule : kRules)
    count += 1 + static_cast<std::size_t>(std::count(rule.hosts.begin(), rule.hosts.end(), ' '));
  return count;
}();
static_assert(kHostEntries <= 256);

struct HostIndex {
  std::array<std::uint8_t, kSlots> first{};
  std::array<HostEntry, kHostEntries> entries{};
};

constexpr HostIndex kHostIndex = [] {
  HostIndex index;
  std::size_t count = 0;
  // Rows are inserted in reverse, so that each list has the order of the table.
  for (std::size_t row = std::size(kRules); row-- > 0;) {
    std::string_view hosts = kRules[row].hosts;
    do {
      const std::string_view host = take_host(hosts);
      std::uint8_t& first = index.first[slot_of(host)];
      index.entries[++count] = {host, static_cast<std::uint8_t>(row), first};
      first = static_cast<std::uint8_t>(count);
    } while (!hosts.empty());
  }
  return index;
}();

}  // namespace

bool may_have_rules(std::string_view host) {
  return kHostIndex.first[slot_of(host)] != 0;
}

bool is_host_of(std::string_view host, std::string_view pattern) {
  if (!pattern.starts_with("*.")) return ascii::equals_ignoring_case(host, pattern);
  return host.size() > pattern.size() - 1 && ascii::ends_with_ignoring_case(host, pattern.substr(1));
}

PermalinkRuleList::PermalinkRuleList(std::string_view host)
    : host_(host), entry_(kHostIndex.first[slot_of(host)]) {}

const PermalinkRule* PermalinkRuleList::next() {
  while (entry_ != 0) {
    const HostEntry& entry = kHostIndex.entries[entry_];
    entry_ = entry.next;
    if (is_host_of(host_, entry.host)) return &kRules[entry.row];
  }
  return nullptr;
}

std::string_view name_of(PermalinkScheme scheme) {
  const auto index = static_cast<std::size_t>(scheme);
  return index < kNames.size() ? kNames[index] : std::string_view();
}

std::span<const PermalinkRule> all_permalink_rules() {
  return kRules;
}

std::span<const PermalinkRule> all_archive_rules() {
  return kArchiveRules;
}

}  // namespace mimebase::url
