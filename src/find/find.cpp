// References in a document that is not mail: find/ without the stations that walk mail.
#include "mimebase/find.h"

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "charset/readable.h"
#include "find/budget.h"
#include "find/finder.h"
#include "find/missing.h"
#include "text/ascii.h"
#include "walk/parameters.h"

namespace mimebase {
inline namespace v0_2 {

// Copies what a finder reports.
struct FoundReferences::State : private find::Sink {
  State(const Limits& given, std::size_t content_bytes) : limits(given), budget(given, content_bytes) {}

  void read(const find::Finder& finder, std::string_view content, std::string_view label) {
    std::string converted, buffer;
    const charset::Readable readable = charset::make_readable(label, finder.media_type, content, converted);
    charset = readable.label;
    map = &readable.map;
    if (finder.declared_base != nullptr) {
      if (const auto declared = finder.declared_base({readable.bytes, readable.charset}, buffer))
        scopes.front() = add_base(*declared, -1);
    }
    finder.find({readable.bytes, readable.charset, limits}, *this);
    map = nullptr;
    if (const std::string what = budget.omitted_rows(); !what.empty()) add_problem(what);
  }

  void found(const find::Found& found) override {
    if (is_beyond_limits(found)) return;
    FoundReference& kept = references.emplace_back();
    kept.context = keep(found.context);
    kept.span = to_content(found.span);
    kept.reference = keep(found.reference);
    if (found.text) kept.text = keep(*found.text);
    kept.hidden = find::name_of(found.hidden);
    const bool is_outside = found.scope == find::kDocument && found.is_base;
    kept.base = is_outside ? -1 : scopes[static_cast<std::size_t>(found.scope)];
    kept.guessed = found.guessed;
  }
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& declaration) override {
    const int outer = scopes[static_cast<std::size_t>(parent)];
    scopes.push_back(declaration.is_of_package ? outer : add_base(declaration, outer));
    return static_cast<find::ScopeId>(scopes.size() - 1);
  }
  void limit_hit(find::FindLimit limit) override {
    if (find::loses_references(limit)) add_problem(find::what_is_beyond(limit, limits));
  }

  bool is_beyond_limits(const find::Found& found) {
    constexpr std::size_t kRowBytes = 100;
    if (found.reference.size() > limits.url_bytes &&
        !ascii::starts_with_ignoring_case(found.reference, "data:")) {
      add_problem(find::long_url_sentence(limits));
      return true;
    }
    if (references.size() >= limits.references) {
      add_problem(find::too_many_sentence(limits));
      return true;
    }
    return !budget.charge_row(kRowBytes + found.context.size() + found.reference.size() +
                              (found.text ? found.text->size() : 0));
  }
  // Returns the index of the base, or its parent's if the budget for rows is used up.
  int add_base(const find::Declaration& declaration, int parent) {
    constexpr std::size_t kRowBytes = 100;
    if (!budget.charge_row(kRowBytes + declaration.reference.size())) return parent;
    bases.push_back({declaration.by, keep(declaration.reference), to_content(declaration.span), parent,
                     declaration.is_null});
    return static_cast<int>(bases.size() - 1);
  }
  // Adds each sentence once.
  void add_problem(const std::string& sentence) {
    for (const Error& problem : problems) {
      if (problem.message == sentence) return;
    }
    problems.push_back({Error::Code::kLimit, sentence});
  }
  [[nodiscard]] Range to_content(find::Span span) const {
    return map->identity() ? span : map->to_input(span);
  }
  std::string_view keep(std::string_view text) {
    char* copy = static_cast<char*>(memory.allocate(text.size(), 1));
    return {copy, text.copy(copy, text.size())};
  }

  Limits limits;
  find::Budget budget;
  std::pmr::monotonic_buffer_resource memory;
  const find::OffsetMap* map = nullptr;  // set while the content is read
  std::vector<int> scopes = {-1};        // by ScopeId: index of the base that applies
  std::string charset;
  std::vector<FoundReference> references;
  std::vector<FoundBase> bases;
  std::vector<Error> problems;
};

FoundReferences::FoundReferences(std::unique_ptr<State> state) : state_(std::move(state)) {}
FoundReferences::FoundReferences(FoundReferences&&) noexcept = default;
FoundReferences& FoundReferences::operator=(FoundReferences&&) noexcept = default;
FoundReferences::~FoundReferences() = default;

Result<FoundReferences> find_references(std::string_view content, std::string_view media_type,
                                        std::string_view charset, const Limits& limits) {
  const std::string type = ascii::lowered(walk::main_value(media_type));
  const find::Finder* finder = find::finder_for(type);
  if (finder == nullptr && type.starts_with("text/")) finder = find::finder_for("text/plain");
  if (finder == nullptr)
    return Error{
        Error::Code::kUsage,
        '"' + std::string(media_type) +
            "\" is a media type that cannot be searched (analyze_document() also searches PDF, Office "
            "and other documents)"};
  auto state = std::make_unique<FoundReferences::State>(limits, content.size());
  const auto parameter = charset.empty() ? walk::read_parameter(media_type, "charset") : std::nullopt;
  state->read(*finder, content, parameter ? std::string_view(parameter->value) : charset);
  return FoundReferences(std::move(state));
}

std::span<const FoundReference> FoundReferences::references() const& {
  return state_->references;
}
std::span<const FoundBase> FoundReferences::bases() const& {
  return state_->bases;
}
std::string_view FoundReferences::charset() const& {
  return state_->charset;
}
std::span<const Error> FoundReferences::problems() const& {
  return state_->problems;
}

}  // namespace v0_2
}  // namespace mimebase
