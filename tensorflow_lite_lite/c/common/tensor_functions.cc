#include "tensorflow_lite_lite/c/common/tensor_functions.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <typeinfo>
#include <unordered_map>

#include "tensorflow_lite_lite/c/common/variant_data.h"

namespace {

// --- Heap memory of tensors ---
// Operators and applications free and reallocate a tensor's data without
// knowing its allocator, or replace it by a malloc'ed block. Blocks from
// allocators are therefore recorded for the whole process.

constexpr size_t kAlignment = 64;
// Vectorized kernels may read this many bytes past the end of their input.
constexpr size_t kTailPadding = 16;

struct Origin {
  TfLiteAllocator* allocator;
  size_t bytes;  // as requested
};

struct Registry {
  std::mutex mutex;
  std::unordered_map<const void*, Origin> blocks;
  // Lets programs without allocators skip the lock.
  std::atomic<size_t> count{0};
};

// Never destroyed: tensors may outlive static objects.
Registry& Blocks() {
  static auto* const kBlocks = new Registry;
  return *kBlocks;
}

bool Record(const void* block, const Origin& origin) {
  Registry& registry = Blocks();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  try {
    registry.blocks[block] = origin;
  } catch (const std::bad_alloc&) {
    return false;
  }
  registry.count.store(registry.blocks.size(), std::memory_order_release);
  return true;
}

// Removes and returns the origin of a block; without allocator if unknown.
Origin TakeOrigin(const void* block) {
  Registry& registry = Blocks();
  if (registry.count.load(std::memory_order_acquire) == 0) return {nullptr, 0};
  const std::lock_guard<std::mutex> lock(registry.mutex);
  const auto it = registry.blocks.find(block);
  if (it == registry.blocks.end()) return {nullptr, 0};
  const Origin origin = it->second;
  registry.blocks.erase(it);
  registry.count.store(registry.blocks.size(), std::memory_order_release);
  return origin;
}

// `bytes` plus some readable bytes after them; null if memory is exhausted.
// Allocated with malloc if there is no allocator.
void* NewBlock(TfLiteAllocator* allocator, size_t bytes) {
  if (bytes > SIZE_MAX - kTailPadding - kAlignment) return nullptr;
  if (allocator == nullptr) {
    const size_t padded = bytes + kTailPadding + kAlignment - 1;
    return std::aligned_alloc(kAlignment, padded / kAlignment * kAlignment);
  }
  const Origin origin = {allocator, bytes + kTailPadding};
  void* block = allocator->allocate(allocator->data, origin.bytes, kAlignment);
  if (block == nullptr || Record(block, origin)) return block;
  allocator->deallocate(allocator->data, block, origin.bytes, kAlignment);
  return nullptr;
}

// Returns a block to the allocator it came from. An unknown block of `bytes`
// goes to `unknown`, or to free() if that is null.
void FreeBlock(void* block, TfLiteAllocator* unknown, size_t bytes) {
  if (block == nullptr) return;
  Origin origin = TakeOrigin(block);
  if (origin.allocator == nullptr) origin = {unknown, bytes};
  if (origin.allocator == nullptr) {
    std::free(block);
  } else {
    origin.allocator->deallocate(origin.allocator->data, block, origin.bytes,
                                 kAlignment);
  }
}

bool OwnsHeapData(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteDynamic ||
         t.allocation_type == kTfLitePersistentRo;
}

TfLiteStatus CopyVariant(const TfLiteTensor& src, TfLiteTensor* dst) {
  const auto* object = static_cast<const VariantData*>(src.data.data);
  VariantData* reuse = nullptr;
  if (dst->allocation_type == kTfLiteVariantObject) {
    reuse = static_cast<VariantData*>(dst->data.data);
    if (object == nullptr || reuse == nullptr ||
        typeid(*object) != typeid(*reuse)) {
      TfLiteTensorDataFree(dst);
      reuse = nullptr;
    }
  } else {
    TfLiteTensorDataFree(dst);
  }
  dst->data.data = object == nullptr ? nullptr : object->CloneTo(reuse);
  dst->allocation_type = kTfLiteVariantObject;
  dst->bytes = src.bytes;
  return kTfLiteOk;
}

TfLiteSparsity* CloneSparsity(const TfLiteSparsity* src) {
  if (src == nullptr) return nullptr;
  auto* copy = static_cast<TfLiteSparsity*>(std::calloc(1, sizeof(*src)));
  if (copy == nullptr) return nullptr;
  copy->traversal_order = TfLiteIntArrayCopy(src->traversal_order);
  copy->block_map = TfLiteIntArrayCopy(src->block_map);
  if (src->dim_metadata == nullptr || src->dim_metadata_size <= 0) return copy;
  copy->dim_metadata = static_cast<TfLiteDimensionMetadata*>(
      std::calloc(src->dim_metadata_size, sizeof(TfLiteDimensionMetadata)));
  if (copy->dim_metadata == nullptr) return copy;
  copy->dim_metadata_size = src->dim_metadata_size;
  for (int i = 0; i < src->dim_metadata_size; ++i) {
    const TfLiteDimensionMetadata& from = src->dim_metadata[i];
    copy->dim_metadata[i] = from;
    copy->dim_metadata[i].array_segments =
        TfLiteIntArrayCopy(from.array_segments);
    copy->dim_metadata[i].array_indices =
        TfLiteIntArrayCopy(from.array_indices);
  }
  return copy;
}

// Gives `clone` its own data with the contents of `src`.
void CloneData(const TfLiteTensor& src, TfLiteTensor* clone) {
  clone->allocation_type = kTfLiteMemNone;
  clone->data.data = nullptr;
  clone->bytes = 0;
  if (src.data.data == nullptr || src.allocation_type == kTfLiteNonCpu) return;
  if (src.allocation_type == kTfLiteVariantObject) {
    CopyVariant(src, clone);
    return;
  }
  void* data = NewBlock(nullptr, src.bytes);
  if (data == nullptr) return;
  std::memcpy(data, src.data.data, src.bytes);
  clone->allocation_type = kTfLiteDynamic;
  clone->data.data = data;
  clone->bytes = src.bytes;
}

}  // namespace

