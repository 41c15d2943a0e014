"""Wraps random URLs as the services do, up to three deep, and requires that unwrapping gives them back.

    python3 tests/unwrap/encoders.py build/tests/unwrap/unwrap_lines [COUNT [SEED]]

Each encoder is written from the description of the service's format, not from the decoder.
"""

import base64
import json
import random
import string
import subprocess
import sys
from urllib.parse import quote, urlsplit

TOKEN = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


class Encoders:
    """A method for each name, with "_" for "-": it takes a URL and returns it wrapped, or None where it cannot be."""

    def __init__(self, dice):
        self.dice = dice

    def token(self, alphabet=TOKEN):
        """What only the service understands."""
        return "".join(self.dice.choices(alphabet, k=self.dice.randint(4, 24)))

    def percent(self, url):
        """Percent-encoded, more or less of it: servers accept all of these."""
        encoded = quote(url, safe=self.dice.choice(["", "/", ":/", "~()*!.'"]))
        return self.dice.choice([encoded, encoded.replace("%3A", "%3a").replace("%2F", "%2f")])

    def base64url(self, url):
        encoded = base64.urlsafe_b64encode(url.encode()).decode()
        return self.dice.choice([encoded, encoded.rstrip("=")])

    def google(self):
        return self.dice.choice(["www.google.com", "google.com", "www.google.de", "www.google.co.uk", "www.google.com.au"])

    def safelinks(self, url):
        host = self.dice.choice(["nam01", "eur04", "apc01"]) + ".safelinks.protection." + self.dice.choice(["outlook.com", "office365.us"])
        return f"https://{host}/{self.dice.choice(['', 'ap/w-59523e83/'])}?url={self.percent(url)}&data=05%7C01%7C&sdata={self.token()}%3D&reserved=0"

    def urldefense_v1(self, url):
        if "&amp;" in url:
            return None
        return f"https://urldefense.proofpoint.com/v1/url?u={quote(url, safe=':/')}&k={self.token()}%0A&s={self.token(HEX)}"

    def urldefense_v2(self, url):
        if "&amp;" in url:
            return None
        kept = string.ascii_letters + string.digits + "."
        encoded = "".join("_" if c == "/" else c if c in kept else "".join(f"-{byte:02X}" for byte in c.encode()) for c in url)
        return f"https://{self.dice.choice(['urldefense.proofpoint.com', 'urldefense.com'])}/v2/url?u={encoded}&d=DwMFaQ&c={self.token()}&e="

    def urldefense_v3(self, url):
        digits = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
        always = set(b"#%*") | set(range(128, 256))
        masked = always | set(self.dice.sample(range(33, 127), self.dice.randint(0, 20))) - set(b"/:")
        out, replaced, run = "", bytearray(), 0

        def end_of_run():
            nonlocal out, run
            while run > 0:
                length = min(run, 65)
                out += "*" if length == 1 else "**" + digits[length - 2]
                run -= length

        for byte in url.encode():
            if byte in masked:
                replaced.append(byte)
                run += 1
            else:
                end_of_run()
                out += chr(byte)
        end_of_run()
        bytes_text = base64.urlsafe_b64encode(bytes(replaced)).decode().rstrip("=")
        if self.dice.random() < 0.2 and "*" not in out.partition("//")[0]:
            out = out.replace("://", ":/", 1)
        host = self.dice.choice(["urldefense.com", "urldefense.us"])
        return f"https://{host}/v3/__{out}__;{bytes_text}!!{self.token()}!{self.token(TOKEN + '-_')}$"

    def clicktime_symantec(self, url):
        path = self.dice.choice(["", "a/1/"]) + self.token()
        return f"https://clicktime.symantec.com/{path}?h={self.token()}=&u={self.percent(url)}"

    def barracuda(self, url):
        return f"https://linkprotect.cudasvc.com/url?a={self.percent(url)}&c=E,1,{self.token()},,&typo=1"

    def cisco(self, url):
        return f"https://secure-web.cisco.com/1{self.token(TOKEN + '-_')}/{quote(url, safe='')}"

    def trendmicro(self, url):
        host = self.dice.choice(["imsva91-ctp", "ddec1-0-en-ctp", "cas5-0-urlprotect"])
        return f"https://{host}.trendmicro.com{self.dice.choice(['', ':443'])}/wis/clicktime/v1/query?url={self.percent(url)}&umid={self.token()}"

    def fireeye(self, url):
        return f"https://protect2.fireeye.com/{self.dice.choice(['', 'v1/'])}url?k={self.token(HEX)}&q=1&u={self.percent(url)}"

    def sophos(self, url):
        encoded = self.dice.choice([self.base64url(url), quote(base64.b64encode(url.encode()).decode(), safe="/+")])
        return f"https://{self.dice.choice(['eu-central-1', 'us-west-2'])}.protection.sophos.com/?d=example.com&u={encoded}&i={self.token()}"

    def avanan_v1(self, url):
        return f"https://{self.dice.choice(['avanan', 'checkpoint'])}.url-protection.com/v1/{self.dice.choice(['', 'r01/'])}url?o={self.percent(url)}&g={self.token()}=="

    def avanan_v2(self, url):
        end = min(at for at in (url.find("?"), url.find("#"), len(url)) if at >= 0)
        path = url[:end]
        if "*" in path:
            return None
        if self.dice.random() < 0.5:
            path = path.replace("%", "*")
        host = self.dice.choice(["url.avanan.click", "protect.checkpoint.com"])
        return f"https://{host}/v2/{self.dice.choice(['', 'r01/'])}___{path}{url[end:]}___.{self.token()}"

    def fortinet(self, url):
        return f"https://gw{self.dice.randint(100000, 999999)}.fortimail.com/fmlurlsvc/?fewReq=:B:{self.token()}&url={self.percent(url)}"

    def bitdefender(self, url):
        return f"https://lsems.gravityzone.bitdefender.com/scan/{self.base64url(url)}/{self.token()}?c=1"

    def amazon_ses(self, url):
        host = self.dice.choice(["gwsxv7nz.r.eu-west-1", "k97t77cm.r.ap-south-1", "9qh8qcxb.r.us-east-1"]) + ".awstrack.me"
        message = f"0100{self.token(HEX)}-{self.token(HEX)}-000000"
        target = quote(url, safe=self.dice.choice(["", ":", ":=", ":=!*'(),;@$"]))
        return f"http{self.dice.choice(['', 's'])}://{host}/L0/{target}/{self.dice.randint(1, 99)}/{message}/{self.token(TOKEN + '-_')}={self.dice.randint(1, 999)}"

    def zscaler(self, url):
        profile = "42d28bab-620c-4970-b94c-e4fffa2be61d"
        return f"https://32cc058f.isolation.zscaler.com/profile/{profile}/zia-session/?tenant={self.token(HEX)}&original_url={self.percent(url)}&hmac={self.token(HEX)}"

    def google_url(self, url):
        return f"https://{self.google()}/url?sa=t&{self.dice.choice(['q=&url', 'url', 'q'])}={self.percent(url)}&usg={self.token()}"

    def google_amp(self, url):
        if "#" in url or "." not in url.split("/")[2]:
            return None
        scheme, rest = url.split("://", 1)
        start = self.dice.choice([f"https://{self.google()}/amp/", "https://example-com.cdn.ampproject.org/c/"])
        return f"{start}{'s/' if scheme == 'https' else ''}{rest}"

    def google_ads(self, url):
        start = self.dice.choice(["https://www.googleadservices.com/pagead/aclk", f"https://{self.google()}/aclk"])
        return f"{start}?sa=L&ai={self.token()}&adurl={self.percent(url)}"

    def google_image_proxy(self, url):
        return f"https://ci{self.dice.randint(3, 6)}.googleusercontent.com/{self.dice.choice(['proxy', 'meips'])}/{self.token()}=s0-d-e1-ft#{url}"

    def outlook_image_proxy(self, url):
        return f"https://outlook.live.com/actions/ei?u={self.percent(url)}&d=2018-12-03T13%3A40%3A48.255Z"

    def yahoo_image_proxy(self, url):
        return f"https://ecp.yusercontent.com/mail?url={self.percent(url)}&t=1578410174&sig={self.token()}--~C"

    def bing_ck(self, url):
        return f"https://www.bing.com/ck/a?!&&p={self.token()}&u=a1{self.base64url(url)}&ntb=1"

    def yahoo_ru(self, url):
        return f"https://r.search.yahoo.com/_ylt={self.token()};_ylu={self.token()}/RV=2/RE=1/RO=10/RU={quote(url, safe='')}/RK=2/RS={self.token()}-"

    def duckduckgo(self, url):
        return f"https://duckduckgo.com/l/?uddg={self.percent(url)}&rut={self.token(HEX)}"

    def facebook(self, url):
        return f"https://{self.dice.choice(['l', 'lm'])}.facebook.com/l.php?u={self.percent(url)}&h=AT{self.token()}"

    def instagram(self, url):
        return f"https://l.instagram.com/?u={self.percent(url)}&e=AT{self.token()}&s=1"

    def linkedin(self, url):
        encoded = quote(url, safe="").replace(".", "%2E")
        return f"https://www.linkedin.com/{self.dice.choice(['redir/redirect', 'safety/go'])}?url={encoded}&urlhash={self.token()}"

    def vk(self, url):
        return f"https://vk.com/away.php?utf=1&to={self.percent(url)}"

    def youtube(self, url):
        return f"https://www.youtube.com/redirect?event=video_description&redir_token={self.token()}&q={self.percent(url)}"

    def slack(self, url):
        return f"https://slack-redir.net/link?url={self.percent(url)}&v=3"

    def steam(self, url):
        return f"https://steamcommunity.com/linkfilter/?{self.dice.choice(['u', 'url'])}={self.percent(url)}"

    def deref(self, url):
        if "#" not in url and self.dice.random() < 0.3:
            return "https://href.li/?" + url
        return f"https://deref-gmx.net/mail/client/{self.dice.choice(['', self.token() + '/'])}dereferrer/?redirectUrl={self.percent(url)}"

    def wayback(self, url):
        time = str(self.dice.randint(1996, 2026)) + self.dice.choice(["", "0102030405"]) + self.dice.choice(["", "id_", "im_"])
        return f"https://web.archive.org/web/{time}/{self.dice.choice([url, url.replace('://', ':/', 1)])}"

    def translate_goog(self, url):
        parts = urlsplit(url)
        host = parts.netloc
        allowed = set(string.ascii_lowercase + string.digits + "-.")
        if not parts.path.startswith("/") or "_x_tr_" in url or set(host) - allowed or "---" in host or "." not in host:
            return None
        # The only hyphens that a name can have are inside of its labels.
        label, encodings = host.replace("-", "--").replace(".", "-"), []
        if label.startswith("xn--"):
            return None
        if label[1:2] == "-":
            label = "1-" + label
            encodings.append("1")
        text, mark, fragment = url.partition("#")
        query = text.partition("?")[2]
        extra = ["_x_tr_sl=en", "_x_tr_tl=de"] + ["_x_tr_enc=" + ",".join(encodings)] * bool(encodings) + ["_x_tr_sch=http"] * (parts.scheme == "http")
        joined = "&".join(([query] if "?" in text else []) + extra)
        return f"https://{label}.translate.goog{parts.path}?{joined}{mark}{fragment}"

    def translate_google(self, url):
        return f"https://translate.google.com/{self.dice.choice(['translate', 'website'])}?sl=en&tl=de&u={self.percent(url)}"

    def trustwave(self, url):
        return f"https://scanmail.trustwave.com/?c={self.token(string.digits)}&d={self.token()}&u={self.percent(url).replace('.', '%2e')}"

    def linkedin(self, url):
        path = self.dice.choice(["redir/redirect", "safety/go", "safety/go/", "redirect", f"company/{self.token(string.digits)}/redirect"])
        return f"https://www.linkedin.com/{path}?url={self.percent(url)}&urlhash={self.token()}"

    def reddit(self, url):
        return f"https://out.reddit.com/t3_{self.token()}?url={self.percent(url)}&token={self.token()}"

    def mandrill(self, url):
        inner = json.dumps({"u": 1, "v": 1, "url": url, "id": self.token()}).replace("/", "\\/")
        if not url.isascii() or "\\" in url or '"' in url:
            return None
        encoded = self.base64url(json.dumps({"s": self.token(), "v": 1, "p": inner}).replace("/", "\\/"))
        return f"https://mandrillapp.com/track/click/{self.token(string.digits)}/example.org?p={encoded}"

    def mailjet(self, url):
        return f"http://{self.token().lower()}.mjt.lu/lnk/{self.token()}/{self.dice.randint(1, 99)}/{self.token()}/{self.base64url(url)}"

    def postmark(self, url):
        scheme, _, rest = url.partition("://")
        if "@" in rest.split("/")[0].split("?")[0].split("#")[0]:
            return None
        kind = "3s" if scheme == "https" else "3"
        return f"https://click.pstmrk.it/{kind}/{quote(rest, safe='')}/{self.token()}/{self.token()}"

    def github_camo(self, url):
        return f"https://camo.githubusercontent.com/{self.token(HEX)}/{url.encode().hex()}"

    def substack(self, url):
        if not url.isascii() or "\\" in url or '"' in url:
            return None
        return f"https://substack.com/redirect/2/{self.base64url(json.dumps({'e': url, 'p': 1}))}.{self.token()}"


