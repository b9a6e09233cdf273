#include "kernels/binary/binary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

constexpr uint32_t Bit(TfLiteType type) { return uint32_t{1} << type; }
constexpr uint32_t kFloats = Bit(kTfLiteFloat32) | Bit(kTfLiteFloat64) |
                             Bit(kTfLiteFloat16) | Bit(kTfLiteBFloat16);
constexpr uint32_t kIntegers = Bit(kTfLiteInt8) | Bit(kTfLiteUInt8) |
                               Bit(kTfLiteInt16) | Bit(kTfLiteUInt16) |
                               Bit(kTfLiteInt32) | Bit(kTfLiteUInt32) |
                               Bit(kTfLiteInt64) | Bit(kTfLiteUInt64);
constexpr uint32_t kBool = Bit(kTfLiteBool);
constexpr uint32_t kComplex = Bit(kTfLiteComplex64);

// What the operators of one kind differ in.
struct Traits {
  BinaryKind kind;
  uint32_t types;
  bool quantizable = false;
  bool broadcasts = true;
};

ActivationRange<int64_t> IntegerActivationRange(ActivationRange<float> real) {
  using Limits = std::numeric_limits<int64_t>;
  return {
      std::isfinite(real.min) ? static_cast<int64_t>(real.min) : Limits::min(),
      std::isfinite(real.max) ? static_cast<int64_t>(real.max) : Limits::max()};
}

// Applications that build nodes by hand do not always set the options. What is
// no activation at all counts as none, as in TensorFlow Lite; model files have
// been checked.
TfLiteFusedActivation KnownActivation(TfLiteFusedActivation activation) {
  const auto value = static_cast<unsigned>(activation);
  return value <= kTfLiteActSigmoid ? activation : kTfLiteActNone;
}

// The exponent of a scale that is a power of two.
bool PowerOfTwo(float scale, int* exponent) {
  return std::frexp(scale, exponent) == 0.5f;
}

// Sets the shifts of BinaryForm::kShifted; false where it does not apply.
bool BindShifted(BinaryQuantization& q) {
  int x, y, out;
  if (!PowerOfTwo(q.x.scale, &x) || !PowerOfTwo(q.y.scale, &y) ||
      !PowerOfTwo(q.out.scale, &out)) {
    return false;
  }
  q.x_right_shift = out - x;
  q.y_right_shift = out - y;
  const bool one_kept = q.x_right_shift == 0 || q.y_right_shift == 0;
  const auto valid = [](int shift) { return shift >= 0 && shift < 16; };
  return one_kept && valid(q.x_right_shift) && valid(q.y_right_shift);
}

// Both operands are rescaled to twice the larger scale, with `shift`
// more bits.
void BindSum(int shift, BinaryQuantization& q) {
  q.shift = shift;
  const double common = 2.0 * std::max(q.x.scale, q.y.scale);
  q.x_factor = QuantizeMultiplier(q.x.scale / common);
  q.y_factor = QuantizeMultiplier(q.y.scale / common);
  const double unit = std::ldexp(1.0, shift) * q.out.scale;
  q.factor = QuantizeMultiplier(
      q.form == BinaryForm::kSquare
          ? common * common / (std::ldexp(1.0, 2 * shift) * q.out.scale)
          : common / unit);
}

void BindForm(const Binary& op, bool powers_of_two, BinaryQuantization& q) {
  const bool wide = op.type == kTfLiteInt16;
  switch (op.kind) {
    case BinaryKind::kAdd:
    case BinaryKind::kSub:
      q.form = BinaryForm::kSum;
      if (wide && powers_of_two && BindShifted(q)) {
        q.form = BinaryForm::kShifted;
      } else {
        BindSum(wide ? 15 : 20, q);
      }
      return;
    case BinaryKind::kMul:
      q.form =
          op.out_type == op.type ? BinaryForm::kProduct : BinaryForm::kHighByte;
      // Rounded to float, as in the reference runtime: 16-bit results show it.
      q.factor =
          QuantizeMultiplier(std::min(q.x.scale * q.y.scale / q.out.scale,
                                      std::numeric_limits<float>::max()));
      return;
    case BinaryKind::kDiv:
      q.form = BinaryForm::kQuotient;
      q.quotient_factor = q.x.scale / (q.y.scale * q.out.scale);
      return;
    case BinaryKind::kSquaredDifference:
      // The square of a wide difference leaves 32 bits.
      q.form = wide ? BinaryForm::kReal : BinaryForm::kSquare;
      if (!wide) BindSum(7, q);
      return;
    default:
      q.form =
          q.x == q.y && q.x == q.out ? BinaryForm::kRaw : BinaryForm::kReal;
  }
}

