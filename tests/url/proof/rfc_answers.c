// Resolves by RFC 1808, by its draft of January 1995 and by RFC 3986, written from their texts alone, one
// function for a section. It is plain rather than fast, because the library is compared with it (README.md,
// "Answers").
//
// Where a text leaves a choice, the comment "Choice:" says which one is made, and by which clause.
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 240 };  // more bytes than a pair has, and than resolving makes of one

typedef struct {
  char text[kMost];
  size_t length;
} String;

static void append(String* string, const char* bytes, size_t count) {
  if (string->length + count > kMost) abort();
  memcpy(string->text + string->length, bytes, count);
  string->length += count;
}
static void append_text(String* string, const char* text) {
  append(string, text, strlen(text));
}
static void append_string(String* string, const String* other) {
  append(string, other->text, other->length);
}
static void erase(String* string, size_t first, size_t count) {
  memmove(string->text + first, string->text + first + count, string->length - first - count);
  string->length -= count;
}
static bool starts_with(const String* string, size_t at, const char* text) {
  const size_t count = strlen(text);
  return string->length >= at + count && memcmp(string->text + at, text, count) == 0;
}
static bool equals(const String* string, const char* text) {
  return string->length == strlen(text) && starts_with(string, 0, text);
}

// A component, and whether its delimiter is there.
typedef struct {
  bool defined;
  String value;
} Component;
typedef struct {
  Component scheme, net_loc, params, query, fragment;  // RFC 3986 says "authority", and has no params
  String path;
} Parsed;

static void clear(Parsed* parsed) {
  Component* const components[] = {&parsed->scheme, &parsed->net_loc, &parsed->params, &parsed->query,
                                   &parsed->fragment};
  for (size_t i = 0; i != 5; ++i) {
    components[i]->defined = false;
    components[i]->value.length = 0;
  }
}

static void define(Component* component, const char* bytes, size_t count) {
  component->defined = true;
  append(&component->value, bytes, count);
}

static bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static bool is_scheme_character(char c) {
  return is_alpha(c) || (c >= '0' && c <= '9') || c == '+' || c == '.' || c == '-';
}

// Moves what follows the first `delimiter` out of `rest`, and drops the delimiter.
static void cut_after(String* rest, char delimiter, Component* component) {
  const char* found = memchr(rest->text, delimiter, rest->length);
  if (found == NULL) return;
  const size_t at = (size_t)(found - rest->text);
  define(component, found + 1, rest->length - at - 1);
  rest->length = at;
}

// Takes a scheme and its colon from the front. RFC 1808 section 2.4.2 has "a colon after the first character
// and before any characters not allowed as part of a scheme name"; RFC 3986 section 3.1 wants a letter first.
// Choice: where RFC 3986's grammar has no scheme (".:a"), there is none, although the expression of its
// Appendix B, which is for references that follow the grammar, would find one.
static void cut_scheme(String* rest, bool letter_first, Component* scheme) {
  size_t count = 0;
  while (count < rest->length && is_scheme_character(rest->text[count])) ++count;
  if (count == 0 || count == rest->length || rest->text[count] != ':') return;
  if (letter_first && !is_alpha(rest->text[0])) return;
  define(scheme, rest->text, count);
  erase(rest, 0, count + 1);
}

// Takes "//" and what follows, up to one of `ends`, from the front.
static void cut_net_loc(String* rest, const char* ends, Component* net_loc) {
  if (!starts_with(rest, 0, "//")) return;
  size_t end = 2;
  while (end < rest->length && strchr(ends, rest->text[end]) == NULL) ++end;
  define(net_loc, rest->text + 2, end - 2);
  erase(rest, 0, end);
}

// RFC 1808 section 2.4, in its order. The slash before the path is stored along with it (2.4.6).
static void parse_1808(const String* url, Parsed* parsed) {
  clear(parsed);
  String rest = *url;
  cut_after(&rest, '#', &parsed->fragment);
  cut_scheme(&rest, false, &parsed->scheme);
  cut_net_loc(&rest, "/", &parsed->net_loc);
  cut_after(&rest, '?', &parsed->query);
  cut_after(&rest, ';', &parsed->params);
  parsed->path = rest;
}

// RFC 3986 section 3: the authority ends before the next "/", "?" or "#" (3.2).
static void parse_3986(const String* url, Parsed* parsed) {
  clear(parsed);
  String rest = *url;
  cut_scheme(&rest, true, &parsed->scheme);
  cut_after(&rest, '#', &parsed->fragment);
  cut_after(&rest, '?', &parsed->query);
  cut_net_loc(&rest, "/", &parsed->net_loc);
  parsed->path = rest;
}

