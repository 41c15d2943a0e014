// The cost of hostile structure: each limit is reported when it is hit, and everything before it is read.
#include <glib.h>
#include <pthread.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "catch.h"
#include "walk/ambiguity.h"
#include "walk/message.h"
#include "walk/parser.h"

using namespace mimebase;

namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string nested_multiparts(int depth, const std::string& innermost) {
  std::string out;
  for (int i = 0; i < depth; ++i) {
    const std::string boundary = "b" + std::to_string(i);
    out += "Content-Type: multipart/mixed; boundary=" + boundary + "\n\n--" + boundary + "\n";
  }
  return out + innermost;
}

std::string base64_message(const std::string& inner) {
  gchar* text = g_base64_encode(reinterpret_cast<const guchar*>(inner.data()), inner.size());
  std::string out = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n";
  out += text;
  g_free(text);
  return out;
}

void on_stack_of_1_mb(const std::function<void()>& work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{1} << 20);
  pthread_t thread = 0;
  const auto run = [](void* given) -> void* {
    (*static_cast<const std::function<void()>*>(given))();
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

struct Hostile {
  const char* why;
  std::string bytes;
  Limits limits;
  std::string said;  // the beginning of the report; empty if there is none
  std::size_t entities;
};

}  // namespace

TEST_CASE("a limit of structure is hit, and said") {
  const std::string parts =
      "Content-Type: multipart/mixed; boundary=b\n\n" + repeated("--b\n\nx\n", 50) + "--b--\n";
  const std::string mail = "Subject: x\n\nx\n";
  const Hostile cases[] = {
      {"parts that are allowed", parts, {.parts = 51}, "", 51},
      {"parts", parts, {.parts = 10}, "more parts than the limit", 10},
      {"lines that look like delimiters are none",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + repeated("--\n--c\n", 50) + "--b--\n",
       {.parts = 10},
       "",
       2},
      {"fields that are allowed", repeated("a: b\n", 100) + "\nx", {.fields = 100}, "", 1},
      {"fields", repeated("a: b\n", 100) + "\nx", {.fields = 99}, "more header fields", 1},
      {"lines of text are no fields", "\n" + repeated("a: b\n", 100), {.fields = 10}, "", 1},
      {"a heading", repeated("a: b\n", 100) + "\nx", {.heading_bytes = 100}, "a header of more than 100", 1},
      {"a field",
       "a: " + repeated("b", 200) + "\n\nx",
       {.field_bytes = 100},
       "a header field of more than 100",
       1},
      {"decoded messages that are allowed",
       base64_message(base64_message(mail)),
       {.decoded_bytes = 1000},
       "",
       3},
      {"decoded messages",
       base64_message(base64_message(mail)),
       {.decoded_bytes = 120},
       "nested messages of more than",
       2},
      {"attached files, read once more each",
       "Content-Type: a/b; name=a.eml\n\nContent-Type: a/b; name=a.eml\n\nSubject: x\n\nx",
       {.decoded_bytes = 50},
       "nested messages of more than",
       2},
  };
  for (const Hostile& c : cases) {
    INFO(c.why);
    walk::Parser parser;
    const walk::Message message = parser.parse(c.bytes, c.limits);
    CHECK(message.entities().size() == c.entities);
    if (c.said.empty()) {
      CHECK(message.limits_hit().empty());
    } else {
      REQUIRE(!message.limits_hit().empty());
      CHECK(message.limits_hit()[0].what.substr(0, c.said.size()) == c.said);
      CHECK(message.limits_hit()[0].may_lose);
    }
  }
}

