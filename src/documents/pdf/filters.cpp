#include "documents/pdf/filters.h"
#include "binary/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

#include "documents/pdf/qpdf.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// The parameters of a filter (ISO 32000-2 tables 8 to 10).
struct Parameters {
  int predictor = 1, columns = 1, colors = 1, bits = 8, early_change = 1;
  bool is_damaged = false;

  explicit Parameters(QPDFObjectHandle dictionary) {
    if (!dictionary.isDictionary()) return;
    const auto read_number = [&dictionary](const char* key, int& number) {
      QPDFObjectHandle value = dictionary.getKey(key);
      if (value.isInteger()) number = value.getIntValueAsInt();
    };
    read_number("/Predictor", predictor);
    read_number("/Columns", columns);
    read_number("/Colors", colors);
    read_number("/BitsPerComponent", bits);
    read_number("/EarlyChange", early_change);
    const bool is_known = predictor == 1 || predictor == 2 || (predictor >= 10 && predictor <= 15);
    const bool is_sane = columns > 0 && colors > 0 && is_one_of_bits();
    // Data without rows are passed on as they are.
    is_damaged = !is_known || (predictor != 1 && !is_sane);
    if (is_damaged) predictor = 1;
  }

 private:
  [[nodiscard]] bool is_one_of_bits() const {
    return bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16;
  }
};

// Undoes the predictor, charges the bytes and keeps them. Takes memory for what was written, not for the row
// that the parameters promise.
class Output {
 public:
  Output(const Parameters& parameters, PdfMeter& meter, std::string& out)
      : parameters_(parameters), meter_(meter), out_(out) {
    if (parameters.predictor == 1) return;
    const auto pixel_bits =
        static_cast<std::uint64_t>(parameters.colors) * static_cast<std::uint64_t>(parameters.bits);
    const auto columns = static_cast<std::uint64_t>(parameters.columns);
    pixel_bytes_ = std::max<std::uint64_t>(1, pixel_bits / 8);
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / 2;  // no data are as long
    const std::uint64_t row = pixel_bits > kMost / columns ? kMost : (pixel_bits * columns + 7) / 8;
    row_size_ = row + (is_png() ? 1 : 0);
  }

  void write(std::string_view bytes) {
    if (parameters_.predictor == 1) return keep(bytes);
    while (!bytes.empty()) {
      const std::size_t part = std::min<std::uint64_t>(bytes.size(), row_size_ - row_.size());
      row_.append(bytes.substr(0, part));
      bytes.remove_prefix(part);
      if (row_.size() == row_size_) end_row();
    }
  }

  // The last row may be shorter.
  void finish() {
    if (!row_.empty()) end_row();
  }

 private:
  [[nodiscard]] bool is_png() const { return parameters_.predictor >= 10; }
  static unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

  void keep(std::string_view bytes) {
    constexpr std::size_t kLarge = std::size_t{4} << 20, kGrowth = 8;
    meter_.charge_bytes(bytes.size());
    // While a string grows, its old memory is there, too. New memory takes none before it is written.
    const std::size_t size = out_.size() + bytes.size();
    if (size > kLarge && size > out_.capacity())
      out_.reserve(size + std::min<std::uint64_t>(meter_.bytes_left(), size * kGrowth));
    out_.append(bytes);
  }

  void end_row() {
    if (is_png()) {
      undo_png();
      keep(std::string_view(row_).substr(1));
      above_.swap(row_);
    } else {
      undo_tiff();
      keep(row_);
    }
    row_.clear();
  }

  // PNG section 9.2. The first byte of a row is its filter.
  void undo_png() {
    for (std::size_t i = 1; i < row_.size(); ++i) {
      const bool has_left = i > pixel_bytes_;
      const int left = has_left ? byte_of(row_[i - pixel_bytes_]) : 0;
      const int above = i < above_.size() ? byte_of(above_[i]) : 0;
      const int corner = has_left && i - pixel_bytes_ < above_.size() ? byte_of(above_[i - pixel_bytes_]) : 0;
      int predicted = 0;
      switch (row_[0]) {
        case 1:
          predicted = left;
          break;
        case 2:
          predicted = above;
          break;
        case 3:
          predicted = (left + above) / 2;
          break;
        case 4:
          predicted = paeth(left, above, corner);
          break;
        default:
          return;
      }
      row_[i] = static_cast<char>(byte_of(row_[i]) + predicted);
    }
  }

