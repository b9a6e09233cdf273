#include "delegates/gpu/lowering/fft.h"

#include <algorithm>
#include <cmath>

#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

constexpr double kPi = 3.141592653589793238;
constexpr int32_t kLeastSize = 64;  // SIZE of kernels, so that there are few

bool IsPowerOfTwo(int32_t n) { return (n & (n - 1)) == 0; }

// SIZE of the kernel for `numbers` complex numbers.
int32_t SharedSize(int32_t numbers) { return std::max(numbers, kLeastSize); }

Status CheckLength(int32_t length, int32_t numbers, const GpuCaps& caps) {
  constexpr int64_t kComplexBytes = 2 * sizeof(float);
  if (!IsPowerOfTwo(length)) {
    return Unsupported("a transform of length ", length,
                       ", no power of two, is not supported");
  }
  if (SharedSize(numbers) * kComplexBytes > caps.shared_memory_bytes) {
    return Unsupported("a transform of length ", length, " is not supported");
  }
  return OkStatus();
}

// Roots [0, count) of 1 of order `length`, against the clock.
std::vector<float> Roots(int32_t length, int32_t count) {
  std::vector<float> roots;
  for (int32_t k = 0; k < count; ++k) {
    const double angle = -2 * kPi * k / length;
    roots.push_back(static_cast<float>(std::cos(angle)));
    roots.push_back(static_cast<float>(std::sin(angle)));
  }
  return roots;
}

// A workgroup for each of `count` transforms of `numbers` complex numbers.
GpuCall TransformCall(const char* kernel, int64_t count, int32_t numbers,
                      GpuValueId from, std::vector<float> roots, GpuValueId to,
                      std::vector<uint32_t> params, GpuBuilder& builder) {
  GpuCall call = FlatCall(kernel, count, {from, builder.Constant(roots)}, to,
                          std::move(params), builder.caps());
  call.spec.constants = {{"SIZE", SharedSize(numbers)}};
  call.groups = FlatGroups(count, 1, builder.caps());
  return call;
}

}  // namespace

StatusOr<FftPlan> PlanRfft2d(const Rfft2d& op, const NodeView& node,
                             const GpuPlanCaps& caps) {
  if (!node.input(1).is_constant()) {
    return Unsupported("a length that is not constant is not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.width == 1) {
    return Unsupported("a transform of length 1 is not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckLength(op.width, op.width / 2, caps.device));
  TFLL_RETURN_IF_ERROR(CheckLength(op.height, op.height, caps.device));
  return FftPlan{op.signals, op.rows, op.columns, op.height, op.width};
}

void EmitRfft2d(const FftPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const int32_t size = plan.width / 2, given = size + 1;
  const GpuValueId out = builder.Output(node, 0);
  const bool flat = plan.height == 1;
  const GpuValueId rows = flat ? out : builder.Inner(node.output(0).bytes());
  builder.Add(TransformCall(
      "rfft_rows", plan.signals * plan.height, size, builder.Input(node, 0),
      Roots(plan.width, given), rows,
      Words({plan.rows, plan.height, plan.columns, size}), builder));
  if (flat) return;
  builder.Add(TransformCall("fft_columns", plan.signals * given, plan.height,
                            rows, Roots(plan.height, plan.height), out,
                            Words({given, plan.height}), builder));
}

StatusOr<ComplexPartPlan> PlanComplexPart(const Complex& op,
                                          const NodeView& node,
                                          const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.wide) return UnsupportedType(kTfLiteComplex128);
  return ComplexPartPlan{op.kind == ComplexKind::kReal   ? 0
                         : op.kind == ComplexKind::kImag ? 1
                                                         : 2};
}

void EmitComplexPart(const ComplexPartPlan& plan, const NodeView& node,
                     GpuBuilder& builder) {
  const TensorView out = node.output(0);
  const int64_t channels = out.rank() == 0 ? 1 : out.dim(-1);
  GpuCall call =
      FlatCall("complex_part", out.num_elements(), {builder.Input(node, 0)},
               builder.Output(node, 0), Words({channels}), builder.caps());
  call.spec.constants = {{"PART", plan.part}};
  call.post_operand = 1;
  call.channels = channels;
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
