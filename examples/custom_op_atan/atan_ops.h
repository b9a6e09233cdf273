#ifndef EXAMPLES_CUSTOM_OP_ATAN_ATAN_OPS_H_
#define EXAMPLES_CUSTOM_OP_ATAN_ATAN_OPS_H_

#include "tensorflow/lite/core/c/common.h"
#include "tensorflow/lite/core/c/operator.h"
#include "tensorflow/lite/mutable_op_resolver.h"

// Custom operators that exist in TensorFlow, as a user writes them:
//  Atan, Sinh         element-wise; the smallest operator, classic API
//  Atan               the same with the opaque API
//  ApproximateEqual   an option, and an output of another type
//  Dilation2D         shape inference
//  ScaledAtan         options parsed once, and a temporary tensor
//  LeakyRelu          options parsed once, with the opaque API
namespace atan_ops {

// Classic API. The registrations are static.
const TfLiteRegistration* Register_ATAN();
const TfLiteRegistration* Register_SINH();
const TfLiteRegistration* Register_APPROXIMATE_EQUAL();
const TfLiteRegistration* Register_DILATION_2D();
const TfLiteRegistration* Register_SCALED_ATAN();

// Opaque API. The operators exist until the process ends.
const TfLiteOperator* OpaqueAtan();
const TfLiteOperator* OpaqueLeakyRelu();

// Adds those of the classic API.
void AddAll(tflite::MutableOpResolver* resolver);

}  // namespace atan_ops

#endif  // EXAMPLES_CUSTOM_OP_ATAN_ATAN_OPS_H_
