#include "delegates/gpu/lowering/convolution/pool.h"

#include <algorithm>

#include "delegates/gpu/kernels/convolution/pool_kernels.h"
#include "delegates/gpu/kernels/convolution/resize_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise/elementwise.h"

namespace tflite::gpu {
namespace {

GpuValueId Taps(const std::vector<ResizeTap>& taps, GpuBuilder& builder) {
  std::vector<int32_t> words;
  for (const ResizeTap& tap : taps) {
    words.insert(words.end(), {tap.lower, tap.upper,
                               static_cast<int32_t>(FloatBits(tap.weight)),
                               tap.fixed_upper});
  }
  return builder.Constant(words);
}

// FLOAT32, and 8 bits if the delegate takes quantized tensors.
Status CheckElements(TfLiteType type, const GpuPlanCaps& caps) {
  if (type == kTfLiteFloat32) return OkStatus();
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(type, caps));
  return bytes == 1 ? OkStatus() : UnsupportedType(type);
}

// Adds the call of a kernel that writes four bytes per invocation.
template <typename Kernel>
void AddBytes(Kernel kernel, const NodeView& node, GpuBuilder& builder) {
  const int64_t elements = node.output(0).num_elements();
  kernel.constants.signed_ = node.output(0).type() == kTfLiteInt8;
  kernel.dst = builder.Output(node, 0);
  kernel.elements = elements;
  builder.Add(FlatCall(kernel, (elements + 3) / 4, builder.caps()));
}

template <typename Kernel>
void SetPool(const Pool2d& op, int unit, const NodeView& node,
             GpuBuilder& builder, Kernel* kernel) {
  kernel->constants.kind = static_cast<int32_t>(op.kind);
  kernel->src = builder.Input(node, 0);
  kernel->channels = op.channels / unit;
  kernel->out_width = op.out_width;
  kernel->out_height = op.out_height;
  kernel->in_width = op.in_width;
  kernel->in_height = op.in_height;
  kernel->filter_width = op.filter_width;
  kernel->filter_height = op.filter_height;
  kernel->stride_width = op.stride_width;
  kernel->stride_height = op.stride_height;
  kernel->pad_left = op.pad_left;
  kernel->pad_top = op.pad_top;
}

// Sets the params for pixels of `channels` units.
template <typename Kernel>
void SetResize(const Resize& op, int64_t channels, const NodeView& node,
               GpuBuilder& builder, Kernel* kernel) {
  const bool nearest = !op.nearest_rows.empty();
  kernel->src = builder.Input(node, 0);
  kernel->rows =
      nearest ? builder.Constant(op.nearest_rows) : Taps(op.rows, builder);
  kernel->columns = nearest ? builder.Constant(op.nearest_columns)
                            : Taps(op.columns, builder);
  kernel->channels = channels;
  kernel->out_width = op.out_width;
  kernel->out_height = op.out_height;
  kernel->in_width = op.in_width;
  kernel->in_height = op.in_height;
}

}  // namespace

StatusOr<PoolPlan> PlanPool(const Pool2d& op, const NodeView& node,
                            const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_RETURN_IF_ERROR(CheckElements(op.type, caps));
  // For bytes, an invocation computes four results.
  const int64_t rows = std::min<int64_t>(op.filter_height, op.in_height);
  const int64_t columns = std::min<int64_t>(op.filter_width, op.in_width);
  const int results = op.type == kTfLiteFloat32 ? 1 : 4;
  TFLL_RETURN_IF_ERROR(
      CheckLoops(results * (1 + rows * (1 + columns)), caps.device));
  return PoolPlan{op};
}

void EmitPool(const PoolPlan& plan, const NodeView& node, GpuBuilder& builder) {
  const Pool2d& op = plan.op;
  if (op.type != kTfLiteFloat32) {
    PoolBytesKernel kernel;
    SetPool(op, 1, node, builder, &kernel);
    kernel.low = op.integer_range.min;
    kernel.high = op.integer_range.max;
    return AddBytes(kernel, node, builder);
  }
  const GpuFunction clamp =
      ClampFunction(op.float_range.min, op.float_range.max);
  const int unit = op.channels % 4 == 0 ? 4 : 1;
  PoolKernel kernel(unit == 4 ? PoolKernel::kF4 : PoolKernel::kFloat);
  SetPool(op, unit, node, builder, &kernel);
  kernel.dst = BeforeClamp(clamp, node, builder);
  GpuCall call =
      FlatCall(kernel, node.output(0).num_elements() / unit, builder.caps());
  call.channels = op.channels;
  AddWithClamp(std::move(call), clamp, node, builder);
}

StatusOr<ResizePlan> PlanResize(const Resize& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.nearest_rows.empty()) {
    TFLL_RETURN_IF_ERROR(CheckElements(op.type, caps));
    return ResizePlan{op};
  }
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(op.type, caps));
  const bool real = op.type == kTfLiteFloat32;
  if (!real && WordsIn(int64_t{op.channels} * bytes) == 0) {
    return Unsupported("pixels of ", op.channels * bytes,
                       " bytes are not supported");
  }
  return ResizePlan{op};
}

void EmitResize(const ResizePlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const Resize& op = plan.op;
  const auto add = [&](auto kernel, int64_t pixel) {
    SetResize(op, pixel, node, builder, &kernel);
    kernel.dst = builder.Output(node, 0);
    GpuCall call = FlatCall(
        kernel, int64_t{op.batch} * op.out_height * op.out_width * pixel,
        builder.caps());
    call.channels = op.channels;
    builder.Add(std::move(call));
  };
  if (op.nearest_rows.empty()) {
    if (op.type != kTfLiteFloat32) {
      ResizeBilinearBytesKernel kernel;
      SetResize(op, int64_t{op.channels} * op.element_bytes, node, builder,
                &kernel);
      return AddBytes(kernel, node, builder);
    }
    using Kernel = ResizeBilinearKernel;
    if (op.channels % 4 == 0) return add(Kernel(Kernel::kF4), op.channels / 4);
    return add(Kernel(Kernel::kFloat), op.channels);
  }
  using Kernel = ResizeNearestKernel;
  // Moves whole words if possible; otherwise half-precision elements.
  const bool half = op.type == kTfLiteFloat32 && builder.half();
  const int64_t pixel = int64_t{op.channels} * (half ? 2 : op.element_bytes);
  const int unit = WordsIn(pixel);
  if (half && unit == 0) return add(Kernel(Kernel::kReal), op.channels);
  add(Kernel(WordType<Kernel>(unit)), pixel / unit);
}

}  // namespace tflite::gpu
