#include "kernels/variable/variable.h"

#include "kernels/math/strided_copy.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

Status CheckHandle(const TensorView& handle) {
  TFLL_CONSTRAINT(
      C1,
      (handle.type() == kTfLiteResource || handle.type() == kTfLiteInt32) &&
          handle.num_elements() == 1,
      "the handle is ", handle.ToString());
  return OkStatus();
}

Status CheckValue(const TensorView& value) {
  TFLL_CONSTRAINT(
      C3, ElementBits(value.type()) != 0 || value.type() == kTfLiteString,
      "the value is ", value.ToString());
  return OkStatus();
}

}  // namespace

void Variable::Assign(const TensorView& value, ThreadPool& threads) {
  const char* data = value.data<char>();
  // Without memory for the value, this one stays.
  data_.resize(data == nullptr ? 0 : value.bytes());
  type_ = value.type();
  shape_ = value.shape();
  CopyBytes(data, static_cast<int64_t>(data_.size()), data_.data(), threads);
}

StatusOr<VarHandle> BindVarHandle(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteVarHandleParams>());
  TFLL_CONSTRAINT(
      C1, output.type() == kTfLiteResource || output.type() == kTfLiteInt32,
      "the handle is ", output.ToString());
  VarHandle op;
  op.container = params->container == nullptr ? "" : params->container;
  op.name = params->shared_name == nullptr ? "" : params->shared_name;
  op.outputs.push_back(OutputSpec::Known({1}));
  op.evaluate_at_prepare = true;
  return op;
}

StatusOr<AssignVariable> BindAssignVariable(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(2, 2, 0));
  TFLL_ASSIGN_OR_RETURN(const TensorView handle, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(1));
  TFLL_RETURN_IF_ERROR(CheckHandle(handle));
  TFLL_RETURN_IF_ERROR(CheckValue(value));
  return AssignVariable();
}

StatusOr<ReadVariable> BindReadVariable(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(1, 1, 1));
  TFLL_ASSIGN_OR_RETURN(const TensorView handle, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_RETURN_IF_ERROR(CheckHandle(handle));
  TFLL_RETURN_IF_ERROR(CheckValue(output));
  ReadVariable op;
  const bool open = output.rank() == 0 || output.is_dynamic();
  op.outputs.push_back(open ? OutputSpec::Dynamic()
                            : OutputSpec::Known(output.shape()));
  return op;
}

}  // namespace tflite::kernels
