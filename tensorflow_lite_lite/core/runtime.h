#ifndef TENSORFLOW_LITE_LITE_CORE_RUNTIME_H_
#define TENSORFLOW_LITE_LITE_CORE_RUNTIME_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "tensorflow_lite_lite/base/resources.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/thread_pool.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter_options.h"
#include "tensorflow_lite_lite/core/run/undo_log.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"

namespace tflite {
class Allocation;
class Subgraph;
}  // namespace tflite

namespace tflite::core {

class GraphData;
class TensorMemory;

// State shared by the subgraphs of one interpreter. The interpreter owns it.
// Not thread-safe, except for `cancelled`.
struct Runtime {
  struct MetadataEntry {
    const char* data;  // points into the model
    size_t bytes;
  };

  // Finds the position of a custom operator's options in the mapped model file;
  // offset and size are -1 if the node has none. Returns false if they are not
  // in the file, the model was not mapped, or `node` is null.
  bool LocateOptions(const TfLiteNode* node, int* fd, int64_t* offset,
                     int64_t* size) const;

  // Returns null if the model has no metadata of this name, or it is null.
  const MetadataEntry* FindMetadata(const char* name) const {
    const auto it = name == nullptr ? metadata.end() : metadata.find(name);
    return it == metadata.end() ? nullptr : &it->second;
  }

  Status SetExternalContext(TfLiteExternalContextType type,
                            TfLiteExternalContext* context);
  // Returns null if there is none or no such type.
  TfLiteExternalContext* external_context(TfLiteExternalContextType type) const;

  // --- Stopping a run ---
  // From any thread. Returns false if cancellation is not enabled.
  bool Cancel() {
    if (!cancellation_enabled) return false;
    cancelled.store(true);
    return true;
  }
  // True once the application has asked to stop the current run, from any
  // thread or by its function.
  bool IsCancelled() const {
    return cancelled.load(std::memory_order_relaxed) ||
           (cancellation_function != nullptr &&
            cancellation_function(cancellation_data));
  }
  void SetCancellationFunction(void* data, bool (*function)(void*)) {
    cancellation_data = data;
    cancellation_function = function;
  }

  // Returns null if the index is out of range.
  Subgraph* subgraph(int index) const {
    const bool valid =
        index >= 0 && static_cast<size_t>(index) < subgraphs.size();
    return valid ? subgraphs[index].get() : nullptr;
  }

  ErrorReporter* error_reporter = nullptr;
  ThreadPool thread_pool;
  ResourceStore resources;
  UndoLog undo{&resources};
  TfLiteExternalContext* external_contexts[kTfLiteMaxExternalContexts] = {};
  std::map<std::string, MetadataEntry> metadata;
  // See GraphData::KeepCopy.
  std::map<std::tuple<const char*, size_t, bool>, std::unique_ptr<char[]>>
      copies;
  // Memory that contains the model file, or null if unknown. Owned by the
  // application.
  const Allocation* allocation = nullptr;
  InterpreterOptions options;
  // Allocates tensors on the heap; null means malloc. Owned by the application.
  TfLiteAllocator* allocator = nullptr;

  // Any thread may set `cancelled` to stop a run; it is cleared when the next
  // run starts.
  bool cancellation_enabled = false;
  std::atomic<bool> cancelled{false};
  void* cancellation_data = nullptr;
  bool (*cancellation_function)(void*) = nullptr;

  std::vector<std::unique_ptr<Subgraph>> subgraphs;
  // The units of each subgraph, as long as it exists.
  std::vector<GraphData*> graphs;
  std::vector<TensorMemory*> memories;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_RUNTIME_H_
