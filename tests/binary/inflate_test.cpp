// What zlib compresses, read back in pieces.
#include "binary/inflate.h"

#include <zlib.h>

#include <string>

#include "catch.h"

using mimebase::binary::Inflater;

namespace {

std::string packed(std::string_view text, int window_bits) {
  z_stream stream = {};
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

// Text of which each piece is different.
std::string lines(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += std::to_string(i * i) + "\n";
  return text;
}

struct Case {
  Inflater::Format format;
  int window_bits;
};
constexpr Case kCases[] = {{Inflater::Format::kRaw, -MAX_WBITS},
                           {Inflater::Format::kZlib, MAX_WBITS},
                           {Inflater::Format::kGzip, MAX_WBITS + 16}};

}  // namespace

TEST_CASE("data in each format is read, with what follows it") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{100'000}}) {
    const std::string text = lines(count);
    for (const Case& one : kCases) {
      const std::string bytes = packed(text, one.window_bits) + "rest";
      Inflater inflater(one.format);
      for (const std::uint64_t most : {0, 1000, 1'000'000'000}) {
        inflater.start(bytes);
        std::string out;
        std::size_t charged = 0;
        CHECK(inflater.append_rest(out, most, [&](std::size_t size) { return charged += size, true; }));
        CHECK((out == text && charged == text.size()));
        CHECK((inflater.has_ended() && !inflater.is_damaged() && inflater.rest() == "rest"));
      }
    }
  }
}

TEST_CASE("a caller ends it early, or gives more data later") {
  const std::string text = lines(100'000), bytes = packed(text, -MAX_WBITS);
  Inflater inflater(Inflater::Format::kRaw);
  inflater.start(bytes);
  std::string out;
  CHECK_FALSE(inflater.append_rest(out, 0, [](std::size_t) { return false; }));
  CHECK((!out.empty() && out.size() < text.size() && text.starts_with(out)));

  out.clear();
  const auto all = [](std::size_t) { return true; };
  inflater.start(std::string_view(bytes).substr(0, 1000));
  CHECK(inflater.append_rest(out, 0, all));
  CHECK((!inflater.has_ended() && !inflater.is_damaged()));
  inflater.give(std::string_view(bytes).substr(1000));
  CHECK(inflater.append_rest(out, 0, all));
  CHECK((inflater.has_ended() && out == text));
}

TEST_CASE("no more memory is taken than the data need") {
  const std::string text(10'000'000, 'a'), bytes = packed(text, -MAX_WBITS);
  Inflater inflater(Inflater::Format::kRaw);
  inflater.start(bytes);
  std::string out;
  CHECK(inflater.append_rest(out, 1'000'000'000, [](std::size_t) { return true; }));
  CHECK((out == text && out.capacity() < text.size() + 1'000'000));
}

TEST_CASE("damage is reported, and what is before it is read") {
  const std::string text = lines(100'000);
  std::string bytes = packed(text, MAX_WBITS);
  bytes[bytes.size() - 1] = static_cast<char>(bytes.back() ^ 1);
  Inflater inflater(Inflater::Format::kZlib);
  inflater.start(bytes);
  std::string out;
  CHECK(inflater.append_rest(out, 0, [](std::size_t) { return true; }));
  CHECK((inflater.is_damaged() && !inflater.has_ended() && out == text));
  CHECK(inflater.damage() == "incorrect data check");
  inflater.start("rubbish");
  out.clear();
  CHECK(inflater.append_rest(out, 0, [](std::size_t) { return true; }));
  CHECK((inflater.is_damaged() && out.empty()));
}
