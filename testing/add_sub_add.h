#ifndef TESTING_ADD_SUB_ADD_H_
#define TESTING_ADD_SUB_ADD_H_

#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {

// ADD, SUB, ADD one after another, each of which adds 1 to two numbers when it
// runs on the CPU, so that zeros of a delegate show.
class AddSubAdd {
 public:
  AddSubAdd() : interpreter(std::make_unique<Interpreter>(&errors)) {
    GraphMaker maker(interpreter.get());
    int tensor = maker.Tensor({2});
    interpreter->SetInputs({tensor});
    for (const int code :
         {kTfLiteBuiltinAdd, kTfLiteBuiltinSub, kTfLiteBuiltinAdd}) {
      TfLiteRegistration op = AddOneOp();
      op.builtin_code = code;
      op.custom_name = nullptr;
      const int next = maker.Tensor({2});
      maker.Node({tensor}, {next}, op);
      tensor = next;
    }
    interpreter->SetOutputs({tensor});
    EXPECT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  }

  // What comes out of 10 and 20; empty where it does not run.
  std::vector<float> Run() {
    if (interpreter->AllocateTensors() != kTfLiteOk) return {};
    float* in = interpreter->typed_input_tensor<float>(0);
    in[0] = 10;
    in[1] = 20;
    if (interpreter->Invoke() != kTfLiteOk) return {};
    const float* out = interpreter->typed_output_tensor<float>(0);
    return {out[0], out[1]};
  }

  int DelegateNodes() const {
    int count = 0;
    for (const int n : interpreter->execution_plan()) {
      if (interpreter->node_and_registration(n)->first.delegate != nullptr) {
        ++count;
      }
    }
    return count;
  }

  CollectingReporter errors;
  std::unique_ptr<Interpreter> interpreter;
};

const std::vector<float> kAllOnCpu = {13, 23};
const std::vector<float> kSubGivesZeros = {1, 1};
const std::vector<float> kAddGivesZeros = {0, 0};

}  // namespace testing
}  // namespace tflite

#endif  // TESTING_ADD_SUB_ADD_H_
