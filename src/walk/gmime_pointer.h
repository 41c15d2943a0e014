// Owning pointers to GObjects. The only place where references are counted.
#pragma once

#include <gmime/gmime.h>

#include <memory>

namespace mimebase::walk {

struct Unref {
  void operator()(gpointer object) const { g_object_unref(object); }
};

template <typename T>
using GPointer = std::unique_ptr<T, Unref>;

// Takes over a reference that the callee gave away ("transfer full"). Null stays null.
template <typename T>
[[nodiscard]] GPointer<T> adopt(T* object) {
  return GPointer<T>(object);
}

// Adds a reference of our own to what somebody else owns ("transfer none"). Null stays null.
template <typename T>
[[nodiscard]] GPointer<T> share(T* object) {
  return GPointer<T>(object != nullptr ? static_cast<T*>(g_object_ref(object)) : nullptr);
}

}  // namespace mimebase::walk
