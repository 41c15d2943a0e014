// Finds a charset's converter among those that are linked into the program. Replaces gconv_db.o of glibc's
// libc.a, which looks for modules in files. The rest of iconv() is that of libc.a, so that all converts as
// with shared libraries.
#include <endian.h>
#include <gconv.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#define HIDDEN __attribute__((visibility("hidden")))

extern "C" {
// Of libc.a.
HIDDEN void __gconv_get_builtin_trans(const char* name, __gconv_step* step);

#define CONVERTER(module)                                                                                \
  int converter_##module(__gconv_step*, __gconv_step_data*, const unsigned char**, const unsigned char*, \
                         unsigned char**, size_t*, int, int);                                            \
  __attribute__((weak)) int converter_init_##module(__gconv_step*);                                      \
  __attribute__((weak)) void converter_end_##module(__gconv_step*);
#include "functions.inc"
}

namespace {

struct Builtin {
  std::string_view from, to;
  const char* name;
};
struct Module {
  const char* charset;
  __gconv_fct convert;
  __gconv_init_fct begin;
  __gconv_end_fct end;
};

#define BUILTIN_TRANSFORMATION(from, to, cost, name, function, byte_function, min_from, max_from, min_to, \
                               max_to)
#define BUILTIN_ALIAS(alias, charset) alias "\0" charset "\0"
// Each alias and its charset, one after another: pointers to them would have to be filled in at each start.
constexpr char kAliases[] =
#include "aliases.inc"
#include "gconv_builtin.h"
    ;
#undef BUILTIN_TRANSFORMATION
#undef BUILTIN_ALIAS
#define BUILTIN_ALIAS(alias, charset)
#define BUILTIN_TRANSFORMATION(from, to, cost, name, function, byte_function, min_from, max_from, min_to, \
                               max_to)                                                                    \
  {from, to, name},
constexpr Builtin kBuiltins[] = {
#include "gconv_builtin.h"
};
#define MODULE(charset, module) \
  {charset, converter_##module, converter_init_##module, converter_end_##module},
const Module kModules[] = {
#include "modules.inc"
};

constexpr const char* kInternal = "INTERNAL";

// The charset of an alias; null if there is none of that name.
const char* charset_of(const char* name) {
  const char* const end = kAliases + sizeof(kAliases) - 1;
  for (const char* alias = kAliases; alias != end;) {
    const char* const charset = alias + std::strlen(alias) + 1;
    if (std::strcmp(alias, name) == 0) return charset;
    alias = charset + std::strlen(charset) + 1;
  }
  return nullptr;
}

// An alias may stand for another one.
const char* without_alias(const char* name) {
  for (int i = 0; i < 4; ++i) {
    const char* const charset = charset_of(name);
    if (charset == nullptr) break;
    name = charset;
  }
  return name;
}

// Prepares the conversion of a charset to or from glibc's internal code. False if there is none.
int prepare(__gconv_step& step, const char* from, const char* to) {
  step = {};
  const auto* const builtin =
      std::find_if(std::begin(kBuiltins), std::end(kBuiltins),
                   [&](const Builtin& known) { return known.from == from && known.to == to; });
  if (builtin != std::end(kBuiltins)) {
    __gconv_get_builtin_trans(builtin->name, &step);
    step.__from_name = const_cast<char*>(builtin->from.data());
    step.__to_name = const_cast<char*>(builtin->to.data());
    return __GCONV_OK;
  }
  const char* const charset = std::strcmp(from, kInternal) == 0 ? to : from;
  const auto* const module = std::find_if(std::begin(kModules), std::end(kModules), [&](const Module& known) {
    return std::strcmp(known.charset, charset) == 0;
  });
  if (module == std::end(kModules)) return __GCONV_NOCONV;
  // A module compares these names with its own.
  step.__from_name = const_cast<char*>(charset == from ? module->charset : kInternal);
  step.__to_name = const_cast<char*>(charset == to ? module->charset : kInternal);
  step.__fct = module->convert;
  step.__end_fct = module->end;
  step.__counter = 1;
  return module->begin != nullptr ? module->begin(&step) : __GCONV_OK;
}

void finish(__gconv_step* steps, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (steps[i].__end_fct != nullptr) steps[i].__end_fct(&steps[i]);
  }
  std::free(steps);
}

}  // namespace

// The names are those of glibc 2.36, whose other functions call these.
extern "C" {

HIDDEN int __gconv_lock = 0;

HIDDEN int __gconv_find_transform(const char* to, const char* from, __gconv_step** steps, std::size_t* count,
                                  int) {
  *steps = nullptr;
  *count = 0;
  from = without_alias(from);
  to = without_alias(to);
  auto* const made = static_cast<__gconv_step*>(std::calloc(2, sizeof(__gconv_step)));
  if (made == nullptr) return __GCONV_NOMEM;
  std::size_t ready = 0;
  int status = __GCONV_OK;
  if (std::strcmp(from, kInternal) != 0) {
    status = prepare(made[ready], from, kInternal);
    if (status == __GCONV_OK) ++ready;
  }
  if (status == __GCONV_OK && std::strcmp(to, kInternal) != 0) {
    status = prepare(made[ready], kInternal, to);
    if (status == __GCONV_OK) ++ready;
  }
  if (status == __GCONV_OK && ready == 0) status = __GCONV_NOCONV;
  if (status != __GCONV_OK) {
    finish(made, ready);
    return status;
  }
  *steps = made;
  *count = ready;
  return __GCONV_OK;
}

HIDDEN int __gconv_close_transform(__gconv_step* steps, std::size_t count) {
  finish(steps, count);
  return __GCONV_OK;
}

// Called for streams of wide characters alone, which have their own steps.
HIDDEN void __gconv_release_step(__gconv_step*) {}

HIDDEN int __gconv_compare_alias(const char* one, const char* other) {
  return std::strcmp(without_alias(one), without_alias(other));
}
}
