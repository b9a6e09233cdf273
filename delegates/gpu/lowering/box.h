#ifndef DELEGATES_GPU_LOWERING_BOX_H_
#define DELEGATES_GPU_LOWERING_BOX_H_

#include <string>
#include <variant>

#include "absl/container/inlined_vector.h"
#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/kernels/box_kernels.h"
#include "delegates/gpu/lowering/strides.h"

namespace tflite::gpu {

using namespace delegates;

// Elements of a source at regular steps that become a box within a dense
// result: what slices, transpositions, joins, repetitions and paddings are.
struct GpuBox {
  struct Dim {
    int64_t extent = 1;  // of the result
    int64_t low = 0;     // where the box begins
    int64_t count = 1;   // how far it goes
    int64_t step = 0;    // in the source, of one place of the box
  };
  enum class Outside { kKeep, kFill, kSymmetric, kReflect };

  absl::InlinedVector<Dim, 8> dims;  // outermost first
  int64_t base = 0;                  // of the box's first element in the source
  int64_t source_elements = 0;
  int element_bytes = 4;
  Outside outside = Outside::kKeep;
  uint64_t fill = 0;  // stored bits of the element
};

// A box that is the whole of a dense result, of elements of `source`.
GpuBox WholeBox(const TensorView& source, const Shape& out,
                absl::Span<const int64_t> steps, int element_bytes);

// The kernel for a box and what it is called with.
struct BoxPlan {
  // std::monostate: result and source are the same.
  std::variant<std::monostate, MoveKernel, PadKernel, PadPackedKernel> kernel;
  std::array<uint32_t, 3> workgroup = {1, 1, 1}, groups = {1, 1, 1};
};

// Unsupported where more than kMostWalked dimensions move differently.
StatusOr<BoxPlan> PlanBox(GpuBox box, const GpuPlanCaps& caps);

// The call for it, and its addition.
GpuCall BoxCall(const BoxPlan& plan, GpuValueId from, GpuValueId to);
void AddBox(const BoxPlan& plan, GpuValueId from, GpuValueId to,
            std::string label, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_BOX_H_
