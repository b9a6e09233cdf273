#include "delegates/gpu/lowering/reduction/fft.h"

#include <algorithm>
#include <cmath>

#include "delegates/gpu/kernels/reduction/fft_kernels.h"
#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

constexpr double kPi = 3.141592653589793238;
constexpr int32_t kLeastSize = 64;  // of SIZE, to limit variants

bool IsPowerOfTwo(int32_t n) { return (n & (n - 1)) == 0; }

// SIZE of the kernel for `numbers` complex numbers.
int32_t SharedSize(int32_t numbers) { return std::max(numbers, kLeastSize); }

Status CheckLength(int32_t length, int32_t numbers, const GpuCaps& caps) {
  if (!IsPowerOfTwo(length)) {
    return Unsupported("a transform of length ", length,
                       ", no power of two, is not supported");
  }
  RfftRowsKernel kernel;
  kernel.constants.size = SharedSize(numbers);
  if (kernel.SharedBytes() > caps.shared_memory_bytes) {
    return Unsupported("a transform of length ", length, " is not supported");
  }
  return OkStatus();
}

// The first `count` powers of exp(-2 pi i / length).
std::vector<float> Roots(int32_t length, int32_t count) {
  std::vector<float> roots;
  for (int32_t k = 0; k < count; ++k) {
    const double angle = -2 * kPi * k / length;
    roots.push_back(static_cast<float>(std::cos(angle)));
    roots.push_back(static_cast<float>(std::sin(angle)));
  }
  return roots;
}

// Adds a workgroup for each of `count` transforms of `numbers` complex numbers.
template <typename Kernel>
void AddTransforms(Kernel kernel, int64_t count, int32_t numbers,
                   GpuValueId from, const std::vector<float>& roots,
                   GpuValueId to, GpuBuilder& builder) {
  kernel.constants.size = SharedSize(numbers);
  kernel.src = from;
  kernel.roots = builder.Constant(roots);
  kernel.dst = to;
  GpuCall call = kernel.Call();
  SetGroupGrid(count, builder.caps(), &call);
  builder.Add(std::move(call));
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
  RfftRowsKernel by_row;
  by_row.rows = plan.signals * plan.height;
  by_row.in_rows = plan.rows;
  by_row.out_rows = plan.height;
  by_row.columns = plan.columns;
  by_row.size = size;
  AddTransforms(by_row, plan.signals * plan.height, size,
                builder.Input(node, 0), Roots(plan.width, given), rows,
                builder);
  if (flat) return;
  FftColumnsKernel by_column;
  by_column.count = plan.signals * given;
  by_column.columns = given;
  by_column.size = plan.height;
  AddTransforms(by_column, plan.signals * given, plan.height, rows,
                Roots(plan.height, plan.height), out, builder);
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
  ComplexPartKernel kernel;
  kernel.constants.part = plan.part;
  kernel.src = builder.Input(node, 0);
  kernel.dst = builder.Output(node, 0);
  kernel.channels = channels;
  GpuCall call = FlatCall(kernel, out.num_elements(), builder.caps());
  call.channels = channels;
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
