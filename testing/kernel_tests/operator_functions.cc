// Functions of single operators that tests written for TensorFlow Lite call
// directly, besides the registrations.
#include <string>

#include "kernels/topk_v2/topk_v2.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/op.h"
#include "testing/kernel_tests/fully_connected.h"

namespace tflite {
namespace ops {
namespace builtin {

namespace fully_connected {
namespace {

bool CountElements(const RuntimeShape& shape, int* count) {
  *count = 1;
  for (int i = 0; i < shape.DimensionsCount(); ++i) {
    if (shape.Dims(i) < 0 ||
        !base::CheckedMul<int>(*count, shape.Dims(i), count)) {
      return false;
    }
  }
  return true;
}

}  // namespace

TfLiteStatus ValidateInt16FilterInt16Indexing(
    TfLiteContext* context, const RuntimeShape& filter_shape,
    const RuntimeShape& output_shape) {
  int weights = 0, outputs = 0;
  TF_LITE_ENSURE(context, filter_shape.DimensionsCount() >= 2);
  TF_LITE_ENSURE(context, output_shape.DimensionsCount() >= 1);
  TF_LITE_ENSURE_MSG(context, CountElements(filter_shape, &weights),
                     "the weights have too many elements");
  TF_LITE_ENSURE_MSG(context, CountElements(output_shape, &outputs),
                     "the output has too many elements");
  const int units = filter_shape.Dims(filter_shape.DimensionsCount() - 2);
  const int row = output_shape.Dims(output_shape.DimensionsCount() - 1);
  TF_LITE_ENSURE_EQ(context, row, units);
  return kTfLiteOk;
}

}  // namespace fully_connected

namespace topk_v2 {
namespace {

base::Status Run(TfLiteContext* context, TfLiteNode* node) {
  const base::NodeView view(context, node, base::NodeView::Phase::kInvoke);
  TFLL_ASSIGN_OR_RETURN(const kernels::TopkV2 op, kernels::BindTopkV2(view));
  for (int i = 0; i < view.num_outputs(); ++i) {
    const base::TensorView output = view.output(i);
    const base::Shape& shape = op.outputs[i].shape;
    if (output.raw()->allocation_type == kTfLiteDynamic) {
      if (context->ResizeTensor(context, output.raw(),
                                base::ToIntArray(shape)) != kTfLiteOk) {
        return base::Internal("cannot resize ", output.ToString());
      }
    } else if (output.shape() != shape) {
      return base::Invalid(output.ToString(), " is to have the shape ",
                           shape.ToString());
    }
  }
  base::EvalContext eval(context, node, nullptr, nullptr);
  return kernels::EvalTopkV2Reference(op, eval);
}

}  // namespace

TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node);

// The node need not have been prepared.
TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) {
  const base::Status status = Run(context, node);
  if (status.ok()) return kTfLiteOk;
  context->ReportError(context, "TOPK_V2: %s",
                       std::string(status.message()).c_str());
  return kTfLiteError;
}

}  // namespace topk_v2

}  // namespace builtin
}  // namespace ops
}  // namespace tflite
