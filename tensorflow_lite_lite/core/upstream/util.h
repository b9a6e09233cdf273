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

// Return new arrays, which the caller frees with TfLiteIntArrayFree.
TfLiteIntArray* ConvertVectorToTfLiteIntArray(const std::vector<int>& input);
TfLiteIntArray* ConvertArrayToTfLiteIntArray(int ndims, const int* dims);
// A null array is equal to an empty one.
bool EqualArrayAndTfLiteIntArray(const TfLiteIntArray* a, int b_size,
                                 const int* b);

size_t CombineHashes(std::initializer_list<size_t> hashes);

// Size of one element in bytes. Fails for types without a fixed size or smaller
// than one byte; reports the error if `context` is not null.
TfLiteStatus GetSizeOfType(TfLiteContext* context, const TfLiteType type,
                           size_t* bytes);

// Returns kTfLiteError if the product overflows.
TfLiteStatus MultiplyAndCheckOverflow(size_t a, size_t b, size_t* product);

// Sets `count` to the product of the dimensions. Returns kTfLiteError for a
// negative dimension or on overflow.
TfLiteStatus CheckedNumElements(absl::Span<const int> dims, size_t& count);
TfLiteStatus CheckedNumElements(absl::Span<const int> dims, int& count);
TfLiteStatus CheckedNumElements(const TfLiteIntArray* dims, size_t& count);
TfLiteStatus CheckedNumElements(const TfLiteIntArray* dims, int& count);
TfLiteStatus CheckedNumElements(const TfLiteTensor* tensor, size_t& count);
TfLiteStatus CheckedNumElements(const TfLiteTensor* tensor, int& count);

bool IsResourceOrVariant(const TfLiteTensor* tensor);

// Size of a dense tensor in bytes. Reports errors if `context` is not null.
TfLiteStatus BytesRequired(TfLiteType type, const int* dims, size_t dims_size,
                           size_t* bytes, TfLiteContext* context);

// Deletes tensors that do not belong to a graph.
struct TfLiteTensorDeleter {
  void operator()(TfLiteTensor* t);
};
using TensorUniquePtr = std::unique_ptr<TfLiteTensor, TfLiteTensorDeleter>;

// Creates a tensor with all fields zero.
TensorUniquePtr BuildTfLiteTensor();
// Creates a tensor, with memory if the type and the allocation type have any.
// Returns null on failure.
TensorUniquePtr BuildTfLiteTensor(TfLiteType type, const std::vector<int>& dims,
                                  TfLiteAllocationType allocation_type);
TensorUniquePtr BuildTfLiteTensor(TfLiteType type, IntArrayUniquePtr dims,
                                  TfLiteAllocationType allocation_type);

// Size of an operator's options struct in bytes; 0 if it has none.
int GetBuiltinDataSize(BuiltinOperator op);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_UTIL_H_
