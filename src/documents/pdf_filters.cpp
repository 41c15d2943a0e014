#include "documents/pdf_filters.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/qpdf.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

thread_local PdfMeter* current_meter = nullptr;

// The parameters of a filter (ISO 32000-2 tables 8 to 10).
struct Parameters {
  int predictor = 1, columns = 1, colors = 1, bits = 8, early_change = 1;

  // Returns false if the stream cannot be decoded.
  [[nodiscard]] bool read(QPDFObjectHandle dictionary) {
    constexpr int kMaxRow = 1 << 22;  // bytes, of which two rows are kept
    if (!dictionary.isDictionary()) return dictionary.isNull();
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
    const bool is_sane = columns > 0 && colors > 0 && colors <= 64 &&
                         (bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16);
    return is_known && is_sane && columns <= kMaxRow * 8 / (colors * bits);
  }
};

// Undoes the predictor and passes the bytes on.
class Output {
 public:
  Output(const Parameters& parameters, Pipeline* next) : parameters_(parameters), next_(next) {
    const auto pixel_bits =
        static_cast<std::size_t>(parameters.colors) * static_cast<std::size_t>(parameters.bits);
    pixel_bytes_ = std::max<std::size_t>(1, pixel_bits / 8);
    const std::size_t row = (pixel_bits * static_cast<std::size_t>(parameters.columns) + 7) / 8;
    if (parameters.predictor == 1) return;
    above_.resize(row);
    row_.reserve(row + 1);
    row_size_ = row + (is_png() ? 1 : 0);
  }

  void write(const unsigned char* data, std::size_t size) {
    if (parameters_.predictor == 1) return pass(data, size);
    while (size > 0) {
      const std::size_t part = std::min(size, row_size_ - row_.size());
      row_.insert(row_.end(), data, data + part);
      data += part;
      size -= part;
      if (row_.size() == row_size_) end_row();
    }
  }

  void finish() {
    if (!row_.empty()) {
      row_.resize(row_size_);
      end_row();
    }
    next_->finish();
  }

 private:
  [[nodiscard]] bool is_png() const { return parameters_.predictor >= 10; }

  void pass(const unsigned char* data, std::size_t size) {
    if (current_meter != nullptr && current_meter->end != next_) {
      current_meter->charge_bytes(size);
      if (current_meter->is_reading_objects())
        current_meter->charge_text(reinterpret_cast<const char*>(data), size);
    }
    next_->write(data, size);
  }

  void end_row() {
    if (is_png()) {
      undo_png();
      pass(row_.data() + 1, row_.size() - 1);
      std::copy(row_.begin() + 1, row_.end(), above_.begin());
    } else {
      undo_tiff();
      pass(row_.data(), row_.size());
    }
    row_.clear();
  }

  // PNG section 9.2. The first byte of a row is its filter.
  void undo_png() {
    const std::size_t size = row_.size() - 1;
    unsigned char* row = row_.data() + 1;
    for (std::size_t i = 0; i < size; ++i) {
      const int left = i >= pixel_bytes_ ? row[i - pixel_bytes_] : 0;
      const int above = above_[i];
      const int corner = i >= pixel_bytes_ ? above_[i - pixel_bytes_] : 0;
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
      row[i] = static_cast<unsigned char>(row[i] + predicted);
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
    const int bits = parameters_.bits, mask = (1 << bits) - 1;
    const auto colors = static_cast<std::size_t>(parameters_.colors);
    std::array<int, 64> before{};
    std::size_t at = 0;  // in bits
    for (std::size_t sample = 0; at + static_cast<std::size_t>(bits) <= row_.size() * 8; ++sample) {
      int& value = before[sample % colors];
      unsigned char* byte = row_.data() + at / 8;
      if (bits == 16) {
        value = (value + (byte[0] << 8 | byte[1])) & mask;
        byte[0] = static_cast<unsigned char>(value >> 8);
        byte[1] = static_cast<unsigned char>(value);
      } else {
        const int shift = 8 - bits - static_cast<int>(at % 8);
        value = (value + (*byte >> shift)) & mask;
        *byte = static_cast<unsigned char>((*byte & ~(mask << shift)) | value << shift);
      }
      at += static_cast<std::size_t>(bits);
    }
  }

  const Parameters parameters_;
  Pipeline* const next_;
  std::size_t pixel_bytes_ = 1, row_size_ = 0;
  std::vector<unsigned char> row_, above_;
};

class Inflate final : public Pipeline {
 public:
  Inflate(const Parameters& parameters, Pipeline* to) : Pipeline("inflate", to), output_(parameters, to) {
    if (inflateInit(&stream_) != Z_OK) throw std::bad_alloc();
  }
  ~Inflate() override { inflateEnd(&stream_); }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;

