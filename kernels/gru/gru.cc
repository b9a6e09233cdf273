#include "kernels/gru/gru.h"

#include <optional>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::kernels {
namespace {

// A matrix or, without columns, a vector.
Status CheckShape(const NodeView& node, int i, int64_t rows,
                  std::optional<int64_t> columns = std::nullopt) {
  const TensorView tensor = node.input(i);
  TFLL_CONSTRAINT(C2,
                  tensor.rank() == (columns ? 2 : 1) && tensor.dim(0) == rows &&
                      (!columns || tensor.dim(1) == *columns),
                  "input ", i, " is ", tensor.ToString(), ", not [", rows,
                  columns ? StrCat(",", *columns) : "", "]");
  return OkStatus();
}

}  // namespace

StatusOr<Gru> BindUnidirectionalSequenceGru(const NodeView& node) {
  const Status counts = node.CheckCounts(6, 6, 2);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  for (int i = 0; i < 6; ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(i));
    TFLL_CONSTRAINT(C3, input.type() == kTfLiteFloat32, "input ", i, " is ",
                    input.ToString());
  }
  for (int i = 0; i < 2; ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(i));
    TFLL_CONSTRAINT(C3, output.type() == kTfLiteFloat32, "output ", i, " is ",
                    output.ToString());
  }
  const TensorView x = node.input(0), state = node.input(1);
  TFLL_CONSTRAINT(C2, x.rank() == 3 && state.rank() == 2, "inputs are ",
                  x.ToString(), " and ", state.ToString());
  Gru op;
  op.steps = x.dim(0);
  op.batch = x.dim(1);
  op.inputs = x.dim(2);
  op.units = state.dim(1);
  const int64_t columns = int64_t{op.inputs} + op.units;
  TFLL_RETURN_IF_ERROR(CheckShape(node, 1, op.batch, op.units));
  TFLL_RETURN_IF_ERROR(CheckShape(node, 2, int64_t{2} * op.units, columns));
  TFLL_RETURN_IF_ERROR(CheckShape(node, 3, int64_t{2} * op.units));
  TFLL_RETURN_IF_ERROR(CheckShape(node, 4, op.units, columns));
  TFLL_RETURN_IF_ERROR(CheckShape(node, 5, op.units));
  op.outputs.push_back(OutputSpec::Known({op.steps, op.batch, op.units}));
  op.outputs.push_back(OutputSpec::Known({op.batch, op.units}));
  return op;
}

}  // namespace tflite::kernels
