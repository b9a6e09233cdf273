#include "tensorflow_lite_lite/core/memory/tensor_memory.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/graph/tensor_bytes.h"

namespace tflite::core {
namespace {

// Returns the byte value that represents zero in a variable of this type.
int ResetValue(const TfLiteTensor& t) {
  return base::IsByte(t.type) ? t.params.zero_point : 0;
}

bool InArena(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteArenaRw ||
         t.allocation_type == kTfLiteArenaRwPersistent;
}

}  // namespace

TensorMemory::TensorMemory(GraphData* data)
    : data_(data), arenas_(&data->graph()) {
  data->runtime()->memories.push_back(this);
}

TensorMemory::~TensorMemory() {
  auto& all = data_->runtime()->memories;
  all.erase(std::remove(all.begin(), all.end(), this), all.end());
}

Status TensorMemory::ResizeForOperator(TfLiteTensor* tensor,
                                       TfLiteIntArray* new_size) {
  if (new_size == nullptr) return Status(StatusCode::kInternal, "");
  if (tensor->data.raw != nullptr && tensor->dims != nullptr &&
      TfLiteIntArrayEqual(tensor->dims, new_size)) {
    if (new_size != tensor->dims) {
      TfLiteIntArrayFree(tensor->dims);
      tensor->dims = new_size;
    }
    return base::OkStatus();
  }
  return Resize(tensor, new_size);
}

Status TensorMemory::Resize(TfLiteTensor* tensor, TfLiteIntArray* new_size) {
  IntArrayUniquePtr dims(new_size);
  const int index = static_cast<int>(tensor - data_->graph().tensors.data());
  const bool changed =
      dims != nullptr && !TfLiteIntArrayEqual(tensor->dims, dims.get());
  const Status fits = dims == nullptr ? base::ResourceExhausted("out of memory")
                                      : Fit(tensor, *dims, changed);
  if (!fits.ok()) {
    ++refused_;
    // Keep an array that already is the tensor's own.
    if (dims.get() == tensor->dims) dims.release();
    return Invalid(data_->DescribeTensor(index),
                   " cannot be resized: ", fits.message());
  }
  if (changed) ++resized_;
  if (dims.get() != tensor->dims) TfLiteIntArrayFree(tensor->dims);
  tensor->dims = dims.release();
  if (InArena(*tensor)) tensor->data.raw = nullptr;
  data_->homes().PlaceLent(index);
  return base::OkStatus();
}

Status TensorMemory::Fit(TfLiteTensor* tensor, const TfLiteIntArray& dims,
                         bool changed) {
  const Lifecycle& now = data_->lifecycle();
  if (InArena(*tensor) && now.running() && !now.preparing() && changed) {
    return Invalid("it is not dynamic and the graph is running");
  }
  if (tensor->allocation_type == kTfLiteMmapRo ||
      tensor->allocation_type == kTfLiteMemNone) {
    return Invalid("it has a fixed size");
  }
  if (tensor->type == kTfLiteString || tensor->type == kTfLiteVariant) {
    return base::OkStatus();
  }
  TFLL_ASSIGN_OR_RETURN(const size_t bytes,
                        BytesOf(tensor->type, dims.data, dims.size));
  const int index = static_cast<int>(tensor - data_->graph().tensors.data());
  if (now.running() && !data_->homes().HasRoom(index, bytes)) {
    return Invalid("its custom allocation is too small");
  }
  if (IsOnHeap(*tensor) &&
      TfLiteTensorResizeMaybeCopyWithAllocator(
          bytes, tensor, false, data_->runtime()->allocator) != kTfLiteOk) {
    return base::ResourceExhausted("out of memory");
  }
  tensor->bytes = bytes;
  return base::OkStatus();
}

Status TensorMemory::CheckOpen(int tensor_index,
                               const std::vector<int>& dims) const {
  const TfLiteTensor* t = data_->tensor(tensor_index);
  if (t == nullptr) {
    return Invalid("Tensor ", tensor_index, " cannot be resized: there are ",
                   data_->graph().tensors.size(), " tensors");
  }
  const Indices signature(TfLiteTensorGetDimsSignature(t));
  if (signature.size() != dims.size()) {
    return Invalid(data_->DescribeTensor(tensor_index), " has rank ",
                   signature.size(), ", which ", dims.size(),
                   " dimensions would change");
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    const int fixed = signature.data()[i];
    if (fixed == -1 || fixed == dims[i]) continue;
    return Invalid("Dimension ", i, " of ", data_->DescribeTensor(tensor_index),
                   " is fixed at ", fixed, " and cannot be resized to ",
                   dims[i],
                   ": only dimensions that are -1 in the signature can");
  }
  return base::OkStatus();
}

void TensorMemory::Release() {
  data_->AnnounceChange();
  arenas_.Release();
}

Status TensorMemory::Reacquire() {
  for (TensorMemory* memory : data_->runtime()->memories) {
    if (!memory->data_->lifecycle().prepared()) continue;
    const Status status = memory->arenas_.Reacquire();
    if (!status.ok()) return Invalid(status.message());
  }
  return base::OkStatus();
}

void TensorMemory::ReleaseWithHeap() {
  data_->AnnounceChange();
  data_->lifecycle().MarkChanged();
  arenas_.Release();
  const Graph& graph = data_->graph();
  for (const auto* list : {&graph.inputs, &graph.outputs}) {
    for (const int i : *list) {
      TfLiteTensor* t = data_->tensor(i);
      if (t == nullptr || t->allocation_type != kTfLiteDynamic) continue;
      TfLiteTensorDataFree(t);
    }
  }
}

void TensorMemory::MoveLargeToHeap(int first, int end) {
  const size_t threshold =
      data_->runtime()->options.GetDynamicAllocationForLargeTensors();
  if (threshold == 0) return;
  Graph& graph = data_->graph();
  std::vector<bool> callers(graph.tensors.size(), false);
  for (const auto* list : {&graph.inputs, &graph.outputs}) {
    for (const int t : *list) {
      if (graph.HasTensor(t)) callers[t] = true;
    }
  }
  for (int step = first; step < end; ++step) {
    const TfLiteNode& node = graph.nodes[graph.execution_plan[step]].first;
    ForEachTensor(graph, {node.outputs}, [&](int i) {
      TfLiteTensor& t = graph.tensors[i];
      if (callers[i] || t.allocation_type != kTfLiteArenaRw ||
          t.bytes < threshold) {
        return;
      }
      t.allocation_type = kTfLiteDynamic;
      t.data.data = nullptr;
      large_.insert(i);
    });
  }
}

void TensorMemory::TakeBackFromHeap(const TfLiteIntArray* outputs) {
  if (large_.empty()) return;
  for (const int t : Indices(outputs)) {
    if (large_.erase(t) == 0) continue;
    TfLiteTensorDataFree(&data_->graph().tensors[t]);
    data_->graph().tensors[t].allocation_type = kTfLiteArenaRw;
  }
}

Status TensorMemory::AllocateLarge(int tensor) {
  TfLiteTensor& t = data_->graph().tensors[tensor];
  if (t.data.raw != nullptr ||
      TfLiteTensorResizeMaybeCopyWithAllocator(
          t.bytes, &t, false, data_->runtime()->allocator) == kTfLiteOk) {
    return base::OkStatus();
  }
  return base::ResourceExhausted("Out of memory for the ", t.bytes,
                                 " bytes of ", data_->DescribeTensor(tensor));
}

Status TensorMemory::Lend(int tensor, const TfLiteCustomAllocation& allocation,
                          int64_t flags) {
  data_->AnnounceChange();
  const bool first = data_->homes().LentBytes(tensor) == 0;
  const char* problem = data_->homes().Lend(
      tensor, allocation,
      (flags & kTfLiteCustomAllocationFlagsSkipAlignCheck) == 0);
  if (problem != nullptr) {
    return Invalid("Custom allocation for ", data_->DescribeTensor(tensor),
                   ": ", problem);
  }
  if (first) data_->lifecycle().MarkChanged();
  return base::OkStatus();
}

void TensorMemory::TakeBackLent() {
  data_->AnnounceChange();
  if (data_->homes().TakeBack()) data_->lifecycle().MarkChanged();
}

Status TensorMemory::CheckLent() {
  const int t = data_->homes().TooSmall();
  if (t == kNoTensor) return base::OkStatus();
  return Invalid(
      data_->DescribeTensor(t), " needs ", data_->graph().tensors[t].bytes,
      " bytes; its custom allocation has ", data_->homes().LentBytes(t));
}

void TensorMemory::ResetVariables() {
  for (TfLiteTensor& t : data_->graph().tensors) {
    if (!t.is_variable || t.bytes == 0) continue;
    // A variable that no node of the plan uses has no memory.
    if (t.data.raw == nullptr || t.allocation_type == kTfLiteNonCpu) continue;
    std::memset(t.data.raw, ResetValue(t), t.bytes);
  }
}

void* TensorMemory::AllocatePersistentBuffer(size_t bytes) {
  std::unique_ptr<char[]> buffer(new (std::nothrow) char[bytes]());
  if (buffer == nullptr) return nullptr;
  persistent_buffers_.push_back(std::move(buffer));
  return persistent_buffers_.back().get();
}

Status TensorMemory::SetAllocator(TfLiteAllocator* allocator) {
  for (const TensorMemory* memory : data_->runtime()->memories) {
    if (!memory->HasHeapMemory()) continue;
    return Invalid("The allocator cannot change once tensors have memory");
  }
  data_->runtime()->allocator = allocator;
  return base::OkStatus();
}

bool TensorMemory::HasHeapMemory() const {
  for (const TfLiteTensor& t : data_->graph().tensors) {
    if (IsOnHeap(t) && t.data.data != nullptr) return true;
  }
  return false;
}

TensorMemory::Sizes TensorMemory::sizes() const {
  Sizes sizes;
  sizes.arena_size = arenas_.arena_bytes();
  sizes.arena_persist_size = arenas_.persistent_bytes();
  for (const TfLiteTensor& t : data_->graph().tensors) {
    if (IsOnHeap(t) && t.data.raw != nullptr) sizes.dynamic_size += t.bytes;
  }
  if (data_->index() == 0) {
    sizes.resource_size = data_->runtime()->resources.MemoryBytes();
  }
  sizes.kernel_size = kernel_bytes_;
  return sizes;
}

void TensorMemory::LogSizes() const {
  const Sizes s = sizes();
  base::Log(
      base::LogLevel::kInfo,
      "subgraph %d: arena %zu bytes (at least %zu), persistent %zu, heap %zu, "
      "resources %zu, kernels %zu",
      data_->index(), s.arena_size, arenas_.LowerBound(), s.arena_persist_size,
      s.dynamic_size, s.resource_size, s.kernel_size);
}

}  // namespace tflite::core