  void write(const unsigned char* data, std::size_t size) override {
    constexpr std::size_t kPiece = std::size_t{1} << 30;
    for (; size > kPiece; data += kPiece, size -= kPiece) write_piece(data, kPiece);
    write_piece(data, size);
  }
  void finish() override { output_.finish(); }

 private:
  void write_piece(const unsigned char* data, std::size_t size) {
    stream_.next_in = const_cast<unsigned char*>(data);  // NOLINT: zlib does not write there
    stream_.avail_in = static_cast<uInt>(size);
    std::array<unsigned char, 1 << 15> out;
    while (!is_at_end_) {
      stream_.next_out = out.data();
      stream_.avail_out = out.size();
      const int status = inflate(&stream_, Z_NO_FLUSH);
      const std::size_t got = out.size() - stream_.avail_out;
      if (got > 0) output_.write(out.data(), got);
      is_at_end_ = status == Z_STREAM_END;
      if (status == Z_BUF_ERROR || (status == Z_OK && got < out.size() && stream_.avail_in == 0)) return;
      if (status != Z_OK && status != Z_STREAM_END) {
        is_at_end_ = true;
        throw std::runtime_error("damaged deflate data");
      }
    }
  }

  Output output_;
  z_stream stream_ = {};
  bool is_at_end_ = false;
};

// ISO 32000-2 section 7.4.4.
class Unlzw final : public Pipeline {
 public:
  Unlzw(const Parameters& parameters, Pipeline* to)
      : Pipeline("lzw", to), output_(parameters, to), early_(parameters.early_change != 0 ? 1 : 0) {}

  void write(const unsigned char* data, std::size_t size) override {
    for (std::size_t i = 0; i < size && !is_at_end_; ++i) {
      bits_ = bits_ << 8 | data[i];
      bit_count_ += 8;
      if (bit_count_ < width_) continue;
      bit_count_ -= width_;
      take(bits_ >> bit_count_ & ((1U << width_) - 1));
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
    if (!is_known && (code != next_code_ || last_ == kClear)) throw std::runtime_error("damaged LZW data");
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
      text_[--place] = one.last;
      at = one.before;
    }
    output_.write(text_.data(), length);
    last_ = code;
  }

  [[nodiscard]] Entry entry(unsigned code) const {
    if (code >= kFirst) return entries_[code];
    return {0, 1, static_cast<unsigned char>(code), static_cast<unsigned char>(code)};
  }

  Output output_;
  const unsigned early_;
  std::array<Entry, kMost> entries_;
  std::array<unsigned char, kMost> text_;
  unsigned bits_ = 0, bit_count_ = 0, width_ = 9, next_code_ = kFirst, last_ = kClear;
  bool is_at_end_ = false;
};

// ISO 32000-2 section 7.4.5.
class ExpandRuns final : public Pipeline {
 public:
  explicit ExpandRuns(Pipeline* to) : Pipeline("runs", to), output_({}, to) {}

  void write(const unsigned char* data, std::size_t size) override {
    for (const unsigned char* end = data + size; data < end && !is_at_end_;) {
      if (copied_ > 0) {
        const std::size_t part = std::min(copied_, static_cast<std::size_t>(end - data));
        output_.write(data, part);
        copied_ -= part;
        data += part;
      } else if (repeated_ > 0) {
        std::array<unsigned char, 128> run;
        run.fill(*data++);
        output_.write(run.data(), std::exchange(repeated_, 0));
      } else {
        const unsigned char length = *data++;
        is_at_end_ = length == 128;
        (length < 128 ? copied_ : repeated_) = length < 128 ? length + 1U : 257U - length;
      }
    }
  }
  void finish() override { output_.finish(); }

