// Basic types shared by every C header: export macro, status codes, element
// types and the opaque handles. Valid C11 and C++.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_TYPES_H_
#define TENSORFLOW_LITE_LITE_C_C_API_TYPES_H_

#include <stdint.h>  // IWYU pragma: export

// TFL_CAPI_EXPORT marks the exported functions of a shared library.
#if defined(SWIG)
#define TFL_CAPI_EXPORT
#elif defined(_WIN32)
#ifdef TFL_COMPILE_LIBRARY
#define TFL_CAPI_EXPORT __declspec(dllexport)
#else
#define TFL_CAPI_EXPORT __declspec(dllimport)
#endif
#else
#define TFL_CAPI_EXPORT __attribute__((visibility("default")))
#endif

// TFL_EXTENSION precedes compiler extensions: enum values beyond `int`,
// flexible array members.
#if defined(__GNUC__)
#define TFL_EXTENSION __extension__
#else
#define TFL_EXTENSION
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Result of a call. With anything but kTfLiteOk, the call has no usable result;
// the reason goes to the current error reporter.
typedef enum TfLiteStatus {
  kTfLiteOk = 0,
  // A failure in the runtime, an operator or the caller's arguments.
  kTfLiteError = 1,
  // A delegate failed.
  kTfLiteDelegateError = 2,
  // Model and delegate or options are incompatible; the interpreter may be left
  // as it was before the call.
  kTfLiteApplicationError = 3,
  // Serialized delegate data is missing, could not be stored or could not be
  // read.
  kTfLiteDelegateDataNotFound = 4,
  kTfLiteDelegateDataWriteError = 5,
  kTfLiteDelegateDataReadError = 6,
  // The model has operators that neither the resolver nor a delegate provides.
  kTfLiteUnresolvedOps = 7,
  // The run was stopped by a cancellation request.
  kTfLiteCancelled = 8,
  // The output shape of an operator is known only when it runs.
  kTfLiteOutputShapeNotKnown = 9
} TfLiteStatus;

// Element type of a tensor. Types smaller than a byte are packed, the first
// element in the low bits.
typedef enum TfLiteType {
  kTfLiteNoType = 0,
  kTfLiteFloat32 = 1,
  kTfLiteInt32 = 2,
  kTfLiteUInt8 = 3,
  kTfLiteInt64 = 4,
  kTfLiteString = 5,
  kTfLiteBool = 6,
  kTfLiteInt16 = 7,
  kTfLiteComplex64 = 8,
  kTfLiteInt8 = 9,
  kTfLiteFloat16 = 10,
  kTfLiteFloat64 = 11,
  kTfLiteComplex128 = 12,
  kTfLiteUInt64 = 13,
  kTfLiteResource = 14,
  kTfLiteVariant = 15,
  kTfLiteUInt32 = 16,
  kTfLiteUInt16 = 17,
  kTfLiteInt4 = 18,
  kTfLiteBFloat16 = 19,
  kTfLiteInt2 = 20,
  kTfLiteUInt4 = 21,
  kTfLiteFloat8E4M3FN = 22,
  kTfLiteFloat8E5M2 = 23
} TfLiteType;

// How one dimension of a sparse tensor is stored.
typedef enum TfLiteDimensionType {
  kTfLiteDimDense = 0,
  kTfLiteDimSparseCSR = 1
} TfLiteDimensionType;

// One scale and zero point for a whole tensor:
// real = scale * (quantized - zero_point). scale 0 means not quantized.
typedef struct TfLiteQuantizationParams {
  float scale;
  int32_t zero_point;
} TfLiteQuantizationParams;

// Handles whose contents are private to the runtime.
typedef struct TfLiteOpaqueContext TfLiteOpaqueContext;
typedef struct TfLiteOpaqueNode TfLiteOpaqueNode;
typedef struct TfLiteOpaqueTensor TfLiteOpaqueTensor;

// A delegate. The same object serves the classic API, which sees its fields
// (common.h), and the opaque API, which does not.
typedef struct TfLiteDelegate TfLiteDelegate;
typedef TfLiteDelegate TfLiteOpaqueDelegate;
struct TfLiteOpaqueDelegateStruct;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_C_API_TYPES_H_
