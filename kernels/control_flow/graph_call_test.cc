#include "kernels/control_flow/graph_call.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/control_flow/control_flow.h"
#include "kernels/register/adapter.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite::kernels {
namespace {

struct IfRow {
  static constexpr OpFunctions kFunctions =
      MakeOpFunctions<&BindIf, &EvalBranchReference>();
  static constexpr char kName[] = "IF";
  static constexpr uint32_t kDecodesSparse = 0;
  static constexpr uint64_t kInPlace = 0;
  static constexpr output_types::Rule kOutputType = nullptr;
  static constexpr uint32_t kShapesOnly = 0;
};

// Counts the objects that share `owned`; a copy of its bytes would not.
struct SharedNumber : AbstractVariantData<SharedNumber> {
  explicit SharedNumber(std::shared_ptr<int> number)
      : owned(std::move(number)) {}
  std::shared_ptr<int> owned;
};
std::shared_ptr<int>* number_to_give = nullptr;

// Gives an object with `number_to_give`, or none if that is null.
TfLiteRegistration GiveObjectOp() {
  TfLiteRegistration r{};
  r.builtin_code = kTfLiteBuiltinCustom;
  r.custom_name = "GiveObject";
  r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    TfLiteTensor* out = &context->tensors[node->outputs->data[0]];
    if (number_to_give != nullptr) {
      return TfLiteTensorVariantRealloc<SharedNumber>(out, *number_to_give);
    }
    TfLiteTensorDataFree(out);
    out->allocation_type = kTfLiteDynamic;
    out->bytes = 0;
    return kTfLiteOk;
  };
  return r;
}

// An IF whose graph has one node. The graph's errors are returned to the IF,
// which reports them, once.
class GraphCall : public ::testing::Test {
 protected:
  // `before`, if given, makes the IF's argument from tensor 3.
  void MakeIf(const TfLiteRegistration& branch,
              const TfLiteRegistration* before = nullptr) {
    interpreter_.AddSubgraphs(1);
    Subgraph& called = *interpreter_.subgraph(1);
    called.SetName("branch");
    AddTensor(called, kTfLiteFloat32, 4);
    AddTensor(called, kTfLiteFloat32, 4);
    called.SetInputs({0});
    called.SetOutputs({1});
    called.AddNodeWithParameters({0}, {1}, {}, nullptr, 0, nullptr, &branch);

    Subgraph& graph = interpreter_.primary_subgraph();
    AddTensor(graph, kTfLiteBool, 1);
    AddTensor(graph, kTfLiteFloat32, 4);
    AddTensor(graph, kTfLiteFloat32, 4);
    graph.SetInputs({0, 1});
    graph.SetOutputs({2});
    if (before != nullptr) {
      AddTensor(graph, kTfLiteFloat32, 1);
      graph.SetInputs({0, 3});
      graph.AddNodeWithParameters({3}, {1}, {}, nullptr, 0, nullptr, before);
    }
    auto* params =
        static_cast<TfLiteIfParams*>(std::malloc(sizeof(TfLiteIfParams)));
    *params = {1, 1};
    const TfLiteRegistration op =
        MakeBuiltinRegistration<IfRow>(kTfLiteBuiltinIf);
    graph.AddNodeWithParameters({0, 1}, {2}, {}, nullptr, 0, params, &op);
  }

  // Graphs with an IF of a condition and a number, each calling the next, which
  // is given both; the last adds one. With `open`, also a tensor whose shape
  // only a run tells, so that no graph is prepared before it is called.
  void MakeChain(int calls, bool open = false) {
    const TfLiteRegistration last = tflite::testing::AddOneOp();
    const TfLiteRegistration iota = tflite::testing::IotaOp();
    const TfLiteRegistration call =
        MakeBuiltinRegistration<IfRow>(kTfLiteBuiltinIf);
    interpreter_.AddSubgraphs(calls);
    for (int i = 0; i <= calls; ++i) {
      Subgraph& graph = *interpreter_.subgraph(i);
      AddTensor(graph, kTfLiteBool, 1);
      AddTensor(graph, kTfLiteFloat32, 4);
      AddTensor(graph, kTfLiteFloat32, 4);
      graph.SetInputs({0, 1});
      graph.SetOutputs({2});
      if (open) {
        AddTensor(graph, kTfLiteFloat32, 1);
        AddTensor(graph, kTfLiteFloat32, 1);
        if (i > 0) graph.SetInputs({0, 1, 4});
      }
      if (i == calls) {
        graph.AddNodeWithParameters({1}, {2}, {}, nullptr, 0, nullptr, &last);
        continue;
      }
      std::vector<int> arguments = {0, 0, 1};
      if (open) {
        graph.AddNodeWithParameters({1}, {3}, {}, nullptr, 0, nullptr, &iota);
        arguments.push_back(3);
      }
      auto* params =
          static_cast<TfLiteIfParams*>(std::malloc(sizeof(TfLiteIfParams)));
      *params = {i + 1, i + 1};
      graph.AddNodeWithParameters(arguments, {2}, {}, nullptr, 0, params,
                                  &call);
    }
  }

