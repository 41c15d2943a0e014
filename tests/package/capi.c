/* The C interface from C99: a message in, JSON Lines out, and every error. Ends with 0 if all is as it must
 * be. */
#include <stdio.h>
#include <string.h>

#include "mimebase/capi.h"

static int failures = 0;

static void check(int holds, const char* what) {
  if (holds) return;
  ++failures;
  fprintf(stderr, "%s\n", what);
}

static void check_text(const char* got, const char* wanted, const char* what) {
  if (got != NULL && strcmp(got, wanted) == 0) return;
  ++failures;
  fprintf(stderr, "%s: \"%s\" and not \"%s\"\n", what, got != NULL ? got : "(null)", wanted);
}

static const char kMessage[] =
    "Base: <URL:http://a.example/x/>\nContent-Type: text/html\n\n<a href='../g?y'>h</a><img src='cid:no'>\n";

int main(void) {
  const size_t size = sizeof kMessage - 1;
  mimebase_rows* rows = mimebase_links(kMessage, size, NULL);
  check(mimebase_rows_error(rows) == NULL, "links: an error");
  check(strlen(mimebase_rows_text(rows)) == mimebase_rows_size(rows), "links: the size is another one");
  check(strstr(mimebase_rows_text(rows), "\"resolved\":\"http://a.example/g?y\"") != NULL,
        "links: not resolved");
  check(strstr(mimebase_rows_text(rows), "{\"source\":\"\",\"message\":1,") == mimebase_rows_text(rows),
        "links: begins otherwise");
  check(mimebase_rows_problem_count(rows) == 0, "links: a problem");
  check(mimebase_rows_problem(rows, 0) == NULL, "links: a problem that is none");
  mimebase_rows_free(rows);

  rows = mimebase_links(
      kMessage, size,
      "rules=whatwg\nbase-headers=content-base\nretrieval-url=http://b.example/\nsource=x\nfull=yes\n"
      "limits=references=1,attribute=16M\n");
  check(mimebase_rows_error(rows) == NULL, "options: an error");
  check(strstr(mimebase_rows_text(rows), "{\"source\":\"x\"") == mimebase_rows_text(rows), "options: source");
  check(mimebase_rows_problem_count(rows) >= 1, "options: no problem of a limit");
  check(mimebase_rows_problem(rows, 0) != NULL, "options: no sentence of a problem");
  mimebase_rows_free(rows);

  rows = mimebase_links(kMessage, size, "as=chromium\nfields=subject\npart=1*,TEXT\nattachments=no\n");
  check(mimebase_rows_error(rows) == NULL, "options of rows: an error");
  check(strstr(mimebase_rows_text(rows), "\"reader\":\"chromium\"") != NULL, "options of rows: no reader");
  check(strstr(mimebase_rows_text(rows), "\"fields\":{\"subject\":") != NULL, "options of rows: no fields");
  mimebase_rows_free(rows);
  rows = mimebase_links(kMessage, size, "part=7");
  check(mimebase_rows_size(rows) == 0, "a part that is not there has rows");
  mimebase_rows_free(rows);

  rows = mimebase_tree(kMessage, size, "");
  check(strstr(mimebase_rows_text(rows), "\"chain\":[{") != NULL, "tree: no chain");
  mimebase_rows_free(rows);

  rows = mimebase_check(kMessage, size, NULL);
  check(strstr(mimebase_rows_text(rows), "\"code\":\"missing-part\"") == NULL ||
            strstr(mimebase_rows_text(rows), "\"severity\":\"error\"") != NULL,
        "check: no severity");
  check(mimebase_rows_error(rows) == NULL, "check: an error");
  mimebase_rows_free(rows);

  rows = mimebase_check(kMessage, size, "domains=a.examp1e,b.example");
  check(strstr(mimebase_rows_text(rows), "look-alike") != NULL, "check: no look-alike");
  mimebase_rows_free(rows);

  static const char kDocument[] = "<base href='http://a.example/x/'><a href='../g'>h</a>";
  rows = mimebase_find(kDocument, sizeof kDocument - 1, "text/html; charset=utf-8", "rules=rfc3986");
  check(mimebase_rows_error(rows) == NULL, "find: an error");
  check(strstr(mimebase_rows_text(rows), "\"start\":42,\"end\":46,") != NULL, "find: another place");
  check(strstr(mimebase_rows_text(rows), "\"resolved\":\"http://a.example/g\"") != NULL,
        "find: not resolved");
  check(strstr(mimebase_rows_text(rows), "\"base_by\":\"html-base\"") != NULL, "find: another base");
  mimebase_rows_free(rows);
  static const char kRtf[] = "{\\rtf1{\\field{\\*\\fldinst{HYPERLINK \"http://a.example/\"}}{\\fldrslt h}}}";
  rows = mimebase_find(kRtf, sizeof kRtf - 1, "application/rtf", NULL);
  check(strstr(mimebase_rows_text(rows), "\"resolved\":\"http://a.example/\"") != NULL,
        "find: not searched as a document");
  mimebase_rows_free(rows);
  rows = mimebase_tree(kDocument, sizeof kDocument - 1, "content-type=text/html; charset=utf-8\nsource=x.html");
  check(strstr(mimebase_rows_text(rows), "\"source\":\"x.html\"") != NULL, "tree: another source");
  check(strstr(mimebase_rows_text(rows), "\"heading\":null,\"body\":[0,53]") != NULL,
        "tree: not a document without a header");
  check(strstr(mimebase_rows_text(rows), "\"content_type\":\"text/html\"") != NULL, "tree: another type");
  mimebase_rows_free(rows);
  rows = mimebase_find(kDocument, sizeof kDocument - 1, "audio/basic", NULL);
  check_text(mimebase_rows_error(rows), "\"audio/basic\" is a media type that cannot be searched", "find");
  mimebase_rows_free(rows);
  rows = mimebase_find(kDocument, sizeof kDocument - 1, "text/html\nBase: http://b/", NULL);
  check(mimebase_rows_error(rows) != NULL, "find: a header field in the media type");
  mimebase_rows_free(rows);

  rows = mimebase_resolve("http://a/b/c/d", "../g", NULL);
  check(strstr(mimebase_rows_text(rows), "\"resolved\":\"http://a/b/g\",\"rules\":\"rfc1808\"") != NULL,
        "resolve: another URL");
  check(mimebase_rows_text(rows)[mimebase_rows_size(rows) - 1] == '\n', "resolve: no end of the line");
  check(mimebase_rows_problem_count(rows) == 0, "resolve: a problem");
  mimebase_rows_free(rows);
  rows = mimebase_resolve("", "../g", "whatwg");
  check(strstr(mimebase_rows_text(rows), "\"resolved\":null") != NULL, "resolve: a URL without a base");
  check(mimebase_rows_problem_count(rows) == 1, "resolve: no reason");
  mimebase_rows_free(rows);
  rows = mimebase_resolve("http://a/", "g", "rfc1");
  check_text(mimebase_rows_error(rows), "rules: unknown value \"rfc1\"", "resolve");
  mimebase_rows_free(rows);

  rows = mimebase_unwrap("https://www.google.com/url?q=https://example.org/");
  check(strstr(mimebase_rows_text(rows), "\"unwrapped\":\"https://example.org/\"") != NULL, "unwrap: no URL");
  mimebase_rows_free(rows);
  rows = mimebase_unwrap("https://example.org/");
  check(strstr(mimebase_rows_text(rows), "\"unwrapped\":null") != NULL, "unwrap: a URL that is not wrapped");
  mimebase_rows_free(rows);

  static const struct {
    const char *options, *error;
  } kWrong[] = {
      {"rules=none", "rules: unknown value \"none\""},
      {"base-headers=base,subject", "base-headers: unknown value \"subject\""},
      {"as=nobody", "as: unknown value \"nobody\""},
      {"attachments=perhaps", "attachments: unknown value \"perhaps\""},
      {"fields=a b", "\"a b\" is not the name of a header field"},
      {"full=perhaps", "full: unknown value \"perhaps\""},
      {"limits=nothing=1", "limits: unknown value \"nothing\""},
      {"limits=depth=x", "limits: depth: \"x\" is not a number"},
      {"retrieval-url=x/y", "the retrieval URL \"x/y\" is relative: a base needs a scheme"},
      {"domains=a.example,a b", "\"a b\" is not a domain"},
      {"verbose", "unknown option \"verbose\""},
  };
  for (size_t i = 0; i < sizeof kWrong / sizeof *kWrong; ++i) {
    rows = mimebase_links(kMessage, size, kWrong[i].options);
    check_text(mimebase_rows_error(rows), kWrong[i].error, kWrong[i].options);
    check_text(mimebase_rows_text(rows), "", "rows of an error");
    mimebase_rows_free(rows);
  }

  rows = mimebase_tree("", 0, NULL);
  check(mimebase_rows_size(rows) > 0, "no row of an empty message");
  mimebase_rows_free(rows);
  rows = mimebase_links(NULL, 0, NULL);
  check(mimebase_rows_size(rows) == 0, "rows of nothing");
  mimebase_rows_free(rows);

  check_text(mimebase_rows_error(NULL), "out of memory", "null");
  check_text(mimebase_rows_text(NULL), "", "null");
  check(mimebase_rows_size(NULL) == 0 && mimebase_rows_problem_count(NULL) == 0, "null: a size");
  mimebase_rows_free(NULL);
  check(strchr(mimebase_version(), '.') != NULL && mimebase_schema_version() > 0, "the versions");
  return failures;
}
