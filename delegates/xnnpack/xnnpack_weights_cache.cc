#include "delegates/xnnpack/xnnpack_weights_cache.h"

#include "delegates/xnnpack/xnnpack_delegate.h"
#include "delegates/xnnpack/xnnpack_device.h"

using Cache = TfLiteXNNPackDelegateWeightsCache;

#if TFLL_HAS_xnn_create_weights_cache

namespace tflite::xnnpack {
namespace {

template <typename Create>
Cache* NewCache(Create create) {
  if (!InitializeXnnpack().ok()) return nullptr;
  auto* cache = new Cache;
  if (create(&cache->cache) == xnn_status_success) return cache;
  delete cache;
  return nullptr;
}

bool Finalize(Cache* cache, xnn_weights_cache_finalization_kind kind) {
  return cache != nullptr &&
         xnn_finalize_weights_cache(cache->cache, kind) == xnn_status_success;
}

}  // namespace
}  // namespace tflite::xnnpack

Cache* TfLiteXNNPackDelegateWeightsCacheCreate() {
  return tflite::xnnpack::NewCache([](xnn_weights_cache_t* out) {
    return tflite::xnnpack::xnn_create_weights_cache(out);
  });
}

Cache* TfLiteXNNPackDelegateWeightsCacheCreateWithSize(size_t size) {
  return tflite::xnnpack::NewCache([size](xnn_weights_cache_t* out) {
    return tflite::xnnpack::xnn_create_weights_cache_with_size(size, out);
  });
}

bool TfLiteXNNPackDelegateWeightsCacheFinalizeSoft(Cache* cache) {
  return tflite::xnnpack::Finalize(cache,
                                   xnn_weights_cache_finalization_kind_soft);
}

bool TfLiteXNNPackDelegateWeightsCacheFinalizeHard(Cache* cache) {
  return tflite::xnnpack::Finalize(cache,
                                   xnn_weights_cache_finalization_kind_hard);
}

void TfLiteXNNPackDelegateWeightsCacheDelete(Cache* cache) {
  if (cache == nullptr) return;
  tflite::xnnpack::xnn_delete_weights_cache(cache->cache);
  delete cache;
}

#else

Cache* TfLiteXNNPackDelegateWeightsCacheCreate() { return new Cache; }

Cache* TfLiteXNNPackDelegateWeightsCacheCreateWithSize(size_t) {
  return new Cache;
}

bool TfLiteXNNPackDelegateWeightsCacheFinalizeSoft(Cache* cache) {
  return cache != nullptr;
}

bool TfLiteXNNPackDelegateWeightsCacheFinalizeHard(Cache* cache) {
  return cache != nullptr;
}

void TfLiteXNNPackDelegateWeightsCacheDelete(Cache* cache) { delete cache; }

#endif

namespace tflite::xnnpack {

xnn_status CreateRuntime(xnn_subgraph_t graph, Cache* cache,
                         pthreadpool_t threads, uint32_t flags,
                         xnn_runtime_t* runtime) {
#if TFLL_HAS_xnn_create_weights_cache && TFLL_HAS_xnn_create_runtime_v3
  if (cache != nullptr) {
    return xnn_create_runtime_v3(graph, cache->cache, threads, flags, runtime);
  }
#endif
  return xnn_create_runtime_v2(graph, threads, flags, runtime);
}

}  // namespace tflite::xnnpack
