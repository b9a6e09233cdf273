// Loads delegates from shared libraries. They are used like those linked into
// the program.
#ifndef DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_H_
#define DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_H_

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// Size of the two arrays below. Insert accepts any number of options and stores
// the rest elsewhere.
#define kExternalDelegateMaxOptions 256

// A library and the options for creating its delegate. Copies are independent.
// The strings belong to the caller and are read by Create.
typedef struct TfLiteExternalDelegateOptions {
  const char* lib_path;
  int count;
  const char* keys[kExternalDelegateMaxOptions];
  const char* values[kExternalDelegateMaxOptions];
  // Points to TfLiteExternalDelegateOptionsInsert.
  TfLiteStatus (*insert)(struct TfLiteExternalDelegateOptions* options,
                         const char* key, const char* value);
} TfLiteExternalDelegateOptions;

// Appends an option. Keys and values may contain any characters; a key may
// occur more than once. kTfLiteError for null pointers.
TFL_CAPI_EXPORT TfLiteStatus TfLiteExternalDelegateOptionsInsert(
    TfLiteExternalDelegateOptions* options, const char* key, const char* value);

// Returns a struct for the library `lib_path` without options.
TFL_CAPI_EXPORT TfLiteExternalDelegateOptions
TfLiteExternalDelegateOptionsDefault(const char* lib_path);

// Loads the library and lets it create a delegate, which may be classic, opaque
// or stable. Each call creates another one. Returns NULL on failure; the error
// log then contains the library's path, the loader's message, the missing
// symbols, and the messages of the library.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteExternalDelegateCreate(
    const TfLiteExternalDelegateOptions* options);

// Deletes a delegate of TfLiteExternalDelegateCreate: immediately, or when the
// last interpreter of this runtime that uses it is deleted. The library stays
// loaded. NULL is allowed; any other pointer is rejected with an error message.
TFL_CAPI_EXPORT void TfLiteExternalDelegateDelete(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_H_
