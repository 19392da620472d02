// Parser speed: megabytes of PTX a second, and the time for one small kernel.
//
// The text is our own kernels' (tests/ptx/programs), as many times as the size asks for.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

#include "smemlens/ptx/parser.h"
#include "smemlens/ptx/printer.h"

namespace smemlens::ptx {
namespace {

std::string program_text() {
  std::ifstream file(SMEMLENS_SOURCE_DIR "/tests/ptx/programs/nvcc_80.ptx", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// One module of at least `bytes`: the program's kernels under new names.
std::string large_text(std::size_t bytes) {
  const std::string program = program_text();
  const std::size_t begin = program.find(".visible .entry");
  const std::size_t end = program.find("\t.file");
  const std::string kernels = program.substr(begin, end - begin);
  std::string text = program.substr(0, begin);
  for (std::size_t copy = 0; text.size() < bytes; ++copy) {
    std::size_t from = 0;
    const std::string word = ".entry ";
    for (std::size_t at = kernels.find(word); at != std::string::npos;
         at = kernels.find(word, from)) {
      text += kernels.substr(from, at + word.size() - from) + "c" + std::to_string(copy);
      from = at + word.size();
    }
    text += kernels.substr(from);
  }
  return text + program.substr(end);
}

void parse(benchmark::State& state, const std::string& text) {
  const SourceText source{"bench.ptx", text};
  for (auto _ : state) {
    const ParseResult result = parse_module(source);
    if (has_errors(result)) state.SkipWithError(to_text(result.diagnostics.front()).c_str());
    benchmark::DoNotOptimize(result.module.functions.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) *
                          static_cast<std::int64_t>(state.iterations()));
}

void parse_ten_megabytes(benchmark::State& state) {
  parse(state, large_text(10'000'000));
}
void parse_one_program(benchmark::State& state) {
  parse(state, program_text());
}

BENCHMARK(parse_ten_megabytes)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_one_program)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace smemlens::ptx

BENCHMARK_MAIN();
