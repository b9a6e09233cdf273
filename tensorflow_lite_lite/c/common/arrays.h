// Length-prefixed arrays of int and float. Included by common.h.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_ARRAYS_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_ARRAYS_H_

#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// `size` elements follow the header in the same malloc'ed block.
typedef struct TfLiteIntArray {
  int size;
#if defined(_MSC_VER)
  int data[1];
#else
  TFL_EXTENSION int data[];
#endif
} TfLiteIntArray;

typedef struct TfLiteFloatArray {
  int size;
#if defined(_MSC_VER)
  float data[1];
#else
  TFL_EXTENSION float data[];
#endif
} TfLiteFloatArray;

// Size in bytes of an array of `size` elements, header included; 0 if `size` is
// negative or the result overflows.
size_t TfLiteIntArrayGetSizeInBytes(int size);

// New array with undefined elements; NULL if `size` is negative or memory is
// exhausted. Free it with TfLiteIntArrayFree.
TfLiteIntArray* TfLiteIntArrayCreate(int size);

// 1 if both have the same elements, else 0. NULL equals only NULL.
int TfLiteIntArrayEqual(const TfLiteIntArray* a, const TfLiteIntArray* b);

// 1 if `a` holds exactly the `b_size` elements at `b_data`, else 0. A NULL `a`
// equals an empty array.
int TfLiteIntArrayEqualsArray(const TfLiteIntArray* a, int b_size,
                              const int* b_data);

// New copy owned by the caller; NULL for NULL.
TfLiteIntArray* TfLiteIntArrayCopy(const TfLiteIntArray* src);

// Frees `a`; NULL is allowed.
void TfLiteIntArrayFree(TfLiteIntArray* a);

// The same for float arrays.
int TfLiteFloatArrayGetSizeInBytes(int size);
TfLiteFloatArray* TfLiteFloatArrayCreate(int size);
TfLiteFloatArray* TfLiteFloatArrayCopy(const TfLiteFloatArray* src);
void TfLiteFloatArrayFree(TfLiteFloatArray* a);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_ARRAYS_H_
