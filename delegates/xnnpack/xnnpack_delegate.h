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

// Support INT8 and UINT8 tensors, respectively.
#define TFLITE_XNNPACK_DELEGATE_FLAG_QS8 0x00000001
#define TFLITE_XNNPACK_DELEGATE_FLAG_QU8 0x00000002
// Compute floats in half precision. Partitions fail if the processor does not
// support it.
#define TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16 0x00000004
// The following flags are accepted for compatibility. They request functions
// that the installed library may lack: the nodes in question stay on the CPU's
// kernels, with the same results.
#define TFLITE_XNNPACK_DELEGATE_FLAG_DYNAMIC_FULLY_CONNECTED 0x00000008
#define TFLITE_XNNPACK_DELEGATE_FLAG_VARIABLE_OPERATORS 0x00000010
#define TFLITE_XNNPACK_DELEGATE_FLAG_TRANSIENT_INDIRECTION_BUFFER 0x00000020
#define TFLITE_XNNPACK_DELEGATE_FLAG_ENABLE_LATEST_OPERATORS 0x00000040
#define TFLITE_XNNPACK_DELEGATE_FLAG_ENABLE_SUBGRAPH_RESHAPING 0x00000080
#define TFLITE_XNNPACK_DELEGATE_FLAG_SLOW_CONSISTENT_ARITHMETIC 0x00000200
#define TFLITE_XNNPACK_DELEGATE_FLAG_DISABLE_SUBGRAPH_RESHAPING 0x00000400

struct TfLiteXNNPackDelegateWeightsCache;

typedef struct {
  // The number of threads, including the caller's. If not positive, the
  // interpreter's number of threads, also when it changes before a run.
  int32_t num_threads;
  // Passed to xnn_create_runtime_v2 or a later version of it.
  uint32_t runtime_flags;
  // TFLITE_XNNPACK_DELEGATE_FLAG_*.
  uint32_t flags;
  // Packed weights shared by delegates. Must outlive them. May be NULL. Has no
  // effect if the installed library has no weight caches.
  struct TfLiteXNNPackDelegateWeightsCache* weights_cache;
  // Has no effect: variables always stay on the CPU's kernels.
  bool handle_variable_ops;
  // Files with packed weights. Accepted without effect: the installed library
  // packs weights only in memory.
  const char* weight_cache_file_path;
  int weight_cache_file_descriptor;
  void* weight_cache_provider;
  bool weight_cache_lock_memory;
} TfLiteXNNPackDelegateOptions;

// True if weight_cache_file_path may be the path below; always false.
TFL_CAPI_EXPORT bool TfLiteXNNPackDelegateCanUseInMemoryWeightCacheProvider(
    void);
TFL_CAPI_EXPORT const char* TfLiteXNNPackDelegateInMemoryFilePath(void);

// Enables INT8 and UINT8; all other fields are zero.
TFL_CAPI_EXPORT TfLiteXNNPackDelegateOptions
TfLiteXNNPackDelegateOptionsDefault(void);

// NULL means default options. Returns NULL if the library cannot be used. The
// delegate must outlive the interpreters to which it is applied and may be
// shared by them. Delete it with TfLiteXNNPackDelegateDelete.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteXNNPackDelegateCreate(
    const TfLiteXNNPackDelegateOptions* options);
// The same with the number of threads that `context` recommends, unless the
// options specify one.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteXNNPackDelegateCreateWithThreadpool(
    const TfLiteXNNPackDelegateOptions* options, TfLiteContext* context);

// The pthreadpool_t of the delegate if its options specify more than one
// thread, otherwise NULL. Valid as long as the delegate.
TFL_CAPI_EXPORT void* TfLiteXNNPackDelegateGetThreadPool(
    TfLiteDelegate* delegate);
// Valid as long as the delegate; NULL for NULL.
TFL_CAPI_EXPORT const TfLiteXNNPackDelegateOptions*
TfLiteXNNPackDelegateGetOptions(TfLiteDelegate* delegate);
// The options' flags; 0 for NULL.
TFL_CAPI_EXPORT int TfLiteXNNPackDelegateGetFlags(TfLiteDelegate* delegate);

// NULL is allowed.
TFL_CAPI_EXPORT void TfLiteXNNPackDelegateDelete(TfLiteDelegate* delegate);

// Creates a cache of packed weights with an initial capacity of `size` bytes.
// Finalize it after the interpreters are prepared and before they run. After a
// soft finalization, further interpreters for the same models may be prepared;
// after a hard one, none. Finalization returns false if the library rejects it.
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
