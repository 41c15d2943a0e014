// HTML: the tokenizer, the finder, and both compared with Gumbo where foreign content does not make them
// differ.
#include <cctype>
#include <string>

#include "check.h"
#include "find/css/token.h"
#include "find/html/hidden_map.h"
#include "find/html/style_watch.h"
#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "gumbo_tags.h"

namespace mimebase::fuzz {
namespace {

using namespace find;

const charset::Charset& utf8() {
  static const charset::Charset charset("utf-8");
  return charset;
}

void check_token(const HtmlToken& token) {
  const bool is_tag = token.kind == HtmlTokenKind::kStartTag || token.kind == HtmlTokenKind::kEndTag;
  const bool has_data = token.kind == HtmlTokenKind::kText || token.kind == HtmlTokenKind::kComment ||
                        token.kind == HtmlTokenKind::kCData;
  FUZZ_REQUIRE(!token.bytes.empty(), "an empty token");
  FUZZ_REQUIRE(!is_tag || is_inside(token.name, token.bytes), "{}", escape_for_terminal(token.bytes));
  FUZZ_REQUIRE(!has_data || is_inside(token.data, token.bytes), "{}", escape_for_terminal(token.bytes));
  FUZZ_REQUIRE(token.kind == HtmlTokenKind::kStartTag || token.attributes.empty(), "{}",
               escape_for_terminal(token.bytes));
  const char* last = token.name.data();
  for (const HtmlAttribute& attribute : token.attributes) {
    FUZZ_REQUIRE(is_inside(attribute.name, token.bytes) && is_inside(attribute.value, token.bytes), "{}",
                 escape_for_terminal(token.bytes));
    FUZZ_REQUIRE(!attribute.name.empty() && attribute.name.data() > last, "{}",
                 escape_for_terminal(token.bytes));
    FUZZ_REQUIRE(attribute.value.data() >= attribute.name.data() + attribute.name.size(), "{}",
                 escape_for_terminal(token.bytes));
    last = attribute.value.data() + attribute.value.size() - 1;
  }
}

void check_tokens(std::string_view html, HtmlSyntax syntax) {
  HtmlTokenizer tokenizer(html, syntax);
  HtmlToken token;
  std::size_t at = 0;
  while (tokenizer.next(token)) {
    FUZZ_REQUIRE(token.bytes.data() == html.data() + at, "a gap at {}", at);
    check_token(token);
    at += token.bytes.size();
  }
  FUZZ_REQUIRE(at == html.size(), "the tokens end at {} of {}", at, html.size());
}

std::string decoded(std::string_view raw, HtmlTextKind kind) {
  std::string out;
  append_html_text(raw, utf8(), kind, out);
  return out;
}

std::string decoded_css(std::string_view raw) {
  std::string out;
  append_css_text(raw, utf8(), out);
  return out;
}

// Removes white space and the quote marks of replies, which are not part of delimited URLs.
std::string without_marks(std::string_view text) {
  std::string out = without_space(text);
  std::erase(out, '>');
  return out;
}

// True if `raw` decodes to `reference`. `context` tells which languages contain it.
bool stands_for(std::string raw, std::string_view context, std::string_view reference) {
  constexpr std::string_view kSrcdoc = "iframe@srcdoc/";
  const std::string_view inner = context.substr(context.rfind('/') + 1);
  const bool is_text = inner == "text" || inner.ends_with(":text") || inner.ends_with("text:delimited");
  // In HTML text, attributes and srcdoc documents, a run of invalid UTF-8 is mapped as a whole.
  if (((is_text && inner.find_first_of(":@") != inner.npos) || context.starts_with(kSrcdoc)) &&
      !charset::is_utf8(raw + "."))
    return true;
  for (; context.starts_with(kSrcdoc); context.remove_prefix(kSrcdoc.size())) {
    raw = decoded(raw, HtmlTextKind::kAttribute);
  }
  const auto reads = [&](HtmlTextKind kind) {
    return without_marks(decoded(raw, kind)) == without_marks(reference);
  };
  // Text in the value of an attribute; in the page, of which some is raw; in comments and names of
  // attributes.
  if (is_text && inner.find('@') != inner.npos) return reads(HtmlTextKind::kAttribute);
  if (is_text && inner.starts_with("html:") && reads(HtmlTextKind::kData)) return true;
  if (is_text) return reads(HtmlTextKind::kRaw);
  // A style element may be in SVG, where character references are decoded.
  if (context.starts_with("style/"))
    return decoded_css(raw) == reference || decoded_css(decoded(raw, HtmlTextKind::kRcdata)) == reference;
  // A script is raw in HTML, and text or an attribute elsewhere. Escapes of strings are tested on their own.
  if (inner.ends_with(":string") && (raw == reference || raw.find('\\') != raw.npos)) return true;
  raw = decoded(raw, HtmlTextKind::kAttribute);
  return (context.find("/css:") != context.npos ? decoded_css(raw) : raw) == reference;
}

struct Row {
  std::string context, raw, reference, text;
  Hidden hidden = Hidden::kNo;
  Span span;
};

class HtmlSink : public CheckedSink {
 public:
  explicit HtmlSink(std::string_view html) : CheckedSink(html), html_(html) {}

  std::vector<Row> rows;

