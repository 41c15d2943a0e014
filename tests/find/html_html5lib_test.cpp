// The html5lib tokenizer tests, run on our tokenizer and its text functions.
#include <rapidjson/document.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "catch.h"
#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "support.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace html_html5lib_test {

using namespace mimebase::find;
using mimebase::test::corpora;
using mimebase::test::read_file;

struct Counts {
  int run = 0;
  int lone_surrogates = 0;
  int infoset = 0;
  int doctypes_by_place = 0;
};

const mimebase::charset::Charset& utf8() {
  static const mimebase::charset::Charset charset("utf-8");
  return charset;
}

std::string decoded(std::string_view raw, HtmlTextKind kind) {
  std::string out;
  append_html_text(raw, utf8(), kind, out);
  return out;
}

// Formats a token as one line. The first of several attributes with one name counts.
std::string tag_line(const std::string& name, const std::map<std::string, std::string>& attributes,
                     bool closing) {
  std::string line = "start " + name;
  for (const auto& [key, value] : attributes) line += " [" + key + "=" + value + "]";
  return closing ? line + " /" : line;
}

void add_text(std::vector<std::string>& lines, const std::string& text) {
  if (text.empty()) return;
  if (!lines.empty() && lines.back().starts_with("text ")) {
    lines.back() += text;
  } else {
    lines.push_back("text " + text);
  }
}

HtmlTextKind text_kind(HtmlTextState state) {
  switch (state) {
    case HtmlTextState::kData:
      return HtmlTextKind::kData;
    case HtmlTextState::kRcdata:
      return HtmlTextKind::kRcdata;
    case HtmlTextState::kCData:
      return HtmlTextKind::kCData;
    case HtmlTextState::kRawtext:
    case HtmlTextState::kScript:
    case HtmlTextState::kPlaintext:
      break;
  }
  return HtmlTextKind::kRaw;
}

void add_token(std::vector<std::string>& lines, const HtmlToken& token) {
  switch (token.kind) {
    case HtmlTokenKind::kText:
      return add_text(lines, decoded(token.data, text_kind(token.text_state)));
    case HtmlTokenKind::kCData:
      return add_text(lines, decoded(token.data, HtmlTextKind::kCData));
    case HtmlTokenKind::kComment:
      lines.push_back("comment " + decoded(token.data, HtmlTextKind::kRaw));
      return;
    case HtmlTokenKind::kDoctype:
      lines.emplace_back("doctype");
      return;
    case HtmlTokenKind::kEndTag:
      lines.push_back("end " + mimebase::ascii::lowered(decoded(token.name, HtmlTextKind::kRaw)));
      return;
    case HtmlTokenKind::kIgnored:
      return;
    case HtmlTokenKind::kStartTag:
      break;
  }
  std::map<std::string, std::string> attributes;
  for (const HtmlAttribute& attribute : token.attributes) {
    attributes.emplace(mimebase::ascii::lowered(decoded(attribute.name, HtmlTextKind::kRaw)),
                       decoded(attribute.value, HtmlTextKind::kAttribute));
  }
  lines.push_back(tag_line(mimebase::ascii::lowered(decoded(token.name, HtmlTextKind::kRaw)), attributes,
                           token.self_closing));
}

// Undoes the tests' second level of escapes: \uHHHH. Sets `lone` if the result is not valid UTF-8.
std::string unescaped(const std::string& text, bool& lone) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\\u") != 0) {
      out += text[i];
      continue;
    }
    auto unit = static_cast<char32_t>(std::stoul(text.substr(i + 2, 4), nullptr, 16));
    i += 5;
    if (unit >= 0xD800 && unit < 0xDC00 && text.compare(i + 1, 2, "\\u") == 0) {
      const auto low = static_cast<char32_t>(std::stoul(text.substr(i + 3, 4), nullptr, 16));
      unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
      i += 6;
    }
    lone = lone || (unit >= 0xD800 && unit < 0xE000);
    mimebase::utf8::append(unit, out);
  }
  return out;
}

