#include "kernels/mfcc/mfcc.h"

#include "kernels/custom_options/custom_options.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kMaxCount = 1 << 16;

Status ReadCount(const CustomOptions& options, const char* key, int64_t missing,
                 int32_t* count) {
  const int64_t value = options.Int(key, missing);
  TFLL_CONSTRAINT(C4, value > 0 && value <= kMaxCount, key, " is ", value);
  *count = static_cast<int32_t>(value);
  return OkStatus();
}

}  // namespace

StatusOr<Mfcc> BindMfcc(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView rate, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2,
                  input.type() == kTfLiteFloat32 && input.rank() == 3 &&
                      output.type() == kTfLiteFloat32,
                  "input is ", input.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C2, rate.type() == kTfLiteInt32 && rate.num_elements() == 1,
                  "sample rate is ", rate.ToString());
  const auto options = CustomOptions::Parse(node.custom_options());
  TFLL_CONSTRAINT(C3, options.ok(), options.status().message());
  Mfcc op;
  op.rows = int64_t{input.dim(0)} * input.dim(1);
  op.bins = input.dim(2);
  TFLL_CONSTRAINT(C5, op.bins >= 2 || op.rows == 0, "input is ",
                  input.ToString());
  TFLL_RETURN_IF_ERROR(
      ReadCount(*options, "filterbank_channel_count", 40, &op.bands));
  TFLL_RETURN_IF_ERROR(
      ReadCount(*options, "dct_coefficient_count", 13, &op.coefficients));
  TFLL_CONSTRAINT(C4, op.coefficients <= op.bands, op.coefficients,
                  " coefficients of ", op.bands, " bands");
  op.upper = options->Float("upper_frequency_limit", 4000);
  op.lower = options->Float("lower_frequency_limit", 20);
  TFLL_CONSTRAINT(C4, op.lower >= 0 && op.lower < op.upper && op.upper < 1e9,
                  "limits are ", op.lower, " and ", op.upper);
  op.outputs.push_back(
      OutputSpec::Known({input.dim(0), input.dim(1), op.coefficients}));
  return op;
}

}  // namespace tflite::kernels
