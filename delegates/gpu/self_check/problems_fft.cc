#include <complex>
#include <cstring>
#include <vector>

#include "delegates/gpu/self_check/problems.h"

namespace tflite::gpu {
namespace {

using Complexes = std::vector<std::complex<float>>;

// Numbers that replace the roots of unity of order 4 * quarter, so that sums
// are exact. They have the same symmetry, and root 0 is 1.
Complexes Roots(int quarter) {
  Complexes roots;
  for (int k = 0; k < quarter; ++k) {
    roots.emplace_back(k == 0 ? 1.0f : 0.5f * static_cast<float>(k),
                       k == 0 ? 0.0f : 0.25f * static_cast<float>(k - 3));
  }
  for (int k = 0; k < 3 * quarter; ++k) {
    roots.emplace_back(roots[k].imag(), -roots[k].real());
  }
  return roots;
}

// Splits the transform into halves recursively; root k is roots[k * unit].
Complexes Transform(const Complexes& in, const Complexes& roots, int unit) {
  const auto size = static_cast<int>(in.size());
  if (size == 1) return in;
  Complexes even, odd, out(size);
  for (int i = 0; i < size; i += 2) {
    even.push_back(in[i]);
    odd.push_back(in[i + 1]);
  }
  even = Transform(even, roots, 2 * unit);
  odd = Transform(odd, roots, 2 * unit);
  for (int k = 0; k < size / 2; ++k) {
    const std::complex<float> turned = roots[k * unit] * odd[k];
    out[k] = even[k] + turned;
    out[k + size / 2] = even[k] - turned;
  }
  return out;
}

GpuWords Stored(const Complexes& numbers) {
  GpuWords words(2 * numbers.size());
  std::memcpy(words.data(), numbers.data(), words.size() * sizeof(uint32_t));
  return words;
}

std::complex<float> Number(int i) {
  return {static_cast<float>(i * 5 % 7 - 3), static_cast<float>(i * 3 % 5 - 2)};
}

GpuProblem GroupsProblem(const GpuKernelSpec& spec,
                         const std::vector<GpuWords>& inputs,
                         const GpuWords& expected, int groups,
                         std::vector<int> params) {
  params.insert(params.begin(), groups);
  GpuProblem problem = WordProblem(spec, inputs, expected, 0, params);
  problem.call.groups = {static_cast<uint32_t>(groups), 1, 1};
  return problem;
}

// Two signals: a row of 15 numbers, padded to 16, and a row of zeros.
GpuProblem RowsProblem(const GpuKernelSpec& spec) {
  constexpr int kSignals = 2, kColumns = 15, kSize = 8;
  const Complexes roots = Roots(kSize / 2);
  std::vector<float> source;
  Complexes expected;
  for (int s = 0; s < kSignals; ++s) {
    Complexes pairs(kSize);
    for (int i = 0; i < kColumns; ++i) {
      source.push_back(Number(kColumns * s + i).real());
      const float re = i % 2 == 0 ? source.back() : pairs[i / 2].real();
      pairs[i / 2] = {re, i % 2 == 0 ? 0.0f : source.back()};
    }
    pairs = Transform(pairs, roots, 2);
    for (int k = 0; k <= kSize; ++k) {
      const auto a = pairs[k % kSize],
                 b = std::conj(pairs[(kSize - k) % kSize]);
      const auto odd = (a - b) * std::complex<float>(0, -0.5f);
      expected.push_back((a + b) * 0.5f + roots[k] * odd);
    }
    expected.resize(expected.size() + kSize + 1);
  }
  GpuWords words(source.size());
  std::memcpy(words.data(), source.data(), words.size() * sizeof(uint32_t));
  return GroupsProblem(spec, {words, Stored(roots)}, Stored(expected),
                       2 * kSignals, {1, 2, kColumns, kSize});
}

// Two matrices with three columns.
GpuProblem ColumnsProblem(const GpuKernelSpec& spec) {
  constexpr int kMatrices = 2, kColumns = 3, kSize = 16;
  const Complexes roots = Roots(kSize / 4);
  Complexes source(kMatrices * kSize * kColumns), expected(source.size());
  for (size_t i = 0; i < source.size(); ++i) {
    source[i] = Number(static_cast<int>(i));
  }
  for (int column = 0; column < kMatrices * kColumns; ++column) {
    const int begin = column / kColumns * kSize * kColumns + column % kColumns;
    Complexes numbers;
    for (int i = 0; i < kSize; ++i) {
      numbers.push_back(source[begin + i * kColumns]);
    }
    numbers = Transform(numbers, roots, 1);
    for (int i = 0; i < kSize; ++i) {
      expected[begin + i * kColumns] = numbers[i];
    }
  }
  return GroupsProblem(spec, {Stored(source), Stored(roots)}, Stored(expected),
                       kMatrices * kColumns, {kColumns, kSize});
}

std::optional<GpuProblem> PartProblem(const GpuKernelSpec& spec) {
  const int part = ConstantOf(spec, "PART", 0);
  const Complexes source = {{3, -4}, {-8, 6}, {0, 0}, {5, 12}, {-2, 0}};
  GpuProblem problem = WordProblem(spec, {Stored(source)}, GpuWords(5), 5, {5});
  for (int i = 0; i < 5; ++i) {
    problem.expected[i] = part == 0 ? source[i].real() : source[i].imag();
  }
  if (part == 2) {
    problem.expected = {5, 10, 0, 13, 2};
    problem.tolerance = kRootTolerance;
  }
  problem.call.post_operand = 1;
  problem.call.channels = 5;
  return problem;
}

}  // namespace

std::optional<GpuProblem> MakeGpuFftProblem(const GpuKernelSpec& spec) {
  const std::string& name = spec.kernel;
  if (name == "rfft_rows") return RowsProblem(spec);
  if (name == "fft_columns") return ColumnsProblem(spec);
  if (name == "complex_part") return PartProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
