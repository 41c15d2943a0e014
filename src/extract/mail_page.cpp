#include "extract/mail_page.h"

#include <algorithm>
#include <iterator>

#include "extract/outside.h"
#include "message/references.h"
#include "message/rows.h"
#include "text/ascii.h"
#include "text/utf8.h"
#include "walk/field_text.h"

namespace mimebase::extraction {
namespace {

constexpr std::size_t kMaxTitleBytes = 200;

// Never empty, so that the user sees that something is there.
std::string shown_title(std::string_view title) {
  const std::string_view shown = utf8::prefix(title, kMaxTitleBytes);
  return escaped_html(title.empty() ? "(no name)" : shown) + (shown.size() < title.size() ? "…" : "");
}

// A click opens the URL, or with `saved_as` saves it under that name.
std::string link_to(std::string_view url, std::string_view shown, std::string_view saved_as = {}) {
  std::string link = "<a href=\"" + escaped_html(url) + "\" rel=\"noreferrer\"";
  if (!saved_as.empty()) link.append(" download=\"").append(saved_as).append(1, '"');
  return link.append(1, '>').append(shown) + "</a>";
}

std::string heading_table(const message::AnalysedMessage& message) {
  constexpr std::string_view kFields[] = {"From", "To", "Cc", "Date", "Subject"};
  std::string rows;
  for (const std::string_view name : kFields) {
    for (const walk::Field& field : message.walked().fields(0)) {
      if (!ascii::equals_ignoring_case(field.name, name)) continue;
      rows.append("<tr><th>").append(name).append("</th><td>");
      rows.append(escaped_html(walk::decode_field(field.raw_value))).append("</td></tr>\n");
    }
  }
  return rows.empty() ? rows : "<table>\n" + rows + "</table>\n";
}

// Returns a text with its links made clickable.
std::string linked_text(message::AnalysedMessage& message, int entity, const Plan& plan,
                        const PathTo& path_to, Visitor& visitor) {
  std::string out = "<pre>";
  std::size_t at = 0;
  const charset::Readable& readable = message.content(entity).readable();
  const auto put_text = [&](find::Span span) {
    std::string text;
    readable.charset.append_utf8(readable.bytes.substr(span.start, span.end - span.start), text);
    out += escaped_html(text);
  };
  message::LinkBuilder builder(message);
  message::ReferencesTo(message, visitor, [&](const message::Reference& reference) {
    const find::Span span = reference.origin.text;
    const Link* link = builder.build(reference);
    if (link == nullptr || span.start < at) return;
    const int target = link->status == LinkStatus::kPart ? plan.shown_for(builder.target()) : -1;
    std::optional<std::string> url = target >= 0 ? path_to(target) : std::nullopt;
    if (!url && link->resolved && may_be_opened(*link->resolved)) url = std::string(*link->resolved);
    if (!url) return;
    put_text({at, span.start});
    out += "<a href=\"" + escaped_html(*url) + "\" rel=\"noreferrer\">";
    put_text(span);
    out += "</a>";
    at = span.end;
  }).content(entity);
  put_text({at, readable.bytes.size()});
  return out + "</pre>\n";
}

}  // namespace

std::string escaped_html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c != '\0') {
      out += c;
    }
  }
  return out;
}

std::string whole_page(std::string_view title, std::string_view policy, std::string_view body) {
  std::string page = "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n";
  page.append(policy).append("\n<title>").append(escaped_html(title)).append("</title>\n<style>");
  page += "body{font-family:sans-serif;margin:1em auto;max-width:60em;padding:0 1em}";
  page += "th{text-align:left;vertical-align:top;padding-right:1em}td{overflow-wrap:anywhere}";
  page += "pre{white-space:pre-wrap;overflow-wrap:anywhere}img{max-width:100%}";
  page.append("</style>\n</head>\n<body>\n").append(body).append("</body>\n</html>\n");
  return page;
}

std::string mail_body(message::AnalysedMessage& message, const Plan& plan, const PathTo& path_to,
                      const PathTo& image_at, Visitor& visitor) {
  std::string body = heading_table(message);
  for (const int entity : plan.shown()) {
    if (!plan.media_type(entity).starts_with("image/")) {
      body += linked_text(message, entity, plan, path_to, visitor);
    } else if (const auto url = image_at(entity)) {
      body +=
          "<p><img src=\"" + escaped_html(*url) + "\" alt=\"" + shown_title(plan.title(entity)) + "\"></p>\n";
    }
  }
  return body;
}

std::string attachment_list(const Plan& plan, bool is_saved, const PathTo& path_to) {
  std::string items;
  for (const int entity : plan.attachments()) {
    const std::optional<std::string> path = path_to(entity);
    if (!path) continue;
    const std::string_view file = plan.path(entity);
    const std::string_view saved_as = is_saved ? file.substr(file.rfind('/') + 1) : std::string_view();
    items += "<li>" + link_to(*path, shown_title(plan.title(entity)), saved_as);
    items.append(" (").append(escaped_html(plan.media_type(entity))).append(")</li>\n");
  }
  return items.empty() ? items : "<hr>\n<ul>\n" + items + "</ul>\n";
}

}  // namespace mimebase::extraction
