#ifndef TESTING_KERNEL_TESTS_TEST_MODEL_VALUES_H_
#define TESTING_KERNEL_TESTS_TEST_MODEL_VALUES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/types/span.h"
#include "testing/kernel_tests/test_model_runner.h"

namespace tflite {
namespace kernel_tests {

// Access to the values of a test model's tensors, after the interpreter is
// built. Tensors are identified by the index returned when they were added. A
// type other than the tensor's ends the program; values beyond the end of a
// tensor are ignored and logged.
class TestModelValues : public TestModelRunner {
 public:
  // Sets the first values; there may be fewer than the tensor has elements.
  template <typename T>
  void PopulateTensor(int index, const std::initializer_list<T>& data) {
    if constexpr (std::is_same_v<T, std::string>) {
      PopulateStringTensor(index, data);
    } else {
      Copy(index, 0, data.begin(), data.end());
    }
  }
  // For types that literals convert to by a constructor.
  template <
      typename T,
      typename = std::enable_if_t<
          std::is_same_v<T, half> || std::is_same_v<T, bfloat16> ||
          std::is_same_v<T, Eigen::half> || std::is_same_v<T, Eigen::bfloat16>>>
  void PopulateTensor(int index, std::initializer_list<float> data) {
    PopulateTensor<T>(index, ToVector<T>(data));
  }
  template <typename T>
  void PopulateTensor(int index, const std::vector<T>& data) {
    if constexpr (std::is_same_v<T, std::string>) {
      PopulateStringTensor(index, data);
    } else {
      Copy(index, 0, data.begin(), data.end());
    }
  }
  template <typename T>
  void PopulateTensor(int index, absl::Span<const T> data) {
    PopulateTensor(index, std::vector<T>(data.begin(), data.end()));
  }
  // Sets values from element `offset` on.
  template <typename T>
  void PopulateTensor(int index, int offset, T* begin, T* end) {
    Copy(index, offset, begin, end);
  }
  void PopulateStringTensor(int index, const std::vector<string>& content);

  // Sets real values, quantized with the tensor's scale and zero point.
  template <typename T>
  void QuantizeAndPopulate(int index, const std::vector<float>& data) {
    const TfLiteTensor* t = Tensor(index);
    PopulateTensor(index, Quantize<T>(data, t->params.scale,
                                      t->params.zero_point, t->type));
  }
  void QuantizeAndPopulate4bit(int index, const std::vector<float>& data);
  void QuantizeAndPopulate2bit(int index, const std::vector<float>& data);
  // Sets the tensor's scale from the values. The first function stores INT8,
  // even in a UINT8 tensor; the second uses the range of the tensor's type if
  // it is INT4 or INT2.
  void SymmetricQuantizeAndPopulate(int index, const std::vector<float>& data);
  void SignedSymmetricQuantizeAndPopulate(int index,
                                          const std::vector<float>& data);
  // Uses the scales with which the tensor was added; a single one applies to
  // all channels.
  void PerChannelSymmetricQuantizeAndPopulate(int index,
                                              const std::vector<float>& data);
  void PerBlockSymmetricQuantizeAndPopulate(int index,
                                            const std::vector<float>& data);

  // Sets a bias of INT32 or INT64 that has its own scales, one in total or one
  // per value. Fractions are truncated.
  void PerChannelQuantizeBias(int index, const std::vector<float>& data);
  template <typename T>
  void PerChannelQuantizeBiasPopulateTensor(
      int index, const std::vector<float>& data,
      const TfLiteAffineQuantization* params) {
    std::vector<T> stored;
    for (size_t i = 0; i < data.size(); ++i) {
      const int k = params->scale->size == 1 ? 0 : static_cast<int>(i);
      stored.push_back(static_cast<T>(data[i] / params->scale->data[k]));
    }
    PopulateTensor(index, stored);
  }
  template <typename T>
  void PerChannelQuantizeBiasPopulateTensor(const std::vector<float>& data,
                                            int index,
                                            TfLiteAffineQuantization* params) {
    PerChannelQuantizeBiasPopulateTensor<T>(index, data, params);
  }

  // Returns a copy of the values; for a sparse tensor, of the stored values.
  // With T = uint8_t, 4-bit and 2-bit tensors are returned as packed bytes.
  template <typename T>
  std::vector<T> ExtractVector(int index) const {
    if constexpr (std::is_same_v<T, std::string>) {
      return ExtractStrings(index);
    } else if (std::is_same_v<T, uint8_t> && IsPacked(index)) {
      return ToVector<T>(ExtractPacked(index));
    } else {
      const int64_t count = StoredCount(index);
      if (count == 0) return {};
      const T* data = interpreter_->typed_tensor<T>(index);
      if (data == nullptr) NoValues(index, typeToTfLiteType<T>());
      return std::vector<T>(data, data + count);
    }
  }
  std::vector<int> GetTensorShape(int index);

 protected:
  // The number of elements.
  int32_t GetTensorSize(int index) const;
  // Sets 4-bit or 2-bit values, passed one per byte, from element `offset` on.
  // The element must be the first one in its byte.
  void PopulateTensor4bit(int index, int offset, const int8_t* begin,
                          const int8_t* end) {
    PopulatePacked(index, offset, begin, end, 4);
  }
  void PopulateTensor2bit(int index, int offset, const int8_t* begin,
                          const int8_t* end) {
    PopulatePacked(index, offset, begin, end, 2);
  }

 private:
  // Sets values from element `offset` on.
  template <typename Iterator>
  void Copy(int index, int64_t offset, Iterator begin, Iterator end) {
    using T = typename std::iterator_traits<Iterator>::value_type;
    const size_t count = static_cast<size_t>(std::distance(begin, end));
    if (count == 0) return;
    T* data = interpreter_->typed_tensor<T>(index);
    if (data == nullptr) NoValues(index, typeToTfLiteType<T>());
    const size_t room = Room(index, offset, count, sizeof(T));
    for (size_t i = 0; i < room; ++i, ++begin) data[offset + i] = *begin;
  }
  [[noreturn]] void NoValues(int index, TfLiteType wanted) const;
  // The number of values, at most `count`, that fit the tensor from element
  // `offset` on.
  size_t Room(int index, int64_t offset, size_t count,
              size_t element_bytes) const;
  const TfLiteTensor* Tensor(int index) const;
  int64_t StoredCount(int index) const;
  std::vector<std::string> ExtractStrings(int index) const;
  std::vector<uint8_t> ExtractPacked(int index) const;
  bool IsPacked(int index) const;
  void PopulatePacked(int index, int offset, const int8_t* begin,
                      const int8_t* end, int bits);
  // Sets values of the tensor's type, which has at most 16 bits.
  void PopulateStored(int index, const std::vector<int32_t>& stored);
  void PopulateSymmetric(int index, const std::vector<float>& data,
                         const StoredRange& range);
  void SetScale(int index, float scale);
};

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_TEST_MODEL_VALUES_H_
