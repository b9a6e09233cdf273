// The type of the data symbol TFL_TheStableDelegate, through which a shared
// library offers a delegate of the opaque API with a versioned binary
// interface.
#ifndef DELEGATES_EXTERNAL_STABLE_DELEGATE_H_
#define DELEGATES_EXTERNAL_STABLE_DELEGATE_H_

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteOpaqueDelegatePlugin {
  // Creates a delegate; NULL on failure. `tflite_settings` is a TFLiteSettings
  // table of a flatbuffer.
  TfLiteOpaqueDelegate* (*create)(const void* tflite_settings);
  void (*destroy)(TfLiteOpaqueDelegate* delegate);
  // The error of the last call, as a delegate-specific number.
  int (*get_delegate_errno)(TfLiteOpaqueDelegate* from_delegate);
} TfLiteOpaqueDelegatePlugin;

typedef struct TfLiteStableDelegate {
  const char* delegate_abi_version;  // "1.0.0"
  const char* delegate_name;
  const char* delegate_version;
  const TfLiteOpaqueDelegatePlugin* delegate_plugin;
} TfLiteStableDelegate;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_EXTERNAL_STABLE_DELEGATE_H_
