#include "tensorflow_lite_lite/core/subgraph.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/profiling/buffered_profiler.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

class SubgraphTest : public ::testing::Test {
 protected:
  void SetUp() override { before_ = Calls(); }

  void Fill(const std::vector<float>& values) {
    TfLiteTensor* in = interpreter_.input_tensor(0);
    ASSERT_EQ(in->bytes, values.size() * sizeof(float));
    std::memcpy(in->data.raw, values.data(), in->bytes);
  }
  std::vector<float> Output() {
    const TfLiteTensor* out = interpreter_.output_tensor(0);
    return {out->data.f, out->data.f + out->bytes / sizeof(float)};
  }

  CollectingReporter errors_;
  OpCalls before_;
  Interpreter interpreter_{&errors_};
  GraphMaker graph_{&interpreter_};
};

TEST_F(SubgraphTest, ChainRunsAndReusesMemory) {
  graph_.Chain(10, {4});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill({1, 2, 3, 4});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{11, 12, 13, 14}));
  // Input and output have their own memory; the two other tensors alternate.
  EXPECT_LE(interpreter_.primary_subgraph().memory().arena_bytes(), 4 * 64u);
}

TEST_F(SubgraphTest, PreserveAllKeepsIntermediates) {
  InterpreterOptions options;
  options.SetPreserveAllTensors();
  interpreter_.ApplyOptions(&options);
  graph_.Chain(5, {1});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill({10});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  for (int i = 0; i <= 5; ++i) {
    EXPECT_EQ(interpreter_.typed_tensor<float>(i)[0], 10.0f + i);
  }
}

// What the application reads after a run must not be overwritten in it.
TEST_F(SubgraphTest, OutputsMayBeChosenAfterPreparing) {
  graph_.Chain(6, {1});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.SetOutputs({1, 2, 6}), kTfLiteOk);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill({10});
  // The same outputs change nothing.
  ASSERT_EQ(interpreter_.SetOutputs({1, 2, 6}), kTfLiteOk);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  for (const int t : {1, 2, 6}) {
    EXPECT_EQ(interpreter_.typed_tensor<float>(t)[0], 10.0f + t);
  }
}

TEST_F(SubgraphTest, InputsMayBeChosenAfterPreparing) {
  graph_.Chain(3, {1});
  const int other = graph_.Tensor({1});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.SetInputs({0, other}), kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_NE(interpreter_.typed_input_tensor<float>(1), nullptr);
}

TEST_F(SubgraphTest, DataIsAligned) {
  graph_.Chain(3, {5});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(
        reinterpret_cast<uintptr_t>(interpreter_.tensor(i)->data.raw) % 64, 0u);
  }
}

TEST_F(SubgraphTest, InitAndFreePair) {
  {
    Interpreter other(&errors_);
    GraphMaker(&other).Chain(7, {1});
    ASSERT_EQ(other.AllocateTensors(), kTfLiteOk);
  }
  EXPECT_EQ(Calls().inits - before_.inits, 7);
  EXPECT_EQ(Calls().frees - before_.frees, 7);
}

TEST_F(SubgraphTest, ResizeTakesEffectAtAllocate) {
  graph_.Chain(2, {2});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.ResizeInputTensor(0, {3}), kTfLiteOk);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("Invoke called on model that is not ready."));
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill({1, 2, 3});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{3, 4, 5}));
}

TEST_F(SubgraphTest, SecondAllocateChangesNothing) {
  graph_.Chain(2, {2});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  const int prepares = Calls().prepares;
  const char* data = interpreter_.tensor(0)->data.raw;
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(Calls().prepares, prepares);
  EXPECT_EQ(interpreter_.tensor(0)->data.raw, data);
}

