#ifndef TENSORFLOW_LITE_LITE_SCHEMA_PARSE_TENSOR_TYPE_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_PARSE_TENSOR_TYPE_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/c_api_types.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite::schema {

// Converts between the element types of files and of the C API. An error for
// values without a counterpart, including kTfLiteNoType.
StatusOr<TfLiteType> ToTfLiteType(TensorType type);
StatusOr<TensorType> ToTensorType(TfLiteType type);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_PARSE_TENSOR_TYPE_H_
