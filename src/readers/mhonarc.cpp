// MHonArc, which turns mail into a web archive, joins bases and references as text.
#include <algorithm>
#include <array>
#include <string>

#include "ascii.h"
#include "readers/choice.h"
#include "walk/field_text.h"

namespace mimebase::readers::mhonarc {
namespace {

constexpr ContextRule kContexts[] = {
    {"a@href", OpensBy::kClick},         {"img@src", OpensBy::kLoad},    {"text", OpensBy::kClick},
    {"text:delimited", OpensBy::kClick}, {"area@href", OpensBy::kClick}, {"*@src", OpensBy::kLoad},
    {"*@background", OpensBy::kLoad},    {"link@href", OpensBy::kLoad},  {"form@action", OpensBy::kClick},
    {"*@cite", OpensBy::kClick},         {"*@longdesc", OpensBy::kClick}};

std::string cleaned(std::string_view raw) {
  std::string value(raw);
  std::erase_if(value, [](char c) { return c == '"' || c == '\'' || c == ' ' || (c >= '\t' && c <= '\r'); });
  return value;
}

// The value of href in a tag, with or without quotes; empty if there is none.
std::string_view href_in(std::string_view tag) {
  const std::size_t name = ascii::find_ignoring_case(tag, "href");
  if (name == std::string_view::npos) return {};
  std::string_view value = walk::trimmed(tag.substr(name + 4));
  if (!value.starts_with('=')) return {};
  value = walk::trimmed(value.substr(1));
  const bool is_quoted = value.starts_with('"') || value.starts_with('\'');
  const std::size_t end = is_quoted ? value.find(value.front(), 1) : value.find_first_of(" \t\r\n>");
  return is_quoted ? value.substr(1, end - 1) : value.substr(0, end);
}

// The first "<base ...>" of the text, wherever it is; nullopt if there is none.
std::optional<std::string_view> base_tag(std::string_view text) {
  std::size_t at = 0;
  while ((at = ascii::find_ignoring_case(text, "<base", at)) != std::string_view::npos) {
    at += 5;
    if (at == text.size() || ascii::kWhiteSpace.find(text[at]) == std::string_view::npos) continue;
    const std::size_t end = text.find('>', at);
    return end == std::string_view::npos ? std::nullopt : std::optional(text.substr(at, end - at));
  }
  return std::nullopt;
}

// Content-Base, else a Content-Location with a slash.
std::string heading_base(const View& view, int entity) {
  if (const auto raw = view.field(entity, "content-base", Pick::kFirst)) return cleaned(*raw);
  const auto location = view.field(entity, "content-location", Pick::kFirst);
  return location && location->find('/') != std::string_view::npos ? cleaned(*location) : std::string();
}

bool has_web_scheme(std::string_view url) {
  constexpr std::array<std::string_view, 3> kSchemes = {"http://", "https://", "ftp://"};
  return std::any_of(kSchemes.begin(), kSchemes.end(),
                     [url](std::string_view scheme) { return url.starts_with(scheme); });
}

// A base needs a host and a path. It is cut after its last slash.
std::string usable_base(std::string base) {
  const std::size_t host = has_web_scheme(base) ? base.find("://") + 3 : std::string::npos;
  if (host == std::string::npos || base.find('/', host) == std::string::npos) return {};
  base.resize(base.rfind('/') + 1);
  return base;
}

void enter_message(View& view) {
  show_all(view);
  for (int i = 0; i < view.entity_count(); ++i) {
    View::Shown& self = view.shown[static_cast<std::size_t>(i)];
    const int parent = view.message().entity(i).parent;
    self.base = heading_base(view, i);
    if (self.base.empty() && parent >= 0 && !view.message().entity(i).is_message_body)
      self.base = view.shown[static_cast<std::size_t>(parent)].base;
    if (!view.is_leaf(i)) continue;
    if (const auto id = view.field(i, "content-id", Pick::kFirst)) {
      if (const auto label = walk::bracketed_id(*id)) view.labels.add("cid:" + *label, i);
    }
    if (const auto raw = view.field(i, "content-location", Pick::kFirst)) {
      const std::string location = cleaned(*raw);
      view.labels.add(location, i);
      if (const std::size_t slash = location.rfind('/'); slash != std::string::npos)
        view.labels.add(std::string_view(location).substr(slash + 1), i);
    }
  }
}

void enter_content(View& view) {
  const auto tag = base_tag(view.text(view.entity()));
  view.base = usable_base(tag && !href_in(*tag).empty() ? std::string(href_in(*tag))
                          : tag                         ? std::string()
                                : view.shown[static_cast<std::size_t>(view.entity())].base);
}

std::string joined(std::string_view base, std::string_view path) {
  const std::size_t root = base.find('/', base.find("://") + 3);
  if (path.starts_with('/')) return std::string(base.substr(0, root)).append(path);
  while (path.starts_with("./") || path.starts_with("../")) {
    const bool is_up = path.starts_with("..");
    path.remove_prefix(is_up ? 3 : 2);
    if (is_up && base.size() > root + 1) base = base.substr(0, base.rfind('/', base.size() - 2) + 1);
  }
  return std::string(base).append(path);
}

bool is_absolute(std::string_view value) {
  constexpr std::array<std::string_view, 4> kOthers = {"mailto:", "news:", "mid:", "cid:"};
  return has_web_scheme(value) ||
         std::any_of(kOthers.begin(), kOthers.end(),
                     [value](std::string_view scheme) { return value.starts_with(scheme); });
}

void open(View& view, const Seen& seen, Answer& answer) {
  const bool is_text = seen.context.starts_with("text");
  const auto parts = view.labels.bearers(seen.value);
  if (!parts.empty() && !is_text) {
    answer.part = parts.back();
    return;
  }
  const std::string_view value = seen.value;
  if (is_absolute(value)) {
    if (!value.starts_with("cid:")) answer.url = value;
  } else if (!view.base.empty() && !is_text && !value.starts_with('#')) {
    answer.url = joined(view.base, value);
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kMhonarc, kContexts, enter_message, enter_content, open, nullptr, true};

}  // namespace mimebase::readers::mhonarc
