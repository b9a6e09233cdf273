#include "delegates/gpu/lowering/reduction/rows.h"

#include <algorithm>

#include "delegates/common/operand_checks.h"
#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

// The maximum number of reduced dimensions, and also of kept ones.
constexpr size_t kMostOfOneFate = std::extent_v<decltype(ReduceIntKernel::rs)>;

struct Dim {
  int64_t extent = 1, step = 0;
};

// Sets the extents and steps of kept and of reduced dimensions, innermost
// first. The kernel does not need the last extent of the kept ones.
template <typename Kernel>
void SetDims(const std::vector<Dim>& kept, const std::vector<Dim>& reduced,
             Kernel* kernel) {
  const auto set = [](const std::vector<Dim>& dims, auto& extents,
                      auto& steps) {
    for (size_t i = 0; i < std::size(extents); ++i) {
      extents[i] = i < dims.size() ? dims[i].extent : 1;
    }
    for (size_t i = 0; i < std::size(steps); ++i) {
      steps[i] = i < dims.size() ? dims[i].step : 0;
    }
  };
  set(kept, kernel->ns, kernel->ks);
  set(reduced, kernel->rs, kernel->qs);
}

// FLOAT32 is supported directly, 8 bits by conversion to FLOAT32; results may
// have 16 bits.
Status SetElements(TfLiteType type, Affine in, Affine out, const NodeView& node,
                   const GpuPlanCaps& caps, RowsPlan* plan) {
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(0), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  if (type == kTfLiteFloat32) return OkStatus();
  const TfLiteType result = node.output(0).type();
  if (!IsByte(type) || !caps.take_quantized) return UnsupportedType(type);
  plan->converts = true;
  plan->before = QuantizeOne(type, in, /*to_float=*/true);
  plan->after = QuantizeOne(result, out, /*to_float=*/false);
  return OkStatus();
}

// Stored integers are compared without conversion.
constexpr Affine kStored = {1.0f, 0};

Status SetReducedElements(const Reduce& op, const NodeView& node,
                          const GpuPlanCaps& caps, RowsPlan* plan) {
  const bool moves = op.kind == ReduceKind::kMax || op.kind == ReduceKind::kMin;
  if (op.type == kTfLiteBool) {
    TFLL_RETURN_IF_ERROR(
        SetElements(kTfLiteUInt8, kStored, kStored, node, caps, plan));
  } else if (op.type == kTfLiteInt32 && op.kind != ReduceKind::kMean) {
    TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  } else if (IsByte(op.type) && !moves) {
    return UnsupportedType(op.type);
  } else {
    TFLL_RETURN_IF_ERROR(
        SetElements(op.type, kStored, kStored, node, caps, plan));
  }
  return OkStatus();
}

// Checks sums whose results are determined by thresholds.
Status CheckByteSums(const Reduce& op, const NodeView& node,
                     const GpuPlanCaps& caps) {
  if (!caps.take_quantized || !op.quantized) return UnsupportedType(op.type);
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(0), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  // The fixed-point multiplication of means wraps beyond 32 bits.
  const int wraps = std::max(0, op.mean_multiplier.shift);
  if (op.count * 255 > INT32_MAX >> wraps) {
    return Unsupported("sums of ", op.count, " integers are not supported");
  }
  return OkStatus();
}

// Entry i is the smallest sum whose result is the smallest result plus i.
std::vector<int32_t> ThresholdsOf(const Reduce& op) {
  std::vector<int32_t> thresholds(256, INT32_MAX);
  const auto most = static_cast<int32_t>(op.count * 255);
  int32_t least = -most;
  for (int i = 1; i < 256; ++i) {
    int32_t end = most + 1;  // the threshold is in [least, end]
    while (least < end) {
      const auto middle = static_cast<int32_t>((int64_t{least} + end) >> 1);
      if (op.StoredOutput(middle) >= op.range.min + i) {
        end = middle;
      } else {
        least = middle + 1;
      }
    }
    if (least > most) break;
    thresholds[i] = least;
  }
  return thresholds;
}

