// TfLiteTensor and related types. Included by common.h.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_TENSOR_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_TENSOR_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/c_api_types.h"
#include "tensorflow_lite_lite/c/common/arrays.h"
#include "tensorflow_lite_lite/c/common/tensor_metadata.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteComplex64 {
  float re, im;
} TfLiteComplex64;

typedef struct TfLiteComplex128 {
  double re, im;
} TfLiteComplex128;

// Bit patterns of 16-bit floating-point numbers.
typedef struct TfLiteFloat16 {
  uint16_t data;
} TfLiteFloat16;

typedef struct TfLiteBFloat16 {
  uint16_t data;
} TfLiteBFloat16;

// The data address, typed by element type.
typedef union TfLitePtrUnion {
  int32_t* i32;
  uint32_t* u32;
  int64_t* i64;
  uint64_t* u64;
  float* f;
  TfLiteFloat16* f16;
  TfLiteBFloat16* bf16;
  double* f64;
  char* raw;
  const char* raw_const;
  uint8_t* uint8;
  bool* b;
  int16_t* i16;
  uint16_t* ui16;
  TfLiteComplex64* c64;
  TfLiteComplex128* c128;
  int8_t* int8;
  void* data;
} TfLitePtrUnion;

// Who owns a tensor's memory and how long it stays valid.
typedef enum TfLiteAllocationType {
  kTfLiteMemNone = 0,            // no data
  kTfLiteMmapRo = 1,             // constant, in the model file
  kTfLiteArenaRw = 2,            // arena, shared with tensors not live at once
  kTfLiteArenaRwPersistent = 3,  // arena, kept between runs
  kTfLiteDynamic = 4,            // heap, size known only at run time
  kTfLitePersistentRo = 5,       // heap, written once during Prepare
  kTfLiteCustom = 6,         // the application's, see TfLiteCustomAllocation
  kTfLiteVariantObject = 7,  // data points to a VariantData
  kTfLiteNonCpu = 8          // memory of a delegate's device
} TfLiteAllocationType;

// What an allocation type implies; Unknown if it depends on the user.
typedef enum TfLiteAllocationStrategy {
  kTfLiteAllocationStrategyUnknown = 0,
  kTfLiteAllocationStrategyNone = 1,
  kTfLiteAllocationStrategyMMap = 2,
  kTfLiteAllocationStrategyArena = 3,
  kTfLiteAllocationStrategyMalloc = 4,
  kTfLiteAllocationStrategyNew = 5
} TfLiteAllocationStrategy;

// How long an address or a value stays the same.
typedef enum TfLiteRunStability {
  kTfLiteRunStabilityUnknown = 0,
  kTfLiteRunStabilityUnstable = 1,   // may change at any time
  kTfLiteRunStabilitySingleRun = 2,  // fixed during one run
  kTfLiteRunStabilityAcrossRuns = 3  // fixed from run to run
} TfLiteRunStability;

// The earliest step at which data or shape is known.
typedef enum TfLiteRunStep {
  kTfLiteRunStepUnknown = 0,
  kTfLiteRunStepInit = 1,
  kTfLiteRunStepPrepare = 2,
  kTfLiteRunStepEval = 3
} TfLiteRunStep;

// Identifies a buffer of a delegate. Each delegate numbers its own.
typedef int TfLiteBufferHandle;
enum {
  kTfLiteNullBufferHandle = -1,
};

// Means that the tensor has no constant buffer in the model.
TFL_EXTENSION enum {
  kTfLiteNoBufferIdentifier = SIZE_MAX,
};

// Memory that the application provides for a tensor.
typedef struct TfLiteCustomAllocation {
  void* data;
  size_t bytes;
} TfLiteCustomAllocation;

typedef enum TfLiteCustomAllocationFlags {
  kTfLiteCustomAllocationFlagsNone = 0,
  // The application guarantees the alignment of `data`.
  kTfLiteCustomAllocationFlagsSkipAlignCheck = 1,
} TfLiteCustomAllocationFlags;

// A tensor of the interpreter. Kernels read its fields and change its shape
// only through the context.
typedef struct TfLiteTensor {
  TfLiteType type;
  TfLitePtrUnion data;
  TfLiteIntArray* dims;             // owned
  TfLiteQuantizationParams params;  // copy of a per-tensor `quantization`
  TfLiteAllocationType allocation_type;
  size_t bytes;            // size of the data
  const void* allocation;  // the model mapping behind kTfLiteMmapRo
  const char* name;        // not owned
  // Delegate whose buffer `buffer_handle` holds the value, or NULL. If
  // data_is_stale, the buffer is newer than `data`.
  struct TfLiteDelegate* delegate;
  TfLiteBufferHandle buffer_handle;
  bool data_is_stale;
  bool is_variable;  // keeps its value between runs
  TfLiteQuantization quantization;
  TfLiteSparsity* sparsity;  // owned; NULL if dense
  // Owned. Shape as the model states it, -1 for an unknown dimension; may be
  // NULL.
  const TfLiteIntArray* dims_signature;
} TfLiteTensor;

// The part of a tensor needed for evaluation, for runtimes with little memory.
typedef struct TfLiteEvalTensor {
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteType type;
} TfLiteEvalTensor;

// Allocator of tensor data. Sizes and alignments are in bytes; `data` is passed
// to each call. Returns NULL on failure.
typedef struct TfLiteAllocator {
  void* data;
  void* (*allocate)(void* data, size_t size, size_t alignment);
  void* (*reallocate)(void* data, void* ptr, size_t old_size, size_t new_size,
                      size_t alignment);
  void (*deallocate)(void* data, void* ptr, size_t size, size_t alignment);
} TfLiteAllocator;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_TENSOR_H_
