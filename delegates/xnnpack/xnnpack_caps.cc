#include "delegates/xnnpack/xnnpack_caps.h"

#include <cmath>

#include "delegates/xnnpack/xnnpack_library.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::xnnpack {

bool XnnCaps::Has(XnnOp op, XnnType type) const {
  static const LibraryOperations operations;
  return operations.Has(op, type);
}

StatusOr<XnnType> ValueType(const TensorView& tensor, const XnnCaps& caps) {
  if (tensor.type() != kTfLiteFloat32 && !IsByte(tensor.type())) {
    return Unsupported("XNNPACK has no tensors of type ",
                       TfLiteTypeGetName(tensor.type()));
  }
  if (tensor.rank() > XNN_MAX_TENSOR_DIMS) {
    return Unsupported(tensor.ToString(), " has more than ",
                       XNN_MAX_TENSOR_DIMS, " dimensions");
  }
  if (tensor.num_elements() <= 0) {
    return Unsupported(tensor.ToString(), " has no elements");
  }
  if (tensor.is_constant() && tensor.raw()->sparsity != nullptr) {
    return Unsupported(tensor.ToString(), " is sparse");
  }
  if (tensor.type() == kTfLiteFloat32) {
    if (caps.take_float) return XnnType::kFloat32;
    return Unsupported("FLOAT32 is switched off");
  }
  const bool is_signed = tensor.type() == kTfLiteInt8;
  if (!(is_signed ? caps.take_signed : caps.take_unsigned)) {
    return Unsupported(is_signed ? "INT8" : "UINT8", " is switched off");
  }
  if (tensor.scales().size() != 1 || tensor.zero_points().size() > 1 ||
      !std::isnormal(tensor.scale()) || tensor.scale() < 0.0f) {
    return Unsupported(tensor.ToString(), " has no single positive scale");
  }
  const int32_t low = is_signed ? -128 : 0;
  if (tensor.zero_point() < low || tensor.zero_point() > low + 255) {
    return Unsupported(tensor.ToString(), " has zero point ",
                       tensor.zero_point());
  }
  return is_signed ? XnnType::kQint8 : XnnType::kQuint8;
}

StatusOr<XnnType> InputType(const NodeView& node, int i, const XnnCaps& caps) {
  const TensorView tensor = node.input(i);
  if (!tensor) return Unsupported("input ", i, " is missing");
  return ValueType(tensor, caps);
}

StatusOr<XnnType> OutputType(const NodeView& node, int i, const XnnCaps& caps) {
  const TensorView tensor = node.output(i);
  if (tensor.is_constant()) {
    return Unsupported("output ", i, " was computed while preparing");
  }
  return ValueType(tensor, caps);
}

StatusOr<XnnType> CheckOperation(const NodeView& node, XnnOp op,
                                 const XnnCaps& caps, int first_input,
                                 int last_input) {
  TFLL_ASSIGN_OR_RETURN(const XnnType type, InputType(node, first_input, caps));
  for (int i = first_input + 1; i <= last_input; ++i) {
    TFLL_ASSIGN_OR_RETURN(const XnnType other, InputType(node, i, caps));
    if (other != type) return Unsupported("the inputs differ in type");
  }
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_ASSIGN_OR_RETURN(const XnnType other, OutputType(node, i, caps));
    if (other != type) return Unsupported("input and output differ in type");
  }
  if (!caps.Has(op, type)) {
    return Unsupported("this release of XNNPACK lacks the operator for ",
                       TfLiteTypeGetName(node.input(first_input).type()));
  }
  return type;
}

Status CheckSameQuantization(const TensorView& a, const TensorView& b) {
  if (a.type() == kTfLiteFloat32) return OkStatus();
  if (a.scale() == b.scale() && a.zero_point() == b.zero_point()) {
    return OkStatus();
  }
  return Unsupported("scale and zero point change from ", a.scale(), ", ",
                     a.zero_point(), " to ", b.scale(), ", ", b.zero_point());
}

}  // namespace tflite::xnnpack
