#include "delegates/gpu/lowering/convolution/conv_2d_int8.h"

#include <algorithm>

#include "delegates/gpu/kernels/convolution/conv_2d_int8_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_int8_shuffle_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_int8_tile_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convolution/convolution.h"
#include "delegates/gpu/lowering/convolution/int8_v16.h"

namespace tflite::gpu {
namespace {

// Weights in the layout of the kernels of conv_2d_int8*.kernel.
struct PackedFilters {
  int64_t filter_channels = 0;
  int64_t group4 = 0;  // output channels of a group, in units of four
  int32_t zero_point = 0;
  std::vector<int32_t> words;
  std::vector<int32_t> biases;  // adjusted for the input's zero point
};

// Converts the weights to signed bytes and returns their zero point.
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

// Expands filters to all input channels, with the value `zero` outside of their
// group.
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

// Byte 0 is the lowest one of a word.
void SetByte(int64_t place, int value, int32_t* word) {
  *word = static_cast<int32_t>(static_cast<uint32_t>(*word) |
                               (static_cast<uint32_t>(value) & 255u)
                                   << (8 * place));
}

void PackWords(const ByteSum& plan, const std::vector<int16_t>& weights,
               PackedFilters* packed) {
  const int64_t out = plan.window.out_channels, taps = Taps(plan.window);
  const int64_t depth = packed->filter_channels, words = WordsOf(depth);
  const int64_t group = packed->group4 * 4;
  packed->words.resize(WordsOf(out) * taps * words * 4);
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

// `zero` is the zero point that the kernel uses for the input.
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
  packed.group4 = WordsOf(w.out_channels / groups);
  const int64_t depth = Taps(w) * packed.filter_channels;
  for (int64_t o = 0; o < w.out_channels; ++o) {
    int64_t all = -depth * packed.zero_point;
    for (int64_t d = 0; d < depth; ++d) all += weights[o * depth + d];
    // Overflow wraps, as it does in sums.
    packed.biases.push_back(static_cast<int32_t>(static_cast<uint64_t>(
        IntegerBias(plan.sum, bias, static_cast<int32_t>(o)) - zero * all)));
  }
  PackWords(plan, weights, &packed);
  return packed;
}

// Which kernel computes a convolution, conv_2d_int8….
enum class Family {
  kPlain,    // a word of several pixels in registers; groups, transposed
  kTile,     // tiles of both operands in shared memory
  kShuffle,  // lanes of a subgroup share loads, for a processor
};

Family ChooseFamily(const ByteSum& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  const bool whole = plan.groups == 1 || !KeepsGroups(plan);
  if (!whole || plan.transposed) return Family::kPlain;
  // With few pixels, waiting for the loads of other lanes takes longer than it
  // saves.
  if (SharesLoads(caps) && Pixels(w) >= 4) return Family::kShuffle;
  const bool fills_tiles = w.in_channels % 4 == 0 && w.in_channels >= 16 &&
                           w.out_channels >= 32 && Pixels(w) >= 32;
  return !caps.software && fills_tiles && caps.max_invocations >= 256 &&
                 caps.shared_memory_bytes >=
                     Conv2dInt8TileKernel().SharedBytes()
             ? Family::kTile
             : Family::kPlain;
}

// Whether the @dot variants of kernels are quicker.
bool ByDots(const GpuCaps& caps) { return caps.int8_dot && caps.int8_dot_fast; }

// Completes the kernel, whose own constants are set; `zero` is the zero point
// that it uses for the input.
template <typename Kernel>
GpuCall CallOf(Kernel kernel, int32_t zero, const PackedFilters& packed,
               const ByteSum& plan, const NodeView& node, GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t tail = packed.filter_channels % 4;
  kernel.constants.unsigned_ = plan.sum.input_type == kTfLiteUInt8;
  kernel.constants.weights_zero = packed.zero_point != 0;
  kernel.constants.halves_up = plan.sum.halves == kernels::Halves::kUp;
  kernel.src = builder.Input(node, plan.input);
  kernel.weights = builder.Constant(packed.words);
  kernel.finish = builder.Constant(
      FinishOf(plan.sum, packed.biases, WordsOf(w.out_channels) * 4, 4));
  kernel.dst = BeforeCrop(plan, node, builder);
  kernel.pixels = Pixels(w);
  kernel.out_channels4 = WordsOf(w.out_channels);
  kernel.in_channels = w.in_channels;
  SetWindow(w, &kernel);
  kernel.filter_channels = packed.filter_channels;
  kernel.group4 = packed.group4;
  kernel.padding = InAllBytes(zero);
  kernel.last_mask = tail == 0 ? ~0u : (1u << (8 * tail)) - 1u;
  kernel.weights_zero = packed.zero_point;
  SetRange(plan.sum, &kernel);
  if constexpr (std::is_same_v<Kernel, Conv2dInt8TileKernel>) {
    kernel.src4 = kernel.src;
  }
  return kernel.Call();
}

// Whether each pixel's input channels, or those of each group, are whole words.
bool InWords(const PackedFilters& packed) {
  return packed.filter_channels % 4 == 0;
}

GpuCall PlainCall(int32_t zero, const PackedFilters& packed,
                  const ByteSum& plan, const NodeView& node,
                  GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t out4 = WordsOf(w.out_channels);
  const int pixels = Pixels(w) < 4 ? 1 : 8;
  const uint32_t lanes = pixels == 1 ? 32 : out4 >= 8 ? 8 : 4;
  Conv2dInt8Kernel kernel;
  kernel.dot = ByDots(builder.caps());
  kernel.constants.pixels = pixels;
  kernel.constants.transposed = plan.transposed;
  kernel.constants.in4 = InWords(packed);
  GpuCall call = CallOf(kernel, zero, packed, plan, node, builder);
  call.spec.workgroup = {lanes, 32 / lanes, 1};
  call.groups = {GroupsOf(out4, lanes),
                 GroupsOf(Pixels(w), pixels * 32 / lanes), 1};
  return call;
}

GpuCall TileCall(int32_t zero, const PackedFilters& packed, const ByteSum& plan,
                 const NodeView& node, GpuBuilder& builder) {
  using Kernel = Conv2dInt8TileKernel;
  const ConvWindow& w = plan.window;
  const int64_t words = w.in_channels / 4;
  Kernel kernel;
  kernel.dot = ByDots(builder.caps());
  kernel.constants.deep = words % 16 == 0 ? 16 : words % 8 == 0 ? 8 : 4;
  kernel.constants.whole = words % 4 == 0;
  GpuCall call = CallOf(kernel, zero, packed, plan, node, builder);
  call.groups = {GroupsOf(w.out_channels, Kernel::kTile),
                 GroupsOf(Pixels(w), Kernel::kTile), 1};
  return call;
}

GpuCall ShuffleCall(int32_t zero, PackedFilters packed, const ByteSum& plan,
                    const NodeView& node, GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t out4 = WordsOf(w.out_channels);
  const int64_t depth = Taps(w) * WordsOf(packed.filter_channels);
  const int32_t lanes = static_cast<int32_t>(builder.caps().subgroup_size);
  const int32_t pixels = Pixels(w) >= 8 ? 8 : 4;
  int32_t outs = 1, step = 1;
  while (outs < lanes && outs < out4) outs *= 2;
  while (step < outs && step < depth) step *= 2;
  packed.words.resize(GroupsOf(depth, step) * step * out4 * 4);
  Conv2dInt8ShuffleKernel kernel;
  kernel.constants.pixels = pixels;
  kernel.constants.lanes = lanes;
  kernel.constants.outs = outs;
  kernel.constants.step = step;
  kernel.constants.point = IsPoint(w);
  kernel.constants.in4 = InWords(packed);
  GpuCall call = CallOf(kernel, zero, packed, plan, node, builder);
  call.spec.workgroup = {static_cast<uint32_t>(lanes), 1, 1};
  call.groups = {GroupsOf(out4, outs),
                 GroupsOf(Pixels(w), pixels * lanes / outs), 1};
  return call;
}

}  // namespace

void EmitConvBytes(const ByteSum& plan, const NodeView& node,
                   GpuBuilder& builder) {
  const GpuCaps& caps = builder.caps();
  if (TakesV16(plan, caps)) return EmitConvBytesV16(plan, node, builder);
  const Family family = ChooseFamily(plan, caps);
  const int32_t zero =
      InputZero(plan.sum) + (family == Family::kShuffle ? 128 : 0);
  PackedFilters packed =
      PackFilters(plan, node.input(plan.weights), node.input(plan.bias), zero);
  GpuCall call;
  switch (family) {
    case Family::kPlain:
      call = PlainCall(zero, packed, plan, node, builder);
      break;
    case Family::kTile:
      call = TileCall(zero, packed, plan, node, builder);
      break;
    case Family::kShuffle:
      call = ShuffleCall(zero, std::move(packed), plan, node, builder);
      break;
  }
  AddCropped(std::move(call), plan, node, builder);
}

}  // namespace tflite::gpu
