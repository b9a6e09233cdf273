#ifndef DELEGATES_GPU_LOWERING_SHAPE_PLACE_H_
#define DELEGATES_GPU_LOWERING_SHAPE_PLACE_H_

#include <variant>

#include "delegates/gpu/kernels/shape/place_kernels.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/shape/box.h"
#include "kernels/dynamic_update_slice/dynamic_update_slice.h"
#include "kernels/matrix_diag/matrix_diag.h"
#include "kernels/one_hot/one_hot.h"
#include "kernels/reverse/reverse.h"
#include "kernels/topk_v2/topk_v2.h"
#include "kernels/zeros_like/zeros_like.h"

namespace tflite::gpu {

using namespace delegates;

// A kernel of place.kernel, which moves elements to positions that are known
// only at run time.
struct PlacePlan {
  // Complete except for operands and faults.
  std::variant<OneHotKernel, ReverseSequenceKernel, MatrixDiagKernel,
               UpdateSlicePackedKernel, UpdateSliceKernel>
      kernel;
  int64_t count = 0;
  int diagonal = 0;  // the input of MatrixDiagKernel
};
StatusOr<PlacePlan> PlanDynamicUpdateSlice(const DynamicUpdateSlice& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps);
StatusOr<PlacePlan> PlanOneHot(const OneHot& op, const NodeView& node,
                               const GpuPlanCaps& caps);
StatusOr<PlacePlan> PlanReverseSequence(const ReverseSequence& op,
                                        const NodeView& node,
                                        const GpuPlanCaps& caps);
StatusOr<PlacePlan> PlanMatrixDiag(const MatrixDiag& op, const NodeView& node,
                                   const GpuPlanCaps& caps);
void EmitPlace(const PlacePlan& plan, const NodeView& node,
               GpuBuilder& builder);

// Fills the output with zeros, in units of 16 bytes.
StatusOr<BoxPlan> PlanZerosLike(const ZerosLike& op, const NodeView& node,
                                const GpuPlanCaps& caps);
void EmitZeros(const BoxPlan& plan, const NodeView& node, GpuBuilder& builder);

// Computes the indices of the largest elements, which are then gathered.
struct TopkPlan {
  int32_t type = 0;           // TYPE of typed.inc
  int64_t element_bytes = 4;  // on the device
  int64_t rows = 0, columns = 0, k = 0;
};
StatusOr<TopkPlan> PlanTopkV2(const TopkV2& op, const NodeView& node,
                              const GpuPlanCaps& caps);
void EmitTopkV2(const TopkPlan& plan, const NodeView& node,
                GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_SHAPE_PLACE_H_
