#include "delegates/gpu/lowering/byte_functions.h"

#include <algorithm>

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convert.h"
#include "kernels/activation/activation_function.h"
#include "kernels/binary/binary_arithmetic.h"
#include "kernels/compare/compare_function.h"
#include "kernels/prelu/prelu_function.h"
#include "kernels/unary/unary_function.h"

namespace tflite::gpu {
namespace {

// Values of FORM of the kernel binary_bytes, in addition to those of
// BinaryForm.
constexpr int kMaximumForm = 8, kMinimumForm = 9;

Status CheckBytes(TfLiteType type, bool quantized, const NodeView& node,
                  const GpuPlanCaps& caps) {
  if (!IsByte(type) || !quantized || !caps.take_quantized) {
    return UnsupportedType(type);
  }
  return CheckSizes(node, caps);
}

int32_t Stored(int byte, bool is_signed) {
  return is_signed ? static_cast<int8_t>(byte) : byte;
}

uint8_t QuantizedByte(float x, Affine affine, bool is_signed) {
  return is_signed ? static_cast<uint8_t>(QuantizeTo<int8_t>(x, affine))
                   : QuantizeTo<uint8_t>(x, affine);
}

// function(stored x) returns the stored result.
template <typename Function>
std::vector<uint8_t> MapTable(bool is_signed, Function function) {
  std::vector<uint8_t> table(256);
  for (int i = 0; i < 256; ++i) {
    table[i] = static_cast<uint8_t>(function(Stored(i, is_signed)));
  }
  return table;
}

// function(stored x, stored y) returns the stored result.
template <typename Function>
std::vector<uint8_t> PairTable(bool is_signed, Function function) {
  std::vector<uint8_t> table(65536);
  for (int i = 0; i < 65536; ++i) {
    table[i] = static_cast<uint8_t>(
        function(Stored(i & 255, is_signed), Stored(i >> 8, is_signed)));
  }
  return table;
}

StatusOr<BytePairs> PlanWalk(const NodeView& node) {
  BytePairs plan;
  const TensorView out = node.output(0);
  plan.dense = node.input(0).num_elements() == out.num_elements() &&
               node.input(1).num_elements() == out.num_elements();
  TFLL_ASSIGN_OR_RETURN(plan.walk, WalkOfPair(node));
  return plan;
}

uint32_t ShiftBytes(const BinaryQuantization& q) {
  const int shifts[] = {q.shift, q.x_factor.shift, q.y_factor.shift,
                        q.factor.shift};
  uint32_t packed = 0;
  for (int i = 0; i < 4; ++i) {
    packed |= (static_cast<uint32_t>(shifts[i]) & 255u) << (8 * i);
  }
  return packed;
}

// Sets up a form that the kernel computes.
void SetArithmetic(const Binary& op, int form, BytePairs* plan) {
  const BinaryQuantization& q = op.q;
  const int32_t zero = q.form == BinaryForm::kRaw ? 0 : q.out.zero_point;
  BinaryBytesKernel& kernel = plan->kernel;
  kernel.constants.form = form;
  kernel.constants.subtract = op.kind == BinaryKind::kSub;
  kernel.constants.signed_ = op.type == kTfLiteInt8;
  kernel.x_zero = q.x.zero_point;
  kernel.y_zero = q.y.zero_point;
  kernel.shifts = ShiftBytes(q);
  kernel.x_factor = q.x_factor.multiplier;
  kernel.y_factor = q.y_factor.multiplier;
  kernel.factor = q.factor.multiplier;
  kernel.zero_point = zero;
  kernel.low = q.range.min - zero;
  kernel.high = q.range.max - zero;
}

std::vector<uint8_t> QuotientTable(const Binary& op) {
  const BinaryQuantization& q = op.q;
  return PairTable(op.type == kTfLiteInt8, [&q](int32_t x, int32_t y) {
    const int64_t v =
        int64_t{QuantizedQuotient(q, x - q.x.zero_point, y - q.y.zero_point)} +
        q.out.zero_point;
    return std::clamp<int64_t>(v, q.range.min, q.range.max);
  });
}

std::vector<uint8_t> RealTable(const Binary& op) {
  const BinaryQuantization& q = op.q;
  const bool is_signed = op.type == kTfLiteInt8;
  return PairTable(is_signed, [&q, &op, is_signed](int32_t x, int32_t y) {
    const float v = RealResult(op.kind, q.x.Real(x), q.y.Real(y));
    const uint8_t byte = QuantizedByte(v, q.out, is_signed);
    return std::clamp(Stored(byte, is_signed), q.range.min, q.range.max);
  });
}

}  // namespace

StatusOr<std::vector<uint8_t>> PlanByteMap(const Activation& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, true, node, caps));
  const bool is_signed = op.type == kTfLiteInt8;
  return MapTable(is_signed, [&op, is_signed](int32_t x) -> int32_t {
    return is_signed ? ActivateStored(op, static_cast<int8_t>(x))
                     : ActivateStored(op, static_cast<uint8_t>(x));
  });
}

