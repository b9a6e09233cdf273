// The XNNPACK delegate's C API.
#ifndef DELEGATES_XNNPACK_XNNPACK_DELEGATE_H_
#define DELEGATES_XNNPACK_XNNPACK_DELEGATE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// TfLiteXNNPackDelegateOptions::flags.
// Take INT8, UINT8 tensors.
#define TFLITE_XNNPACK_DELEGATE_FLAG_QS8 0x00000001
#define TFLITE_XNNPACK_DELEGATE_FLAG_QU8 0x00000002
// Compute floats in half precision; partitions fail where the processor cannot.
#define TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16 0x00000004
// The following are accepted for programs that set them. What they ask for
// needs functions that the installed library may lack: such nodes stay on the
// CPU's kernels, with the same results.
#define TFLITE_XNNPACK_DELEGATE_FLAG_DYNAMIC_FULLY_CONNECTED 0x00000008
#define TFLITE_XNNPACK_DELEGATE_FLAG_VARIABLE_OPERATORS 0x00000010
#define TFLITE_XNNPACK_DELEGATE_FLAG_TRANSIENT_INDIRECTION_BUFFER 0x00000020
#define TFLITE_XNNPACK_DELEGATE_FLAG_ENABLE_LATEST_OPERATORS 0x00000040
#define TFLITE_XNNPACK_DELEGATE_FLAG_ENABLE_SUBGRAPH_RESHAPING 0x00000080
#define TFLITE_XNNPACK_DELEGATE_FLAG_SLOW_CONSISTENT_ARITHMETIC 0x00000200
#define TFLITE_XNNPACK_DELEGATE_FLAG_DISABLE_SUBGRAPH_RESHAPING 0x00000400

struct TfLiteXNNPackDelegateWeightsCache;

typedef struct {
  // Threads that compute, the caller's among them. 0 or less: as many as the
  // interpreter has, also when that changes before a run.
  int32_t num_threads;
  // Passed to xnn_create_runtime_v2 or later.
  uint32_t runtime_flags;
  // TFLITE_XNNPACK_DELEGATE_FLAG_*.
  uint32_t flags;
  // Packed weights shared by delegates; outlives them. May be NULL. Without an
  // effect where the installed library has no such caches.
  struct TfLiteXNNPackDelegateWeightsCache* weights_cache;
  // Variables always stay with the CPU's kernels.
  bool handle_variable_ops;
  // Packed weights in files. The installed library packs weights only in
  // memory: accepted, without an effect.
  const char* weight_cache_file_path;
  int weight_cache_file_descriptor;
  void* weight_cache_provider;
  bool weight_cache_lock_memory;
} TfLiteXNNPackDelegateOptions;

// Whether weight_cache_file_path may be the path below: no.
TFL_CAPI_EXPORT bool TfLiteXNNPackDelegateCanUseInMemoryWeightCacheProvider(
    void);
TFL_CAPI_EXPORT const char* TfLiteXNNPackDelegateInMemoryFilePath(void);

// INT8 and UINT8 are taken, all else is zero.
TFL_CAPI_EXPORT TfLiteXNNPackDelegateOptions
TfLiteXNNPackDelegateOptionsDefault(void);

// NULL options are the defaults. The delegate outlives the interpreters that it
// is given to and may be shared by them; end it by TfLiteXNNPackDelegateDelete.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteXNNPackDelegateCreate(
    const TfLiteXNNPackDelegateOptions* options);
// With the number of threads that `context` recommends, unless the options name
// one.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteXNNPackDelegateCreateWithThreadpool(
    const TfLiteXNNPackDelegateOptions* options, TfLiteContext* context);

// The pthreadpool_t of a delegate whose options name more than one thread, else
// NULL. Valid as long as the delegate.
TFL_CAPI_EXPORT void* TfLiteXNNPackDelegateGetThreadPool(
    TfLiteDelegate* delegate);
// Valid as long as the delegate; NULL for NULL.
TFL_CAPI_EXPORT const TfLiteXNNPackDelegateOptions*
TfLiteXNNPackDelegateGetOptions(TfLiteDelegate* delegate);
// The options' flags; 0 for NULL.
TFL_CAPI_EXPORT int TfLiteXNNPackDelegateGetFlags(TfLiteDelegate* delegate);

// NULL is allowed.
TFL_CAPI_EXPORT void TfLiteXNNPackDelegateDelete(TfLiteDelegate* delegate);

// A cache of packed weights, with room for `size` bytes at first. Finalize it
// once the interpreters are prepared and before they run: softly, and further
// interpreters of the same models may come; hard, and none may. False where the
// library refuses.
TFL_CAPI_EXPORT struct TfLiteXNNPackDelegateWeightsCache*
TfLiteXNNPackDelegateWeightsCacheCreate(void);
TFL_CAPI_EXPORT struct TfLiteXNNPackDelegateWeightsCache*
TfLiteXNNPackDelegateWeightsCacheCreateWithSize(size_t size);
TFL_CAPI_EXPORT bool TfLiteXNNPackDelegateWeightsCacheFinalizeSoft(
    struct TfLiteXNNPackDelegateWeightsCache* cache);
TFL_CAPI_EXPORT bool TfLiteXNNPackDelegateWeightsCacheFinalizeHard(
    struct TfLiteXNNPackDelegateWeightsCache* cache);
TFL_CAPI_EXPORT void TfLiteXNNPackDelegateWeightsCacheDelete(
    struct TfLiteXNNPackDelegateWeightsCache* cache);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_XNNPACK_XNNPACK_DELEGATE_H_