// RFC 1808 section 4 step 7 and RFC 3986 section 5.3.
// Choice: a path that begins with "//" where there is no net_loc would be read as a net_loc. RFC 3986
// section 3.3 forbids such a path, and neither text says what to do. It is written "/.//", as the URL
// Standard writes it.
static void recombine(const Parsed* parsed, String* out) {
  append_string(out, &parsed->scheme.value);
  append_text(out, ":");
  if (parsed->net_loc.defined) {
    append_text(out, "//");
    append_string(out, &parsed->net_loc.value);
  } else if (starts_with(&parsed->path, 0, "//")) {
    append_text(out, "/.");
  }
  append_string(out, &parsed->path);
  const struct {
    const char* delimiter;
    const Component* component;
  } tail[] = {{";", &parsed->params}, {"?", &parsed->query}, {"#", &parsed->fragment}};
  for (size_t i = 0; i != 3; ++i) {
    if (!tail[i].component->defined) continue;
    append_text(out, tail[i].delimiter);
    append_string(out, &tail[i].component->value);
  }
}

static void prepend_slash(String* path) {
  const String after = *path;
  path->length = 0;
  append_text(path, "/");
  append_string(path, &after);
}

static size_t segment_end(const String* path, size_t at) {
  while (at < path->length && path->text[at] != '/') ++at;
  return at;
}
// Where the first segment begins: "the initial slash is not part of the URL path" (RFC 1808 section 2.4.6).
// Choice: a slash that step 6 leaves at the start ("a/..//b") is such a slash, and does not end an empty
// segment.
static size_t first_segment(const String* path) {
  return starts_with(path, 0, "/") ? 1 : 0;
}

// Step 6 a and b.
static void remove_single_dots(String* path) {
  for (size_t at = first_segment(path); at <= path->length;) {
    const size_t end = segment_end(path, at);
    const bool dot = end - at == 1 && path->text[at] == '.';
    if (dot && end < path->length) {
      erase(path, at, 2);
    } else {
      if (dot) erase(path, at, 1);
      at = end + 1;
    }
  }
}

// Removes the leftmost "<segment>/../" and returns true, or "<segment>/.." at the end if `last`. `any` allows
// the segment
// "..", as the draft does.
static bool remove_pair(String* path, bool last, bool any) {
  for (size_t at = first_segment(path); at <= path->length;) {
    const size_t end = segment_end(path, at);
    const bool parent = end - at == 2 && path->text[at] == '.' && path->text[at + 1] == '.';
    const bool followed =
        last ? starts_with(path, end, "/..") && end + 3 == path->length : starts_with(path, end, "/../");
    if (followed && (any || !parent)) {
      erase(path, at, end - at + (last ? 3 : 4));
      return true;
    }
    at = end + 1;
  }
  return false;
}

// RFC 1808 section 4 step 6. The last segment of `base` is what follows its rightmost slash.
static void merge_1808(const String* base, String* path, bool draft) {
  String merged = *base;
  while (merged.length > 0 && merged.text[merged.length - 1] != '/') --merged.length;
  append_string(&merged, path);
  remove_single_dots(&merged);
  while (remove_pair(&merged, false, draft)) {
  }
  remove_pair(&merged, true, draft);
  *path = merged;
}

// An empty component inherits.
// Choice: section 2.4 parses "#" and "" alike, as an empty component, and does not say whether its delimiter
// is written again. It is, if nothing takes its place.
static void inherit(Component* component, const Component* base) {
  if (component->value.length == 0 && base->defined) *component = *base;
}

// RFC 1808 section 4.
// Choice: there is no result for a relative reference where the base is not absolute (step 1: it would be "an
// absolute URL", which it is not).
static bool resolve_1808(const String* base_url, const String* reference, bool draft, String* out) {
  Parsed base, url;
  parse_1808(base_url, &base);
  parse_1808(reference, &url);
  if (url.scheme.defined) {  // step 2 b; and step 1
    append_string(out, reference);
    return true;
  }
  if (!base.scheme.defined) return false;
  if (reference->length == 0) {  // step 2 a
    append_string(out, base_url);
    return true;
  }
  // Choice: the grammar (2.2) lets a net_loc be followed by nothing. Step 6 would then append to the net_loc
  // itself
  // ("http://a" and "g": "http://ag"), but a base is a place in a hierarchy, and ".." "cannot be used to
  // change the <net_loc>" (5.2). The path of such a base is "/".
  if (base.net_loc.defined && base.path.length == 0) append_text(&base.path, "/");
  url.scheme = base.scheme;                               // step 2 c
  const bool own_net_loc = url.net_loc.value.length > 0;  // step 3
  if (!own_net_loc) inherit(&url.net_loc, &base.net_loc);
  // Choice: the "//" of a reference whose net_loc is empty is written if the base has none. What is inherited
  // behind it would be read as a net_loc, were it not for a slash: 2.4.3 ends a net_loc at the next slash
  // alone.
  const bool own_slashes = url.net_loc.defined && !base.net_loc.defined;
  if (own_net_loc || starts_with(&url.path, 0, "/")) {  // step 4
  } else if (url.path.length == 0) {                    // step 5
    url.path = base.path;
    if (own_slashes && !starts_with(&url.path, 0, "/")) prepend_slash(&url.path);
    if (url.params.value.length == 0) {
      inherit(&url.params, &base.params);
      inherit(&url.query, &base.query);
    }
  } else {
    merge_1808(&base.path, &url.path, draft);
  }
  recombine(&url, out);
  return true;
}

