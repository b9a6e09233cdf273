#ifndef TESTING_KERNEL_TESTS_MODEL_TEST_MODEL_GRAPH_H_
#define TESTING_KERNEL_TESTS_MODEL_TEST_MODEL_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "flatbuffers/flatbuffers.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/string_type.h"
#include "testing/kernel_tests/model/element_types.h"
#include "testing/kernel_tests/model/quantize_values.h"
#include "testing/kernel_tests/model/tensor_data.h"

// Marks an omitted input in the node's input list.
#ifndef kTfLiteOptionalTensor
#define kTfLiteOptionalTensor (-1)
#endif

namespace tflite {
namespace kernel_tests {

// The graph of a test's model under construction: tensors and operators. The
// functions that add a tensor return its index. Anything that does not fit the
// file format ends the program.
class TestModelGraph {
 public:
  TestModelGraph();
  virtual ~TestModelGraph() = default;
  TestModelGraph(const TestModelGraph&) = delete;
  TestModelGraph& operator=(const TestModelGraph&) = delete;

  // Adds an input of the node, which the test fills.
  int AddInput(const TensorData& t);
  // Adds an input that keeps its value between runs.
  int AddVariableInput(const TensorData& t);
  // Adds an omitted optional input; returns kTfLiteOptionalTensor.
  int AddNullInput();

  // Adds an input with a value. 4-bit and 2-bit elements are passed one per
  // byte.
  template <typename T>
  int AddConstInput(const TensorData& t, const T* data, size_t size) {
    return AddInputTensor(AddTensor(t, data, size));
  }
  template <typename T>
  int AddConstInput(const TensorData& t, std::initializer_list<T> data) {
    return AddConstInput(t, data.begin(), data.size());
  }
  template <typename T>
  int AddConstInput(const TensorData& t, const std::vector<T>& data) {
    if constexpr (std::is_same_v<T, bool>) {
      const std::vector<char> bytes(data.begin(), data.end());
      return AddConstInput(t, reinterpret_cast<const bool*>(bytes.data()),
                           bytes.size());
    } else {
      return AddConstInput(t, data.data(), data.size());
    }
  }
  template <typename T>
  int AddConstInput(TensorType type, const std::vector<T>& data,
                    std::initializer_list<int> shape) {
    return AddConstInput(TensorData(type, shape), data);
  }
  template <typename T>
  int AddConstInput(TensorType type, std::initializer_list<T> data,
                    std::initializer_list<int> shape) {
    return AddConstInput(TensorData(type, shape), data);
  }

  // Adds an input that is stored sparsely, given the values of the dense
  // tensor. They are stored unchanged, quantized as `t` specifies, or quantized
  // with a single scale derived from them.
  int AddConstSparseInput(const TensorData& t, const std::vector<int8_t>& data);
  template <typename T>
  int AddConstSparseInput(const TensorData& t, const std::vector<T>& data,
                          bool symmetric_quantize = false) {
    std::vector<float> values;
    if constexpr (std::is_convertible_v<T, float>) {
      values.assign(data.begin(), data.end());
    }
    return AddSparse(t, reinterpret_cast<const uint8_t*>(data.data()),
                     data.size(), sizeof(T), values, symmetric_quantize);
  }

  // Adds a tensor of the node that is neither input nor output.
  int AddIntermediate(TensorType type, const std::vector<float>& scale,
                      const std::vector<int64_t>& zero_point);
  int AddOutput(const TensorData& t);

  // The values given when the tensor was added; scale and zero point may also
  // be derived from a range.
  const std::vector<int>& GetShape(int id) const {
    return tensor_data_.at(id).shape;
  }
  float GetScale(int id) const { return tensor_data_.at(id).scale; }
  int32_t GetZeroPoint(int id) const { return tensor_data_.at(id).zero_point; }

  // Adds the node, with all inputs and outputs added so far.
  void SetBuiltinOp(BuiltinOperator type, BuiltinOptions builtin_options_type,
                    flatbuffers::Offset<void> builtin_options);
  void SetBuiltinOp(BuiltinOperator type,
                    BuiltinOptions2 builtin_options_2_type,
                    flatbuffers::Offset<void> builtin_options_2);
  // `registration` is called when the interpreter is built.
  void SetCustomOp(const string& name,
                   const std::vector<uint8_t>& custom_option,
                   const std::function<TfLiteRegistration*()>& registration);

 protected:
  // Adds a tensor with `size` elements of data; without data, nodes write it.
  template <typename T>
  int AddTensor(TensorData t, const T* data, size_t size,
                bool is_variable = false) {
    if constexpr (std::is_same_v<T, std::string>) {
      const std::vector<uint8_t> bytes = StringBytes(data, size);
      return AddStored(std::move(t), bytes.data(), bytes.size(), is_variable);
    } else {
      return AddElements(std::move(t), reinterpret_cast<const uint8_t*>(data),
                         size, sizeof(T), is_variable);
    }
  }

  // Scale and zero point for the stored range of T, or of `type`.
  template <typename T>
  std::pair<float, int32_t> QuantizationParams(
      float f_min, float f_max, TfLiteType type = kTfLiteNoType) {
    return ChooseQuantization(f_min, f_max, StoredRangeOf<T>(type));
  }

  // For models with several nodes: adds an entry to the model's operator list.
  // Version 0 means the newest one that the resolver has.
  int AddOperatorCode(BuiltinOperator type);
  int AddCustomOperatorCode(
      const string& name,
      const std::function<TfLiteRegistration*()>& registration);

  // Builds the model from what has been added.
  void FinishModel();

  flatbuffers::FlatBufferBuilder builder_;
  std::vector<flatbuffers::Offset<OperatorCode>> opcodes_;
  std::vector<flatbuffers::Offset<Operator>> operators_;
  std::map<string, std::function<TfLiteRegistration*()>> custom_registrations_;
  std::vector<int32_t> inputs_;  // -1: omitted; includes constants
  std::vector<int32_t> outputs_;
  std::vector<int32_t> intermediates_;

 private:
  int AddInputTensor(int id);
  static std::vector<uint8_t> StringBytes(const std::string* data, size_t size);
  int AddElements(TensorData t, const uint8_t* data, size_t count,
                  size_t element_bytes, bool is_variable);
  // `data` has `bytes` bytes, as stored in the file; 0 for a tensor without
  // contents.
  int AddStored(TensorData t, const uint8_t* data, size_t bytes,
                bool is_variable,
                flatbuffers::Offset<SparsityParameters> sparsity = 0);
  int AddSparse(TensorData t, const uint8_t* data, size_t count,
                size_t element_bytes, const std::vector<float>& values,
                bool symmetric_quantize);
  flatbuffers::Offset<QuantizationParameters> WriteQuantization(TensorData* t);
  void AddBlockScales(const TensorData& t);

  std::map<int, TensorData> tensor_data_;
  std::vector<flatbuffers::Offset<Tensor>> tensors_;
  std::vector<flatbuffers::Offset<Buffer>> buffers_;
  std::vector<bool> constant_;  // per tensor
};

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MODEL_TEST_MODEL_GRAPH_H_
