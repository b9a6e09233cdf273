#include "testing/kernel_tests/multi_op_model.h"

namespace tflite {

void MultiOpModel::AddBuiltinOp(
    BuiltinOperator type, BuiltinOptions builtin_options_type,
    const flatbuffers::Offset<void>& builtin_options,
    const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs) {
  const int code = AddOperatorCode(type);
  operators_.push_back(CreateOperator(
      builder_, code, builder_.CreateVector(inputs),
      builder_.CreateVector(outputs), builtin_options_type, builtin_options));
}

void MultiOpModel::AddCustomOp(
    const string& name, const std::vector<uint8_t>& custom_option,
    const std::function<TfLiteRegistration*()>& registration,
    const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs) {
  const int code = AddCustomOperatorCode(name, registration);
  operators_.push_back(CreateOperator(
      builder_, code, builder_.CreateVector(inputs),
      builder_.CreateVector(outputs), BuiltinOptions_NONE, 0,
      builder_.CreateVector(custom_option), CustomOptionsFormat_FLEXBUFFERS));
}

}  // namespace tflite
