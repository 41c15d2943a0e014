#include "unwrap/wrappers.h"

#include <array>
#include <cstddef>
#include <iterator>

#include "ascii.h"

namespace mimebase::unwrap {
namespace {

constexpr std::string_view kShorteners =
    "0rz.tw 1drv.ms 4sq.com adf.ly aka.ms alturl.com amzn.to b.link b23.ru bit.do bit.ly bitly.com bitly.ws "
    "bizj.us bl.ink buff.ly chilp.it clck.ru cutt.ly dai.ly db.tt disq.us dlvr.it doiop.com eepurl.com fb.me "
    "firsturl.de flic.kr gdurl.com go.ly goo.gl goo.su grabify.link hubs.la hubs.ly huff.to ift.tt is.gd "
    "j.mp "
    "lnk.sk lnkd.in n9.cl ouo.io ow.ly owl.li qr.ae qrco.de rb.gy rebrand.ly rotf.lol s.id "
    "shar.es shorl.com short.gy shorturl.asia shorturl.at slidesha.re smarturl.it snip.ly t.co "
    "t.ly t2m.io tcrn.ch tiny.cc tiny.one tiny.pl tinylink.in tinyurl.com to.ly trib.al u.nu u.to "
    "url.ie urlz.at v.gd wow.link wp.me x.co xurl.es zpr.io *.app.link *.page.link *.short.gy";

constexpr std::string_view kUrldefense = "urldefense.proofpoint.com urldefense.com urldefense.us";
constexpr std::string_view kGoogle = "google.* *.google.*";

// One row per format of a service's URLs. If several rows match a URL, the first one that decodes it applies.
// Abbreviated sources: "ClearURLs" is the list ClearURLs/Rules, "urlpurify" the tests of
// macieklamberski/urlpurify, "XSOAR" the tests of FormatURL in demisto/content, and "seen" URLs in public
// repositories.
constexpr Wrapper kWrappers[] = {
    // clang-format off
    {"*.safelinks.protection.outlook.com *.safelinks.protection.office365.us *.safelinks.protection.outlook.cn", "/ /ap/*/", Where::kQuery, "url", decode_percent, "safelinks", "Microsoft Learn, Safe Links; atc0005/safelinks; XSOAR"},
    {"statics.teams.cdn.office.net", "/evergreen-assets/safelinks/*/atp-safelinks.html", Where::kQuery, "url", decode_percent, "safelinks", "tests of Strobotti/linkquisition"},
    {kUrldefense, "/v1/url", Where::kQuery, "u", decode_percent_html, "urldefense-v1", "Proofpoint's URLDefenseDecoder 3.0.1; XSOAR", "ftp://"},
    {kUrldefense, "/v2/url", Where::kQuery, "u", decode_urldefense_v2, "urldefense-v2", "Proofpoint's URLDefenseDecoder 3.0.1; cardi/proofpoint-url-decoder", "ftp://"},
    {kUrldefense, "/v3/__**", Where::kRest, "", decode_urldefense_v3, "urldefense-v3", "Proofpoint's URLDefenseDecoder 3.0.1; cardi/proofpoint-url-decoder", "ftp://"},
    {"clicktime.symantec.com", "/* /a/1/*", Where::kQuery, "u", decode_percent, "clicktime-symantec", "urlpurify; seen"},
    {"linkprotect.cudasvc.com", "/url", Where::kQuery, "a", decode_percent, "barracuda", "urlpurify; seen"},
    {"secure-web.cisco.com", "/*/**", Where::kPath, "", decode_segment, "cisco", "urlpurify; seen"},
    {"*.trendmicro.com", "/wis/clicktime/v1/query", Where::kQuery, "url", decode_percent, "trendmicro", "XSOAR; urlpurify; seen"},
    {"ctp.trendmicro.com", "/wis/clicktime/v2/clickthrough", Where::kQuery, "url", decode_percent, "trendmicro", "tests of binref/refinery"},
    {"*.fireeye.com", "/v1/url /url", Where::kQuery, "u", decode_percent, "fireeye", "XSOAR; urlpurify; seen"},
    {"*.protection.sophos.com", "/", Where::kQuery, "u", decode_base64, "sophos", "ninoseki/kachi, from Sophos's community; urlpurify"},
    {"avanan.url-protection.com checkpoint.url-protection.com sonicwall.url-protection.com", "/v1/url /v1/*/url", Where::kQuery, "o", decode_percent, "avanan-v1", "urlpurify"},
    {"url.avanan.click protect.checkpoint.com", "/v2/**", Where::kRest, "", decode_avanan_v2, "avanan-v2", "urlpurify; seen"},
    // Customers use the same path on their own hosts. Anybody could use it, so those hosts are not recognised.
    {"*.fortimail.com *.fortimailcloud.com", "/fmlurlsvc/", Where::kQuery, "url", decode_percent, "fortinet", "urlpurify; seen"},
    {"lsems.gravityzone.bitdefender.com linkscan.io", "/scan/ux/** /scan/**", Where::kPath, "", decode_base64_segment, "bitdefender", "Bitdefender, Working with LinkScan (host and path); that it is base64 is not published"},
    {"lsems.gravityzone.bitdefender.com linkscan.io", "/scan/**", Where::kServer, "", nullptr, "bitdefender", "Bitdefender, Working with LinkScan"},
    {"*.isolation.zscaler.com", "/profile/*/zia-session/", Where::kQuery, "original_url", decode_percent, "zscaler", "urlpurify; seen"},
    {"translate.google.*", "/translate /website", Where::kQuery, "u", decode_percent, "translate-google", "urlpurify; seen"},
    {kGoogle, "/url", Where::kQuery, "url q", decode_percent, "google-url", "ClearURLs; urlpurify; seen", "mailto:"},
    {kGoogle, "/amp/s/**", Where::kRest, "", decode_amp_https, "google-amp", "ClearURLs; tests of DuckDuckGo for Android"},
    {kGoogle, "/amp/**", Where::kRest, "", decode_amp_http, "google-amp", "urlpurify; tests of Chromium"},
    {"cdn.ampproject.org *.cdn.ampproject.org", "/c/s/** /i/s/** /r/s/**", Where::kRest, "", decode_amp_https, "google-amp", "amp.dev, AMP Cache URL Format; urlpurify"},
    {"cdn.ampproject.org *.cdn.ampproject.org", "/c/** /i/** /r/**", Where::kRest, "", decode_amp_http, "google-amp", "amp.dev, AMP Cache URL Format; urlpurify"},
    {"www.googleadservices.com", "/pagead/aclk", Where::kQuery, "adurl", decode_percent, "google-ads", "ClearURLs; seen"},
    {kGoogle, "/aclk", Where::kQuery, "adurl", decode_percent, "google-ads", "ClearURLs; seen"},
    {"googleads.g.doubleclick.net adclick.g.doubleclick.net", "/aclk /pcs/click", Where::kQuery, "adurl", decode_percent, "google-ads", "seen"},
    {"ci?.googleusercontent.com", "/proxy/* /meips/*", Where::kFragment, "", decode_plain, "google-image-proxy", "seen"},
    {"outlook.live.com outlook.office.com outlook.office365.com", "/actions/ei", Where::kQuery, "u", decode_percent, "outlook-image-proxy", "Outlook on the web, anchorHrefHandler (path); seen"},
    {"ecp.yusercontent.com", "/mail", Where::kQuery, "url", decode_percent, "yahoo-image-proxy", "seen"},
    {"bing.com www.bing.com cn.bing.com", "/ck/a", Where::kQuery, "u", decode_bing, "bing-ck", "urlpurify; seen"},
    {"r.search.yahoo.com", "/**", Where::kPath, "", decode_yahoo, "yahoo-ru", "tests of svenjacobs/leon; urlpurify; seen"},
    {"duckduckgo.com www.duckduckgo.com", "/l/", Where::kQuery, "uddg", decode_percent, "duckduckgo", "ClearURLs; urlpurify"},
    {"l.facebook.com lm.facebook.com l.messenger.com", "/l.php", Where::kQuery, "u", decode_percent, "facebook", "ClearURLs; urlpurify; seen"},
    {"l.instagram.com lm.instagram.com", "/", Where::kQuery, "u", decode_percent, "instagram", "ClearURLs; urlpurify; seen"},
    {"linkedin.com www.linkedin.com", "/redir/redirect /safety/go", Where::kQuery, "url", decode_percent, "linkedin", "seen"},
    {"vk.com m.vk.com", "/away.php", Where::kQuery, "to", decode_percent, "vk", "ClearURLs; urlpurify; seen"},
    {"youtube.com www.youtube.com m.youtube.com", "/redirect", Where::kQuery, "q", decode_percent, "youtube", "ClearURLs; urlpurify; seen"},
    {"slack-redir.net", "/link", Where::kQuery, "url", decode_percent, "slack", "urlpurify; seen"},
    {"steamcommunity.com", "/linkfilter/", Where::kQuery, "url u", decode_percent, "steam", "ClearURLs; seen"},
    {"deref-1und1.de deref-1und1-02.de deref-gmx.co.uk deref-gmx.com deref-gmx.fr deref-gmx.net deref-mail.com deref-mail-02.com deref-web.de deref-web-02.de", "/mail/client/dereferrer/ /mail/client/*/dereferrer/", Where::kQuery, "redirectUrl", decode_percent, "deref", "urlpurify; TORPEDO; seen"},
    {"href.li anonym.to www.anonym.to", "/", Where::kQueryAll, "", decode_plain, "deref", "ClearURLs"},
    {"web.archive.org", "/web/**", Where::kRest, "", decode_wayback, "wayback", "urlpurify; seen", "ftp://"},
    {"*.translate.goog", "/ /**", Where::kHost, "", decode_translate_goog, "translate-goog", "Google Search Central, Ad networks and translation"},
    {"*.mailchimp.com", "/mctx/click /mctx/clicks", Where::kQuery, "url", decode_percent, "mailchimp", "urlpurify"},
    // Customers can have SES use their own hosts, which are not recognised.
    {"*.awstrack.me awstrack.me", "/L0/**", Where::kPath, "", decode_amazon_ses, "amazon-ses", "urlpurify; seen; Amazon SES Developer Guide, open and click tracking (service)"},
    {"*.mimecast.com *.mimecastprotect.com", "/s/**", Where::kServer, "", nullptr, "mimecast", "Mimecast, Verifying a URL; seen"},
    {"*.list-manage.com", "/track/click", Where::kServer, "", nullptr, "mailchimp", "seen"},
    {"*.ct.sendgrid.net ct.sendgrid.net", "/ls/click /wf/click", Where::kServer, "", nullptr, "sendgrid", "seen"},
    {"*.hubspotlinks.com *.hs-sales-engage.com", "/**", Where::kServer, "", nullptr, "hubspot", "seen"},
    {kShorteners, "/**", Where::kServer, "", nullptr, "shortener", "SpamAssassin 4.0, 25_url_shortener.cf, the common ones; PeterDaveHello/url-shorteners"},
    // clang-format on
};

// The suffixes XX of ".google.co.XX", ".google.com.XX" and "google.XX" in www.google.com/supported_domains.
constexpr std::string_view kUnderCo =
    " ao bw ck cr id il in jp ke kr ls ma mz nz th tz ug uk uz ve vi za zm zw ";
constexpr std::string_view kUnderCom =
    " af ag ar au bd bh bn bo br bz co cu cy do ec eg et fj gh gi gt hk jm kh kw lb ly mm mt mx my na ng ni "
    "np om pa pe pg ph pk pr py qa sa sb sg sl sv tj tr tw ua uy vc vn ";
constexpr std::string_view kUnderGoogle =
    " ad ae al am as at az ba be bf bg bi bj bs by ca cat cd cf cg ch ci cl cm cn com cv cz de dj dk dm dz "
    "ee es fi fm fr ga ge gg gl gm gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me "
    "mg mk ml mn mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm "
    "tn to tt vu ws ";

// Returns `host` without its first label, or an empty view if it has only one.
constexpr std::string_view without_label(std::string_view host) {
  const std::size_t dot = host.find('.');
  return dot == kNotFound ? std::string_view() : host.substr(dot + 1);
}

// `list` starts and ends with a space.
bool has_item(std::string_view list, std::string_view item) {
  for (std::size_t at = list.find(item); at != kNotFound; at = list.find(item, at + 1)) {
    if (at > 0 && list[at - 1] == ' ' && list.substr(at + item.size()).starts_with(' ')) return true;
  }
  return false;
}

bool is_google_suffix(std::string_view suffix) {
  if (suffix.empty()) return false;
  if (suffix.starts_with("co.")) return has_item(kUnderCo, without_label(suffix));
  if (suffix.starts_with("com.")) return has_item(kUnderCom, without_label(suffix));
  return has_item(kUnderGoogle, suffix);
}

constexpr bool is_second_level(std::string_view label) {
  return ascii::equals_ignoring_case(label, "co") || ascii::equals_ignoring_case(label, "com");
}

// Returns the label that identifies the owner, such as "cudasvc" for "linkprotect.cudasvc.com" and "google"
// for "www.google.co.uk".
constexpr std::string_view owner_label(std::string_view host) {
  std::size_t end = host.rfind('.');
  if (end == kNotFound || end == 0) return {};
  std::size_t dot = host.rfind('.', end - 1);
  std::string_view label = host.substr(dot + 1, end - dot - 1);  // npos + 1 is 0
  if (dot != kNotFound && dot > 0 && is_second_level(label)) {
    end = dot;
    dot = host.rfind('.', end - 1);
    label = host.substr(dot + 1, end - dot - 1);
  }
  return label;
}

constexpr std::size_t kSlots = 1024;

constexpr std::size_t slot_of(std::string_view label) {
  std::uint32_t hash = 2166136261U;
  for (const char c : label) hash = (hash ^ static_cast<unsigned char>(ascii::lower(c))) * 16777619U;
  return (hash ^ hash >> 16U) % kSlots;
}

// A host pattern of a row. Entries whose owner labels hash to the same slot form a linked list.
struct Entry {
  std::string_view host;
  std::uint16_t row = 0;
  std::uint16_t next = 0;
};

constexpr std::size_t kEntries = [] {
  std::size_t count = 1;  // entry 0 is the end
  for (const Wrapper& wrapper : kWrappers) {
    ++count;
    for (const char c : wrapper.hosts) count += c == ' ' ? 1 : 0;
  }
  return count;
}();

struct Index {
  std::array<std::uint16_t, kSlots> first{};
  std::array<Entry, kEntries> entries{};
};

constexpr Index make_index() {
  Index index;
  std::uint16_t count = 0;
  // Rows are inserted in reverse, so that each list has the order of the table.
  for (std::size_t row = std::size(kWrappers); row-- > 0;) {
    for (std::string_view hosts = kWrappers[row].hosts; !hosts.empty();) {
      const std::string_view host = take_item(hosts);
      std::uint16_t& first = index.first[slot_of(owner_label(host))];
      index.entries[++count] = {host, static_cast<std::uint16_t>(row), first};
      first = count;
    }
  }
  return index;
}

constexpr Index kIndex = make_index();

// Compares without regard to case. "?" in `pattern` matches a digit.
bool equals(std::string_view host, std::string_view pattern) {
  if (host.size() != pattern.size()) return false;
  for (std::size_t i = 0; i < host.size(); ++i) {
    if (pattern[i] == '?' ? !ascii::is_digit(host[i]) : ascii::lower(host[i]) != pattern[i]) return false;
  }
  return true;
}

// Returns whether `host` is in one of Google's domains, and its labels before the suffix match `pattern`.
bool is_google(std::string_view host, std::string_view pattern) {
  const std::string lower = ascii::lowered(host);
  const std::string_view label = owner_label(lower);
  const std::size_t end = static_cast<std::size_t>(label.data() - lower.data()) + label.size();
  const std::string_view labels = std::string_view(lower).substr(0, end);
  if (!is_google_suffix(without_label(std::string_view(lower).substr(end)))) return false;
  if (!pattern.starts_with("*.")) return labels == pattern;
  return labels.size() >= pattern.size() && labels.ends_with(pattern.substr(1));
}

bool matches(std::string_view host, std::string_view pattern) {
  if (pattern.ends_with(".*")) return is_google(host, pattern.substr(0, pattern.size() - 2));
  if (!pattern.starts_with("*.")) return equals(host, pattern);
  // "*." matches at least one character before the dot.
  return host.size() >= pattern.size() && host[0] != '.' &&
         equals(host.substr(host.size() - pattern.size() + 1), pattern.substr(1));
}

}  // namespace

std::span<const Wrapper> all_wrappers() {
  return kWrappers;
}
static_assert(std::size(kWrappers) <= 256);  // WrapperNames stores a row in a byte

WrapperList::WrapperList(std::string_view host)
    : host_(host), entry_(kIndex.first[slot_of(owner_label(host))]) {}

bool may_wrap(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  return WrapperList(host).next() != nullptr;
}

const Wrapper* WrapperList::next() {
  while (entry_ != 0) {
    const Entry& entry = kIndex.entries[entry_];
    entry_ = entry.next;
    if (matches(host_, entry.host)) return &kWrappers[entry.row];
  }
  return nullptr;
}

}  // namespace mimebase::unwrap
