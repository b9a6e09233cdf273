// Delegates on graphs built by hand, in the form of TensorFlow Lite's tests.
#include "tensorflow/lite/delegates/delegate_test_util.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "tflite/builtin_op_data.h"
#include "tflite/core/interpreter.h"
#include "tflite/delegates/delegate_test_util.h"
#include "tflite/kernels/builtin_op_kernels.h"

namespace tflite {
namespace delegates {

using test_utils::SimpleDelegate;
using test_utils::TestDelegate;
using test_utils::TestTwoDelegates;
using ::testing::ElementsAre;

namespace {

std::vector<int> ValuesOf(const TfLiteIntArray* list) {
  return std::vector<int>(list->data, list->data + list->size);
}

void Fill(Interpreter* interpreter) {
  for (int i = 0; i < 3; ++i) {
    interpreter->typed_tensor<float>(0)[i] = i + 1.0f;
    interpreter->typed_tensor<float>(1)[i] = i + 2.0f;
  }
}

std::vector<float> ThreeOf(const Interpreter& interpreter, int tensor) {
  const float* f = interpreter.typed_tensor<float>(tensor);
  return std::vector<float>(f, f + 3);
}

TEST_F(TestDelegate, RunsOnTheCpu) {
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  Fill(interpreter_.get());
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_THAT(ThreeOf(*interpreter_, 3), ElementsAre(4, 6, 8));
  EXPECT_THAT(ThreeOf(*interpreter_, 4), ElementsAre(4, 7, 10));
}

TEST_F(TestDelegate, TakesAllNodes) {
  delegate_ = std::make_unique<SimpleDelegate>(std::vector<int>{0, 1, 2});
  ASSERT_EQ(
      interpreter_->ModifyGraphWithDelegate(delegate_->get_tf_lite_delegate()),
      kTfLiteOk);
  ASSERT_EQ(interpreter_->execution_plan().size(), 1u);
  const auto* node =
      interpreter_->node_and_registration(interpreter_->execution_plan()[0]);
  EXPECT_STREQ(node->second.custom_name,
               delegate_->FakeFusedRegistration().custom_name);
  const auto* params =
      static_cast<const TfLiteDelegateParams*>(node->first.builtin_data);
  EXPECT_THAT(ValuesOf(params->nodes_to_replace), ElementsAre(0, 1, 2));
  EXPECT_THAT(ValuesOf(params->input_tensors), ElementsAre(0, 1));
  EXPECT_THAT(ValuesOf(params->output_tensors), ElementsAre(3, 4));
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  Fill(interpreter_.get());
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_THAT(ThreeOf(*interpreter_, 4), ElementsAre(3, 5, 7));
  ASSERT_EQ(RemoveAllDelegates(), kTfLiteOk);
  EXPECT_EQ(interpreter_->execution_plan().size(), 3u);
}

TEST_F(TestDelegate, LeavesSmallPartitions) {
  delegate_ = SimpleDelegate::DelegateWithRuntimeShapePropagation(
      {0, 2}, kTfLiteDelegateFlagsRequirePropagatedShapes, 2);
  EXPECT_EQ(delegate_->min_ops_per_subset(), 2);
  ASSERT_EQ(
      interpreter_->ModifyGraphWithDelegate(delegate_->get_tf_lite_delegate()),
      kTfLiteOk);
  // One partition with nodes 0 and 2, and node 1.
  EXPECT_EQ(interpreter_->execution_plan().size(), 2u);
}

TEST_F(TestDelegate, MakesItsOutputsDynamic) {
  delegate_ = SimpleDelegate::DelegateWithDynamicOutput({0, 1, 2});
  ASSERT_EQ(
      interpreter_->ModifyGraphWithDelegate(delegate_->get_tf_lite_delegate()),
      kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  Fill(interpreter_.get());
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter_->tensor(4)->allocation_type, kTfLiteDynamic);
  EXPECT_THAT(ThreeOf(*interpreter_, 4), ElementsAre(3, 5, 7));
}

TEST_F(TestDelegate, FailsInPrepare) {
  delegate_ = std::make_unique<SimpleDelegate>(std::vector<int>{0, 1, 2},
                                               kTfLiteDelegateFlagsNone,
                                               /*fail_node_prepare=*/true);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(
      interpreter_->ModifyGraphWithDelegate(delegate_->get_tf_lite_delegate()),
      kTfLiteDelegateError);
  Fill(interpreter_.get());
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
}

TEST_P(TestTwoDelegates, TakeANodeEach) {
  delegate_ =
      std::make_unique<SimpleDelegate>(std::vector<int>{0}, GetParam().first);
  delegate2_ =
      std::make_unique<SimpleDelegate>(std::vector<int>{1}, GetParam().second);
  for (SimpleDelegate* d : {delegate_.get(), delegate2_.get()}) {
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d->get_tf_lite_delegate()),
              kTfLiteOk);
  }
  EXPECT_EQ(interpreter_->execution_plan().size(), 3u);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  Fill(interpreter_.get());
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_THAT(ThreeOf(*interpreter_, 4), ElementsAre(4, 7, 10));
}

INSTANTIATE_TEST_SUITE_P(
    Flags, TestTwoDelegates,
    ::testing::Values(std::make_pair(kTfLiteDelegateFlagsNone,
                                     kTfLiteDelegateFlagsNone),
                      std::make_pair(kTfLiteDelegateFlagsAllowDynamicTensors,
                                     kTfLiteDelegateFlagsNone)));

// ADD with uninitialized options, as in applications that build graphs by hand.
TEST(BuiltinAddTest, RunsWithOptionsThatWereNeverSet) {
  Interpreter interpreter;
  ASSERT_EQ(interpreter.AddTensors(2), kTfLiteOk);
  ASSERT_EQ(interpreter.SetInputs({0}), kTfLiteOk);
  ASSERT_EQ(interpreter.SetOutputs({1}), kTfLiteOk);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(interpreter.SetTensorParametersReadWrite(
                  i, kTfLiteFloat32, "", {3}, TfLiteQuantization{}),
              kTfLiteOk);
  }
  void* const options = std::malloc(sizeof(TfLiteAddParams));
  std::memset(options, 0, sizeof(TfLiteAddParams));
  std::memset(options, 0xa5, sizeof(int));
  ASSERT_EQ(interpreter.AddNodeWithParameters({0, 0}, {1}, nullptr, 0, options,
                                              ops::builtin::Register_ADD()),
            kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < 3; ++i) interpreter.typed_tensor<float>(0)[i] = i - 1.0f;
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_THAT(ThreeOf(interpreter, 1), ElementsAre(-2, 0, 2));
}

}  // namespace
}  // namespace delegates
}  // namespace tflite
