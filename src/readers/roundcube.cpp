// Roundcube finds the base of a document by a regular expression, and joins it with references as text. No
// field of a heading counts.
#include <algorithm>
#include <string>

#include "ascii.h"
#include "readers/choice.h"
#include "walk/field_text.h"

namespace mimebase::readers::roundcube {
namespace {

constexpr ContextRule kContexts[] = {{"a@href", OpensBy::kClick},    {"img@src", OpensBy::kLoad},
                                     {"text", OpensBy::kClick},      {"text:delimited", OpensBy::kClick},
                                     {"area@href", OpensBy::kClick}, {"*@background", OpensBy::kLoad},
                                     {"css:*", OpensBy::kLoad}};

bool is_scheme_letter(char c) {
  return std::string_view("hftps").find(ascii::lower(c)) != std::string_view::npos;
}

// "[hftps]+://" at the start of `text`; the length of the scheme, or 0.
std::size_t web_scheme(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_scheme_letter(text[size])) ++size;
  return text.substr(size).starts_with("://") ? size : 0;
}

bool is_base_byte(char c) {
  return ascii::is_alnum(c) || std::string_view("/.%-").find(c) != std::string_view::npos;
}

// The URL that href=["']?([hftps]{3,5}://[a-z0-9/.%-]+) finds at the end of `text`, which begins with
// "href=".
std::string_view base_at(std::string_view text) {
  text.remove_prefix(5);
  if (text.starts_with('"') || text.starts_with('\'')) text.remove_prefix(1);
  const std::size_t scheme = web_scheme(text);
  if (scheme < 3 || scheme > 5) return {};
  std::size_t end = scheme + 3;
  while (end < text.size() && is_base_byte(text[end])) ++end;
  return end > scheme + 3 ? text.substr(0, end) : std::string_view();
}

// The last base of the line, which begins with "<base".
std::string_view last_base(std::string_view line) {
  std::string_view last;
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(line, "href=", at)) != std::string_view::npos;
       ++at) {
    if (const std::string_view url = base_at(line.substr(at)); !url.empty()) last = url;
  }
  return last;
}

// <base.*href=["']?([hftps]{3,5}://[a-z0-9/.%-]+), in any case: greedy within a line, in comments too.
std::string_view first_base(std::string_view text) {
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(text, "<base", at)) != std::string_view::npos;) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    if (const std::string_view base = last_base(line); !base.empty()) return base;
    at += line.size();
  }
  return {};
}

// The document is a text to Roundcube: "../" anywhere in the path goes one up.
std::string joined(std::string_view base, std::string_view path) {
  constexpr std::size_t kAfterScheme = 7;  // of "http://"
  std::string_view host = base, folder = base;
  if (base.size() > kAfterScheme && base.rfind('/') > kAfterScheme) {
    host = base.substr(0, base.find('/', kAfterScheme));
    folder = base.substr(0, base.rfind('/'));
  }
  if (path.starts_with('/')) return std::string(host).append(path);
  if (path.starts_with("./")) path.remove_prefix(2);
  std::size_t ups = 0;
  for (std::size_t at = 0; (at = path.find("../", at)) != std::string_view::npos; at += 3) ++ups;
  for (; ups > 0; --ups) {
    if (const std::size_t slash = folder.rfind('/'); slash != std::string_view::npos && slash > 0)
      folder = folder.substr(0, slash);
    path.remove_prefix(std::min<std::size_t>(3, path.size()));
  }
  return std::string(folder).append("/").append(path);
}

void add_labels(View& view, int entity) {
  const auto id = view.field(entity, "content-id", Pick::kFirst);
  if (!id) return;
  if (const auto label = walk::bracketed_id(*id)) view.labels.add("cid:" + *label, entity);
  const auto location = view.field(entity, "content-location", Pick::kFirst);
  if (!location || !view.message().walked().parameter(entity, "name")) return;
  const auto base = view.field(entity, "content-base", Pick::kFirst);
  view.labels.add(std::string(walk::trimmed(base.value_or(""))) + std::string(walk::trimmed(*location)),
                  entity);
}

void enter_message(View& view) {
  show_displayed(view, Start::kIgnored);
  for (int i = 0; i < view.entity_count(); ++i) {
    if (view.is_leaf(i)) add_labels(view, i);
  }
}

void enter_content(View& view) {
  view.base.clear();
  if (view.is_type(view.entity(), "text/html")) view.base = first_base(view.text(view.entity()));
}

bool is_name(std::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return ascii::is_letter(c) || c == '.' || c == '_' || c == '-';
  });
}

// The href that is left of a link.
std::string cleaned_link(std::string value) {
  for (const std::string_view scheme : {"javascript:", "vbscript:", "data:"}) {
    if (ascii::starts_with_ignoring_case(value, scheme)) return {};
  }
  if (is_name(value)) return "http://" + value;
  return value.starts_with("//") || Resolver::is_absolute(value, RuleSet::kRfc3986) ? value : std::string();
}

void open(View& view, const Seen& seen, Answer& answer) {
  std::string value(seen.value);
  if (seen.reference.found.guessed) value.insert(0, "http://");
  const bool is_kept = view.base.empty() || web_scheme(value) > 0 || value.starts_with("cid:");
  if (!is_kept) value = joined(view.base, value);
  const auto parts = view.labels.bearers(value);
  if (!parts.empty() && seen.by == OpensBy::kLoad) {
    answer.part = parts.back();
  } else if (seen.by == OpensBy::kClick) {
    answer.url = cleaned_link(std::move(value));
  } else if (web_scheme(value) > 0) {
    answer.url = std::move(value);  // which a person has to allow
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kRoundcube, kContexts, enter_message, enter_content, open};

}  // namespace mimebase::readers::roundcube