void SetByteSums(const Reduce& op, std::vector<Dim> kept,
                 std::vector<Dim> reduced, RowsPlan* plan) {
  const int64_t elements = op.num_outputs;
  const bool words =
      !kept.empty() && kept[0].step == 1 && kept[0].extent % 4 == 0;
  if (words) {
    kept[0].extent /= 4;
    for (size_t i = 1; i < kept.size(); ++i) kept[i].step /= 4;
    for (Dim& dim : reduced) dim.step /= 4;
  }
  ReduceBytesKernel kernel;
  kernel.constants.signed_ = op.type == kTfLiteInt8;
  kernel.constants.words = words;
  kernel.elements = elements;
  kernel.base = -op.count * op.input_zero_point;
  kernel.low = op.range.min;
  SetDims(kept, reduced, &kernel);
  plan->kernel = kernel;
  plan->count = (elements + 3) / 4;
  plan->thresholds = ThresholdsOf(op);
}

// The loop steps over reduced dimensions, if the innermost one is processed in
// parts of `part` elements.
int64_t StepsOf(const std::vector<Dim>& reduced, int64_t part) {
  int64_t steps = 0;
  for (size_t i = 0; i < kMostOfOneFate; ++i) {
    const int64_t extent = i < reduced.size() ? reduced[i].extent : 1;
    if (i == 0 && part > 1) steps = (extent + part - 1) / part;
    steps = i == 0 ? steps + extent : extent * (1 + steps);
  }
  return steps;
}

// The loop steps of one lane of a workgroup for this many elements, including
// the reduction between lanes.
int64_t GroupSteps(int64_t elements) { return (elements + 63) / 64 + 6; }

// Chooses between an invocation and a workgroup for each of `count` rows. The
// kernels loop `times` times over a row of `depth` elements, for which a single
// invocation needs `steps` loop steps in all.
Status ChooseGroup(int64_t count, int64_t depth, int times, int64_t steps,
                   const GpuCaps& caps, RowsPlan* plan) {
  plan->group = WorksInGroups(count, depth, caps) ||
                (!CheckLoops(steps, caps).ok() && caps.max_invocations >= 64);
  return CheckLoops(plan->group ? times * GroupSteps(depth) : steps, caps);
}

// KIND of the kernel `reduce`; BOOL elements are 0 and 1.
int32_t KindOf(ReduceKind kind) {
  if (kind == ReduceKind::kAny) kind = ReduceKind::kMax;
  if (kind == ReduceKind::kAll) kind = ReduceKind::kMin;
  return static_cast<int32_t>(kind);
}

void AddCall(std::monostate, const RowsPlan&, GpuValueId, GpuValueId,
             GpuBuilder&) {}

void AddCall(ReduceBytesKernel kernel, const RowsPlan& plan, GpuValueId in,
             GpuValueId out, GpuBuilder& builder) {
  kernel.src = in;
  kernel.thresholds = builder.Constant(plan.thresholds);
  kernel.dst = out;
  builder.Add(FlatCall(kernel, plan.count, builder.caps()));
}

template <typename Kernel>
void AddCall(Kernel kernel, const RowsPlan& plan, GpuValueId in, GpuValueId out,
             GpuBuilder& builder) {
  kernel.src = in;
  kernel.dst = out;
  GpuCall call = kernel.Call();
  if (plan.group) {
    SetGroupGrid(plan.count, builder.caps(), &call);
  } else {
    SetFlatGrid(plan.count, builder.caps(), &call);
  }
  call.channels = plan.channels;
  builder.Add(std::move(call));
}

}  // namespace

StatusOr<RowsPlan> PlanSoftmax(const Softmax& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  RowsPlan plan;
  TFLL_RETURN_IF_ERROR(SetElements(op.type, op.in, op.out, node, caps, &plan));
  TFLL_RETURN_IF_ERROR(CheckBeta(op.beta));
  TFLL_RETURN_IF_ERROR(ChooseGroup(op.rows, op.depth, /*times=*/3,
                                   int64_t{3} * op.depth, caps.device, &plan));
  const auto choose = [&](auto kernel) {
    kernel.constants.log = op.logarithm;
    kernel.rows = op.rows;
    kernel.depth = op.depth;
    kernel.beta = op.beta;
    plan.kernel = kernel;
  };
  if (plan.group) {
    choose(SoftmaxGroupKernel());
  } else {
    choose(SoftmaxKernel());
  }
  plan.count = op.rows;
  return plan;
}

