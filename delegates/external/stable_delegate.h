// The data symbol TFL_TheStableDelegate, by which a shared library offers a
// delegate of the opaque API under a version of its binary interface.
#ifndef DELEGATES_EXTERNAL_STABLE_DELEGATE_H_
#define DELEGATES_EXTERNAL_STABLE_DELEGATE_H_

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteOpaqueDelegatePlugin {
  // New delegate; NULL on failure. `tflite_settings` is a table TFLiteSettings
  // of a flatbuffer.
  TfLiteOpaqueDelegate* (*create)(const void* tflite_settings);
  void (*destroy)(TfLiteOpaqueDelegate* delegate);
  // The error of the last call, in numbers of the delegate's own.
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
