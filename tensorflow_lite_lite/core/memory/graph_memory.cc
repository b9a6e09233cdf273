#include "tensorflow_lite_lite/core/memory/graph_memory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::core {
namespace {

constexpr int kEnd = std::numeric_limits<int>::max() - 1;

bool InArena(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteArenaRw;
}

}  // namespace

GraphMemory::Memory GraphMemory::NewMemory(size_t bytes) {
  size_t padded = 0;
  if (!CheckedAdd(bytes, kArenaSlack, &padded) ||
      !AlignUp(padded, kTensorAlignment, &padded)) {
    return nullptr;
  }
  return Memory(static_cast<char*>(base::AllocatePages(padded)),
                FreeDeleter(padded));
}

void GraphMemory::Extend(int tensor, int step) {
  if (!graph_->HasTensor(tensor)) return;
  Use& use = uses_[tensor];
  if (use.first < 0) use.first = step;
  use.last = std::max(use.last, step);
}

void GraphMemory::Reset(bool preserve_all) {
  preserve_all_ = preserve_all;
  released_ = false;
  uses_.assign(graph_->tensors.size(), Use());
  placed_.clear();
  head_.bytes = 0;
  tail_ = Arena();
  for (TfLiteTensor& t : graph_->tensors) {
    if (InArena(t)) t.data.data = nullptr;
  }
  LearnLifetimes();
}

void GraphMemory::LearnLifetimes() {
  uses_.resize(graph_->tensors.size());
  for (Use& use : uses_) {
    use.first = use.last = -1;
    use.rewritten = false;
  }
  for (const int t : graph_->inputs) {
    Extend(t, 0);
    Extend(t, kEnd);  // the application may set an input once for many runs
  }
  const int steps = static_cast<int>(graph_->execution_plan.size());
  for (int step = 0; step < steps; ++step) {
    const TfLiteNode& node = graph_->nodes[graph_->execution_plan[step]].first;
    for (const int t : Indices(node.outputs)) {
      if (graph_->HasTensor(t)) uses_[t].rewritten |= uses_[t].first >= 0;
      Extend(t, step);
    }
    for (const int t : Indices(node.inputs)) {
      // A tensor that no earlier step writes has no memory that must be kept.
      if (graph_->HasTensor(t) && uses_[t].first >= 0) Extend(t, step);
    }
  }
  for (const int t : graph_->outputs) {
    if (graph_->HasTensor(t) && uses_[t].first >= 0) Extend(t, kEnd);
  }
  for (size_t t = 0; t < uses_.size(); ++t) {
    if (uses_[t].first < 0) continue;
    if (preserve_all_) uses_[t].last = kEnd;
    if (uses_[t].shares < 0) continue;
    Use& root = uses_[uses_[t].shares];
    root.last = std::max(root.last, uses_[t].last);
  }
}

std::vector<int> GraphMemory::Unplaced(int first, int last) {
  uses_.resize(graph_->tensors.size());
  std::vector<int> tensors;
  std::vector<bool> listed(uses_.size(), false);
  const auto list = [&](int t) {
    if (!graph_->HasTensor(t) || listed[t] || uses_[t].arena != nullptr ||
        uses_[t].shares >= 0 || !InArena(graph_->tensors[t])) {
      return;
    }
    listed[t] = true;
    tensors.push_back(t);
  };
  if (first == 0) {
    for (const int t : graph_->inputs) list(t);
  }
  for (int step = first; step <= last; ++step) {
    const TfLiteNode& node = graph_->nodes[graph_->execution_plan[step]].first;
    for (const int t : Indices(node.temporaries)) {
      if (!graph_->HasTensor(t)) continue;
      Use& use = uses_[t];
      if (use.arena != nullptr && use.last < step) {  // of an earlier node
        Unplace(t);
        use = Use();
      }
      Extend(t, preserve_all_ ? kEnd : step);
      if (preserve_all_) use.first = std::min(use.first, step);
      list(t);
    }
    for (const int t : Indices(node.outputs)) {
      // A graph output that has been kept may have another size now.
      if (graph_->HasTensor(t) && uses_[t].arena != nullptr &&
          uses_[t].bytes != graph_->tensors[t].bytes) {
        Unplace(t);
      }
    }
    if (!preserve_all_) TryShare(step);
    for (const int t : Indices(node.outputs)) list(t);
  }
  return tensors;
}

