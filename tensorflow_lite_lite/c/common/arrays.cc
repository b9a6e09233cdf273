#include "tensorflow_lite_lite/c/common/arrays.h"

#include <cstdlib>
#include <cstring>
#include <limits>

namespace {

// The size of an array struct with `count` elements, or 0.
template <typename Array>
size_t ArrayBytes(int count) {
  constexpr size_t kElement = sizeof(Array::data[0]);
  constexpr size_t kMost =
      (std::numeric_limits<size_t>::max() - sizeof(Array)) / kElement;
  if (count < 0 || static_cast<size_t>(count) > kMost) return 0;
  return sizeof(Array) + static_cast<size_t>(count) * kElement;
}

template <typename Array>
Array* CreateArray(int count) {
  const size_t bytes = ArrayBytes<Array>(count);
  if (bytes == 0) return nullptr;
  auto* array = static_cast<Array*>(std::malloc(bytes));
  if (array != nullptr) array->size = count;
  return array;
}

template <typename Array>
Array* CopyArray(const Array* src) {
  if (src == nullptr) return nullptr;
  Array* copy = CreateArray<Array>(src->size);
  if (copy != nullptr && src->size > 0) {
    std::memcpy(copy->data, src->data,
                static_cast<size_t>(src->size) * sizeof(src->data[0]));
  }
  return copy;
}

}  // namespace

extern "C" {

size_t TfLiteIntArrayGetSizeInBytes(int size) {
  return ArrayBytes<TfLiteIntArray>(size);
}

TfLiteIntArray* TfLiteIntArrayCreate(int size) {
  return CreateArray<TfLiteIntArray>(size);
}

int TfLiteIntArrayEqual(const TfLiteIntArray* a, const TfLiteIntArray* b) {
  if (a == b) return 1;
  if (a == nullptr || b == nullptr) return 0;
  return TfLiteIntArrayEqualsArray(a, b->size, b->data);
}

int TfLiteIntArrayEqualsArray(const TfLiteIntArray* a, int b_size,
                              const int* b_data) {
  if (a == nullptr) return b_size == 0;
  if (a->size != b_size) return 0;
  for (int i = 0; i < b_size; ++i) {
    if (a->data[i] != b_data[i]) return 0;
  }
  return 1;
}

TfLiteIntArray* TfLiteIntArrayCopy(const TfLiteIntArray* src) {
  return CopyArray(src);
}

void TfLiteIntArrayFree(TfLiteIntArray* a) { std::free(a); }

int TfLiteFloatArrayGetSizeInBytes(int size) {
  const size_t bytes = ArrayBytes<TfLiteFloatArray>(size);
  if (bytes > static_cast<size_t>(std::numeric_limits<int>::max())) return 0;
  return static_cast<int>(bytes);
}

TfLiteFloatArray* TfLiteFloatArrayCreate(int size) {
  return CreateArray<TfLiteFloatArray>(size);
}

TfLiteFloatArray* TfLiteFloatArrayCopy(const TfLiteFloatArray* src) {
  return CopyArray(src);
}

void TfLiteFloatArrayFree(TfLiteFloatArray* a) { std::free(a); }

}  // extern "C"
