#include "documents/xmp.h"

#include <optional>

#include "documents/xml_part.h"
#include "find/sinks.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

constexpr std::string_view kProperty = "BaseURL";

// Notes that a limit is hit: it can hide the base.
class LimitSink final : public find::SilentSink {
 public:
  explicit LimitSink(Reading& reading) : reading_(reading) {}
  void limit_hit(find::FindLimit /*limit*/) override {
    reading_.unread("its metadata is beyond a limit: a base in it is not known");
  }

 private:
  Reading& reading_;
};

}  // namespace

std::string xmp_base_url(std::string_view packet, Reading& reading) {
  LimitSink sink(reading);
  std::string base;
  XmlPart part(packet, reading, sink);
  while (part.next()) {
    if (part.event() == XmlPart::Event::kStart) {
      if (std::optional<std::string> value = part.attribute(Ns::kXmpBasic, kProperty))
        return *std::move(value);
    }
    if (part.has_text_of(Ns::kXmpBasic, kProperty)) part.append_text(base);
    if (part.ends(Ns::kXmpBasic, kProperty)) return base;
  }
  if (part.is_malformed() && contains(without_bytes(packet, std::string_view("\0", 1)), kProperty))
    reading.unread("its metadata is not well-formed XML: a base in it is not known");
  return {};
}

}  // namespace mimebase::documents