TEST_F(SubgraphTest, ResizeRefusesWhatCannotBe) {
  graph_.Chain(1, {2});
  EXPECT_EQ(interpreter_.ResizeInputTensor(99, {3}), kTfLiteError);
  EXPECT_EQ(interpreter_.ResizeInputTensor(-1, {3}), kTfLiteError);
  EXPECT_EQ(interpreter_.ResizeInputTensor(0, {-3}), kTfLiteError);
  EXPECT_EQ(interpreter_.ResizeInputTensor(0, {1 << 30, 1 << 30, 1 << 30}),
            kTfLiteError);
  EXPECT_TRUE(errors_.Has("tensor 0 't'"));
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
}

TEST_F(SubgraphTest, StrictResizeChangesOpenDimensionsOnly) {
  const std::vector<int> signature = {-1, 3};
  interpreter_.AddTensors(1);
  interpreter_.SetTensorParametersReadWrite(0, kTfLiteFloat32, "in", {1, 3},
                                            TfLiteQuantizationParams{}, false,
                                            &signature);
  EXPECT_EQ(interpreter_.ResizeInputTensorStrict(0, {5, 3}), kTfLiteOk);
  EXPECT_EQ(interpreter_.ResizeInputTensorStrict(0, {5, 4}), kTfLiteError);
  EXPECT_EQ(interpreter_.ResizeInputTensorStrict(0, {5}), kTfLiteError);
}

TEST_F(SubgraphTest, ZeroElementsAndScalarsRun) {
  graph_.Chain(2, {0, 3});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteOk);
  ASSERT_EQ(interpreter_.ResizeInputTensor(0, {}), kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill({4});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{6}));
}

TEST_F(SubgraphTest, TemporariesLiveForTheirNode) {
  const int a = graph_.Tensor({64}), b = graph_.Tensor({64}),
            c = graph_.Tensor({64});
  interpreter_.SetInputs({a});
  interpreter_.SetOutputs({c});
  graph_.Node({a}, {b}, ScratchAddOneOp());
  graph_.Node({b}, {c}, ScratchAddOneOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill(std::vector<float>(64, 1.0f));
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), std::vector<float>(64, 3.0f));
}

// count -> Iota -> AddOne -> AddOne -> out, and a static branch beside it.
class DynamicTest : public SubgraphTest {
 protected:
  void SetUp() override {
    const int in = graph_.Tensor({1}), iota = graph_.Tensor({0}),
              mid = graph_.Tensor({0}), out = graph_.Tensor({0}),
              side = graph_.Tensor({1});
    interpreter_.SetInputs({in});
    interpreter_.SetOutputs({out, side});
    graph_.Node({in}, {iota}, IotaOp());
    graph_.Node({iota}, {mid}, ScratchAddOneOp());
    graph_.Node({mid}, {out}, AddOneOp());
    graph_.Node({in}, {side}, AddOneOp());
    ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  }
};

TEST_F(DynamicTest, ShapesFollowTheData) {
  EXPECT_TRUE(interpreter_.primary_subgraph().HasDynamicTensors());
  const char* input = interpreter_.input_tensor(0)->data.raw;
  for (const int n : {3, 100, 0, 7, 7, 5000}) {
    Fill({static_cast<float>(n)});
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
    const std::vector<float> out = Output();
    ASSERT_EQ(out.size(), static_cast<size_t>(n));
    for (int i = 0; i < n; ++i) EXPECT_EQ(out[i], i + 2.0f);
    EXPECT_EQ(interpreter_.typed_output_tensor<float>(1)[0], n + 1.0f);
    // A run never moves the memory that the caller writes to.
    EXPECT_EQ(interpreter_.input_tensor(0)->data.raw, input);
  }
}

