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

// The unit of a Subgraph that gives tensors their memory: in the arenas, on the
// heap, or the application's. For one thread.
class TensorMemory {
 public:
  struct Sizes {  // bytes
    size_t arena = 0;
    size_t persistent = 0;
    size_t heap = 0;
    size_t kernels = 0;  // what operators keep, such as packed weights
  };

  // `data` outlives this object, which its runtime lists.
  explicit TensorMemory(GraphData* data);
  ~TensorMemory();
  TensorMemory(const TensorMemory&) = delete;
  TensorMemory& operator=(const TensorMemory&) = delete;

  // --- Shapes ---
  // Takes `new_size`, but where it is the tensor's own. Memory on the heap
  // follows at once; the arenas' with the next plan.
  Status Resize(TfLiteTensor* tensor, TfLiteIntArray* new_size);
  // The same for operators, which go on using `new_size` after success.
  Status ResizeForOperator(TfLiteTensor* tensor, TfLiteIntArray* new_size);
  // Only dimensions that the model leaves open, -1 in its signature, are to get
  // another extent.
  Status CheckOpen(int tensor_index, const std::vector<int>& dims) const;
  // Tensors that have got another shape, and sizes that were refused, so far.
  int resized() const { return resized_; }
  int refused() const { return refused_; }

  // --- Arenas ---
  GraphMemory& arenas() { return arenas_; }
  const GraphMemory& arenas() const { return arenas_; }
  // Frees the activations; the tensors' shapes stay.
  void Release();
  // Brings back the memory of all graphs of the model that are prepared, as
  // their operators call each other.
  Status Reacquire();
  // Also what graph inputs and outputs have on the heap.
  void ReleaseWithHeap();

  // --- Large tensors on the heap (OptimizeMemoryForLargeTensors) ---
  // What the steps first..end-1 write and is large, unless the caller reads it.
  void MoveLargeToHeap(int first, int end);
  // Before the node that writes them is prepared again.
  void TakeBackFromHeap(const TfLiteIntArray* outputs);
  // On the heap for its size alone: its size is static.
  bool IsLarge(int tensor) const { return large_.count(tensor) != 0; }
  bool has_large() const { return !large_.empty(); }
  // For the node that writes it.
  Status AllocateLarge(int tensor);

  // --- The application's memory ---
  Status Lend(int tensor, const TfLiteCustomAllocation& allocation,
              bool check_alignment);
  void TakeBackLent();
  // Each tensor fits in what is lent to it.
  Status CheckLent();

  // --- Contents ---
  // Sets variables to zero.
  void ResetVariables();
  // Zeroed memory that lasts as long as the graph; null where there is none.
  void* AllocatePersistentBuffer(size_t bytes);
  // For all graphs of the model; not once one has memory on the heap.
  Status SetAllocator(TfLiteAllocator* allocator);

  void CountKernelMemory(int64_t change) { kernel_bytes_ += change; }
  Sizes sizes() const;

 private:
  bool HasHeapMemory() const;
  // Why the tensor cannot have this shape now, or OK: then its size and memory
  // on the heap are those of the shape.
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
