// Nanoseconds per URL: resolving a realistic list of references, and parsing and serialising absolute URLs.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "mimebase/url.h"
#include "url/split.h"
#include "url/whatwg.h"

namespace {

using mimebase::RuleSet;

constexpr std::string_view kBase = "https://www.example.com/news/2024/06/index.html?edition=eu";

// As in mail and in saved pages: half absolute, half relative.
constexpr std::string_view kRelative[] = {
    "../images/logo.png",
    "style.css",
    "/assets/js/main.min.js?v=20240611",
    "//cdn.example.net/fonts/open-sans.woff2",
    "#top",
    "?page=2&sort=date",
    "./article-17.html#comments",
    "/",
    "../../05/archive.html",
    "img/photo%20of%20the%20day.jpg",
    "/unsubscribe?u=8f14e45fceea167a5a36dedd4bea2543&id=c9f0f895fb",
    "",
};
constexpr std::string_view kAbsolute[] = {
    "http://www.example.org/",
    "https://www.example.org/wp-content/uploads/2024/06/banner-600x200.png",
    "https://click.example.com/f/a/5mXyQ2L1zv8s2g~~/AAQxAQA~/RgRoR4pZP0QzaHR0cHM6Ly9leGFtcGxlLmNvbS8",
    "https://example.com/search?q=rfc+1808&hl=en&source=hp&sclient=gws-wiz",
    "mailto:support@example.com?subject=Help",
    "https://lists.example.org/pipermail/users/2024-June/001234.html",
    "http://192.0.2.17:8080/status",
    "https://user.example.net/~jane/photos/index.php?album=12&pic=7#main",
    "ftp://ftp.example.org/pub/rfc/rfc1808.txt",
    "cid:part1.06090408.01060107@example.com",
    "https://github.example.com/owner/project/pull/128/files#diff-0",
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
};

template <std::size_t N>
void resolve_all(benchmark::State& state, const std::string_view (&references)[N], RuleSet set) {
  const mimebase::Resolver resolver(kBase, mimebase::Rules{set, {}});
  std::string out;
  for (auto _ : state) {
    for (const std::string_view reference : references) {
      benchmark::DoNotOptimize(resolver.resolve(reference, out).has_value());
      benchmark::DoNotOptimize(out.data());
    }
  }
  const double urls = static_cast<double>(state.iterations()) * N;
  state.counters["per_url"] =
      benchmark::Counter(urls, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void resolve_relative(benchmark::State& state, RuleSet set) {
  resolve_all(state, kRelative, set);
}

void resolve_absolute(benchmark::State& state, RuleSet set) {
  resolve_all(state, kAbsolute, set);
}

// Parses the base for a single reference.
void resolve_once(benchmark::State& state, RuleSet set) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        mimebase::resolve(kBase, "../images/logo.png", mimebase::Rules{set, {}}).has_value());
  }
}

void split_and_join(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(mimebase::Components::split(kAbsolute[1]).join().data());
}

void canonical(benchmark::State& state) {
  std::string out;
  for (auto _ : state) benchmark::DoNotOptimize(mimebase::url::serialise(kAbsolute[1], out));
}

void host_of(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(mimebase::url::host_of(kAbsolute[1]).data());
}

BENCHMARK_CAPTURE(resolve_relative, rfc1808, RuleSet::kRfc1808);
BENCHMARK_CAPTURE(resolve_relative, draft_05, RuleSet::kDraft05);
BENCHMARK_CAPTURE(resolve_relative, rfc3986, RuleSet::kRfc3986);
BENCHMARK_CAPTURE(resolve_relative, whatwg, RuleSet::kWhatwg);
BENCHMARK_CAPTURE(resolve_absolute, rfc1808, RuleSet::kRfc1808);
BENCHMARK_CAPTURE(resolve_absolute, draft_05, RuleSet::kDraft05);
BENCHMARK_CAPTURE(resolve_absolute, rfc3986, RuleSet::kRfc3986);
BENCHMARK_CAPTURE(resolve_absolute, whatwg, RuleSet::kWhatwg);
BENCHMARK_CAPTURE(resolve_once, rfc1808, RuleSet::kRfc1808);
BENCHMARK_CAPTURE(resolve_once, whatwg, RuleSet::kWhatwg);
BENCHMARK(split_and_join);
BENCHMARK(canonical);
BENCHMARK(host_of);

}  // namespace

BENCHMARK_MAIN();
