// Permalinks of list archives: the table of forms, hashes, and URLs that are made and read back.
#include "url/permalink.h"

#include <random>
#include <string>

#include "catch.h"
#include "tsv.h"
#include "url/permalink_rules.h"

namespace mimebase::test {
namespace {

using url::Permalink;
using url::PermalinkKind;
using url::PermalinkName;
using url::PermalinkScheme;
using url::PublicInboxes;

std::string_view name_of(PermalinkName form) {
  if (form == PermalinkName::kNumber) return "number";
  return form == PermalinkName::kHash ? "hash" : "message-id";
}

// The columns of the table after the URL.
std::string described(const std::optional<Permalink>& found) {
  if (!found) return "- - - -";
  const std::string list = found->list.empty() ? "-" : found->list;
  return std::string(url::name_of(found->scheme)) + ' ' + std::string(name_of(found->form)) + ' ' + list +
         ' ' + found->names;
}

constexpr PermalinkScheme kDerivable[] = {
    PermalinkScheme::kPublicInbox,  PermalinkScheme::kHyperkitty, PermalinkScheme::kIetf,
    PermalinkScheme::kPostgresql,   PermalinkScheme::kW3c,        PermalinkScheme::kDebian,
    PermalinkScheme::kGoogleGroups, PermalinkScheme::kMarc,       PermalinkScheme::kMailArchive,
    PermalinkScheme::kGmane,        PermalinkScheme::kFreebsd,    PermalinkScheme::kNews,
    PermalinkScheme::kMid,
};

}  // namespace

TEST_CASE("permalinks: the table of URLs", "[permalink]") {
  int count = 0;
  for (const Row& row : read_tsv(source_root() / "tests/url/permalinks.tsv")) {
    REQUIRE(row.size() == 7);
    CAPTURE(row[0], row[6]);
    PublicInboxes inboxes;
    if (row[5] != "-") inboxes.add(row[5]);
    CHECK(described(url::permalink_of(row[0], inboxes)) ==
          row[1] + ' ' + row[2] + ' ' + row[3] + ' ' + row[4]);
    ++count;
  }
  CHECK(count > 250);
}

TEST_CASE("permalinks: the example of each rule follows it, and is in the page", "[permalink]") {
  const std::string page = read_file(source_root() / "samples/permalinks.md");
  for (const url::PermalinkRule& rule : url::all_permalink_rules()) {
    CAPTURE(rule.pattern, rule.example);
    const auto found = url::permalink_of(rule.example, {});
    REQUIRE(found);
    CHECK(found->scheme == rule.scheme);
    CHECK(found->kind == rule.kind);
    CHECK(found->form == rule.form);
    const std::string row =
        "| `" + std::string(url::name_of(rule.scheme)) + "` | `" + std::string(rule.example) + "` |";
    CHECK(page.find(row) != page.npos);
  }
  PublicInboxes inboxes;
  for (const url::PermalinkRule& rule : url::all_archive_rules()) {
    CAPTURE(rule.pattern, rule.example);
    CHECK_FALSE(url::permalink_of(rule.example, {}));
    const auto archive = url::archive_of(rule.example, inboxes);
    REQUIRE(archive);
    CHECK(archive->scheme == rule.scheme);
  }
}

TEST_CASE("permalinks: hashes", "[permalink]") {
  const struct {
    PermalinkScheme scheme;
    std::string_view message_id, list, hash;
  } kCases[] = {
      {PermalinkScheme::kHyperkitty, "12345", "", "RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE"},
      {PermalinkScheme::kHyperkitty, "87myycy5eh.fsf@uwakimon.sk.tsukuba.ac.jp", "",
       "JJIGKPKB6CVDX6B2CUG4IHAJRIQIOUTP"},
      {PermalinkScheme::kHyperkitty, "aa9EFyfi9iprkQzi@stanley.mountain", "",
       "4WHXS3N3OUXOOXXCKPSB22TEACN2QFFV"},
      {PermalinkScheme::kIetf, "CADx9qWj0fWWhT4OBLqy9MJ=hSZwSfdWvsn+9AqxmvE_DuEGCTg@mail.gmail.com", "bpf",
       "pwqEECoNbGCB5xt9EOcMr1TVIX4"},
      {PermalinkScheme::kMailArchive, "1@2", "", ""},
      {PermalinkScheme::kPonyMail, "1@2", "dev.example.org", ""},
      {PermalinkScheme::kMhonarc, "1@2", "", ""},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.message_id);
    CHECK(url::names_of(row.scheme, PermalinkName::kHash, row.message_id, row.list) == row.hash);
  }
  // The database has 254 characters of a longer Message-ID.
  const std::string longest(254, 'x');
  CHECK(url::message_id_hash(longest + "y") == url::message_id_hash(longest));
  CHECK(url::names_of(PermalinkScheme::kPublicInbox, PermalinkName::kMessageId, longest, {}) ==
        longest.substr(0, 244));
  CHECK(url::names_of(PermalinkScheme::kMid, PermalinkName::kMessageId, longest, {}) == longest);
}

