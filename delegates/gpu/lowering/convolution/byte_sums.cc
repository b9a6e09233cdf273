#include "delegates/gpu/lowering/convolution/byte_sums.h"

#include <algorithm>

#include "delegates/common/operand_checks.h"
#include "delegates/gpu/kernels/convolution/int8_v16_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convolution/convolution.h"

namespace tflite::gpu {
namespace {

// The multiple to which conv_2d_int8_shuffle may round up the depth.
constexpr uint64_t kMostStep = 16;

// The maximum size of the weights in the form of any kernel.
uint64_t PackedBytes(const ByteSum& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  const auto out = static_cast<uint64_t>(WordsOf(w.out_channels)) * 4;
  const auto taps = static_cast<uint64_t>(Taps(w));
  if (plan.depthwise) return taps * out * sizeof(float);
  const uint64_t in =
      WordsOf(KeepsGroups(plan) ? w.in_channels / plan.groups : w.in_channels);
  if (!TakesV16(plan, caps)) return (taps * in + kMostStep) * out * 4;
  return taps * in * 4 * (out + 32) * sizeof(float);
}

Status CheckTypes(const WeightedSum& sum, const GpuPlanCaps& caps) {
  if (!IsByte(sum.input_type) || !caps.take_quantized) {
    return UnsupportedType(sum.input_type);
  }
  if (sum.output_type != sum.input_type) {
    return UnsupportedType(sum.output_type);
  }
  if (sum.weights_type == kTfLiteInt8 && sum.weights_zero_point != 0) {
    return Unsupported("INT8 weights with zero point ", sum.weights_zero_point,
                       " are not supported");
  }
  return OkStatus();
}

}  // namespace

StatusOr<ByteSum> PlanByteSum(ByteSum plan, const NodeView& node,
                              const GpuPlanCaps& caps) {
  const ConvWindow& w = plan.window;
  TFLL_RETURN_IF_ERROR(CheckTypes(plan.sum, caps));
  TFLL_RETURN_IF_ERROR(CheckIntegerSum(plan.sum));
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(plan.input), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  if (PackedBytes(plan, caps.device) > caps.device.max_buffer_bytes) {
    return Unsupported("weights of ", node.input(plan.weights).bytes(),
                       " bytes are not supported");
  }
  // Depthwise kernels with several results per channel loop over four channels.
  const int64_t words =
      plan.depthwise
          ? 4
          : WordsOf(w.in_channels / (KeepsGroups(plan) ? plan.groups : 1));
  TFLL_RETURN_IF_ERROR(
      CheckLoops(w.filter_height + Taps(w) * (1 + words) + 64, caps.device));
  const int64_t rows = int64_t{w.batch} * w.out_height;
  if (rows >= caps.device.max_groups[2] ||
      Pixels(w) / 8 >= caps.device.max_groups[1]) {
    return Unsupported(Pixels(w), " pixels are not supported");
  }
  // With a single pixel, the additional channels are in the padding of the
  // buffer.
  plan.crops = w.out_channels % 4 != 0 && Pixels(w) > 1;
  if (plan.crops) {
    const int64_t padded = WordsOf(w.out_channels) * 4;
    GpuBox box;
    box.dims = {{Pixels(w), 0, Pixels(w), padded},
                {w.out_channels, 0, w.out_channels, 1}};
    box.source_elements = Pixels(w) * padded;
    box.element_bytes = 1;
    TFLL_ASSIGN_OR_RETURN(plan.crop, PlanBox(std::move(box), caps));
  }
  return plan;
}

bool KeepsGroups(const ByteSum& plan) {
  return plan.window.out_channels / plan.groups % 4 == 0;
}

bool TakesV16(const ByteSum& plan, const GpuCaps& caps) {
  constexpr int64_t kMostTaps = 256;  // more are not exact in FLOAT32
  const ConvWindow& w = plan.window;
  if (caps.backend != GpuBackend::kOpenCl || !caps.software) return false;
  if (!plan.depthwise) return plan.groups == 1 && !plan.transposed;
  return w.out_channels == w.in_channels &&
         w.out_channels % DepthwiseInt8V16Kernel::kVector == 0 &&
         Taps(w) <= kMostTaps;
}

int64_t WordsOf(int64_t bytes) { return (bytes + 3) / 4; }

GpuValueId BeforeCrop(const ByteSum& plan, const NodeView& node,
                      GpuBuilder& builder) {
  const GpuValueId out = builder.Output(node, 0);
  if (!plan.crops) return out;
  return builder.Inner(Pixels(plan.window) * WordsOf(plan.window.out_channels) *
                       4);
}

void AddCropped(GpuCall call, const ByteSum& plan, const NodeView& node,
                GpuBuilder& builder) {
  const bool crops = plan.crops && !call.operands.empty();
  const GpuValueId result = crops ? call.operands.back().value : kNoGpuValue;
  builder.Add(std::move(call));
  if (!crops) return;
  AddBox(plan.crop, result, builder.Output(node, 0), "crop", builder);
}

uint32_t InAllBytes(int32_t byte) {
  return (static_cast<uint32_t>(byte) & 255u) * 0x01010101u;
}

int32_t InputZero(const WeightedSum& sum) {
  return sum.input_zero_point - (sum.input_type == kTfLiteUInt8 ? 128 : 0);
}

std::vector<int32_t> FinishOf(const WeightedSum& sum,
                              const std::vector<int32_t>& biases,
                              int64_t channels, int64_t lanes) {
  std::vector<int32_t> finish(channels * 3);
  for (int64_t o = 0; o < sum.channels; ++o) {
    int32_t* to = finish.data() + o / lanes * 3 * lanes + o % lanes;
    to[0] = biases[o];
    to[lanes] = sum.multipliers[o].multiplier;
    to[2 * lanes] = sum.multipliers[o].shift;
  }
  return finish;
}

std::vector<int32_t> BiasesOf(const ByteSum& plan, const NodeView& node) {
  std::vector<int32_t> biases;
  for (int32_t o = 0; o < plan.window.out_channels; ++o) {
    biases.push_back(
        static_cast<int32_t>(IntegerBias(plan.sum, node.input(plan.bias), o)));
  }
  return biases;
}

}  // namespace tflite::gpu
