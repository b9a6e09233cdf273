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
  int powersave_level;  // likewise
  // Measures each node, for a host that has a profiler.
  bool print_graph_profile;
  bool print_graph_debug;  // accepted; without an effect
  // 0: as many as there are.
  int max_delegated_partitions;
  // 0: as few as one.
  int min_nodes_per_partition;
  // Accepted for programs that set them: a graph that is resized is compiled
  // again, whatever changes.
  bool enable_dynamic_batch_size;
  int max_batch_size;
  TfLiteIntArray* input_batch_dimensions;
  TfLiteIntArray* output_batch_dimensions;
} TfLiteHexagonDelegateOptions;

TFL_CAPI_EXPORT TfLiteHexagonDelegateOptions
TfLiteHexagonDelegateOptionsDefault(void);

// NULL options are the defaults. NULL where nothing can run the DSP's program,
// after the log has got the reason: a DSP behind FastRPC, else qemu-hexagon,
// else a process of the host. The delegate outlives the interpreters that it is
// given to and may be shared by them, on any threads.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteHexagonDelegateCreate(
    const TfLiteHexagonDelegateOptions* options);

// NULL is allowed.
TFL_CAPI_EXPORT void TfLiteHexagonDelegateDelete(TfLiteDelegate* delegate);

// Where delegates that are created afterwards look for libcdsprpc.so and for
// libtflite_dsp_skel.so; only a DSP needs it.
TFL_CAPI_EXPORT void TfLiteHexagonInitWithPath(const char* lib_directory_path);

// As the system finds them.
TFL_CAPI_EXPORT void TfLiteHexagonInit(void);

// Without an effect: each delegate ends what it has started.
TFL_CAPI_EXPORT void TfLiteHexagonTearDown(void);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_DSP_DSP_DELEGATE_H_
