#include "delegates/dsp/lowering/weighted.h"

#include "delegates/common/operand_checks.h"
#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/lowering/checks.h"
#include "delegates/dsp/lowering/window.h"

namespace tflite::dsp {
namespace {

struct SumInputs {
  int input, weights, bias;
};

Status PlanSum(const WeightedSum& sum, const NodeView& node,
               const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(sum.input_type, true));
  if (sum.output_type != sum.input_type)
    return UnsupportedType(sum.output_type);
  TFLL_RETURN_IF_ERROR(CheckIntegerSum(sum));
  return CheckSizes(node, caps);
}

int64_t PaddedChannels(int32_t groups, int32_t channels) {
  return int64_t{groups} * RoundUp(channels / groups, kLanes);
}

// Places in constants have 31 bits.
Status CheckPlaces(const char* what, int64_t bytes) {
  if (bytes <= INT32_MAX) return OkStatus();
  return Unsupported(what, " that take ", bytes,
                     " bytes for the device are not supported");
}

// Of few channels, padding makes packed weights several times as large as the
// tensor, and the planes of a Finish even more.
template <typename Layout>
Status CheckPacked(const Layout& layout, int64_t padded_channels) {
  TFLL_RETURN_IF_ERROR(CheckPlaces("weights", layout.Bytes(padded_channels)));
  return CheckPlaces("biases and scales",
                     3 * int64_t{sizeof(int32_t)} * padded_channels);
}

DenseLayout LayoutOf(const Conv2d& op) {
  return {op.window.filter_height * op.window.filter_width, op.filter_channels};
}
DepthwiseLayout LayoutOf(const DepthwiseConv2d& op) {
  return {op.window.filter_height, op.window.filter_width};
}
DenseLayout LayoutOf(const FullyConnected& op) { return {1, op.depth}; }
DenseLayout LayoutOf(const TransposeConv& op) {
  return {op.window.filter_height * op.window.filter_width,
          op.window.in_channels};
}

// The weights minus their zero points, and the zero point of packed weights.
// `least` is the least packed integer.
struct Decoded {
  Decoded(const WeightedSum& sum, const TensorView& weights, int32_t least)
      : values(DecodeWeights(sum, weights)),
        zero_point(sum.weights_type == kTfLiteUInt8
                       ? sum.weights_zero_point + least
                       : 128 + sum.weights_zero_point + least) {}

  std::vector<int16_t> values;
  int32_t zero_point;
};

// Fills the planes of a Finish, channel by channel.
class FinishPlanes {
 public:
  FinishPlanes(const WeightedSum& sum, const TensorView& bias, int32_t groups,
               int32_t group_channels)
      : sum_(sum),
        bias_(bias),
        group_channels_(group_channels),
        channels_(static_cast<int32_t>(
            PaddedChannels(groups, groups * group_channels))),
        planes_(3 * static_cast<size_t>(channels_)) {}

  // Sets output channel `o`, to whose bias -`zero` * `weights` is added.
  void Set(int32_t o, int64_t zero, int64_t weights) {
    const int32_t at = PaddedChannel(o / group_channels_, o % group_channels_,
                                     group_channels_);
    planes_[at] = static_cast<int32_t>(
        static_cast<uint64_t>(IntegerBias(sum_, bias_, o)) -
        static_cast<uint64_t>(zero * weights));
    planes_[channels_ + at] = sum_.multipliers[o].multiplier;
    planes_[2 * channels_ + at] = sum_.multipliers[o].shift;
  }

  int32_t channels() const { return channels_; }

  Finish Take(DspBuilder& builder) const {
    return {builder.Constant(planes_),
            channels_,
            channels_,
            sum_.output_zero_point,
            sum_.integer_range.min,
            sum_.integer_range.max};
  }

 private:
  const WeightedSum& sum_;
  const TensorView bias_;
  const int32_t group_channels_, channels_;
  std::vector<int32_t> planes_;
};

// Packs weights [group channels * groups, taps, channels] as in DenseLayout.
// `folds`: the biases include the correction for the input's zero point.
template <typename Params>
void SetDense(const WeightedSum& sum, const NodeView& node,
              const SumInputs& inputs, int32_t groups, DenseLayout layout,
              bool folds, Params* p, DspBuilder& builder) {
  const Decoded weights(sum, node.input(inputs.weights), 0);
  const int32_t group_channels = sum.channels / groups;
  FinishPlanes planes(sum, node.input(inputs.bias), groups, group_channels);
  std::vector<uint8_t> packed(layout.Bytes(planes.channels()),
                              static_cast<uint8_t>(weights.zero_point));
  const int16_t* from = weights.values.data();
  for (int32_t o = 0; o < sum.channels; ++o) {
    const int32_t at =
        PaddedChannel(o / group_channels, o % group_channels, group_channels);
    int64_t all = 0;
    for (int32_t tap = 0; tap < layout.taps; ++tap) {
      for (int32_t c = 0; c < layout.channels; ++c, ++from) {
        all += *from;
        packed[layout.At(at, tap, c)] =
            static_cast<uint8_t>(*from + weights.zero_point);
      }
    }
    planes.Set(o, folds ? sum.input_zero_point : 0, all);
  }
  p->input = builder.Input(node, inputs.input);
  p->weights = builder.Constant(packed);
  p->finish = planes.Take(builder);
  p->output = builder.Output(node, 0);
  p->is_signed = IsSigned(sum.input_type);
  p->input_zero_point = sum.input_zero_point;
  p->weights_zero_point = weights.zero_point;
}

constexpr SumInputs kUsual = {0, 1, 2};
constexpr SumInputs kTransposed = {2, 1, 3};

}  // namespace