NAMES = [name for name in vars(Encoders) if name not in ("token", "percent", "base64url", "google") and not name.startswith("_")]


def random_url(dice):
    """A URL of no service, with what the decoders might trip over."""
    letters = string.ascii_letters + string.digits
    special = list("-._~!$&'()*+,;=:@/?%#") + ["%20", "%2F", "%25", "%E9", "__;", "___.", "**", "amp;", "é", "你", "\U0001f600", "//", "--"]

    def text(pieces, without=""):
        chosen = (dice.choice(special) if dice.random() < 0.35 else dice.choice(letters) for _ in range(pieces))
        return "".join("%25" if piece == "%" else piece for piece in chosen if not set(piece) & set(without))

    labels = ["".join(dice.choices(string.ascii_lowercase + string.digits, k=dice.randint(1, 8))) for _ in range(dice.randint(1, 3))]
    host = dice.choice(["", "a-b.", "www."]) + ".".join(labels) + dice.choice([".example", ".test", ".example.co.uk"])
    url = dice.choice(["http://", "https://"]) + dice.choice(["", "", "", "me@"]) + host + dice.choice(["", "", "", ":8080"])
    url += dice.choice(["", "/" + text(dice.randint(0, 30), "?#")])
    if dice.random() < 0.02:
        url += "/" + dice.choice(["%23", "%25", "é", "x"]) * dice.randint(60, 300)
    if dice.random() < 0.6:
        url += "?" + text(dice.randint(0, 30), "#")
    if dice.random() < 0.3:
        url += "#" + text(dice.randint(0, 20), "#")
    return url


