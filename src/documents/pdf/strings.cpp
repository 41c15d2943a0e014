#include "documents/pdf/strings.h"

namespace mimebase::documents {

std::string_view PdfStrings::converted(QPDFObjectHandle value, QPDFObjGen container, Convert convert) {
  constexpr std::size_t kLong = 256;
  before_ = std::exchange(short_, {});
  last_ = &short_;
  if (!value.isString()) return {};
  const std::pair key(identity_of(value, container), convert);
  if (const auto known = long_.find(key); known != long_.end()) {
    meter_.charge_steps(1 + known->second.text.size() / kLong);  // to pass it on
    last_ = &known->second;
    return last_->text;
  }
  short_ = {convert(value), value.getStringValue()};
  if (short_.bytes == short_.text) short_.bytes.clear();
  if (short_.text.size() + short_.bytes.size() > kLong)
    last_ = &long_.emplace(key, std::move(short_)).first->second;
  return last_->text;
}

std::string_view PdfStrings::text(QPDFObjectHandle value, QPDFObjGen container) {
  return converted(value, container, pdf_text);
}

std::string_view PdfStrings::ascii(QPDFObjectHandle value, QPDFObjGen container) {
  return converted(value, container, pdf_ascii);
}

std::string_view PdfStrings::file_name(QPDFObjectHandle value, QPDFObjGen container) {
  if (value.isString()) return without_outer_controls(text(value, container));
  if (!value.isDictionary()) return {};
  container = container_of(value, container);
  if (value.getKey("/FS").isNameAndEquals("/URL")) return ascii(value.getKey("/F"), container);
  for (const char* key : {"/UF", "/F", "/Unix", "/Mac", "/DOS"}) {
    const std::string_view name = without_outer_controls(text(value.getKey(key), container));
    if (!name.empty()) return name;
  }
  return {};
}

}  // namespace mimebase::documents
