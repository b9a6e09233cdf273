#include "kernels/numeric_verify/numeric_verify.h"

#include "flatbuffers/flexbuffers.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

// Smaller tolerances count as none.
constexpr float kMinTolerance = 0.1f;

Status ReadOptions(const NodeView& node, NumericVerify& op) {
  const auto bytes = node.custom_options();
  if (bytes.empty()) return OkStatus();
  TFLL_CONSTRAINT(
      C5, flexbuffers::VerifyBuffer(bytes.data(), bytes.size(), nullptr),
      "the options are damaged");
  const auto root = flexbuffers::GetRoot(bytes.data(), bytes.size());
  TFLL_CONSTRAINT(C5, root.IsMap(), "the options are not a map");
  const float tolerance = root.AsMap()["tolerance"].AsFloat();
  op.fails =
      root.AsMap()["log_if_failed"].AsBool() && tolerance >= kMinTolerance;
  op.max_difference = tolerance * op.in.scale;
  return OkStatus();
}

}  // namespace

StatusOr<NumericVerify> BindNumericVerify(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 2 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView reference, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, IsByteOrInt16(in.type()) || in.type() == kTfLiteFloat16,
                  "type ", TfLiteTypeGetName(in.type()), " is not supported");
  TFLL_CONSTRAINT(
      C2, reference.type() == kTfLiteFloat32 && out.type() == kTfLiteFloat32,
      "the reference is ", reference.ToString(), ", the output ",
      out.ToString());
  NumericVerify op;
  op.type = in.type();
  op.count = in.num_elements();
  TFLL_CONSTRAINT(C3, op.count == reference.num_elements(), "inputs are ",
                  in.ToString(), " and ", reference.ToString());
  if (IsByteOrInt16(op.type)) {
    const auto affine = ReadAffine(in);
    TFLL_CONSTRAINT(C4, affine.ok(), affine.status().message());
    op.in = *affine;
  }
  TFLL_RETURN_IF_ERROR(ReadOptions(node, op));
  op.outputs.push_back(OutputSpec::Known(in.shape()));
  return op;
}

}  // namespace tflite::kernels
