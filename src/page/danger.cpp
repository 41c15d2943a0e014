#include "page/danger.h"

#include <algorithm>

namespace mimebase::page {
namespace {

constexpr Deception kDeceptions[] = {
    {DiagnosticCode::kScriptLink, "Links that run a script",
     "A click runs a script instead of opening a page.", "", "", "link that runs a script",
     "links that run a script"},
    {DiagnosticCode::kUserinfo, "Links with a host before an @",
     "The text before the @ looks like a host, but the link leads to the host after it.", "", "",
     "link with a host before an @", "links with a host before an @"},
    {DiagnosticCode::kTextDiffers, "Links whose text names another domain",
     "Readers see one domain, but a click opens another.", "The text names", "The link leads to",
     "link whose text names another domain", "links whose text names another domain"},
    {DiagnosticCode::kTitleDiffers, "Links whose tooltip names another domain",
     "The tooltip shows one domain, but a click opens another.", "The tooltip names", "The link leads to",
     "link whose tooltip names another domain", "links whose tooltip names another domain"},
    {DiagnosticCode::kLookAlike, "Hosts that look like another domain",
     "Letters of the host resemble those of another domain, or come from several scripts.", "Looks like",
     "The host", "host that looks like another domain", "hosts that look like another domain"},
    {DiagnosticCode::kFormTarget, "Forms that submit to another domain",
     "What a person enters goes to a domain to which no link of the part leads.", "", "",
     "form that submits to another domain", "forms that submit to another domain"},
    {DiagnosticCode::kOddHost, "Hosts that are written as numbers",
     "Browsers read the host as an IP address, but people cannot.", "", "",
     "host that is written as a number", "hosts that are written as numbers"},
    {DiagnosticCode::kBaseSplit, "Bases that mislead filters",
     "A filter that reads references and the HTML base separately misses where a click leads.",
     "The base names", "The link leads to", "base that misleads filters", "bases that mislead filters"},
    {DiagnosticCode::kDocumentBaseSplit, "Documents whose viewers open different domains",
     "Viewers put the document's base and the reference together in different ways.", "By RFC 1808",
     "In a viewer", "reference that viewers of its document lead to different domains",
     "references that viewers of their documents lead to different domains"},
    {DiagnosticCode::kDocumentActive, "Documents that act by themselves",
     "They start a program, send a form, or load something when they are opened.", "", "",
     "action that a document takes by itself", "actions that documents take by themselves"},
    {DiagnosticCode::kRulesDisagree, "References that browsers resolve differently",
     "RFC 1808 and the URL Standard lead to different hosts.", "By RFC 1808", "In a browser",
     "reference that browsers resolve differently", "references that browsers resolve differently"},
};

}  // namespace

std::span<const Deception> deceptions() {
  return kDeceptions;
}

bool is_deception(DiagnosticCode code, Severity severity) {
  if (code == DiagnosticCode::kRulesDisagree && severity != Severity::kError) return false;
  return std::any_of(std::begin(kDeceptions), std::end(kDeceptions),
                     [&](const Deception& each) { return each.code == code; });
}

Danger danger_of(const Diagnostic& diagnostic) {
  if (is_deception(diagnostic.code, diagnostic.severity)) return Danger::kDeceptive;
  switch (diagnostic.severity) {
    case Severity::kError:
      return Danger::kWrong;
    case Severity::kWarning:
      return Danger::kOdd;
    case Severity::kNote:
      break;
  }
  return Danger::kNone;
}

// Styles hide from people what programs read. Comments and scripts rarely do this on purpose.
Danger danger_of(const Link& link) {
  return link.hidden == "style" && link.host ? Danger::kOdd : Danger::kNone;
}

Danger danger_of(const Comparison& comparison) {
  return comparison.difference == Disagreement::kDomain ? Danger::kWrong : Danger::kNone;
}

}  // namespace mimebase::page
