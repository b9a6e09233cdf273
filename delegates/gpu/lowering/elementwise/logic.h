#ifndef DELEGATES_GPU_LOWERING_ELEMENTWISE_LOGIC_H_
#define DELEGATES_GPU_LOWERING_ELEMENTWISE_LOGIC_H_

#include <optional>
#include <variant>

#include "delegates/gpu/kernels/elementwise/logic_kernels.h"
#include "delegates/gpu/kernels/reduction/rows_kernels.h"
#include "delegates/gpu/lowering/elementwise/byte_functions.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/strides.h"
#include "kernels/arg_min_max/arg_min_max.h"
#include "kernels/binary/binary.h"
#include "kernels/compare/compare.h"
#include "kernels/cumsum/cumsum.h"
#include "kernels/select/select.h"
#include "kernels/unary/unary.h"

namespace tflite::gpu {

using namespace delegates;

struct LogicPlan {
  // Complete except for operands.
  std::variant<CompareKernel, ChooseKernel, ArgMinMaxKernel, CumsumKernel>
      kernel;
  int64_t count = 0;
  GpuWalk walk;  // of ChooseKernel, which also defines its grid
  std::optional<BytePairs> bytes;  // if set, replaces all else
};

StatusOr<LogicPlan> PlanCompare(const Compare& op, const NodeView& node,
                                const GpuPlanCaps& caps);
// LOGICAL_AND and LOGICAL_OR.
StatusOr<LogicPlan> PlanLogical(const Binary& op, const NodeView& node,
                                const GpuPlanCaps& caps);
StatusOr<LogicPlan> PlanLogicalNot(const Unary& op, const NodeView& node,
                                   const GpuPlanCaps& caps);
// A condition of rank 1 selects slices along the outermost dimension.
StatusOr<LogicPlan> PlanSelect(const Select& op, const NodeView& node,
                               const GpuPlanCaps& caps);
StatusOr<LogicPlan> PlanSelectV2(const Select& op, const NodeView& node,
                                 const GpuPlanCaps& caps);
StatusOr<LogicPlan> PlanArgMinMax(const ArgMinMax& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
StatusOr<LogicPlan> PlanCumsum(const Cumsum& op, const NodeView& node,
                               const GpuPlanCaps& caps);

void EmitLogic(const LogicPlan& plan, const NodeView& node,
               GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_ELEMENTWISE_LOGIC_H_
