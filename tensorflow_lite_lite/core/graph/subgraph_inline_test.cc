#include <cstdlib>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

constexpr float kThree[2] = {3, 3};

// Main: t0 -> AddOne -> t1 -> composite -> t2. Body: y = (x + 1) + 3.
class InlineTest : public ::testing::Test {
 protected:
  void SetUp() override {
    interpreter_.AddSubgraphs(1);
    Subgraph& body = *interpreter_.subgraph(1);
    ASSERT_EQ(body.AddTensors(4), kTfLiteOk);
    for (const int t : {0, 1, 3}) {
      ASSERT_EQ(body.SetTensorParametersReadWrite(t, kTfLiteFloat32, "b", {2},
                                                  TfLiteQuantization{}),
                kTfLiteOk);
    }
    ASSERT_EQ(body.SetTensorParametersReadOnly(
                  2, kTfLiteFloat32, "three", {2}, TfLiteQuantization{},
                  reinterpret_cast<const char*>(kThree), sizeof(kThree)),
              kTfLiteOk);
    ASSERT_EQ(body.SetInputs({0}), kTfLiteOk);
    ASSERT_EQ(body.SetOutputs({3}), kTfLiteOk);
    const TfLiteRegistration one = AddOneOp(), sum = SumOp();
    body.AddNodeWithParameters({0}, {1}, {}, nullptr, 0, nullptr, &one);
    body.AddNodeWithParameters({1, 2}, {3}, {}, nullptr, 0, nullptr, &sum);

    GraphMaker graph(&interpreter_);
    const int in = graph.Tensor({2}), mid = graph.Tensor({2}),
              out = graph.Tensor({2});
    interpreter_.SetInputs({in});
    interpreter_.SetOutputs({out});
    graph.Node({in}, {mid}, AddOneOp());
    auto* params = static_cast<TfLiteStablehloCompositeParams*>(
        std::calloc(1, sizeof(TfLiteStablehloCompositeParams)));
    params->subgraph_index = 1;
    TfLiteRegistration composite{};
    composite.builtin_code = kTfLiteBuiltinStablehloComposite;
    interpreter_.AddNodeWithParameters({mid}, {out}, nullptr, 0, params,
                                       &composite);
  }

  CollectingReporter errors_;
  Interpreter interpreter_{&errors_};
};

TEST_F(InlineTest, BodyTakesThePlaceOfTheNode) {
  Subgraph& graph = interpreter_.primary_subgraph();
  ASSERT_EQ(graph.InlineCompositeNodes(), kTfLiteOk);
  EXPECT_EQ(graph.execution_plan(), (std::vector<int>{0, 2, 3}));
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  interpreter_.typed_input_tensor<float>(0)[0] = 10;
  interpreter_.typed_input_tensor<float>(0)[1] = 20;
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter_.typed_output_tensor<float>(0)[0], 15.0f);
  EXPECT_EQ(interpreter_.typed_output_tensor<float>(0)[1], 25.0f);
}

TEST_F(InlineTest, FilterChooses) {
  Subgraph& graph = interpreter_.primary_subgraph();
  int asked = 0;
  ASSERT_EQ(graph.InlineCompositeNodes(
                [&](const TfLiteNode*, const TfLiteRegistration*) {
                  ++asked;
                  return false;
                }),
            kTfLiteOk);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(graph.execution_plan(), (std::vector<int>{0, 1}));
}

TEST_F(InlineTest, PassThroughBodyStays) {
  ASSERT_EQ(interpreter_.subgraph(1)->SetOutputs({0}), kTfLiteOk);
  Subgraph& graph = interpreter_.primary_subgraph();
  ASSERT_EQ(graph.InlineCompositeNodes(), kTfLiteOk);
  EXPECT_EQ(graph.execution_plan(), (std::vector<int>{0, 1}));
}