StatusOr<Conv2d> PlanConv2d(const Conv2d& op, const NodeView& node,
                            const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(PlanSum(op.sum, node, caps));
  TFLL_RETURN_IF_ERROR(CheckWindow(op.window));
  TFLL_RETURN_IF_ERROR(CheckPacked(
      LayoutOf(op), PaddedChannels(op.groups, op.window.out_channels)));
  return op;
}

void EmitConv2d(const Conv2d& op, const NodeView& node, DspBuilder& builder) {
  Conv2dParams p = {};
  p.window = ToWindow(op.window);
  p.groups = op.groups;
  SetDense(op.sum, node, kUsual, op.groups, LayoutOf(op), true, &p, builder);
  builder.Add(node, p);
}

StatusOr<DepthwiseConv2d> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                              const NodeView& node,
                                              const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(PlanSum(op.sum, node, caps));
  TFLL_RETURN_IF_ERROR(CheckWindow(op.window));
  TFLL_RETURN_IF_ERROR(
      CheckPacked(LayoutOf(op), PaddedChannels(1, op.window.out_channels)));
  return op;
}

void EmitDepthwiseConv2d(const DepthwiseConv2d& op, const NodeView& node,
                         DspBuilder& builder) {
  const ConvWindow& w = op.window;
  const Decoded weights(op.sum, node.input(1), -128);
  const DepthwiseLayout layout = LayoutOf(op);
  FinishPlanes planes(op.sum, node.input(2), 1, w.out_channels);
  std::vector<int8_t> packed(layout.Bytes(planes.channels()),
                             static_cast<int8_t>(weights.zero_point));
  for (int32_t o = 0; o < w.out_channels; ++o) {
    int64_t all = 0;
    for (int32_t fy = 0; fy < w.filter_height; ++fy) {
      for (int32_t fx = 0; fx < w.filter_width; ++fx) {
        const int16_t value =
            weights
                .values[(int64_t{fy} * w.filter_width + fx) * w.out_channels +
                        o];
        all += value;
        packed[layout.At(o, fy, fx)] =
            static_cast<int8_t>(value + weights.zero_point);
      }
    }
    planes.Set(o, op.sum.input_zero_point, all);
  }
  DepthwiseConv2dParams p = {};
  p.input = builder.Input(node, 0);
  p.weights = builder.Constant(packed);
  p.finish = planes.Take(builder);
  p.output = builder.Output(node, 0);
  p.window = ToWindow(w);
  p.multiplier = op.multiplier;
  p.is_signed = IsSigned(op.sum.input_type);
  p.input_zero_point = op.sum.input_zero_point;
  p.weights_zero_point = weights.zero_point;
  builder.Add(node, p);
}

StatusOr<FullyConnected> PlanFullyConnected(const FullyConnected& op,
                                            const NodeView& node,
                                            const DspCaps& caps) {
  if (op.sparse) return Unsupported("sparse weights are not supported");
  if (op.shuffled) return Unsupported("shuffled weights are not supported");
  TFLL_RETURN_IF_ERROR(PlanSum(op.sum, node, caps));
  TFLL_RETURN_IF_ERROR(CheckPacked(LayoutOf(op), PaddedChannels(1, op.units)));
  return op;
}

void EmitFullyConnected(const FullyConnected& op, const NodeView& node,
                        DspBuilder& builder) {
  FullyConnectedParams p = {};
  p.rows = op.rows;
  p.depth = op.depth;
  p.units = op.units;
  SetDense(op.sum, node, kUsual, 1, LayoutOf(op), true, &p, builder);
  builder.Add(node, p);
}

StatusOr<TransposeConv> PlanTransposeConv(const TransposeConv& op,
                                          const NodeView& node,
                                          const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(PlanSum(op.sum, node, caps));
  TFLL_RETURN_IF_ERROR(CheckWindow(op.window));
  TFLL_RETURN_IF_ERROR(
      CheckPacked(LayoutOf(op), PaddedChannels(1, op.window.out_channels)));
  return op;
}

void EmitTransposeConv(const TransposeConv& op, const NodeView& node,
                       DspBuilder& builder) {
  TransposeConvParams p = {};
  p.window = ToWindow(op.window);
  SetDense(op.sum, node, kTransposed, 1, LayoutOf(op), false, &p, builder);
  builder.Add(node, p);
}

}  // namespace tflite::dsp
