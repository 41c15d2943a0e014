// Owning pointers to GMime and GLib objects. No other code counts references.
#pragma once

#include <gmime/gmime.h>

#include <memory>

namespace mimebase::walk {

template <auto Release>
struct Releaser {
  void operator()(auto* pointer) const { Release(pointer); }
};

template <typename T>
using GPointer = std::unique_ptr<T, Releaser<g_object_unref>>;
using GText = std::unique_ptr<char, Releaser<g_free>>;

// Takes ownership of a reference that the callee transfers ("transfer full"). Null stays null.
template <typename T>
[[nodiscard]] GPointer<T> adopt(T* object) {
  return GPointer<T>(object);
}

}  // namespace mimebase::walk