TEST_CASE("what a parser by recursion could not take fits into a stack of 1 MB") {
  const std::string groups = "From: " + repeated("a:", 100'000) + "\n";
  const std::string body = "Subject: s\n\nx";
  const struct {
    const char* why;
    std::string bytes;
    bool is_said;
  } cases[] = {
      {"groups", groups + body, true},
      {"folded", "To: " + repeated("a:\n ", 100'000) + "\n" + body, true},
      {"in a message", "Content-Type: message/rfc822\n\n" + groups + body, true},
      {"in a part", "Content-Type: multipart/digest; boundary=b\n\n--b\n\n" + groups + body + "\n--b--\n",
       true},
      {"in base64", base64_message(groups + body), true},
      {"in a file", "Content-Type: a/b; name=\"a\\.eml\"\n\n" + groups + body, true},
      {"behind a long body",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + repeated("x\n", 50'000) +
           "--b\nContent-Type: message/rfc822\n\nReply-To: " + repeated("a:", 2000) + "\n\nx\n--b--\n",
       true},
      {"in a small message", "Cc: " + repeated("a:", 2000) + "\n" + body, true},
      {"as many as are not looked for", "Bcc: " + repeated("a:", 1000) + "\n" + body, false},
      {"a charset of RFC 2231 without end",
       "Content-Type: text/plain; a*=" + repeated("A", 4'000'000) + "'x\n\nx", false},
      {"a thousand levels", nested_multiparts(990, "\nx"), false},
      {"a thousand messages", repeated("Content-Type: message/rfc822\n\n", 990) + body, false},
      {"comments", "Content-Type: text/plain " + repeated("(", 500'000) + "\n\nx", false},
  };
  for (const auto& c : cases) {
    INFO(c.why);
    bool is_said = false;
    std::size_t entities = 0;
    on_stack_of_1_mb([&] {
      walk::Parser parser;
      const walk::Message message = parser.parse(c.bytes, Limits());
      entities = message.entities().size();
      is_said = std::any_of(message.limits_hit().begin(), message.limits_hit().end(),
                            [](const walk::LimitHit& hit) {
                              return hit.what.find("groups") != std::string::npos && !hit.may_lose;
                            });
    });
    CHECK(entities > 0);
    CHECK(is_said == c.is_said);
  }
}

TEST_CASE("fields that are kept from GMime are read all the same") {
  const std::string address = "a@b.example, " + repeated("c@d.example, ", 500) + "e@f.example";
  const std::string bytes = "From : " + address +
                            "\r\nX-Y: z\nContent-ID: <i>\nContent-Disposition: attachment; filename=n\n" +
                            "Content-Type: multipart/mixed;\n x=\"" + repeated("y", 5000) +
                            "\"; boundary=\"b c\"; charset=utf-8\n\n" + "--b c\njunk\nTo: " + address +
                            "\nContent-Type: text/html\n\nx\n--b c--\n";
  walk::Parser parser;
  const walk::Message message = parser.parse(bytes, Limits());
  REQUIRE(message.entities().size() == 2);
  REQUIRE(message.fields(0).size() == 5);
  CHECK(message.fields(0)[0].name == "From");
  CHECK(message.fields(0)[0].raw_value == " " + address + "\r\n");
  CHECK(message.fields(0)[1].name == "X-Y");
  CHECK(message.fields(0)[1].raw_value == " z\n");
  CHECK(message.envelope().from == address);
  CHECK(message.content_id(0) == "i");
  CHECK(message.details(0).disposition == "attachment");
  CHECK(message.details(0).filename == "n");
  CHECK(message.details(0).charset == "utf-8");
  CHECK(message.entities()[0].content_type == "multipart/mixed");
  CHECK(message.fields(1)[0].name == "To");
  CHECK(message.entities()[1].content_type == "text/html");
  std::string buffer;
  CHECK(message.content(1, buffer) == "x");
}

TEST_CASE("of two Content-Type fields the first counts, and of two transfer encodings") {
  const struct {
    const char* why;
    std::string bytes;
    std::vector<std::string> types;
  } cases[] = {
      {"two types", "Content-Type: text/html\nContent-Type: text/plain\n\nx", {"text/html"}},
      {"the second one's boundary splits nothing",
       "Content-Type: text/html\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n",
       {"text/html"}},
      {"the first one's does",
       "Content-Type: multipart/mixed; boundary=b\ncontent-type : text/html\n\n--b\n\nx\n--b--\n",
       {"multipart/mixed", "text/plain"}},
      {"two boundaries",
       "Content-Type: multipart/mixed; boundary=b\nContent-Type: multipart/mixed; boundary=c\n\n"
       "--c\n\nx\n--b\nContent-Type: text/css\n\n--c\n--b--\n",
       {"multipart/mixed", "text/css"}},
      {"in a part",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: a/b\nContent-Type: c/d\n\n--b--\n",
       {"multipart/mixed", "a/b"}},
      {"in a message in base64",
       base64_message("Content-Type: a/b\nContent-Type: c/d\n\nx"),
       {"message/rfc822", "a/b"}},
      {"a first one that is broken is plain text",
       "Content-Type: x\nContent-Type: text/html\n\nx",
       {"text/plain"}},
      {"a line between them that is no field",
       "Content-Type: a/b\njunk\n--more\nContent-Type: c/d\n\nx",
       {"a/b"}},
      {"a boundary counts behind its heading alone",
       "Content-Type: multipart/mixed; boundary=b\n--b\nContent-Type: text/html\n\nx\n--b\n\ny\n--b--\n",
       {"multipart/mixed", "text/plain"}},
      {"behind 40 kB",
       "X: " + repeated("y", 40'000) + "\nContent-Type: a/b\nContent-Type: c/d\n\nx",
       {"a/b"}},
  };
  for (const auto& c : cases) {
    INFO(c.why);
    walk::Parser parser;
    const walk::Message message = parser.parse(c.bytes, Limits());
    std::vector<std::string> types;
    for (const walk::Entity& entity : message.entities()) types.push_back(entity.content_type);
    CHECK(types == c.types);
    CHECK(message.limits_hit().empty());
  }
  walk::Parser parser;
  const walk::Message message =
      parser.parse("Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\neA==\n", Limits());
  std::string buffer;
  CHECK(message.content(0, buffer) == "x");
  CHECK(message.details(0).transfer_encoding == "base64");
  CHECK(walk::ambiguities(message, 0, "").size() == 1);
}

TEST_CASE("a file is walked as a message by its name, however that is written") {
  const char* names[] = {
      "Content-Type: a/b; name=x.EML",
      "Content-Type: a/b; name=\"x\\.eml\"",
      "Content-Type: a/b; name*=utf-8''x%2Eeml",
      "Content-Type: a/b; name*0=\"x.e\"; name*1=ml",
      "Content-Disposition: attachment; filename*1*=%68t; filename*0*=''x.m",
      "Content-Disposition: attachment; filename=\"=?utf-8?b?eC5taHRtbA==?=\"",
      "Content-Disposition: attachment (x.txt); filename=\"x.mht\" (x.txt)",
  };
  for (const char* name : names) {
    INFO(name);
    walk::Parser parser;
    const std::string bytes = std::string(name) + "\n\nContent-Type: text/html\n\nx";
    const walk::Message message = parser.parse(bytes, Limits());
    REQUIRE(message.entities().size() == 2);
    CHECK(message.entities()[1].content_type == "text/html");
  }
  for (const char* name :
       {"Content-Type: a/b; name=x.txt (x.eml)", "Content-Type: a/b; x=\"name=x.eml\"; name=y"}) {
    INFO(name);
    walk::Parser parser;
    const std::string bytes = std::string(name) + "\n\nContent-Type: text/html\n\nx";
    CHECK(parser.parse(bytes, Limits()).entities().size() == 1);
  }
}
