// Open files, as whoever has them owns them.
#pragma once

#include <utility>

namespace mimebase::process {

// An open file, closed in the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(std::exchange(other.number_, -1));
    return *this;
  }

  [[nodiscard]] int get() const { return number_; }
  void reset(int number = -1);

 private:
  int number_;
};

}  // namespace mimebase::process
