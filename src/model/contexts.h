// The meaning of the context of a reference: one row per context (contexts.cpp).
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "mimebase/model.h"

namespace mimebase {

// The use of a reference, for checks of deceptive links.
enum class ContextUse {
  kOther,
  kLink,  // its text is a label that a person reads and clicks
  kForm,  // the same
  kImage,
  kText,
  kFrame,
  kRefresh,  // a page that is opened without a click
  kList,     // leads to the pages of a mailing list
  kBase,
};

struct ContextTraits {
  std::string_view context;
  LinkKind kind = LinkKind::kOther;
  ContextUse use = ContextUse::kOther;
  bool shows_document = false;  // in the page
  // What a document does by itself. A reference of a kind that waits for a click does it if `is_certain`.
  std::string_view action = {};
  bool is_certain = true;
  std::array<std::optional<MailReader>, 5> viewers = {};  // programs that show documents and follow it

  [[nodiscard]] bool is_followed_by(MailReader viewer) const {
    for (const std::optional<MailReader>& each : viewers) {
      if (each == viewer) return true;
    }
    return false;
  }
};

// Returns a row without context for an unknown one. The result is valid forever.
[[nodiscard]] const ContextTraits& traits_of(std::string_view context);

}  // namespace mimebase
