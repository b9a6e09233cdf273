#ifndef DELEGATES_GPU_LOWERING_SHAPE_BOX_H_
#define DELEGATES_GPU_LOWERING_SHAPE_BOX_H_

#include <string>
#include <variant>

#include "absl/container/inlined_vector.h"
#include "delegates/gpu/kernels/shape/box_kernels.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/strides.h"

namespace tflite::gpu {

using namespace delegates;

// Elements of a source at regular steps that fill a box inside a dense result.
// Describes slices, transpositions, concatenations, repetitions and paddings.
struct GpuBox {
  struct Dim {
    int64_t extent = 1;  // of the result
    int64_t low = 0;     // start of the box
    int64_t count = 1;   // extent of the box
    int64_t step = 0;    // in the source, per element of the box
  };
  enum class Outside { kKeep, kFill, kSymmetric, kReflect };

  absl::InlinedVector<Dim, 8> dims;  // outermost first
  int64_t base = 0;                  // source index of the box's first element
  int64_t source_elements = 0;
  int element_bytes = 4;
  Outside outside = Outside::kKeep;
  uint64_t fill = 0;  // stored bits of the element
};

// A box that covers a whole dense result, with elements of `source`.
GpuBox WholeBox(const TensorView& source, const Shape& out,
                absl::Span<const int64_t> steps, int element_bytes);

// The kernel for a box and its arguments.
struct BoxPlan {
  // std::monostate: the result equals the source.
  std::variant<std::monostate, MoveKernel, PadKernel, PadPackedKernel> kernel;
  std::array<uint32_t, 3> workgroup = {1, 1, 1}, groups = {1, 1, 1};
};

// Unsupported if more than kMostWalked dimensions remain after merging.
StatusOr<BoxPlan> PlanBox(GpuBox box, const GpuPlanCaps& caps);

// The call of a planned box; AddBox also adds it to the program.
GpuCall BoxCall(const BoxPlan& plan, GpuValueId from, GpuValueId to);
void AddBox(const BoxPlan& plan, GpuValueId from, GpuValueId to,
            std::string label, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_SHAPE_BOX_H_
