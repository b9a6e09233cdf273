#ifndef TENSORFLOW_LITE_LITE_CORE_RUNTIME_H_
#define TENSORFLOW_LITE_LITE_CORE_RUNTIME_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/resources.h"
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

class TensorMemory;

// State shared by the subgraphs of one interpreter. The interpreter owns it.
// Not thread-safe, except for `cancelled`.
struct Runtime {
  struct MetadataEntry {
    const char* data;  // points into the model
    size_t bytes;
  };

  // A byte range of the model file.
  struct FileRange {
    int fd;
    int64_t offset;  // -1 if unknown
    int64_t size;
  };

  // Finds the position of a custom operator's options in the mapped model file.
  // Returns false if they are not in it or the model was not mapped.
  bool LocateOptions(const TfLiteNode& node, FileRange* range) const;

  // Returns null if the model has no metadata of this name.
  const MetadataEntry* FindMetadata(const char* name) const {
    const auto it = metadata.find(name);
    return it == metadata.end() ? nullptr : &it->second;
  }

  ErrorReporter* error_reporter = nullptr;
  ThreadPool thread_pool;
  ResourceStore resources;
  UndoLog undo;
  TfLiteExternalContext* external_contexts[kTfLiteMaxExternalContexts] = {};
  std::map<std::string, MetadataEntry> metadata;
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
  // The TensorMemory of each subgraph, as long as it exists.
  std::vector<TensorMemory*> memories;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_RUNTIME_H_
