#include "documents/xmp.h"

#include <vector>

#include "charset/readable.h"
#include "find/finder.h"
#include "find/xml/entities.h"
#include "find/xml/names.h"
#include "find/xml/text.h"
#include "find/xml/tokenizer.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

constexpr std::string_view kBasicSchema = "http://ns.adobe.com/xap/1.0/";
constexpr std::string_view kProperty = "BaseURL";

// The namespaces of prefixes. Only those that matter are kept, and the number is bounded, because a lookup
// reads them all.
class Prefixes {
 public:
  void enter(const find::XmlToken& token) {
    constexpr std::size_t kMost = 1000;
    ++depth_;
    for (const find::XmlAttribute& attribute : token.attributes) {
      if (attribute.name.starts_with("xmlns:") && bindings_.size() < kMost)
        bindings_.push_back({depth_, attribute.name.substr(6), attribute.value == kBasicSchema});
    }
  }
  void leave() {
    while (!bindings_.empty() && bindings_.back().depth >= depth_) bindings_.pop_back();
    if (depth_ > 0) --depth_;
  }
  [[nodiscard]] bool is_property(std::string_view name) const {
    const find::XmlName split = find::split_xml_name(name);
    if (split.local != kProperty) return false;
    for (std::size_t i = bindings_.size(); i-- > 0;) {
      if (bindings_[i].prefix == split.prefix) return bindings_[i].is_basic;
    }
    return false;
  }

 private:
  struct Binding {
    std::size_t depth = 0;
    std::string_view prefix;
    bool is_basic = false;
  };
  std::vector<Binding> bindings_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string xmp_base_url(std::string_view packet) {
  std::string converted;
  const charset::Readable readable = charset::make_readable({}, "application/xml", packet, converted);
  if (!contains(readable.bytes, kProperty)) return {};
  const find::Content content{readable.bytes, readable.charset};
  find::XmlEntities entities(readable.charset, find::kPresetLimits);
  find::XmlText text(content, entities);
  Prefixes prefixes;
  bool is_inside = false;
  int lookups = 1000;
  find::XmlTokenizer tokenizer(readable.bytes);
  for (find::XmlToken token; tokenizer.next(token) && lookups > 0;) {
    const bool is_text = token.kind == find::XmlTokenKind::kText || token.kind == find::XmlTokenKind::kCData;
    if (is_inside && is_text) text.append(token);
    if (is_inside && token.kind == find::XmlTokenKind::kEndTag) return std::string(text.whole().text);
    if (token.kind == find::XmlTokenKind::kEndTag) prefixes.leave();
    if (token.kind != find::XmlTokenKind::kStartTag) continue;
    prefixes.enter(token);
    for (const find::XmlAttribute& attribute : token.attributes) {
      if (!attribute.name.ends_with(kProperty)) continue;
      --lookups;
      if (!prefixes.is_property(attribute.name) ||
          !entities.admit(attribute.value, find::XmlPlace::kAttribute))
        continue;
      text.read_attribute(attribute.value);
      return std::string(text.whole().text);
    }
    if (token.name.ends_with(kProperty) && !token.self_closing && lookups-- > 0 &&
        prefixes.is_property(token.name)) {
      is_inside = true;
      text.start_text(
          static_cast<std::size_t>(token.bytes.data() + token.bytes.size() - readable.bytes.data()));
    }
    if (token.self_closing) prefixes.leave();
  }
  return {};
}

}  // namespace mimebase::documents
