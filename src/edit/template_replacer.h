// `rewrite --template` and `--untemplate`: URLs become URLs of a server of one's own, through which their
// clicks lead, and are restored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "edit/replacer.h"
#include "mimebase/own_template.h"
#include "mimebase/rewrite.h"
#include "url/host_patterns.h"

namespace mimebase::edit {

// Returns the place that a reference in a content is at, for RewriteOptions::in. `media_type` is that of the
// content's finder. Returns nothing if no place contains it.
[[nodiscard]] std::optional<WrapIn> place_of(const Link& link, std::string_view media_type);

// Wraps URLs in the places that the options name.
class TemplateReplacer : public Replacer {
 public:
  // All arguments must outlive the object.
  TemplateReplacer(message::AnalysedMessage& message, const RewriteOptions& options, const OwnTemplate& own,
                   const url::HostPatterns& except);

  [[nodiscard]] Decision decide(const message::Reference& reference, const Link& link) override;

 private:
  [[nodiscard]] bool is_in_place(const message::Reference& reference, const Link& link) const;
  // Returns the URL to wrap; empty if the link stays as it is.
  [[nodiscard]] std::string_view url_to_wrap(const Link& link) const;
  [[nodiscard]] bool is_excepted(std::string_view url) const;
  // Sets `text_` to what the template makes of the URL. Returns false if the URL cannot be signed.
  [[nodiscard]] bool wrap(std::string_view url);

  message::AnalysedMessage& message_;
  const RewriteOptions& options_;
  const OwnTemplate& own_;
  const url::HostPatterns& except_;
  OwnValues values_;
  std::string text_;
};

// Restores wrapped URLs whose signature is right.
class UntemplateReplacer : public Replacer {
 public:
  // Both arguments must outlive the object.
  UntemplateReplacer(const RewriteOptions& options, const OwnTemplate& own) : options_(options), own_(own) {}

  [[nodiscard]] Decision decide(const message::Reference& reference, const Link& link) override;

 private:
  const RewriteOptions& options_;
  const OwnTemplate& own_;
  std::string url_;
};

}  // namespace mimebase::edit
