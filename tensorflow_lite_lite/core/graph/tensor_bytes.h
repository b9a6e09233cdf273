#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_TENSOR_BYTES_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_TENSOR_BYTES_H_

#include <cstddef>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// Returns the size of a dense tensor in bytes; an error for a negative
// dimension, on overflow, and for types without a fixed size.
StatusOr<size_t> BytesOf(TfLiteType type, const int* dims, size_t rank);

// Checks that the `*bytes` bytes at `buffer` are valid for a constant of this
// type and shape. Dense numbers need sufficient bytes, and `*bytes` is set to
// the exact size. Strings need valid offsets.
Status CheckConstant(TfLiteType type, const int* dims, size_t rank,
                     const char* buffer, bool sparse, size_t* bytes);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_TENSOR_BYTES_H_