// RFC 3986 section 5.2.4, step by step.
static void remove_dot_segments(String* path) {
  String input = *path, output;
  output.length = 0;
  while (input.length > 0) {
    if (starts_with(&input, 0, "../")) {  // A
      erase(&input, 0, 3);
    } else if (starts_with(&input, 0, "./")) {
      erase(&input, 0, 2);
    } else if (starts_with(&input, 0, "/./")) {  // B
      erase(&input, 0, 2);
    } else if (equals(&input, "/.")) {
      erase(&input, 1, 1);
    } else if (starts_with(&input, 0, "/../") || equals(&input, "/..")) {  // C
      if (input.length == 3) {
        erase(&input, 1, 2);
      } else {
        erase(&input, 0, 3);
      }
      while (output.length > 0 && output.text[output.length - 1] != '/') --output.length;
      if (output.length > 0) --output.length;
    } else if (equals(&input, ".") || equals(&input, "..")) {  // D
      input.length = 0;
    } else {  // E
      const size_t end = segment_end(&input, first_segment(&input));
      append(&output, input.text, end);
      erase(&input, 0, end);
    }
  }
  *path = output;
}

// RFC 3986 section 5.2.3.
static void merge_3986(const Parsed* base, String* path) {
  String merged;
  merged.length = 0;
  if (base->net_loc.defined && base->path.length == 0) {
    append_text(&merged, "/");
  } else {
    merged = base->path;
    while (merged.length > 0 && merged.text[merged.length - 1] != '/') --merged.length;
  }
  append_string(&merged, path);
  *path = merged;
}

// RFC 3986 section 5.2.2, strict. Returns false for a relative reference where the base is not absolute
// (5.2.1: "a base URI must have a scheme").
static bool resolve_3986(const String* base_url, const String* reference, String* out) {
  Parsed base, url;
  parse_3986(base_url, &base);
  parse_3986(reference, &url);
  if (!url.scheme.defined && !base.scheme.defined) return false;
  if (url.scheme.defined || url.net_loc.defined) {
    remove_dot_segments(&url.path);
  } else if (url.path.length == 0) {
    url.path = base.path;
    if (!url.query.defined) url.query = base.query;
  } else {
    if (!starts_with(&url.path, 0, "/")) merge_3986(&base, &url.path);
    remove_dot_segments(&url.path);
  }
  if (!url.scheme.defined) {
    if (!url.net_loc.defined) url.net_loc = base.net_loc;
    url.scheme = base.scheme;
  }
  recombine(&url, out);
  return true;
}