  static int paeth(int left, int above, int corner) {
    const int all = left + above - corner;
    const int to_left = std::abs(all - left), to_above = std::abs(all - above),
              to_corner = std::abs(all - corner);
    if (to_left <= to_above && to_left <= to_corner) return left;
    return to_above <= to_corner ? above : corner;
  }

  // TIFF 6.0 section 14, for samples of any size: each is the difference to that of the pixel before.
  void undo_tiff() {
    const auto bits = static_cast<std::size_t>(parameters_.bits);
    const int mask = (1 << bits) - 1;
    const std::size_t samples = row_.size() * 8 / bits;
    const std::size_t colors = std::min(static_cast<std::size_t>(parameters_.colors), samples + 1);
    std::vector<int> before(colors);
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const std::size_t at = sample * bits;
      int& value = before[sample % colors];
      char* byte = row_.data() + at / 8;
      if (bits == 16) {
        value = (value + (byte_of(byte[0]) << 8 | byte_of(byte[1]))) & mask;
        byte[0] = static_cast<char>(value >> 8);
        byte[1] = static_cast<char>(value);
      } else {
        const std::size_t shift = 8 - bits - at % 8;
        value = (value + (byte_of(*byte) >> shift)) & mask;
        *byte = static_cast<char>((byte_of(*byte) & ~(mask << shift)) | value << shift);
      }
    }
  }

  const Parameters parameters_;
  PdfMeter& meter_;
  std::string& out_;
  std::uint64_t pixel_bytes_ = 1, row_size_ = 0;
  std::string row_, above_;  // with the byte before a row of PNG
};

// ISO 32000-2 section 7.4.4. Data with another checksum than the one behind them, or without one, are read as
// other programs do, and so are those before damage.
class Inflate final : public PdfFilter {
 public:
  Inflate(const Parameters& parameters, PdfMeter& meter, std::string& out) : output_(parameters, meter, out) {
    is_damaged_ = parameters.is_damaged;
    if (!inflater_.is_open()) throw std::bad_alloc();
  }

  void write(std::string_view bytes) override {
    if (state_ == State::kHeader) bytes.remove_prefix(read_header(bytes));
    while (state_ == State::kData && !bytes.empty()) bytes.remove_prefix(write_data(bytes));
    if (state_ == State::kChecksum) checksum_.append(bytes.substr(0, kChecksumBytes - checksum_.size()));
  }

  void finish() override {
    if (state_ == State::kHeader && !header_.empty()) {
      // One byte cannot be a header.
      state_ = State::kData;
      write_data(header_);
    }
    if (state_ == State::kData) is_damaged_ = true;
    if (checksum_.size() == kChecksumBytes) {
      std::uint32_t expected = 0;
      for (const char c : checksum_) expected = expected << 8 | static_cast<unsigned char>(c);
      is_damaged_ = is_damaged_ || expected != adler_;
    }
    output_.finish();
  }

 private:
  enum class State { kHeader, kData, kChecksum, kEnd };
  static constexpr std::size_t kHeaderBytes = 2, kChecksumBytes = 4;

  // Returns how many bytes it has taken. Data without a header (RFC 1950 section 2.2) are deflated data
  // alone.
  std::size_t read_header(std::string_view bytes) {
    constexpr unsigned kDeflate = 8, kDictionary = 0x20;
    const std::size_t taken = std::min(bytes.size(), kHeaderBytes - header_.size());
    header_.append(bytes.substr(0, taken));
    if (header_.size() < kHeaderBytes) return taken;
    const auto method = static_cast<unsigned char>(header_[0]),
               flags = static_cast<unsigned char>(header_[1]);
    state_ = State::kData;
    const bool is_header = (method & 15U) == kDeflate && (method << 8 | flags) % 31 == 0;
    is_damaged_ = is_damaged_ || !is_header || (flags & kDictionary) != 0;
    // A header that is damaged is one if its method is right.
    if ((method & 15U) != kDeflate) write_data(header_);
    return taken;
  }