void GraphMemory::Unplace(int tensor) {
  placed_.erase(std::find(placed_.begin(), placed_.end(), tensor));
  uses_[tensor].arena = nullptr;
}

int GraphMemory::Root(int tensor) const {
  while (uses_[tensor].shares >= 0) tensor = uses_[tensor].shares;
  return tensor;
}

// Returns true if the output may use the input's memory: it must be in the
// arena and large enough and, if the kernel writes different values, must not
// be needed after this step.
bool GraphMemory::CanShare(int input, int output, int step,
                           bool unmodified) const {
  if (!graph_->HasTensor(input) || !graph_->HasTensor(output)) return false;
  const TfLiteTensor& in = graph_->tensors[input];
  const TfLiteTensor& out = graph_->tensors[output];
  if (!InArena(in) || !InArena(out) || in.is_variable || out.is_variable) {
    return false;
  }
  const Use& use = uses_[output];
  if (out.bytes == 0 || out.bytes != in.bytes || use.arena != nullptr ||
      use.shares >= 0 || use.first != step) {
    return false;
  }
  // Elements of another size do not lie where those that they replace do.
  if (!unmodified && in.type != out.type) return false;
  const int root = Root(input);
  // A later write would change the values of both tensors.
  if (use.rewritten || uses_[input].rewritten || uses_[root].rewritten) {
    return false;
  }
  if (uses_[root].first < 0 || uses_[root].first == step) return false;
  if (graph_->tensors[root].bytes < out.bytes) return false;
  // A caller may write inputs while it still reads outputs of the previous run.
  const auto& inputs = graph_->inputs;
  if (std::find(inputs.begin(), inputs.end(), root) != inputs.end())
    return false;
  return unmodified || uses_[root].last == step;
}

void GraphMemory::TryShare(int step) {
  const auto& [node, registration] =
      graph_->nodes[graph_->execution_plan[step]];
  const uint64_t flags = registration.inplace_operator;
  if (flags == kTfLiteInplaceOpNone || node.inputs == nullptr ||
      node.outputs == nullptr || node.outputs->size == 0) {
    return;
  }
  const bool unmodified = (flags & kTfLiteInplaceOpDataUnmodified) != 0;
  const auto share = [&](int i, int o) {
    if (i >= node.inputs->size || o >= node.outputs->size) return false;
    const int input = node.inputs->data[i], output = node.outputs->data[o];
    if (!CanShare(input, output, step, unmodified)) return false;
    if (node.delegate != nullptr && !unmodified &&
        graph_->tensors[output].bytes > delegates_share_) {
      return false;
    }
    const int root = Root(input);
    uses_[output].shares = root;
    uses_[root].last = std::max(uses_[root].last, uses_[output].last);
    return true;
  };
  if (flags & kTfLiteInplaceInputCanBeSharedWithCorrespondingOutput) {
    for (int i = 0; i < node.outputs->size; ++i) share(i, i);
    return;
  }
  for (int i = 0; i < kTfLiteMaxSharableOpInputs; ++i) {
    const uint64_t bit = uint64_t{kTfLiteInplaceOpInput0Shared} << i;
    if ((flags & bit) != 0 && share(i, 0)) return;
  }
}

BufferRequest GraphMemory::RequestFor(int tensor) const {
  const Use& use = uses_[tensor];
  const int steps = static_cast<int>(graph_->execution_plan.size());
  const int last = std::min(use.last, steps);
  return {graph_->tensors[tensor].bytes,
          preserve_all_ ? 0 : std::min(use.first, last), last};
}

std::vector<PlacedBuffer> GraphMemory::Fixed(const Arena* arena,
                                             int from_step) const {
  std::vector<PlacedBuffer> fixed;
  for (const int t : placed_) {
    const Use& use = uses_[t];
    if (use.arena != arena || use.last < from_step) continue;
    fixed.push_back({use.offset, RequestFor(t)});
  }
  return fixed;
}

