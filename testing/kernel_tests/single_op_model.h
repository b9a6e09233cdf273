#ifndef TESTING_KERNEL_TESTS_SINGLE_OP_MODEL_H_
#define TESTING_KERNEL_TESTS_SINGLE_OP_MODEL_H_

#include <functional>
#include <type_traits>
#include <vector>

#include "testing/kernel_tests/test_model_values.h"

namespace tflite {

// Base class for a test's model with one operator. The constructor adds the
// tensors, sets the operator and builds the interpreter; a test populates the
// inputs, invokes and checks the outputs:
//
//   class FloorModel : public SingleOpModel {
//    public:
//     FloorModel(const TensorData& input) {
//       input_ = AddInput(input);
//       output_ = AddOutput(TensorType_FLOAT32);
//       SetBuiltinOp(BuiltinOperator_FLOOR, BuiltinOptions_NONE, 0);
//       BuildInterpreter({GetShape(input_)});
//     }
//    ...
//
// TestModelGraph adds tensors and the operator, TestModelRunner builds, applies
// delegates and runs, TestModelValues writes and reads values.
class SingleOpModel : public kernel_tests::TestModelValues {
 public:
  SingleOpModel() = default;
  ~SingleOpModel() override { ValidateAcceleration(); }

 private:
  void ValidateAcceleration() const;
};

// Callbacks that check the delegation of each model after its last use.
class AccelerationValidator {
 public:
  using Callback = std::function<void(const SingleOpModel& model)>;

  // The only instance.
  static AccelerationValidator* Get();

  void AddCallback(Callback callback);
  // Calls the callbacks in the order in which they were added.
  void Validate(const SingleOpModel& model) const;

 private:
  std::vector<Callback> callbacks_;
};

namespace kernel_tests {

// Returns the model, given a model or a pointer to one.
template <typename M>
decltype(auto) ModelOf(M&& m) {
  if constexpr (std::is_base_of_v<TestModelGraph, std::decay_t<M>>) {
    return (m);
  } else {
    return (*m);
  }
}

}  // namespace kernel_tests

// Fails the running test, naming the line, if the tensors cannot be allocated
// or the model cannot be run. `m` is the model or a pointer to it. `T` is the
// type under test: if kernels need not support it
// (NumericLimits<T>::kIsOptional), the test is skipped instead.
#define TFLITE_ALLOCATE_AND_CHECK(T, m)                                        \
  TFLL_CHECK_OR_SKIP_(T, ::tflite::kernel_tests::ModelOf(m).AllocateTensors(), \
                      "allocate")
#define TFLITE_INVOKE_AND_CHECK(T, m) \
  TFLL_CHECK_OR_SKIP_(T, ::tflite::kernel_tests::ModelOf(m).Invoke(), "invoke")

#define TFLL_CHECK_OR_SKIP_(T, expression, what)                               \
  do {                                                                         \
    const TfLiteStatus tfll_status = (expression);                             \
    if (tfll_status != kTfLiteOk && ::tflite::NumericLimits<T>::kIsOptional) { \
      GTEST_SKIP() << "the kernel cannot " << what << " with type " << #T;     \
    }                                                                          \
    ASSERT_EQ(tfll_status, kTfLiteOk);                                         \
  } while (false)

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_SINGLE_OP_MODEL_H_
