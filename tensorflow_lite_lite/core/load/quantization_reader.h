#ifndef TENSORFLOW_LITE_LITE_CORE_LOAD_QUANTIZATION_READER_H_
#define TENSORFLOW_LITE_LITE_CORE_LOAD_QUANTIZATION_READER_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite::core {

// The C form of a tensor's quantization; absent or without scales gives
// kTfLiteNoQuantization. The caller frees it with TfLiteQuantizationFree, or
// gives it to a tensor. Per channel, `rank` bounds quantized_dimension. With
// `compress` equal zero points are stored once.
StatusOr<TfLiteQuantization> ReadQuantization(
    const QuantizationParameters* quantization, int rank, bool compress);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_LOAD_QUANTIZATION_READER_H_
