#include "tensorflow_lite_lite/schema/schema_conversion_utils.h"

#include <algorithm>

namespace tflite {

int8_t ConvertBuiltinCodeToDeprecatedBuiltinCode(BuiltinOperator builtin_code) {
  return static_cast<int8_t>(
      std::min(builtin_code, BuiltinOperator_PLACEHOLDER_FOR_GREATER_OP_CODES));
}

flatbuffers::Offset<OperatorCode> CreateOperatorCode(
    flatbuffers::FlatBufferBuilder& fbb, BuiltinOperator builtin_code,
    flatbuffers::Offset<flatbuffers::String> custom_code, int32_t version) {
  return CreateOperatorCode(
      fbb, ConvertBuiltinCodeToDeprecatedBuiltinCode(builtin_code), custom_code,
      version, builtin_code);
}

flatbuffers::Offset<OperatorCode> CreateOperatorCodeDirect(
    flatbuffers::FlatBufferBuilder& fbb, BuiltinOperator builtin_code,
    const char* custom_code, int32_t version) {
  const auto name = custom_code != nullptr ? fbb.CreateString(custom_code) : 0;
  return CreateOperatorCode(fbb, builtin_code, name, version);
}

}  // namespace tflite
