#ifndef DELEGATES_GPU_LOWERING_ROWS_H_
#define DELEGATES_GPU_LOWERING_ROWS_H_

#include "delegates/gpu/lowering/convert.h"
#include "kernels/l2_normalization/l2_normalization.h"
#include "kernels/local_response_normalization/local_response_normalization.h"
#include "kernels/reduce/reduce.h"
#include "kernels/softmax/softmax.h"

namespace tflite::gpu {

using namespace delegates;

// A kernel whose invocations, or workgroups of 64, take a row each.
struct RowsPlan {
  bool copy = false;  // the result is the input
  std::string kernel;
  bool group = false;
  std::vector<std::pair<std::string, int32_t>> constants;
  int64_t count = 0;
  // Of 8 bits: the elements as floats, and the results back.
  bool converts = false;
  QuantizePlan before, after;
  bool takes_chain = false;  // the kernel has @post
  int64_t channels = 1;
  std::vector<uint32_t> params;     // after the count
  std::vector<int32_t> thresholds;  // of the kernel reduce_bytes
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

#endif  // DELEGATES_GPU_LOWERING_ROWS_H_
