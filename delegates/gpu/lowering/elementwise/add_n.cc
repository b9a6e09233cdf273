#include "delegates/gpu/lowering/elementwise/add_n.h"

#include <limits>

#include "delegates/gpu/kernels/elementwise/binary_int_kernels.h"
#include "delegates/gpu/kernels/elementwise/map_kernels.h"
#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise/elementwise.h"

namespace tflite::gpu {
namespace {

GpuCall IntegersCall(const GpuWalk& walk, GpuValueId a, GpuValueId b,
                     GpuValueId to, int64_t count, const GpuCaps& caps) {
  using Ints = std::numeric_limits<int32_t>;
  BinaryIntKernel kernel;
  kernel.constants.code = GPU_FN_ADD;
  kernel.x = a;
  kernel.y = b;
  kernel.dst = to;
  kernel.count = count;
  kernel.low = Ints::min();
  kernel.high = Ints::max();
  SetWalk(walk, &kernel);
  GpuCall call = kernel.Call();
  SetGrid(walk, caps, &call);
  return call;
}

// Converts values to another precision.
template <typename Kernel>
GpuValueId Converted(GpuValueId from, GpuValueId to, int64_t count,
                     GpuBuilder& builder) {
  Kernel kernel;
  kernel.src = from;
  kernel.dst = to;
  builder.Add(FlatCall(kernel, (count + 3) / 4, builder.caps()));
  return to;
}

}  // namespace

StatusOr<AddNPlan> PlanAddN(const AddN& op, const NodeView& node,
                            const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.type != kTfLiteFloat32 && op.type != kTfLiteInt32) {
    return UnsupportedType(op.type);
  }
  AddNPlan plan;
  plan.integers = op.type == kTfLiteInt32;
  const absl::InlinedVector<int64_t, 6> steps[] = {{1}, {1}};
  TFLL_ASSIGN_OR_RETURN(plan.walk,
                        Walk({static_cast<int32_t>(op.count)}, steps));
  return plan;
}

void EmitAddN(const AddNPlan& plan, const NodeView& node, GpuBuilder& builder) {
  const TensorView out = node.output(0);
  const int64_t count = out.num_elements();
  const int last = node.num_inputs() - 1;
  GpuValueId sum = builder.Input(node, 0);
  if (last == 0) return builder.AddCopy(sum, builder.Output(node, 0), "add_n");
  // A chain has two more inputs. In half precision, the sums between them would
  // be rounded.
  const bool convert = builder.half() && !plan.integers && last > 2;
  const auto read = [&](GpuValueId input) {
    if (!convert) return input;
    return Converted<LoadRealKernel>(
        input, builder.Inner(count * sizeof(float)), count, builder);
  };
  sum = read(sum);
  for (int i = 1; i <= last; ++i) {
    const GpuValueId other = read(builder.Input(node, i));
    const GpuValueId to = convert     ? builder.Inner(count * sizeof(float))
                          : i == last ? builder.Output(node, 0)
                                      : builder.InnerLike(out, count);
    if (plan.integers) {
      builder.Add(
          IntegersCall(plan.walk, sum, other, to, count, builder.caps()));
    } else {
      GpuFunction add;
      add.code = GPU_FN_ADD;
      add.place = GpuFunction::Place::kSame;
      add.other = other;
      builder.AddMap(sum, to, add, out.rank() == 0 ? 1 : out.dim(-1), "add_n");
    }
    sum = to;
  }
  if (convert) {
    Converted<StoreRealKernel>(sum, builder.Output(node, 0), count, builder);
  }
}

}  // namespace tflite::gpu