Status BindQuantization(const NodeView& node, TfLiteFusedActivation activation,
                        bool powers_of_two, Binary& op) {
  const TensorView tensors[] = {node.input(0), node.input(1), node.output(0)};
  BinaryQuantization& q = op.q;
  Affine* const affines[] = {&q.x, &q.y, &q.out};
  // A zero point would take their sums and products out of 32 bits.
  const bool symmetric =
      op.type == kTfLiteInt16 &&
      (op.kind == BinaryKind::kAdd || op.kind == BinaryKind::kSub ||
       op.kind == BinaryKind::kMul);
  for (int i = 0; i < 3; ++i) {
    const auto affine = ReadAffine(tensors[i]);
    TFLL_CONSTRAINT(C5, affine.ok(), affine.status().message());
    *affines[i] = *affine;
    const bool byte = ElementBits(tensors[i].type()) == 8;
    TFLL_CONSTRAINT(C6, !symmetric || byte || affine->zero_point == 0,
                    tensors[i].ToString(), " has zero point ",
                    affine->zero_point);
  }
  op.quantized = true;
  BindForm(op, powers_of_two, q);
  TFLL_ASSIGN_OR_RETURN(q.range,
                        QuantizedActivationRange(activation, tensors[2]));
  return OkStatus();
}

StatusOr<Binary> Bind(const NodeView& node, const Traits& traits,
                      TfLiteFusedActivation activation = kTfLiteActNone,
                      bool powers_of_two = false) {
  activation = KnownActivation(activation);
  TFLL_CONSTRAINT(C1, node.num_inputs() == 2 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView x, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView y, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  const bool to_byte = traits.kind == BinaryKind::kMul &&
                       x.type() == kTfLiteInt16 && StandsForReals(x) &&
                       ElementBits(out.type()) == 8 && StandsForReals(out);
  TFLL_CONSTRAINT(C2,
                  x.type() == y.type() && (x.type() == out.type() || to_byte),
                  "inputs are ", x.ToString(), " and ", y.ToString(),
                  ", the output is ", out.ToString());
  TFLL_CONSTRAINT(C3, (traits.types & Bit(x.type())) != 0, "type ",
                  TfLiteTypeGetName(x.type()), " is not supported");
  const auto shape = BroadcastShapes(x.shape(), y.shape());
  TFLL_CONSTRAINT(C4, shape.ok(), shape.status().message());
  TFLL_CONSTRAINT(C4, traits.broadcasts || x.shape() == y.shape(),
                  "inputs are ", x.ToString(), " and ", y.ToString());
  Binary op;
  op.kind = traits.kind;
  op.type = x.type();
  op.out_type = out.type();
  op.loop = Broadcast(*shape, {x.shape(), y.shape()});
  op.has_activation = activation != kTfLiteActNone;
  const auto float_range = FloatActivationRange(activation);
  TFLL_CONSTRAINT(C7, float_range.ok(), float_range.status().message());
  op.float_range = *float_range;
  op.integer_range = IntegerActivationRange(*float_range);
  if (traits.quantizable &&
      (StandsForReals(x) || StandsForReals(y) || StandsForReals(out))) {
    TFLL_RETURN_IF_ERROR(BindQuantization(node, activation, powers_of_two, op));
  }
  op.outputs.push_back(OutputSpec::Known(*shape));
  return op;
}

}  // namespace

