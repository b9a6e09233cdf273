#include "kernels/bucketize/bucketize.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<Bucketize> BindBucketize(const NodeView& node) {
  const Status counts = node.CheckCounts(1, 1, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteBucketizeParams>());
  Bucketize op;
  op.type = value.type();
  TFLL_CONSTRAINT(C2,
                  (op.type == kTfLiteFloat32 || op.type == kTfLiteFloat64 ||
                   IsIndexType(op.type)) &&
                      output.type() == kTfLiteInt32,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  const int count = params->boundaries == nullptr ? 0 : params->num_boundaries;
  for (int i = 0; i < count; ++i)
    op.boundaries.push_back(params->boundaries[i]);
  TFLL_CONSTRAINT(C3,
                  std::is_sorted(op.boundaries.begin(), op.boundaries.end()),
                  "the boundaries do not ascend");
  op.elements = value.num_elements();
  op.outputs.push_back(OutputSpec::Known(value.shape()));
  return op;
}

}  // namespace tflite::kernels
