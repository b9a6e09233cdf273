// Tests of control flow in the form of TensorFlow Lite's.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tflite/core/interpreter.h"
#include "tflite/delegates/xnnpack/xnnpack_delegate.h"
#include "tflite/kernels/subgraph_test_util.h"

namespace tflite {

using subgraph_test_util::CheckBoolTensor;
using subgraph_test_util::CheckIntTensor;
using subgraph_test_util::CheckScalarStringTensor;
using subgraph_test_util::CheckStringTensor;
using subgraph_test_util::ControlFlowOpTest;
using subgraph_test_util::FillIntTensor;
using subgraph_test_util::FillScalarStringTensor;

namespace {

class IfTest : public ControlFlowOpTest {
 protected:
  void Run(bool condition) {
    interpreter_->ResizeInputTensor(interpreter_->inputs()[0], {1});
    interpreter_->ResizeInputTensor(interpreter_->inputs()[1], {2});
    interpreter_->ResizeInputTensor(interpreter_->inputs()[2], {1, 2});
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    FillIntTensor(interpreter_->tensor(interpreter_->inputs()[1]), {5, 7});
    FillIntTensor(interpreter_->tensor(interpreter_->inputs()[2]), {1, 2});
    interpreter_->typed_input_tensor<bool>(0)[0] = condition;
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  }
  TfLiteTensor* Output(int i = 0) {
    return interpreter_->tensor(interpreter_->outputs()[i]);
  }
};

TEST_F(IfTest, RunsABranch) {
  AddSubgraphs(2);
  builder_->BuildAddSubgraph(interpreter_->subgraph(1));
  builder_->BuildMulSubgraph(interpreter_->subgraph(2));
  builder_->BuildIfSubgraph(&interpreter_->primary_subgraph());
  Run(true);
  CheckIntTensor(Output(), {1, 2}, {6, 9});
  Run(false);
  CheckIntTensor(Output(), {1, 2}, {5, 14});
}

TEST_F(IfTest, GivesAShapeThatARunTells) {
  AddSubgraphs(2);
  builder_->BuildAddSubgraph(interpreter_->subgraph(1));
  builder_->BuildPadSubgraph(interpreter_->subgraph(2));
  builder_->BuildIfSubgraph(&interpreter_->primary_subgraph());
  Run(true);
  CheckIntTensor(Output(), {1, 2}, {6, 9});
  Run(false);
  CheckIntTensor(Output(), {5}, {0, 5, 7, 0, 0});
}

TEST_F(IfTest, PassesStrings) {
  AddSubgraphs(2);
  builder_->BuildBodySubgraphWithDynamicTensor(interpreter_->subgraph(1));
  builder_->BuildBodySubgraphWithDynamicTensor(interpreter_->subgraph(2));
  builder_->BuildIfSubgraphWithDynamicTensor(&interpreter_->primary_subgraph());
  interpreter_->ResizeInputTensor(interpreter_->inputs()[0], {1});
  interpreter_->ResizeInputTensor(interpreter_->inputs()[3], {1});
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  interpreter_->typed_input_tensor<bool>(0)[0] = true;
  FillScalarStringTensor(interpreter_->tensor(interpreter_->inputs()[1]), "A");
  FillScalarStringTensor(interpreter_->tensor(interpreter_->inputs()[2]), "B");
  FillIntTensor(interpreter_->tensor(interpreter_->inputs()[3]), {1});
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  CheckScalarStringTensor(Output(0), "A");
  CheckStringTensor(Output(1), {2}, {"A", "A"});
  CheckIntTensor(Output(2), {1}, {2});
}

class WhileTest : public ControlFlowOpTest {
 protected:
  using Build = void (subgraph_test_util::SubgraphBuilder::*)(Subgraph*);

