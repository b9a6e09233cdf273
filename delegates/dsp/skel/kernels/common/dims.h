#ifndef DELEGATES_DSP_SKEL_KERNELS_COMMON_DIMS_H_
#define DELEGATES_DSP_SKEL_KERNELS_COMMON_DIMS_H_

#include <stdint.h>

#include "delegates/dsp/wire/ops.h"

namespace tflite::dsp {

// Iterates over all dimensions except the last, the innermost one, and computes
// the offsets of N arrays.
//
//   Dims<2> at(rank, extents, {x_strides, y_strides});
//   do { row(at.offset(0), at.offset(1)); } while (at.Next());
//
// There is at least one element.
template <int N>
class Dims {
 public:
  Dims(int32_t rank, const int32_t* extents, const int32_t* const (&strides)[N])
      : rank_(rank), extents_(extents) {
    for (int i = 0; i < N; ++i) strides_[i] = strides[i];
  }

  int32_t offset(int i) const { return offsets_[i]; }

  // False after the last row.
  bool Next() {
    for (int32_t d = rank_ - 2; d >= 0; --d) {
      for (int i = 0; i < N; ++i) offsets_[i] += strides_[i][d];
      if (++at_[d] < extents_[d]) return true;
      for (int i = 0; i < N; ++i) offsets_[i] -= strides_[i][d] * extents_[d];
      at_[d] = 0;
    }
    return false;
  }

 private:
  const int32_t rank_;
  const int32_t* const extents_;
  const int32_t* strides_[N];
  int32_t at_[kMostDims] = {};
  int32_t offsets_[N] = {};
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_COMMON_DIMS_H_