def cases(count, dice):
    """(wrapped URL, names, URL) of each case, and how often each name was the outermost."""
    encoders = Encoders(dice)
    while count > 0:
        target = url = random_url(dice)
        names = []
        for _ in range(dice.randint(1, 3)):
            name = dice.choice(NAMES)
            outer = getattr(encoders, name)(url)
            if outer is not None:
                url = outer
                names.insert(0, name.replace("_", "-"))
        if names:
            yield url, " ".join(names), target
            count -= 1


def main():
    program, count, seed = sys.argv[1], int((sys.argv[2:] or ["100000"])[0]), int((sys.argv[3:] or ["1"])[0])
    expected = list(cases(count, random.Random(seed)))
    lines = "".join(url + "\n" for url, _, _ in expected)
    output = subprocess.run([program], input=lines.encode(), stdout=subprocess.PIPE, check=True).stdout.decode()
    answers = output.split("\n")[:-1]
    wrong = [(case, answer) for case, answer in zip(expected, answers) if answer != f"{case[1]}\t{case[2]}"]
    for (url, names, target), answer in wrong[:10]:
        print(f"{url}\n  expected {names} {target}\n  got      {answer}", file=sys.stderr)
    seen = {name for _, names, _ in expected for name in names.split()}
    missing = [name for name in NAMES if name.replace("_", "-") not in seen]
    print(f"{len(answers)} URLs, {len(wrong)} wrong, {len(seen)} wrappers")
    return bool(wrong or missing or len(answers) != count)


if __name__ == "__main__":
    sys.exit(main())
