#include "edit/replacer.h"

#include "edit/absolute_replacer.h"

namespace mimebase::edit {

bool is_base(const message::Reference& reference) {
  const std::string_view context = reference.found.context;
  return reference.found.is_base || context == "header:base" || context == "header:content-base";
}

std::unique_ptr<Replacer> make_replacer(message::AnalysedMessage& message,
                                        const message::LinkBuilder& builder, const RewriteOptions& options,
                                        bool drops_bases) {
  return std::make_unique<AbsoluteReplacer>(message, builder, options, drops_bases);
}

}  // namespace mimebase::edit