// What nodes behind a dynamic tensor keep may be of an earlier Prepare, and not
// fit the tensors of now.
TEST_F(DynamicTest, OperatorsAreNotShownNodesOfAnEarlierPrepare) {
  Subgraph& graph = interpreter_.primary_subgraph();
  const auto shown = [&graph] {
    int count = 0;
    graph.host().ForEachNode(
        [&count](TfLiteNode*, const TfLiteRegistration&) { ++count; });
    return count;
  };
  EXPECT_EQ(shown(), 0);
  Fill({4});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  ASSERT_EQ(interpreter_.ResizeInputTensor(interpreter_.inputs()[0], {1, 1}),
            kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(shown(), 0);
}

TEST_F(DynamicTest, UnchangedShapesAreNotPreparedAgain) {
  Fill({4});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  const int prepares = Calls().prepares;
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Calls().prepares, prepares);
  Fill({5});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_GT(Calls().prepares, prepares);
}

// Only the run prepares the nodes that add tensors.
TEST_F(SubgraphTest, RunsDoNotMoveTensors) {
  constexpr int kNodes = 200;
  int last = graph_.Tensor({1});
  interpreter_.SetInputs({last});
  for (int i = 0; i < kNodes; ++i) {
    const int next = graph_.Tensor({0});
    graph_.Node({last}, {next}, i == 0 ? IotaOp() : ScratchAddOneOp());
    last = next;
  }
  interpreter_.SetOutputs({last});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  const size_t tensors = interpreter_.tensors_size();
  const TfLiteTensor* input = interpreter_.input_tensor(0);
  Fill({1});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), std::vector<float>{kNodes - 1});
  EXPECT_GT(interpreter_.tensors_size(), tensors);
  EXPECT_EQ(interpreter_.input_tensor(0), input);
}

TEST_F(SubgraphTest, DynamicTensorsAreReleasedOnRequest) {
  InterpreterOptions options;
  options.SetEnsureDynamicTensorsAreReleased();
  interpreter_.ApplyOptions(&options);
  const int in = graph_.Tensor({1}), iota = graph_.Tensor({0}),
            out = graph_.Tensor({0});
  interpreter_.SetInputs({in});
  interpreter_.SetOutputs({out});
  graph_.Node({in}, {iota}, IotaOp());
  graph_.Node({iota}, {out}, AddOneOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  for (int run = 0; run < 2; ++run) {
    Fill({3});
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
    EXPECT_EQ(Output(), (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(interpreter_.tensor(iota)->data.raw, nullptr);
  }
}

TEST_F(SubgraphTest, LargeTensorsCanLiveOnTheHeap) {
  InterpreterOptions options;
  options.OptimizeMemoryForLargeTensors(8);
  interpreter_.ApplyOptions(&options);
  graph_.Chain(4, {2});
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
    EXPECT_EQ(interpreter_.tensor(2)->allocation_type, kTfLiteDynamic);
    Fill({1, 2});
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
    EXPECT_EQ(Output(), (std::vector<float>{5, 6}));
    EXPECT_EQ(interpreter_.tensor(2)->data.raw, nullptr);
    ASSERT_EQ(interpreter_.ResizeInputTensor(0, {2, 1}), kTfLiteOk);
  }
  ASSERT_EQ(interpreter_.ResizeInputTensor(0, {1}), kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_.tensor(2)->allocation_type, kTfLiteArenaRw);
}

TEST_F(SubgraphTest, LargeTensorsReturnToTheArena) {
  InterpreterOptions options;
  options.OptimizeMemoryForLargeTensors(8);
  options.OptimizeMemoryForLargeTensors(-1);
  EXPECT_EQ(options.GetDynamicAllocationForLargeTensors(), 8);
  interpreter_.ApplyOptions(&options);
  graph_.Chain(4, {2});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_.tensor(2)->allocation_type, kTfLiteDynamic);
  interpreter_.primary_subgraph().OptimizeMemoryForLargeTensors(0);
  EXPECT_FALSE(
      interpreter_.primary_subgraph().ShouldOptimizeMemoryForLargeTensors());
  ASSERT_EQ(interpreter_.ResizeInputTensor(0, {3}), kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_.tensor(2)->allocation_type, kTfLiteArenaRw);
  Fill({1, 2, 3});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{5, 6, 7}));
}

