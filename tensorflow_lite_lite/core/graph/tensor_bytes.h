#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_TENSOR_BYTES_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_TENSOR_BYTES_H_

#include <cstddef>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// Bytes of a dense tensor; an error for a negative extent, on overflow and for
// types without a fixed size.
StatusOr<size_t> BytesOf(TfLiteType type, const int* dims, size_t rank);

// Checks that `*bytes` at `buffer` are what a constant of this type and shape
// needs: enough for dense numbers, of which `*bytes` becomes the exact size;
// sound offsets for strings.
Status CheckConstant(TfLiteType type, const int* dims, size_t rank,
                     const char* buffer, bool sparse, size_t* bytes);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_TENSOR_BYTES_H_
