#include "kernels/mirror_pad/mirror_pad.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<MirrorPad> BindMirrorPad(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView paddings, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteMirrorPaddingParams>());
  TFLL_CONSTRAINT(C5,
                  params->mode == kTfLiteMirrorPaddingReflect ||
                      params->mode == kTfLiteMirrorPaddingSymmetric,
                  "the mode is ", static_cast<int>(params->mode));
  MirrorPad op;
  op.type = value.type();
  op.input = value.shape();
  op.skip = params->mode == kTfLiteMirrorPaddingReflect ? 1 : 0;
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  const int rank = value.rank();
  TFLL_CONSTRAINT(C3,
                  paddings.rank() == 2 && paddings.dim(0) == rank &&
                      paddings.dim(1) == 2 && IsIndexType(paddings.type()),
                  "paddings are ", paddings.ToString(), ", value ",
                  value.ToString());
  if (!node.readable(paddings)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto amounts, ReadIntegers(paddings));
  absl::InlinedVector<int64_t, 8> extents;
  for (int d = 0; d < rank; ++d) {
    const MirrorPad::Dim dim = {amounts[2 * d], amounts[2 * d + 1]};
    for (const int64_t amount : {dim.before, dim.after}) {
      TFLL_CONSTRAINT(
          C4, amount >= 0 && (amount == 0 || amount <= op.input[d] - op.skip),
          "padding ", amount, " of dimension ", d, ", which has ", op.input[d],
          " elements");
    }
    op.dims.push_back(dim);
    extents.push_back(dim.before + op.input[d] + dim.after);
  }
  TFLL_ASSIGN_OR_RETURN(const Shape shape, MakeShape(extents));
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
