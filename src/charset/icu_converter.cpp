#include <unicode/ucnv.h>
#include <unicode/utf16.h>

#include <iterator>

#include "charset/converter.h"

namespace mimebase::charset {

struct Converter::State {
  struct Closer {
    void operator()(UConverter* open) const { ucnv_close(open); }
  };
  std::unique_ptr<UConverter, Closer> converter;
};

Converter::Converter(const std::string& icu) : state_(std::make_unique<State>()) {
  UErrorCode error = U_ZERO_ERROR;
  state_->converter.reset(ucnv_open(icu.c_str(), &error));
  if (U_SUCCESS(error)) {
    UConverter* const made = state_->converter.get();
    ucnv_setToUCallBack(made, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    ucnv_setFromUCallBack(made, UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
  }
  if (U_FAILURE(error)) state_->converter = nullptr;
}

Converter::~Converter() = default;

char32_t Converter::character(std::string_view bytes) const {
  UConverter* const converter = state_->converter.get();
  if (converter == nullptr) return 0;
  ucnv_reset(converter);
  const char* source = bytes.data();
  const char* const end = source + bytes.size();
  UErrorCode error = U_ZERO_ERROR;
  const UChar32 code = ucnv_getNextUChar(converter, &source, end, &error);
  return U_SUCCESS(error) && source == end ? static_cast<char32_t>(code) : 0;
}

unsigned Converter::bytes(char32_t code_point) const {
  UConverter* const converter = state_->converter.get();
  if (converter == nullptr) return 0;
  ucnv_reset(converter);
  UChar units[2];
  int length = 0;
  U16_APPEND_UNSAFE(units, length, static_cast<UChar32>(code_point));
  const UChar* source = units;
  char bytes[8] = {};
  char* target = bytes;
  UErrorCode error = U_ZERO_ERROR;
  ucnv_fromUnicode(converter, &target, std::end(bytes), &source, units + length, nullptr, true, &error);
  unsigned value = 0;
  for (const char* byte = bytes; U_SUCCESS(error) && byte < target; ++byte)
    value = value << 8 | static_cast<unsigned char>(*byte);
  return value;
}

}  // namespace mimebase::charset
