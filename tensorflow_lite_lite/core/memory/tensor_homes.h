#ifndef TENSORFLOW_LITE_LITE_CORE_MEMORY_TENSOR_HOMES_H_
#define TENSORFLOW_LITE_LITE_CORE_MEMORY_TENSOR_HOMES_H_

#include <cstddef>
#include <map>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// Who owns the memory of a graph's tensors: the one place that says so.
// Operators and delegates write allocation_type and data as they like; this
// class knows where a tensor belongs when they are done or gone, and what the
// application has lent. The runtime frees heap memory alone, so a tensor on the
// heap must never point to any other.
class TensorHomes {
 public:
  // `graph` outlives this object.
  explicit TensorHomes(Graph* graph) : graph_(graph) {}

  // The tensor has just been built: it is where it belongs. Nothing is lent.
  void Built(int tensor);

  // --- What the application lends ---
  // Null, or why the tensor cannot have this memory, which may be too small:
  // then the tensor has none until its size or the memory changes.
  const char* Lend(int tensor, const TfLiteCustomAllocation& allocation,
                   bool check_alignment);
  // False where nothing was lent.
  bool TakeBack();
  // Whether what is lent, if anything, has room for so many bytes.
  bool HasRoom(int tensor, size_t bytes) const;
  // After the size of a tensor has changed.
  void PlaceLent(int tensor);
  // A tensor that needs more than is lent to it, or kNoTensor.
  int TooSmall() const;
  // What is lent to a tensor; 0 if nothing.
  size_t LentBytes(int tensor) const;
  // Copies the values of tensors whose operators keep them on the heap to where
  // the application wants them. TooSmall() is kNoTensor.
  void FillLent() const;

  // --- Around an operator's Prepare ---
  // While an operator of the library or the application prepares, its outputs
  // have no memory but the heap's: it may move them there.
  void BeforePrepare(const TfLiteNode& node);
  void AfterPrepare();

  // --- After delegates ---
  // Tensors on a device whose delegate has gone belong to the host again, at
  // first without memory. False where the tensor was on none.
  bool LeaveDevice(int tensor);
  void LeaveDevice();

 private:
  struct Home {
    TfLiteAllocationType type = kTfLiteMemNone;  // not built: an operator's own
    void* data = nullptr;                        // of constants
  };
  struct Seen {
    int tensor;
    TfLiteAllocationType type;
    void* data;
    size_t bytes;
  };

  Graph* graph_;
  std::vector<Home> homes_;  // by tensor; may be shorter
  std::map<int, TfLiteCustomAllocation> lent_;
  std::vector<Seen> seen_;  // outputs of the node that prepares
  bool vacated_ = false;    // ... and they have no memory but the heap's
};

// Memory that the runtime gets and frees by itself, for one tensor each.
inline bool IsOnHeap(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteDynamic ||
         t.allocation_type == kTfLitePersistentRo;
}

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_MEMORY_TENSOR_HOMES_H_