TEST_F(SubgraphTest, VariablesKeepTheirValueUntilReset) {
  const int in = graph_.Tensor({2}), state = graph_.Tensor({2}, true),
            out = graph_.Tensor({2});
  interpreter_.SetInputs({in});
  interpreter_.SetOutputs({out});
  interpreter_.SetVariables({state});
  graph_.Node({in, state}, {out}, AccumulateOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill({1, 2});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{2, 4}));
  ASSERT_EQ(interpreter_.ResetVariableTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{1, 2}));
}

TEST_F(SubgraphTest, FailuresNameTheNode) {
  const int a = graph_.Tensor({1}), b = graph_.Tensor({1}),
            c = graph_.Tensor({1});
  interpreter_.SetInputs({a});
  interpreter_.SetOutputs({c});
  graph_.Node({a}, {b}, AddOneOp());
  graph_.Node({b}, {c}, FailingInvokeOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("cannot invoke on purpose"));
  EXPECT_TRUE(errors_.Has("Node number 1 (FailingInvoke) failed to invoke."));
}

TEST_F(SubgraphTest, FailedPrepareNamesTheNode) {
  const int a = graph_.Tensor({1}), b = graph_.Tensor({1});
  interpreter_.SetInputs({a});
  interpreter_.SetOutputs({b});
  graph_.Node({a}, {b}, FailingPrepareOp());
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("Node number 0 (FailingPrepare) failed to prepare."));
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
}

TEST_F(SubgraphTest, ReadingBeforeWritingIsRefused) {
  const int a = graph_.Tensor({1}), b = graph_.Tensor({1}),
            c = graph_.Tensor({1});
  interpreter_.SetInputs({a});
  interpreter_.SetOutputs({c});
  graph_.Node({b}, {c}, AddOneOp());
  graph_.Node({a}, {b}, AddOneOp());
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteError);
  EXPECT_TRUE(
      errors_.Has("node 0 (AddOne) reads tensor 1 't' before node 1 (AddOne) "
                  "has written it"));
}

TEST_F(SubgraphTest, InputThatNobodyWritesIsAnErrorAtInvoke) {
  const int a = graph_.Tensor({1}), b = graph_.Tensor({1});
  interpreter_.SetOutputs({b});
  graph_.Node({a}, {b}, AddOneOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("Input tensor 0 lacks data"));
}

TEST_F(SubgraphTest, BadIndicesAreRefused) {
  interpreter_.AddTensors(2);
  EXPECT_EQ(interpreter_.SetInputs({2}), kTfLiteError);
  EXPECT_EQ(interpreter_.SetOutputs({-2}), kTfLiteError);
  const TfLiteRegistration op = AddOneOp();
  EXPECT_EQ(
      interpreter_.AddNodeWithParameters({0}, {7}, nullptr, 0, nullptr, &op),
      kTfLiteError);
  EXPECT_EQ(
      interpreter_.AddNodeWithParameters({0}, {0}, nullptr, 0, nullptr, &op),
      kTfLiteError);
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteError);
  EXPECT_EQ(interpreter_.tensor(2), nullptr);
  EXPECT_EQ(interpreter_.node_and_registration(0), nullptr);
  EXPECT_EQ(interpreter_.typed_tensor<float>(9), nullptr);
  EXPECT_EQ(interpreter_.typed_input_tensor<float>(0), nullptr);
}

TEST_F(SubgraphTest, ReleasedMemoryComesBack) {
  graph_.Chain(2, {2});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.ReleaseNonPersistentMemory(), kTfLiteOk);
  EXPECT_EQ(interpreter_.input_tensor(0)->data.raw, nullptr);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill({1, 1});
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{3, 3}));
}

