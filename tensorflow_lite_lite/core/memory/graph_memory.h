#ifndef TENSORFLOW_LITE_LITE_CORE_MEMORY_GRAPH_MEMORY_H_
#define TENSORFLOW_LITE_LITE_CORE_MEMORY_GRAPH_MEMORY_H_

#include <cstddef>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/base/pages.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/graph/graph.h"
#include "tensorflow_lite_lite/core/memory/plan.h"

namespace tflite::core {

// Alignment in bytes of every tensor's data, except constants and memory of the
// application.
inline constexpr size_t kTensorAlignment = 64;
// Number of readable bytes after the last tensor of an arena, for kernels that
// load whole vectors.
inline constexpr size_t kArenaSlack = 64;

// Allocates the arena tensors of a graph. A step is a position in the execution
// plan. A tensor is live from the step that writes it to the last step that
// reads it; graph inputs are always live, and graph outputs to the end. Memory
// of tensors allocated from step 0 on does not move until the next Reset.
// Memory added for later steps may move, together with its contents, when more
// is added.
class GraphMemory {
 public:
  // `graph` must outlive this object.
  explicit GraphMemory(Graph* graph) : graph_(graph) {}

  // Removes the memory of all arena tensors and determines lifetimes from the
  // execution plan. With `preserve_all`, no memory is reused.
  void Reset(bool preserve_all);

  // Allocates the tensors that the steps first..last write or use as
  // temporaries, persistent tensors that they read and, if first = 0, the
  // graph's inputs and variables. Sets their data pointers. The nodes of these
  // steps must be prepared.
  Status Allocate(int first, int last);

  // From now on, outputs of a delegate's node do not share the memory of inputs
  // with more than `bytes` bytes: such inputs could not be saved in case the
  // node fails.
  void LimitSharingByDelegates(size_t bytes) { delegates_share_ = bytes; }

  // Call if the execution plan has changed at steps that have no memory.
  // Determines the lifetimes again; tensors that are placed keep their memory.
  void LearnLifetimes();

  // Releases the memory of tensors that belong to steps after `step`, except
  // the graph's inputs, which have values. With `keep_outputs`, also except the
  // graph's outputs, as far as the plan to come leaves them where they are and
  // their sizes stay: the application may have pointers to them.
  void ForgetAfter(int step, bool keep_outputs = false);

  // Frees the arenas, but not the memory of persistent tensors. Reacquire
  // allocates the arenas again, possibly at other addresses and with undefined
  // contents.
  void Release();
  Status Reacquire();
  bool released() const { return released_; }

  // Also frees the memory of persistent tensors.
  void ReleasePersistent();

  size_t arena_bytes() const { return head_.bytes + tail_.bytes; }
  size_t persistent_bytes() const;
  // A lower bound, in bytes, for the size of any plan for the arena tensors.
  size_t LowerBound() const;

 private:
  struct FreeDeleter {
    FreeDeleter() {}
    explicit FreeDeleter(size_t size) : bytes(size) {}
    void operator()(void* p) const { base::FreePages(p, bytes); }
    size_t bytes = 0;
  };
  using Memory = std::unique_ptr<char, FreeDeleter>;
  struct Arena {
    Memory memory;
    size_t bytes = 0;     // planned
    size_t capacity = 0;  // allocated, without slack
  };
  struct Use {
    int first = -1;  // step, or -1 if no step writes or uses it
    int last = -1;
    bool rewritten = false;  // by a second step or by the caller
    int shares = -1;         // tensor whose memory this one uses
    Arena* arena = nullptr;
    size_t offset = 0;
    size_t bytes = 0;  // in the arena
  };
  struct Persistent {
    Memory memory;
    size_t bytes = 0;
  };

  static Memory NewMemory(size_t bytes);
  void Extend(int tensor, int step);
  std::vector<int> Unplaced(int first, int last);
  void Unplace(int tensor);
  void PlaceApart(int tensor, int step);
  void TryShare(int step);
  int Root(int tensor) const;
  bool CanShare(int input, int output, int step, bool unmodified) const;
  BufferRequest RequestFor(int tensor) const;
  std::vector<PlacedBuffer> Fixed(const Arena* arena, int from_step) const;
  Status Place(const std::vector<int>& tensors, int first);
  Status Grow(Arena* arena, size_t bytes);
  void SetData(const Arena* arena);
  void SetSharedData();
  Status AllocatePersistent(int tensor);

  Graph* graph_;
  std::vector<Use> uses_;    // one per tensor
  std::vector<int> placed_;  // tensors that have memory in an arena
  Arena head_;  // tensors of the first plan, which starts at step 0
  Arena tail_;  // tensors of later steps that did not fit into the head
  std::unordered_map<int, Persistent> persistent_;
  size_t delegates_share_ = std::numeric_limits<size_t>::max();
  bool preserve_all_ = false;
  bool released_ = false;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_MEMORY_GRAPH_MEMORY_H_
