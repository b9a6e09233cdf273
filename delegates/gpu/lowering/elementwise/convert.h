#ifndef DELEGATES_GPU_LOWERING_ELEMENTWISE_CONVERT_H_
#define DELEGATES_GPU_LOWERING_ELEMENTWISE_CONVERT_H_

#include <optional>
#include <vector>

#include "delegates/gpu/kernels/elementwise/convert_kernels.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/cast/cast.h"
#include "kernels/quantize/quantize.h"

namespace tflite::gpu {

using namespace delegates;

struct CastPlan {
  bool copy = false;
  int from = 0, to = 0;  // values of the kernel's constants FROM and TO
};
StatusOr<CastPlan> PlanCast(const Cast& op, const NodeView& node,
                            const GpuPlanCaps& caps);
void EmitCast(const CastPlan& plan, const NodeView& node, GpuBuilder& builder);

// Conversion between FLOAT32 and 8 or 16 bits, and between integer types.
struct QuantizePlan {
  bool is_static = false;  // computed from constants
  bool to_float = false;
  bool is_signed = false;     // whether the 8 bits are signed
  bool shorts = false;        // 16 bits
  std::vector<float> scales;  // one per channel
  std::vector<int32_t> zero_points;
  int64_t inner = 1;
  std::vector<uint8_t> table;  // if not empty: the result of each byte
  // For integers of other sizes, used instead: the kernel, complete except for
  // operands.
  std::optional<RequantizeStoredKernel> requantize;
};
StatusOr<QuantizePlan> PlanQuantize(const Quantize& op, const NodeView& node,
                                    const GpuPlanCaps& caps);
StatusOr<QuantizePlan> PlanDequantize(const Dequantize& op,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps);
// A conversion with one scale, between FLOAT32 and INT8, UINT8 or INT16.
QuantizePlan QuantizeOne(TfLiteType type, Affine affine, bool to_float);
// Copy 8-bit or 16-bit integers, in the host's layout, to INT32 or back; values
// in range do not change.
void AddWiden(TfLiteType from, GpuValueId in, GpuValueId out, int64_t elements,
              GpuBuilder& builder);
void AddNarrow(TfLiteType to, GpuValueId in, GpuValueId out, int64_t elements,
               GpuBuilder& builder);

// Converts `elements` elements of `from` to `to`.
void AddQuantize(const QuantizePlan& plan, GpuValueId from, GpuValueId to,
                 int64_t elements, GpuBuilder& builder);
void EmitQuantize(const QuantizePlan& plan, const NodeView& node,
                  GpuBuilder& builder);

// A constant with the bytes in the layout of kernels.
GpuValueId BytesConstant(absl::Span<const uint8_t> bytes, GpuBuilder& builder);

// Replaces each of `count` bytes by table[byte]; the table has 256 entries.
void AddByteTable(absl::Span<const uint8_t> table, GpuValueId from,
                  GpuValueId to, int64_t count, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_ELEMENTWISE_CONVERT_H_
