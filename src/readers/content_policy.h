// Content Security Policy, Level 3, as far as a page declares it itself and it blocks what loads by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/view.h"

namespace mimebase::readers {

// What is loaded or applied. Each has its directives, the most special one first.
enum class PolicyUse {
  kImage,
  kFont,
  kMedia,
  kObject,
  kFrame,
  kSheet,
  kStyleElement,
  kStyleAttribute,
  kBase
};

// The policies of one document, in its `meta` elements.
class ContentPolicies {
 public:
  // Reads the `meta` elements in the head of a document, up to so many bytes of policies, because each
  // reference is compared with all of them. Takes linear time, and no time without one. Returns false if
  // there are more.
  [[nodiscard]] bool read(std::string_view html, std::uint64_t bytes);
  // False if the document has no such element. A policy may be empty.
  [[nodiscard]] bool is_declared() const { return is_declared_; }

  // True if all policies that stand before the position allow it. `url` is absolute, and unused for styles in
  // the document.
  [[nodiscard]] bool allows(PolicyUse use, std::string_view url, std::size_t before) const;
  // True if http: is replaced by https:.
  [[nodiscard]] bool upgrades() const { return upgrades_; }

 private:
  struct Directive {
    std::string name;  // in lower case
    std::vector<std::string> sources;
  };
  struct Policy {
    std::size_t at = 0;  // of its element
    std::vector<Directive> directives;
  };
  void add(std::string_view list, std::size_t at);
  [[nodiscard]] static bool allows(const Policy& policy, PolicyUse use, std::string_view url);

  std::vector<Policy> policies_;
  bool is_declared_ = false, upgrades_ = false;
};

// The use of a reference that loads; kBase for contexts without a directive here.
[[nodiscard]] PolicyUse policy_use_of(const Seen& seen, bool is_font);

}  // namespace mimebase::readers
