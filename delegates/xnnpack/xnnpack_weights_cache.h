#ifndef DELEGATES_XNNPACK_XNNPACK_WEIGHTS_CACHE_H_
#define DELEGATES_XNNPACK_XNNPACK_WEIGHTS_CACHE_H_

#include "delegates/xnnpack/xnnpack_functions.h"

#if TFLL_HAS_xnn_create_weights_cache
// A weights cache of the library.
struct TfLiteXNNPackDelegateWeightsCache {
  xnn_weights_cache_t cache = nullptr;
};
#else
// The library has no caches: weights are packed for each partition.
struct TfLiteXNNPackDelegateWeightsCache {};
#endif

namespace tflite::xnnpack {

// Calls xnn_create_runtime with the cache if the library supports caches; it
// may be null.
xnn_status CreateRuntime(xnn_subgraph_t graph,
                         TfLiteXNNPackDelegateWeightsCache* cache,
                         pthreadpool_t threads, uint32_t flags,
                         xnn_runtime_t* runtime);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_WEIGHTS_CACHE_H_
