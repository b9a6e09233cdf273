#include "delegates/gpu/lowering/pool.h"

#include <algorithm>

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise.h"

namespace tflite::gpu {
namespace {

GpuValueId Taps(const std::vector<ResizeTap>& taps, GpuBuilder& builder) {
  std::vector<int32_t> words;
  words.reserve(taps.size() * 4);
  for (const ResizeTap& tap : taps) {
    words.insert(words.end(), {tap.lower, tap.upper,
                               static_cast<int32_t>(FloatBits(tap.weight)),
                               tap.fixed_upper});
  }
  return builder.Constant(words);
}

// FLOAT32 and, where quantized tensors are taken, 8 bits.
Status CheckElements(TfLiteType type, const GpuPlanCaps& caps) {
  if (type == kTfLiteFloat32) return OkStatus();
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(type, caps));
  return bytes == 1 && type != kTfLiteBool ? OkStatus() : UnsupportedType(type);
}

// A kernel that writes four bytes an invocation.
GpuCall BytesCall(std::string kernel, const NodeView& node,
                  const std::vector<GpuValueId>& inputs,
                  std::vector<uint32_t> params, GpuBuilder& builder) {
  const int64_t elements = node.output(0).num_elements();
  params.push_back(static_cast<uint32_t>(elements));
  GpuCall call =
      FlatCall(std::move(kernel), (elements + 3) / 4, inputs,
               builder.Output(node, 0), std::move(params), builder.caps());
  call.spec.constants = {{"SIGNED", node.output(0).type() == kTfLiteInt8}};
  return call;
}

}  // namespace

StatusOr<PoolPlan> PlanPool(const Pool2d& op, const NodeView& node,
                            const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_RETURN_IF_ERROR(CheckElements(op.type, caps));
  // Bytes come four an invocation.
  const int64_t rows = std::min<int64_t>(op.filter_height, op.in_height);
  const int64_t columns = std::min<int64_t>(op.filter_width, op.in_width);
  const int results = op.type == kTfLiteFloat32 ? 1 : 4;
  TFLL_RETURN_IF_ERROR(
      CheckLoops(results * (1 + rows * (1 + columns)), caps.device));
  return PoolPlan{op};
}

void EmitPool(const PoolPlan& plan, const NodeView& node, GpuBuilder& builder) {
  const Pool2d& op = plan.op;
  const bool bytes = op.type != kTfLiteFloat32;
  const int unit = !bytes && op.channels % 4 == 0 ? 4 : 1;
  std::vector<uint32_t> params =
      Words({op.channels / unit, op.out_width, op.out_height, op.in_width,
             op.in_height, op.filter_width, op.filter_height, op.stride_width,
             op.stride_height, op.pad_left, op.pad_top});
  const std::pair<std::string, int32_t> kind = {"KIND",
                                                static_cast<int>(op.kind)};
  if (bytes) {
    params.push_back(static_cast<uint32_t>(op.integer_range.min));
    params.push_back(static_cast<uint32_t>(op.integer_range.max));
    GpuCall call = BytesCall("pool_bytes", node, {builder.Input(node, 0)},
                             std::move(params), builder);
    call.spec.constants.push_back(kind);
    return builder.Add(std::move(call));
  }
  GpuCall call =
      FlatCall(unit == 4 ? "pool_f4" : "pool_float",
               node.output(0).num_elements() / unit, {builder.Input(node, 0)},
               kNoGpuValue, std::move(params), builder.caps());
  call.spec.constants = {kind};
  call.post_operand = 1;
  call.post_unit = unit;
  call.channels = op.channels;
  AddWithClamp(std::move(call), 1,
               ClampFunction(op.float_range.min, op.float_range.max), node,
               builder);
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
  const bool nearest = !op.nearest_rows.empty();
  const bool bytes = !nearest && op.type != kTfLiteFloat32;
  const bool half = op.type == kTfLiteFloat32 && builder.half();
  // Bilinear kernels count in floats, whatever their precision in memory, and
  // so does the nearest one for what is no whole words.
  const int64_t pixel =
      int64_t{op.channels} * (half && nearest ? 2 : op.element_bytes);
  const bool odd = half && nearest && WordsIn(pixel) == 0;
  const int unit = bytes ? 1 : odd ? 2 : WordsIn(pixel);
  std::vector<uint32_t> params = Words(
      {pixel / unit, op.out_width, op.out_height, op.in_width, op.in_height});
  const std::vector<GpuValueId> inputs = {
      builder.Input(node, 0),
      nearest ? builder.Constant(op.nearest_rows) : Taps(op.rows, builder),
      nearest ? builder.Constant(op.nearest_columns)
              : Taps(op.columns, builder)};
  if (bytes) {
    return builder.Add(BytesCall("resize_bilinear_bytes", node, inputs,
                                 std::move(params), builder));
  }
  std::string kernel =
      unit == 16 ? "resize_bilinear_f4" : "resize_bilinear_float";
  if (nearest) {
    kernel = odd ? "resize_nearest_real" : WordKernel("resize_nearest", unit);
  }
  GpuCall call = FlatCall(
      std::move(kernel),
      int64_t{op.batch} * op.out_height * op.out_width * (pixel / unit), inputs,
      builder.Output(node, 0), std::move(params), builder.caps());
  if (!nearest) {
    call.post_operand = 3;
    call.post_unit = unit / 4;
    call.channels = op.channels;
  }
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
