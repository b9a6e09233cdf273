#include "tensorflow_lite_lite/schema/schema_utils.h"

#include <algorithm>

#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite {
namespace {

BuiltinOperator LargerCode(int8_t deprecated, BuiltinOperator code) {
  return std::max(static_cast<BuiltinOperator>(deprecated), code);
}

}  // namespace

BuiltinOperator GetBuiltinCode(const OperatorCode* op_code) {
  return LargerCode(op_code->deprecated_builtin_code(),
                    op_code->builtin_code());
}

BuiltinOperator GetBuiltinCode(const OperatorCodeT* op_code) {
  return LargerCode(op_code->deprecated_builtin_code, op_code->builtin_code);
}

const char* BuiltinOperatorName(BuiltinOperator op) {
  const char* name = EnumNameBuiltinOperator(op);
  return name[0] != '\0' ? name : "UNKNOWN";
}

const char* TensorTypeName(TensorType type) {
  const char* name = EnumNameTensorType(type);
  return name[0] != '\0' ? name : "UNKNOWN";
}

int TensorTypeBits(TensorType type) {
  switch (type) {
    case TensorType_INT2:
      return 2;
    case TensorType_INT4:
    case TensorType_UINT4:
      return 4;
    case TensorType_UINT8:
    case TensorType_INT8:
    case TensorType_BOOL:
    case TensorType_FLOAT8_E4M3FN:
    case TensorType_FLOAT8_E5M2:
      return 8;
    case TensorType_FLOAT16:
    case TensorType_BFLOAT16:
    case TensorType_INT16:
    case TensorType_UINT16:
      return 16;
    case TensorType_FLOAT32:
    case TensorType_INT32:
    case TensorType_UINT32:
      return 32;
    case TensorType_INT64:
    case TensorType_UINT64:
    case TensorType_FLOAT64:
    case TensorType_COMPLEX64:
      return 64;
    case TensorType_COMPLEX128:
      return 128;
    case TensorType_STRING:
    case TensorType_RESOURCE:
    case TensorType_VARIANT:
      return 0;
  }
  return -1;
}

}  // namespace tflite
