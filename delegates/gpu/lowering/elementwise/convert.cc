#include "delegates/gpu/lowering/elementwise/convert.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "delegates/gpu/lowering/calls.h"
#include "kernels/math/fixed_point.h"

namespace tflite::gpu {
namespace {

// Values of FROM and TO of the kernel `cast`.
constexpr int kFloat = 0, kInt = 1, kBool = 4, kWide = 5, kHalf = 6, kShort = 7;

StatusOr<int> CastCode(TfLiteType type, const GpuPlanCaps& caps) {
  switch (type) {
    case kTfLiteFloat32:
      return caps.half ? kHalf : kFloat;
    case kTfLiteInt32:
      return kInt;
    case kTfLiteUInt8:
      return 2;
    case kTfLiteInt8:
      return 3;
    case kTfLiteBool:
      return kBool;
    case kTfLiteInt16:
      return kShort;
    case kTfLiteInt64:
      return kWide;
    default:
      return UnsupportedType(type);
  }
}

void SetChannels(const ChannelAffine& affine, QuantizePlan* plan) {
  for (const Affine& channel : affine.channels) {
    plan->scales.push_back(channel.scale);
    plan->zero_points.push_back(channel.zero_point);
  }
  plan->inner = affine.inner;
}

// The minimum and the maximum of an integer type.
std::pair<int64_t, int64_t> RangeOf(TfLiteType type) {
  switch (type) {
    case kTfLiteUInt8:
      return {0, 255};
    case kTfLiteInt8:
      return {-128, 127};
    case kTfLiteInt16:
      return {INT16_MIN, INT16_MAX};
    default:
      return {INT32_MIN, INT32_MAX};
  }
}

void SetRequantization(const Quantize& op, const GpuPlanCaps& caps,
                       QuantizePlan* plan) {
  const int64_t zero = op.out.channels[0].zero_point;
  const auto [low, high] = RangeOf(op.out_type);
  RequantizeStoredKernel& kernel = plan->requantize.emplace();
  kernel.constants.from = *CastCode(op.in_type, caps);
  kernel.constants.to = *CastCode(op.out_type, caps);
  kernel.from_zero = op.in_zero_point;
  kernel.multiplier = op.factor.multiplier;
  kernel.shift = op.factor.shift;
  kernel.zero_point = zero;
  kernel.low = std::max<int64_t>(low - zero, INT32_MIN);
  kernel.high = std::min<int64_t>(high - zero, INT32_MAX);
}

// Returns the lookup table from stored bytes to stored bytes.
std::vector<uint8_t> RequantizationTable(const Quantize& op) {
  std::vector<uint8_t> table(256);
  const bool from_signed = op.in_type == kTfLiteInt8;
  const bool to_signed = op.out_type == kTfLiteInt8;
  for (int byte = 0; byte < 256; ++byte) {
    const int64_t x = from_signed ? static_cast<int8_t>(byte) : byte;
    const int64_t y = int64_t{SaturatingMultiplyByQuantizedMultiplier(
                          x - op.in_zero_point, op.factor)} +
                      op.out.channels[0].zero_point;
    table[byte] =
        static_cast<uint8_t>(to_signed ? std::clamp<int64_t>(y, -128, 127)
                                       : std::clamp<int64_t>(y, 0, 255));
  }
  return table;
}

void AddCast(int from, int to, GpuValueId in, GpuValueId out, int64_t elements,
             GpuBuilder& builder) {
  CastKernel kernel;
  kernel.constants.from = from;
  kernel.constants.to = to;
  kernel.src = in;
  kernel.dst = out;
  kernel.elements = elements;
  builder.Add(FlatCall(kernel, (elements + 3) / 4, builder.caps()));
}

int StoredCode(TfLiteType type) { return type == kTfLiteInt16 ? kShort : 3; }

}  // namespace

StatusOr<CastPlan> PlanCast(const Cast& op, const NodeView& node,
                            const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  CastPlan plan;
  TFLL_ASSIGN_OR_RETURN(plan.from, CastCode(op.from, caps));
  TFLL_ASSIGN_OR_RETURN(plan.to, CastCode(op.to, caps));
  if ((op.from == kTfLiteFloat32 && plan.to == kWide) ||
      (plan.from == kWide && op.to == kTfLiteFloat32)) {
    return UnsupportedType(kTfLiteInt64);
  }
  plan.copy = plan.from == plan.to;
  return plan;
}

void EmitCast(const CastPlan& plan, const NodeView& node, GpuBuilder& builder) {
  const GpuValueId in = builder.Input(node, 0), out = builder.Output(node, 0);
  if (plan.copy) return builder.AddCopy(in, out, "cast");
  AddCast(plan.from, plan.to, in, out, node.output(0).num_elements(), builder);
}

StatusOr<QuantizePlan> PlanQuantize(const Quantize& op, const NodeView& node,
                                    const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  const bool to_int = op.requantizes && op.out_type == kTfLiteInt32;
  if (!caps.take_quantized || !(IsByteOrInt16(op.out_type) || to_int)) {
    return UnsupportedType(op.out_type);
  }
  QuantizePlan plan;
  plan.is_signed = op.out_type == kTfLiteInt8;
  plan.shorts = op.out_type == kTfLiteInt16;
  if (op.requantizes) {
    if (!IsByteOrInt16(op.in_type)) return UnsupportedType(op.in_type);
    if (IsByte(op.in_type) && IsByte(op.out_type)) {
      plan.table = RequantizationTable(op);
    } else {
      SetRequantization(op, caps, &plan);
    }
    return plan;
  }
  if (op.in_type != kTfLiteFloat32) return UnsupportedType(op.in_type);
  SetChannels(op.out, &plan);
  return plan;
}

StatusOr<QuantizePlan> PlanDequantize(const Dequantize& op,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps) {
  QuantizePlan plan;
  // The input is constant: nodes that read the output use its FLOAT32 values
  // directly.
  plan.is_static = caps.statics.Contains(node.raw()->outputs->data[0]);
  if (plan.is_static) return plan;
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (!caps.take_quantized || !IsByteOrInt16(op.in_type)) {
    return UnsupportedType(op.in_type);
  }
  if (op.out_type != kTfLiteFloat32) return UnsupportedType(op.out_type);
  plan.to_float = true;
  plan.is_signed = op.in_type == kTfLiteInt8;
  plan.shorts = op.in_type == kTfLiteInt16;
  SetChannels(op.in, &plan);
  return plan;
}

GpuValueId BytesConstant(absl::Span<const uint8_t> bytes, GpuBuilder& builder) {
  std::vector<int32_t> words((bytes.size() + 3) / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return builder.Constant(words);
}

void AddByteTable(absl::Span<const uint8_t> table, GpuValueId from,
                  GpuValueId to, int64_t count, GpuBuilder& builder) {
  ByteTableKernel kernel;
  kernel.src = from;
  kernel.table = BytesConstant(table, builder);
  kernel.dst = to;
  builder.Add(FlatCall(kernel, (count + 3) / 4, builder.caps()));
}

void AddWiden(TfLiteType from, GpuValueId in, GpuValueId out, int64_t elements,
              GpuBuilder& builder) {
  AddCast(StoredCode(from), kInt, in, out, elements, builder);
}

void AddNarrow(TfLiteType to, GpuValueId in, GpuValueId out, int64_t elements,
               GpuBuilder& builder) {
  AddCast(kInt, StoredCode(to), in, out, elements, builder);
}

void AddQuantize(const QuantizePlan& plan, GpuValueId from, GpuValueId to,
                 int64_t elements, GpuBuilder& builder) {
  if (!plan.table.empty()) {
    return AddByteTable(plan.table, from, to, elements, builder);
  }
  const auto add = [&](auto kernel) {
    kernel.src = from;
    kernel.dst = to;
    builder.Add(FlatCall(kernel, (elements + 3) / 4, builder.caps()));
  };
  if (plan.requantize) return add(*plan.requantize);
  const auto add_scaled = [&](auto kernel) {
    kernel.constants.shorts = plan.shorts;
    kernel.scales = builder.Constant(plan.scales);
    kernel.zero_points = builder.Constant(plan.zero_points);
    kernel.elements = elements;
    kernel.channels = plan.scales.size();
    kernel.inner = plan.inner;
    add(kernel);
  };
  if (plan.to_float) {
    DequantizeKernel kernel;
    kernel.constants.signed_ = plan.is_signed;
    return add_scaled(kernel);
  }
  const auto [low, high] = RangeOf(plan.shorts      ? kTfLiteInt16
                                   : plan.is_signed ? kTfLiteInt8
                                                    : kTfLiteUInt8);
  QuantizeKernel kernel;
  kernel.low = low;
  kernel.high = high;
  add_scaled(kernel);
}

QuantizePlan QuantizeOne(TfLiteType type, Affine affine, bool to_float) {
  QuantizePlan plan;
  plan.to_float = to_float;
  plan.is_signed = type == kTfLiteInt8;
  plan.shorts = type == kTfLiteInt16;
  plan.scales = {affine.scale};
  plan.zero_points = {affine.zero_point};
  return plan;
}

void EmitQuantize(const QuantizePlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  if (plan.is_static) return builder.DefineStatic(node, 0);
  AddQuantize(plan, builder.Input(node, 0), builder.Output(node, 0),
              node.output(0).num_elements(), builder);
}

}  // namespace tflite::gpu
