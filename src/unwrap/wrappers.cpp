#include "unwrap/wrappers.h"

#include <array>
#include <cstddef>
#include <iterator>

#include "text/ascii.h"

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

constexpr std::string_view kCampaignMonitor =
    "*.createsend.com *.createsend1.com *.createsend2.com *.createsend3.com *.createsend4.com "
    "*.createsend5.com *.createsend6.com *.createsend7.com *.cmail1.com *.cmail2.com *.cmail3.com "
    "*.cmail4.com *.cmail5.com *.cmail6.com *.cmail7.com *.cmail8.com *.cmail9.com *.cmail10.com "
    "*.cmail11.com *.cmail12.com *.cmail13.com *.cmail14.com *.cmail15.com *.cmail16.com *.cmail17.com "
    "*.cmail18.com *.cmail19.com *.cmail20.com";

constexpr std::string_view kUrldefense = "urldefense.proofpoint.com urldefense.com urldefense.us";
constexpr std::string_view kGoogle = "google.* *.google.*";

// One row per format of a service's URLs. If several rows match a URL, the first one that decodes it applies.
// Abbreviated sources: "ClearURLs" is the list ClearURLs/Rules, "urlpurify" the tests of
// macieklamberski/urlpurify, "XSOAR" the tests of FormatURL in demisto/content, and "seen" URLs in public
// repositories.
constexpr Wrapper kWrappers[] = {
    // clang-format off
    {"*.safelinks.protection.outlook.com *.safelinks.protection.office365.us *.safelinks.protection.outlook.cn *.safelinks.protection.partner.outlook.cn *.safelinks.protection.apps.mil", "/ /ap/*/", Where::kQuery, "url", decode_percent, "safelinks", "Microsoft Learn, Safe Links; atc0005/safelinks; XSOAR"},
    {"statics.teams.cdn.office.net", "/evergreen-assets/safelinks/*/atp-safelinks.html", Where::kQuery, "url", decode_percent, "safelinks", "tests of Strobotti/linkquisition"},
    {kUrldefense, "/v1/url", Where::kQuery, "u", decode_percent_html, "urldefense-v1", "Proofpoint's URLDefenseDecoder 3.0.1; XSOAR", "ftp://"},
    {kUrldefense, "/v2/url", Where::kQuery, "u", decode_urldefense_v2, "urldefense-v2", "Proofpoint's URLDefenseDecoder 3.0.1; cardi/proofpoint-url-decoder", "ftp://"},
    {kUrldefense, "/v3/__**", Where::kRest, "", decode_urldefense_v3, "urldefense-v3", "Proofpoint's URLDefenseDecoder 3.0.1; cardi/proofpoint-url-decoder", "ftp://"},
    {"clicktime.symantec.com", "/* /a/1/*", Where::kQuery, "u", decode_percent, "clicktime-symantec", "urlpurify; seen"},
    {"clicktime.symantec.com", "/*", Where::kServer, "-u", nullptr, "clicktime-symantec", "seen"},
    {"clicktime.cloud.postoffice.net", "/clicktime.php", Where::kQuery, "U", decode_percent, "postoffice", "seen"},
    {"linkprotect.cudasvc.com", "/url", Where::kQuery, "a", decode_percent, "barracuda", "urlpurify; seen"},
    {"secure-web.cisco.com", "/*/**", Where::kPath, "", decode_segment, "cisco", "urlpurify; seen"},
    {"secure-web.cisco.com", "/*", Where::kServer, "", nullptr, "cisco", "seen"},
    {"*.trendmicro.com", "/wis/clicktime/v1/query", Where::kQuery, "url", decode_percent, "trendmicro", "XSOAR; urlpurify; seen"},
    {"ctp.trendmicro.com", "/wis/clicktime/v2/clickthrough", Where::kQuery, "url", decode_percent, "trendmicro", "tests of binref/refinery"},
    {"scanmail.trustwave.com", "/", Where::kQuery, "u", decode_percent, "trustwave", "seen"},
    {"*.fireeye.com", "/v1/url /url", Where::kQuery, "u", decode_percent, "fireeye", "XSOAR; urlpurify; seen"},
    {"*.protection.sophos.com", "/", Where::kQuery, "u", decode_base64, "sophos", "ninoseki/kachi, from Sophos's community; urlpurify"},
    {"*.protection.sophos.com", "/ /*", Where::kServer, "-u d", nullptr, "sophos", "seen"},
    {"avanan.url-protection.com checkpoint.url-protection.com sonicwall.url-protection.com", "/v1/url /v1/*/url", Where::kQuery, "o", decode_percent, "avanan-v1", "urlpurify"},
    {"url.avanan.click protect.checkpoint.com", "/v2/**", Where::kRest, "", decode_avanan_v2, "avanan-v2", "urlpurify; seen"},
    // Customers use the same path on their own hosts. Anybody could use it, so those hosts are not recognised.
    {"*.fortimail.com *.fortimailcloud.com", "/fmlurlsvc/", Where::kQuery, "url", decode_percent, "fortinet", "urlpurify; seen"},
    {"link.edgepilot.com", "/s/*/* /s/*/*/", Where::kQuery, "u", decode_percent, "edgepilot", "seen"},
    {"urlsand.esvalabs.com urlsand.com", "/", Where::kQuery, "u", decode_percent, "esvalabs", "ninoseki/kachi; seen"},
    {"linklock.titanhq.com", "/analyse", Where::kQuery, "url", decode_percent, "titanhq", "seen"},
    {"safe.menlosecurity.com", "/**", Where::kRest, "", decode_whole, "menlo", "seen"},
    {"shared.outlook.inky.com *.inky.com", "/link", Where::kServer, "domain", nullptr, "inky", "seen"},
    {"lsems.gravityzone.bitdefender.com linkscan.io", "/scan/ux/** /scan/**", Where::kPath, "", decode_base64_segment, "bitdefender", "Bitdefender, Working with LinkScan (host and path); that it is base64 is not published"},
    {"lsems.gravityzone.bitdefender.com linkscan.io", "/scan/**", Where::kServer, "", nullptr, "bitdefender", "Bitdefender, Working with LinkScan"},
    {"*.isolation.zscaler.com", "/profile/*/zia-session/", Where::kQuery, "original_url", decode_percent, "zscaler", "urlpurify; seen"},
    {"translate.google.* translate.googleusercontent.com", "/ /translate /translate_c /translate_p /website", Where::kQuery, "u", decode_any_url, "translate-google", "urlpurify; seen"},
    {kGoogle, "/url", Where::kQuery, "url q", decode_percent, "google-url", "ClearURLs; urlpurify; seen", "mailto:"},
    {kGoogle, "/linkredirect", Where::kQuery, "dest", decode_percent, "google-url", "seen"},
    {kGoogle, "/imgres", Where::kQuery, "imgrefurl imgurl", decode_percent, "google-url", "seen"},
    {kGoogle, "/amp/s/**", Where::kRest, "", decode_amp_https, "google-amp", "ClearURLs; tests of DuckDuckGo for Android"},
    {kGoogle, "/amp/**", Where::kRest, "", decode_amp_http, "google-amp", "urlpurify; tests of Chromium"},
    {"cdn.ampproject.org *.cdn.ampproject.org", "/c/s/** /i/s/** /r/s/**", Where::kRest, "", decode_amp_https, "google-amp", "amp.dev, AMP Cache URL Format; urlpurify"},
    {"cdn.ampproject.org *.cdn.ampproject.org", "/c/** /i/** /r/**", Where::kRest, "", decode_amp_http, "google-amp", "amp.dev, AMP Cache URL Format; urlpurify"},
    {"www.googleadservices.com googleadservices.com", "/pagead/aclk /aclk", Where::kQuery, "adurl", decode_network_url, "google-ads", "ClearURLs; seen"},
    {kGoogle, "/aclk /pagead/aclk", Where::kQuery, "adurl", decode_network_url, "google-ads", "ClearURLs; seen"},
    {"*.g.doubleclick.net", "/aclk /pagead/aclk /pcs/click /dbm/clk", Where::kQuery, "adurl", decode_network_url, "google-ads", "seen"},
    {"ad.doubleclick.net", "/clk;** /ddm/clk/** /ddm/trackclk/**", Where::kQueryAll, "", decode_percent, "google-ads", "seen"},
    {"clickserve.dartsearch.net", "/link/click", Where::kQuery, "ds_dest_url", decode_network_url, "google-ads", "seen"},
    {"ci?.googleusercontent.com", "/proxy/* /meips/*", Where::kFragment, "", decode_plain, "google-image-proxy", "seen"},
    {"outlook.live.com outlook.office.com outlook.office365.com", "/actions/ei", Where::kQuery, "u", decode_percent, "outlook-image-proxy", "Outlook on the web, anchorHrefHandler (path); seen"},
    {"*.services.web.outlook.com", "/proxy/", Where::kQuery, "u", decode_percent, "outlook-image-proxy", "seen"},
    {"*.mail.live.com mail.live.com", "/Handlers/ImageProxy.mvc /handlers/imageproxy.mvc", Where::kQuery, "url", decode_percent, "outlook-image-proxy", "seen"},
    {"*.outlook.com outlook.office.com outlook.office365.com", "/owa/redir.aspx", Where::kQuery, "URL url", decode_percent, "owa", "seen"},
    {"ecp.yusercontent.com", "/mail", Where::kQuery, "url", decode_percent, "yahoo-image-proxy", "seen"},
    {"bing.com www.bing.com cn.bing.com", "/ck/a", Where::kQuery, "u", decode_bing, "bing-ck", "urlpurify; seen"},
    {"bing.com www.bing.com", "/aclick /aclk", Where::kQuery, "u", decode_base64_url, "bing-ck", "seen"},
    {"rd.yahoo.com *.rd.yahoo.com rds.yahoo.com *.rds.yahoo.com *.ard.yahoo.com", "/**", Where::kRest, "", decode_after_star, "yahoo-ru", "seen"},
    {"r.search.yahoo.com", "/**", Where::kPath, "", decode_yahoo, "yahoo-ru", "tests of svenjacobs/leon; urlpurify; seen"},
    {"duckduckgo.com www.duckduckgo.com html.duckduckgo.com", "/l/", Where::kQuery, "uddg", decode_percent, "duckduckgo", "ClearURLs; urlpurify"},
    {"external-content.duckduckgo.com", "/iu/", Where::kQuery, "u", decode_percent, "duckduckgo", "seen"},
    {"l.facebook.com lm.facebook.com l.messenger.com l.workplace.com www.facebook.com facebook.com m.facebook.com", "/l.php /flx/warn/", Where::kQuery, "u", decode_percent, "facebook", "ClearURLs; urlpurify; seen"},
    {"*.fbcdn.net", "/safe_image.php", Where::kQuery, "url", decode_percent, "facebook-image-proxy", "seen"},
    {"l.threads.com l.threads.net", "/", Where::kQuery, "u", decode_percent, "threads", "urlpurify"},
    {"l.wl.co", "/l", Where::kQuery, "u", decode_percent, "whatsapp", "seen"},
    {"l.instagram.com lm.instagram.com", "/", Where::kQuery, "u", decode_percent, "instagram", "ClearURLs; urlpurify; seen"},
    {"linkedin.com *.linkedin.com", "/redir/redirect /redir/redirect/ /redirect /redirect/ /safety/go /safety/go/ /company/*/redirect /company/*/redirect/ /redir/suspicious-page /redir/general-malware-page", Where::kQuery, "url", decode_percent, "linkedin", "seen"},
    {"vk.com m.vk.com away.vk.com www.vk.com vkontakte.ru", "/away.php /away", Where::kQuery, "to", decode_percent, "vk", "ClearURLs; urlpurify; seen"},
    {"youtube.com *.youtube.com", "/redirect", Where::kQuery, "q", decode_percent, "youtube", "ClearURLs; urlpurify; seen"},
    {"slack-redir.net", "/link", Where::kQuery, "url", decode_percent, "slack", "urlpurify; seen"},
    {"slack-imgs.com", "/", Where::kQuery, "url", decode_percent, "slack", "seen"},
    {"steamcommunity.com store.steampowered.com", "/linkfilter/ /linkfilter", Where::kQuery, "url u", decode_percent, "steam", "ClearURLs; seen"},
    {"out.reddit.com", "/ /*", Where::kQuery, "url", decode_percent, "reddit", "urlpurify; seen"},
    {"click.redditmail.com", "/CL0/**", Where::kPath, "", decode_amazon_ses, "reddit", "seen"},
    {"twitter.com x.com", "/safety/unsafe_link_warning", Where::kQuery, "unsafe_link", decode_percent, "twitter", "seen"},
    {"pinterest.com *.pinterest.com www.pinterest.de www.pinterest.fr www.pinterest.co.uk", "/offsite /offsite/", Where::kQuery, "url", decode_percent, "pinterest", "seen"},
    {"tiktok.com www.tiktok.com", "/link/v2", Where::kQuery, "target", decode_percent, "tiktok", "seen"},
    {"medium.com", "/r/", Where::kQuery, "url", decode_percent, "medium", "urlpurify"},
    {"medium.com", "/m/global-identity /m/global-identity-2", Where::kQuery, "redirectUrl", decode_percent, "medium", "seen"},
    {"disq.us redirect.disqus.com", "/ /url", Where::kQuery, "url", decode_disqus, "disqus", "urlpurify; seen"},
    {"t.umblr.com", "/redirect", Where::kQuery, "z", decode_percent, "tumblr", "urlpurify"},
    {"t.me telegram.me", "/iv", Where::kQuery, "url", decode_percent, "telegram", "urlpurify"},
    {"camo.githubusercontent.com", "/*/**", Where::kPath, "", decode_hex, "github-camo", "atmos/camo, README"},
    {"images-ext-1.discordapp.net images-ext-2.discordapp.net", "/external/*/**", Where::kRest, "", decode_scheme_segment, "discord-image-proxy", "seen"},
    {"www.deviantart.com deviantart.com", "/users/outgoing", Where::kQueryAll, "", decode_plain, "outgoing", "urlpurify"},
    {"link.zhihu.com link.juejin.cn link.csdn.net link.segmentfault.com", "/", Where::kQuery, "target", decode_percent, "outgoing", "urlpurify"},
    {"gitee.com", "/link", Where::kQuery, "target", decode_percent, "outgoing", "urlpurify"},
    {"www.douban.com", "/link2/", Where::kQuery, "url", decode_percent, "outgoing", "urlpurify"},
    {"links.jianshu.com www.jianshu.com", "/go /go-wild", Where::kQuery, "to url", decode_percent, "outgoing", "urlpurify"},
    {"weibo.cn t.weibo.cn", "/sinaurl", Where::kQuery, "u", decode_percent, "outgoing", "seen"},
    {"www.quora.com", "/_/redirect", Where::kQuery, "url", decode_percent, "outgoing", "seen"},
    {"www.livejournal.com", "/away", Where::kQuery, "to", decode_percent, "outgoing", "seen"},
    {"outgoing.prod.mozaws.net prod.outgoing.prod.webservices.mozgcp.net", "/v1/*/**", Where::kPath, "", decode_percent, "outgoing", "urlpurify"},
    {"ok.ru www.ok.ru m.ok.ru connect.ok.ru", "/dk", Where::kQuery, "st.link", decode_percent, "ok-ru", "seen"},
    {"checklink.mail.ru", "/proxy", Where::kQuery, "url", decode_percent, "mail-ru", "seen"},
    {"click.mail.ru", "/redir", Where::kQuery, "u", decode_percent, "mail-ru", "seen"},
    {"e.mail.ru", "/cgi-bin/link", Where::kQuery, "url", decode_percent, "mail-ru", "seen"},
    {"sba.yandex.net sba.yandex.ru sba.yandex.com", "/redirect", Where::kQuery, "url", decode_percent, "yandex", "seen"},
    {"resize.yandex.net", "/mailservice", Where::kQuery, "url", decode_percent, "yandex-image-proxy", "seen"},
    {"mail.yandex.ru mail.yandex.com", "/r", Where::kQuery, "url", decode_percent, "yandex", "seen"},
    {"yandex.ru yandex.com www.yandex.ru clck.yandex.ru", "/clck/jsredir /turbo", Where::kQuery, "url text", decode_percent, "yandex", "seen"},
    {"yandex.ru yandex.com www.yandex.ru clck.yandex.ru", "/clck/jsredir /redir/**", Where::kServer, "-url", nullptr, "yandex", "seen"},
    {"baidu.com www.baidu.com m.baidu.com", "/link /baidu.php", Where::kServer, "url", nullptr, "baidu", "seen"},
    {"sogou.com www.sogou.com", "/link", Where::kServer, "url", nullptr, "sogou", "seen"},
    {"deref-1und1.de deref-1und1-02.de deref-gmx.co.uk deref-gmx.com deref-gmx.fr deref-gmx.net deref-mail.com deref-mail-02.com deref-web.de deref-web-02.de", "/mail/client/dereferrer/ /mail/client/*/dereferrer/", Where::kQuery, "redirectUrl", decode_percent, "deref", "urlpurify; TORPEDO; seen"},
    {"href.li anonym.to www.anonym.to", "/", Where::kQueryAll, "", decode_plain, "deref", "ClearURLs"},
    {"web.archive.org", "/web/**", Where::kRest, "", decode_wayback, "wayback", "urlpurify; seen", "ftp://"},
    {"*.translate.goog", "/ /**", Where::kHost, "", decode_translate_goog, "translate-goog", "Google Search Central, Ad networks and translation"},
    {"*.mailchimp.com", "/mctx/click /mctx/clicks", Where::kQuery, "url", decode_percent, "mailchimp", "urlpurify"},
    // Customers can have SES use their own hosts, which are not recognised.
    {"*.awstrack.me awstrack.me", "/L0/**", Where::kPath, "", decode_amazon_ses, "amazon-ses", "urlpurify; seen; Amazon SES Developer Guide, open and click tracking (service)"},
    {"*.mimecast.com *.mimecastprotect.com", "/s/** /r/**", Where::kServer, "", nullptr, "mimecast", "Mimecast, Verifying a URL; seen"},
    {"mandrillapp.com", "/track/click/** /track/click", Where::kQuery, "p", decode_json_url, "mandrill", "seen"},
    {"mandrillapp.com", "/track/click.php", Where::kQuery, "url", decode_percent, "mandrill", "seen"},
    {"mandrillapp.com", "/track/click/**", Where::kServer, "", nullptr, "mandrill", "seen"},
    {"*.mjt.lu", "/lnk/*/*/*/**", Where::kPath, "", decode_base64_segment, "mailjet", "seen"},
    {"*.mjt.lu", "/lnk/**", Where::kServer, "", nullptr, "mailjet", "seen"},
    {"click.pstmrk.it track.pstmrk.it", "/2s/** /3s/**", Where::kPath, "", decode_https_segment, "postmark", "urlpurify; seen"},
    {"click.pstmrk.it track.pstmrk.it", "/2/** /3/** /2t/** /3t/** /2m/** /3m/**", Where::kPath, "", decode_http_segment, "postmark", "urlpurify; seen"},
    {"substack.com", "/redirect/2/**", Where::kPath, "", decode_json_url, "substack", "seen"},
    {"substack.com", "/redirect/**", Where::kServer, "", nullptr, "substack", "seen"},
    {"shoutout.wix.com", "/so/*/c", Where::kQuery, "w", decode_json_url, "wix", "seen"},
    {"*.customeriomail.com", "/e/c/**", Where::kPath, "", decode_json_url, "customerio", "seen"},
    {"click.convertkit-mail.com click.convertkit-mail2.com click.convertkit-mail4.com", "/*/*/**", Where::kPath, "", decode_base64_segment, "convertkit", "seen"},
    {"*.acemlna.com *.acemlnb.com *.acemlnc.com *.acemlnd.com", "/Prod/link-tracker", Where::kQuery, "redirectUrl", decode_base64_url, "activecampaign", "urlpurify; seen"},
    {"*.acemlna.com *.acemlnb.com *.acemlnc.com *.acemlnd.com *.activehosted.com", "/Prod/link-tracker /lt.php", Where::kServer, "", nullptr, "activecampaign", "seen"},
    {"*.engage.squarespace-mail.com", "/r", Where::kQuery, "u", decode_percent, "squarespace", "seen"},
    {"mailtrack.io", "/ /trace/link/*", Where::kQuery, "url", decode_percent, "mailtrack", "urlpurify"},
    {"click.linksynergy.com", "/deeplink /fs-bin/click", Where::kQuery, "murl RD_PARM1", decode_percent, "affiliate", "urlpurify; seen"},
    {"awin1.com www.awin1.com", "/cread.php /awclick.php", Where::kQuery, "ued p", decode_percent, "affiliate", "urlpurify; seen"},
    {"go.redirectingat.com go.skimresources.com redirect.viglink.com", "/", Where::kQuery, "url u", decode_percent, "affiliate", "urlpurify"},
    {"*.pxf.io *.sjv.io", "/**", Where::kQuery, "u", decode_percent, "affiliate", "urlpurify"},
    {"rover.ebay.com", "/rover/**", Where::kQuery, "mpre", decode_percent, "affiliate", "urlpurify; seen"},
    {"www.anrdoezrs.net www.dpbolvw.net www.jdoqocy.com www.kqzyfj.com www.tkqlhce.com", "/click-*", Where::kQuery, "url", decode_percent, "affiliate", "urlpurify"},
    {"*.page.link", "/", Where::kQuery, "link", decode_percent, "shortener", "Firebase, Manually constructing a Dynamic Link URL"},
    {"*.rs6.net", "/tn.jsp", Where::kServer, "", nullptr, "constant-contact", "seen"},
    {kCampaignMonitor, "/t/**", Where::kServer, "", nullptr, "campaign-monitor", "seen"},
    {"*.klclick.com *.klclick1.com *.klclick2.com *.klclick3.com", "/ls/click /l/** /f/a/**", Where::kServer, "", nullptr, "klaviyo", "seen"},
    {"*.sparkpostmail.com *.sparkpostmail1.com *.sparkpostmail2.com", "/f/a/**", Where::kServer, "", nullptr, "sparkpost", "seen"},
    {"*.infusionsoft.com", "/app/linkClick/**", Where::kServer, "", nullptr, "infusionsoft", "seen"},
    {"cl.exct.net *.cl.exct.net click.exacttarget.com", "/", Where::kServer, "qs", nullptr, "exacttarget", "seen"},
    {"*.sendibm1.com *.sendibm2.com *.sendibm3.com *.sendibm4.com *.sendibt2.com *.sendibt3.com", "/mk/cl/** /tr/cl/**", Where::kServer, "", nullptr, "brevo", "seen"},
    {"*.list-manage.com", "/track/click", Where::kServer, "", nullptr, "mailchimp", "seen"},
    {"*.ct.sendgrid.net ct.sendgrid.net", "/ls/click /wf/click /uni/ls/click /ss/c/**", Where::kServer, "", nullptr, "sendgrid", "seen"},
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