StatusOr<std::vector<uint8_t>> PlanByteMap(const Unary& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, op.quantized, node, caps));
  if (IsRoot(op.kind)) {
    return Unsupported("integers that might be negative are not supported");
  }
  const bool is_signed = op.type == kTfLiteInt8;
  return MapTable(is_signed, [&op, is_signed](int32_t x) -> int32_t {
    return is_signed ? UnaryStored(op, static_cast<int8_t>(x))
                     : UnaryStored(op, static_cast<uint8_t>(x));
  });
}

StatusOr<BytePairs> PlanBytePairs(const Binary& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, op.quantized, node, caps));
  TFLL_ASSIGN_OR_RETURN(BytePairs plan, PlanWalk(node));
  switch (op.q.form) {
    case BinaryForm::kSum:
    case BinaryForm::kSquare:
    case BinaryForm::kProduct:
      SetArithmetic(op, static_cast<int>(op.q.form), &plan);
      break;
    case BinaryForm::kRaw:
      SetArithmetic(
          op, op.kind == BinaryKind::kMaximum ? kMaximumForm : kMinimumForm,
          &plan);
      break;
    case BinaryForm::kQuotient:
      plan.table = QuotientTable(op);
      break;
    case BinaryForm::kReal:
      plan.table = RealTable(op);
      break;
    case BinaryForm::kShifted:
    case BinaryForm::kHighByte:
      return UnsupportedType(op.type);
  }
  return plan;
}

StatusOr<BytePairs> PlanBytePairs(const Prelu& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, true, node, caps));
  TFLL_ASSIGN_OR_RETURN(BytePairs plan, PlanWalk(node));
  const bool is_signed = op.type == kTfLiteInt8;
  plan.table = PairTable(is_signed, [&op, is_signed](int32_t x, int32_t alpha) {
    return is_signed ? int32_t{PreluStored<int8_t>(op, x, alpha)}
                     : int32_t{PreluStored<uint8_t>(op, x, alpha)};
  });
  return plan;
}

StatusOr<BytePairs> PlanBytePairs(const Compare& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, op.scaled, node, caps));
  TFLL_ASSIGN_OR_RETURN(BytePairs plan, PlanWalk(node));
  plan.table = PairTable(op.type == kTfLiteInt8, [&](int32_t x, int32_t y) {
    return ScaledComparisonHolds(op, x, y);
  });
  return plan;
}

void EmitBytePairs(const BytePairs& plan, const NodeView& node,
                   GpuBuilder& builder) {
  const auto add = [&](auto kernel) {
    const int64_t elements = node.output(0).num_elements();
    kernel.constants.dense = plan.dense;
    kernel.dst = builder.Output(node, 0);
    kernel.elements = elements;
    SetWalk(plan.walk, &kernel);
    builder.Add(FlatCall(kernel, (elements + 3) / 4, builder.caps()));
  };
  const GpuValueId x = builder.Input(node, 0), y = builder.Input(node, 1);
  if (plan.table.empty()) {
    BinaryBytesKernel kernel = plan.kernel;
    kernel.x = x;
    kernel.y = y;
    return add(kernel);
  }
  BytePairsKernel kernel;
  kernel.x = x;
  kernel.y = y;
  kernel.table = BytesConstant(plan.table, builder);
  add(kernel);
}

}  // namespace tflite::gpu
