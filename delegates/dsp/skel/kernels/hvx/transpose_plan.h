#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_PLAN_H_

#include <stdint.h>

// The block that transpose_rows.h transposes at once.
namespace tflite::dsp {

constexpr int32_t kTransposedRows = 128;
constexpr int32_t kTransposedColumns = 32;
constexpr uint64_t kTransposeScratchBytes =
    uint64_t{kTransposedRows} * kTransposedColumns;

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_PLAN_H_
