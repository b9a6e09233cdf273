// TfLiteAttributeMap: what an application requires of a buffer or
// synchronization object, and what a delegate offers. Strings are copied on
// input; returned strings belong to the map and are valid until it changes.
#ifndef TENSORFLOW_LITE_LITE_C_ASYNC_INTEROP_ATTRIBUTE_MAP_H_
#define TENSORFLOW_LITE_LITE_C_ASYNC_INTEROP_ATTRIBUTE_MAP_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/async/interop/types.h"
#include "tensorflow_lite_lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteAttributeMap TfLiteAttributeMap;

TFL_CAPI_EXPORT TfLiteAttributeMap* TfLiteAttributeMapCreate(
    TfLiteAttrMapType type);
// NULL is allowed.
TFL_CAPI_EXPORT void TfLiteAttributeMapDelete(TfLiteAttributeMap* attrs);

TFL_CAPI_EXPORT bool TfLiteAttributeMapIsBufferAttributeMap(
    const TfLiteAttributeMap* attrs);
TFL_CAPI_EXPORT bool TfLiteAttributeMapIsSyncAttributeMap(
    const TfLiteAttributeMap* attrs);

// Replaces the contents of `dst`, type included.
TFL_CAPI_EXPORT void TfLiteAttributeMapCopy(const TfLiteAttributeMap* src,
                                            TfLiteAttributeMap* dst);

// Attributes with a predefined key. False, with no effect, if the map is of the
// other type, the key needs another value type, or (Get) it is not set.
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetSizeTBufferAttr(
    const TfLiteAttributeMap* attrs, TfLiteBufferAttrKey key, size_t* val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapSetSizeTBufferAttr(
    TfLiteAttributeMap* attrs, TfLiteBufferAttrKey key, size_t val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetStringBufferAttr(
    const TfLiteAttributeMap* attrs, TfLiteBufferAttrKey key, const char** val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapSetStringBufferAttr(
    TfLiteAttributeMap* attrs, TfLiteBufferAttrKey key, const char* val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetBoolBufferAttr(
    const TfLiteAttributeMap* attrs, TfLiteBufferAttrKey key, bool* val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapSetBoolBufferAttr(
    TfLiteAttributeMap* attrs, TfLiteBufferAttrKey key, bool val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetStringSyncAttr(
    const TfLiteAttributeMap* attrs, TfLiteSynchronizationAttrKey key,
    const char** val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapSetStringSyncAttr(
    TfLiteAttributeMap* attrs, TfLiteSynchronizationAttrKey key,
    const char* val);

// Attributes by number, of any type, and by a delegate-specific name; the two
// are separate. Get returns false if the key is not set to this type.
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetIntAttr(
    const TfLiteAttributeMap* attrs, uint32_t key, int* val);
TFL_CAPI_EXPORT void TfLiteAttributeMapSetIntAttr(TfLiteAttributeMap* attrs,
                                                  uint32_t key, int val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetCustomIntAttr(
    const TfLiteAttributeMap* attrs, const char* key, int* val);
TFL_CAPI_EXPORT void TfLiteAttributeMapSetCustomIntAttr(
    TfLiteAttributeMap* attrs, const char* key, int val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetSizeTAttr(
    const TfLiteAttributeMap* attrs, uint32_t key, size_t* val);
TFL_CAPI_EXPORT void TfLiteAttributeMapSetSizeTAttr(TfLiteAttributeMap* attrs,
                                                    uint32_t key, size_t val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetCustomSizeTAttr(
    const TfLiteAttributeMap* attrs, const char* key, size_t* val);
TFL_CAPI_EXPORT void TfLiteAttributeMapSetCustomSizeTAttr(
    TfLiteAttributeMap* attrs, const char* key, size_t val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetStringAttr(
    const TfLiteAttributeMap* attrs, uint32_t key, const char** val);
TFL_CAPI_EXPORT void TfLiteAttributeMapSetStringAttr(TfLiteAttributeMap* attrs,
                                                     uint32_t key,
                                                     const char* val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetCustomStringAttr(
    const TfLiteAttributeMap* attrs, const char* key, const char** val);
TFL_CAPI_EXPORT void TfLiteAttributeMapSetCustomStringAttr(
    TfLiteAttributeMap* attrs, const char* key, const char* val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetBoolAttr(
    const TfLiteAttributeMap* attrs, uint32_t key, bool* val);
TFL_CAPI_EXPORT void TfLiteAttributeMapSetBoolAttr(TfLiteAttributeMap* attrs,
                                                   uint32_t key, bool val);
TFL_CAPI_EXPORT bool TfLiteAttributeMapGetCustomBoolAttr(
    const TfLiteAttributeMap* attrs, const char* key, bool* val);
TFL_CAPI_EXPORT void TfLiteAttributeMapSetCustomBoolAttr(
    TfLiteAttributeMap* attrs, const char* key, bool val);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_ASYNC_INTEROP_ATTRIBUTE_MAP_H_
