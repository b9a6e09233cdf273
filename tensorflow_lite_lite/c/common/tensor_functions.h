// Functions on TfLiteTensor. Included by common.h.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_TENSOR_FUNCTIONS_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_TENSOR_FUNCTIONS_H_

#include <stdbool.h>
#include <stddef.h>

#include "tensorflow_lite_lite/c/common/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// Name such as "FLOAT32"; "Unknown type" for a value outside the enum. The
// string is static.
const char* TfLiteTypeGetName(TfLiteType type);

// Frees the data of a tensor that owns it (kTfLiteDynamic,
// kTfLitePersistentRo, kTfLiteVariantObject) and clears the pointer.
void TfLiteTensorDataFree(TfLiteTensor* t);

// The same for data from `allocator`; NULL means malloc.
void TfLiteTensorDataFreeWithAllocator(TfLiteTensor* t,
                                       TfLiteAllocator* allocator);

// Frees everything the tensor owns, but not the struct.
void TfLiteTensorFree(TfLiteTensor* t);

// Frees what the tensor owned, sets these fields, and resets the others to
// their defaults. Takes ownership of `dims`; `name`, `buffer` and `allocation`
// are not owned.
void TfLiteTensorReset(TfLiteType type, const char* name, TfLiteIntArray* dims,
                       TfLiteQuantizationParams quantization, char* buffer,
                       size_t size, TfLiteAllocationType allocation_type,
                       const void* allocation, bool is_variable,
                       TfLiteTensor* tensor);

// Copies type, shape and data to a tensor with the same number of bytes, which
// keeps its memory. kTfLiteError if the sizes differ.
TfLiteStatus TfLiteTensorCopy(const TfLiteTensor* src, TfLiteTensor* dst);

// Deep copy that owns its data (kTfLiteDynamic, or a variant object). The name
// and the model mapping are not copied; neither is the delegate's buffer. If
// memory is exhausted, the copy has kTfLiteMemNone and no data.
TfLiteTensor TfLiteTensorClone(TfLiteTensor src);

// Allocates `num_bytes` for a tensor whose data is on the heap; any other
// tensor is left unchanged, with kTfLiteOk. If `preserve_data`, the old
// contents are kept, up to the smaller size. 0 bytes frees the data.
// kTfLiteError if memory is exhausted.
TfLiteStatus TfLiteTensorResizeMaybeCopy(size_t num_bytes, TfLiteTensor* tensor,
                                         bool preserve_data);
TfLiteStatus TfLiteTensorResizeMaybeCopyWithAllocator(
    size_t num_bytes, TfLiteTensor* tensor, bool preserve_data,
    TfLiteAllocator* allocator);

// The same, with the contents preserved.
TfLiteStatus TfLiteTensorRealloc(size_t num_bytes, TfLiteTensor* tensor);
TfLiteStatus TfLiteTensorReallocWithAllocator(size_t num_bytes,
                                              TfLiteTensor* tensor,
                                              TfLiteAllocator* allocator);

// dims_signature if the model gives one, else dims. Owned by the tensor.
const TfLiteIntArray* TfLiteTensorGetDimsSignature(const TfLiteTensor* t);

// What the allocation type implies for memory, data and shape.
TfLiteAllocationStrategy TfLiteTensorGetAllocationStrategy(
    const TfLiteTensor* t);
TfLiteRunStability TfLiteTensorGetBufferAddressStability(const TfLiteTensor* t);
TfLiteRunStability TfLiteTensorGetDataStability(const TfLiteTensor* t);
TfLiteRunStep TfLiteTensorGetDataKnownStep(const TfLiteTensor* t);
TfLiteRunStep TfLiteTensorGetShapeKnownStep(const TfLiteTensor* t);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_TENSOR_FUNCTIONS_H_