class Case {
 public:
  Case(const rapidjson::Value& json, Counts& counts) : json_(json), counts_(counts) {
    escaped_ = json.HasMember("doubleEscaped") && json["doubleEscaped"].GetBool();
    input_ = text(json["input"]);
    for (const auto& token : json["output"].GetArray()) expect(token);
  }

  void run(const std::string& file) {
    if (lone_surrogate_) {
      ++counts_.lone_surrogates;
      return;
    }
    std::vector<std::string> states = {"Data state"};
    if (json_.HasMember("initialStates")) {
      states.clear();
      for (const auto& state : json_["initialStates"].GetArray()) states.emplace_back(state.GetString());
    }
    for (const std::string& state : states) run_in(state, file);
  }

 private:
  std::string text(const rapidjson::Value& value) {
    const std::string raw(value.GetString(), value.GetStringLength());
    return escaped_ ? unescaped(raw, lone_surrogate_) : raw;
  }

  void expect(const rapidjson::Value& token) {
    const std::string kind = token[0].GetString();
    if (kind == "Character") return add_text(expected_, text(token[1]));
    if (kind == "Comment") {
      expected_.push_back("comment " + text(token[1]));
    } else if (kind == "EndTag") {
      expected_.push_back("end " + text(token[1]));
    } else if (kind == "DOCTYPE") {
      expected_.emplace_back("doctype");
      ++counts_.doctypes_by_place;
    } else {
      std::map<std::string, std::string> attributes;
      for (const auto& member : token[2].GetObject()) attributes[text(member.name)] = text(member.value);
      expected_.push_back(tag_line(text(token[1]), attributes, token.Size() > 3));
    }
  }

  void run_in(const std::string& state, const std::string& file) {
    static const std::map<std::string, HtmlTextState> kStates = {
        {"Data state", HtmlTextState::kData},          {"PLAINTEXT state", HtmlTextState::kPlaintext},
        {"RCDATA state", HtmlTextState::kRcdata},      {"RAWTEXT state", HtmlTextState::kRawtext},
        {"Script data state", HtmlTextState::kScript}, {"CDATA section state", HtmlTextState::kCData},
    };
    const std::string last = json_.HasMember("lastStartTag") ? json_["lastStartTag"].GetString() : "";
    HtmlTokenizer tokenizer(input_, kStates.at(state), last);
    HtmlToken token;
    std::vector<std::string> lines;
    while (tokenizer.next(token)) add_token(lines, token);
    INFO(file << ", " << state << ": " << json_["description"].GetString() << "\ninput: " << input_);
    CHECK(lines == expected_);
    ++counts_.run;
  }

  const rapidjson::Value& json_;
  Counts& counts_;
  bool escaped_ = false;
  bool lone_surrogate_ = false;
  std::string input_;
  std::vector<std::string> expected_;
};

void run_file(const std::filesystem::path& path, Counts& counts) {
  const std::string bytes = read_file(path);
  rapidjson::Document document;
  document.Parse(bytes.data(), bytes.size());
  INFO(path);
  REQUIRE_FALSE(document.HasParseError());
  // Adjustments for XML trees (form feeds, "--" in comments) do not concern a tokenizer.
  if (document.HasMember("xmlViolationTests")) {
    counts.infoset += static_cast<int>(document["xmlViolationTests"].Size());
    return;
  }
  for (const auto& test : document["tests"].GetArray()) Case(test, counts).run(path.filename().string());
}

TEST_CASE("the html5lib tokenizer tests pass", "[html]") {
  const std::filesystem::path folder = corpora() / "html5lib-tokenizer";
  if (!std::filesystem::exists(folder)) {
    mimebase::test::skip("the html5lib tokenizer tests are not there: 7028 cases missed");
    return;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".test") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Counts counts;
  for (const auto& file : files) run_file(file, counts);
  std::printf(
      "html5lib: %d cases run; not applicable: %d with lone surrogates (no UTF-8), %d of infoset coercion; "
      "%d doctypes compared by their place alone\n",
      counts.run, counts.lone_surrogates, counts.infoset, counts.doctypes_by_place);
  CHECK(files.size() == 14);
  CHECK(counts.run == 7028);
}

}  // namespace html_html5lib_test
