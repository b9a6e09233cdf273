#ifndef TENSORFLOW_LITE_LITE_CORE_ARRAY_H_
#define TENSORFLOW_LITE_LITE_CORE_ARRAY_H_

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// Owning pointers for the C arrays, and functions that build these arrays from
// any container. They return null if the size is negative or memory is
// exhausted.

namespace array_internal {

struct TfLiteArrayDeleter {
  void operator()(TfLiteIntArray* a) { TfLiteIntArrayFree(a); }
  void operator()(TfLiteFloatArray* a) { TfLiteFloatArrayFree(a); }
};

template <typename T>
struct TfLiteArrayInfo;

template <>
struct TfLiteArrayInfo<int> {
  using Type = TfLiteIntArray;
};

template <>
struct TfLiteArrayInfo<float> {
  using Type = TfLiteFloatArray;
};

}  // namespace array_internal

template <typename T>
using TfLiteArrayUniquePtr =
    std::unique_ptr<typename array_internal::TfLiteArrayInfo<T>::Type,
                    array_internal::TfLiteArrayDeleter>;
using IntArrayUniquePtr = TfLiteArrayUniquePtr<int>;
using FloatArrayUniquePtr = TfLiteArrayUniquePtr<float>;

// The elements are uninitialized.
template <typename T>
TfLiteArrayUniquePtr<T> BuildTfLiteArray(int size);

template <>
inline IntArrayUniquePtr BuildTfLiteArray<int>(int size) {
  return IntArrayUniquePtr(TfLiteIntArrayCreate(size));
}
template <>
inline FloatArrayUniquePtr BuildTfLiteArray<float>(int size) {
  return FloatArrayUniquePtr(TfLiteFloatArrayCreate(size));
}
inline IntArrayUniquePtr BuildTfLiteArray(int size) {
  return BuildTfLiteArray<int>(size);
}

// Copies `size` values from `data`. The element type is that of the pointer
// unless it is given.
template <typename T = void, typename U,
          typename Type = std::conditional_t<std::is_same_v<T, void>, U, T>>
TfLiteArrayUniquePtr<Type> BuildTfLiteArray(int size, const U* data) {
  TfLiteArrayUniquePtr<Type> array = BuildTfLiteArray<Type>(size);
  if (array != nullptr) std::copy_n(data, size, array->data);
  return array;
}

template <typename T, size_t N>
TfLiteArrayUniquePtr<T> BuildTfLiteArray(const T (&values)[N]) {
  return BuildTfLiteArray<T>(static_cast<int>(N), values);
}

template <
    typename T = void, typename Container,
    typename ElementType =
        std::decay_t<decltype(*std::declval<Container>().data())>,
    typename SizeType = decltype(std::declval<Container>().size()),
    typename Type = std::conditional_t<std::is_same_v<T, void>, ElementType, T>>
TfLiteArrayUniquePtr<Type> BuildTfLiteArray(const Container& values) {
  return BuildTfLiteArray<Type>(static_cast<int>(values.size()), values.data());
}

template <typename T>
TfLiteArrayUniquePtr<T> BuildTfLiteArray(
    const std::initializer_list<T>& values) {
  return BuildTfLiteArray<T>(static_cast<int>(values.size()), values.begin());
}

inline IntArrayUniquePtr BuildTfLiteArray(const TfLiteIntArray& other) {
  return IntArrayUniquePtr(TfLiteIntArrayCopy(&other));
}
inline FloatArrayUniquePtr BuildTfLiteArray(const TfLiteFloatArray& other) {
  return FloatArrayUniquePtr(TfLiteFloatArrayCopy(&other));
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_ARRAY_H_
