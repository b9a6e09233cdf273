#ifndef TENSORFLOW_LITE_LITE_CORE_LOAD_QUANTIZATION_READER_H_
#define TENSORFLOW_LITE_LITE_CORE_LOAD_QUANTIZATION_READER_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite::core {

// Converts a tensor's quantization to the C struct. Returns
// kTfLiteNoQuantization if it is absent or has no scales. The caller releases
// the result with TfLiteQuantizationFree, or transfers it to a tensor. For
// quantization per channel, quantized_dimension must be less than `rank`. With
// `compress`, equal zero points are stored once.
StatusOr<TfLiteQuantization> ReadQuantization(
    const QuantizationParameters* quantization, int rank, bool compress);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_LOAD_QUANTIZATION_READER_H_