static bool is_white(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Without the white space around it, and the tabs and line ends inside.
// Choice: RFC 1808 section 2.4 assumes that a URL "has already been separated from any surrounding text". RFC
// 3986 appendix C has white space ignored that came with line breaks, but says nothing of a space inside,
// which stays.
static String cleaned(const String* written) {
  size_t first = 0, last = written->length;
  while (first < last && is_white(written->text[first])) ++first;
  while (first < last && is_white(written->text[last - 1])) --last;
  String url;
  url.length = 0;
  for (; first < last; ++first) {
    if (written->text[first] == ' ' || !is_white(written->text[first]))
      append(&url, written->text + first, 1);
  }
  return url;
}

static bool resolve(const char* rules, const String* written_base, const String* written_reference,
                    String* out) {
  const String base = cleaned(written_base), reference = cleaned(written_reference);
  out->length = 0;
  if (strcmp(rules, "rfc3986") == 0) return resolve_3986(&base, &reference, out);
  return resolve_1808(&base, &reference, strcmp(rules, "draft-05") == 0, out);
}

// --- The pairs and their answers, as README.md has them ---

enum { kMostSymbols = 64, kBlock = 4096 };
static const uint64_t kFnvBasis = 0xcbf29ce484222325, kFnvPrime = 0x100000001b3;

typedef struct {
  const char* start[kMostSymbols];
  size_t length[kMostSymbols];
  size_t count;
} Words;

// The characters of `text`, which is UTF-8, or its words, which single spaces separate.
static void split(const char* text, bool words, Words* out) {
  out->count = 0;
  for (const char* at = text; words || *at != '\0';) {
    const char* end = words ? at + strcspn(at, " ") : at + 1;
    while (!words && (*end & 0xc0) == 0x80) ++end;
    if (out->count == kMostSymbols) abort();
    out->start[out->count] = at;
    out->length[out->count++] = (size_t)(end - at);
    if (words && *end == '\0') break;
    at = words ? end + 1 : end;
  }
}

static const char* rules;
static Words symbols, bases, references;
static uint64_t pairs_done, hash;
static int64_t listed = -1;  // the block whose answers are listed, or -1: hashes

static void print_escaped(const String* string, char after) {
  for (size_t i = 0; i != string->length; ++i) {
    const unsigned char c = (unsigned char)string->text[i];
    if (c > ' ' && c < 0x7f && c != '\\') {
      putchar(c);
    } else {
      printf("\\x%02x", c);
    }
  }
  putchar(after);
}

static void end_block(void) {
  if (listed < 0) printf("%016" PRIx64 "\n", hash);
  hash = kFnvBasis;
}

static void answer(const String* base, const String* reference) {
  if (listed < 0 || pairs_done / kBlock == (uint64_t)listed) {
    String out;
    const bool resolved = resolve(rules, base, reference, &out);
    if (listed >= 0) {
      print_escaped(base, '\t');
      print_escaped(reference, '\t');
      putchar(resolved ? '=' : '!');
      print_escaped(&out, '\n');
    }
    for (size_t i = 0; resolved && i != out.length; ++i)
      hash = (hash ^ (unsigned char)out.text[i]) * kFnvPrime;
    hash = (hash ^ (resolved ? 0xff : 0xfe)) * kFnvPrime;
  }
  if (++pairs_done % kBlock == 0) end_block();
}

static void join(const Words* prefixes, size_t prefix, const unsigned char* digits, size_t count,
                 String* out) {
  out->length = 0;
  append(out, prefixes->start[prefix], prefixes->length[prefix]);
  for (size_t i = 0; i != count; ++i) append(out, symbols.start[digits[i]], symbols.length[digits[i]]);
}

// All strings of `sum` symbols, cut at each place into base and reference.
static void exhaust(size_t sum, size_t base_prefix, size_t reference_prefix) {
  for (size_t cut = 0; cut <= sum; ++cut) {
    unsigned char digits[kMostSymbols] = {0};
    for (size_t carried = 0; carried <= sum;) {
      String base, reference;
      join(&bases, base_prefix, digits, cut, &base);
      join(&references, reference_prefix, digits + cut, sum - cut, &reference);
      answer(&base, &reference);
      for (carried = 1; carried <= sum && ++digits[sum - carried] == symbols.count; ++carried) {
        digits[sum - carried] = 0;
      }
    }
  }
}

// SplitMix64.
static uint64_t draw(uint64_t* state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

static void draw_string(uint64_t* state, const Words* prefixes, size_t most, String* out) {
  unsigned char digits[kMostSymbols];
  const size_t prefix = draw(state) % prefixes->count;
  const size_t count = draw(state) % (most + 1);
  for (size_t i = 0; i != count; ++i) digits[i] = (unsigned char)(draw(state) % symbols.count);
  join(prefixes, prefix, digits, count, out);
}

int main(int argc, char** argv) {
  if (argc < 7 || argc > 9) {
    fputs(
        "rfc_answers RULES ALPHABET BASES REFERENCES all SUM [BLOCK]\n"
        "rfc_answers RULES ALPHABET BASES REFERENCES COUNT:SEED LENGTH [BLOCK]\n",
        stderr);
    return 2;
  }
  rules = argv[1];
  split(argv[2], false, &symbols);
  split(argv[3], true, &bases);
  split(argv[4], true, &references);
  const size_t length = strtoul(argv[6], NULL, 10);
  if (length >= kMostSymbols) return 2;
  if (argc == 8) listed = strtoll(argv[7], NULL, 10);
  hash = kFnvBasis;
  if (strcmp(argv[5], "all") == 0) {
    for (size_t b = 0; b != bases.count; ++b) {
      for (size_t r = 0; r != references.count; ++r) {
        for (size_t sum = 0; sum <= length; ++sum) exhaust(sum, b, r);
      }
    }
  } else {
    char* colon = NULL;
    const uint64_t count = strtoull(argv[5], &colon, 10);
    uint64_t state = strtoull(colon + 1, NULL, 10);
    while (pairs_done != count) {
      String base, reference;
      draw_string(&state, &bases, length, &base);
      draw_string(&state, &references, length, &reference);
      answer(&base, &reference);
    }
  }
  end_block();
  return 0;
}
