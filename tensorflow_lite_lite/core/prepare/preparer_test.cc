// What AllocateTensors prepares again.
#include "tensorflow_lite_lite/core/prepare/preparer.h"

#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

// Adds one to up to 128 floats, with a temporary of as many per thread.
TfLiteRegistration AddOneWithThreadsOp() {
  TfLiteRegistration r = ScratchAddOneOp();
  r.custom_name = "AddOneWithThreads";
  r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    if (ScratchAddOneOp().prepare(context, node) != kTfLiteOk) {
      return kTfLiteError;
    }
    TfLiteIntArray* shape = TfLiteIntArrayCreate(1);
    shape->data[0] = 128 * context->recommended_num_threads;
    return context->ResizeTensor(
        context, &context->tensors[node->temporaries->data[0]], shape);
  };
  return r;
}

class PreparerTest : public DelegateTest {
 protected:
  void SetUp() override {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    ASSERT_EQ(interpreter_->SetNumThreads(1), kTfLiteOk);
  }
  // Returns the number of nodes that this prepares.
  int Allocate() {
    const int before = Calls().prepares;
    EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteOk) << errors_.text;
    return Calls().prepares - before;
  }
  void SetThreads(int threads) {
    ASSERT_EQ(interpreter_->SetNumThreads(threads), kTfLiteOk);
  }
  float* Input() { return interpreter_->typed_input_tensor<float>(0); }
  float RunToFirstOutput() {
    EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk) << errors_.text;
    return interpreter_->typed_output_tensor<float>(0)[0];
  }
};

TEST_F(PreparerTest, AnotherNumberOfThreadsIsPreparedFor) {
  Make(2);
  EXPECT_EQ(Allocate(), 2);
  SetThreads(3);
  // Until then, what is prepared may run.
  Input()[0] = 5;
  EXPECT_EQ(RunToFirstOutput(), 7);
  EXPECT_EQ(Allocate(), 2);
  EXPECT_EQ(Allocate(), 0);
  SetThreads(3);
  EXPECT_EQ(Allocate(), 0);
  SetThreads(1);
  SetThreads(3);
  EXPECT_EQ(Allocate(), 0);
  SetThreads(1);
  EXPECT_EQ(Allocate(), 2);
}

TEST_F(PreparerTest, EachGraphIsPreparedForThreads) {
  Make(1);
  interpreter_->AddSubgraphs(1);
  Subgraph& other = *interpreter_->subgraph(1);
  ASSERT_EQ(other.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(Allocate(), 1);
  SetThreads(2);
  ASSERT_EQ(other.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(Allocate(), 1);
}

TEST_F(PreparerTest, OtherThreadsKeepInputsAndVariables) {
  GraphMaker graph(interpreter_.get());
  const int in = graph.Tensor({100});
  const int sum = graph.Tensor({100}, /*is_variable=*/true);
  const int summed = graph.Tensor({100});
  const int out = graph.Tensor({100});
  interpreter_->SetInputs({in});
  interpreter_->SetVariables({sum});
  interpreter_->SetOutputs({out});
  graph.Node({in, sum}, {summed}, AccumulateOp());
  graph.Node({summed}, {out}, AddOneWithThreadsOp());
  EXPECT_EQ(Allocate(), 2);
  for (int i = 0; i < 100; ++i) Input()[i] = 5;
  EXPECT_EQ(RunToFirstOutput(), 6);
  const float* before = Input();
  SetThreads(8);
  EXPECT_EQ(Allocate(), 2);
  // The plan is another: otherwise, this test would show nothing.
  EXPECT_NE(Input(), before);
  EXPECT_EQ(RunToFirstOutput(), 11);
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[99], 11);
  SetThreads(1);
  EXPECT_EQ(Allocate(), 2);
  EXPECT_EQ(RunToFirstOutput(), 16);
  // Other shapes reset variables, with other threads or without.
  ASSERT_EQ(interpreter_->ResizeInputTensor(in, {90}), kTfLiteOk);
  SetThreads(2);
  EXPECT_EQ(Allocate(), 2);
  Input()[0] = 5;
  EXPECT_EQ(RunToFirstOutput(), 6);
}

TEST_F(PreparerTest, OtherThreadsKeepDynamicTensors) {
  GraphMaker graph(interpreter_.get());
  const int in = graph.Tensor({1}), counted = graph.Tensor({}),
            out = graph.Tensor({});
  interpreter_->SetInputs({in});
  interpreter_->SetOutputs({counted, out});
  graph.Node({in}, {counted}, IotaOp());
  graph.Node({counted}, {out}, AddOneOp());
  EXPECT_EQ(Allocate(), 1);
  Input()[0] = 3;
  EXPECT_EQ(RunToFirstOutput(), 0);
  SetThreads(4);
  EXPECT_EQ(Allocate(), 1);
  ASSERT_EQ(interpreter_->tensor(counted)->bytes, 3 * sizeof(float));
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[2], 2);
  EXPECT_EQ(RunToFirstOutput(), 0);
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(1)[2], 3);
}

TEST_F(PreparerTest, OtherThreadsLeaveDelegatesApplied) {
  Make(3);
  TestDelegate d({0, 1});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  Allocate();
  Input()[0] = 5;
  SetThreads(4);
  EXPECT_EQ(Allocate(), 1);
  EXPECT_EQ(RunToFirstOutput(), 8);
  EXPECT_EQ(d.prepares, 1);
  EXPECT_EQ(d.kernels, 1);
  EXPECT_EQ(plan(), (std::vector<int>{3, 2}));
}

TEST_F(PreparerTest, OtherThreadsRestoreReleasedMemory) {
  Make(2);
  EXPECT_EQ(Allocate(), 2);
  ASSERT_EQ(interpreter_->ReleaseNonPersistentMemory(), kTfLiteOk);
  SetThreads(2);
  EXPECT_EQ(Allocate(), 2);
  Input()[0] = 5;
  EXPECT_EQ(RunToFirstOutput(), 7);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
