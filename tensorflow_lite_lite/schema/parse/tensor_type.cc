#include "tensorflow_lite_lite/schema/parse/tensor_type.h"

#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::schema {
namespace {

struct TypePair {
  TensorType file;
  TfLiteType c;
};

// Ordered by the values used in files.
constexpr TypePair kTypes[] = {
    {TensorType_FLOAT32, kTfLiteFloat32},
    {TensorType_FLOAT16, kTfLiteFloat16},
    {TensorType_INT32, kTfLiteInt32},
    {TensorType_UINT8, kTfLiteUInt8},
    {TensorType_INT64, kTfLiteInt64},
    {TensorType_STRING, kTfLiteString},
    {TensorType_BOOL, kTfLiteBool},
    {TensorType_INT16, kTfLiteInt16},
    {TensorType_COMPLEX64, kTfLiteComplex64},
    {TensorType_INT8, kTfLiteInt8},
    {TensorType_FLOAT64, kTfLiteFloat64},
    {TensorType_COMPLEX128, kTfLiteComplex128},
    {TensorType_UINT64, kTfLiteUInt64},
    {TensorType_RESOURCE, kTfLiteResource},
    {TensorType_VARIANT, kTfLiteVariant},
    {TensorType_UINT32, kTfLiteUInt32},
    {TensorType_UINT16, kTfLiteUInt16},
    {TensorType_INT4, kTfLiteInt4},
    {TensorType_BFLOAT16, kTfLiteBFloat16},
    {TensorType_INT2, kTfLiteInt2},
    {TensorType_UINT4, kTfLiteUInt4},
    {TensorType_FLOAT8_E4M3FN, kTfLiteFloat8E4M3FN},
    {TensorType_FLOAT8_E5M2, kTfLiteFloat8E5M2},
};

constexpr bool IsOrderedAndComplete() {
  int next = TensorType_MIN;
  for (const TypePair& pair : kTypes) {
    if (pair.file != next++) return false;
  }
  return next == TensorType_MAX + 1;
}
static_assert(IsOrderedAndComplete(), "kTypes is indexed by TensorType");

}  // namespace

StatusOr<TfLiteType> ToTfLiteType(TensorType type) {
  if (type < TensorType_MIN || type > TensorType_MAX) {
    return Invalid("Unsupported data type ", static_cast<int>(type),
                   " in tensor");
  }
  return kTypes[type].c;
}

StatusOr<TensorType> ToTensorType(TfLiteType type) {
  for (const TypePair& pair : kTypes) {
    if (pair.c == type) return pair.file;
  }
  return Invalid("TfLiteType ", static_cast<int>(type),
                 " has no equivalent in files");
}

}  // namespace tflite::schema
