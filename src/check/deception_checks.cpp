#include "check/deception_checks.h"

#include <charconv>
#include <utility>

#include "ascii.h"
#include "check/anchor_host.h"
#include "check/deceptions.h"
#include "find/css/declarations.h"
#include "innermost_context.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::check {
namespace {

// The uses of a reference that these checks distinguish.
enum class Use { kLink, kForm, kImage, kText, kNavigation, kBase, kOther };

Use use_of(std::string_view whole_context) {
  const std::string_view context = innermost_context(whole_context);
  // An `a` of SVG has XLink's href, whatever its prefix.
  if (context == "area@href" || (context.starts_with("a@") && context.ends_with("href"))) return Use::kLink;
  if (context == "form@action" || context.ends_with("@formaction") || context == "isindex@action")
    return Use::kForm;
  if (context == "img@src") return Use::kImage;
  if (context == "text" || context.starts_with("text:") || context.starts_with("html:text"))
    return Use::kText;
  if (context.starts_with("header:list-") || context == "meta@refresh" || context == "iframe@src" ||
      context == "frame@src")
    return Use::kNavigation;
  return context == "base@href" ? Use::kBase : Use::kOther;
}

// Nobody can click what is in a comment. Outlook shows conditional comments.
bool is_shown(const Link& link) {
  return !link.hidden || (*link.hidden != "comment" && *link.hidden != "template");
}

// The number of pixels of a width or height: "1", "1px". Nothing for other lengths, except that all zeros are
// alike.
std::optional<double> pixels(std::string_view value) {
  while (!value.empty() && value.front() <= ' ') value.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc()) return std::nullopt;
  std::string_view unit = value.substr(static_cast<std::size_t>(end - value.data()));
  while (!unit.empty() && unit.back() <= ' ') unit.remove_suffix(1);
  if (number != 0 && !unit.empty() && !ascii::equals_ignoring_case(unit, "px")) return std::nullopt;
  return number;
}

// The size of an image. A style overrides an attribute.
struct Size {
  std::optional<double> width, height;
  bool has_other_width = false, has_other_height = false;  // in other units

  void set(bool is_width, std::string_view value) {
    const std::optional<double> number = pixels(value);
    (is_width ? width : height) = number;
    (is_width ? has_other_width : has_other_height) = !number;
  }
  [[nodiscard]] bool is_one_pixel() const {
    const auto is_small = [](const std::optional<double>& length, bool has_other) {
      return length ? *length <= 1 : !has_other;
    };
    return (width || height) && is_small(width, has_other_width) && is_small(height, has_other_height);
  }
};

Size size_of(find::Element& image, std::string& buffer) {
  Size size;
  if (image.read_attribute("width", buffer)) size.set(true, buffer);
  if (image.read_attribute("height", buffer)) size.set(false, buffer);
  if (!image.read_attribute("style", buffer)) return size;
  find::CssDeclarations css(buffer);
  while (css.next()) {
    const bool is_width = css.name() == "width" || css.name() == "max-width";
    if (is_width || css.name() == "height" || css.name() == "max-height") {
      const std::string value(css.value().text);
      if (value != "auto" && value != "none") size.set(is_width, value);
    }
  }
  return size;
}

// The domain of a mail address in a From field or a mailto: URL; empty if there is none.
std::string domain_of_mailbox(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == kNotFound) return {};
  text.remove_prefix(at + 1);
  return url::registrable_domain(text.substr(0, text.find_first_of("> \t,;?&")));
}

}  // namespace

struct DeceptionChecks::Opened {
  Use use = Use::kOther;
  std::string_view reference;  // cleaned
  std::string_view base;       // that a browser applies; empty if there is none
  bool has_html_base = false;  // the base is an HTML <base>
  std::optional<Authority> authority;
  std::string_view url;     // empty if a browser opens nothing
  std::string domain;       // registrable; empty if the URL has no host
  std::string_view target;  // the URL that is wrapped, or else `url`; empty if only a server knows it
  std::string target_domain;
};

void DeceptionChecks::check(const message::Reference& reference, const Link& link) {
  if (part_ != link.part) end_part();
  part_ = link.part;
  if (link.status == LinkStatus::kPart || link.status == LinkStatus::kMissingPart) return;
  std::string buffer;
  Opened opened;
  opened.use = use_of(link.context);
  opened.reference = url::clean_whatwg(link.reference, buffer);
  opened.has_html_base = link.base.by == BaseBy::kHtmlBase;
  opened.base = link.base.url;
  if (!browser_base_.empty() && !opened.has_html_base && opened.use != Use::kBase && link.content_type) {
    opened.base = browser_base_;
    opened.has_html_base = true;
  }
  const bool is_guessed = link.status == LinkStatus::kGuessed;
  std::string guessed;
  if (is_guessed) opened.reference = guessed.assign("http://").append(opened.reference);
  opened.authority = authority_of(opened.reference, opened.base);
  opened.url = opener_.open(opened.reference, opened.base);
  opened.domain = domain_of(opened.url);
  const Unwrapping unwrapping = link.resolved == opened.url ? unwrapping_of(link) : unwrapping_of(opened.url);
  opened.target = unwrapping.is_wrapped ? std::string_view(unwrapping.url) : opened.url;
  opened.target_domain = unwrapping.is_wrapped ? domain_of(opened.target) : opened.domain;
  check_written(link, opened);
  check_names(link, opened);
  if (is_shown(link)) check_click(reference, link, opened);
  if (opened.use == Use::kImage) check_image(reference, link, opened);
}

