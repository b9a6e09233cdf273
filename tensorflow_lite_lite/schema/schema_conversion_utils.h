#ifndef TENSORFLOW_LITE_LITE_SCHEMA_SCHEMA_CONVERSION_UTILS_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_SCHEMA_CONVERSION_UTILS_H_

#include <cstdint>

#include "flatbuffers/flatbuffers.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite {

// The value that writers store in OperatorCode.deprecated_builtin_code.
int8_t ConvertBuiltinCodeToDeprecatedBuiltinCode(BuiltinOperator builtin_code);

// An OperatorCode that readers of either field understand. `custom_code` is the
// name of a CUSTOM operator, and null or empty for all others.
flatbuffers::Offset<OperatorCode> CreateOperatorCode(
    flatbuffers::FlatBufferBuilder& fbb, BuiltinOperator builtin_code,
    flatbuffers::Offset<flatbuffers::String> custom_code, int32_t version);
flatbuffers::Offset<OperatorCode> CreateOperatorCodeDirect(
    flatbuffers::FlatBufferBuilder& fbb, BuiltinOperator builtin_code,
    const char* custom_code = nullptr, int32_t version = 1);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_SCHEMA_CONVERSION_UTILS_H_
