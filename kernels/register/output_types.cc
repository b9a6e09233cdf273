#include "kernels/register/output_types.h"

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels::output_types {
namespace {

TfLiteType OfInput(const NodeView& node, int input) {
  const TensorView tensor = node.input(input);
  return tensor ? tensor.type() : kTfLiteNoType;
}

template <typename Params>
const Params* ParamsOf(const NodeView& node) {
  const auto params = node.params<Params>();
  return params.ok() ? *params : nullptr;
}

// Memory that the runtime plans, or is lent and checked for size afterwards.
bool MayChange(const TfLiteTensor& tensor, TfLiteType type) {
  if (tensor.is_variable) return false;
  switch (tensor.allocation_type) {
    case kTfLiteArenaRw:
      return true;
    case kTfLiteDynamic:
      return tensor.data.data == nullptr;
    case kTfLiteCustom:
      return ElementBits(type) != 0;
    default:
      return false;
  }
}

void SetType(TfLiteType type, TfLiteTensor* tensor) {
  tensor->type = type;
  if (tensor->allocation_type == kTfLiteCustom) return;
  // Sized for elements of the old type.
  tensor->data.data = nullptr;
  tensor->allocation_type =
      ElementBits(type) == 0 ? kTfLiteDynamic : kTfLiteArenaRw;
}

}  // namespace

TfLiteType OfInput0(const NodeView& node, int) { return OfInput(node, 0); }
TfLiteType OfInput1(const NodeView& node, int) { return OfInput(node, 1); }
TfLiteType OfInput2(const NodeView& node, int) { return OfInput(node, 2); }

TfLiteType Bool(const NodeView&, int) { return kTfLiteBool; }
TfLiteType Int32(const NodeView&, int) { return kTfLiteInt32; }
TfLiteType Int64(const NodeView&, int) { return kTfLiteInt64; }
TfLiteType Float32(const NodeView&, int) { return kTfLiteFloat32; }
TfLiteType Complex64(const NodeView&, int) { return kTfLiteComplex64; }

TfLiteType Int32ButScores(const NodeView&, int output) {
  return output == 1 ? kTfLiteFloat32 : kTfLiteInt32;
}

TfLiteType Dequantized(const NodeView& node, int output) {
  const TfLiteType declared = node.output(output).type();
  return declared == kTfLiteFloat16 || declared == kTfLiteBFloat16
             ? declared
             : kTfLiteFloat32;
}

TfLiteType ByArgMinMaxOptions(const NodeView& node, int) {
  // The options of both operators are the same.
  const auto* params = ParamsOf<TfLiteArgMaxParams>(node);
  return params == nullptr ? kTfLiteNoType : params->output_type;
}

TfLiteType ByShapeOptions(const NodeView& node, int) {
  const auto* params = ParamsOf<TfLiteShapeParams>(node);
  return params == nullptr ? kTfLiteNoType : params->out_type;
}

void Apply(Rule rule, const NodeView& node, const char* op) {
  for (int i = 0; i < node.num_outputs(); ++i) {
    const TensorView output = node.output(i);
    if (!output) continue;
    const TfLiteType type = rule(node, i);
    if (type == kTfLiteNoType || type == output.type() ||
        !MayChange(*output.raw(), type)) {
      continue;
    }
    Log(base::LogLevel::kWarning,
        "%s: output %d is declared as %s and becomes %s, which the operator "
        "gives",
        op, i, output.ToString().c_str(), TfLiteTypeGetName(type));
    SetType(type, output.raw());
  }
}

}  // namespace tflite::kernels::output_types
