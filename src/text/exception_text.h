// Describes exceptions for people. What the standard library says of them is meant for programmers.
#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mimebase {

// Completes a sentence about what was read.
inline constexpr std::string_view kOutOfMemory = "it takes more memory than there is (see --limits memory)";

// Call it in a handler. Describes the exception that is being handled.
[[nodiscard]] inline std::string exception_text() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return std::string(kOutOfMemory);
  } catch (const std::length_error&) {  // of a container that would be larger than any memory
    return std::string(kOutOfMemory);
  } catch (const std::runtime_error& thrown) {  // by a visitor of the caller
    return thrown.what();
  } catch (...) {
    return "mimebase itself has failed: please report this";
  }
}

}  // namespace mimebase
