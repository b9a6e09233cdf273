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

// What the subgraphs of one interpreter share. The interpreter owns it and,
// except for `cancelled`, uses it from one thread at a time.
struct Runtime {
  struct MetadataEntry {
    const char* data;  // in the model
    size_t bytes;
  };

  // Part of the model file.
  struct FileRange {
    int fd;
    int64_t offset;  // -1 where it is not known
    int64_t size;
  };

  // Where a custom operator's options lie in the mapped model file. False where
  // they do not, or the model was not mapped.
  bool LocateOptions(const TfLiteNode& node, FileRange* range) const;

  // Null where the model has none of that name.
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
  // The model file, where it is known. The application's.
  const Allocation* allocation = nullptr;
  InterpreterOptions options;
  // For tensors on the heap; null means malloc. The application's.
  TfLiteAllocator* allocator = nullptr;

  // Set from any thread to stop a run; cleared when the next one starts.
  bool cancellation_enabled = false;
  std::atomic<bool> cancelled{false};
  void* cancellation_data = nullptr;
  bool (*cancellation_function)(void*) = nullptr;

  std::vector<std::unique_ptr<Subgraph>> subgraphs;
  // Theirs, each for as long as it exists.
  std::vector<TensorMemory*> memories;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_RUNTIME_H_
