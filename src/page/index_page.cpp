#include "page/index_page.h"

#include "page/assets.h"
#include "page/html.h"
#include "page/tally.h"
#include "write/shown_text.h"

namespace mimebase::page {

std::string index_row(const MessageInfo& message, std::string_view folder) {
  const std::string subject = kept_subject(message);
  std::string buffer;
  Html html;
  html << "<tr><th scope=\"row\"><a href=\"" << folder << "/index.html\" rel=\"noreferrer\">";
  html.text(subject.empty() ? "(no subject)" : subject) << "</a></th><td>";
  html.text(message.from.value_or("")) << "</td><td class=\"date\">";
  html.text(message.date.value_or("").substr(0, 10)) << "</td><td class=\"source\">";
  html.text(write::source_text(message.source, buffer)) << " <span class=\"date\">message ";
  html.number(message.number) << "</span></td><td class=\"count\">" << folder << "</td></tr>\n";
  return html.take();
}

std::string index_page(std::string_view input, std::uint64_t messages, std::string_view rows) {
  std::string buffer;
  const std::string_view name = write::source_text(input, buffer);
  Html html;
  html << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '"
       << kStyleSheet.digest
       << "'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>";
  html.text(name) << "</title>\n<style>" << kStyleSheet.text << "</style>\n</head>\n<body>\n<header><h1>";
  html.text(name) << "</h1>\n<p>";
  html.number(messages)
      << (messages == 1 ? " message" : " messages")
      << ", each in a folder of its own. For programs, the list is also in "
         "<a href=\"index.jsonl\">index.jsonl</a>.</p></header>\n"
         "<main>\n<table class=\"folders\">\n<caption class=\"unseen\">The messages</caption>\n"
         "<thead><tr><th scope=\"col\">Subject</th><th scope=\"col\">From</th>"
         "<th scope=\"col\">Date</th><th scope=\"col\">Source</th>"
         "<th scope=\"col\" class=\"count\">Folder</th></tr></thead>\n<tbody>\n"
      << rows << "</tbody>\n</table>\n</main>\n</body>\n</html>\n";
  return html.take();
}

}  // namespace mimebase::page
