#ifndef TENSORFLOW_LITE_LITE_CORE_MEMORY_TENSOR_MEMORY_H_
#define TENSORFLOW_LITE_LITE_CORE_MEMORY_TENSOR_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/memory/graph_memory.h"

namespace tflite::core {

// The unit of a Subgraph that manages the memory of its tensors: in the arenas,
// on the heap, or provided by the application. Not thread-safe.
class TensorMemory {
 public:
  struct Sizes {  // bytes
    size_t arena_size = 0;
    size_t arena_persist_size = 0;
    size_t dynamic_size = 0;   // on the heap
    size_t resource_size = 0;  // of the whole model; 0 if not the primary graph
    size_t kernel_size = 0;    // memory held by operators, e.g. packed weights
  };

  // `data` must outlive this object, which registers itself in the runtime's
  // list.
  explicit TensorMemory(GraphData* data);
  ~TensorMemory();
  TensorMemory(const TensorMemory&) = delete;
  TensorMemory& operator=(const TensorMemory&) = delete;

  // --- Shapes ---
  // Sets the shape to `new_size` and takes ownership of it, unless it already
  // is the tensor's array. Heap memory is resized immediately, arena memory
  // with the next plan.
  Status Resize(TfLiteTensor* tensor, TfLiteIntArray* new_size);
  // The same for operators, which may continue to use `new_size` after success.
  Status ResizeForOperator(TfLiteTensor* tensor, TfLiteIntArray* new_size);
  // Returns an error if `dims` changes a dimension that the model does not
  // leave open (-1 in its signature).
  Status CheckOpen(int tensor_index, const std::vector<int>& dims) const;
  // Number of shape changes, and of rejected sizes, so far.
  int resized() const { return resized_; }
  int refused() const { return refused_; }

  // --- Arenas ---
  GraphMemory& arenas() { return arenas_; }
  const GraphMemory& arenas() const { return arenas_; }
  // Frees the activations; the tensors keep their shapes.
  void Release();
  // Restores the memory of all prepared graphs of the model, because their
  // operators may invoke each other's graphs.
  Status Reacquire();
  // Also frees the heap memory of graph inputs and outputs.
  void ReleaseWithHeap();

  // --- Large tensors on the heap (OptimizeMemoryForLargeTensors) ---
  // Moves large tensors that the steps first..end-1 write to the heap, except
  // graph inputs and outputs.
  void MoveLargeToHeap(int first, int end);
  // Call before the node that writes these tensors is prepared again.
  void TakeBackFromHeap(const TfLiteIntArray* outputs);
  // True for a tensor that is on the heap only because of its size; its size is
  // static.
  bool IsLarge(int tensor) const { return large_.count(tensor) != 0; }
  bool has_large() const { return !large_.empty(); }
  // Call before running the node that writes the tensor.
  Status AllocateLarge(int tensor);

  // --- Memory that the application provides ---
  // `flags` are those of TfLiteCustomAllocationFlags.
  Status Lend(int tensor, const TfLiteCustomAllocation& allocation,
              int64_t flags);
  void TakeBackLent();
  // Returns an error if a tensor is larger than the memory assigned to it.
  Status CheckLent();

  // --- Contents ---
  // Sets variables to zero (INT8 and UINT8: to the zero point).
  void ResetVariables();
  // Allocates zeroed memory that lives as long as the graph; null if memory is
  // exhausted.
  void* AllocatePersistentBuffer(size_t bytes);
  // Sets the allocator of all graphs of the model. Fails if a graph already has
  // memory on the heap.
  Status SetAllocator(TfLiteAllocator* allocator);

  void CountKernelMemory(int64_t change) { kernel_bytes_ += change; }
  Sizes sizes() const;
  void LogSizes() const;

 private:
  bool HasHeapMemory() const;
  // On success, the tensor's size and heap memory match the shape; otherwise
  // returns the reason why the tensor cannot have this shape now.
  Status Fit(TfLiteTensor* tensor, const TfLiteIntArray& dims, bool changed);

  GraphData* data_;
  GraphMemory arenas_;
  std::set<int> large_;
  std::vector<std::unique_ptr<char[]>> persistent_buffers_;
  size_t kernel_bytes_ = 0;
  int resized_ = 0;
  int refused_ = 0;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_MEMORY_TENSOR_MEMORY_H_