TEST_CASE("permalinks: the archives of URLs", "[permalink]") {
  const struct {
    std::string_view a, b;
    bool is_same;
  } kCases[] = {
      {"https://lore.kernel.org/bpf/1@2/", "https://lore.kernel.org/bpf/", true},
      {"https://lore.kernel.org/bpf/1@2/", "https://lore.kernel.org/all/1@2/", false},
      {"https://lists.linaro.org/archives/list/A@b.c/thread/RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE/",
       "https://Lists.linaro.org/archives/list/a%40b.c/", true},
      {"https://x.org/archives/list/a@b.c/thread/RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE/",
       "https://y.org/archives/list/a@b.c/", false},
      {"https://mailarchive.ietf.org/arch/msg/bpf/pwqEECoNbGCB5xt9EOcMr1TVIX4",
       "https://mailarchive.ietf.org/arch/browse/bpf/", true},
      {"https://mailarchive.ietf.org/arch/msg/bpf/pwqEECoNbGCB5xt9EOcMr1TVIX4",
       "https://mailarchive.ietf.org/arch/browse/dmarc/", false},
      {"https://postgr.es/m/1@2", "https://www.postgresql.org/list/pgsql-hackers/", true},
      {"https://lists.debian.org/msgid-search/1@2", "https://lists.debian.org/msgid-search/3@4", true},
      {"https://lists.debian.org/debian-user/2020/01/msg00001.html", "https://lists.debian.org/debian-user/",
       true},
      {"https://groups.google.com/d/msgid/kasan-dev/1%402", "https://groups.google.com/group/kasan-dev/",
       true},
      {"https://lists.apache.org/thread/1@2?<dev.x.apache.org>",
       "https://lists.apache.org/list.html?dev@x.apache.org", true},
      {"https://l.example/pipermail/dev/2020-May/1.html", "https://l.example/pipermail/dev/", true},
      {"https://inbox.example/dev/1@2/", "https://inbox.example/dev/", true},
      {"https://inbox.example/x/dev/1@2/T/", "https://inbox.example/x/dev", true},
      {"https://inbox.example/dev/1@2/", "https://inbox.example/users/", false},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.a, row.b);
    PublicInboxes inboxes;
    inboxes.add(row.b);
    const auto a = url::archive_of(row.a, inboxes), b = url::archive_of(row.b, inboxes);
    REQUIRE(a);
    REQUIRE(b);
    CHECK((a == b) == row.is_same);
  }
  CHECK_FALSE(url::archive_of("https://www.example.org/", {}));
  CHECK_FALSE(url::archive_of("mailto:dev@example.org", {}));
}

TEST_CASE("permalinks: keys of URLs", "[permalink]") {
  CHECK(url::permalink_key("http://Example.org:80/a/%7Eb/#c") ==
        url::permalink_key("https://example.org/a/~b"));
  CHECK(url::permalink_key("https://example.org/a\r\n /b?c=d") ==
        url::permalink_key("https://example.org/a/b?c=d"));
  CHECK(url::permalink_key("https://example.org/a?b") != url::permalink_key("https://example.org/a?c"));
  CHECK(url::permalink_key("https://example.org/A") != url::permalink_key("https://example.org/a"));
  CHECK(url::permalink_key("news:A@b") == "news:A@b");
}

TEST_CASE("permalinks: URLs that are made are read back", "[permalink]") {
  constexpr unsigned kSeed = 47;
  std::mt19937 random(kSeed);
  const std::string_view bytes = "ab0Z.-_~!$&'()*+,;=:@/?#%[]{}|\\^`\"";
  PublicInboxes inboxes;
  inboxes.add("https://inbox.example.org/lists/dev/");
  int made = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string id;
    for (std::size_t length = 1 + random() % 12; id.size() < length;) id += bytes[random() % bytes.size()];
    if (random() % 4 != 0) id += "@example.org";
    if (random() % 8 == 0) id += "ü€";
    for (const PermalinkScheme scheme : kDerivable) {
      url::PermalinkArchive archive = {scheme, "lists.example.org", "dev"};
      if (scheme == PermalinkScheme::kHyperkitty) archive.list = "dev@example.org";
      if (scheme == PermalinkScheme::kPublicInbox) archive.host = "inbox.example.org/lists";
      const std::string url = url::permalink_url(archive, id);
      CAPTURE(url, id, url::name_of(scheme));
      if (url.empty()) {
        CHECK(id.find('@') == id.npos);
        continue;
      }
      const auto found = url::permalink_of(url, inboxes);
      REQUIRE(found);
      CHECK(found->scheme == scheme);
      CHECK(found->names == url::names_of(scheme, found->form, id, found->list));
      ++made;
    }
  }
  CHECK(made > 200000);
  for (const std::string_view id : {"", "a b@c", "a<b@c", "\xFF@c", "a\n@c"})
    CHECK(url::permalink_url({PermalinkScheme::kMid, {}, {}}, id).empty());
}

}  // namespace mimebase::test