  void Run(const std::vector<int32_t>& value) {
    interpreter_->ResizeInputTensor(interpreter_->inputs()[0], {1});
    interpreter_->ResizeInputTensor(interpreter_->inputs()[1],
                                    {static_cast<int>(value.size())});
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    FillIntTensor(interpreter_->tensor(interpreter_->inputs()[0]), {1});
    FillIntTensor(interpreter_->tensor(interpreter_->inputs()[1]), value);
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  }
  // Runs a loop from 1 to `last`.
  void RunBody(Build build, int last, const std::vector<int32_t>& value) {
    interpreter_ = std::make_unique<Interpreter>();
    AddSubgraphs(2);
    builder_->BuildLessEqualCondSubgraph(interpreter_->subgraph(1), last);
    (*builder_.*build)(interpreter_->subgraph(2));
    builder_->BuildWhileSubgraph(&interpreter_->primary_subgraph());
    Run(value);
    CheckIntTensor(Output(0), {1}, {last + 1});
  }
  TfLiteTensor* Output(int i) {
    return interpreter_->tensor(interpreter_->outputs()[i]);
  }
};

TEST_F(WhileTest, GivesTriangularNumbers) {
  const std::vector<int> expected = {1, 3, 6, 10, 15};
  for (int i = 0; i < static_cast<int>(expected.size()); ++i) {
    RunBody(
        &subgraph_test_util::SubgraphBuilder::BuildAccumulateLoopBodySubgraph,
        i, {1});
    CheckIntTensor(Output(1), {1}, {expected[i]});
  }
}

TEST_F(WhileTest, GrowsItsValue) {
  AddSubgraphs(2);
  builder_->BuildLessEqualCondSubgraph(interpreter_->subgraph(1), 3);
  builder_->BuildPadLoopBodySubgraph(interpreter_->subgraph(2), {1, 2});
  builder_->BuildWhileSubgraph(&interpreter_->primary_subgraph());
  Run({5, 7});
  CheckIntTensor(Output(0), {1}, {4});
  CheckIntTensor(Output(1), {11}, {0, 0, 0, 5, 7, 0, 0, 0, 0, 0, 0});
}

TEST_F(WhileTest, RunsEveryBody) {
  using B = subgraph_test_util::SubgraphBuilder;
  RunBody(&B::BuildInplaceOpSubgraph, 3, {1, 2});
  CheckIntTensor(Output(1), {2}, {8, 16});
  RunBody(&B::BuildBroadcastingSubgraph, 2, {1, 2, 3});
  CheckIntTensor(Output(1), {2, 3}, {3, 4, 5, 5, 6, 7});
  RunBody(&B::BuildOffsetAddSharing, 2, {1});
  CheckIntTensor(Output(1), {1}, {7});
  RunBody(&B::BuildDynamicIncreasingSizeSubgraph, 2, {9});
  CheckIntTensor(Output(1), {3}, {9, 0, 0});
  RunBody(&B::BuildDeepBodySubgraph, 2, {1});
  CheckIntTensor(Output(1), {1}, {1 + 16 + 32});
}

TEST_F(WhileTest, PassesAnInputOnInAnotherPlace) {
  AddSubgraphs(2);
  builder_->BuildLessEqualCondSubgraph(interpreter_->subgraph(1), 3);
  builder_->BuildInputIsDifferentOutputSubgraph(interpreter_->subgraph(2));
  builder_->BuildWhileSubgraph(&interpreter_->primary_subgraph());
  Run({1});
  // The loop's values: (1, 1), (1, 2), (2, 3), (3, 5), (5, 8).
  CheckIntTensor(Output(0), {1}, {5});
  CheckIntTensor(Output(1), {1}, {8});
}

// Only the body is delegated.
TEST_F(WhileTest, RunsABodyOnXnnpack) {
  AddSubgraphs(2);
  builder_->BuildFloatLessCondSubgraph(interpreter_->subgraph(1), 100);
  builder_->BuildXNNPACKSubgraph(interpreter_->subgraph(2));
  builder_->BuildFloatWhileSubgraph(&interpreter_->primary_subgraph(), 2);
  const TfLiteXNNPackDelegateOptions options =
      TfLiteXNNPackDelegateOptionsDefault();
  const Interpreter::TfLiteDelegatePtr delegate(
      TfLiteXNNPackDelegateCreate(&options), TfLiteXNNPackDelegateDelete);
  interpreter_->primary_subgraph().MarkAsDelegationSkippable();
  interpreter_->subgraph(1)->MarkAsDelegationSkippable();
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  for (int i = 0; i < 2; ++i) {
    interpreter_->ResizeInputTensor(interpreter_->inputs()[i], {1});
  }
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < 2; ++i) {
    interpreter_->typed_input_tensor<float>(i)[0] = 1;
  }
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  // The loop's values: 1, 4, 16, 64, 256.
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(interpreter_->typed_output_tensor<float>(i)[0], 256);
  }
  interpreter_ = nullptr;  // before the delegate
}

