#include <array>

#include "delegates/gpu/self_check/problems.h"

namespace tflite::gpu {
namespace {

using Dims = std::array<int, 5>;  // innermost dimension first

GpuWords Counted(int count) {
  GpuWords words(count);
  for (int i = 0; i < count; ++i) {
    words[i] = static_cast<uint32_t>(i * 7 % 120 + 1);
  }
  return words;
}

int Product(const Dims& extents) {
  int product = 1;
  for (const int extent : extents) product *= extent;
  return product;
}

// The position in each dimension of element i, counted in row-major order.
Dims PlaceOf(int i, const Dims& extents) {
  Dims place;
  for (int d = 0; d < 5; ++d) {
    place[d] = i % extents[d];
    i /= extents[d];
  }
  return place;
}

int At(const Dims& place, const Dims& steps, int base) {
  for (int d = 0; d < 5; ++d) base += place[d] * steps[d];
  return base;
}

void Append(const Dims& values, std::vector<int>* params) {
  params->insert(params->end(), values.begin(), values.end());
}

// A transposed box of the source, with gaps, inside the result.
GpuProblem MoveProblem(const GpuKernelSpec& spec) {
  const Dims extents = {3, 2, 2, 2, 1};
  const Dims from = {2, 17, 6, 34, 0}, to = {4, 1, 13, 26, 0};
  constexpr int kFrom = 1, kTo = 2;
  const GpuWords source = Counted(70);
  GpuWords expected(52);
  for (int i = 0; i < Product(extents); ++i) {
    const Dims place = PlaceOf(i, extents);
    expected[At(place, to, kTo)] = source[At(place, from, kFrom)];
  }
  std::vector<int> params;
  Append(extents, &params);
  Append(from, &params);
  params.push_back(kFrom);
  Append(to, &params);
  params.push_back(kTo);
  return WordProblem(spec, {InUnits(spec, source)}, InUnits(spec, expected), 0,
                     params);
}

// A box of [2, 2, 3] inside [2, 4, 5].
struct Padding {
  const Dims extents = {5, 4, 2, 1, 1};
  const Dims low = {1, 1, 0, 0, 0}, high = {4, 3, 2, 1, 1};
  const Dims steps = {1, 4, 9, 0, 0};
  static constexpr int kBase = 2;

  int mirror = 0;

