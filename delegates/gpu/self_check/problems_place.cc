#include <algorithm>
#include <cstring>
#include <vector>

#include "delegates/gpu/self_check/problems.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::gpu {
namespace {

GpuWords Counted(int count) {
  GpuWords words(count);
  for (int i = 0; i < count; ++i) {
    words[i] = static_cast<uint32_t>(i * 7 % 113 + 1);
  }
  return words;
}

// Indices with the number of words that the kernel's constant specifies.
GpuWords Indices(const GpuKernelSpec& spec, const std::vector<int>& values) {
  GpuWords words;
  for (const int value : values) {
    words.push_back(static_cast<uint32_t>(value));
    if (ConstantOf(spec, "WIDE", 1) == 2) words.push_back(value < 0 ? ~0u : 0u);
  }
  return words;
}

// Elements with LANES or WORDS: word k of a nonzero element is the element +
// 1000 * k.
GpuWords Elements(const GpuKernelSpec& spec, const GpuWords& elements) {
  const int lanes = ConstantOf(spec, "LANES", 1);
  if (lanes > 1) return InLanes(elements, lanes);
  GpuWords words;
  for (const uint32_t element : elements) {
    for (int k = 0; k < ConstantOf(spec, "WORDS", 1); ++k) {
      words.push_back(element == 0 ? 0 : element + 1000 * k);
    }
  }
  return words;
}

GpuProblem ElementsProblem(const GpuKernelSpec& spec,
                           const std::vector<GpuWords>& inputs,
                           const GpuWords& expected, std::vector<int> params) {
  const GpuWords words = Elements(spec, expected);
  return WordProblem(spec, inputs, words, static_cast<int>(words.size()),
                     params);
}

// Three planes of 4 x 3 pairs. The update has 2 x 1 pairs of each, starting at
// row 2, since it would not fit at row 3, and at pair 1.
GpuProblem UpdateProblem(const GpuKernelSpec& spec) {
  const bool packed = spec.kernel == "update_slice_packed";
  const int lanes = packed ? ConstantOf(spec, "LANES", 4) : 1;
  const auto stored = [&](const GpuWords& words) {
    return packed ? InLanes(words, lanes) : InUnits(spec, words);
  };
  GpuWords value = Counted(72), update(12);
  for (int i = 0; i < 12; ++i) update[i] = static_cast<uint32_t>(i + 114);
  GpuWords expected = value;
  for (int i = 0; i < 12; ++i) {
    const int row = i / 2 % 2 + 2;
    expected[(i / 4 * 4 + row) * 6 + 2 + i % 2] = update[i];
  }
  std::vector<int> params = {6, 4, 3, 1, 2, 2, 3, 1, 2, 1, 1, 1, 2, 1, -1, -1};
  if (packed) params.push_back(72);
  return WordProblem(spec,
                     {stored(value), stored(update), Indices(spec, {-5, 3, 1})},
                     stored(expected), 72 / lanes, params);
}

GpuProblem OneHotProblem(const GpuKernelSpec& spec) {
  constexpr int kOuter = 3, kDepth = 4, kInner = 2;
  const std::vector<int> indices = {2, -1, 0, 5, 1, 3};
  GpuWords expected;
  for (int i = 0; i < kOuter * kDepth * kInner; ++i) {
    const int place = i / kInner % kDepth;
    const int pick = i / kInner / kDepth * kInner + i % kInner;
    expected.push_back(indices[pick] == place ? 7 : 9);
  }
  return ElementsProblem(
      spec, {Indices(spec, indices), Elements(spec, {7}), Elements(spec, {9})},
      expected, {static_cast<int>(expected.size()), kDepth, kInner});
}

GpuProblem SequenceProblem(const GpuKernelSpec& spec) {
  constexpr int kOuter = 2, kFirst = 3, kMiddle = 2, kSecond = 4, kInner = 2;
  const bool outer = ConstantOf(spec, "SEQUENCE_FIRST", 0) != 0;
  const std::vector<int> lengths = {2, 3, 0, 1};
  const GpuWords source = Counted(kOuter * kFirst * kMiddle * kSecond * kInner);
  GpuWords expected;
  for (int i = 0; i < static_cast<int>(source.size()); ++i) {
    const int second = i / kInner % kSecond;
    const int first = i / kInner / kSecond / kMiddle % kFirst;
    const int length = lengths[outer ? second : first];
    const int at = outer ? first : second;
    const int step = outer ? kMiddle * kSecond * kInner : kInner;
    expected.push_back(
        source[at < length ? i + (length - 1 - 2 * at) * step : i]);
  }
  return WithFaults(ElementsProblem(
      spec,
      {Elements(spec, source),
       Indices(spec, {lengths.begin(), lengths.begin() + (outer ? 4 : 3)})},
      expected,
      {0, static_cast<int>(source.size()), kInner, kSecond, kMiddle, kFirst}));
}

GpuProblem DiagonalProblem(const GpuKernelSpec& spec) {
  constexpr int kRows = 3, kColumns = 4;
  const bool keep = ConstantOf(spec, "KEEP", 0) != 0;
  const GpuWords source = Counted(2 * kRows * kColumns);
  const GpuWords diagonal = {114, 115, 116, 117, 118, 119};
  GpuWords expected = source;
  for (int i = 0; i < static_cast<int>(source.size()); ++i) {
    const int row = i / kColumns % kRows;
    if (!keep) expected[i] = 0;
    if (i % kColumns == row) {
      expected[i] = diagonal[i / kColumns / kRows * kRows + row];
    }
  }
  return ElementsProblem(
      spec, {Elements(spec, source), Elements(spec, diagonal)}, expected,
      {static_cast<int>(source.size()), kRows, kColumns});
}

// Values of a type of typed.inc.
GpuWords Typed(int type, const std::vector<int>& values) {
  GpuWords words;
  for (const int value : values) {
    const auto number = static_cast<float>(value);
    words.push_back(type == 0   ? FloatBits(number)
                    : type == 4 ? half(number).to_bits()
                                : static_cast<uint32_t>(value));
  }
  return InLanes(words, type < 2 ? 1 : type == 4 ? 2 : 4);
}

GpuProblem TopkProblem(const GpuKernelSpec& spec) {
  const int type = ConstantOf(spec, "TYPE", 0);
  const int low = type == 2 ? 4 : 0;  // makes unsigned bytes nonnegative
  std::vector<int> values = {3, -4, 3, 0, 1, -1, -4, 2, -2, 2, 2, -3};
  for (int& value : values) value += low;
  return WordProblem(spec, {Typed(type, values)}, {0, 2, 4, 3, 1, 3, 4, 2}, 12,
                     {6, 4});
}

GpuProblem SlicesProblem(const GpuKernelSpec& spec) {
  const std::vector<int> extents = {3, 2, 4, 2, 2};
  const int depth = ConstantOf(spec, "DEPTH", 1);
  const bool skip = ConstantOf(spec, "SKIP", 0) != 0;
  std::vector<int> indices;
  GpuWords expected;
  for (int v = 0; v < 4; ++v) {
    int slice = 0;
    for (int d = 0; d < depth; ++d) {
      indices.push_back((v * 5 + d + 2) % extents[d]);
      slice = slice * extents[d] + indices.back();
    }
    if (skip && v == 2) {
      indices.back() = -2;
      slice = -1;
    }
    expected.push_back(static_cast<uint32_t>(slice));
  }
  std::vector<int> params = {0};
  params.insert(params.end(), extents.begin(), extents.end());
  return WithFaults(
      WordProblem(spec, {Indices(spec, indices)}, expected, 4, params));
}

// Combines slices of three elements into [3, 3]; the last row receives none.
constexpr int kJoined = 3;
const int kSlices[] = {1, -1, 0, 1};

int Joined(int kind, int first, const std::vector<int>& values, int i) {
  int joined = first;
  for (int p = 0; p < 4; ++p) {
    if (kSlices[p] != i / kJoined) continue;
    const int value = values[p * kJoined + i % kJoined];
    joined = kind == 0   ? joined + value
             : kind == 1 ? joined * value
             : kind == 2 ? std::max(joined, value)
                         : std::min(joined, value);
  }
  return joined;
}

GpuProblem JoinProblem(const GpuKernelSpec& spec, int type) {
  const int kind = ConstantOf(spec, "KIND", 0);
  const int first = kind == 1 ? 1 : kind == 2 ? -100 : kind == 3 ? 100 : 0;
  const std::vector<int> values = {3, -4, 3, 0, 1, -1, -4, 2, -2, 2, 2, -3};
  std::vector<int> expected;
  for (int i = 0; i < 9; ++i) {
    expected.push_back(Joined(kind, first, values, i));
  }
  return WordProblem(spec, {Typed(type, values), Indices(spec, {1, -1, 0, 1})},
                     Typed(type, expected), 9,
                     {kJoined, 4, static_cast<int>(Typed(type, {first})[0])});
}

GpuProblem BytesProblem(const GpuKernelSpec& spec) {
  const bool any = ConstantOf(spec, "OR", 0) != 0;
  std::vector<int> values = {1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0};
  for (int& value : values) value *= any ? 1 : 200;
  std::vector<int> expected;
  for (int i = 0; i < 9; ++i) {
    const int sum = Joined(0, 0, values, i);
    expected.push_back(any ? static_cast<int>(sum != 0) : sum & 255);
  }
  return WordProblem(spec, {Typed(2, values), Indices(spec, {1, -1, 0, 1})},
                     Typed(2, expected), 3, {9, kJoined, 4});
}

}  // namespace

std::optional<GpuProblem> MakeGpuPlaceProblem(const GpuKernelSpec& spec) {
  const std::string& name = spec.kernel;
  if (name.rfind("update_slice_", 0) == 0) return UpdateProblem(spec);
  if (name == "one_hot") return OneHotProblem(spec);
  if (name == "reverse_sequence") return SequenceProblem(spec);
  if (name == "matrix_diag") return DiagonalProblem(spec);
  if (name == "topk_indices") return TopkProblem(spec);
  if (name == "scatter_slices") return SlicesProblem(spec);
  if (name == "scatter_join_float") return JoinProblem(spec, 0);
  if (name == "scatter_join_int") return JoinProblem(spec, 1);
  if (name == "scatter_bytes") return BytesProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
