#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TEST_UTIL_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TEST_UTIL_H_

#include <limits>
#include <vector>

namespace tflite {

// Random numbers for tests: the same sequence in every run of a program. Not
// thread-safe.

// In [min, max), and in [min, max].
float UniformRandomFloat(float min, float max);
int UniformRandomInt(int min, int max);
int RandomElement(const std::vector<int>& v);

// Every element in [min, max].
template <typename T>
void FillRandom(std::vector<T>* vec, T min, T max) {
  for (T& x : *vec) {
    x = static_cast<T>(
        UniformRandomInt(static_cast<int>(min), static_cast<int>(max)));
  }
}
template <>
inline void FillRandom(std::vector<float>* vec, float min, float max) {
  for (float& x : *vec) x = UniformRandomFloat(min, max);
}
template <typename T>
void FillRandom(std::vector<T>* vec) {
  FillRandom(vec, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TEST_UTIL_H_
