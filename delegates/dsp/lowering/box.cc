#include "delegates/dsp/lowering/box.h"

namespace tflite::dsp {
namespace {

struct Loop {
  int64_t extent;
  int64_t strides[2];
};

// Whether the outer loop continues where the inner one ends, in both arrays.
bool Continues(const Loop& outer, const Loop& inner) {
  return outer.strides[0] == inner.extent * inner.strides[0] &&
         outer.strides[1] == inner.extent * inner.strides[1];
}

}  // namespace

StatusOr<Box> MergedBox(const Shape& extents,
                        const std::vector<Strides>& arrays) {
  absl::InlinedVector<Loop, 8> loops;
  for (int d = 0; d < extents.rank(); ++d) {
    if (extents[d] == 1) continue;
    Loop loop = {extents[d], {}};
    for (size_t i = 0; i < arrays.size(); ++i) loop.strides[i] = arrays[i][d];
    if (!loops.empty() && Continues(loops.back(), loop)) {
      loop.extent *= loops.back().extent;
      loops.pop_back();
    }
    loops.push_back(loop);
  }
  if (loops.empty()) loops.push_back({1, {1, 1}});
  if (loops.size() > kMostDims) {
    return Unsupported("more than ", kMostDims,
                       " dimensions that move differently are not supported");
  }
  Box box = {static_cast<int32_t>(loops.size()), {}, {}};
  for (size_t d = 0; d < loops.size(); ++d) {
    box.extents[d] = static_cast<int32_t>(loops[d].extent);
    for (int i = 0; i < 2; ++i) {
      box.strides[i][d] = static_cast<int32_t>(loops[d].strides[i]);
    }
  }
  return box;
}

Strides StretchedStrides(const Shape& operand, const Shape& out) {
  const auto dense = DenseStrides(operand);
  Strides strides(out.rank(), 0);
  const int shift = out.rank() - operand.rank();
  for (int d = 0; d < operand.rank(); ++d) {
    if (operand[d] != 1) strides[d + shift] = dense[d];
  }
  return strides;
}

StatusOr<CopyParams> PlanCopy(const StridedCopy& copy) {
  Shape extents;
  Strides in, out;
  for (const StridedCopy::Dim& dim : copy.dims) {
    extents.push_back(static_cast<int32_t>(dim.extent));
    in.push_back(dim.in_stride);
    out.push_back(dim.out_stride);
  }
  TFLL_ASSIGN_OR_RETURN(const Box box, MergedBox(extents, {in, out}));
  CopyParams p = {};
  p.element_bytes = 1;
  p.rank = box.rank;
  p.in_offset = static_cast<int32_t>(copy.in_offset);
  p.out_offset = static_cast<int32_t>(copy.out_offset);
  std::copy_n(box.extents, kMostDims, p.extents);
  std::copy_n(box.strides[0], kMostDims, p.in_strides);
  std::copy_n(box.strides[1], kMostDims, p.out_strides);
  return p;
}

}  // namespace tflite::dsp