TEST_F(WhileTest, PassesStrings) {
  AddSubgraphs(2);
  builder_->BuildLessEqualCondSubgraphWithDynamicTensor(
      interpreter_->subgraph(1), 3);
  builder_->BuildBodySubgraphWithDynamicTensor(interpreter_->subgraph(2));
  builder_->BuildWhileSubgraphWithDynamicTensor(
      &interpreter_->primary_subgraph());
  interpreter_->ResizeInputTensor(interpreter_->inputs()[2], {1});
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  FillScalarStringTensor(interpreter_->tensor(interpreter_->inputs()[0]), "A");
  FillScalarStringTensor(interpreter_->tensor(interpreter_->inputs()[1]), "A");
  FillIntTensor(interpreter_->tensor(interpreter_->inputs()[2]), {1});
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  CheckScalarStringTensor(Output(0), "A");
  CheckStringTensor(Output(1), {4}, {"A", "A", "A", "A"});
  CheckIntTensor(Output(2), {1}, {4});
}

TEST_F(WhileTest, PassesAnInputOn) {
  AddSubgraphs(2);
  builder_->BuildLargeLessEqualCondSubgraph(interpreter_->subgraph(1), 3, 3);
  builder_->BuildInputIsOutputSubgraph(interpreter_->subgraph(2));
  builder_->BuildMultiInputWhileSubgraph(&interpreter_->primary_subgraph(), 3);
  for (int i = 0; i < 3; ++i) {
    interpreter_->ResizeInputTensor(interpreter_->inputs()[i], {1});
  }
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < 3; ++i) {
    FillIntTensor(interpreter_->tensor(interpreter_->inputs()[i]), {i + 1});
  }
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  CheckIntTensor(Output(0), {1}, {4});
  CheckIntTensor(Output(1), {1}, {2 + 3 * 3});
  CheckIntTensor(Output(2), {1}, {3});
}

TEST_F(WhileTest, HasAnyNumberOfInputs) {
  AddSubgraphs(2);
  builder_->BuildLargeLessEqualCondSubgraph(interpreter_->subgraph(1), 2, 3);
  builder_->BuildLargeBodySubgraph(interpreter_->subgraph(2));
  builder_->BuildMultiInputWhileSubgraph(&interpreter_->primary_subgraph(), 3);
  for (int i = 0; i < 3; ++i) {
    interpreter_->ResizeInputTensor(interpreter_->inputs()[i], {1});
  }
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  FillIntTensor(interpreter_->tensor(interpreter_->inputs()[0]), {1});
  FillIntTensor(interpreter_->tensor(interpreter_->inputs()[1]), {2});
  FillIntTensor(interpreter_->tensor(interpreter_->inputs()[2]), {3});
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  // The loop's values: (2, 3), (5, 6), (11, 30).
  CheckIntTensor(Output(0), {1}, {3});
  CheckIntTensor(Output(1), {1}, {11});
  CheckIntTensor(Output(2), {1}, {30});
}

using GraphTest = ControlFlowOpTest;

