// Speed of the matrix engine, for each instruction set the machine has:
//   gemm_benchmark [threads]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernels/gemm/sinks.h"

namespace tflite::kernels {
namespace {

struct Size {
  int64_t m, n, k;
};
// Layers of image networks, square ones, and single rows.
constexpr Size kSizes[] = {{12544, 64, 32}, {3136, 128, 128}, {784, 256, 256},
                           {196, 512, 512}, {49, 1024, 1024}, {49, 512, 4608},
                           {128, 256, 256}, {512, 512, 512},  {512, 1024, 4096},
                           {1, 1000, 1024}, {1, 4096, 1024}};

double Seconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The best of a few runs within about 50 ms.
template <typename Run>
double BestTime(const Run& run) {
  double best = 1e9;
  const double end = Seconds() + 0.05;
  do {
    const double begin = Seconds();
    run();
    const double time = Seconds() - begin;
    best = time < best ? time : best;
  } while (Seconds() < end);
  return best;
}

double FloatTime(const GemmIsa& isa, const Size& s, ThreadPool& threads) {
  const std::vector<float> left(s.m * s.k, 0.5f), right(s.n * s.k, 0.25f);
  std::vector<float> out(s.m * s.n);
  GemmMatrix matrix(GemmType::kFloat, s.n, s.k, isa);
  const GemmPlan plan = PlanGemm(matrix, s.m, nullptr, threads.num_threads());
  GemmBuffer packed, scratch;
  size_t bytes = 0;
  if (!matrix.CheckedBytes(&bytes) || !packed.Allocate(bytes) ||
      !scratch.Allocate(plan.scratch_bytes() + 1)) {
    return 0;
  }
  matrix.Pack({right.data(), s.k, 1}, packed.data());
  const GemmFloatResult result{out.data(), {s.n}, nullptr, -1e9f, 1e9f};
  return BestTime([&] {
    GemmFloats(plan, {left.data(), s.m, s.k}, matrix, result, scratch.data(),
               threads);
  });
}

double ByteTime(const GemmIsa& isa, const Size& s, ThreadPool& threads) {
  const std::vector<int8_t> left(s.m * s.k, 3), right(s.n * s.k, -2);
  std::vector<int8_t> out(s.m * s.n);
  GemmMatrix matrix(GemmType::kByte, s.n, s.k, isa);
  const GemmPlan plan = PlanGemm(matrix, s.m, nullptr, threads.num_threads());
  GemmBuffer packed, scratch;
  size_t bytes = 0;
  if (!matrix.CheckedBytes(&bytes) || !packed.Allocate(bytes) ||
      !scratch.Allocate(plan.scratch_bytes() + 1)) {
    return 0;
  }
  matrix.Pack({right.data(), s.k, 1}, packed.data());
  const std::vector<QuantizedMultiplier> factors(s.n,
                                                 QuantizeMultiplier(0.001));
  const GemmRequantizer requantizer(factors.data(), s.n, 3, {-128, 127}, isa);
  std::vector<int32_t> start(matrix.padded_columns());
  GemmIntegerArgs args;
  args.left = {left.data(), s.m, s.k};
  GemmStart(matrix, args.left_type, 0, nullptr, start.data());
  args.start = start.data();
  const GemmRequantizeSink sink(requantizer, out.data(), {s.n});
  return BestTime(
      [&] { GemmIntegers(plan, args, matrix, sink, scratch.data(), threads); });
}

void Run(int num_threads) {
  ThreadPool threads(num_threads);
  int count = 0;
  const GemmIsa* const* isas = GemmIsas(&count);
  std::printf("%-12s %6s %6s %6s %15s %13s\n", "isa", "m", "n", "k",
              "float GFLOP/s", "int8 GOP/s");
  for (int i = 0; i < count; ++i) {
    for (const Size& s : kSizes) {
      const double operations = 2e-9 * static_cast<double>(s.m * s.n * s.k);
      std::printf("%-12s %6lld %6lld %6lld %15.1f %13.1f\n", isas[i]->name,
                  static_cast<long long>(s.m), static_cast<long long>(s.n),
                  static_cast<long long>(s.k),
                  operations / FloatTime(*isas[i], s, threads),
                  operations / ByteTime(*isas[i], s, threads));
    }
  }
}

}  // namespace
}  // namespace tflite::kernels

int main(int argc, char** argv) {
  tflite::kernels::Run(argc > 1 ? std::atoi(argv[1]) : 1);
  return 0;
}
