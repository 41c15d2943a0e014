#include "edit/replacer.h"

#include "edit/absolute_replacer.h"

namespace mimebase::edit {

bool is_base(const message::Reference& reference) {
  const std::string_view context = reference.found.context;
  return reference.found.is_base || context == "header:base" || context == "header:content-base";
}

RewriteIn kind_of_content(std::string_view media_type) {
  if (media_type == "text/html" || media_type == "application/xhtml+xml") return RewriteIn::kHtml;
  if (media_type == "text/css") return RewriteIn::kCss;
  const bool is_xml = media_type.ends_with("/xml") || media_type.ends_with("+xml");
  return is_xml ? RewriteIn::kXml : RewriteIn::kText;
}

std::unique_ptr<Replacer> make_replacer(message::AnalysedMessage& message,
                                        const message::LinkBuilder& builder, const RewriteOptions& options,
                                        bool drops_bases) {
  return std::make_unique<AbsoluteReplacer>(message, builder, options, drops_bases);
}

}  // namespace mimebase::edit