std::string DeceptionChecks::domain_of(std::string_view url) {
  const std::string_view host = url::host_of(url);
  if (host != host_) {
    host_ = host;
    domain_ = host.empty() ? std::string() : url::registrable_domain(host);
  }
  return domain_;
}

void DeceptionChecks::give(const Link& link, std::optional<Finding> finding) {
  if (finding) report_(link.part, *finding, link.span);
}

// Checks of the URL as it is written.
void DeceptionChecks::check_written(const Link& link, const Opened& opened) {
  if (opened.authority && !opened.domain.empty()) {
    give(link, check_userinfo(*opened.authority, opened.url));
    give(link, check_odd_host(*opened.authority));
  }
  if (opened.target == opened.url || opened.target.empty()) return;
  if (const std::optional<Authority> inner = authority_of(opened.target, {})) {
    give(link, check_userinfo(*inner, opened.target));
    give(link, check_odd_host(*inner));
  }
}

// Checks of what a click, or a page that is opened, leads to.
void DeceptionChecks::check_click(const message::Reference& reference, const Link& link,
                                  const Opened& opened) {
  const bool is_clickable = opened.use == Use::kLink || opened.use == Use::kForm;
  if (opened.use == Use::kLink && reference.found.element != nullptr && link.resolved &&
      reference.found.element->read_attribute("title", attribute_)) {
    give(link, check_tooltip(attribute_, *link.resolved, unwrapping_of(link)));
    if (const auto named = host_in_text(url_in_tooltip(attribute_)))
      look_alikes_.add_domain(url::registrable_domain(named->host));
  }
  if (is_clickable || link.context.starts_with("header:list-")) give(link, check_script(opened.url));
  if (is_clickable && opened.has_html_base) check_base(link, opened);
  if (opened.use == Use::kForm && !opened.domain.empty()) forms_.add_form(opened.target_domain, link.span);
  if (opened.use == Use::kLink && !opened.domain.empty()) {
    forms_.add_link(opened.domain);
    forms_.add_link(opened.target_domain);
  }
  if (is_clickable || opened.use == Use::kText || opened.use == Use::kNavigation)
    give(link, check_redirect(opened.target));
}

void DeceptionChecks::check_base(const Link& link, const Opened& opened) {
  if (opened.domain.empty() || (opened.authority && opened.authority->is_plain)) return;
  if (!opened.authority)
    return base_split_.add_relative(link.part, link.span, opened.reference, opened.url, opened.domain);
  const std::string base_domain = domain_of(opened.base);
  if (base_domain != opened.domain)
    give(link, base_left(opened.reference, opened.url, base_domain, opened.domain));
}

// Remembers the domains that the message names.
void DeceptionChecks::check_names(const Link& link, const Opened& opened) {
  if (opened.authority && opened.use != Use::kBase && !opened.domain.empty()) {
    base_split_.add_written(opened.domain);
    if (!opened.target_domain.empty()) base_split_.add_written(opened.target_domain);
  }
  if (!opened.domain.empty())
    look_alikes_.add_host(url::host_of(opened.url), opened.domain, link.part, link.span);
  if (opened.target != opened.url && !opened.target_domain.empty()) {
    std::string host;
    if (url::append_host(url::host_of(opened.target), url::HostKind::kDomain, host) == nullptr)
      look_alikes_.add_host(host, opened.target_domain, link.part, link.span);
  }
  if (ascii::starts_with_ignoring_case(opened.url, "mailto:"))
    look_alikes_.add_domain(domain_of_mailbox(opened.url.substr(0, 1000)));
  if (!link.text) return;
  const auto named = host_in_text(*link.text);
  if (!named) return;
  std::string domain = url::registrable_domain(named->host);
  base_split_.add_written(domain);
  look_alikes_.add_domain(std::move(domain));
}

void DeceptionChecks::check_image(const message::Reference& reference, const Link& link,
                                  const Opened& opened) {
  if (opened.domain.empty() || reference.found.element == nullptr) return;
  const bool is_hidden = link.hidden && *link.hidden == "style";
  if (is_hidden || (is_shown(link) && size_of(*reference.found.element, attribute_).is_one_pixel()))
    give(link, check_tracker(opened.target.empty() ? opened.url : opened.target));
}

void DeceptionChecks::end_part() {
  forms_.end_part([this](const Finding& finding, Range span) { report_(part_, finding, span); });
}

void DeceptionChecks::finish(const MessageInfo& message) {
  end_part();
  if (message.from) look_alikes_.add_domain(domain_of_mailbox(*message.from));
  base_split_.report(report_);
  look_alikes_.report(report_);
}

}  // namespace mimebase::check
