#include "edit/replacer.h"

#include <utility>

#include "edit/absolute_replacer.h"
#include "edit/map_replacer.h"
#include "edit/template_replacer.h"

namespace mimebase::edit {

bool is_base(const message::Reference& reference) {
  const std::string_view context = reference.found.context;
  return reference.found.is_base || context == "header:base" || context == "header:content-base";
}

bool is_in_text(const message::Reference& reference) {
  return kind_of_context(reference.found.context) == LinkKind::kText;
}

RewriteIn kind_of_content(std::string_view media_type) {
  if (media_type == "text/html" || media_type == "application/xhtml+xml") return RewriteIn::kHtml;
  if (media_type == "text/css") return RewriteIn::kCss;
  const bool is_xml = media_type.ends_with("/xml") || media_type.ends_with("+xml");
  return is_xml ? RewriteIn::kXml : RewriteIn::kText;
}

Replacers::Replacers(const RewriteOptions& options)
    : options_(options), usage_(check_options(options)), except_(options.except) {
  if (!usage_ || options.own_template.empty()) return;
  if (Result<OwnTemplate> own = OwnTemplate::parse(options.own_template)) own_ = std::move(*own);
}

std::unique_ptr<Replacer> Replacers::make(message::AnalysedMessage& message,
                                          const message::LinkBuilder& builder, bool drops_bases) const {
  if (own_ && options_.untemplate) return std::make_unique<UntemplateReplacer>(options_, *own_);
  if (own_) return std::make_unique<TemplateReplacer>(message, options_, *own_, except_);
  if (options_.map) return std::make_unique<MapReplacer>(message, builder, *options_.map);
  return std::make_unique<AbsoluteReplacer>(message, builder, options_, drops_bases);
}

}  // namespace mimebase::edit
