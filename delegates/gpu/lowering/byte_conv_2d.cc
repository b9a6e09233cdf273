#include <algorithm>

#include "delegates/gpu/lowering/byte_sums.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/weighted.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// Weights as the kernels of conv_2d_int8*.kernel take them.
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

// `zero` is the input's zero point as the kernel counts.
PackedFilters PackFilters(const ByteSum& plan, const TensorView& tensor,
                          const TensorView& bias, int64_t zero) {
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

// Which kernel computes a convolution.
enum class Family {
  kWords,    // a word of several pixels in registers; groups, transposed ones
  kTiles,    // tiles of both operands in shared memory
  kShuffle,  // lanes of a subgroup share loads, for a processor
};

Family ChooseFamily(const ByteSum& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  const bool whole = plan.groups == 1 || !KeepsGroups(plan);
  if (!whole || plan.transposed) return Family::kWords;
  // What waits for the other lanes' loads has to be worth it.
  if (SharesLoads(caps) && Pixels(w) >= 4) return Family::kShuffle;
  const bool fills_tiles = w.in_channels % 4 == 0 && w.in_channels >= 16 &&
                           w.out_channels >= 32 && Pixels(w) >= 32;
  return !caps.software && fills_tiles && caps.max_invocations >= 256 &&
                 caps.shared_memory_bytes >= 2 * 256 * 16
             ? Family::kTiles
             : Family::kWords;
}

// The variant of a kernel with @dot that is quicker.
std::string ByDots(const char* kernel, const GpuCaps& caps) {
  return caps.int8_dot && caps.int8_dot_fast ? StrCat(kernel, "_dot") : kernel;
}

void SetWords(const ByteSum& plan, const GpuCaps& caps, GpuCall* call) {
  const ConvWindow& w = plan.window;
  const int64_t out4 = Fours(w.out_channels);
  const int pixels = Pixels(w) < 4 ? 1 : 8;
  const uint32_t lanes = pixels == 1 ? 32 : out4 >= 8 ? 8 : 4;
  call->spec.kernel = ByDots("conv_2d_int8", caps);
  call->spec.constants.emplace_back("PIXELS", pixels);
  call->spec.constants.emplace_back("TRANSPOSED", plan.transposed);
  call->spec.workgroup = {lanes, 32 / lanes, 1};
  call->groups = {GroupsOf(out4, lanes),
                  GroupsOf(Pixels(w), pixels * 32 / lanes), 1};
}

void SetTiles(const ByteSum& plan, const GpuCaps& caps, GpuCall* call) {
  const ConvWindow& w = plan.window;
  const int64_t words = w.in_channels / 4;
  call->spec.kernel = ByDots("conv_2d_int8_tile", caps);
  call->spec.constants.emplace_back("DEEP", words % 16 == 0  ? 16
                                            : words % 8 == 0 ? 8
                                                             : 4);
  call->spec.constants.emplace_back("WHOLE", words % 4 == 0);
  call->spec.workgroup = {16, 16, 1};
  call->operands.push_back(call->operands[0]);  // the input in fours
  call->groups = {GroupsOf(w.out_channels, 64), GroupsOf(Pixels(w), 64), 1};
}

void SetShuffle(const ByteSum& plan, const GpuCaps& caps, PackedFilters* packed,
                GpuCall* call) {
  const ConvWindow& w = plan.window;
  const int64_t out4 = Fours(w.out_channels);
  const int64_t depth = Taps(w) * Fours(packed->filter_channels);
  const int64_t lanes = caps.subgroup_size;
  const int64_t pixels = Pixels(w) >= 8 ? 8 : 4;
  int64_t outs = 1, step = 1;
  while (outs < lanes && outs < out4) outs *= 2;
  while (step < outs && step < depth) step *= 2;
  packed->words.resize(GroupsOf(depth, step) * step * out4 * 4);
  call->spec.kernel = "conv_2d_int8_shuffle";
  for (const auto& [name, value] :
       {std::make_pair("PIXELS", pixels), std::make_pair("LANES", lanes),
        std::make_pair("OUTS", outs), std::make_pair("STEP", step),
        std::make_pair("POINT", int64_t{IsPoint(w)})}) {
    call->spec.constants.emplace_back(name, static_cast<int32_t>(value));
  }
  call->spec.workgroup = {static_cast<uint32_t>(lanes), 1, 1};
  call->groups = {GroupsOf(out4, outs),
                  GroupsOf(Pixels(w), pixels * lanes / outs), 1};
}

std::vector<uint32_t> ConvParams(const ByteSum& plan,
                                 const PackedFilters& packed, uint32_t zero) {
  const ConvWindow& w = plan.window;
  const int64_t tail = packed.filter_channels % 4;
  std::vector<uint32_t> params =
      WindowParams(w, Pixels(w), Fours(w.out_channels), w.in_channels);
  for (const uint32_t param :
       {static_cast<uint32_t>(packed.filter_channels),
        static_cast<uint32_t>(packed.group4), (zero & 255u) * 0x01010101u,
        tail == 0 ? ~0u : (1u << (8 * tail)) - 1u,
        static_cast<uint32_t>(packed.zero_point)}) {
    params.push_back(param);
  }
  for (const uint32_t param : RangeParams(plan.sum)) params.push_back(param);
  return params;
}

}  // namespace

void EmitConvBytes(const ByteSum& plan, const NodeView& node,
                   GpuBuilder& builder) {
  const GpuCaps& caps = builder.caps();
  if (TakesWideBytes(plan, caps)) {
    GpuCall call = WideConvBytes(plan, node, builder);
    call.operands.push_back({builder.Output(node, 0), true});
    return builder.Add(std::move(call));
  }
  const Family family = ChooseFamily(plan, caps);
  const int32_t zero =
      InputZero(plan.sum) + (family == Family::kShuffle ? 128 : 0);
  PackedFilters packed =
      PackFilters(plan, node.input(plan.weights), node.input(plan.bias), zero);
  GpuCall call;
  call.spec.constants = {{"UNSIGNED", plan.sum.input_type == kTfLiteUInt8},
                         {"WEIGHTS_ZERO", packed.zero_point != 0}};
  if (family != Family::kTiles) {
    call.spec.constants.emplace_back(
        "IN4",
        plan.window.in_channels % 4 == 0 && packed.filter_channels % 4 == 0);
  }
  call.operands = {{builder.Input(node, plan.input), false}};
  if (family == Family::kTiles) {
    SetTiles(plan, caps, &call);
  } else if (family == Family::kShuffle) {
    SetShuffle(plan, caps, &packed, &call);
  } else {
    SetWords(plan, caps, &call);
  }
  call.operands.push_back({builder.Constant(packed.words), false});
  call.operands.push_back(
      {builder.Constant(FinishOf(plan.sum, packed.biases,
                                 Fours(plan.window.out_channels) * 4, 4)),
       false});
  call.params = ConvParams(plan, packed, static_cast<uint32_t>(zero));
  AddByteSum(std::move(call), plan, node, builder);
}

}  // namespace tflite::gpu
