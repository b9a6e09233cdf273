#include "kernels/pool_3d/pool_3d.h"

#include <limits>

#include "kernels/custom_options/custom_options.h"
#include "kernels/math/padding.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

Status CheckTypes(const TensorView& input, const TensorView& output) {
  const TfLiteType type = input.type();
  const bool integer = IsByteOrInt16(type);
  TFLL_CONSTRAINT(C4, integer || type == kTfLiteFloat32, "type ",
                  TfLiteTypeGetName(type), " is not supported");
  TFLL_CONSTRAINT(C4, output.type() == type, "input is ", input.ToString(),
                  ", output ", output.ToString());
  TFLL_CONSTRAINT(C5,
                  !integer || (input.scale() == output.scale() &&
                               input.zero_point() == output.zero_point()),
                  "input and output differ in quantization");
  return OkStatus();
}

// The middle three of the five numbers named `key`.
Status ReadExtents(const CustomOptions& options, const char* key,
                   int32_t (&extents)[3]) {
  const std::vector<int64_t> values = options.Ints(key);
  TFLL_CONSTRAINT(C3, values.size() == 5, key, " has ", values.size(),
                  " numbers");
  TFLL_CONSTRAINT(C3, values[0] == 1 && values[4] == 1, key, " is ", values[0],
                  " for batch and ", values[4], " for channels");
  for (int i = 0; i < 3; ++i) {
    const int64_t value = values[i + 1];
    TFLL_CONSTRAINT(C3,
                    value > 0 && value <= std::numeric_limits<int32_t>::max(),
                    key, " has ", value);
    extents[i] = static_cast<int32_t>(value);
  }
  return OkStatus();
}

StatusOr<TfLitePadding> ReadOptions(const NodeView& node, Pool3d* op) {
  const auto options = CustomOptions::Parse(node.custom_options());
  TFLL_CONSTRAINT(C3, options.ok(), options.status().message());
  TFLL_RETURN_IF_ERROR(ReadExtents(*options, "ksize", op->filter));
  TFLL_RETURN_IF_ERROR(ReadExtents(*options, "strides", op->stride));
  const std::string format = options->String("data_format");
  TFLL_CONSTRAINT(C3, format.empty() || format == "NDHWC", "data_format is ",
                  format);
  const std::string padding = options->String("padding");
  TFLL_CONSTRAINT(C3, padding == "SAME" || padding == "VALID", "padding is ",
                  padding);
  return padding == "SAME" ? kTfLitePaddingSame : kTfLitePaddingValid;
}

StatusOr<Pool3d> Bind(bool max, const NodeView& node) {
  const Status counts = node.CheckCounts(1, 1, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, input.rank() == 5, "input is ", input.ToString());
  TFLL_RETURN_IF_ERROR(CheckTypes(input, output));
  Pool3d op;
  op.max = max;
  op.type = input.type();
  op.batch = input.dim(0);
  op.channels = input.dim(4);
  TFLL_ASSIGN_OR_RETURN(const TfLitePadding padding, ReadOptions(node, &op));
  Shape shape = input.shape();
  for (int i = 0; i < 3; ++i) {
    op.in[i] = input.dim(i + 1);
    TFLL_ASSIGN_OR_RETURN(
        const WindowAxis axis,
        ComputeWindow(padding, op.in[i], op.filter[i], op.stride[i]));
    op.out[i] = shape[i + 1] = axis.output;
    op.pad[i] = axis.pad_before;
  }
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace

StatusOr<Pool3d> BindAveragePool3d(const NodeView& node) {
  return Bind(false, node);
}
StatusOr<Pool3d> BindMaxPool3d(const NodeView& node) {
  return Bind(true, node);
}

}  // namespace tflite::kernels
