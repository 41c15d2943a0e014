#include "process/descriptor.h"

#include <unistd.h>

namespace mimebase::process {

void Descriptor::reset(int number) {
  if (number_ >= 0) close(number_);
  number_ = number;
}

}  // namespace mimebase::process
