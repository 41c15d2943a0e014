// The table of the diagnostics that `check` reports.
#include "mimebase/diagnostics.h"

#include <array>

#include "names.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

using enum DiagnosticCode;
using enum Severity;

constexpr std::array<DiagnosticKind, 37> kKinds = {{
    {kBaseMalformed, "base-malformed", kError,
     "A base is empty, has no `<URL: >` wrapper where it needs one, or contains spaces, control characters "
     "or angle brackets; it is skipped. With the `whatwg` rules, also a base that is not a URL; nothing can "
     "be resolved against it. Correct the base.",
     "Base: http://www.example.com/"},
    {kBaseNotAbsolute, "base-not-absolute", kError,
     "A base is relative, and no outer base makes it absolute. Write the full URL. (A relative "
     "Content-Location inside a `multipart/related` is a label, not an error.)",
     "Content-Base: docs/"},
    {kBaseUnsuitable, "base-unsuitable", kError,
     "Nothing can be relative to this base. Use a URL with a scheme and a path, or remove the base.",
     "Content-Base: mailto:a@example.com"},
    {kBaseConflict, "base-conflict", kError,
     "Two fields with the same name have different values, and programs differ in which one they use. "
     "mimebase uses the first usable one. Keep one.",
     "Base: <URL:http://a.example/> and Base: <URL:http://b.example/>"},
    {kNoBase, "no-base", kError,
     "A reference is relative and nothing defines a base; reported once per part. Supply a base with "
     "`--retrieval-url`, or ask the sender for absolute URLs.",
     "<a href=\"story.html\"> without any base"},
    {kMissingPart, "missing-part", kError,
     "A reference names a part of this message that does not exist. Attach the part, or remove the "
     "reference.",
     "<img src=\"cid:logo\"> where no part has that Content-ID"},
    {kAmbiguousPart, "ambiguous-part", kError,
     "Two parts of one `multipart/related` have the same Content-ID or Content-Location, and programs differ "
     "in which one they use. Give each part its own.",
     "Content-ID: <logo@example.com> twice"},
    {kTextDiffers, "text-differs", kError,
     "The text of a link or button names a host, a mailbox or a telephone number, but a click leads "
     "elsewhere: to "
     "another registrable domain, mailbox or number. The text is read as it is displayed: with the texts of "
     "images, "
     "without words that styles hide and without invisible characters, and as one line if `<br>` breaks it. "
     "It is a "
     "URL or a domain, or has a URL among its words. Nothing is reported if only the server of a wrapped URL "
     "knows the target. In mail from strangers this is a lure: do not follow "
     "it. In your "
     "own mail, make the text name the target.",
     "<a href=\"http://s23-ripple.com/\">ripple.com</a>"},
    {kTitleDiffers, "title-differs", kError,
     "The tooltip of a link (the `title` of an `a` or `area`, or of an image or text inside) names a host, "
     "but the "
     "link leads to another registrable domain. Do not follow it. In your own mail, remove the tooltip or "
     "make it "
     "name the target.",
     "<a href=\"http://evil.example/\" title=\"https://bank.example/\">Log in</a>"},
    {kUserinfo, "userinfo", kError,
     "The text before the `@` in a URL looks like a host, but the link leads to the host after it. Do not "
     "follow it. In your own mail, remove the text before the `@`.",
     "<a href=\"http://bank.example@evil.example/\">"},
    {kLookAlike, "look-alike", kError,
     "A host looks like another registrable domain of the message or of `--domains`, because its letters "
     "resemble those of that domain, or one of its labels mixes scripts (Unicode Technical Standard 39). "
     "Also a host "
     "that differs from the domain of the sender, or from another one of the message, by a few letters (two "
     "are "
     "swapped; one is doubled, added, left out or replaced) or by a suffix that imitators often use, and one "
     "that "
     "begins with such a domain; the sentence gives the domain and the distance. Sites of one owner in "
     "several "
     "countries are not reported. Reported once per part and host. Do not follow it.",
     "http://xn--pypal-4ve.com/, whose second letter is Cyrillic"},
    {kScriptLink, "script-link", kError,
     "A click, or a page that opens another one by itself, runs a script: the URL is `javascript:`, "
     "`vbscript:`, or "
     "`data:` of a type such as HTML or SVG. Do not follow it. In your own mail, link to a page.",
     "<a href=\"data:text/html,...\">"},
    {kRulesDisagree, "rules-disagree", kError,
     "RFC 1808, RFC 3986 and the URL Standard resolve a reference to different URLs. This is an error if the "
     "hosts differ, if a browser finds a host where RFC 1808 finds none, or if a browser rejects the base; "
     "otherwise it is a note. Write the full URL, including the host.",
     "<a href=\"https:/host.example/x\">", kNote},
    {kReadersDisagree, "readers-disagree", kError,
     "A reference leads readers to different places; `compare` lists all of them. This is an error if the "
     "registrable domains differ; otherwise it is a note, which is reported once per part and group of "
     "readers. "
     "With `--as` the reader is compared with RFC 1808. Write the full URL, including the host.",
     "Content-Base: http://a.example/ before <a href=\"page.html\">", kNote},
    {kLimitHit, "limit-hit", kError,
     "A limit was hit, and references may be missing because of it. If you trust the source, raise the limit "
     "with `--limits`.",
     "a message larger than 256 MB"},
    {kUnreadable, "unreadable", kError,
     "A source or a message could not be read; the sentence gives the reason. Check that it is the file you "
     "meant, and that it is complete.",
     "a file that is neither a message nor an mbox"},
    {kNoScheme, "no-scheme", kWarning,
     "A reference has a host but no scheme, and nothing defines a base. Add `https:` at the beginning.",
     "<img src=\"//host.example/x.png\">"},
    {kEmptyReference, "empty-reference", kWarning,
     "A reference is empty, and nothing defines a base. Add the target, or remove the reference.",
     "<a href=\"\">"},
    {kBaseSplit, "base-split", kWarning,
     "A program that reads the links and the HTML `<base>` separately misses where a click leads. Either the "
     "base gives a relative link a registrable domain that no other URL of the message has (reported once "
     "per part and domain), or a link such as `//host`, `\\\\host` or `https:host` leaves the base's "
     "registrable domain. Write full URLs.",
     "<base href=\"http://evil.example/\"> and <a href=\"login\">"},
    {kOddHost, "odd-host", kWarning,
     "A host is a number, or an address in octal, hexadecimal or with too few numbers, which browsers read "
     "as an IPv4 address. Or its letters are percent-encoded, full-width or mathematical, or have invisible "
     "characters "
     "between them. Do not follow it. In your own mail, write four decimal numbers, or a name in plain "
     "letters.",
     "http://3627734734/, http://0x7f.1/ and http://%65vil.example/"},
    {kFormTarget, "form-target", kWarning,
     "A form submits to a registrable domain to which no link of its part leads, and which is not that of "
     "the sender "
     "or of a `List-*` field. Reported once per part and domain. Enter nothing. In your own mail, link to a "
     "page with "
     "the form.",
     "<form action=\"http://evil.example/login\">"},
    {kBaseHidden, "base-hidden", kWarning,
     "A reference depends on a base in a header that only some readers honour. Reported once per part and "
     "base. Write full URLs, or an absolute <base href> in the document.",
     "Content-Base: http://host.example/"},
    {kBaseRelative, "base-relative", kWarning,
     "A `<base>` is relative, which HTML allows and RFC 1808 does not. Write the full URL.",
     "<base href=\"docs/\">"},
    {kFirstSegmentColon, "first-segment-colon", kWarning,
     "The text before the colon is read as a scheme (RFC 1808 section 5.3). If it is the start of a relative "
     "path, write `./` before it.",
     "<a href=\"this:that\">"},
    {kFtpTypeD, "ftp-type-d", kWarning,
     "The base is a folder whose URL ends in `;type=d`. Relative URLs lose its last segment (RFC 1808 "
     "section 5.3). End the base with a slash instead.",
     "Base: <URL:ftp://host.example/dir;type=d>"},
    {kSameScheme, "same-scheme", kWarning,
     "A reference has the scheme of its base and no host (RFC 1808 section 5.2). RFC 1808 treats it as "
     "absolute, browsers as relative. Remove the scheme.",
     "<a href=\"http:page.html\"> under http://www.example.com/"},
    {kAboveRoot, "above-root", kWarning,
     "A reference goes up more levels than its base has. RFC 1808 keeps the surplus `..` segments, later "
     "rules drop them. Remove them.",
     "<a href=\"../../../x\"> under http://www.example.com/a/"},
    {kMimeAmbiguous, "mime-ambiguous", kWarning,
     "Readers of mail may see different parts or different content: a part has two boundaries, a boundary "
     "that "
     "begins with another one, fields that contradict each other, an unknown or damaged transfer encoding, "
     "or a "
     "header that programs end at different lines. In mail from strangers this may hide a part from a "
     "filter: "
     "do not trust what one program shows. In your own mail, fix the program that wrote it.",
     "Content-Type: multipart/mixed; boundary=a; boundary=b"},
    {kMimeDefect, "mime-defect", kWarning,
     "The MIME structure is broken, and other programs may read it differently. Fix the program that wrote "
     "the message.",
     "a multipart without its closing delimiter"},
    {kCharsetUnknown, "charset-unknown", kWarning,
     "The charset is unknown, and the part is read as UTF-8, or as windows-1252 if it is not valid UTF-8. "
     "Declare the correct charset.",
     "Content-Type: text/plain; charset=unknown-8bit"},
    {kTypeGuessed, "type-guessed", kWarning,
     "The media type of a part says nothing, so its file name decides how it is read. Declare the correct "
     "type.",
     "application/octet-stream; name=\"page.html\""},
    {kNotSearched, "not-searched", kWarning,
     "URLs in this content are not found: no finder exists for its type, it is encrypted, it is inside its "
     "signature, or it is stored elsewhere. Open it with care, or check the decrypted content.",
     "an attached application/msword"},
    {kRedirectOpen, "redirect-open", kNote,
     "The query or path of a link contains a URL of another registrable domain, perhaps in base64 or without "
     "a scheme "
     "(`//host`), so that its server may redirect there. Not reported for the known wrappers, which "
     "`unwrapped` shows, "
     "and for pages that share or save a URL. Judge the link by the inner URL.",
     "http://shop.example/go?to=http://evil.example/"},
    {kTracker, "tracker", kNote,
     "An image of one pixel, or a hidden one, has the address of a mailbox or a long token in its URL, which "
     "tells its server who has read the mail. Do not load images.",
     "<img src=\"http://a.example/x?u=me@b.example\" width=\"1\" height=\"1\">"},
    {kFieldCut, "field-cut", kNote,
     "A limit was hit that costs no reference: a field that only describes the mail is cut off or "
     "incomplete. Raise the limit with `--limits` to see all of it.",
     "a Subject longer than 4 KB"},
    {kBaseDuplicate, "base-duplicate", kNote,
     "A field that declares a base occurs twice with the same value. One is enough.",
     "Base: <URL:http://a.example/> twice"},
    {kUnreferencedPart, "unreferenced-part", kNote,
     "No reference names this part of a `multipart/related`, so it can only be shown as an attachment. Refer "
     "to it, or remove it.",
     "an image that the HTML does not show"},
}};

// The table is indexed by the code.
constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (static_cast<std::size_t>(kKinds[i].code) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const DiagnosticKind> diagnostic_kinds() {
  return kKinds;
}

const DiagnosticKind& kind_of(DiagnosticCode code) {
  return kKinds[static_cast<std::size_t>(code)];
}

std::string_view name_of(DiagnosticCode code) {
  const auto i = static_cast<std::size_t>(code);
  return i < kKinds.size() ? kKinds[i].name : std::string_view();
}

std::string_view name_of(Severity severity) {
  constexpr Named<Severity> kNames[] = {
      {Severity::kNote, "note"}, {Severity::kWarning, "warning"}, {Severity::kError, "error"}};
  return find_name(kNames, severity);
}

}  // namespace v0_2
}  // namespace mimebase
