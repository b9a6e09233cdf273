#ifndef TESTING_KERNEL_TESTS_MULTI_OP_MODEL_H_
#define TESTING_KERNEL_TESTS_MULTI_OP_MODEL_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "testing/kernel_tests/single_op_model.h"

namespace tflite {

// A model with several operators, in the order in which they are added. Inputs
// and outputs are tensor indices, or -1 for an omitted optional input.
class MultiOpModel : public SingleOpModel {
 public:
  MultiOpModel() = default;

  void AddBuiltinOp(BuiltinOperator type, BuiltinOptions builtin_options_type,
                    const flatbuffers::Offset<void>& builtin_options,
                    const std::vector<int32_t>& inputs,
                    const std::vector<int32_t>& outputs);
  void AddCustomOp(const string& name,
                   const std::vector<uint8_t>& custom_option,
                   const std::function<TfLiteRegistration*()>& registration,
                   const std::vector<int32_t>& inputs,
                   const std::vector<int32_t>& outputs);

  // Adds a tensor between two operators.
  template <typename T>
  int AddInnerTensor(TensorData t) {
    return AddTensor<T>(t, nullptr, 0);
  }
};

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MULTI_OP_MODEL_H_
