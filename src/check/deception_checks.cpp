#include "check/deception_checks.h"

#include <charconv>
#include <utility>

#include "check/anchor_host.h"
#include "check/deceptions.h"
#include "check/displayed_text.h"
#include "find/css/declarations.h"
#include "model/contexts.h"
#include "model/innermost_context.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::check {
namespace {

// A field of a document may be something else than a link, by its instruction.
ContextUse use_of(const Link& link) {
  const ContextTraits& traits = traits_of(link.context);
  return link.kind == traits.kind ? traits.use : ContextUse::kOther;
}

// Nobody can click what is in a comment. Outlook shows conditional comments.
bool is_shown(const Link& link) {
  return !link.hidden || !is_one_of(*link.hidden, {"comment", "template", "unreachable"});
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

// The registrable domain of the last mail address in a From field or a mailto: URL; empty if there is none.
std::string domain_of_last_mailbox(std::string_view text) {
  const std::string_view domain = domain_of_mailbox(text);
  return domain.empty() ? std::string()
                        : url::registrable_domain(domain.substr(0, domain.find_first_of("> \t,;?&")));
}

// The reference, or a data: URL up to its data: rows show less, which may not have all of its type.
std::string_view written_in(const message::Reference& reference, const Link& link) {
  if (!ascii::starts_with_ignoring_case(link.reference, "data:")) return link.reference;
  const std::string_view url = reference.found.reference;
  const std::size_t comma = url.find(',');
  return comma == url.npos ? url : url.substr(0, comma + 1);
}

}  // namespace

using Use = ContextUse;

struct DeceptionChecks::Opened {
  Use use = Use::kOther;
  std::string_view reference;  // cleaned
  std::string_view base;       // that a browser applies; empty if there is none
  bool has_html_base = false;  // the base is an HTML <base>
  bool is_mail = true;
  bool is_cut = false;  // its host may be the beginning of another one
  std::optional<Authority> authority;
  std::string_view url;     // empty if a browser opens nothing
  std::string domain;       // registrable; empty if the URL has no host
  std::string_view target;  // the URL that is wrapped, or else `url`; empty if only a server knows it
  std::string target_domain;
};

void DeceptionChecks::start(const MessageInfo& message, bool is_saved) {
  is_saved_ = is_saved;
  if (!message.from) return;
  sender_ = domain_of_last_mailbox(*message.from);
  look_alikes_.set_sender(sender_);
}

void DeceptionChecks::check(const message::Reference& reference, const Link& link, bool is_mail,
                            std::string place) {
  if (part_ != link.part) end_part();
  part_ = link.part;
  place_ = std::move(place);
  std::string buffer;
  Opened opened;
  opened.use = use_of(link);
  opened.is_mail = is_mail;
  opened.is_cut = reference.found.is_cut;
  opened.reference = url::clean_whatwg(written_in(reference, link), buffer);
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
  const Unwrapping unwrapping =
      link.resolved == opened.url ? unwrapping_of(link) : unwrapping_of(opened.url, own_);
  opened.target = unwrapping.is_wrapped ? std::string_view(unwrapping.url) : opened.url;
  opened.target_domain = unwrapping.is_wrapped ? domain_of(opened.target) : opened.domain;
  const std::string_view resolved = link.resolved.value_or("");
  LabelTarget target(opened.url.empty() ? resolved : opened.url, resolved, unwrapping,
                     list_domains_.contains(opened.domain), own_);
  if (is_shown(link) && !target.opened().empty() && link.status != LinkStatus::kSameDocument)
    check_labels(reference.found, link, opened, target);
  if (link.status == LinkStatus::kPart || link.status == LinkStatus::kMissingPart) return;
  check_written(link, opened);
  check_names(link, opened);
  if (is_shown(link)) check_click(link, opened);
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

// Returns whether a saved page links to its own site.
bool DeceptionChecks::is_of_page(const Link& link, LabelTarget& target) {
  if (!is_saved_ || !link.page) return false;
  if (page_ != *link.page) {
    page_ = *link.page;
    page_domain_ = url::registrable_domain(url::host_of(page_));
  }
  return !page_domain_.empty() && target.domain() == page_domain_;
}

void DeceptionChecks::give(const Link& link, std::optional<Finding> finding) {
  if (!finding) return;
  finding->detail.insert(0, place_);
  report_(link.part, *finding, link.span);
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

// Checks what readers see of a link, button or form: its text, and its tooltips.
void DeceptionChecks::check_labels(const find::Found& found, const Link& link, const Opened& opened,
                                   LabelTarget& target) {
  find::Element* const element = found.element;
  if (opened.use != Use::kLink && opened.use != Use::kForm) return;
  has_text_finding_ = has_title_finding_ = false;
  readings_.clear();
  if (element != nullptr && innermost_context(link.context) != "area@href" &&
      element->read_content(content_)) {
    check_content(link, opened, target);
  } else if (link.text) {
    readings_.push_back(displayed(*link.text, steps_));
    check_text(link, "text", target);
  } else if (element != nullptr &&
             (element->read_attribute("value", attribute_) || element->read_attribute("alt", attribute_))) {
    readings_.push_back(displayed(attribute_, steps_));
    check_text(link, "button", target);
  }
  if (element != nullptr && element->read_attribute("title", attribute_))
    check_tooltip(link, attribute_, target);
  if (!found.tooltip.empty()) check_tooltip(link, found.tooltip, target);
}

// Checks content_.
void DeceptionChecks::check_content(const Link& link, const Opened& opened, LabelTarget& target) {
  if (innermost_context(link.context) == "form@action") {
    for (const std::string& label : content_.buttons) {
      readings_.assign(1, displayed(label, steps_));
      check_text(link, "button", target);
    }
    return;  // the rest of a form is a page of its own
  }
  readings_.push_back(displayed(content_.text, steps_));
  if (!content_.unbroken.empty()) readings_.push_back(displayed(content_.unbroken, steps_));
  check_text(link, opened.use == Use::kForm ? "button" : "text", target);
  if (!content_.with_images.empty() && !target.is_of_list()) {
    readings_.assign(1, displayed(content_.with_images, steps_));
    check_text(link, "text of the image", target, false);
  }
  if (!content_.with_generated.empty()) {
    readings_.assign(1, displayed(content_.with_generated, steps_));
    check_text(link, "text", target);
  }
  for (const std::string& title : content_.tooltips) check_tooltip(link, title, target);
}

// Checks readings_.
void DeceptionChecks::check_text(const Link& link, std::string_view where, LabelTarget& target,
                                 bool counts_bare) {
  if (has_text_finding_) return;
  std::optional<Finding> finding;
  if (!is_of_page(link, target))
    finding = check_label(DiagnosticCode::kTextDiffers, where, readings_, target, counts_bare);
  has_text_finding_ = finding.has_value();
  give(link, finding);
  for (const ShownName& name : names_in(readings_.front())) {
    if (name.kind == ShownName::Kind::kHost) look_alikes_.add_domain(url::registrable_domain(name.value));
  }
}

void DeceptionChecks::check_tooltip(const Link& link, std::string_view title, LabelTarget& target) {
  if (has_title_finding_) return;
  const std::string_view shown = shown_by_tooltip(title);
  readings_.assign(1, displayed(shown, steps_));
  if (!title.substr(0, title.find(':')).ends_with("Original URL"))
    readings_.push_back(displayed(title, steps_));
  std::optional<Finding> finding;
  if (!is_of_page(link, target))
    finding = check_label(DiagnosticCode::kTitleDiffers, "tooltip", readings_, target);
  has_title_finding_ = finding.has_value();
  give(link, finding);
  for (const ShownName& name : names_in(readings_.front())) {
    if (name.kind == ShownName::Kind::kHost) look_alikes_.add_domain(url::registrable_domain(name.value));
  }
}

// Checks of what a click, or a page that is opened, leads to.
void DeceptionChecks::check_click(const Link& link, const Opened& opened) {
  const bool is_clickable = opened.use == Use::kLink || opened.use == Use::kForm;
  const bool is_list = opened.use == Use::kList, is_refresh = opened.use == Use::kRefresh;
  if (is_list && !opened.domain.empty()) {
    list_domains_.insert(opened.domain);
    look_alikes_.add_list_domain(opened.domain);
  }
  if (is_clickable || is_list || is_refresh) give(link, check_script(opened.url));
  if (is_clickable && opened.has_html_base && opened.is_mail) check_base(link, opened);
  const bool is_known = opened.target_domain == sender_ || list_domains_.contains(opened.target_domain);
  if (opened.use == Use::kForm && !opened.domain.empty() && !is_known)
    forms_.add_form(opened.target_domain, link.span, place_);
  if (opened.use == Use::kLink && !opened.domain.empty()) {
    forms_.add_link(opened.domain);
    forms_.add_link(opened.target_domain);
  }
  if (is_clickable || is_list || is_refresh || opened.use == Use::kText || opened.use == Use::kFrame)
    give(link, check_redirect(opened.target));
}

void DeceptionChecks::check_base(const Link& link, const Opened& opened) {
  if (opened.domain.empty() || (opened.authority && opened.authority->is_plain)) return;
  if (!opened.authority)
    return base_split_.add_relative(link.part, link.span, opened.reference, opened.url, opened.domain,
                                    place_);
  const std::string base_domain = domain_of(opened.base);
  if (base_domain != opened.domain)
    give(link, base_left(opened.reference, opened.url, base_domain, opened.domain));
}

// Remembers the domains that the message names.
void DeceptionChecks::check_names(const Link& link, const Opened& opened) {
  const bool is_link = opened.use == Use::kLink || opened.use == Use::kForm || opened.use == Use::kText;
  if (opened.authority && opened.use != Use::kBase && !opened.domain.empty()) {
    base_split_.add_written(opened.domain);
    if (!opened.target_domain.empty()) base_split_.add_written(opened.target_domain);
  }
  if (!opened.domain.empty() && !opened.is_cut)
    look_alikes_.add_host(url::host_of(opened.url), opened.domain, link.part, link.span, is_link, place_);
  if (opened.target != opened.url && !opened.target_domain.empty()) {
    std::string host;
    if (url::append_host(url::host_of(opened.target), url::HostKind::kDomain, host) == nullptr)
      look_alikes_.add_host(host, opened.target_domain, link.part, link.span, is_link, place_);
  }
  if (ascii::starts_with_ignoring_case(opened.url, "mailto:"))
    look_alikes_.add_domain(domain_of_last_mailbox(opened.url));
  if (!link.text) return;
  const auto named = host_in_text(*link.text);
  if (!named) return;
  const std::string domain = url::registrable_domain(named->host);
  base_split_.add_written(domain);
  look_alikes_.add_domain(domain);
}

void DeceptionChecks::check_image(const message::Reference& reference, const Link& link,
                                  const Opened& opened) {
  if (opened.domain.empty() || reference.found.element == nullptr) return;
  const bool is_hidden = link.hidden && *link.hidden == "style";
  if (is_hidden || (is_shown(link) && size_of(*reference.found.element, attribute_).is_one_pixel()))
    give(link, check_tracker(opened.target.empty() ? opened.url : opened.target));
}

void DeceptionChecks::end_part() {
  forms_.end_part(
      [this](const Finding& finding, std::optional<Range> span) { report_(part_, finding, span); });
}

void DeceptionChecks::finish() {
  end_part();
  base_split_.report(report_);
  look_alikes_.report(report_);
}

}  // namespace mimebase::check
