#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_UTIL_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_UTIL_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/calls/names.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/upstream/checked_int.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite {

// Alignment of tensor data in bytes.
constexpr int kDefaultTensorAlignment = 64;

// New arrays that the caller frees with TfLiteIntArrayFree.
TfLiteIntArray* ConvertVectorToTfLiteIntArray(const std::vector<int>& input);
TfLiteIntArray* ConvertArrayToTfLiteIntArray(int ndims, const int* dims);
// A null array equals an empty one.
bool EqualArrayAndTfLiteIntArray(const TfLiteIntArray* a, int b_size,
                                 const int* b);

size_t CombineHashes(std::initializer_list<size_t> hashes);

// Bytes of one element; an error, told to `context` where it is not null, for
// types without a fixed size or smaller than a byte.
TfLiteStatus GetSizeOfType(TfLiteContext* context, const TfLiteType type,
                           size_t* bytes);

// kTfLiteError when the product does not fit.
TfLiteStatus MultiplyAndCheckOverflow(size_t a, size_t b, size_t* product);

// The product of the extents; kTfLiteError for a negative one or on overflow.
TfLiteStatus CheckedNumElements(absl::Span<const int> dims, size_t& count);
TfLiteStatus CheckedNumElements(absl::Span<const int> dims, int& count);
TfLiteStatus CheckedNumElements(const TfLiteIntArray* dims, size_t& count);
TfLiteStatus CheckedNumElements(const TfLiteIntArray* dims, int& count);
TfLiteStatus CheckedNumElements(const TfLiteTensor* tensor, size_t& count);
TfLiteStatus CheckedNumElements(const TfLiteTensor* tensor, int& count);

bool IsResourceOrVariant(const TfLiteTensor* tensor);

// Bytes of a dense tensor; errors go to `context` where it is not null.
TfLiteStatus BytesRequired(TfLiteType type, const int* dims, size_t dims_size,
                           size_t* bytes, TfLiteContext* context);

// Tensors outside a graph.
struct TfLiteTensorDeleter {
  void operator()(TfLiteTensor* t);
};
using TensorUniquePtr = std::unique_ptr<TfLiteTensor, TfLiteTensorDeleter>;

// All fields zero.
TensorUniquePtr BuildTfLiteTensor();
// With memory where the type and the allocation are such; null on failure.
TensorUniquePtr BuildTfLiteTensor(TfLiteType type, const std::vector<int>& dims,
                                  TfLiteAllocationType allocation_type);
TensorUniquePtr BuildTfLiteTensor(TfLiteType type, IntArrayUniquePtr dims,
                                  TfLiteAllocationType allocation_type);

// Bytes of an operator's options struct; 0 where it has none.
int GetBuiltinDataSize(BuiltinOperator op);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_UTIL_H_