 private:
  void check(const Found& found, std::string_view raw) override {
    rows.push_back({std::string(found.context), std::string(raw), std::string(found.reference),
                    std::string(found.text.value_or("(none)")), found.hidden, found.span});
    // Encoded as a whole, or with markup inside.
    const bool is_shown_text = found.context.substr(found.context.rfind('/') + 1).starts_with("html:text");
    if (found.in_data_url || (found.quoting.is_opaque() && is_shown_text)) return;
    // The character after a character reference without a semicolon affects it, so the bytes alone may be
    // decoded differently.
    const std::string_view next = html_.substr(found.span.end, 1);
    if (raw.find('&') != raw.npos && next.find_first_of("\"'> \n") == next.npos) return;
    FUZZ_REQUIRE(stands_for(std::string(raw), found.context, found.reference), "{}: {} for {}", found.context,
                 escape_for_terminal(raw), escape_for_terminal(found.reference));
  }
  std::string_view html_;
};

HtmlSink find_in(std::string_view html, std::string_view media_type) {
  HtmlSink sink(html);
  finder_for(media_type)->find({html, utf8()}, sink);
  return sink;
}

void check_declared_base(std::string_view html, const HtmlSink& found) {
  std::string buffer;
  const auto base = finder_for("text/html")->declared_base({html, utf8()}, buffer);
  if (!base) return;
  for (const Row& row : found.rows) {
    if (row.span == base->span && row.context == "base@href" &&
        (row.hidden == Hidden::kNo || row.hidden == Hidden::kStyle))
      return;
  }
  FUZZ_REQUIRE(false, "the base {} is no finding", escape_for_terminal(base->reference));
}

// If the map hides a token, StyleWatch must have noticed a hiding style by then; otherwise nobody asks the
// map.
void check_watch(std::string_view html) {
  const charset::Charset& charset = utf8();
  const Content content{html, charset};
  HtmlTokenizer tokenizer(html);
  StyleWatch watch;
  HtmlHiddenMap map(content, HtmlSyntax::kHtml, watch, 0);
  HtmlToken token;
  bool may_hide = false, in_style = false;
  while (tokenizer.next(token)) {
    map.follow(token, tokenizer);
    if (token.kind == HtmlTokenKind::kStartTag) {
      may_hide = watch.may_hide(token) || may_hide;
      in_style = token.element == HtmlElement::kStyle && !(token.foreign && token.self_closing);
    } else if (token.kind == HtmlTokenKind::kEndTag) {
      in_style = false;
    } else if (in_style && token.kind == HtmlTokenKind::kText) {
      may_hide = watch.may_hide_by_rule(token.data, find::kPresetLimits.style_rules) || may_hide;
    }
    FUZZ_REQUIRE(may_hide || !map.is_hidden(token), "hidden without a style: {}",
                 escape_for_terminal(token.bytes));
  }
}

// A srcdoc is read like the document in it.
void check_srcdoc(std::string_view html, const HtmlSink& inner) {
  // Attribute values contain no CR or NUL, and invalid UTF-8 is replaced. srcdocs are followed eight levels
  // deep.
  if (html.find_first_of(std::string_view("\r\0", 2)) != html.npos ||
      !charset::is_utf8(std::string(html) + ".") || contains_no_case(html, "srcdoc")) {
    return;
  }
  std::string outer = "<iframe srcdoc=\"";
  for (const char c : html) {
    if (c == '&') {
      outer += "&amp;";
    } else if (c == '"') {
      outer += "&quot;";
    } else {
      outer += c;
    }
  }
  outer += "\">";
  const HtmlSink found = find_in(outer, "text/html");
  FUZZ_REQUIRE(found.rows.size() == inner.rows.size(), "{} rows, in a srcdoc {}", inner.rows.size(),
               found.rows.size());
  for (std::size_t i = 0; i < inner.rows.size(); ++i) {
    const Row& in = inner.rows[i];
    const Row& out = found.rows[i];
    FUZZ_REQUIRE(out.context == "iframe@srcdoc/" + in.context && out.reference == in.reference &&
                     out.text == in.text && out.hidden == in.hidden,
                 "{} {} is {} {}", in.context, escape_for_terminal(in.reference), out.context,
                 escape_for_terminal(out.reference));
  }
}

// True for controls and non-characters, which Gumbo replaces by U+FFFD.
bool has_odd_characters(std::string_view utf8) {
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    if ((byte < 0x20 && !is_space(utf8[i])) || byte == 0x7F || byte >= 0xED) return true;
    if (byte == 0xC2 && static_cast<unsigned char>(utf8[i + 1]) < 0xA0) return true;
  }
  return false;
}

// False for inputs that Gumbo reads differently from today's Standard, or that require a tree. These are not
// compared.
bool is_comparable(std::string_view html) {
  if (html.size() > 2000 || !charset::is_utf8(std::string(html) + ".")) return false;
  for (const std::string_view word :
       {"svg", "math", "<select", "<frameset", "<isindex", "</>", "<plaintext"}) {
    if (contains_no_case(html, word)) return false;
  }
  return !has_odd_characters(html);
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view html = fuzz::view(data, size);
  fuzz::check_tokens(html, find::HtmlSyntax::kHtml);
  fuzz::check_tokens(html, find::HtmlSyntax::kXhtml);
  const fuzz::HtmlSink found = fuzz::find_in(html, "text/html");
  fuzz::check_declared_base(html, found);
  fuzz::check_srcdoc(html, found);
  fuzz::check_watch(html);
  if (fuzz::is_comparable(html)) fuzz::compare_with_gumbo(html);
  return 0;
}
