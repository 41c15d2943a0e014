// Which of the images that an element offers a browser loads.
#pragma once

#include <functional>
#include <string_view>

#include "readers/view.h"

namespace mimebase::readers {

// True for the types of images that browsers show; parameters do not count.
[[nodiscard]] bool is_image_type(std::string_view type);

// True if one of a list of media queries applies to a desktop's window, or if the list is empty.
[[nodiscard]] bool applies_media(std::string_view media);

// True if a browser on a screen of density 1 loads the reference of an img@src, img@srcset or source@srcset,
// and for any other context. Media and sizes are those of a desktop's window. A `src` beside a `srcset`
// counts if `is_usable` accepts it as written; null accepts all.
[[nodiscard]] bool is_chosen_image(View& view, const Seen& seen,
                                   const std::function<bool(std::string_view src)>& is_usable = nullptr);

}  // namespace mimebase::readers