  // Returns how many bytes it has taken.
  std::size_t write_data(std::string_view bytes) {
    inflater_.give(bytes);
    for (std::size_t got = out_.size(); got == out_.size() && state_ == State::kData;) {
      got = inflater_.read(out_.data(), out_.size());
      adler_ = adler32(adler_, reinterpret_cast<const Bytef*>(out_.data()), static_cast<uInt>(got));
      if (inflater_.has_ended()) state_ = State::kChecksum;
      if (inflater_.is_damaged()) state_ = State::kEnd;
      is_damaged_ = is_damaged_ || inflater_.is_damaged();
      output_.write({out_.data(), got});
    }
    return static_cast<std::size_t>(inflater_.rest().data() - bytes.data());
  }

  Output output_;
  binary::Inflater inflater_{binary::Inflater::Format::kRaw};
  State state_ = State::kHeader;
  std::string header_, checksum_;
  uLong adler_ = 1;
  std::array<char, 1 << 15> out_;
};

// ISO 32000-2 section 7.4.4.
class Unlzw final : public PdfFilter {
 public:
  Unlzw(const Parameters& parameters, PdfMeter& meter, std::string& out)
      : output_(parameters, meter, out), early_(parameters.early_change != 0 ? 1 : 0) {
    is_damaged_ = parameters.is_damaged;
  }

  void write(std::string_view bytes) override {
    for (std::size_t i = 0; i < bytes.size() && !is_at_end_; ++i) {
      bits_ = bits_ << 8 | static_cast<unsigned char>(bytes[i]);
      bit_count_ += 8;
      // Two codes can end in one byte where codes become shorter.
      while (bit_count_ >= width_ && !is_at_end_) {
        bit_count_ -= width_;
        take(bits_ >> bit_count_ & ((1U << width_) - 1));
      }
    }
  }
  void finish() override { output_.finish(); }

 private:
  static constexpr unsigned kClear = 256, kEnd = 257, kFirst = 258, kMost = 4096;
  struct Entry {
    std::uint16_t before = 0;
    std::uint16_t length = 0;
    unsigned char first = 0, last = 0;
  };

  void take(unsigned code) {
    if (code == kClear || code == kEnd) {
      is_at_end_ = code == kEnd;
      next_code_ = kFirst;
      width_ = 9;
      last_ = kClear;
      return;
    }
    const bool is_known = code < kClear || (code >= kFirst && code < next_code_);
    if (!is_known && (code != next_code_ || last_ == kClear)) {
      is_damaged_ = is_at_end_ = true;
      return;
    }
    if (last_ != kClear && next_code_ < kMost) {
      const unsigned char first = entry(is_known ? code : last_).first;
      const Entry before = entry(last_);
      entries_[next_code_++] = {static_cast<std::uint16_t>(last_),
                                static_cast<std::uint16_t>(before.length + 1), before.first, first};
      if (next_code_ + early_ >= 1U << width_ && width_ < 12) ++width_;
    }
    unsigned at = code;
    std::size_t place = entry(code).length;
    const std::size_t length = place;
    while (place > 0) {
      const Entry one = entry(at);
      text_[--place] = static_cast<char>(one.last);
      at = one.before;
    }
    output_.write({text_.data(), length});
    last_ = code;
  }

  [[nodiscard]] Entry entry(unsigned code) const {
    if (code >= kFirst) return entries_[code];
    return {0, 1, static_cast<unsigned char>(code), static_cast<unsigned char>(code)};
  }