 private:
  Output output_;
  std::size_t copied_ = 0, repeated_ = 0;
  bool is_at_end_ = false;
};

enum class Coding { kFlate, kLzw, kRuns };

template <Coding coding>
class Filter final : public QPDFStreamFilter {
 public:
  bool setDecodeParms(QPDFObjectHandle dictionary) override {
    return coding == Coding::kRuns ? true : parameters_.read(std::move(dictionary));
  }
  Pipeline* getDecodePipeline(Pipeline* next) override {
    if constexpr (coding == Coding::kFlate) pipeline_ = std::make_unique<Inflate>(parameters_, next);
    if constexpr (coding == Coding::kLzw) pipeline_ = std::make_unique<Unlzw>(parameters_, next);
    if constexpr (coding == Coding::kRuns) pipeline_ = std::make_unique<ExpandRuns>(next);
    return pipeline_.get();
  }
  bool isSpecializedCompression() override { return coding == Coding::kRuns; }

 private:
  Parameters parameters_;
  std::unique_ptr<Pipeline> pipeline_;
};

template <Coding coding>
std::shared_ptr<QPDFStreamFilter> make_filter() {
  return std::make_shared<Filter<coding>>();
}

}  // namespace

PdfMeter::PdfMeter(Reading& reading)
    : reading_(reading),
      values_left_(std::max<std::uint64_t>(1000, reading.limits.document_objects * 7 / 2)) {}

void PdfMeter::charge_text(const char* text, std::size_t size) {
  constexpr std::string_view kSpace{"\0\t\n\f\r ", 6}, kMarks = "()<>[]/";
  std::uint64_t values = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const bool is_mark = contains(kMarks, text[i]);
    const bool is_word = !is_mark && !contains(kSpace, text[i]);
    values += is_mark || (is_word && !is_in_word_) ? 1 : 0;
    is_in_word_ = is_word || text[i] == '/';
  }
  if (values > values_left_) {
    values_hit_ = true;
    throw PdfLimitError("too many values");
  }
  values_left_ -= values;
}

void PdfMeter::charge_bytes(std::uint64_t bytes) {
  std::uint64_t& left = is_opening_ ? opening_bytes_ : reading_.bytes_left;
  if (bytes > left) {
    bytes_hit_ = true;
    throw PdfLimitError("too many bytes");
  }
  left -= bytes;
  if (is_opening_) reading_.bytes_left -= std::min(bytes, reading_.bytes_left);
}

void PdfMeter::charge_values(std::uint64_t values) {
  const std::uint64_t objects = values / 16;  // a value is a part of an object
  if (objects > reading_.objects_left) {
    values_hit_ = true;
    throw PdfLimitError("too many values");
  }
  reading_.objects_left -= objects;
}

void PdfMeter::begin_opening() {
  constexpr std::uint64_t kBytesPerObject = 8;
  const std::uint64_t bytes = reading_.bytes_left;
  opening_bytes_ = std::min(bytes, std::min(bytes, reading_.objects_left) * kBytesPerObject);
  is_opening_ = true;
}

void PdfMeter::report(find::Sink& sink) {
  if (bytes_hit_) sink.limit_hit(find::FindLimit::kDocumentBytes);
  if (values_hit_) sink.limit_hit(find::FindLimit::kDocumentObjects);
}

PdfMeterScope::PdfMeterScope(PdfMeter& meter) : outer_(std::exchange(current_meter, &meter)) {}
PdfMeterScope::~PdfMeterScope() {
  current_meter = outer_;
}

void install_pdf_filters() {
  static std::once_flag once;
  std::call_once(once, [] {
    QPDF::registerStreamFilter("/FlateDecode", make_filter<Coding::kFlate>);
    QPDF::registerStreamFilter("/LZWDecode", make_filter<Coding::kLzw>);
    QPDF::registerStreamFilter("/RunLengthDecode", make_filter<Coding::kRuns>);
  });
}

}  // namespace mimebase::documents