StatusOr<RowsPlan> PlanL2Normalization(const L2Normalization& op,
                                       const NodeView& node,
                                       const GpuPlanCaps& caps) {
  RowsPlan plan;
  TFLL_RETURN_IF_ERROR(SetElements(op.type, {1.0f, op.in_zero_point}, op.out,
                                   node, caps, &plan));
  TFLL_RETURN_IF_ERROR(CheckLoops(int64_t{2} * op.depth, caps.device));
  L2NormalizationKernel kernel;
  kernel.rows = op.rows;
  kernel.depth = op.depth;
  plan.kernel = kernel;
  plan.count = op.rows;
  return plan;
}

StatusOr<RowsPlan> PlanLocalResponseNormalization(
    const LocalResponseNormalization& op, const NodeView& node,
    const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  RowsPlan plan;
  TFLL_RETURN_IF_ERROR(CheckLoops(
      std::min<int64_t>(op.depth, int64_t{2} * op.radius + 1), caps.device));
  plan.count = op.rows * op.depth;
  LocalResponseNormalizationKernel kernel;
  kernel.count = plan.count;
  kernel.depth = op.depth;
  kernel.radius = op.radius;
  kernel.bias = op.bias;
  kernel.alpha = op.alpha;
  kernel.beta = op.beta;
  plan.kernel = kernel;
  return plan;
}

StatusOr<RowsPlan> PlanReduce(const Reduce& op, const NodeView& node,
                              const GpuPlanCaps& caps) {
  RowsPlan plan;
  const bool sums = op.kind == ReduceKind::kSum || op.kind == ReduceKind::kMean;
  const bool byte_sums = IsByte(op.type) && sums;
  if (byte_sums) {
    TFLL_RETURN_IF_ERROR(CheckByteSums(op, node, caps));
  } else {
    TFLL_RETURN_IF_ERROR(SetReducedElements(op, node, caps, &plan));
  }
  std::vector<Dim> kept, reduced;
  int64_t step = 1;
  for (int i = op.extents.rank(); i-- > 0;) {
    (op.reduced[i] ? reduced : kept).push_back({op.extents[i], step});
    step *= op.extents[i];
  }
  if (op.count == 1 && !byte_sums) return plan;
  if (kept.size() > kMostOfOneFate || reduced.size() > kMostOfOneFate) {
    return Unsupported("more than ", kMostOfOneFate,
                       " groups of axes that are reduced or stay");
  }
  if (byte_sums) {
    TFLL_RETURN_IF_ERROR(CheckLoops(StepsOf(reduced, 1) + 8, caps.device));
    SetByteSums(op, std::move(kept), std::move(reduced), &plan);
    return plan;
  }
  const bool integer = op.type == kTfLiteInt32;
  const int64_t steps = StepsOf(reduced, 32);
  if (integer || reduced[0].step != 1) {
    TFLL_RETURN_IF_ERROR(CheckLoops(steps, caps.device));
  } else {
    TFLL_RETURN_IF_ERROR(ChooseGroup(op.num_outputs, op.count, /*times=*/1,
                                     steps, caps.device, &plan));
  }
  plan.count = op.num_outputs;
  const TensorView out = node.output(0);
  plan.channels = out.rank() == 0 ? 1 : out.dim(-1);
  const auto choose = [&](auto kernel) {
    kernel.constants.kind = KindOf(op.kind);
    kernel.count = plan.count;
    kernel.channels = plan.channels;
    SetDims(kept, reduced, &kernel);
    plan.kernel = kernel;
  };
  if (integer) {
    choose(ReduceIntKernel());
  } else if (plan.group) {
    choose(ReduceGroupKernel());
  } else {
    choose(ReduceFloatKernel());
  }
  return plan;
}

void EmitRows(const RowsPlan& plan, const NodeView& node, GpuBuilder& builder) {
  GpuValueId in = builder.Input(node, 0), out = builder.Output(node, 0);
  if (std::holds_alternative<std::monostate>(plan.kernel)) {
    return builder.AddCopy(in, out, "reduce");
  }
  const GpuValueId result = out;
  const int64_t results = node.output(0).num_elements();
  if (plan.converts) {
    const int64_t elements = node.input(0).num_elements();
    const GpuValueId stored = in;
    in = builder.Inner(elements * sizeof(float));
    out = builder.Inner(results * sizeof(float));
    AddQuantize(plan.before, stored, in, elements, builder);
  }
  std::visit(
      [&](const auto& kernel) { AddCall(kernel, plan, in, out, builder); },
      plan.kernel);
  if (plan.converts) AddQuantize(plan.after, out, result, results, builder);
}

}  // namespace tflite::gpu
