// Containers by their first bytes. Mail begins like none of them.
#pragma once

#include <string_view>

namespace mimebase::input {

enum class ContainerKind {
  kNone,
  kGzip,
  kCompressed,  // one stream, compressed in another way; perhaps of a tar
  kTar,
  kZip,
};

// `head` is the beginning of a source, 512 bytes of it at least if it is that long. Names are not asked.
[[nodiscard]] ContainerKind container_kind(std::string_view head);

}  // namespace mimebase::input
