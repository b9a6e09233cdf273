#include "tensorflow_lite_lite/core/memory/tensor_homes.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "tensorflow_lite_lite/core/memory/graph_memory.h"

namespace tflite::core {
namespace {

bool InArena(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteArenaRw ||
         t.allocation_type == kTfLiteArenaRwPersistent;
}

}  // namespace

void TensorHomes::Built(int tensor) {
  const TfLiteTensor& t = graph_->tensors[tensor];
  if (static_cast<size_t>(tensor) >= homes_.size()) {
    homes_.resize(graph_->tensors.size());
  }
  const bool constant = t.allocation_type == kTfLiteMmapRo;
  homes_[tensor] = {t.allocation_type, constant ? t.data.data : nullptr};
  lent_.erase(tensor);
}

const char* TensorHomes::Lend(int tensor,
                              const TfLiteCustomAllocation& allocation,
                              bool check_alignment) {
  if (!graph_->HasTensor(tensor)) return "there is no such tensor";
  TfLiteTensor& t = graph_->tensors[tensor];
  // Operators may have moved tensors with memory of the application to the
  // heap.
  if (!InArena(t) && lent_.count(tensor) == 0) return "it is not in the arena";
  if (allocation.data == nullptr) return "the memory is null";
  if (check_alignment &&
      reinterpret_cast<uintptr_t>(allocation.data) % kTensorAlignment != 0) {
    return "the memory is not aligned to 64 bytes";
  }
  lent_[tensor] = allocation;
  if (InArena(t)) t.allocation_type = kTfLiteCustom;
  PlaceLent(tensor);
  return nullptr;
}

bool TensorHomes::TakeBack() {
  for (const auto& [index, allocation] : lent_) {
    TfLiteTensor& t = graph_->tensors[index];
    if (t.allocation_type != kTfLiteCustom) continue;
    t.allocation_type =
        t.is_variable ? kTfLiteArenaRwPersistent : kTfLiteArenaRw;
    t.data.data = nullptr;
  }
  const bool any = !lent_.empty();
  lent_.clear();
  return any;
}

bool TensorHomes::HasRoom(int tensor, size_t bytes) const {
  const auto it = lent_.find(tensor);
  return it == lent_.end() || bytes <= it->second.bytes;
}

void TensorHomes::PlaceLent(int tensor) {
  TfLiteTensor& t = graph_->tensors[tensor];
  const auto it = lent_.find(tensor);
  if (it == lent_.end() || t.allocation_type != kTfLiteCustom) return;
  if (vacated_ && std::any_of(seen_.begin(), seen_.end(), [&](const Seen& s) {
        return s.tensor == tensor;
      })) {
    return;
  }
  t.data.data = t.bytes <= it->second.bytes ? it->second.data : nullptr;
}

int TensorHomes::TooSmall() const {
  for (const auto& [index, allocation] : lent_) {
    const TfLiteTensor& t = graph_->tensors[index];
    // The size of a dynamic tensor is known only after it has data.
    if (IsOnHeap(t) && t.data.data == nullptr) continue;
    if (t.bytes > allocation.bytes) return index;
  }
  return kNoTensor;
}

size_t TensorHomes::LentBytes(int tensor) const {
  const auto it = lent_.find(tensor);
  return it == lent_.end() ? 0 : it->second.bytes;
}

void TensorHomes::FillLent() const {
  for (const auto& [index, allocation] : lent_) {
    const TfLiteTensor& t = graph_->tensors[index];
    if (!IsOnHeap(t) || t.data.data == nullptr || t.bytes == 0) continue;
    std::memcpy(allocation.data, t.data.data, t.bytes);
  }
}

void TensorHomes::BeforePrepare(const TfLiteNode& node) {
  seen_.clear();
  // A delegate's kernel may use the memory of its outputs in Prepare.
  vacated_ = node.delegate == nullptr;
  for (const int index : Indices(node.outputs)) {
    if (!graph_->HasTensor(index)) continue;
    TfLiteTensor& t = graph_->tensors[index];
    if (t.allocation_type == kTfLiteMmapRo ||
        t.allocation_type == kTfLiteVariantObject) {
      continue;
    }
    // From the heap, a tensor may come back to the application's memory.
    if (IsOnHeap(t) && lent_.count(index) == 0) continue;
    seen_.push_back({index, t.allocation_type, t.data.data, t.bytes});
    if (vacated_ && !IsOnHeap(t)) t.data.data = nullptr;
  }
}

void TensorHomes::AfterPrepare() {
  vacated_ = false;
  for (const Seen& was : seen_) {
    TfLiteTensor& t = graph_->tensors[was.tensor];
    if (IsOnHeap(t)) {
      const bool was_on_heap =
          was.type == kTfLiteDynamic || was.type == kTfLitePersistentRo;
      if (!was_on_heap && t.data.data == was.data) t.data.data = nullptr;
      continue;
    }
    if (lent_.count(was.tensor) != 0 && InArena(t)) {
      t.allocation_type = kTfLiteCustom;
    }
    if (t.allocation_type == kTfLiteCustom) {
      PlaceLent(was.tensor);
    } else if (t.allocation_type == was.type && t.bytes == was.bytes) {
      t.data.data = was.data;
    }
  }
  seen_.clear();
}

bool TensorHomes::LeaveDevice(int tensor) {
  return graph_->HasTensor(tensor) &&
         graph_->tensors[tensor].allocation_type == kTfLiteNonCpu &&
         GoHome(tensor);
}

bool TensorHomes::GoHome(int tensor) {
  if (static_cast<size_t>(tensor) >= homes_.size() ||
      homes_[tensor].type == kTfLiteMemNone) {
    return false;
  }
  TfLiteTensor& t = graph_->tensors[tensor];
  t.allocation_type =
      lent_.count(tensor) == 0 ? homes_[tensor].type : kTfLiteCustom;
  t.data.data = homes_[tensor].data;
  PlaceLent(tensor);
  return true;
}

void TensorHomes::LeaveDevice() {
  for (size_t t = 0; t < homes_.size(); ++t) LeaveDevice(static_cast<int>(t));
}

}  // namespace tflite::core
