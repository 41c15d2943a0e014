// Layers of bases passed as strings: base/ without the stations that read mail.
#include "mimebase/base.h"

#include <deque>
#include <optional>
#include <utility>

#include "base/field.h"
#include "base/headers.h"
#include "base/layers.h"
#include "model/layer_kinds.h"

namespace mimebase {
inline namespace v0_2 {

struct BaseChain::State {
  explicit State(const AnalyzeOptions& given) : options(given), layers(base::profile_of(given)) {
    layers.start_message(options.retrieval_url, {options.limits.base_bytes, options.limits.bases});
    report(layers.retrieval());
  }

  struct DocumentBase {
    base::Declared declared;
    std::string name;
  };

  [[nodiscard]] int innermost() const { return static_cast<int>(names.size()) - 1; }
  // The base of the innermost entity's content, of its header, or of an enclosing layer.
  [[nodiscard]] base::Effective effective() const {
    for (auto base = document_bases.rbegin(); base != document_bases.rend(); ++base) {
      if (base->declared.usable()) return base->declared.effective();
    }
    return layers.base_for(innermost());
  }
  // The caller's name for the layer; nullopt for the retrieval URL.
  [[nodiscard]] std::optional<std::string_view> name_of_heading(int definer) const {
    if (definer < 0 || names[static_cast<std::size_t>(definer)].empty()) return std::nullopt;
    return names[static_cast<std::size_t>(definer)];
  }
  void report(std::span<const base::Declared> declared) {
    for (const base::Declared& one : declared) {
      if (one.too_long) report_long(one.by);
    }
  }
  void report_long(BaseBy by) {
    problems.push_back({Error::Code::kLimit, std::string(mimebase::name_of(by)) + " is longer than " +
                                                 std::to_string(options.limits.base_bytes) +
                                                 " bytes: skipped"});
  }

  AnalyzeOptions options;
  base::Layers layers;
  std::deque<std::string> names;            // one per header
  std::deque<DocumentBase> document_bases;  // innermost last
  std::vector<Error> problems;
  // Used by resolve() until a layer or the encoding changes.
  std::optional<Resolver> resolver;
  std::string encoding;
};

BaseChain::BaseChain(std::unique_ptr<State> state) : state_(std::move(state)) {}
BaseChain::BaseChain(BaseChain&&) noexcept = default;
BaseChain& BaseChain::operator=(BaseChain&&) noexcept = default;
BaseChain::~BaseChain() = default;

Result<BaseChain> BaseChain::create(const AnalyzeOptions& options) {
  if (Result<void> checked = check_options(options); !checked) return checked.error();
  return BaseChain(std::make_unique<State>(options));
}

Result<void> BaseChain::add_heading(std::span<const HeaderField> fields, std::string_view name) {
  State& state = *state_;
  if (!state.document_bases.empty())
    return Error{Error::Code::kUsage, "a header cannot be a layer inside a document base: add it first"};
  state.layers.add_entity(state.innermost());
  state.names.emplace_back(name);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const BaseBy by = base::base_header(fields[f].name);
    if (by != BaseBy::kNone) base::add_base_field(state.layers, by, fields[f].value, f);
  }
  state.layers.settle();
  state.resolver.reset();
  state.report(state.layers.declared(state.innermost()));
  if (state.layers.has_omitted_fields(state.innermost()))
    state.problems.push_back({Error::Code::kLimit, "more than " + std::to_string(state.options.limits.bases) +
                                                       " fields declare a base: the rest is skipped"});
  return {};
}

Result<void> BaseChain::add_document_base(BaseBy by, std::string_view reference, std::string_view name) {
  State& state = *state_;
  if (base::kind_of(by).place != base::Place::kContent)
    return Error{Error::Code::kUsage, '"' + std::string(name_of(by)) + "\" is not declared by documents"};
  if (state.document_bases.size() >= state.options.limits.bases)
    return Error{Error::Code::kLimit, "more than " + std::to_string(state.options.limits.bases) +
                                          " bases of documents inside one another"};
  base::Declared declared = state.layers.declare_in_content(by, reference, {0, reference.size()},
                                                            state.innermost(), state.effective());
  if (declared.too_long) state.report_long(by);
  state.document_bases.push_back({std::move(declared), std::string(name)});
  state.resolver.reset();
  return {};
}

bool BaseChain::remove_document_base() {
  if (state_->document_bases.empty()) return false;
  state_->document_bases.pop_back();
  state_->resolver.reset();
  return true;
}

BaseInfo BaseChain::base() const& {
  const State& state = *state_;
  const base::Effective effective = state.effective();
  BaseInfo info;
  info.url = effective.url;
  info.by = effective.by;
  info.section = base::Layers::section(state.innermost(), effective);
  for (const Candidate& candidate : chain()) {
    if (candidate.state == CandidateState::kEffective) info.part = candidate.part;
  }
  return info;
}

std::vector<Candidate> BaseChain::chain() const& {
  const State& state = *state_;
  std::vector<const base::Declared*> in_content;
  for (auto base = state.document_bases.rbegin(); base != state.document_bases.rend(); ++base)
    in_content.push_back(&base->declared);
  std::vector<Candidate> candidates;
  auto document_base = state.document_bases.rbegin();
  for (const base::ChainLink& link : state.layers.chain(state.innermost(), in_content)) {
    Candidate& candidate = candidates.emplace_back(link.candidate);
    if (base::kind_of(candidate.by).place != base::Place::kContent) {
      candidate.part = state.name_of_heading(link.definer);
    } else if (const std::string& name = (document_base++)->name; !name.empty()) {
      candidate.part = name;
    }
  }
  return candidates;
}

Result<std::string> BaseChain::resolve(std::string_view reference, std::string_view encoding) const {
  State& state = *state_;
  if (!state.resolver || state.encoding != encoding) {
    state.encoding = encoding;
    state.resolver.emplace(state.effective().url, Rules{state.layers.profile().rules, state.encoding});
  }
  std::string url;
  if (Result<void> resolved = state.resolver->resolve(reference, url); !resolved) return resolved.error();
  return url;
}

std::span<const Error> BaseChain::problems() const& {
  return state_->problems;
}

}  // namespace v0_2
}  // namespace mimebase
