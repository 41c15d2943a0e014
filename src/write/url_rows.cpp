// The rows of `resolve` and `unwrap`, which are about URLs without mail.
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/explain.h"
#include "mimebase/unwrap.h"
#include "url/split.h"
#include "write/column_writers.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

// One JSON object, member by member.
class Object {
 public:
  void member(std::string_view key, std::optional<std::string_view> value) {
    begin(key);
    write::put(*this, value);
  }
  void member(std::string_view key, const Components& value, bool has_params) {
    begin(key);
    Object parts;
    const auto part = [](bool is_there, std::string_view text) {
      return is_there ? std::optional(text) : std::nullopt;
    };
    parts.member("scheme", part(value.has_scheme, value.scheme));
    parts.member("net_loc", part(value.has_net_loc, value.net_loc));
    parts.member("path", value.path);
    parts.member("params", part(has_params && value.has_params, value.params));
    parts.member("query", part(value.has_query, value.query));
    parts.member("fragment", part(value.has_fragment, value.fragment));
    text_ += parts.take();
  }
  // `json` is the text of the value.
  void member_json(std::string_view key, std::string_view json) {
    begin(key);
    text_ += json;
  }
  // Returns the object; do not use it afterwards.
  [[nodiscard]] std::string take() { return (text_ + '}'); }

  // See write::put().
  void text(std::string_view value) {
    write::JsonWriter json;
    json.text(value);
    text_ += json.rows();
  }
  void null() { text_ += "null"; }

 private:
  void begin(std::string_view key) { text_.append(text_.empty() ? "{\"" : ",\"").append(key).append("\":"); }
  std::string text_;
};

// `take` returns the text of an element.
template <typename List, typename Take>
std::string array(const List& list, Take take) {
  std::string text = "[";
  for (const auto& item : list) text.append(text.size() > 1 ? "," : "").append(take(item));
  return text += ']';
}

}  // namespace

std::string json_row(const Resolution& it) {
  const bool has_params = it.rules == RuleSet::kRfc1808 || it.rules == RuleSet::kDraft05;
  Components (*split)(std::string_view) = &url::split_rfc3986;
  if (has_params) split = &Components::split;
  std::string buffer;
  Object components;
  components.member("base", split(url::clean(it.base, buffer)), has_params);
  components.member("reference", split(url::clean(it.reference, buffer)), has_params);
  if (it.resolved) {
    components.member("resolved", split(*it.resolved), has_params);
  } else {
    components.member("resolved", std::nullopt);
  }
  Object row;
  row.member("base", it.base);
  row.member("reference", it.reference);
  row.member("resolved", it.resolved);
  row.member("rules", name_of(it.rules));
  row.member_json("components", components.take());
  row.member_json("steps", array(it.steps, [](const ResolutionStep& step) {
                    Object object;
                    object.member("step", step.step);
                    object.member("detail", step.detail);
                    return object.take();
                  }));
  return row.take();
}

std::string json_row(std::string_view url, const Unwrapped& unwrapped) {
  const auto url_or_null = [](std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
  };
  Object row;
  row.member("url", url);
  row.member_json("wrappers", write::names_text(unwrapped.names()));
  row.member("unwrapped", url_or_null(unwrapped.innermost()));
  row.member_json("layers", array(unwrapped.layers, [&](const UnwrapLayer& layer) {
                    Object object;
                    object.member("wrapper", layer.wrapper);
                    object.member("url", url_or_null(layer.url));
                    return object.take();
                  }));
  return row.take();
}

}  // namespace v0_2
}  // namespace mimebase