// A copy for each node would have values of its own.
TEST_F(InlineTest, BodyWithVariablesStays) {
  Subgraph& body = *interpreter_.subgraph(1);
  int state = 0;
  ASSERT_EQ(body.AddTensors(1, &state), kTfLiteOk);
  ASSERT_EQ(body.SetTensorParametersReadWrite(state, kTfLiteFloat32, "state",
                                              {2}, TfLiteQuantization{},
                                              /*is_variable=*/true),
            kTfLiteOk);
  Subgraph& graph = interpreter_.primary_subgraph();
  ASSERT_EQ(graph.InlineCompositeNodes(), kTfLiteOk);
  EXPECT_EQ(graph.execution_plan(), (std::vector<int>{0, 1}));
}

TEST_F(InlineTest, ConstantsKeepTheirScalesAndBuffers) {
  constexpr size_t kBuffer = 17, kExternal = 18;
  Subgraph& body = *interpreter_.subgraph(1);
  int scales = 0;
  ASSERT_EQ(body.AddTensors(1, &scales), kTfLiteOk);
  const auto* bytes = reinterpret_cast<const char*>(kThree);
  ASSERT_EQ(body.SetTensorParametersReadOnly(scales, kTfLiteFloat32, "scales",
                                             {2}, TfLiteQuantization{}, bytes,
                                             sizeof(kThree)),
            kTfLiteOk);
  auto* blocks = static_cast<TfLiteBlockwiseQuantization*>(
      std::malloc(sizeof(TfLiteBlockwiseQuantization)));
  *blocks = {scales, -1, 32, 0};
  ASSERT_EQ(body.SetTensorParametersReadOnly(
                2, kTfLiteFloat32, "three", {2},
                {kTfLiteBlockwiseQuantization, blocks}, bytes, sizeof(kThree),
                nullptr, nullptr, kBuffer, kExternal),
            kTfLiteOk);
  Subgraph& graph = interpreter_.primary_subgraph();
  ASSERT_EQ(graph.InlineCompositeNodes(), kTfLiteOk);
  const int three = graph.node_and_registration(3)->first.inputs->data[1];
  ASSERT_STREQ(graph.tensor(three)->name, "three");
  const auto* copied = static_cast<const TfLiteBlockwiseQuantization*>(
      graph.tensor(three)->quantization.params);
  ASSERT_NE(graph.tensor(copied->scale), nullptr);
  EXPECT_STREQ(graph.tensor(copied->scale)->name, "scales");
  EXPECT_EQ(copied->zero_point, -1);
  EXPECT_EQ(graph.GetTensorBufferIdentifiers().at(three), kBuffer);
  EXPECT_EQ(graph.GetExternalTensorBufferIdentifiers().at(three), kExternal);
}

TEST_F(InlineTest, NodeStaysIfItsBodyCannotBeInitialized) {
  Subgraph& graph = interpreter_.primary_subgraph();
  static bool fails;
  fails = false;
  TfLiteRegistration op = AddOneOp();
  op.init = [](TfLiteContext*, const char*, size_t) -> void* {
    return fails ? TfLiteKernelInitFailed() : nullptr;
  };
  op.free = nullptr;
  Subgraph& body = *interpreter_.subgraph(1);
  int out = 0;
  ASSERT_EQ(body.AddTensors(1, &out), kTfLiteOk);
  ASSERT_EQ(body.SetTensorParametersReadWrite(out, kTfLiteFloat32, "b", {2},
                                              TfLiteQuantization{}),
            kTfLiteOk);
  body.AddNodeWithParameters({3}, {out}, {}, nullptr, 0, nullptr, &op);
  fails = true;
  EXPECT_EQ(graph.InlineCompositeNodes(), kTfLiteError);
  EXPECT_EQ(graph.execution_plan(), (std::vector<int>{0, 1}));
  EXPECT_EQ(graph.nodes_size(), 2u);
}

TEST_F(InlineTest, BodyThatDoesNotFitIsAnError) {
  ASSERT_EQ(interpreter_.subgraph(1)->SetInputs({0, 1}), kTfLiteOk);
  EXPECT_EQ(interpreter_.primary_subgraph().InlineCompositeNodes(),
            kTfLiteError);
  EXPECT_TRUE(errors_.Has("Subgraph 1 does not fit"));
}

}  // namespace
}  // namespace testing
}  // namespace tflite
