// Which of the images that an element offers a browser loads.
#pragma once

#include "readers/view.h"

namespace mimebase::readers {

// True if a browser on a screen of density 1 loads the reference of an img@src, img@srcset or source@srcset,
// and for any other context. Sizes and media are not looked at.
[[nodiscard]] bool is_chosen_image(View& view, const Seen& seen);

}  // namespace mimebase::readers
