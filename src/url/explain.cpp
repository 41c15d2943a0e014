#include "mimebase/explain.h"

#include <utility>

#include "url/rfc1808.h"
#include "url/split.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

std::string in_quotes(std::string_view text) {
  return '"' + std::string(text) + '"';
}

// The path up to its last slash, which a relative path is appended to.
std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);  // npos + 1 is 0
}

// `text` without the white space that is not part of a URL.
std::string cleaned(std::string_view text, RuleSet rules) {
  std::string buffer;
  return std::string(rules == RuleSet::kWhatwg ? url::clean_whatwg(text, buffer) : url::clean(text, buffer));
}

// Collects the steps of one rule set.
class Explainer {
 public:
  explicit Explainer(Resolution& resolution)
      : to_(resolution),
        base_(cleaned(resolution.base, resolution.rules)),
        reference_(cleaned(resolution.reference, resolution.rules)) {}

  void explain() {
    switch (to_.rules) {
      case RuleSet::kRfc1808:
      case RuleSet::kDraft05:
        return rfc1808();
      case RuleSet::kRfc3986:
        return rfc3986();
      case RuleSet::kWhatwg:
        return whatwg();
    }
  }

 private:
  void step(std::string name, std::string detail) {
    to_.steps.push_back({std::move(name), std::move(detail)});
  }
  void inherit(const char* name, std::string_view what, std::string_view value) {
    step(name, value.empty()
                   ? "The base has no " + std::string(what) + " to inherit."
                   : "The " + std::string(what) + ' ' + in_quotes(value) + " of the base is inherited.");
  }
  void end(const char* name, std::string_view what) {
    step(name,
         to_.resolved ? std::string(what) + ": " + in_quotes(*to_.resolved) + '.' : to_.error->message + '.');
  }

  void rfc1808();
  void rfc1808_path(const Components& base, const Components& reference);
  void rfc3986();
  void rfc3986_path(const Components& base, const Components& reference);
  void whatwg();

  Resolution& to_;
  const std::string base_, reference_;
};

// RFC 1808 section 4.
void Explainer::rfc1808() {
  const Components base = Components::split(base_), reference = Components::split(reference_);
  step("1", base_.empty() ? "The base is empty: the reference is taken as absolute."
                          : "The base is " + in_quotes(base_) + '.');
  if (reference.has_scheme) return end("2b", "The reference begins with a scheme and is absolute");
  if (!to_.resolved) return end("2c", {});
  if (reference_.empty()) return end("2a", "The reference is empty and inherits the entire base");
  inherit("2c", "scheme", base.scheme);
  if (!reference.net_loc.empty()) {
    step("3", "The reference has the net_loc " + in_quotes(reference.net_loc) + ": continue with step 7.");
  } else {
    inherit("3", "net_loc", base.net_loc);
    rfc1808_path(base, reference);
  }
  end("7", "The components are joined");
}

// Steps 4 to 6.
void Explainer::rfc1808_path(const Components& base, const Components& reference) {
  if (reference.path.starts_with('/')) {
    step("4", "The path begins with a slash: continue with step 7.");
    return;
  }
  if (reference.path.empty()) {
    inherit("5", "path", base.path);
    if (!reference.params.empty()) {
      step("5a", "The reference has params: continue with step 7.");
      return;
    }
    inherit("5a", "params", base.params);
    if (reference.query.empty()) {
      inherit("5b", "query", base.query);
    } else {
      step("5b", "The reference has a query: continue with step 7.");
    }
    return;
  }
  std::string path(base.path.empty() && base.has_net_loc ? std::string_view("/") : folder_of(base.path));
  path += reference.path;
  step("6",
       "The last segment of the base's path is replaced by the reference's path: " + in_quotes(path) + '.');
  if (!url::may_have_dot_segments(path)) return;
  std::string clean;
  const bool is_draft = to_.rules == RuleSet::kDraft05;
  url::append_segments(path, is_draft ? url::ParentRule::kAnySegment : url::ParentRule::kNotAfterParent, 0,
                       clean);
  step("6a-6d", "Segments \".\" and \"<segment>/..\" are removed: " + in_quotes(clean) + '.');
}

// RFC 3986 section 5.2.
void Explainer::rfc3986() {
  const Components base = url::split_rfc3986(base_), reference = url::split_rfc3986(reference_);
  step("5.2.1", base_.empty() ? "There is no base." : "The base is " + in_quotes(base_) + '.');
  if (!to_.resolved) return end("5.2.2", {});
  if (reference.has_scheme) {
    step("5.2.2", "The reference has the scheme " + in_quotes(reference.scheme) + " and inherits nothing.");
  } else {
    inherit("5.2.2", "scheme", base.scheme);
    if (reference.has_net_loc) {
      step("5.2.2", "The reference has the authority " + in_quotes(reference.net_loc) + '.');
    } else {
      inherit("5.2.2", "authority", base.net_loc);
      rfc3986_path(base, reference);
    }
  }
  if (url::may_have_dot_segments(reference.path)) step("5.2.4", "Dot segments are removed from the path.");
  end("5.3", "The components are joined");
}

void Explainer::rfc3986_path(const Components& base, const Components& reference) {
  if (reference.path.empty()) {
    inherit("5.2.2", "path", base.path);
    if (!reference.has_query) inherit("5.2.2", "query", base.query);
  } else if (!reference.path.starts_with('/')) {
    const bool is_root = base.has_net_loc && base.path.empty();
    std::string path(is_root ? std::string_view("/") : folder_of(base.path));
    step("5.2.3", "The paths are merged: " + in_quotes(path.append(reference.path)) + '.');
  }
}

// The states of the URL Standard's parser do not form steps that people would recognise.
void Explainer::whatwg() {
  if (!base_.empty()) {
    const Result<std::string> base = resolve({}, base_, {RuleSet::kWhatwg, {}});
    step("4.4", base ? "The base is parsed: " + in_quotes(*base) + '.' : "The base is not a URL.");
  }
  end("4.4", "The reference is parsed with the base, and the result is serialised");
}

}  // namespace

Resolution explain(std::string_view base, std::string_view reference, const Rules& rules) {
  Resolution resolution;
  resolution.base = base;
  resolution.reference = reference;
  resolution.rules = rules.set;
  Result<std::string> resolved = resolve(base, reference, rules);
  if (resolved) {
    resolution.resolved = std::move(*resolved);
  } else {
    resolution.error = resolved.error();
  }
  Explainer(resolution).explain();
  return resolution;
}

}  // namespace v0_2
}  // namespace mimebase