Status GraphMemory::Place(const std::vector<int>& tensors, int first) {
  std::vector<int> todo = tensors;
  // The head has a fixed size after it is planned; later tensors are placed in
  // its gaps or in the tail. So are those of step 0 when they are placed again,
  // as what has a place may not move.
  const bool head_is_planned = first > 0 || !placed_.empty();
  for (Arena* arena : {&head_, &tail_}) {
    if (todo.empty()) break;
    std::vector<BufferRequest> requests;
    for (const int t : todo) requests.push_back(RequestFor(t));
    TFLL_ASSIGN_OR_RETURN(
        const BufferPlan plan,
        PlanBuffers(requests, Fixed(arena, first), kTensorAlignment));
    const size_t limit = arena == &head_ && head_is_planned
                             ? head_.bytes
                             : std::numeric_limits<size_t>::max();
    std::vector<int> rest;
    size_t end = arena->bytes;
    for (size_t i = 0; i < todo.size(); ++i) {
      const size_t tensor_end = plan.offsets[i] + requests[i].bytes;
      if (tensor_end <= limit) end = std::max(end, tensor_end);
    }
    if (!AlignUp(end, kTensorAlignment, &end))
      return Invalid("arena too large");
    // Do not mark tensors as placed before the arena has memory for them.
    TFLL_RETURN_IF_ERROR(Grow(arena, end));
    for (size_t i = 0; i < todo.size(); ++i) {
      if (plan.offsets[i] + requests[i].bytes > limit) {
        rest.push_back(todo[i]);
        continue;
      }
      uses_[todo[i]].arena = arena;
      uses_[todo[i]].offset = plan.offsets[i];
      uses_[todo[i]].bytes = requests[i].bytes;
      placed_.push_back(todo[i]);
    }
    todo = std::move(rest);
  }
  return OkStatus();
}

Status GraphMemory::Grow(Arena* arena, size_t bytes) {
  const bool wasteful = arena->capacity / 2 > bytes && arena->bytes == 0;
  if (arena->memory == nullptr || bytes > arena->capacity || wasteful) {
    Memory memory = NewMemory(bytes);
    if (memory == nullptr) {
      return Internal("out of memory: the tensors need ", bytes, " bytes");
    }
    if (arena->bytes > 0) {
      std::memcpy(memory.get(), arena->memory.get(), arena->bytes);
    }
    arena->memory = std::move(memory);
    arena->capacity = bytes;
  }
  arena->bytes = bytes;
  return OkStatus();
}

void GraphMemory::SetData(const Arena* arena) {
  for (const int t : placed_) {
    if (uses_[t].arena != arena) continue;
    TfLiteTensor& tensor = graph_->tensors[t];
    if (!InArena(tensor)) continue;  // the application provides its memory
    char* base = arena->memory.get();
    tensor.data.raw =
        base == nullptr || tensor.bytes == 0 ? nullptr : base + uses_[t].offset;
  }
}

Status GraphMemory::AllocatePersistent(int tensor) {
  TfLiteTensor& t = graph_->tensors[tensor];
  Persistent& own = persistent_[tensor];
  if (own.memory == nullptr || own.bytes != t.bytes) {
    Memory memory = NewMemory(t.bytes);
    if (memory == nullptr) {
      return Internal("out of memory: tensor ", tensor, " needs ", t.bytes,
                      " bytes");
    }
    std::memset(memory.get(), 0, t.bytes);
    own.memory = std::move(memory);
    own.bytes = t.bytes;
  }
  t.data.raw = t.bytes == 0 ? nullptr : own.memory.get();
  return OkStatus();
}

Status GraphMemory::Allocate(int first, int last) {
  const auto persistent = [&](int t) {
    if (!graph_->HasTensor(t) ||
        graph_->tensors[t].allocation_type != kTfLiteArenaRwPersistent) {
      return OkStatus();
    }
    return AllocatePersistent(t);
  };
  const std::vector<int> tensors = Unplaced(first, last);
  if (first == 0) {
    for (const int t : graph_->variables) TFLL_RETURN_IF_ERROR(persistent(t));
    for (const int t : graph_->inputs) TFLL_RETURN_IF_ERROR(persistent(t));
  }
  for (int step = first; step <= last; ++step) {
    const TfLiteNode& node = graph_->nodes[graph_->execution_plan[step]].first;
    for (const auto* list : {node.outputs, node.temporaries, node.inputs}) {
      for (const int t : Indices(list)) TFLL_RETURN_IF_ERROR(persistent(t));
    }
  }
  TFLL_RETURN_IF_ERROR(Place(tensors, first));
  SetData(&head_);
  SetData(&tail_);
  SetSharedData();
  return OkStatus();
}

