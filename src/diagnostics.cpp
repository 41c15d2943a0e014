// The table of all diagnostics.
#include "mimebase/diagnostics.h"

#include <array>

#include "names.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

using enum DiagnosticCode;
using enum Severity;

constexpr std::array<DiagnosticKind, 25> kKinds = {{
    {kBaseMalformed, "base-malformed", kError,
     "A base has a wrong wrapper, is empty, or holds a space, a control, or angle brackets; or, under the "
     "rules `whatwg`, it is no URL, and nothing under it resolves. It is passed over in the first case. "
     "Correct it.",
     "Base: http://www.example.com/"},
    {kBaseNotAbsolute, "base-not-absolute", kError,
     "A base is relative and nothing makes it absolute. Write the whole URL. (A relative Content-Location "
     "inside a `multipart/related` is a label, and no mistake.)",
     "Content-Base: docs/"},
    {kBaseUnsuitable, "base-unsuitable", kError,
     "Nothing can be relative to this base. Use a URL with a scheme and a path, or leave it out.",
     "Content-Base: mailto:a@example.com"},
    {kBaseConflict, "base-conflict", kError,
     "Two fields of one name say different things, and software differs in which it takes; here the first "
     "usable one wins. Keep one.",
     "Base: <URL:http://a.example/> and Base: <URL:http://b.example/>"},
    {kNoBase, "no-base", kError,
     "A reference is relative and nothing defines a base; told once a part. Give one with `--retrieval-url`, "
     "or ask the sender for whole URLs.",
     "<a href=\"story.html\"> without any base"},
    {kMissingPart, "missing-part", kError,
     "A reference names a part of this message that is not there. Attach it, or drop the reference.",
     "<img src=\"cid:logo\"> where no part bears that Content-ID"},
    {kAmbiguousPart, "ambiguous-part", kError,
     "Two parts of one `multipart/related` bear the same Content-ID or Content-Location, and software "
     "differs in which it takes. Give each its own.",
     "Content-ID: <logo@example.com> twice"},
    {kTextDiffers, "text-differs", kError,
     "The text of a link is a URL or a domain, and the link leads to another registrable domain. In mail "
     "from strangers that is a lure: do not follow it. In your own, let the text say where the link leads.",
     "<a href=\"http://s23-ripple.com/\">ripple.com</a>"},
    {kRulesDisagree, "rules-disagree", kError,
     "RFC 1808, RFC 3986 and the URL Standard resolve a reference to different URLs; an error where hosts "
     "differ, also where a browser finds a host and RFC 1808 none, or where a browser refuses the base; else "
     "a note. Write the whole URL, with its host.",
     "<a href=\"https:/host.example/x\">", kNote},
    {kLimitHit, "limit-hit", kError,
     "A limit was hit, and references may be missing because of it. Raise it with `--limits` if you trust "
     "the source.",
     "a message of more than 256 MB"},
    {kUnreadable, "unreadable", kError,
     "A source or a message could not be read; the sentence says why. Look whether it is what you meant, and "
     "whole.",
     "a file that is neither a message nor an mbox"},
    {kNoScheme, "no-scheme", kWarning,
     "A reference has a host and no scheme, and nothing defines a base. Write `https:` before it.",
     "<img src=\"//host.example/x.png\">"},
    {kEmptyReference, "empty-reference", kWarning,
     "A reference is empty, and nothing defines a base. Write where it leads, or drop it.", "<a href=\"\">"},
    {kBaseRelative, "base-relative", kWarning,
     "A `<base>` is relative, which HTML allows and RFC 1808 does not. Write the whole URL.",
     "<base href=\"docs/\">"},
    {kFirstSegmentColon, "first-segment-colon", kWarning,
     "What stands before a colon is read as a scheme (RFC 1808 section 5.3). If it begins a relative path, "
     "write `./` before it.",
     "<a href=\"this:that\">"},
    {kFtpTypeD, "ftp-type-d", kWarning,
     "A folder whose base ends in `;type=d` loses its last segment in relative URLs (section 5.3). End it "
     "with a slash instead.",
     "Base: <URL:ftp://host.example/dir;type=d>"},
    {kSameScheme, "same-scheme", kWarning,
     "A reference has the scheme of its base and no host (section 5.2): RFC 1808 takes it as absolute, "
     "browsers as relative. Leave the scheme out.",
     "<a href=\"http:page.html\"> under http://www.example.com/"},
    {kAboveRoot, "above-root", kWarning,
     "A reference goes further up than its base has levels, which RFC 1808 keeps and later rules drop. Take "
     "the surplus `..` out.",
     "<a href=\"../../../x\"> under http://www.example.com/a/"},
    {kMimeDefect, "mime-defect", kWarning,
     "The MIME structure is broken, and others may read it otherwise. Mend what wrote the message.",
     "a multipart whose closing delimiter never comes"},
    {kCharsetUnknown, "charset-unknown", kWarning,
     "The charset is not known, and the part is read as UTF-8 and windows-1252. Name the one that it is.",
     "Content-Type: text/plain; charset=unknown-8bit"},
    {kTypeGuessed, "type-guessed", kWarning,
     "A part is read by its file name, for its type says nothing. Give it the type that it has.",
     "application/octet-stream; name=\"page.html\""},
    {kNotSearched, "not-searched", kWarning,
     "URLs in this content are not found: there is no finder for its type, it is encrypted, inside its "
     "signature, or somewhere else. Open it with care, or check what it decrypts to.",
     "an attached application/msword"},
    {kFieldCut, "field-cut", kNote,
     "A limit was hit that costs no reference: something that only describes the mail is cut off or is not "
     "complete. Raise the limit with `--limits` to see all of it.",
     "a Subject of more than 4 KB"},
    {kBaseDuplicate, "base-duplicate", kNote,
     "A field that declares a base stands twice and says the same. One is enough.",
     "Base: <URL:http://a.example/> twice"},
    {kUnreferencedPart, "unreferenced-part", kNote,
     "No reference names a part of a `multipart/related`, and it can only be shown as an attachment. Refer "
     "to it, or drop it.",
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