  Output output_;
  const unsigned early_;
  std::array<Entry, kMost> entries_;
  std::array<char, kMost> text_;
  unsigned bits_ = 0, bit_count_ = 0, width_ = 9, next_code_ = kFirst, last_ = kClear;
  bool is_at_end_ = false;
};

// ISO 32000-2 section 7.4.5.
class ExpandRuns final : public PdfFilter {
 public:
  explicit ExpandRuns(Output output) : output_(std::move(output)) {}

  void write(std::string_view bytes) override {
    while (!bytes.empty() && !is_at_end_) {
      if (copied_ > 0) {
        const std::size_t part = std::min(copied_, bytes.size());
        output_.write(bytes.substr(0, part));
        copied_ -= part;
        bytes.remove_prefix(part);
        continue;
      }
      const auto byte = static_cast<unsigned char>(bytes.front());
      if (repeated_ > 0) {
        output_.write(std::string(std::exchange(repeated_, 0), bytes.front()));
      } else {
        is_at_end_ = byte == 128;
        (byte < 128 ? copied_ : repeated_) = byte < 128 ? byte + 1U : 257U - byte;
      }
      bytes.remove_prefix(1);
    }
  }

 private:
  Output output_;
  std::size_t copied_ = 0, repeated_ = 0;
  bool is_at_end_ = false;
};

// ISO 32000-2 section 7.4.2.
class Unhex final : public PdfFilter {
 public:
  explicit Unhex(Output output) : output_(std::move(output)) {}

  void write(std::string_view bytes) override {
    std::string decoded;
    for (const char c : bytes) {
      if (is_at_end_ || is_pdf_space(c)) continue;
      const int value = ascii::hex_value(c);
      is_at_end_ = c == '>';
      if (value < 0) {
        is_damaged_ = is_damaged_ || !is_at_end_;
      } else if (high_ < 0) {
        high_ = value;
      } else {
        decoded += static_cast<char>(std::exchange(high_, -1) << 4 | value);
      }
    }
    output_.write(decoded);
  }
  void finish() override {
    if (high_ >= 0) output_.write(std::string(1, static_cast<char>(high_ << 4)));
  }

 private:
  Output output_;
  int high_ = -1;  // the first digit of a pair
  bool is_at_end_ = false;
};

// ISO 32000-2 section 7.4.3.
class Unbase85 final : public PdfFilter {
 public:
  explicit Unbase85(Output output) : output_(std::move(output)) {}

  void write(std::string_view bytes) override {
    std::string decoded;
    for (const char c : bytes) {
      if (is_at_end_ || is_pdf_space(c)) continue;
      const bool is_mark = c == '~';
      if (is_mark && is_first_ == 1 && count_ == 1) {
        count_ = 0;  // "<~", which some programs write before the data
      } else if (is_mark) {
        is_at_end_ = true;
      } else if (c == 'z' && count_ == 0) {
        decoded.append(4, '\0');
      } else if (c < '!' || c > 'u') {
        is_damaged_ = true;
        continue;
      } else {
        take(static_cast<unsigned>(c - '!'), decoded);
      }
      is_first_ = is_first_ == 0 && c == '<' ? 1 : 2;
    }
    output_.write(decoded);
  }

  // A group of less than five digits has a byte less than digits.
  void finish() override {
    if (count_ < 2) return;
    const unsigned bytes = count_ - 1;
    std::string decoded;
    while (count_ > 0) take(84, decoded);
    output_.write(std::string_view(decoded).substr(0, bytes));
  }

 private:
  void take(unsigned digit, std::string& decoded) {
    group_ = group_ * 85 + digit;
    if (++count_ < 5) return;
    for (const int shift : {24, 16, 8, 0}) decoded += static_cast<char>(group_ >> shift);
    group_ = count_ = 0;
  }

  Output output_;
  std::uint32_t group_ = 0;
  unsigned count_ = 0;     // of digits in the group
  unsigned is_first_ = 0;  // 0 before the first character, 1 after it if it is "<", then 2
  bool is_at_end_ = false;
};

