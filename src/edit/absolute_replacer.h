// The usual work of `rewrite`: relative references become absolute, and wrapped URLs and references to parts
// what the options say.
#pragma once

#include <string_view>

#include "edit/replacer.h"
#include "readers/link_opener.h"

namespace mimebase::edit {

class AbsoluteReplacer : public Replacer {
 public:
  // As make_replacer().
  AbsoluteReplacer(message::AnalysedMessage& message, const message::LinkBuilder& builder,
                   const RewriteOptions& options, bool drops_bases)
      : message_(message),
        builder_(builder),
        options_(options),
        drops_bases_(drops_bases),
        reader_(message) {}

  [[nodiscard]] Decision decide(const message::Reference& reference, const Link& link) override;

 private:
  [[nodiscard]] bool is_wanted(const message::Reference& reference) const;
  [[nodiscard]] Decision replacement(const message::Reference& reference, const Link& link);
  [[nodiscard]] std::string_view part_replacement(const message::Reference& reference, const Link& link);
  [[nodiscard]] std::string_view location(int entity);

  message::AnalysedMessage& message_;
  const message::LinkBuilder& builder_;
  const RewriteOptions& options_;
  const bool drops_bases_;
  readers::LinkOpener reader_;
};

}  // namespace mimebase::edit