extern "C" {

void TfLiteTensorDataFree(TfLiteTensor* t) {
  TfLiteTensorDataFreeWithAllocator(t, nullptr);
}

void TfLiteTensorDataFreeWithAllocator(TfLiteTensor* t,
                                       TfLiteAllocator* allocator) {
  if (t == nullptr) return;
  if (t->allocation_type == kTfLiteVariantObject) {
    delete static_cast<VariantData*>(t->data.data);
  } else if (OwnsHeapData(*t)) {
    FreeBlock(t->data.data, allocator, t->bytes);
  }
  t->data.data = nullptr;
}

void TfLiteTensorFree(TfLiteTensor* t) {
  if (t == nullptr) return;
  TfLiteTensorDataFree(t);
  TfLiteIntArrayFree(t->dims);
  t->dims = nullptr;
  TfLiteIntArrayFree(const_cast<TfLiteIntArray*>(t->dims_signature));
  t->dims_signature = nullptr;
  TfLiteQuantizationFree(&t->quantization);
  TfLiteSparsityFree(t->sparsity);
  t->sparsity = nullptr;
}

void TfLiteTensorReset(TfLiteType type, const char* name, TfLiteIntArray* dims,
                       TfLiteQuantizationParams quantization, char* buffer,
                       size_t size, TfLiteAllocationType allocation_type,
                       const void* allocation, bool is_variable,
                       TfLiteTensor* tensor) {
  TfLiteTensorFree(tensor);
  *tensor = TfLiteTensor{};
  tensor->type = type;
  tensor->data.raw = buffer;
  tensor->dims = dims;
  tensor->params = quantization;
  tensor->allocation_type = allocation_type;
  tensor->bytes = size;
  tensor->allocation = allocation;
  tensor->name = name;
  tensor->buffer_handle = kTfLiteNullBufferHandle;
  tensor->is_variable = is_variable;
}

TfLiteStatus TfLiteTensorCopy(const TfLiteTensor* src, TfLiteTensor* dst) {
  if (src == nullptr || dst == nullptr) return kTfLiteError;
  if (src == dst) return kTfLiteOk;
  const bool variant = src->allocation_type == kTfLiteVariantObject;
  if (!variant) {
    if (src->bytes != dst->bytes ||
        dst->allocation_type == kTfLiteVariantObject ||
        dst->allocation_type == kTfLiteMmapRo) {
      return kTfLiteError;
    }
    if (src->bytes != 0 &&
        (src->data.data == nullptr || dst->data.data == nullptr)) {
      return kTfLiteError;
    }
  }
  TfLiteIntArray* dims = TfLiteIntArrayCopy(src->dims);
  if (dims == nullptr && src->dims != nullptr) return kTfLiteError;
  TfLiteIntArrayFree(dst->dims);
  dst->dims = dims;
  dst->type = src->type;
  dst->delegate = src->delegate;
  dst->buffer_handle = src->buffer_handle;
  dst->data_is_stale = src->data_is_stale;
  if (variant) return CopyVariant(*src, dst);
  if (src->bytes != 0) {
    std::memmove(dst->data.data, src->data.data, src->bytes);
  }
  return kTfLiteOk;
}

TfLiteTensor TfLiteTensorClone(TfLiteTensor src) {
  TfLiteTensor clone = src;
  clone.dims = TfLiteIntArrayCopy(src.dims);
  clone.dims_signature = TfLiteIntArrayCopy(src.dims_signature);
  clone.quantization = TfLiteQuantizationClone(src.quantization);
  clone.sparsity = CloneSparsity(src.sparsity);
  clone.delegate = nullptr;
  clone.buffer_handle = kTfLiteNullBufferHandle;
  clone.data_is_stale = false;
  CloneData(src, &clone);
  return clone;
}

TfLiteStatus TfLiteTensorResizeMaybeCopy(size_t num_bytes, TfLiteTensor* tensor,
                                         bool preserve_data) {
  return TfLiteTensorResizeMaybeCopyWithAllocator(num_bytes, tensor,
                                                  preserve_data, nullptr);
}

TfLiteStatus TfLiteTensorResizeMaybeCopyWithAllocator(
    size_t num_bytes, TfLiteTensor* tensor, bool preserve_data,
    TfLiteAllocator* allocator) {
  if (tensor == nullptr) return kTfLiteError;
  if (!OwnsHeapData(*tensor)) return kTfLiteOk;
  void* old = tensor->data.data;
  const size_t old_bytes = old == nullptr ? 0 : tensor->bytes;
  // A block may stay larger than `bytes`.
  if (old != nullptr && num_bytes != 0 && num_bytes <= old_bytes) {
    tensor->bytes = num_bytes;
    return kTfLiteOk;
  }
  if (!preserve_data || num_bytes == 0) {
    FreeBlock(old, nullptr, 0);
    old = nullptr;
    tensor->data.data = nullptr;
    tensor->bytes = 0;
    if (num_bytes == 0) return kTfLiteOk;
  }
  void* data = NewBlock(allocator, num_bytes);
  if (data == nullptr) return kTfLiteError;
  if (old != nullptr) {
    std::memcpy(data, old, std::min(old_bytes, num_bytes));
    FreeBlock(old, nullptr, 0);
  }
  tensor->data.data = data;
  tensor->bytes = num_bytes;
  return kTfLiteOk;
}

TfLiteStatus TfLiteTensorRealloc(size_t num_bytes, TfLiteTensor* tensor) {
  return TfLiteTensorResizeMaybeCopy(num_bytes, tensor, true);
}

TfLiteStatus TfLiteTensorReallocWithAllocator(size_t num_bytes,
                                              TfLiteTensor* tensor,
                                              TfLiteAllocator* allocator) {
  return TfLiteTensorResizeMaybeCopyWithAllocator(num_bytes, tensor, true,
                                                  allocator);
}

}  // extern "C"
