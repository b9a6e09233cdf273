#ifndef DELEGATES_GPU_LOWERING_CONVERT_H_
#define DELEGATES_GPU_LOWERING_CONVERT_H_

#include <optional>
#include <vector>

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/kernels/convert_kernels.h"
#include "kernels/cast/cast.h"
#include "kernels/quantize/quantize.h"

namespace tflite::gpu {

using namespace delegates;

struct CastPlan {
  bool copy = false;
  int from = 0, to = 0;  // codes of the kernel
};
StatusOr<CastPlan> PlanCast(const Cast& op, const NodeView& node,
                            const GpuPlanCaps& caps);
void EmitCast(const CastPlan& plan, const NodeView& node, GpuBuilder& builder);

// Between FLOAT32 and 8 or 16 bits, and among integers.
struct QuantizePlan {
  bool is_static = false;  // the result follows from constants
  bool to_float = false;
  bool is_signed = false;     // of the 8 bits
  bool shorts = false;        // 16 bits
  std::vector<float> scales;  // one a channel
  std::vector<int32_t> zero_points;
  int64_t inner = 1;
  std::vector<uint8_t> table;  // instead: each byte's result
  // Instead, among integers of other sizes: the kernel but for operands.
  std::optional<RequantizeStoredKernel> requantize;
};
StatusOr<QuantizePlan> PlanQuantize(const Quantize& op, const NodeView& node,
                                    const GpuPlanCaps& caps);
StatusOr<QuantizePlan> PlanDequantize(const Dequantize& op,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps);
// Of one scale: between FLOAT32 and the type INT8, UINT8 or INT16.
QuantizePlan QuantizeOne(TfLiteType type, Affine affine, bool to_float);
// Copies integers of 8 or 16 bits, as the host has them, to INT32, or back;
// what is in range stays the same.
void AddWiden(TfLiteType from, GpuValueId in, GpuValueId out, int64_t elements,
              GpuBuilder& builder);
void AddNarrow(TfLiteType to, GpuValueId in, GpuValueId out, int64_t elements,
               GpuBuilder& builder);

// Converts `elements` of a value to another.
void AddQuantize(const QuantizePlan& plan, GpuValueId from, GpuValueId to,
                 int64_t elements, GpuBuilder& builder);
void EmitQuantize(const QuantizePlan& plan, const NodeView& node,
                  GpuBuilder& builder);

// Bytes as kernels have them.
GpuValueId BytesConstant(absl::Span<const uint8_t> bytes, GpuBuilder& builder);

// Replaces each of `count` bytes by table[byte], which has 256.
void AddByteTable(absl::Span<const uint8_t> table, GpuValueId from,
                  GpuValueId to, int64_t count, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVERT_H_