// The name without its slash and its abbreviation (section 8.9.7), which programs accept everywhere.
std::string full_name(const std::string& name) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {{"/Fl", "FlateDecode"},
                                                                      {"/LZW", "LZWDecode"},
                                                                      {"/RL", "RunLengthDecode"},
                                                                      {"/AHx", "ASCIIHexDecode"},
                                                                      {"/A85", "ASCII85Decode"}};
  for (const auto& [abbreviation, full] : kNames) {
    if (name == abbreviation) return std::string(full);
  }
  return name.substr(1);
}

}  // namespace

PdfFilters::PdfFilters(QPDFObjectHandle dictionary, PdfMeter& meter, std::string& out)
    : meter_(meter), out_(out) {
  // Other programs accept the names of inline images for both. A string or dictionary in /F is a file.
  QPDFObjectHandle names = dictionary.getKey("/Filter"), parameters = dictionary.getKey("/DecodeParms");
  if (names.isNull()) names = dictionary.getKey("/F");
  if (parameters.isNull()) parameters = dictionary.getKey("/DP");
  if (names.isName()) {
    QPDFObjectHandle own = parameters;
    if (parameters.isArray()) own = parameters.getArrayItem(0);
    stages_.push_back({full_name(names.getName()), own});
  } else if (names.isArray()) {
    // Streams may share a long list, each filter of which takes some microseconds. Two are usual.
    constexpr int kUsual = 4, kSteps = 100'000;
    const int count = names.getArrayNItems();
    if (count > kUsual) meter_.charge_steps(static_cast<std::uint64_t>(count - kUsual) * kSteps);
    for (int i = 0; i < count; ++i) {
      QPDFObjectHandle name = names.getArrayItem(i), own = parameters;
      if (!name.isName()) continue;
      if (parameters.isArray()) own = parameters.getArrayItem(i);
      stages_.push_back({full_name(name.getName()), own});
    }
  }
  // libqpdf decrypts.
  std::erase_if(stages_, [](const Stage& stage) { return stage.name == "Crypt"; });
  for (const Stage& stage : stages_)
    can_decode_ = can_decode_ && is_one_of(stage.name, {"FlateDecode", "LZWDecode", "RunLengthDecode",
                                                        "ASCIIHexDecode", "ASCII85Decode"});
  if (can_decode_ && !stages_.empty()) first_ = make(stages_[0], stages_.size() > 1 ? decoded_ : out_);
}

std::unique_ptr<PdfFilter> PdfFilters::make(const Stage& stage, std::string& out) {
  const Parameters parameters(stage.parameters);
  if (stage.name == "FlateDecode") return std::make_unique<Inflate>(parameters, meter_, out);
  if (stage.name == "LZWDecode") return std::make_unique<Unlzw>(parameters, meter_, out);
  Output output(Parameters(QPDFObjectHandle::newNull()), meter_, out);
  if (stage.name == "RunLengthDecode") return std::make_unique<ExpandRuns>(std::move(output));
  if (stage.name == "ASCIIHexDecode") return std::make_unique<Unhex>(std::move(output));
  return std::make_unique<Unbase85>(std::move(output));
}

void PdfFilters::write(std::string_view bytes) {
  if (first_ != nullptr) return first_->write(bytes);
  meter_.charge_bytes(bytes.size());
  out_.append(bytes);
}

// Any number of filters takes the memory of two, and no stack.
void PdfFilters::finish() {
  if (first_ == nullptr) return;
  first_->finish();
  is_damaged_ = first_->is_damaged();
  first_.reset();
  for (std::size_t i = 1; i < stages_.size(); ++i) {
    std::string next;
    const std::unique_ptr<PdfFilter> filter = make(stages_[i], i + 1 < stages_.size() ? next : out_);
    filter->write(decoded_);
    filter->finish();
    is_damaged_ = is_damaged_ || filter->is_damaged();
    decoded_ = std::move(next);
  }
}

}  // namespace mimebase::documents