  // The same with a result that is an object.
  void MakeIfOfObjects() {
    MakeIf(GiveObjectOp());
    for (Subgraph* graph :
         {interpreter_.subgraph(0), interpreter_.subgraph(1)}) {
      graph->SetTensorParametersReadWrite(graph->outputs()[0], kTfLiteVariant,
                                          "object", std::vector<int>{},
                                          TfLiteQuantization{});
    }
  }

  static void AddTensor(Subgraph& graph, TfLiteType type, int elements) {
    int index = 0;
    graph.AddTensors(1, &index);
    graph.SetTensorParametersReadWrite(index, type, "t", {elements},
                                       TfLiteQuantization{});
  }

  tflite::testing::CollectingReporter errors_;
  tflite::testing::TestDelegate delegate_{{}};
  Interpreter interpreter_{&errors_};
};

TEST_F(GraphCall, ReportsThatAGraphCannotRun) {
  MakeIf(tflite::testing::FailingInvokeOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_EQ(errors_.text,
            "cannot invoke on purpose\n"
            "IF: graph 'branch' failed: Node number 0 (FailingInvoke) failed "
            "to invoke.\n"
            "Node number 0 (IF) failed to invoke.\n");
}

TEST_F(GraphCall, PreparesTheGraphForOtherThreads) {
  MakeIf(tflite::testing::AddOneOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  interpreter_.typed_tensor<float>(1)[3] = 5;
  const int before = tflite::testing::Calls().prepares;
  ASSERT_EQ(interpreter_.SetNumThreads(2), kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  EXPECT_EQ(tflite::testing::Calls().prepares, before + 1);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
  EXPECT_EQ(interpreter_.typed_tensor<float>(2)[3], 6);
}

// The argument has the shape that the graph declares, but only a run tells.
TEST_F(GraphCall, PreparesTheGraphForAnArgumentOfUnknownShape) {
  const TfLiteRegistration iota = tflite::testing::IotaOp();
  MakeIf(tflite::testing::AddOneOp(), &iota);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  for (const int elements : {4, 3, 4}) {
    *interpreter_.typed_tensor<float>(3) = static_cast<float>(elements);
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
    ASSERT_EQ(interpreter_.tensor(2)->dims->data[0], elements);
    EXPECT_EQ(interpreter_.typed_tensor<float>(2)[elements - 1], elements);
  }
}

// The delegate takes the graph's only node.
TEST_F(GraphCall, FetchesResultsThatADelegateKeeps) {
  MakeIf(tflite::testing::AddOneOp());
  const TfLiteContext* called = interpreter_.subgraph(1)->context();
  delegate_.leave_in_buffer = true;
  delegate_.on_prepare = [&](const TfLiteContext* context) {
    delegate_.nodes.resize(context == called ? 1 : 0);
  };
  ASSERT_EQ(interpreter_.ModifyGraphWithDelegate(&delegate_.delegate),
            kTfLiteOk)
      << errors_.text;
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
  EXPECT_EQ(interpreter_.typed_tensor<float>(2)[3], 1007);
}

// The application changes the graph after it was prepared.
TEST_F(GraphCall, ReportsResultsThatTheGraphHasNoMore) {
  MakeIf(tflite::testing::AddOneOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  Subgraph& called = *interpreter_.subgraph(1);
  for (const std::vector<int>& outputs :
       {std::vector<int>{}, std::vector<int>{kTfLiteOptionalTensor}}) {
    errors_.text.clear();
    ASSERT_EQ(called.SetOutputs(outputs), kTfLiteOk);
    EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
    EXPECT_TRUE(errors_.Has("IF: graph 'branch' gives no output 0"))
        << errors_.text;
  }
  ASSERT_EQ(called.SetOutputs({1}), kTfLiteOk);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
}

TEST_F(GraphCall, ReportsArgumentsThatTheGraphTakesNoMore) {
  MakeIf(tflite::testing::AddOneOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  Subgraph& called = *interpreter_.subgraph(1);
  const auto refused = [&](const std::string& why) {
    errors_.text.clear();
    EXPECT_EQ(interpreter_.Invoke(), kTfLiteError) << why;
    EXPECT_TRUE(errors_.Has("IF: " + why)) << errors_.text;
  };
  called.SetInputs({0, 0});
  refused("graph 'branch' takes 2 inputs, is given 1");
  called.SetInputs({0});
  called.tensor(0)->type = kTfLiteInt32;
  refused("input 0 of graph 'branch' is INT32");
  called.tensor(0)->type = kTfLiteFloat32;
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
}

TEST_F(GraphCall, ClonesObjects) {
  MakeIfOfObjects();
  auto number = std::make_shared<int>(5);
  number_to_give = &number;
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  const TfLiteTensor& result = *interpreter_.tensor(2);
  for (int run = 0; run < 3; ++run) {
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
    ASSERT_EQ(result.allocation_type, kTfLiteVariantObject);
    // Those of this test, of the graph and of the IF.
    EXPECT_EQ(number.use_count(), 3);
    const auto* object = static_cast<const SharedNumber*>(
        static_cast<const VariantData*>(result.data.data));
    EXPECT_EQ(*object->owned, 5);
  }
  // A run without an object leaves none of an earlier one.
  number_to_give = nullptr;
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
  EXPECT_EQ(result.data.data, nullptr);
  EXPECT_EQ(number.use_count(), 1);
}

TEST_F(GraphCall, ReportsThatAGraphCannotPrepare) {
  MakeIf(tflite::testing::FailingPrepareOp());
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteError);
  EXPECT_EQ(errors_.text,
            "cannot prepare on purpose\n"
            "IF: C1: cannot prepare graph 'branch': Node number 0 "
            "(FailingPrepare) failed to prepare.\n"
            "Node number 0 (IF) failed to prepare.\n");
}

TEST_F(GraphCall, ReportsThatAnInputCannotBeResized) {
  MakeIf(tflite::testing::AddOneOp());
  ASSERT_EQ(interpreter_.ResizeInputTensor(1, {3}), kTfLiteOk);
  interpreter_.subgraph(1)->tensor(0)->allocation_type = kTfLiteMemNone;
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteError);
  EXPECT_THAT(errors_.text,
              ::testing::StartsWith(
                  "IF: C1: cannot resize input 0 of graph 'branch' to [3]: "));
  EXPECT_TRUE(errors_.Has("it has a fixed size\n")) << errors_.text;
}

TEST_F(GraphCall, RefusesGraphsThatDoNotFitTheNode) {
  MakeIf(tflite::testing::AddOneOp());
  Subgraph& called = *interpreter_.subgraph(1);
  const auto refused = [&](const std::string& why) {
    errors_.text.clear();
    EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteError) << why;
    EXPECT_TRUE(errors_.Has("IF: C1: " + why)) << errors_.text;
  };
  called.SetOutputs({1, 1});
  refused("graph 'branch' gives 2 outputs, want 1");
  called.SetOutputs({kTfLiteOptionalTensor});
  refused("graph 'branch' has no tensor -1 to give as an output");
  called.SetOutputs({1});
  called.SetInputs({0, 0});
  refused("graph 'branch' takes 2 inputs, is given 1");
  called.SetInputs({kTfLiteOptionalTensor});
  refused("input 0 of graph 'branch' is left out");
  called.SetInputs({0});
  called.tensor(0)->type = kTfLiteString;
  refused("input 0 of graph 'branch' is STRING");
  called.tensor(0)->type = kTfLiteFloat32;
  called.tensor(0)->allocation_type = kTfLiteMmapRo;
  refused("input 0 of graph 'branch', FLOAT32");
  called.tensor(0)->allocation_type = kTfLiteArenaRw;
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
}

// The node's output is of another type than the graph's.
TEST_F(GraphCall, ReportsResultsOfAnotherType) {
  MakeIf(tflite::testing::AddOneOp());
  interpreter_.tensor(2)->type = kTfLiteInt32;
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("output 0 of graph 'branch' is FLOAT32"))
      << errors_.text;
}

TEST_F(GraphCall, PassesCancellationOn) {
  TfLiteRegistration cancelled = tflite::testing::AddOneOp();
  cancelled.invoke = [](TfLiteContext*, TfLiteNode*) {
    return kTfLiteCancelled;
  };
  MakeIf(cancelled);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteCancelled);
}

TEST_F(GraphCall, CallsAre32Deep) {
  MakeChain(32);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  interpreter_.typed_tensor<float>(1)[3] = 5;
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
  EXPECT_EQ(interpreter_.typed_tensor<float>(2)[3], 6);
}

TEST_F(GraphCall, CallsAreNot33Deep) {
  MakeChain(33);
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("graphs call each other more than 32 deep"))
      << errors_.text;
}

TEST_F(GraphCall, CallsOfGraphsThatAreNotPreparedAre32Deep) {
  MakeChain(32, /*open=*/true);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  interpreter_.typed_tensor<float>(1)[0] = 2;
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
  EXPECT_EQ(interpreter_.typed_tensor<float>(2)[0], 3);
}

TEST_F(GraphCall, CallsOfGraphsThatAreNotPreparedAreNot33Deep) {
  MakeChain(33, /*open=*/true);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  *interpreter_.typed_tensor<bool>(0) = true;
  interpreter_.typed_tensor<float>(1)[0] = 2;
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("graphs call each other more than 32 deep"))
      << errors_.text;
}

}  // namespace
}  // namespace tflite::kernels
