#include "delegates/gpu/lowering/add_n.h"

#include <limits>

#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise.h"

namespace tflite::gpu {
namespace {

GpuCall IntegersCall(const GpuWalk& walk, GpuValueId a, GpuValueId b,
                     GpuValueId to, int64_t count, const GpuCaps& caps) {
  using Ints = std::numeric_limits<int32_t>;
  GpuCall call;
  call.spec = {"binary_int", {{"CODE", GPU_FN_ADD}}};
  call.operands = {{a, false}, {b, false}, {to, true}};
  call.params = Words({count, Ints::min(), Ints::max()});
  AppendWalk(walk, 2, &call.params);
  SetGrid(walk, caps, &call);
  return call;
}

// Numbers in another precision, by `kernel`.
GpuValueId Converted(const char* kernel, GpuValueId from, GpuValueId to,
                     int64_t count, GpuBuilder& builder) {
  builder.Add(
      FlatCall(kernel, (count + 3) / 4, {from}, to, {}, builder.caps()));
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
  // A chain takes two more inputs; of half precision it would be rounded.
  const bool convert = builder.half() && !plan.integers && last > 2;
  const auto read = [&](GpuValueId input) {
    if (!convert) return input;
    return Converted("load_real", input, builder.Inner(count * sizeof(float)),
                     count, builder);
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
    Converted("store_real", sum, builder.Output(node, 0), count, builder);
  }
}

}  // namespace tflite::gpu
