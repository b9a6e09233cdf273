#ifndef TENSORFLOW_LITE_LITE_CORE_MEMORY_TENSOR_HOMES_H_
#define TENSORFLOW_LITE_LITE_CORE_MEMORY_TENSOR_HOMES_H_

#include <cstddef>
#include <map>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// Records who owns the memory of each tensor of a graph. Operators and
// delegates may set allocation_type and data to any values. This class knows
// where the memory of a tensor belongs after they have run or been removed, and
// which memory the application has provided. The runtime frees only heap
// memory, so a tensor on the heap must never point to other memory.
class TensorHomes {
 public:
  // `graph` must outlive this object.
  explicit TensorHomes(Graph* graph) : graph_(graph) {}

  // Call after a tensor was built: its present memory is its home, and the
  // application provides none.
  void Built(int tensor);

  // --- Memory that the application provides ---
  // Assigns memory of the application to a tensor. Returns null on success, or
  // the reason why the tensor cannot use it. Memory that is too small is
  // accepted, but the tensor has no memory until its size or the assignment
  // changes.
  const char* Lend(int tensor, const TfLiteCustomAllocation& allocation,
                   bool check_alignment);
  // Ends all assignments. Returns false if there were none.
  bool TakeBack();
  // Returns true if no memory is assigned to the tensor, or if it has at least
  // `bytes` bytes.
  bool HasRoom(int tensor, size_t bytes) const;
  // Call after the size of a tensor has changed.
  void PlaceLent(int tensor);
  // Returns a tensor that is larger than the memory assigned to it, or
  // kNoTensor.
  int TooSmall() const;
  // Size of the memory assigned to a tensor; 0 if there is none.
  size_t LentBytes(int tensor) const;
  // Copies the values of tensors whose operators keep them on the heap to the
  // memory that the application has assigned to them. TooSmall() must be
  // kNoTensor.
  void FillLent() const;

  // --- Before and after an operator's Prepare ---
  // While an operator that is not a delegate's prepares, its outputs have no
  // memory except on the heap, because the operator may move them there.
  void BeforePrepare(const TfLiteNode& node);
  void AfterPrepare();

  // --- After delegates are removed ---
  // Returns tensors in device memory, whose delegate was removed, to the host,
  // initially without memory. Returns false if the tensor was not in device
  // memory.
  bool LeaveDevice(int tensor);
  void LeaveDevice();
  // Returns a tensor to the kind of memory that it had at first, initially
  // without memory; what it had elsewhere is not freed. Returns false if it had
  // none.
  bool GoHome(int tensor);

 private:
  struct Home {
    // kTfLiteMemNone: a tensor that was not built but added by an operator.
    TfLiteAllocationType type = kTfLiteMemNone;
    void* data = nullptr;  // for constants
  };
  struct Seen {
    int tensor;
    TfLiteAllocationType type;
    void* data;
    size_t bytes;
  };

  Graph* graph_;
  std::vector<Home> homes_;  // indexed by tensor; may be shorter
  std::map<int, TfLiteCustomAllocation> lent_;
  std::vector<Seen> seen_;  // outputs of the node that is being prepared
  bool vacated_ = false;    // these outputs have no memory except on the heap
};

// True for memory that the runtime allocates and frees separately for each
// tensor.
inline bool IsOnHeap(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteDynamic ||
         t.allocation_type == kTfLitePersistentRo;
}

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_MEMORY_TENSOR_HOMES_H_
