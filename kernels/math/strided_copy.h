#ifndef KERNELS_MATH_STRIDED_COPY_H_
#define KERNELS_MATH_STRIDED_COPY_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// A box of elements moved from one dense tensor to another: for every index i
// with 0 <= i_d < extent_d,
//   out[out_offset + sum i_d * out_stride_d] =
//       in[in_offset + sum i_d * in_stride_d].
// Offsets and strides count elements. A stride of 0 repeats an input element, a
// negative one walks backwards. No two i may name the same output element.
struct StridedCopy {
  struct Dim {
    int64_t extent, in_stride, out_stride;
  };
  absl::InlinedVector<Dim, 6> dims;  // outermost first; none: one element
  int64_t in_offset = 0;
  int64_t out_offset = 0;

  void Add(int64_t extent, int64_t in_stride, int64_t out_stride) {
    dims.push_back({extent, in_stride, out_stride});
  }
};

// The distance, in elements, between neighbours along each dimension.
absl::InlinedVector<int64_t, 6> DenseStrides(const Shape& shape);

// Moves elements of `element_bytes` bytes. The memory of input and output must
// not overlap and must hold every element named. Large boxes are shared among
// `threads` where it is not null.
void RunStridedCopy(const StridedCopy& copy, int element_bytes, const void* in,
                    void* out, ThreadPool* threads = nullptr);

// Copies `bytes` bytes. The memory must not overlap.
void CopyBytes(const void* in, int64_t bytes, void* out, ThreadPool& threads);

// Writes `count` copies of the element of `element_bytes` bytes at `value`.
void FillCells(const void* value, int element_bytes, int64_t count, void* out,
               ThreadPool* threads = nullptr);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_STRIDED_COPY_H_
