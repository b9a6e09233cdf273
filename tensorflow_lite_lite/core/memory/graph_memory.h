#ifndef TENSORFLOW_LITE_LITE_CORE_MEMORY_GRAPH_MEMORY_H_
#define TENSORFLOW_LITE_LITE_CORE_MEMORY_GRAPH_MEMORY_H_

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/graph/graph.h"
#include "tensorflow_lite_lite/core/memory/plan.h"

namespace tflite::core {

// Every tensor's data begins at a multiple of this many bytes, except constants
// and the application's own memory.
inline constexpr size_t kTensorAlignment = 64;
// An arena has at least this many readable bytes past its last tensor, for
// kernels that load whole vectors.
inline constexpr size_t kArenaSlack = 64;

// Gives the arena tensors of a graph their memory. A step is a position in the
// execution plan; a tensor is live from the step that writes it to the last
// that reads it, graph inputs from the start and graph outputs to the end.
// Memory handed out for steps from 0 does not move until the next Reset; what
// was added for later steps may move, with its contents, when more is added.
class GraphMemory {
 public:
  // `graph` outlives this object.
  explicit GraphMemory(Graph* graph) : graph_(graph) {}

  // Takes the memory of all arena tensors away and learns the lifetimes from
  // the execution plan. With `preserve_all` nothing is reused.
  void Reset(bool preserve_all);

  // Gives memory to what the steps first..last write and use as temporaries,
  // for first = 0 to the graph's inputs and variables too, and sets the data
  // pointers. The nodes of these steps are prepared.
  Status Allocate(int first, int last);

  // From now on a delegate's node does not write over an input of more bytes:
  // such an input could not be saved in case the node fails.
  void LimitSharingByDelegates(size_t bytes) { delegates_share_ = bytes; }

  // The execution plan has changed at steps that have no memory yet, or no
  // longer: learns the lifetimes again and keeps what is placed.
  void LearnLifetimes();

  // Takes back what was given to steps after `step`, but for the graph's
  // inputs, which have their values.
  void ForgetAfter(int step);

  // Frees the arenas; persistent tensors keep theirs. Reacquire brings them
  // back at possibly other addresses, contents lost.
  void Release();
  Status Reacquire();
  bool released() const { return released_; }

  // Frees the persistent tensors' memory as well.
  void ReleasePersistent();

  size_t arena_bytes() const { return head_.bytes + tail_.bytes; }
  size_t persistent_bytes() const;
  // No placement of the arena tensors is smaller.
  size_t LowerBound() const;

 private:
  struct FreeDeleter {
    void operator()(void* p) const { std::free(p); }
  };
  using Memory = std::unique_ptr<char, FreeDeleter>;
  struct Arena {
    Memory memory;
    size_t bytes = 0;     // planned
    size_t capacity = 0;  // allocated, without slack
  };
  struct Use {
    int first = -1;  // step; -1: not written or used by any
    int last = -1;
    bool rewritten = false;  // by a second step, or by the caller
    int shares = -1;         // tensor whose bytes this one uses
    Arena* arena = nullptr;
    size_t offset = 0;
  };
  struct Persistent {
    Memory memory;
    size_t bytes = 0;
  };

  static Memory NewMemory(size_t bytes);
  void Extend(int tensor, int step);
  std::vector<int> Unplaced(int first, int last);
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
  std::vector<Use> uses_;    // one a tensor
  std::vector<int> placed_;  // tensors with an arena
  Arena head_;               // steps from 0, planned in one go
  Arena tail_;  // what did not fit when later steps came to be known
  std::unordered_map<int, Persistent> persistent_;
  size_t delegates_share_ = std::numeric_limits<size_t>::max();
  bool preserve_all_ = false;
  bool released_ = false;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_MEMORY_GRAPH_MEMORY_H_
