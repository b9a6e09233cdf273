// Delegates from shared libraries, for any program: the library is loaded, and
// its delegate is used as if it had been linked in.
#ifndef DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_H_
#define DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_H_

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// Entries that the two arrays below hold. Insert takes any number: what is more
// is kept apart.
#define kExternalDelegateMaxOptions 256

// A library and the options for the delegate it makes. A plain value: copies
// are independent. The strings stay the caller's and are read by Create.
typedef struct TfLiteExternalDelegateOptions {
  const char* lib_path;
  int count;
  const char* keys[kExternalDelegateMaxOptions];
  const char* values[kExternalDelegateMaxOptions];
  // TfLiteExternalDelegateOptionsInsert.
  TfLiteStatus (*insert)(struct TfLiteExternalDelegateOptions* options,
                         const char* key, const char* value);
} TfLiteExternalDelegateOptions;

// Appends an option. Keys and values may hold any characters; a key may occur
// more than once. kTfLiteError for null pointers.
TFL_CAPI_EXPORT TfLiteStatus TfLiteExternalDelegateOptionsInsert(
    TfLiteExternalDelegateOptions* options, const char* key, const char* value);

// No options, for the library `lib_path`.
TFL_CAPI_EXPORT TfLiteExternalDelegateOptions
TfLiteExternalDelegateOptionsDefault(const char* lib_path);

// Loads the library and makes a delegate, which is the library's own: classic,
// opaque or stable. Each call makes another one. NULL on failure; the error log
// then names the library, what the loader said, the symbols that are missing,
// and what the library itself reported.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteExternalDelegateCreate(
    const TfLiteExternalDelegateOptions* options);

// Hands a delegate of TfLiteExternalDelegateCreate back to its library, which
// stays loaded: at once, or when the last interpreter of this runtime that uses
// it is gone. NULL is allowed; any other pointer is refused with a message.
TFL_CAPI_EXPORT void TfLiteExternalDelegateDelete(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_H_
