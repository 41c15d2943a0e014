// References of a page that the engine of a mail program does not load.
#pragma once

#include <optional>

#include "readers/page_styles.h"
#include "readers/view.h"

namespace mimebase::readers {

// The styles of one content, which are read when somebody asks for them first.
class PageLoads {
 public:
  // Forget the content.
  void clear() { styles_.reset(); }
  // False for what loads by itself, but not in this page: URLs in CSS without effect, backgrounds that styles
  // replace, what has no box, the `src` beside a `srcdoc`, and plugins. All references are of one content.
  [[nodiscard]] bool loads(View& view, const Seen& seen);

 private:
  const PageStyles& styles(View& view);

  std::optional<PageStyles> styles_;
};

}  // namespace mimebase::readers
