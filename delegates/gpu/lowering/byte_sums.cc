#include "delegates/gpu/lowering/byte_sums.h"

#include <algorithm>

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite {
namespace {

int64_t Fours(int64_t count) { return (count + 3) / 4; }

int64_t Pixels(const ConvWindow& w) {
  return int64_t{w.batch} * w.out_height * w.out_width;
}

int64_t Taps(const ConvWindow& w) {
  return int64_t{w.filter_height} * w.filter_width;
}

// Whether the kernel goes by the groups as they are; else each output channel
// gets weights for all input channels.
bool KeepsGroups(const ByteSum& plan) {
  return plan.window.out_channels / plan.groups % 4 == 0;
}

// Weights as the kernel conv_2d_int8 takes them.
struct PackedFilters {
  int64_t filter_channels = 0;
  int64_t group4 = 0;  // output channels of a group, in fours
  int32_t zero_point = 0;
  std::vector<int32_t> words;
  std::vector<int32_t> biases;  // make up for the input's zero point
};

// Signed bytes of the filters, and their zero point.
int32_t MakeBytes(const WeightedSum& sum, std::vector<int16_t>* weights) {
  const auto [low, high] =
      std::minmax_element(weights->begin(), weights->end());
  if (*low >= -128 && *high <= 127) return 0;
  const int zero_point = sum.weights_zero_point - 128;
  for (int16_t& weight : *weights) {
    weight = static_cast<int16_t>(weight + zero_point);
  }
  return zero_point;
}

// Filters of all input channels, of `zero` where a group has none.
std::vector<int16_t> Expand(const ByteSum& plan,
                            const std::vector<int16_t>& filters, int16_t zero) {
  const ConvWindow& w = plan.window;
  const int64_t own = w.in_channels / plan.groups;
  const int64_t group = w.out_channels / plan.groups;
  std::vector<int16_t> all(filters.size() * plan.groups, zero);
  for (int64_t row = 0; row < w.out_channels * Taps(w); ++row) {
    const int64_t first = row / Taps(w) / group * own;
    std::copy_n(filters.begin() + row * own, own,
                all.begin() + row * w.in_channels + first);
  }
  return all;
}

// Bytes are counted from the lowest of a word.
void SetByte(int64_t place, int value, int32_t* word) {
  *word = static_cast<int32_t>(static_cast<uint32_t>(*word) |
                               (static_cast<uint32_t>(value) & 255u)
                                   << (8 * place));
}

void PackWords(const ByteSum& plan, const std::vector<int16_t>& weights,
               PackedFilters* packed) {
  const int64_t out = plan.window.out_channels, taps = Taps(plan.window);
  const int64_t depth = packed->filter_channels, words = Fours(depth);
  const int64_t group = packed->group4 * 4;
  packed->words.resize(Fours(out) * taps * words * 4);
  const int16_t* from = weights.data();
  for (int64_t o = 0; o < out; ++o) {
    for (int64_t tap = 0; tap < taps; ++tap) {
      int32_t* to = packed->words.data() +
                    (o / group * taps + tap) * words * group + o % group;
      for (int64_t c = 0; c < depth; ++c) {
        SetByte(c % 4, *from++, to + c / 4 * group);
      }
    }
  }
}

PackedFilters PackFilters(const ByteSum& plan, const TensorView& tensor,
                          const TensorView& bias) {
  const ConvWindow& w = plan.window;
  PackedFilters packed;
  std::vector<int16_t> weights = DecodeWeights(plan.sum, tensor);
  packed.zero_point = MakeBytes(plan.sum, &weights);
  const int64_t groups = KeepsGroups(plan) ? plan.groups : 1;
  if (groups != plan.groups) {
    weights = Expand(plan, weights, static_cast<int16_t>(packed.zero_point));
  }
  packed.filter_channels = w.in_channels / groups;
  packed.group4 = Fours(w.out_channels / groups);
  const int64_t depth = Taps(w) * packed.filter_channels;
  const int64_t zero = InputZero(plan.sum);
  for (int64_t o = 0; o < w.out_channels; ++o) {
    int64_t all = -depth * packed.zero_point;
    for (int64_t d = 0; d < depth; ++d) all += weights[o * depth + d];
    // Wraps as sums do.
    packed.biases.push_back(static_cast<int32_t>(static_cast<uint64_t>(
        IntegerBias(plan.sum, bias, static_cast<int32_t>(o)) - zero * all)));
  }
  PackWords(plan, weights, &packed);
  return packed;
}

// Adds the call with its result in place or cropped.
void AddSum(GpuCall call, const ByteSum& plan, const NodeView& node,
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

// The most that any kernel's weights take.
uint64_t PackedBytes(const ByteSum& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  const auto out = static_cast<uint64_t>(Fours(w.out_channels)) * 4;
  const auto taps = static_cast<uint64_t>(Taps(w));
  if (plan.depthwise) return taps * out * sizeof(float);
  const uint64_t in =
      Fours(KeepsGroups(plan) ? w.in_channels / plan.groups : w.in_channels);
  if (!TakesWideBytes(plan, caps)) return taps * in * out * 4;
  return taps * in * 4 * (out + 32) * sizeof(float);
}

Status CheckTypes(const WeightedSum& sum, const GpuPlanCaps& caps) {
  if (!IsByte(sum.input_type) || !caps.take_quantized) {
    return UnsupportedType(sum.input_type);
  }
  if (sum.output_type != sum.input_type) {
    return UnsupportedType(sum.output_type);
  }
  return OkStatus();
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

void EmitConvBytes(const ByteSum& plan, const NodeView& node,
                   GpuBuilder& builder) {
  if (TakesWideBytes(plan, builder.caps())) {
    GpuCall call = WideConvBytes(plan, node, builder);
    call.operands.push_back({builder.Output(node, 0), true});
    return builder.Add(std::move(call));
  }
  const ConvWindow& w = plan.window;
  const PackedFilters packed =
      PackFilters(plan, node.input(plan.weights), node.input(plan.bias));
  const int64_t out4 = Fours(w.out_channels);
  const bool aligned =
      w.in_channels % 4 == 0 && packed.filter_channels % 4 == 0;
  const int pixels = Pixels(w) < 4 ? 1 : 8;
  const uint32_t lanes = pixels == 1 ? 32 : out4 >= 8 ? 8 : 4;
  const uint32_t zero = static_cast<uint32_t>(InputZero(plan.sum)) & 255u;
  const int64_t tail = packed.filter_channels % 4;

  GpuCall call;
  call.spec = {"conv_2d_int8",
               {{"IN4", aligned},
                {"PIXELS", pixels},
                {"UNSIGNED", plan.sum.input_type == kTfLiteUInt8},
                {"WEIGHTS_ZERO", packed.zero_point != 0},
                {"TRANSPOSED", plan.transposed}},
               {lanes, 32 / lanes, 1}};
  call.operands = {
      {builder.Input(node, plan.input), false},
      {builder.Constant(packed.words), false},
      {builder.Constant(FinishOf(plan.sum, packed.biases, out4 * 4, 4)),
       false}};
  call.params = WindowParams(w, Pixels(w), out4, w.in_channels);
  for (const uint32_t param :
       {static_cast<uint32_t>(packed.filter_channels),
        static_cast<uint32_t>(packed.group4), zero * 0x01010101u,
        tail == 0 ? ~0u : (1u << (8 * tail)) - 1u,
        static_cast<uint32_t>(packed.zero_point)}) {
    call.params.push_back(param);
  }
  for (const uint32_t param : RangeParams(plan.sum)) {
    call.params.push_back(param);
  }
  call.groups = {GroupsOf(out4, lanes),
                 GroupsOf(Pixels(w), pixels * 32 / lanes), 1};
  AddSum(std::move(call), plan, node, builder);
}

void EmitDepthwiseBytes(const ByteSum& plan, const NodeView& node,
                        GpuBuilder& builder) {
  if (TakesWideBytes(plan, builder.caps())) {
    GpuCall call = WideDepthwiseBytes(plan, node, builder);
    call.operands.push_back({builder.Output(node, 0), true});
    return builder.Add(std::move(call));
  }
  constexpr int kPixels = 4;
  const ConvWindow& w = plan.window;
  const int64_t out4 = Fours(w.out_channels);
  const int64_t rows = int64_t{w.batch} * w.out_height;
  const std::vector<int16_t> weights =
      DecodeWeights(plan.sum, node.input(plan.weights));
  std::vector<int32_t> padded(Taps(w) * out4 * 4);
  for (int64_t i = 0; i < Taps(w) * w.out_channels; ++i) {
    padded[i / w.out_channels * out4 * 4 + i % w.out_channels] = weights[i];
  }
  const int32_t multiplier = w.out_channels / w.in_channels;
  const uint32_t lanes = out4 >= 8 ? 8 : 4;

  GpuCall call;
  call.spec = {"depthwise_int8",
               {{"SINGLE", multiplier == 1 && w.out_channels % 4 == 0},
                {"PIXELS", kPixels},
                {"UNSIGNED", plan.sum.input_type == kTfLiteUInt8}},
               {lanes, 32 / lanes, 1}};
  call.operands = {
      {builder.Input(node, plan.input), false},
      {builder.Constant(padded), false},
      {builder.Constant(FinishOf(plan.sum, BiasesOf(plan, node), out4 * 4, 4)),
       false}};
  call.params = WindowParams(w, rows, out4, w.in_channels);
  call.params.push_back(static_cast<uint32_t>(multiplier));
  call.params.push_back(static_cast<uint32_t>(InputZero(plan.sum)));
  for (const uint32_t param : RangeParams(plan.sum)) {
    call.params.push_back(param);
  }
  call.groups = {GroupsOf(out4, lanes),
                 GroupsOf(w.out_width, kPixels * 32 / lanes),
                 static_cast<uint32_t>(rows)};
  AddSum(std::move(call), plan, node, builder);
}

}  // namespace tflite
