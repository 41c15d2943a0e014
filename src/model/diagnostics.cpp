// The table of the diagnostics that `check` reports.
#include "mimebase/diagnostics.h"

#include <array>

#include "text/names.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

using enum DiagnosticCode;
using enum Severity;

constexpr std::array<DiagnosticKind, 40> kKinds = {{
    {kBaseMalformed, "base-malformed", kError,
     "A base is skipped because it is empty, lacks the wrapper `<URL: >` that its field requires, or "
     "contains spaces, control characters or angle brackets. With the `whatwg` rules, this code also reports "
     "a base that is not a URL, against which no reference can be resolved. Correct the base.",
     "Base: http://www.example.com/"},
    {kBaseNotAbsolute, "base-not-absolute", kError,
     "A base is relative, and no outer base makes it absolute. Write the full URL of the base. A relative "
     "Content-Location inside a `multipart/related` is not reported, because it only labels its part.",
     "Content-Base: docs/"},
    {kBaseUnsuitable, "base-unsuitable", kError,
     "Relative URLs cannot be resolved against this base. Use a base with a scheme and a path, or remove the "
     "base.",
     "Content-Base: mailto:a@example.com"},
    {kBaseConflict, "base-conflict", kError,
     "Two fields with the same name have different values, and mail programs differ in which of the two "
     "fields they use. mimebase uses the first usable field. Keep only one of the fields.",
     "Base: <URL:http://a.example/> and Base: <URL:http://b.example/>"},
    {kNoBase, "no-base", kError,
     "A reference is relative, and nothing defines a base. This code is reported once per part. Supply a "
     "base with `--retrieval-url`, or ask the sender for absolute URLs.",
     "<a href=\"story.html\"> without any base"},
    {kMissingPart, "missing-part", kError,
     "A reference names a part that does not exist in this message. Attach the part, or remove the "
     "reference.",
     "<img src=\"cid:logo\"> where no part has that Content-ID"},
    {kAmbiguousPart, "ambiguous-part", kError,
     "Two parts of one `multipart/related` have the same Content-ID or Content-Location, and mail programs "
     "differ in which of the two parts they use. Give each part its own Content-ID and Content-Location.",
     "Content-ID: <logo@example.com> twice"},
    {kTextDiffers, "text-differs", kError,
     "The text of a link or button names a host, a mailbox or a telephone number, but a click leads to "
     "another registrable domain, mailbox or number. The text is read as it is displayed: with the texts of "
     "images, without words that styles hide and without invisible characters, and as one line if `<br>` "
     "breaks it. A host is recognised if the text is a URL or a domain, or if one of its words is a URL. "
     "Nothing is reported if only the server of a wrapped URL knows the target, or if a saved page links to "
     "its own site: the registrable domain of the key `page`, in a document, a web archive or a message that "
     "has neither a Received nor a To field. In mail from strangers, such a text is a lure: do not follow "
     "the link. In your own mail, make the text name the target.",
     "<a href=\"http://s23-ripple.com/\">ripple.com</a>"},
    {kTitleDiffers, "title-differs", kError,
     "The tooltip of a link names a host, but the link leads to another registrable domain. As for "
     "`text-differs`, links of a saved page to its own site are not reported. The tooltip is the `title` of "
     "an `a` or `area` element, or of an image or text inside the link; in Office documents "
     "and RTF it is the screen tip. Do not follow the link. In your own mail, remove the tooltip or make it "
     "name the target.",
     "<a href=\"http://evil.example/\" title=\"https://bank.example/\">Log in</a>"},
    {kUserinfo, "userinfo", kError,
     "The text before the `@` in a URL looks like a host, but the link leads to the host after the `@`. Do "
     "not follow the link. In your own mail, remove the text before the `@`.",
     "<a href=\"http://bank.example@evil.example/\">"},
    {kLookAlike, "look-alike", kError,
     "A host looks like another registrable domain of the message or of `--domains`, because its letters "
     "resemble those of that domain, or because one label of the host mixes scripts (Unicode Technical "
     "Standard 39). A host is also reported if it differs from the domain of the sender, or from another "
     "domain of the message or of `--domains`, by a few letters (two are swapped; one is doubled, added, "
     "left out or replaced), if it has the name of such a domain with a suffix that imitators often use, or "
     "if such a domain is among its labels. The name of the sender's domain is recognised together with a "
     "word such as `-secure` or `login-`, and the name of a domain in `--domains` in every label. The "
     "sentence of the diagnostic names the domain, the distance, and the Unicode form of the host. Sites of "
     "one owner in several countries are not reported, except by `--domains`. This code is reported once per "
     "part and host. Do not follow the link.",
     "http://xn--pypal-4ve.com/, whose second letter is Cyrillic"},
    {kScriptLink, "script-link", kError,
     "A click, or a page that opens another page by itself, runs a script: the URL is a `javascript:` or "
     "`vbscript:` URL, or a `data:` URL of a type such as HTML or SVG. Do not follow the link. In your own "
     "mail, link to a page.",
     "<a href=\"data:text/html,...\">"},
    {kRulesDisagree, "rules-disagree", kError,
     "RFC 1808, RFC 3986 and the URL Standard resolve a reference to different URLs. The diagnostic is an "
     "error if the hosts of these URLs differ, if a browser finds a host where RFC 1808 finds none, or if a "
     "browser rejects the base. Otherwise it is a note. Write the full URL, including the host.",
     "<a href=\"https:/host.example/x\">", kNote},
    {kReadersDisagree, "readers-disagree", kError,
     "Mail readers open different URLs or parts for a reference; the command `compare` lists all such "
     "references. The diagnostic is an error if the registrable domains of the URLs differ. Otherwise it is "
     "a note, which is reported once per part and group of readers. With `--as`, the chosen reader is "
     "compared with RFC 1808. Write the full URL, including the host.",
     "Content-Base: http://a.example/ before <a href=\"page.html\">", kNote},
    {kLimitHit, "limit-hit", kError,
     "A limit was hit, and references may be missing because of this limit. If you trust the source, raise "
     "the limit with `--limits`.",
     "a message larger than 256 MB"},
    {kUnreadable, "unreadable", kError,
     "A source or a message could not be read; the sentence of the diagnostic gives the reason. Check that "
     "the source is the file that you meant, and that the file is complete.",
     "a file that is neither a message nor an mbox"},
    {kNoScheme, "no-scheme", kWarning,
     "A reference has a host but no scheme, and nothing defines a base. Add `https:` at the beginning of the "
     "reference.",
     "<img src=\"//host.example/x.png\">"},
    {kEmptyReference, "empty-reference", kWarning,
     "A reference is empty, and nothing defines a base. Add a target, or remove the reference.",
     "<a href=\"\">"},
    {kBaseSplit, "base-split", kWarning,
     "A program that looks at the links and the HTML `<base>` separately does not see where a click leads. "
     "In the first case, the base gives a relative link a registrable domain that no other URL of the "
     "message has; this is reported once per part and domain. In the second case, a link such as `//host`, "
     "`\\\\host` or `https:host` looks relative, but leaves the registrable domain of the base. Write full "
     "URLs.",
     "<base href=\"http://evil.example/\"> and <a href=\"login\">"},
    {kOddHost, "odd-host", kWarning,
     "A host is a number, or an address in octal, in hexadecimal or with fewer than four numbers, which "
     "browsers read as an IPv4 address. This code also reports a host whose letters are percent-encoded, "
     "full-width or mathematical, or have invisible characters between them. Do not follow the link. In your "
     "own mail, write an address as four decimal numbers, and a name in plain letters.",
     "http://3627734734/, http://0x7f.1/ and http://%65vil.example/"},
    {kFormTarget, "form-target", kWarning,
     "A form submits to a registrable domain that is not the target of any link in the same part, and is not "
     "the domain of the sender or of a `List-*` field. This code is reported once per part and domain. Enter "
     "nothing into the form. In your own mail, link to a page with the form.",
     "<form action=\"http://evil.example/login\">"},
    {kBaseHidden, "base-hidden", kWarning,
     "A reference depends on a base that a header declares, and only some mail readers use this base. This "
     "code is reported once per part and base. Write full URLs, or put an absolute `<base href>` into the "
     "document.",
     "Content-Base: http://host.example/"},
    {kBaseRelative, "base-relative", kWarning,
     "A `<base>` is relative, which HTML allows but RFC 1808 does not. Write the full URL of the base.",
     "<base href=\"docs/\">"},
    {kFirstSegmentColon, "first-segment-colon", kWarning,
     "The text before the first colon of a reference is read as a scheme (RFC 1808 section 5.3). If this "
     "text is the start of a relative path, write `./` before it.",
     "<a href=\"this:that\">"},
    {kFtpTypeD, "ftp-type-d", kWarning,
     "The base is the URL of a folder, and ends in `;type=d`. References are resolved against this base "
     "without its last segment, the name of the folder (RFC 1808 section 5.3). End the base with a slash "
     "instead.",
     "Base: <URL:ftp://host.example/dir;type=d>"},
    {kSameScheme, "same-scheme", kWarning,
     "A reference begins with the scheme of its base, but has no host (RFC 1808 section 5.2). RFC 1808 "
     "treats such a reference as absolute, but browsers treat it as relative. Remove the scheme from the "
     "reference.",
     "<a href=\"http:page.html\"> under http://www.example.com/"},
    {kAboveRoot, "above-root", kWarning,
     "A reference goes up more levels than the path of its base has. RFC 1808 keeps the surplus `..` "
     "segments in the URL, but later rules drop them. Remove the surplus segments.",
     "<a href=\"../../../x\"> under http://www.example.com/a/"},
    {kMimeAmbiguous, "mime-ambiguous", kWarning,
     "Mail readers may see different parts or different content. The reason is a part with two boundaries, a "
     "boundary that begins with another boundary, fields that contradict each other, an unknown or damaged "
     "transfer encoding, a header that programs end at different lines, or a document in which programs find "
     "different files. In mail from strangers, this may hide a part from a filter: do not trust what a "
     "single program shows. In your own mail, fix the program that wrote the message.",
     "Content-Type: multipart/mixed; boundary=a; boundary=b"},
    {kMimeDefect, "mime-defect", kWarning,
     "The MIME structure of the message is broken, and other programs may read the message differently. Fix "
     "the program that wrote the message.",
     "a multipart without its closing delimiter"},
    {kCharsetUnknown, "charset-unknown", kWarning,
     "The charset of a part is unknown, so the part is read as UTF-8, or as windows-1252 if it is not valid "
     "UTF-8. Declare the correct charset.",
     "Content-Type: text/plain; charset=unknown-8bit"},
    {kTypeGuessed, "type-guessed", kWarning,
     "The media type of a part says nothing about its content, so the file name of the part decides how the "
     "part is read. Declare the correct media type.",
     "application/octet-stream; name=\"page.html\""},
    {kNotSearched, "not-searched", kWarning,
     "The URLs in the content of a part, or in a file inside a document, are not found, because mimebase "
     "cannot search this media type, or because the content is encrypted or damaged, is inside its "
     "signature, or is stored elsewhere. Open the part with care, or check the decrypted content.",
     "an attached application/msword"},
    {kDocumentActive, "document-active", kWarning,
     "A document fetches or runs something when it is opened, or when a person clicks where it leads: a "
     "remote template, a linked object, a program, a form that is sent. Each kind is reported once per part. "
     "Do not open the document if you do not trust its sender.",
     "an attached DOCX whose template is http://evil.example/t.dotm"},
    {kDocumentBaseSplit, "document-base-split", kWarning,
     "The programs that show a kind of document apply its base in different ways, so that a reference leads "
     "them to different registrable domains. Write the full URL into the document, or remove the base.",
     "a PDF with the base http://bank.example and the link .evil.example/"},
    {kFragment, "fragment", kWarning,
     "A part is a fragment of a larger message (`message/partial`), whose other fragments are in other "
     "messages. Only the first fragment has the inner header, and no fragment has all of the content. Join "
     "the fragments to see all of it.",
     "Content-Type: message/partial; id=\"a@example.com\"; number=1; total=3"},
    {kRedirectOpen, "redirect-open", kNote,
     "The query or path of a link contains a URL of another registrable domain, perhaps in base64 or without "
     "a scheme, so that the server of the link may redirect to that URL. Links of known wrapping services "
     "are not reported, because the key `unwrapped` shows their targets. Links to pages that share or save a "
     "URL are not reported either. Judge the link by the inner URL.",
     "http://shop.example/go?to=http://evil.example/"},
    {kTracker, "tracker", kNote,
     "The URL of an image that is hidden or has one pixel contains a mail address or a long token. When the "
     "image is loaded, its server learns who has read the mail. Do not load images.",
     "<img src=\"http://a.example/x?u=me@b.example\" width=\"1\" height=\"1\">"},
    {kFieldCut, "field-cut", kNote,
     "A limit was hit, but no reference is missing because of it: a field that only describes the mail is "
     "cut off or incomplete. Raise the limit with `--limits` to see the whole field.",
     "a Subject longer than 4 KB"},
    {kBaseDuplicate, "base-duplicate", kNote,
     "A field that declares a base occurs twice with the same value. One of the two fields is enough.",
     "Base: <URL:http://a.example/> twice"},
    {kUnreferencedPart, "unreferenced-part", kNote,
     "No reference names this part of a `multipart/related`, so the part can only be shown as an attachment. "
     "Refer to the part, or remove it.",
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

constexpr DiagnosticCode kDeceptiveCodes[] = {kTextDiffers,  kTitleDiffers, kUserinfo, kLookAlike,
                                              kScriptLink,   kBaseSplit,    kOddHost,  kFormTarget,
                                              kRedirectOpen, kTracker};
constexpr DiagnosticCode kBaseCodes[] = {kBaseMalformed, kBaseNotAbsolute, kBaseUnsuitable, kBaseConflict,
                                         kNoBase,        kNoScheme,        kEmptyReference, kBaseSplit,
                                         kBaseHidden,    kBaseRelative,    kBaseDuplicate};
constexpr DiagnosticCode kPartCodes[] = {kMissingPart, kAmbiguousPart, kFragment, kUnreferencedPart};
constexpr DiagnosticCode kDocumentCodes[] = {kDocumentActive, kDocumentBaseSplit};
constexpr DiagnosticCode kMimeCodes[] = {kLimitHit,       kUnreadable,  kMimeAmbiguous, kMimeDefect,
                                         kCharsetUnknown, kTypeGuessed, kNotSearched,   kFieldCut};
constexpr DiagnosticCode kReaderCodes[] = {kRulesDisagree, kReadersDisagree,   kBaseSplit,
                                           kBaseHidden,    kFirstSegmentColon, kFtpTypeD,
                                           kSameScheme,    kAboveRoot,         kDocumentBaseSplit};

constexpr DiagnosticGroup kGroups[] = {
    {"deceptive",
     "links that mislead a person or a filter about where they lead, or report that mail is read",
     kDeceptiveCodes},
    {"bases", "bases, and references that lack one", kBaseCodes},
    {"parts", "references to parts, and parts that they do not reach", kPartCodes},
    {"documents", "documents in mail", kDocumentCodes},
    {"mime", "what cannot be read, or may be read in several ways", kMimeCodes},
    {"readers", "references that programs resolve in different ways", kReaderCodes},
};

constexpr bool all_are_in_groups() {
  for (const DiagnosticKind& kind : kKinds) {
    bool is_in_one = false;
    for (const DiagnosticGroup& group : kGroups) {
      for (const DiagnosticCode code : group.codes) is_in_one = is_in_one || code == kind.code;
    }
    if (!is_in_one) return false;
  }
  return true;
}
static_assert(all_are_in_groups());

}  // namespace

std::span<const DiagnosticGroup> diagnostic_groups() {
  return kGroups;
}

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
