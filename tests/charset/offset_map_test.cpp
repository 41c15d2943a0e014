// Mapping decoded bytes back to the input bytes that produced them.
#include "charset/offset_map.h"

#include <random>
#include <vector>

#include "catch.h"

using namespace mimebase::charset;

namespace {

// A random map, and the input bytes of each output byte.
struct Step {
  OffsetMap map;
  std::vector<Span> origin;
  std::size_t in = 0;

  void copy(std::size_t bytes) {
    for (; bytes > 0; --bytes, ++in) origin.push_back({in, in + 1});
  }
  void replace(std::size_t taken, std::size_t made) {
    const std::size_t out = origin.size();
    map.replace({in, in + taken}, {out, out + made});
    origin.insert(origin.end(), made, {in, in + taken});
    in += taken;
  }
  void replace_each(std::size_t in_unit, std::size_t out_unit, std::size_t pieces) {
    const std::size_t out = origin.size();
    map.replace_each({in, in + pieces * in_unit}, static_cast<std::uint8_t>(in_unit),
                     {out, out + pieces * out_unit}, static_cast<std::uint8_t>(out_unit));
    for (; pieces > 0; --pieces, in += in_unit) origin.insert(origin.end(), out_unit, {in, in + in_unit});
  }
};

Step random_step(std::mt19937& random) {
  Step step;
  for (std::size_t i = random() % 12; i > 0; --i) {
    switch (random() % 3) {
      case 0:
        step.copy(random() % 4);
        break;
      case 1:
        step.replace(random() % 4, random() % 4);
        break;
      default:
        step.replace_each(1 + random() % 4, 1 + random() % 4, 1 + random() % 5);
    }
  }
  return step;
}

}  // namespace

TEST_CASE("an empty offset map is the identity", "[text]") {
  const OffsetMap map;
  CHECK(map.identity());
  CHECK(map.to_input(7) == 7);
  CHECK(map.to_input(Span{3, 9}) == Span{3, 9});
}

TEST_CASE("what was dropped belongs to no byte beside it", "[text]") {
  Step step;
  step.copy(2);
  step.replace(3, 0);
  step.copy(2);
  CHECK(step.map.to_input(Span{0, 2}) == Span{0, 2});
  CHECK(step.map.to_input(Span{2, 4}) == Span{5, 7});
  CHECK(step.map.to_input(Span{1, 3}) == Span{1, 6});
}

TEST_CASE("an offset map knows the origin of every byte", "[text]") {
  std::mt19937 random(20);
  std::size_t bytes = 0;
  for (int round = 0; round < 3000; ++round) {
    const Step step = random_step(random);
    bool right = true;
    for (std::size_t i = 0; i < step.origin.size(); ++i) {
      right = right && step.map.to_input(i) == step.origin[i].start;
      for (std::size_t j = i; j < step.origin.size(); ++j) {
        const Span expected{step.origin[i].start, step.origin[j].end};
        right = right && step.map.to_input(Span{i, j + 1}) == expected;
      }
    }
    CAPTURE(round);
    REQUIRE(right);
    REQUIRE(step.map.to_input(step.origin.size()) == step.in);
    bytes += step.origin.size();
  }
  REQUIRE(bytes > 50'000);
}