TEST_F(GraphTest, ComparesACounter) {
  builder_->BuildLessEqualCondSubgraph(&interpreter_->primary_subgraph(), 3);
  interpreter_->ResizeInputTensor(interpreter_->inputs()[0], {5});
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  FillIntTensor(interpreter_->tensor(interpreter_->inputs()[0]),
                {1, 2, 3, 4, 5});
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  CheckBoolTensor(interpreter_->tensor(interpreter_->outputs()[0]), {5},
                  {true, true, true, false, false});
}

TEST_F(GraphTest, RunsAComposite) {
  AddSubgraphs(1);
  builder_->BuildStablehloAddSubgraph(interpreter_->subgraph(1));
  builder_->BuildCompositeSubgraph(&interpreter_->primary_subgraph(),
                                   interpreter_->subgraph(1));
  interpreter_->ResizeInputTensor(interpreter_->inputs()[0], {2});
  interpreter_->ResizeInputTensor(interpreter_->inputs()[1], {2});
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  FillIntTensor(interpreter_->tensor(interpreter_->inputs()[0]), {1, 2});
  FillIntTensor(interpreter_->tensor(interpreter_->inputs()[1]), {3, 4});
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  CheckIntTensor(interpreter_->tensor(interpreter_->outputs()[0]), {2}, {4, 6});
}

TEST_F(GraphTest, RunsACompositeOfFloats) {
  AddSubgraphs(1);
  builder_->BuildXNNPACKSubgraph(interpreter_->subgraph(1));
  builder_->BuildCompositeSubgraph(&interpreter_->primary_subgraph(),
                                   interpreter_->subgraph(1));
  ASSERT_EQ(interpreter_->outputs().size(), 2u);
  for (int i = 0; i < 2; ++i) {
    interpreter_->ResizeInputTensor(interpreter_->inputs()[i], {1});
  }
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < 2; ++i) {
    interpreter_->typed_input_tensor<float>(i)[0] = 1;
  }
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(interpreter_->typed_output_tensor<float>(i)[0], 4);
  }
}

TEST_F(GraphTest, InitialisesAVariableOnce) {
  AddSubgraphs(2);
  builder_->BuildCallOnceAndReadVariableSubgraph(
      &interpreter_->primary_subgraph());
  builder_->BuildAssignRandomValueToVariableSubgraph(interpreter_->subgraph(1));
  builder_->BuildCallOnceAndReadVariablePlusOneSubgraph(
      interpreter_->subgraph(2));
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_->subgraph(2)->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  const TfLiteTensor* out = interpreter_->tensor(interpreter_->outputs()[0]);
  const int32_t value = out->data.i32[0];
  EXPECT_GT(value, 0);
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter_->tensor(interpreter_->outputs()[0])->data.i32[0],
            value);
  Subgraph* other = interpreter_->subgraph(2);
  ASSERT_EQ(other->Invoke(), kTfLiteOk);
  EXPECT_EQ(other->tensor(other->outputs()[0])->data.i32[0], value + 1);
}

TEST_F(GraphTest, UpdatesASlice) {
  for (const bool twice : {false, true}) {
    interpreter_ = std::make_unique<Interpreter>();
    builder_->BuildInplaceDynamicUpdateSliceSubgraph(
        interpreter_->primary_subgraph(), twice);
    interpreter_->ResizeInputTensor(interpreter_->inputs()[0], {4});
    interpreter_->ResizeInputTensor(interpreter_->inputs()[1], {2});
    interpreter_->ResizeInputTensor(interpreter_->inputs()[2], {1});
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    FillIntTensor(interpreter_->tensor(interpreter_->inputs()[0]),
                  {1, 2, 3, 4});
    FillIntTensor(interpreter_->tensor(interpreter_->inputs()[1]), {8, 9});
    FillIntTensor(interpreter_->tensor(interpreter_->inputs()[2]), {1});
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    CheckIntTensor(interpreter_->tensor(interpreter_->outputs()[0]), {4},
                   twice ? std::vector<int32_t>{4, 11, 13, 10}
                         : std::vector<int32_t>{2, 8, 9, 5});
  }
}

}  // namespace
}  // namespace tflite
