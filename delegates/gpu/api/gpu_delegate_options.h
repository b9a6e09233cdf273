#ifndef DELEGATES_GPU_API_GPU_DELEGATE_OPTIONS_H_
#define DELEGATES_GPU_API_GPU_DELEGATE_OPTIONS_H_

#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// inference_preference: accepted for compatibility, without effect.
enum TfLiteGpuInferenceUsage {
  TFLITE_GPU_INFERENCE_PREFERENCE_FAST_SINGLE_ANSWER = 0,
  TFLITE_GPU_INFERENCE_PREFERENCE_SUSTAINED_SPEED = 1,
  TFLITE_GPU_INFERENCE_PREFERENCE_BALANCED = 2,
};

// inference_priority1 to 3: accepted for compatibility, without effect. Only
// is_precision_loss_allowed selects the precision.
enum TfLiteGpuInferencePriority {
  TFLITE_GPU_INFERENCE_PRIORITY_AUTO = 0,
  TFLITE_GPU_INFERENCE_PRIORITY_MAX_PRECISION = 1,
  TFLITE_GPU_INFERENCE_PRIORITY_MIN_LATENCY = 2,
  TFLITE_GPU_INFERENCE_PRIORITY_MIN_MEMORY_USAGE = 3,
};

// Bits of experimental_flags.
enum TfLiteGpuExperimentalFlags {
  TFLITE_GPU_EXPERIMENTAL_FLAGS_NONE = 0,
  // Support INT8 and UINT8 tensors.
  TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT = 1 << 0,
  // Use only OpenCL.
  TFLITE_GPU_EXPERIMENTAL_FLAGS_CL_ONLY = 1 << 1,
  // OpenGL, which is not supported: no delegate is created.
  TFLITE_GPU_EXPERIMENTAL_FLAGS_GL_ONLY = 1 << 2,
  // No effect: compiled programs are always cached.
  TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_SERIALIZATION = 1 << 3,
};

typedef struct {
  // If not 0, FLOAT32 tensors and weights may be stored with half precision on
  // the device. Sums are always accumulated in single precision.
  int32_t is_precision_loss_allowed;
  int32_t inference_preference;  // TfLiteGpuInferenceUsage
  int32_t inference_priority1;   // TfLiteGpuInferencePriority
  int32_t inference_priority2;
  int32_t inference_priority3;
  int64_t experimental_flags;  // TfLiteGpuExperimentalFlags
  int32_t max_delegated_partitions;
  // The directory for compiled programs, and a token that distinguishes
  // applications or models that share it. NULL: the user's cache directory, no
  // token.
  const char* serialization_dir;
  const char* model_token;
} TfLiteGpuDelegateOptionsV2;

// Default options: full precision, support for quantized tensors, at most one
// partition.
TFL_CAPI_EXPORT TfLiteGpuDelegateOptionsV2
TfLiteGpuDelegateOptionsV2Default(void);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_API_GPU_DELEGATE_OPTIONS_H_
