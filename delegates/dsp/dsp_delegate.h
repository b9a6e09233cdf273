// The DSP delegate's C API, under the names of TensorFlow Lite's Hexagon
// delegate.
#ifndef DELEGATES_DSP_DSP_DELEGATE_H_
#define DELEGATES_DSP_DSP_DELEGATE_H_

#include <stdbool.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteHexagonDelegateOptions {
  int debug_level;      // accepted; without an effect
  int powersave_level;  // accepted; without an effect
  // Measures each node, if the interpreter has a profiler.
  bool print_graph_profile;
  bool print_graph_debug;  // accepted; without an effect
  // 0: no limit.
  int max_delegated_partitions;
  // 0: one.
  int min_nodes_per_partition;
  // Accepted; without an effect: a graph is compiled again whenever it is
  // resized.
  bool enable_dynamic_batch_size;
  int max_batch_size;
  TfLiteIntArray* input_batch_dimensions;
  TfLiteIntArray* output_batch_dimensions;
} TfLiteHexagonDelegateOptions;

TFL_CAPI_EXPORT TfLiteHexagonDelegateOptions
TfLiteHexagonDelegateOptionsDefault(void);

// Creates a delegate. NULL options mean the defaults. The DSP's program runs on
// a DSP behind FastRPC if there is one, else under qemu-hexagon, else as a
// process of the host. If none of them works, the reason is logged, and NULL is
// returned. The caller owns the delegate, which must outlive the interpreters
// that use it. Several interpreters may share it, on any threads.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteHexagonDelegateCreate(
    const TfLiteHexagonDelegateOptions* options);

// NULL is allowed.
TFL_CAPI_EXPORT void TfLiteHexagonDelegateDelete(TfLiteDelegate* delegate);

// Sets the folder in which delegates created afterwards look for libcdsprpc.so
// and libtflite_dsp_skel.so. Needed for a DSP only.
TFL_CAPI_EXPORT void TfLiteHexagonInitWithPath(const char* lib_directory_path);

// Resets the folder: the libraries are found by the system.
TFL_CAPI_EXPORT void TfLiteHexagonInit(void);

// Has no effect: each delegate ends the processes that it started.
TFL_CAPI_EXPORT void TfLiteHexagonTearDown(void);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_DSP_DSP_DELEGATE_H_
