// The functions that a shared library with a delegate exports.
#ifndef DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_INTERFACE_H_
#define DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_INTERFACE_H_

#include <stddef.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// Creates a classic or opaque delegate from `num_options` pairs of strings,
// which need only live until the call returns. On failure, calls `report_error`
// with a message, unless it is NULL, and returns NULL.
TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*));

// Deletes a delegate created by the function above.
TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_INTERFACE_H_
