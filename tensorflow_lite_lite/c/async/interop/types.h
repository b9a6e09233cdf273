// Buffers and synchronization objects of a platform, wrapped for delegates, and
// the keys of their attributes.
#ifndef TENSORFLOW_LITE_LITE_C_ASYNC_INTEROP_TYPES_H_
#define TENSORFLOW_LITE_LITE_C_ASYNC_INTEROP_TYPES_H_

#include "tensorflow_lite_lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// What an attribute map describes.
typedef enum TfLiteAttrMapType {
  kTfLiteAttrMapTypeUnknown = 0,
  kTfLiteAttrMapTypeBuffer = 1,
  kTfLiteAttrMapTypeSync = 2
} TfLiteAttrMapType;

// Attributes of a buffer; value types in brackets, sizes in bytes.
typedef enum TfLiteBufferAttrKey {
  kTfLiteBufferAttrKeyUnknown = 0,
  kTfLiteBufferAttrKeyResourceTypeName = 1,             // [string]
  kTfLiteBufferAttrKeyAlignment = 2,                    // [size_t]
  kTfLiteBufferAttrKeyPadding = 3,                      // [size_t]
  kTfLiteBufferAttrKeyOffset = 4,                       // [size_t]
  kTfLiteBufferAttrKeySize = 5,                         // [size_t]
  kTfLiteBufferAttrKeyCurrentHostCoherencyState = 6,    // [bool]
  kTfLiteBufferAttrKeyPreferredHostCoherencyState = 7,  // [bool]
  kTfLiteBufferAttrKeyCurrentHostCacheState = 8,        // [bool]
  kTfLiteBufferAttrKeyPreferredHostCacheState = 9       // [bool]
} TfLiteBufferAttrKey;

// Attributes of a synchronization object.
typedef enum TfLiteSynchronizationAttrKey {
  kTfLiteSynchronizationAttrKeyUnknown = 0,
  kTfLiteSynchronizationAttrKeyObjectTypeName = 1  // [string]
} TfLiteSynchronizationAttrKey;

// A wrapper holds one pointer, which it does not own. Delete accepts NULL.
typedef struct TfLiteBackendBuffer TfLiteBackendBuffer;
TFL_CAPI_EXPORT TfLiteBackendBuffer* TfLiteBackendBufferCreate(void);
TFL_CAPI_EXPORT void TfLiteBackendBufferDelete(TfLiteBackendBuffer* buf);
TFL_CAPI_EXPORT void TfLiteBackendBufferSetPtr(TfLiteBackendBuffer* buf,
                                               void* ptr);
TFL_CAPI_EXPORT void* TfLiteBackendBufferGetPtr(const TfLiteBackendBuffer* buf);

typedef struct TfLiteSynchronization TfLiteSynchronization;
TFL_CAPI_EXPORT TfLiteSynchronization* TfLiteSynchronizationCreate(void);
TFL_CAPI_EXPORT void TfLiteSynchronizationDelete(TfLiteSynchronization* sync);
TFL_CAPI_EXPORT void TfLiteSynchronizationSetPtr(TfLiteSynchronization* sync,
                                                 void* ptr);
TFL_CAPI_EXPORT void* TfLiteSynchronizationGetPtr(
    const TfLiteSynchronization* sync);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_ASYNC_INTEROP_TYPES_H_