void GraphMemory::SetSharedData() {
  for (size_t t = 0; t < uses_.size(); ++t) {
    if (uses_[t].shares < 0 || !InArena(graph_->tensors[t])) continue;
    graph_->tensors[t].data = graph_->tensors[uses_[t].shares].data;
  }
}

// Gives a graph output, which belongs to a step after `step`, the place of the
// tensor whose memory it uses, if that tensor is about to lose its place.
void GraphMemory::PlaceApart(int tensor, int step) {
  Use& use = uses_[tensor];
  if (use.shares < 0) return;
  const Use& root = uses_[use.shares];
  const auto& outputs = graph_->outputs;
  if (root.arena == nullptr || root.first <= step ||
      std::find(outputs.begin(), outputs.end(), use.shares) != outputs.end()) {
    return;
  }
  use.arena = root.arena;
  use.offset = root.offset;
  use.bytes = root.bytes;  // the same
  use.shares = -1;
  placed_.push_back(tensor);
}

void GraphMemory::ForgetAfter(int step, bool keep_outputs) {
  uses_.resize(graph_->tensors.size());
  std::vector<bool> stays(uses_.size(), false);
  for (const int t : graph_->inputs) {
    if (graph_->HasTensor(t)) stays[t] = true;
  }
  for (size_t i = 0; keep_outputs && i < graph_->outputs.size(); ++i) {
    const int t = graph_->outputs[i];
    if (!graph_->HasTensor(t)) continue;
    stays[t] = true;
    if (uses_[t].first > step) PlaceApart(t, step);
  }
  const auto forget = [&](int t) {
    Use& use = uses_[t];
    if (InArena(graph_->tensors[t])) graph_->tensors[t].data.data = nullptr;
    use.arena = nullptr;
    use.shares = -1;
  };
  for (size_t t = 0; t < uses_.size(); ++t) {
    if (uses_[t].first > step && uses_[t].shares >= 0)
      forget(static_cast<int>(t));
  }
  size_t kept = 0;
  bool tail_used = false;
  for (const int t : placed_) {
    if (uses_[t].first > step && !stays[t]) {
      forget(t);
      continue;
    }
    tail_used |= uses_[t].arena == &tail_;
    placed_[kept++] = t;
  }
  placed_.resize(kept);
  if (!tail_used) tail_.bytes = 0;
}

void GraphMemory::Release() {
  if (released_) return;
  head_.memory.reset();
  tail_.memory.reset();
  head_.capacity = tail_.capacity = 0;
  released_ = true;
  for (size_t t = 0; t < uses_.size(); ++t) {
    if (uses_[t].arena == nullptr && uses_[t].shares < 0) continue;
    if (InArena(graph_->tensors[t])) graph_->tensors[t].data.data = nullptr;
  }
}

Status GraphMemory::Reacquire() {
  if (!released_) return OkStatus();
  for (Arena* arena : {&head_, &tail_}) {
    const size_t bytes = std::exchange(arena->bytes, 0);
    const Status grown = bytes > 0 ? Grow(arena, bytes) : OkStatus();
    // Also for the next attempt.
    arena->bytes = bytes;
    TFLL_RETURN_IF_ERROR(grown);
    SetData(arena);
  }
  SetSharedData();
  released_ = false;
  return OkStatus();
}

void GraphMemory::ReleasePersistent() {
  for (auto& [t, own] : persistent_) {
    TfLiteTensor& tensor = graph_->tensors[t];
    if (tensor.allocation_type == kTfLiteArenaRwPersistent) {
      tensor.data.data = nullptr;
    }
  }
  persistent_.clear();
}

size_t GraphMemory::persistent_bytes() const {
  size_t bytes = 0;
  for (const auto& [tensor, own] : persistent_) bytes += own.bytes;
  return bytes;
}

size_t GraphMemory::LowerBound() const {
  std::vector<BufferRequest> requests;
  for (const int t : placed_) {
    if (uses_[t].first >= 0) requests.push_back(RequestFor(t));
  }
  return PlanLowerBound(requests, kTensorAlignment);
}

}  // namespace tflite::core
