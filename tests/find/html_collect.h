// A sink that stores findings, for the tests of the HTML finder.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "find/finder.h"

namespace mimebase::find::test {

struct Row {
  std::string context;
  std::string reference;
  std::string raw;  // the bytes of the span
  Span span;
  std::optional<std::string> text;
  ScopeId scope = kDocument;
  Hidden hidden = Hidden::kNo;
  mimebase::LinkKind kind = mimebase::LinkKind::kOther;
  bool is_inert = false;
};

struct Scope {
  ScopeId parent = kDocument;
  mimebase::BaseBy by = mimebase::BaseBy::kHtmlBase;
  std::string reference;
  std::string raw;
};

class Collector : public Sink {
 public:
  explicit Collector(std::string_view bytes) : bytes_(bytes) {}

  void found(const Found& found) override {
    rows.push_back({std::string(found.context), std::string(found.reference), cut(found.span), found.span,
                    found.text ? std::optional<std::string>(*found.text) : std::nullopt, found.scope,
                    found.hidden, found.kind ? *found.kind : mimebase::kind_of_context(found.context),
                    found.is_inert});
  }
  ScopeId open_scope(ScopeId parent, const Declaration& declaration) override {
    scopes.push_back({parent, declaration.by, std::string(declaration.reference), cut(declaration.span)});
    return static_cast<ScopeId>(scopes.size());
  }

  void limit_hit(FindLimit limit) override { limits_hit.insert(limit); }

  std::vector<Row> rows;
  std::vector<Scope> scopes;
  std::set<FindLimit> limits_hit;

 private:
  [[nodiscard]] std::string cut(Span span) const {
    if (span.start > span.end || span.end > bytes_.size()) return "span out of bounds";
    return std::string(bytes_.substr(span.start, span.end - span.start));
  }
  std::string_view bytes_;
};

// Returns what the finder for `media_type` finds in `bytes` of the given charset.
inline Collector collect(std::string_view bytes, std::string_view media_type = "text/html",
                         std::string_view charset_label = "utf-8") {
  const mimebase::charset::Charset charset(charset_label);
  Collector collector(bytes);
  finder_for(media_type)->find({bytes, charset}, collector);
  return collector;
}

// Escapes a document for use as a double-quoted attribute value.
inline std::string escape_attribute(std::string_view html) {
  std::string out;
  for (const char c : html) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace mimebase::find::test
