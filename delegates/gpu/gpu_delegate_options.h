#ifndef DELEGATES_GPU_GPU_DELEGATE_OPTIONS_H_
#define DELEGATES_GPU_GPU_DELEGATE_OPTIONS_H_

#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// inference_preference: accepted for programs that set it.
enum TfLiteGpuInferenceUsage {
  TFLITE_GPU_INFERENCE_PREFERENCE_FAST_SINGLE_ANSWER = 0,
  TFLITE_GPU_INFERENCE_PREFERENCE_SUSTAINED_SPEED = 1,
  TFLITE_GPU_INFERENCE_PREFERENCE_BALANCED = 2,
};

// inference_priority1 to 3: accepted likewise. Results are of full precision
// unless precision may be lost, and then as is_precision_loss_allowed says.
enum TfLiteGpuInferencePriority {
  TFLITE_GPU_INFERENCE_PRIORITY_AUTO = 0,
  TFLITE_GPU_INFERENCE_PRIORITY_MAX_PRECISION = 1,
  TFLITE_GPU_INFERENCE_PRIORITY_MIN_LATENCY = 2,
  TFLITE_GPU_INFERENCE_PRIORITY_MIN_MEMORY_USAGE = 3,
};

// experimental_flags.
enum TfLiteGpuExperimentalFlags {
  TFLITE_GPU_EXPERIMENTAL_FLAGS_NONE = 0,
  // Take INT8 and UINT8 tensors.
  TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT = 1 << 0,
  // OpenCL and nothing else.
  TFLITE_GPU_EXPERIMENTAL_FLAGS_CL_ONLY = 1 << 1,
  // OpenGL, which this delegate does not have: no delegate is made.
  TFLITE_GPU_EXPERIMENTAL_FLAGS_GL_ONLY = 1 << 2,
  // Without an effect: compiled programs are kept in any case.
  TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_SERIALIZATION = 1 << 3,
};

typedef struct {
  // Other than 0: FLOAT32 tensors and weights may be kept at half precision on
  // the device. Sums are of full precision all the same.
  int32_t is_precision_loss_allowed;
  int32_t inference_preference;  // TfLiteGpuInferenceUsage
  int32_t inference_priority1;   // TfLiteGpuInferencePriority
  int32_t inference_priority2;
  int32_t inference_priority3;
  int64_t experimental_flags;  // TfLiteGpuExperimentalFlags
  int32_t max_delegated_partitions;
  // Where compiled programs are kept, and what tells those of one application
  // or model from others'. NULL: the user's cache directory, no token.
  const char* serialization_dir;
  const char* model_token;
} TfLiteGpuDelegateOptionsV2;

// Full precision, quantized tensors are taken, one partition.
TFL_CAPI_EXPORT TfLiteGpuDelegateOptionsV2
TfLiteGpuDelegateOptionsV2Default(void);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_GPU_DELEGATE_OPTIONS_H_