  // Position in dimension d of the box; -1 if outside.
  int Place(int at, int d) const {
    if (at >= low[d] && at < high[d]) return at - low[d];
    if (mirror == 0) return -1;
    return at < low[d] ? low[d] - at - 2 + mirror
                       : 2 * high[d] - low[d] - at - mirror;
  }
  GpuWords Expected(const GpuWords& source, uint32_t fill) const {
    GpuWords expected(Product(extents), fill);
    for (size_t i = 0; i < expected.size(); ++i) {
      Dims place = PlaceOf(static_cast<int>(i), extents);
      bool inside = true;
      for (int d = 0; d < 5; ++d) {
        place[d] = Place(place[d], d);
        inside = inside && place[d] >= 0;
      }
      if (inside) expected[i] = source[At(place, steps, kBase)];
    }
    return expected;
  }
  std::vector<int> Params(int fill) const {
    std::vector<int> params;
    Append(extents, &params);
    Append(steps, &params);
    params.push_back(kBase);
    Append(low, &params);
    Append(high, &params);
    params.push_back(fill);
    return params;
  }
};

GpuProblem PadProblem(const GpuKernelSpec& spec) {
  Padding padding;
  padding.mirror = ConstantOf(spec, "MIRROR", 0);
  const GpuWords source = Counted(24);
  // A fill of 0 does not depend on the size of units.
  return WordProblem(spec, {InUnits(spec, source)},
                     InUnits(spec, padding.Expected(source, 0)), 0,
                     padding.Params(0));
}

GpuProblem PackedPadProblem(const GpuKernelSpec& spec) {
  Padding padding;
  padding.mirror = ConstantOf(spec, "MIRROR", 0);
  const int lanes = ConstantOf(spec, "LANES", 4);
  // With KEEP, the zeros that were there before remain.
  const bool keep = ConstantOf(spec, "KEEP", 0) != 0;
  const GpuWords source = Counted(24);
  const GpuWords fill = InLanes(GpuWords(lanes, 99), lanes);
  const GpuWords expected =
      InLanes(padding.Expected(source, keep ? 0 : 99), lanes);
  GpuProblem problem = WordProblem(spec, {InLanes(source, lanes)}, expected, 0,
                                   padding.Params(static_cast<int>(fill[0])));
  const auto words = static_cast<uint32_t>(expected.size());
  problem.call.groups = {(words + spec.workgroup[0] - 1) / spec.workgroup[0], 1,
                         1};
  return problem;
}

// Indices of `wide` words each.
GpuWords Indices(const std::vector<int>& values, int wide) {
  GpuWords words;
  for (const int value : values) {
    words.push_back(static_cast<uint32_t>(value));
    if (wide == 2) words.push_back(0);
  }
  return words;
}

GpuProblem Picked(const GpuKernelSpec& spec, const GpuWords& source,
                  const std::vector<int>& indices, const GpuWords& expected,
                  const std::vector<int>& more) {
  const bool packed = spec.kernel.find("_packed") != std::string::npos;
  const int lanes = packed ? ConstantOf(spec, "LANES", 4) : 1;
  const auto pack = [&](const GpuWords& words) {
    return packed ? InLanes(words, lanes) : InUnits(spec, words);
  };
  const auto elements = static_cast<int>(expected.size());
  std::vector<int> params = {0};
  params.insert(params.end(), more.begin(), more.end());
  if (packed) params.push_back(elements);
  return WithFaults(WordProblem(
      spec, {pack(source), Indices(indices, ConstantOf(spec, "WIDE", 1))},
      pack(expected), (elements + lanes - 1) / lanes, params));
}

// Two batches of [2, 4, 3]; selects three slices from each.
GpuProblem GatherProblem(const GpuKernelSpec& spec) {
  constexpr int kOuter = 2, kExtent = 4, kInner = 3, kPicks = 3;
  const GpuWords source = Counted(2 * kOuter * kExtent * kInner);
  const std::vector<int> indices = {3, 0, 2, 1, 1, 3};
  GpuWords expected;
  for (int block = 0; block < 2 * kOuter; ++block) {
    for (int p = 0; p < kPicks; ++p) {
      const int pick = indices[block / kOuter * kPicks + p];
      for (int i = 0; i < kInner; ++i) {
        expected.push_back(source[(block * kExtent + pick) * kInner + i]);
      }
    }
  }
  return Picked(spec, source, indices, expected,
                {kInner, kPicks, kOuter, kExtent});
}

GpuProblem GatherNdProblem(const GpuKernelSpec& spec) {
  constexpr int kInner = 3, kVectors = 4;
  const std::vector<int> extents = {3, 2, 4, 2, 2};
  const int depth = ConstantOf(spec, "DEPTH", 1);
  int slices = 1;
  for (int d = 0; d < depth; ++d) slices *= extents[d];
  const GpuWords source = Counted(slices * kInner);
  std::vector<int> indices;
  GpuWords expected;
  for (int v = 0; v < kVectors; ++v) {
    int slice = 0;
    for (int d = 0; d < depth; ++d) {
      indices.push_back((v * 5 + d + 2) % extents[d]);
      slice = slice * extents[d] + indices.back();
    }
    for (int i = 0; i < kInner; ++i) {
      expected.push_back(source[slice * kInner + i]);
    }
  }
  std::vector<int> more = {kInner};
  more.insert(more.end(), extents.begin(), extents.end());
  return Picked(spec, source, indices, expected, more);
}

}  // namespace

std::optional<GpuProblem> MakeGpuMoveProblem(const GpuKernelSpec& spec) {
  const std::string& name = spec.kernel;
  if (name == "move_uint" || name == "move_u4") return MoveProblem(spec);
  if (name == "pad_uint" || name == "pad_u4") return PadProblem(spec);
  if (name == "pad_packed") return PackedPadProblem(spec);
  if (name.rfind("gather_nd_", 0) == 0) return GatherNdProblem(spec);
  if (name.rfind("gather_", 0) == 0) return GatherProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
