#ifndef DELEGATES_GPU_LOWERING_REDUCTION_H_
#define DELEGATES_GPU_LOWERING_REDUCTION_H_

#include <vector>

#include "delegates/gpu/gpu_builder.h"
#include "kernels/batch_matmul/batch_matmul.h"
#include "kernels/cast/cast.h"
#include "kernels/l2_normalization/l2_normalization.h"
#include "kernels/reduce/reduce.h"
#include "kernels/softmax/softmax.h"

namespace tflite {

// Sums and the like along axes, rows and matrices, of FLOAT32.

struct ReducePlan {
  int kind;  // KIND of reduce.kernel
  // Innermost first: extents and steps of what is kept, then of what is
  // reduced.
  int32_t kept[3], kept_steps[3], reduced[3], reduced_steps[3];
};
StatusOr<ReducePlan> PlanReduce(const Reduce& op, const NodeView& node,
                                const GpuPlanCaps& caps);
void EmitReduce(const ReducePlan& plan, const NodeView& node,
                GpuBuilder& builder);

struct RowsPlan {
  int kind;  // KIND of rows.kernel
  int32_t rows, depth;
  float beta;
};
StatusOr<RowsPlan> PlanSoftmax(const Softmax& op, const NodeView& node,
                               const GpuPlanCaps& caps);
StatusOr<RowsPlan> PlanL2Normalization(const L2Normalization& op,
                                       const NodeView& node,
                                       const GpuPlanCaps& caps);
void EmitRows(const RowsPlan& plan, const NodeView& node, GpuBuilder& builder);

struct MatMulPlan {
  int32_t rows, depth, columns;
  bool adj_x, adj_y;
  std::vector<int32_t> at;  // matrices of the operands, pairs
};
StatusOr<MatMulPlan> PlanBatchMatMul(const BatchMatMul& op,
                                     const NodeView& node,
                                     const GpuPlanCaps& caps);
void EmitBatchMatMul(const MatMulPlan& plan, const NodeView& node,
                     GpuBuilder& builder);

// Between FLOAT32 and INT32.
struct CastPlan {
  int kind;  // KIND of cast.kernel
};
StatusOr<CastPlan> PlanCast(const Cast& op, const NodeView& node,
                            const GpuPlanCaps& caps);
void EmitCast(const CastPlan& plan, const NodeView& node, GpuBuilder& builder);

}  // namespace tflite

#endif  // DELEGATES_GPU_LOWERING_REDUCTION_H_
