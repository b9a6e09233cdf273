#include "testing/add_sub_add.h"

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"
#include "testing/conformance/chain.h"
#include "testing/conformance/delegated_case.h"

namespace tflite {
namespace testing {
namespace {

const OpResolver& AddOneKernels() {
  static const auto* const kernels = [] {
    auto* resolver = new MutableOpResolver;
    const TfLiteRegistration add_one = AddOneOp();
    resolver->AddBuiltin(BuiltinOperator_ADD, &add_one);
    resolver->AddBuiltin(BuiltinOperator_SUB, &add_one);
    return resolver;
  }();
  return *kernels;
}

}  // namespace

AddSubAdd::AddSubAdd()
    : case_(conformance::Chain(
          {kTfLiteBuiltinAdd, kTfLiteBuiltinSub, kTfLiteBuiltinAdd}, {2})),
      run_(std::make_unique<conformance::CaseRun>(case_, /*seed=*/1)) {
  const conformance::TensorShapes shapes = {{4, base::Shape{2}}};
  EXPECT_EQ(run_->Build(AddOneKernels(), &shapes), base::OkStatus());
  EXPECT_EQ(interpreter().AllocateTensors(), kTfLiteOk);
}

std::vector<float> AddSubAdd::Run() {
  if (interpreter().AllocateTensors() != kTfLiteOk) return {};
  float* in = interpreter().typed_input_tensor<float>(0);
  in[0] = 10;
  in[1] = 20;
  if (interpreter().Invoke() != kTfLiteOk) return {};
  const float* out = interpreter().typed_output_tensor<float>(0);
  return {out[0], out[1]};
}

int AddSubAdd::DelegateNodes() {
  return conformance::DelegatedPartitions(interpreter());
}

}  // namespace testing
}  // namespace tflite
