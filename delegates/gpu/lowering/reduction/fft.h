#ifndef DELEGATES_GPU_LOWERING_REDUCTION_FFT_H_
#define DELEGATES_GPU_LOWERING_REDUCTION_FFT_H_

#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/complex/complex.h"
#include "kernels/rfft2d/rfft2d.h"

namespace tflite::gpu {

using namespace delegates;

// Transforms rows, and then columns if there is more than one row. Lengths are
// constant powers of two; a row or column must fit shared memory.
struct FftPlan {
  int64_t signals = 0;
  int32_t rows = 0, columns = 0;  // of the input
  int32_t height = 0, width = 0;  // of the transform
};
StatusOr<FftPlan> PlanRfft2d(const Rfft2d& op, const NodeView& node,
                             const GpuPlanCaps& caps);
void EmitRfft2d(const FftPlan& plan, const NodeView& node, GpuBuilder& builder);

// REAL, IMAG and COMPLEX_ABS of COMPLEX64.
struct ComplexPartPlan {
  int32_t part = 0;  // PART of the kernel
};
StatusOr<ComplexPartPlan> PlanComplexPart(const Complex& op,
                                          const NodeView& node,
                                          const GpuPlanCaps& caps);
void EmitComplexPart(const ComplexPartPlan& plan, const NodeView& node,
                     GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_REDUCTION_FFT_H_
