#ifndef DELEGATES_GPU_LOWERING_REDUCTION_ROWS_H_
#define DELEGATES_GPU_LOWERING_REDUCTION_ROWS_H_

#include <variant>
#include <vector>

#include "delegates/gpu/kernels/reduction/reduce_bytes_kernels.h"
#include "delegates/gpu/kernels/reduction/reduce_kernels.h"
#include "delegates/gpu/kernels/reduction/rows_kernels.h"
#include "delegates/gpu/lowering/elementwise/convert.h"
#include "kernels/l2_normalization/l2_normalization.h"
#include "kernels/local_response_normalization/local_response_normalization.h"
#include "kernels/reduce/reduce.h"
#include "kernels/softmax/softmax.h"

namespace tflite::gpu {

using namespace delegates;

// A kernel in which an invocation, or a workgroup of 64, computes one row.
struct RowsPlan {
  // Complete except for operands; std::monostate: the result equals the input.
  std::variant<std::monostate, SoftmaxKernel, SoftmaxGroupKernel,
               L2NormalizationKernel, LocalResponseNormalizationKernel,
               ReduceFloatKernel, ReduceIntKernel, ReduceGroupKernel,
               ReduceBytesKernel>
      kernel;
  bool group = false;  // a workgroup for each of `count`
  int64_t count = 0;
  // For 8 bits: converts the elements to floats, and the results back.
  bool converts = false;
  QuantizePlan before, after;
  int64_t channels = 1;
  std::vector<int32_t> thresholds;  // of ReduceBytesKernel
};

StatusOr<RowsPlan> PlanSoftmax(const Softmax& op, const NodeView& node,
                               const GpuPlanCaps& caps);
StatusOr<RowsPlan> PlanL2Normalization(const L2Normalization& op,
                                       const NodeView& node,
                                       const GpuPlanCaps& caps);
StatusOr<RowsPlan> PlanLocalResponseNormalization(
    const LocalResponseNormalization& op, const NodeView& node,
    const GpuPlanCaps& caps);
StatusOr<RowsPlan> PlanReduce(const Reduce& op, const NodeView& node,
                              const GpuPlanCaps& caps);
void EmitRows(const RowsPlan& plan, const NodeView& node, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_REDUCTION_ROWS_H_
