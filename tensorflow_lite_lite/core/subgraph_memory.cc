#include <cstdint>
#include <cstring>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/tensor_bytes.h"

namespace tflite {
namespace {

// What "zero" is for a variable of this type.
int ResetValue(const TfLiteTensor& t) {
  return t.type == kTfLiteInt8 || t.type == kTfLiteUInt8 ? t.params.zero_point
                                                         : 0;
}

}  // namespace

TfLiteStatus Subgraph::ResizeInputTensor(int tensor_index,
                                         const std::vector<int>& dims) {
  return ResizeInputTensor(tensor_index, dims.data(),
                           static_cast<int>(dims.size()));
}

TfLiteStatus Subgraph::ResizeInputTensor(int tensor_index, const int* dims,
                                         int rank) {
  const bool delegated = !delegation_.original_plan.empty();
  if (immutable_ && !delegated) {
    ReportError("ResizeInputTensor is disallowed when graph is immutable.");
    return kTfLiteError;
  }
  if (!graph_.HasTensor(tensor_index) || rank < 0) {
    ReportError("Tensor %d cannot be resized: there are %zu tensors",
                tensor_index, graph_.tensors.size());
    return kTfLiteError;
  }
  TfLiteTensor& tensor = graph_.tensors[tensor_index];
  if (tensor.data.raw != nullptr && tensor.dims != nullptr &&
      TfLiteIntArrayEqualsArray(tensor.dims, rank, dims)) {
    return kTfLiteOk;
  }
  AnnounceChange();
  if (immutable_) UndoAllDelegates();
  state_ = State::kUninvokable;
  return ResizeTensorImpl(&tensor, BuildTfLiteArray<int>(rank, dims).release());
}

TfLiteStatus Subgraph::ResizeInputTensorStrict(int tensor_index,
                                               const std::vector<int>& dims) {
  const TfLiteTensor* t = tensor(tensor_index);
  if (t == nullptr) {
    ReportError("Tensor %d cannot be resized: there are %zu tensors",
                tensor_index, graph_.tensors.size());
    return kTfLiteError;
  }
  const TfLiteIntArray* signature = TfLiteTensorGetDimsSignature(t);
  const int rank = signature == nullptr ? 0 : signature->size;
  if (rank != static_cast<int>(dims.size())) {
    ReportError("%s has rank %d, which %zu dimensions would change",
                DescribeTensor(tensor_index).c_str(), rank, dims.size());
    return kTfLiteError;
  }
  for (int i = 0; i < rank; ++i) {
    if (signature->data[i] == -1 || signature->data[i] == dims[i]) continue;
    ReportError(
        "Dimension %d of %s is fixed at %d and cannot be resized to %d: only "
        "dimensions that are -1 in the signature can",
        i, DescribeTensor(tensor_index).c_str(), signature->data[i], dims[i]);
    return kTfLiteError;
  }
  return ResizeInputTensor(tensor_index, dims);
}

TfLiteStatus Subgraph::ResizeTensor(TfLiteTensor* tensor,
                                    TfLiteIntArray* new_size) {
  if (new_size == nullptr) return kTfLiteError;
  // Callers go on using `new_size` after success.
  if (tensor->data.raw != nullptr && tensor->dims != nullptr &&
      TfLiteIntArrayEqual(tensor->dims, new_size)) {
    if (new_size != tensor->dims) {
      TfLiteIntArrayFree(tensor->dims);
      tensor->dims = new_size;
    }
    return kTfLiteOk;
  }
  return ResizeTensorImpl(tensor, new_size);
}

TfLiteStatus Subgraph::ResizeTensorImpl(TfLiteTensor* tensor,
                                        TfLiteIntArray* new_size) {
  IntArrayUniquePtr dims(new_size);
  const int index = static_cast<int>(tensor - graph_.tensors.data());
  const auto fail = [&](const std::string& why) {
    guard_.NoteFailedResize();
    ReportError("%s cannot be resized: %s", DescribeTensor(index).c_str(),
                why.c_str());
    // The array that is in place already stays the tensor's.
    if (dims.get() == tensor->dims) dims.release();
    return kTfLiteError;
  };
  if (dims == nullptr) return fail("out of memory");
  const bool changed = !TfLiteIntArrayEqual(tensor->dims, dims.get());
  switch (tensor->allocation_type) {
    case kTfLiteArenaRw:
    case kTfLiteArenaRwPersistent:
      if (running_ && !preparing_ && changed) {
        return fail("it is not dynamic and the graph is running");
      }
      break;
    case kTfLiteMmapRo:
    case kTfLiteMemNone:
      return fail("it has a fixed size");
    default:
      break;
  }
  if (tensor->type != kTfLiteString && tensor->type != kTfLiteVariant) {
    const auto bytes = core::BytesOf(tensor->type, dims->data, dims->size);
    if (!bytes.ok()) return fail(std::string(bytes.status().message()));
    if (running_ && !homes_.HasRoom(index, *bytes)) {
      return fail("its custom allocation is too small");
    }
    if (core::IsOnHeap(*tensor) &&
        TfLiteTensorResizeMaybeCopyWithAllocator(
            *bytes, tensor, false, runtime_->allocator) != kTfLiteOk) {
      return fail("out of memory");
    }
    tensor->bytes = *bytes;
  }
  resized_ |= changed;
  if (dims.get() != tensor->dims) TfLiteIntArrayFree(tensor->dims);
  tensor->dims = dims.release();
  if (tensor->allocation_type == kTfLiteArenaRw ||
      tensor->allocation_type == kTfLiteArenaRwPersistent) {
    tensor->data.raw = nullptr;
  }
  homes_.PlaceLent(index);
  return kTfLiteOk;
}

// What the steps first..end-1 write and is large, unless the caller reads it.
void Subgraph::MoveLargeTensorsToHeap(int first, int end) {
  const size_t threshold =
      runtime_->options.GetDynamicAllocationForLargeTensors();
  if (threshold == 0) return;
  std::vector<bool> callers(graph_.tensors.size(), false);
  for (const auto* list : {&graph_.inputs, &graph_.outputs}) {
    for (const int t : *list) {
      if (graph_.HasTensor(t)) callers[t] = true;
    }
  }
  for (int step = first; step < end; ++step) {
    const TfLiteNode& node = graph_.nodes[graph_.execution_plan[step]].first;
    for (const int i : core::Indices(node.outputs)) {
      if (!graph_.HasTensor(i) || callers[i]) continue;
      TfLiteTensor& t = graph_.tensors[i];
      if (t.allocation_type != kTfLiteArenaRw || t.bytes < threshold) continue;
      t.allocation_type = kTfLiteDynamic;
      t.data.data = nullptr;
      heap_tensors_.insert(i);
    }
  }
}

// Before the node that writes them is prepared again.
void Subgraph::TakeBackFromHeap(const TfLiteIntArray* outputs) {
  for (const int t : core::Indices(outputs)) {
    if (heap_tensors_.erase(t) == 0) continue;
    TfLiteTensorDataFree(&graph_.tensors[t]);
    graph_.tensors[t].allocation_type = kTfLiteArenaRw;
  }
}

std::vector<int> Subgraph::GetInputTensorsCount() {
  std::vector<int> counts(graph_.tensors.size(), 0);
  for (const int n : graph_.execution_plan) {
    for (const int t : core::Indices(graph_.nodes[n].first.inputs)) {
      if (graph_.HasTensor(t)) ++counts[t];
    }
  }
  return counts;
}

TfLiteStatus Subgraph::ResetVariableTensors() {
  if (runtime_->undo.recording()) SaveState();
  for (size_t i = 0; i < graph_.tensors.size(); ++i) {
    TfLiteTensor& t = graph_.tensors[i];
    if (!t.is_variable || t.bytes == 0) continue;
    // A variable that no node of the plan uses has no memory.
    if (t.data.raw == nullptr || t.allocation_type == kTfLiteNonCpu) continue;
    std::memset(t.data.raw, ResetValue(t), t.bytes);
  }
  return kTfLiteOk;
}

TfLiteStatus Subgraph::ReleaseNonPersistentMemory() {
  AnnounceChange();
  memory_.Release();
  return kTfLiteOk;
}

TfLiteStatus Subgraph::ReleaseMemory() {
  AnnounceChange();
  state_ = State::kUninvokable;
  memory_.Release();
  for (const auto* list : {&graph_.inputs, &graph_.outputs}) {
    for (const int i : *list) {
      TfLiteTensor* t = tensor(i);
      if (t == nullptr || t->allocation_type != kTfLiteDynamic) continue;
      TfLiteTensorDataFree(t);
    }
  }
  return kTfLiteOk;
}

TfLiteStatus Subgraph::SetCustomAllocationForTensor(
    int tensor_index, const TfLiteCustomAllocation& allocation, int64_t flags) {
  const bool first = homes_.LentBytes(tensor_index) == 0;
  const bool check_alignment =
      (flags & kTfLiteCustomAllocationFlagsSkipAlignCheck) == 0;
  const char* problem = homes_.Lend(tensor_index, allocation, check_alignment);
  if (problem != nullptr) {
    ReportError("Custom allocation for %s: %s",
                DescribeTensor(tensor_index).c_str(), problem);
    return kTfLiteError;
  }
  if (first) state_ = State::kUninvokable;
  return kTfLiteOk;
}

void Subgraph::ClearCustomAllocations() {
  if (homes_.TakeBack()) state_ = State::kUninvokable;
}

TfLiteStatus Subgraph::CheckCustomAllocations() {
  const int t = homes_.TooSmall();
  if (t == core::kNoTensor) return kTfLiteOk;
  ReportError("%s needs %zu bytes; its custom allocation has %zu",
              DescribeTensor(t).c_str(), graph_.tensors[t].bytes,
              homes_.LentBytes(t));
  return kTfLiteError;
}

TfLiteStatus Subgraph::SetAllocator(TfLiteAllocator* allocator) {
  for (const auto& graph : runtime_->subgraphs) {
    for (const TfLiteTensor& t : graph->graph_.tensors) {
      if (!core::IsOnHeap(t) || t.data.data == nullptr) continue;
      ReportError("The allocator cannot change once tensors have memory");
      return kTfLiteError;
    }
  }
  runtime_->allocator = allocator;
  return kTfLiteOk;
}

void Subgraph::GetMemoryAllocInfo(SubgraphAllocInfo* alloc_info) const {
  *alloc_info = SubgraphAllocInfo();
  alloc_info->arena_size = memory_.arena_bytes();
  alloc_info->arena_persist_size = memory_.persistent_bytes();
  for (const TfLiteTensor& t : graph_.tensors) {
    if (core::IsOnHeap(t) && t.data.raw != nullptr) {
      alloc_info->dynamic_size += t.bytes;
    }
  }
  alloc_info->kernel_size = kernel_bytes_;
  if (IsPrimarySubgraph()) {
    alloc_info->resource_size = runtime_->resources.MemoryBytes();
  }
}

void Subgraph::DumpMemoryPlannerDebugInfo() const {
  SubgraphAllocInfo info;
  GetMemoryAllocInfo(&info);
  base::Log(
      base::LogLevel::kInfo,
      "subgraph %d: arena %zu bytes (at least %zu), persistent %zu, heap %zu, "
      "resources %zu, kernels %zu",
      index_, info.arena_size, memory_.LowerBound(), info.arena_persist_size,
      info.dynamic_size, info.resource_size, info.kernel_size);
}

}  // namespace tflite
