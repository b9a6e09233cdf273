#include "delegates/gpu/lowering/rows.h"

#include "delegates/gpu/lowering/calls.h"

namespace tflite {
namespace {

constexpr size_t kMostOfOneFate = 3;  // dimensions of the kernel `reduce`

struct Dim {
  int64_t extent = 1, step = 0;
};

// Extents, then steps, innermost first.
void Append(const std::vector<Dim>& dims, size_t extents,
            std::vector<uint32_t>* params) {
  for (size_t i = 0; i < extents; ++i) {
    params->push_back(
        static_cast<uint32_t>(i < dims.size() ? dims[i].extent : 1));
  }
  for (size_t i = 0; i < kMostOfOneFate; ++i) {
    params->push_back(
        static_cast<uint32_t>(i < dims.size() ? dims[i].step : 0));
  }
}

Status CheckReducedType(const Reduce& op) {
  const bool bits = op.kind == ReduceKind::kAny || op.kind == ReduceKind::kAll;
  const bool integer = op.type == kTfLiteInt32 && op.kind != ReduceKind::kMean;
  if (bits || op.quantized || (op.type != kTfLiteFloat32 && !integer)) {
    return UnsupportedType(op.type);
  }
  return OkStatus();
}

}  // namespace

StatusOr<RowsPlan> PlanSoftmax(const Softmax& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  RowsPlan plan;
  plan.group = WorksInGroups(op.rows, op.depth, caps.device);
  plan.kernel = plan.group ? "softmax_group" : "softmax";
  if (op.logarithm) plan.constants = {{"LOG", 1}};
  plan.count = op.rows;
  plan.params = {static_cast<uint32_t>(op.depth), FloatBits(op.beta)};
  return plan;
}

StatusOr<RowsPlan> PlanL2Normalization(const L2Normalization& op,
                                       const NodeView& node,
                                       const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  RowsPlan plan;
  plan.group = WorksInGroups(op.rows, op.depth, caps.device);
  plan.kernel = plan.group ? "l2_normalization_group" : "l2_normalization";
  plan.count = op.rows;
  plan.params = {static_cast<uint32_t>(op.depth)};
  return plan;
}

StatusOr<RowsPlan> PlanLocalResponseNormalization(
    const LocalResponseNormalization& op, const NodeView& node,
    const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  RowsPlan plan;
  plan.kernel = "local_response_normalization";
  plan.count = op.rows * op.depth;
  plan.params = {static_cast<uint32_t>(op.depth),
                 static_cast<uint32_t>(op.radius), FloatBits(op.bias),
                 FloatBits(op.alpha), FloatBits(op.beta)};
  return plan;
}

StatusOr<RowsPlan> PlanReduce(const Reduce& op, const NodeView& node,
                              const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckReducedType(op));
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(0), caps));
  std::vector<Dim> kept, reduced;
  int64_t step = 1;
  for (int i = op.extents.rank(); i-- > 0;) {
    if (op.extents[i] != 1) {
      (op.reduced[i] ? reduced : kept).push_back({op.extents[i], step});
    }
    step *= op.extents[i];
  }
  RowsPlan plan;
  if (op.count == 1) {
    plan.copy = true;
    return plan;
  }
  if (kept.size() > kMostOfOneFate || reduced.size() > kMostOfOneFate) {
    return Unsupported("more than ", kMostOfOneFate,
                       " groups of axes that are reduced or stay");
  }
  plan.group = op.type == kTfLiteFloat32 && reduced[0].step == 1 &&
               WorksInGroups(op.num_outputs, op.count, caps.device);
  plan.kernel = plan.group                  ? "reduce_group"
                : op.type == kTfLiteFloat32 ? "reduce_float"
                                            : "reduce_int";
  plan.constants = {{"KIND", static_cast<int32_t>(op.kind)}};
  plan.count = op.num_outputs;
  plan.takes_chain = op.type == kTfLiteFloat32;
  const TensorView out = node.output(0);
  plan.channels = out.rank() == 0 ? 1 : out.dim(-1);
  plan.params = {static_cast<uint32_t>(plan.channels)};
  Append(kept, kMostOfOneFate - 1, &plan.params);
  Append(reduced, kMostOfOneFate, &plan.params);
  return plan;
}

void EmitRows(const RowsPlan& plan, const NodeView& node, GpuBuilder& builder) {
  const GpuValueId in = builder.Input(node, 0), out = builder.Output(node, 0);
  if (plan.copy) return builder.AddCopy(in, out, "reduce");
  GpuCall call = plan.group ? GroupCall(plan.kernel, plan.count, in, out,
                                        plan.params, builder.caps())
                            : FlatCall(plan.kernel, plan.count, {in}, out,
                                       plan.params, builder.caps());
  call.spec.constants = plan.constants;
  if (plan.takes_chain) {
    call.post_operand = 1;
    call.channels = plan.channels;
  }
  builder.Add(std::move(call));
}

}  // namespace tflite
