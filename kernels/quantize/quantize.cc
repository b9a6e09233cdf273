#include "kernels/quantize/quantize.h"

#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

bool IsSmallFloat(TfLiteType type) {
  return IsFloat(type) && type != kTfLiteFloat64;
}
bool IsStoredInteger(TfLiteType type) {
  return IsByteOrInt16(type) || type == kTfLiteInt32;
}
bool IsNibble(TfLiteType type) {
  return type == kTfLiteInt4 || type == kTfLiteUInt4;
}

// Scales per slice must be as many as the dimension has elements.
StatusOr<ChannelAffine> ReadChannelAffine(const TensorView& tensor,
                                          const Shape& shape) {
  const size_t count = tensor.scales().size();
  if (count == 0) return Invalid(tensor.ToString(), " has no scale");
  ChannelAffine affine;
  affine.inner = shape.num_elements();
  if (count > 1) {
    const int axis = tensor.quantized_dimension();
    if (axis < 0 || axis >= shape.rank() ||
        static_cast<size_t>(shape[axis]) != count) {
      return Invalid(tensor.ToString(), " has ", count,
                     " scales along dimension ", axis);
    }
    affine.outer = shape.Product(0, axis);
    affine.inner = shape.Product(axis + 1, shape.rank());
  }
  for (size_t i = 0; i < count; ++i) {
    TFLL_ASSIGN_OR_RETURN(const Affine entry, ReadAffine(tensor, i));
    affine.channels.push_back(entry);
  }
  return affine;
}

template <typename Op>
Status CheckCounts(const NodeView& node, TensorView* in, TensorView* out,
                   Op* op) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(*in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(*out, node.RequiredOutput(0));
  op->in_type = in->type();
  op->out_type = out->type();
  op->count = in->num_elements();
  op->outputs.push_back(OutputSpec::Known(in->shape()));
  return OkStatus();
}

}  // namespace

StatusOr<Quantize> BindQuantize(const NodeView& node) {
  Quantize op;
  TensorView in, out;
  TFLL_RETURN_IF_ERROR(CheckCounts(node, &in, &out, &op));
  op.requantizes = IsStoredInteger(in.type());
  TFLL_CONSTRAINT(C2, IsSmallFloat(in.type()) || op.requantizes, "input is ",
                  in.ToString());
  TFLL_CONSTRAINT(
      C3,
      IsStoredInteger(out.type()) || (IsNibble(out.type()) && !op.requantizes),
      "input is ", in.ToString(), ", output ", out.ToString());
  const auto affine = ReadChannelAffine(out, in.shape());
  TFLL_CONSTRAINT(C4, affine.ok(), affine.status().message());
  op.out = *affine;
  if (op.requantizes) {
    const auto in_affine = ReadAffine(in);
    TFLL_CONSTRAINT(C5, in_affine.ok(), in_affine.status().message());
    TFLL_CONSTRAINT(C5, op.out.channels.size() == 1, "output ", out.ToString(),
                    " has ", op.out.channels.size(), " scales");
    op.in_zero_point = in_affine->zero_point;
    op.factor = QuantizeMultiplier(static_cast<double>(in_affine->scale) /
                                   op.out.channels[0].scale);
  }
  return op;
}

StatusOr<Dequantize> BindDequantize(const NodeView& node) {
  Dequantize op;
  TensorView in, out;
  TFLL_RETURN_IF_ERROR(CheckCounts(node, &in, &out, &op));
  const bool narrow =
      in.type() == kTfLiteFloat16 || in.type() == kTfLiteBFloat16 ||
      in.type() == kTfLiteFloat8E4M3FN || in.type() == kTfLiteFloat8E5M2;
  TFLL_CONSTRAINT(C2,
                  narrow || IsStoredInteger(in.type()) || IsNibble(in.type()) ||
                      in.type() == kTfLiteInt2,
                  "input is ", in.ToString());
  TFLL_CONSTRAINT(C3, IsSmallFloat(out.type()), "output is ", out.ToString());
  op.evaluate_at_prepare = in.is_constant();
  if (!narrow) {
    const auto affine = ReadChannelAffine(in, in.shape());
    TFLL_CONSTRAINT(C4, affine.ok(), affine.status().message());
    op.in = *affine;
  }
  return op;
}

}  // namespace tflite::kernels