TEST_F(SubgraphTest, CustomAllocationIsUsedAndChecked) {
  graph_.Chain(2, {2});
  alignas(64) float memory[16] = {1, 2};
  EXPECT_EQ(interpreter_.SetCustomAllocationForTensor(0, {memory + 1, 32}),
            kTfLiteError);
  ASSERT_EQ(interpreter_.SetCustomAllocationForTensor(0, {memory, 8}),
            kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{3, 4}));
  EXPECT_EQ(interpreter_.tensor(0)->data.f, memory);
  ASSERT_EQ(interpreter_.ResizeInputTensor(0, {3}), kTfLiteOk);
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteError);
  EXPECT_TRUE(
      errors_.Has("tensor 0 't' needs 12 bytes; its custom allocation has 8"));
  interpreter_.primary_subgraph().ClearCustomAllocations();
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_NE(interpreter_.tensor(0)->data.f, memory);
}

TEST_F(SubgraphTest, CancellationStopsARun) {
  graph_.Chain(2, {1});
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_.Cancel(), kTfLiteError);  // not enabled
  ASSERT_EQ(interpreter_.EnableCancellation(), kTfLiteOk);
  int asked = 0;
  interpreter_.SetCancellationFunction(
      &asked, [](void* data) { return ++*static_cast<int*>(data) == 2; });
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_EQ(asked, 2);
  interpreter_.SetCancellationFunction(&interpreter_, [](void* interpreter) {
    static_cast<Interpreter*>(interpreter)->Cancel();
    return false;
  });
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteCancelled);
  interpreter_.SetCancellationFunction(nullptr, nullptr);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteOk);  // Cancel stops one run only
}

TEST_F(SubgraphTest, ContextFunctionsAreAllThere) {
  TfLiteContext* context = interpreter_.primary_subgraph().context();
  void* const* functions = reinterpret_cast<void* const*>(context);
  // Offsets of the function pointers, in units of the pointer size.
  for (const int i :
       {1, 4, 5, 6, 7, 8, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}) {
    EXPECT_NE(functions[i], nullptr) << i;
  }
  TfLiteIntArray* plan = nullptr;
  EXPECT_EQ(context->GetExecutionPlan(context, &plan), kTfLiteError);
  int scratch = 0;
  EXPECT_EQ(context->RequestScratchBufferInArena(context, 4, &scratch),
            kTfLiteError);
  EXPECT_NE(context->AllocatePersistentBuffer(context, 16), nullptr);
  EXPECT_EQ(context->GetTensor(context, 5), nullptr);
}

TEST_F(SubgraphTest, ThreadsReachTheKernels) {
  EXPECT_EQ(interpreter_.primary_subgraph().context()->recommended_num_threads,
            -1);
  ASSERT_EQ(interpreter_.SetNumThreads(3), kTfLiteOk);
  EXPECT_EQ(interpreter_.primary_subgraph().context()->recommended_num_threads,
            3);
  EXPECT_EQ(interpreter_.primary_subgraph().host().thread_pool().num_threads(),
            3);
  ASSERT_EQ(interpreter_.SetNumThreads(0), kTfLiteOk);
  EXPECT_EQ(interpreter_.primary_subgraph().context()->recommended_num_threads,
            1);
  EXPECT_EQ(interpreter_.SetNumThreads(-2), kTfLiteError);
}

TEST_F(SubgraphTest, AddedGraphsGetTheSettingsOfTheFirst) {
  profiling::BufferedProfiler profiler(4);
  interpreter_.SetProfiler(&profiler);
  interpreter_.SetAllowFp16PrecisionForFp32(true);
  ASSERT_EQ(interpreter_.SetNumThreads(2), kTfLiteOk);
  interpreter_.AddSubgraphs(1);
  Subgraph& added = *interpreter_.subgraph(1);
  EXPECT_EQ(added.context()->recommended_num_threads, 2);
  EXPECT_TRUE(added.GetAllowFp16PrecisionForFp32());
  EXPECT_NE(added.GetProfiler(), nullptr);
  interpreter_.SetProfiler(static_cast<Profiler*>(nullptr));
  EXPECT_EQ(added.GetProfiler(), nullptr);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