StatusOr<Binary> BindAdd(const NodeView& node) {
  const auto params = node.params_or_default<TfLiteAddParams>();
  return Bind(node, {BinaryKind::kAdd, kFloats | kIntegers | kComplex, true},
              params.activation, params.pot_scale_int16);
}
StatusOr<Binary> BindSub(const NodeView& node) {
  const auto params = node.params_or_default<TfLiteSubParams>();
  return Bind(node, {BinaryKind::kSub, kFloats | kIntegers | kComplex, true},
              params.activation, params.pot_scale_int16);
}
StatusOr<Binary> BindMul(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(
      Binary op,
      Bind(node, {BinaryKind::kMul, kFloats | kIntegers | kComplex, true},
           node.params_or_default<TfLiteMulParams>().activation));
  op.evaluate_at_prepare = IsSmallConstant(node, op.outputs[0].shape);
  return op;
}
StatusOr<Binary> BindDiv(const NodeView& node) {
  return Bind(node, {BinaryKind::kDiv, kFloats | kIntegers | kComplex, true},
              node.params_or_default<TfLiteDivParams>().activation);
}
StatusOr<Binary> BindMaximum(const NodeView& node) {
  return Bind(node, {BinaryKind::kMaximum, kFloats | kIntegers, true});
}
StatusOr<Binary> BindMinimum(const NodeView& node) {
  return Bind(node, {BinaryKind::kMinimum, kFloats | kIntegers, true});
}
StatusOr<Binary> BindSquaredDifference(const NodeView& node) {
  return Bind(node,
              {BinaryKind::kSquaredDifference, kFloats | kIntegers, true});
}
StatusOr<Binary> BindPow(const NodeView& node) {
  return Bind(node, {BinaryKind::kPow, kFloats | kIntegers});
}
StatusOr<Binary> BindFloorDiv(const NodeView& node) {
  return Bind(node, {BinaryKind::kFloorDiv, kFloats | kIntegers});
}
StatusOr<Binary> BindFloorMod(const NodeView& node) {
  return Bind(node, {BinaryKind::kFloorMod, kFloats | kIntegers});
}
StatusOr<Binary> BindAtan2(const NodeView& node) {
  return Bind(node, {BinaryKind::kAtan2, kFloats});
}
StatusOr<Binary> BindBitwiseXor(const NodeView& node) {
  return Bind(node, {BinaryKind::kXor, kIntegers | kBool});
}
StatusOr<Binary> BindRightShift(const NodeView& node) {
  return Bind(node, {BinaryKind::kShiftRight, kIntegers});
}
StatusOr<Binary> BindLogicalAnd(const NodeView& node) {
  return Bind(node, {BinaryKind::kAnd, kBool});
}
StatusOr<Binary> BindLogicalOr(const NodeView& node) {
  return Bind(node, {BinaryKind::kOr, kBool});
}
StatusOr<Binary> BindStablehloAdd(const NodeView& node) {
  return Bind(node, {BinaryKind::kAdd, kFloats | kIntegers | kBool | kComplex,
                     false, false});
}
StatusOr<Binary> BindStablehloMultiply(const NodeView& node) {
  return Bind(node, {BinaryKind::kMul, kFloats | kIntegers | kBool | kComplex,
                     false, false});
}
StatusOr<Binary> BindStablehloMaximum(const NodeView& node) {
  return Bind(
      node, {BinaryKind::kMaximum, kFloats | kIntegers | kBool, false, false});
}
StatusOr<Binary> BindStablehloMinimum(const NodeView& node) {
  return Bind(
      node, {BinaryKind::kMinimum, kFloats | kIntegers | kBool, false, false});
}
StatusOr<Binary> BindStablehloAnd(const NodeView& node) {
  return Bind(node, {BinaryKind::kAnd, kIntegers | kBool, false, false});
}
StatusOr<Binary> BindStablehloShiftLeft(const NodeView& node) {
  return Bind(node, {BinaryKind::kShiftLeft, kIntegers, false, false});
}

}  // namespace tflite::kernels
