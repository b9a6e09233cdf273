// What a shared library with a delegate exports.
#ifndef DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_INTERFACE_H_
#define DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_INTERFACE_H_

#include <stddef.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// New delegate, classic or opaque, from `num_options` pairs of strings that
// live until the call returns. On failure NULL, after a message to
// `report_error`, which may be NULL.
TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*));

// Frees a delegate of the function above.
TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_EXTERNAL_EXTERNAL_DELEGATE_INTERFACE_H_
