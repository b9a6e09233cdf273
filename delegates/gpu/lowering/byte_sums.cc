#include "delegates/gpu/lowering/byte_sums.h"

#include <algorithm>

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite::gpu {
namespace {

// What conv_2d_int8_shuffle may round the depth up to.
constexpr uint64_t kMostStep = 16;

// The most that any kernel's weights take.
uint64_t PackedBytes(const ByteSum& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  const auto out = static_cast<uint64_t>(Fours(w.out_channels)) * 4;
  const auto taps = static_cast<uint64_t>(Taps(w));
  if (plan.depthwise) return taps * out * sizeof(float);
  const uint64_t in =
      Fours(KeepsGroups(plan) ? w.in_channels / plan.groups : w.in_channels);
  if (!TakesWideBytes(plan, caps)) return (taps * in + kMostStep) * out * 4;
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

// Takes `zero` times the weights off the biases, which wrap as sums do.
void MakeUpForZero(const std::vector<int16_t>& weights, int64_t zero,
                   std::vector<int32_t>* biases) {
  const size_t channels = biases->size();
  for (size_t i = 0; i < weights.size(); ++i) {
    int32_t& bias = (*biases)[i % channels];
    bias = static_cast<int32_t>(static_cast<uint32_t>(bias) -
                                static_cast<uint32_t>(zero * weights[i]));
  }
}

// The call of depthwise_row_int8 but for operands and range.
GpuCall ByRow(const ByteSum& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  const int64_t out4 = Fours(w.out_channels);
  const int64_t rows = int64_t{w.batch} * w.out_height;
  // Rows in as few parts as there can be, all about as long.
  const int64_t pixels = GroupsOf(w.out_width, GroupsOf(w.out_width, 8));
  // Drivers that compute on a processor fill its vectors by the first
  // dimension.
  const uint32_t lanes = caps.software ? 8 : 32;
  int64_t outs = 1;
  while (outs < 8 && outs < out4) outs *= 2;
  GpuCall call;
  call.spec = {"depthwise_row_int8", {}, {lanes, 1, 1}};
  for (const auto& [name, value] :
       {std::make_pair("WIDTH", int64_t{w.filter_width}),
        std::make_pair("STRIDE", int64_t{w.stride_width}),
        std::make_pair("PIXELS", pixels),
        std::make_pair("SPAN", (pixels - 1) * w.stride_width + w.filter_width),
        std::make_pair("OUTS", outs)}) {
    call.spec.constants.emplace_back(name, static_cast<int32_t>(value));
  }
  call.params = WindowParams(w, rows, out4, w.in_channels);
  const auto zero = static_cast<uint32_t>(InputZero(plan.sum) + 128);
  call.params.push_back((zero & 255u) * 0x01010101u);
  call.groups = {GroupsOf(out4, outs),
                 GroupsOf(w.out_width, pixels * lanes / outs),
                 static_cast<uint32_t>(rows)};
  return call;
}

// The same of depthwise_int8.
GpuCall ByPixel(const ByteSum& plan) {
  constexpr int kPixels = 4;
  const ConvWindow& w = plan.window;
  const int64_t out4 = Fours(w.out_channels);
  const int64_t rows = int64_t{w.batch} * w.out_height;
  const int32_t multiplier = w.out_channels / w.in_channels;
  const uint32_t lanes = out4 >= 8 ? 8 : 4;
  GpuCall call;
  call.spec = {"depthwise_int8",
               {{"SINGLE", multiplier == 1 && w.out_channels % 4 == 0},
                {"PIXELS", kPixels}},
               {lanes, 32 / lanes, 1}};
  call.params = WindowParams(w, rows, out4, w.in_channels);
  call.params.push_back(static_cast<uint32_t>(multiplier));
  call.params.push_back(static_cast<uint32_t>(InputZero(plan.sum)));
  call.groups = {GroupsOf(out4, lanes),
                 GroupsOf(w.out_width, kPixels * 32 / lanes),
                 static_cast<uint32_t>(rows)};
  return call;
}

}  // namespace

StatusOr<ByteSum> PlanByteSum(ByteSum plan, const NodeView& node,
                              const GpuPlanCaps& caps) {
  const ConvWindow& w = plan.window;
  TFLL_RETURN_IF_ERROR(CheckTypes(plan.sum, caps));
  if (!plan.sum.weights_constant) {
    return Unsupported("weights that are not constant are not supported");
  }
  if (!plan.sum.bias_constant) {
    return Unsupported("a bias that is not constant is not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(plan.input), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  if (node.input(plan.weights).num_elements() == 0 ||
      PackedBytes(plan, caps.device) > caps.device.max_buffer_bytes) {
    return Unsupported("weights of ", node.input(plan.weights).bytes(),
                       " bytes are not supported");
  }
  // Depthwise kernels with several results a channel take four channels' steps.
  const int64_t words =
      plan.depthwise
          ? 4
          : Fours(w.in_channels / (KeepsGroups(plan) ? plan.groups : 1));
  TFLL_RETURN_IF_ERROR(
      CheckLoops(w.filter_height + Taps(w) * (1 + words) + 64, caps.device));
  const int64_t rows = int64_t{w.batch} * w.out_height;
  if (rows >= caps.device.max_groups[2] ||
      Pixels(w) / 8 >= caps.device.max_groups[1]) {
    return Unsupported(Pixels(w), " pixels are not supported");
  }
  // One pixel ends where the padding of buffers begins.
  plan.crops = w.out_channels % 4 != 0 && Pixels(w) > 1;
  if (plan.crops) {
    const int64_t padded = Fours(w.out_channels) * 4;
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

void AddByteSum(GpuCall call, const ByteSum& plan, const NodeView& node,
                GpuBuilder& builder) {
  const GpuValueId out = builder.Output(node, 0);
  if (!plan.crops) {
    call.operands.push_back({out, true});
    return builder.Add(std::move(call));
  }
  const GpuValueId padded =
      builder.Inner(Pixels(plan.window) * Fours(plan.window.out_channels) * 4);
  call.operands.push_back({padded, true});
  builder.Add(std::move(call));
  AddBox(plan.crop, padded, out, "crop", builder);
}

int32_t InputZero(const WeightedSum& sum) {
  return sum.input_zero_point - (sum.input_type == kTfLiteUInt8 ? 128 : 0);
}

std::vector<uint32_t> RangeParams(const WeightedSum& sum) {
  const int32_t zero = sum.output_zero_point;
  return Words(
      {zero, sum.integer_range.min - zero, sum.integer_range.max - zero});
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

void EmitDepthwiseBytes(const ByteSum& plan, const NodeView& node,
                        GpuBuilder& builder) {
  if (TakesWideBytes(plan, builder.caps())) {
    GpuCall call = WideDepthwiseBytes(plan, node, builder);
    call.operands.push_back({builder.Output(node, 0), true});
    return builder.Add(std::move(call));
  }
  const ConvWindow& w = plan.window;
  const int64_t out4 = Fours(w.out_channels);
  const std::vector<int16_t> weights =
      DecodeWeights(plan.sum, node.input(plan.weights));
  std::vector<int32_t> padded(Taps(w) * out4 * 4);
  for (int64_t i = 0; i < Taps(w) * w.out_channels; ++i) {
    padded[i / w.out_channels * out4 * 4 + i % w.out_channels] = weights[i];
  }
  const bool by_row = w.out_channels == w.in_channels &&
                      w.out_channels % 4 == 0 && LoadsRows(w);
  std::vector<int32_t> biases = BiasesOf(plan, node);
  GpuCall call;
  if (by_row) {
    MakeUpForZero(weights, InputZero(plan.sum) + 128, &biases);
    call = ByRow(plan, builder.caps());
  } else {
    call = ByPixel(plan);
  }
  call.spec.constants.emplace_back("UNSIGNED",
                                   plan.sum.input_type == kTfLiteUInt8);
  call.operands = {
      {builder.Input(node, plan.input), false},
      {builder.Constant(padded), false},
      {builder.Constant(FinishOf(plan.sum, biases, out4 * 4, 4)), false}};
  for (const uint32_t param : RangeParams(plan.sum)) {
    call.params.push_back(param);
  }
  AddByteSum(std::move(call), plan, node, builder);
}

}  // namespace tflite::gpu
