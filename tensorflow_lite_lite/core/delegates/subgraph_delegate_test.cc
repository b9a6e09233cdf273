#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

TEST_F(DelegateTest, TakesItsNodesInOnePartition) {
  Make(5);
  TestDelegate d({1, 2, 3});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{0, 5, 4}));
  const auto* entry = interpreter_->node_and_registration(5);
  EXPECT_EQ(entry->first.delegate, &d.delegate);
  EXPECT_EQ(entry->second.builtin_code, kTfLiteBuiltinDelegate);
  EXPECT_EQ(entry->first.inputs->data[0], 1);
  EXPECT_EQ(entry->first.outputs->data[0], 4);
  ExpectAdds(5);
  EXPECT_FALSE(interpreter_->primary_subgraph().IsFullyDelegated());
  // Tensors inside the partition have no memory.
  EXPECT_EQ(interpreter_->tensor(2)->data.raw, nullptr);
}

TEST_F(DelegateTest, TwoPartitionsAndFullDelegation) {
  Make(5);
  TestDelegate d({0, 1, 3, 4});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{5, 2, 6}));
  ExpectAdds(5);
  TestDelegate rest({2});
  ASSERT_EQ(Apply(&rest), kTfLiteOk);
  EXPECT_TRUE(interpreter_->primary_subgraph().IsFullyDelegated());
  ExpectAdds(5);
  interpreter_.reset();
  EXPECT_EQ(*d.live_kernels, 0);
  EXPECT_EQ(*rest.live_kernels, 0);
}

TEST_F(DelegateTest, NothingTakenChangesNothing) {
  Make(3);
  TestDelegate d({});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2}));
  ExpectAdds(3);
}

TEST_F(DelegateTest, NullAndForeignNodesAreErrors) {
  Make(2);
  EXPECT_EQ(interpreter_->ModifyGraphWithDelegate(
                static_cast<TfLiteDelegate*>(nullptr)),
            kTfLiteDelegateError);
  TestDelegate d({0, 9});
  EXPECT_EQ(Apply(&d), kTfLiteDelegateError);
  ExpectAdds(2);
}

TEST_F(DelegateTest, FailedDelegateLeavesTheGraphAsItWas) {
  Make(3);
  TestDelegate first({0});
  ASSERT_EQ(Apply(&first), kTfLiteOk);
  TestDelegate d({1, 2});
  d.fail_prepare = true;
  EXPECT_EQ(Apply(&d), kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has(
      "Restored original execution plan after delegate application failure."));
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2}));
  ExpectAdds(3);
}

TEST_F(DelegateTest, KernelThatCannotInitializeLeavesItsNodes) {
  Make(5);
  TestDelegate d({0, 1, 3, 4});
  d.fail_init = 0;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2, 5}));
  ExpectAdds(5);
  EXPECT_EQ(Refusals(0), "TestDelegate: the kernel failed to initialize");
  EXPECT_EQ(Refusals(1), Refusals(0));
  EXPECT_EQ(Refusals(2), "TestDelegate: not asked for");
  EXPECT_EQ(Refusals(3), "");
}

TEST_F(DelegateTest, KernelThatCannotPrepareGivesItsNodesBack) {
  Make(5);
  TestDelegate d({0, 1, 3, 4});
  d.fail_kernel_prepare = 1;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{5, 2, 3, 4}));
  EXPECT_EQ(*d.live_kernels, 1);
  ExpectAdds(5);
  EXPECT_EQ(Refusals(3),
            "TestDelegate: the kernel failed to prepare: kernel says no");
  EXPECT_EQ(Refusals(4), Refusals(3));
  EXPECT_EQ(Refusals(0), "");
}

TEST_F(DelegateTest, NoKernelLeftIsAFailure) {
  Make(3);
  TestDelegate d({0, 1, 2});
  d.fail_kernel_prepare = 0;
  EXPECT_EQ(Apply(&d), kTfLiteDelegateError);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(*d.live_kernels, 0);
  ExpectAdds(3);
}

TEST_F(DelegateTest, FailureInARunGoesOnOnTheCpu) {
  Make(6);
  TestDelegate d({0, 1, 3, 4, 5});
  d.fail_kernel_invoke = 1;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(6);
  EXPECT_EQ(plan(), (std::vector<int>{6, 2, 3, 4, 5}));
  ExpectAdds(6);
  for (const int n : {3, 4, 5}) {
    EXPECT_EQ(Refusals(n), "TestDelegate: the kernel failed to invoke");
  }
}

TEST_F(DelegateTest, FullDelegationCanBeRequired) {
  Make(5);
  InterpreterOptions options;
  options.SetRequireFullDelegation();
  interpreter_->ApplyOptions(&options);
  TestDelegate d({0, 1, 3, 4});
  d.fail_kernel_prepare = 1;
  EXPECT_EQ(Apply(&d), kTfLiteDelegateError);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2, 3, 4}));
  TestDelegate whole({0, 1, 2, 3, 4});
  ASSERT_EQ(Apply(&whole), kTfLiteOk);
  ExpectAdds(5);
  whole.fail_kernel_invoke = 0;
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteDelegateError);
}

TEST_F(DelegateTest, ResizeTakesAStaticDelegateOffAndOnAgain) {
  Make(3);
  TestDelegate d({0, 1});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2}));
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{3, 2}));
  EXPECT_EQ(d.prepares, 2);
  EXPECT_EQ(*d.live_kernels, 1);
  std::fill_n(interpreter_->typed_input_tensor<float>(0), 3, 1.0f);
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[2], 4.0f);
}

TEST_F(DelegateTest, ResizeKeepsADynamicDelegate) {
  Make(3);
  TestDelegate d({0, 1});
  d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(d.prepares, 1);
  EXPECT_EQ(interpreter_->output_tensor(0)->dims->data[0], 3);
}

TEST_F(DelegateTest, StaticDelegateMakesTheGraphImmutable) {
  Make(2);
  TestDelegate d({0, 1});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(interpreter_->SetTensorParametersReadWrite(
                0, kTfLiteInt8, "", {3}, TfLiteQuantizationParams{0.5f, 1}),
            kTfLiteError);
  const TfLiteRegistration op = AddOneOp();
  EXPECT_EQ(
      interpreter_->AddNodeWithParameters({0}, {1}, nullptr, 0, nullptr, &op),
      kTfLiteError);
}

// in -> Iota -> AddOne ; in -> AddOne -> AddOne.
TEST_F(DelegateTest, DynamicTensorsCostOnlyTheirNodes) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker graph(interpreter_.get());
  const int in = graph.Tensor({1}), iota = graph.Tensor({0}),
            tail = graph.Tensor({0}), mid = graph.Tensor({1}),
            out = graph.Tensor({1});
  interpreter_->SetInputs({in});
  interpreter_->SetOutputs({out, tail});
  graph.Node({in}, {iota}, IotaOp());
  graph.Node({iota}, {tail}, AddOneOp());
  graph.Node({in}, {mid}, AddOneOp());
  graph.Node({mid}, {out}, AddOneOp());
  interpreter_->tensor(iota)->name = "iota";
  TestDelegate d({1, 2, 3});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 4}));
  EXPECT_EQ(Refusals(1),
            "TestDelegate: it touches the dynamic-sized tensor 1 'iota'");
  for (const int n : {3, 5}) {
    interpreter_->typed_input_tensor<float>(0)[0] = n;
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[0], n + 2.0f);
    EXPECT_EQ(interpreter_->output_tensor(1)->dims->data[0], n);
  }
  // A delegate that gets no nodes leaves the graph unchanged.
  TestDelegate dynamic_only({0, 1});
  EXPECT_EQ(Apply(&dynamic_only), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 4}));
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk);
}

// Its output, the shape of the input, is there once the graph is prepared.
TfLiteRegistration ShapeOp() {
  TfLiteRegistration r{};
  r.builtin_code = kTfLiteBuiltinShape;
  r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    const TfLiteTensor& in = context->tensors[node->inputs->data[0]];
    TfLiteTensor& out = context->tensors[node->outputs->data[0]];
    out.allocation_type = kTfLitePersistentRo;
    TfLiteIntArray* shape = TfLiteIntArrayCreate(1);
    shape->data[0] = in.dims->size;
    const TfLiteStatus status = context->ResizeTensor(context, &out, shape);
    std::copy_n(in.dims->data, in.dims->size, out.data.f);
    return status;
  };
  r.invoke = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
  return r;
}

// 0: in -> AddOne -> a. 1: the shape of a. 2: AddOne of a, which reads the
// shape, too.
class ShapeInAGraphTest : public DelegateTest {
 protected:
  void SetUp() override {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    GraphMaker graph(interpreter_.get());
    const int in = graph.Tensor({2}), a = graph.Tensor({2}),
              shape = graph.Tensor({1}), out = graph.Tensor({2});
    interpreter_->SetInputs({in});
    interpreter_->SetOutputs({out});
    graph.Node({in}, {a}, AddOneOp());
    graph.Node({a}, {shape}, ShapeOp());
    graph.Node({a, shape}, {out}, AddOneOp());
  }
};

TEST_F(ShapeInAGraphTest, DividesNoPartition) {
  TestDelegate d({0, 2});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{3, 1}));
  const TfLiteNode& node = interpreter_->node_and_registration(3)->first;
  EXPECT_EQ(node.outputs->size, 1) << "nobody reads the other value in a run";
  ExpectAdds(2);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2}));
  ExpectAdds(2);
  EXPECT_EQ(plan(), (std::vector<int>{3, 1}));
  EXPECT_EQ(interpreter_->tensor(2)->data.f[0], 3);
}

TEST_F(ShapeInAGraphTest, IsKnownToNodesThatComeBack) {
  TestDelegate d({0, 2});
  d.fail_kernel_invoke = 0;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(2);
  EXPECT_EQ(plan(), (std::vector<int>{0, 2, 1}));
  d.fail_kernel_invoke = -1;
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  ExpectAdds(2);
  EXPECT_EQ(plan(), (std::vector<int>{3, 1}));
}

// The partition does not provide the tensor whose shape is read.
TEST_F(ShapeInAGraphTest, StaysOnTheCpuBesideAPartition) {
  for (const int64_t flags :
       {kTfLiteDelegateFlagsNone, kTfLiteDelegateFlagsAllowDynamicTensors}) {
    SetUp();
    TestDelegate d({0, 2}), e({1});
    e.delegate.flags = flags;
    ASSERT_EQ(Apply(&d), kTfLiteOk);
    ASSERT_EQ(Apply(&e), kTfLiteOk);
    EXPECT_EQ(e.kernels, 0);
    EXPECT_NE(Refusals(1).find("is inside another partition"),
              std::string::npos)
        << Refusals(1);
    ExpectAdds(2);
    interpreter_.reset();
  }
}

// The kernel stays when the input is resized, and its output changes.
TEST_F(ShapeInAGraphTest, IsNoConstantOfAKernelThatStays) {
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_->tensor(2)->allocation_type, kTfLitePersistentRo);
  TestDelegate d({1});
  d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(interpreter_->tensor(2)->allocation_type, kTfLiteArenaRw);
  ExpectAdds(2);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  ExpectAdds(2);
  ASSERT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
  EXPECT_EQ(interpreter_->tensor(2)->allocation_type, kTfLitePersistentRo);
  EXPECT_EQ(interpreter_->tensor(2)->data.f[0], 3);
}

// The second delegate's partition is put after SHAPE, which nothing holds back
// any more; later, the tensor's node comes back from the first.
TEST_F(ShapeInAGraphTest, MayPrecedeANodeThatComesBack) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker graph(interpreter_.get());
  const int in = graph.Tensor({2}), b = graph.Tensor({2}),
            a = graph.Tensor({2}), shape = graph.Tensor({1}),
            out = graph.Tensor({2});
  interpreter_->SetInputs({in});
  interpreter_->SetOutputs({out});
  graph.Node({in}, {b}, AddOneOp());
  graph.Node({b}, {a}, AddOneOp());
  graph.Node({a}, {shape}, ShapeOp());
  graph.Node({a, shape}, {out}, AddOneOp());
  TestDelegate d({1, 3}), e({0}), idle({});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_EQ(Apply(&e), kTfLiteOk);
  ExpectAdds(3);
  d.fail_kernel_invoke = 0;
  ExpectAdds(3);
  EXPECT_EQ(plan(), (std::vector<int>{2, 5, 1, 3}));
  ASSERT_EQ(Apply(&idle), kTfLiteOk) << errors_.text;
  ExpectAdds(3);
}

// Nodes that read shapes may precede those that read them off in the plan of
// the first delegate. The second gets them in the graph's order.
TEST_F(ShapeInAGraphTest, PartitionsKeepTheGraphsOrder) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker graph(interpreter_.get());
  const int in = graph.Tensor({2}), a = graph.Tensor({2}),
            shape = graph.Tensor({1}), of_shape = graph.Tensor({1}),
            out = graph.Tensor({2});
  interpreter_->SetInputs({in});
  interpreter_->SetOutputs({a, out, of_shape});
  graph.Node({in}, {a}, AddOneOp());
  graph.Node({a}, {shape}, ShapeOp());
  graph.Node({shape}, {of_shape}, ShapeOp());
  graph.Node({a, of_shape}, {out}, AddOneOp());
  TestDelegate d({0, 3}), e({1, 2});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_EQ(Apply(&e), kTfLiteOk);
  for (const int n : plan()) {
    const auto& [node, registration] = *interpreter_->node_and_registration(n);
    if (node.delegate != &e.delegate) continue;
    const auto* params =
        static_cast<const TfLiteDelegateParams*>(node.builtin_data);
    EXPECT_TRUE(std::is_sorted(
        params->nodes_to_replace->data,
        params->nodes_to_replace->data + params->nodes_to_replace->size));
  }
}

TEST_F(ShapeInAGraphTest, DividesWhatStaysWhenInputsAreResized) {
  TestDelegate d({0, 2});
  d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{3, 1, 4}));
  ExpectAdds(2);
}

TEST_F(DelegateTest, PartitionsCanKeepTheOrderOrBeSingleNodes) {
  // in -> 0 -> 1 and in -> 2: 0 and 2 could share a partition.
  for (const bool keep_order : {false, true}) {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    InterpreterOptions options;
    options.SetDisableDelegateClustering(keep_order);
    interpreter_->ApplyOptions(&options);
    GraphMaker graph(interpreter_.get());
    const int in = graph.Tensor({1}), a = graph.Tensor({1}),
              b = graph.Tensor({1}), c = graph.Tensor({1});
    interpreter_->SetInputs({in});
    interpreter_->SetOutputs({b, c});
    graph.Node({in}, {a}, AddOneOp());
    graph.Node({a}, {b}, AddOneOp());
    graph.Node({in}, {c}, AddOneOp());
    TestDelegate d({0, 2});
    d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
    ASSERT_EQ(Apply(&d), kTfLiteOk);
    EXPECT_EQ(plan().size(), keep_order ? 3u : 2u);
  }
  Make(3);
  InterpreterOptions options;
  options.SetDisableDelegateNodeFusion(true);
  interpreter_->ApplyOptions(&options);
  TestDelegate single({0, 1, 2});
  ASSERT_EQ(Apply(&single), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{3, 4, 5}));
  ExpectAdds(3);
}

TEST_F(DelegateTest, ShapesArePropagatedWhereADelegateWantsThem) {
  for (const bool wanted : {false, true}) {
    Make(3);
    TestDelegate d({0, 1, 2});
    d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
    if (wanted) d.delegate.flags |= kTfLiteDelegateFlagsRequirePropagatedShapes;
    ASSERT_EQ(Apply(&d), kTfLiteOk);
    ASSERT_EQ(interpreter_->ResizeInputTensor(0, {6}), kTfLiteOk);
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    EXPECT_EQ(interpreter_->tensor(1)->dims->data[0], wanted ? 6 : 2);
    EXPECT_EQ(interpreter_->output_tensor(0)->dims->data[0], 6);
  }
}

TEST_F(DelegateTest, VariablesKeepTheirOrder) {
  // Two nodes that read and write the same variable, without other
  // dependencies.
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker graph(interpreter_.get());
  const int in = graph.Tensor({1}), state = graph.Tensor({1}, true),
            a = graph.Tensor({1}), b = graph.Tensor({1}), c = graph.Tensor({1});
  interpreter_->SetInputs({in});
  interpreter_->SetOutputs({a, b, c});
  interpreter_->SetVariables({state});
  graph.Node({in, state}, {a}, AccumulateOp());
  graph.Node({in, state}, {b}, AccumulateOp());
  graph.Node({in, state}, {c}, AccumulateOp());
  TestDelegate d({0, 2});
  d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{3, 1, 4}));
}

// Like AddOneOp, but sets the type of the output regardless of the declared
// type.
TfLiteRegistration RetypingAddOneOp() {
  TfLiteRegistration op = AddOneOp();
  op.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    context->tensors[node->outputs->data[0]].type = kTfLiteFloat32;
    return AddOneOp().prepare(context, node);
  };
  return op;
}

// The delegate has seen only the declared type.
TEST_F(DelegateTest, KernelForAnotherTypeGivesItsNodesBack) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker maker(interpreter_.get());
  const int x = maker.Tensor({2}), y = maker.Tensor({2}), z = maker.Tensor({2});
  ASSERT_EQ(interpreter_->SetTensorParametersReadWrite(y, kTfLiteInt8, "y", {2},
                                                       TfLiteQuantization{}),
            kTfLiteOk);
  maker.Node({x}, {y}, RetypingAddOneOp());
  maker.Node({y}, {z}, AddOneOp());
  interpreter_->SetInputs({x});
  interpreter_->SetOutputs({z});
  TestDelegate d({1});
  d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(2);
  EXPECT_NE(Refusals(1).find("'y' was INT8 for the delegate and is FLOAT32"),
            std::string::npos)
      << Refusals(1);
}

// A tensor that is written twice may have a different value for each reader.
TEST_F(DelegateTest, TensorsWrittenTwiceStayOnTheCpu) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker maker(interpreter_.get());
  const int x = maker.Tensor({2}), y = maker.Tensor({2}), z = maker.Tensor({2});
  const int out = maker.Tensor({2});
  maker.Node({x}, {y}, AddOneOp());
  maker.Node({y}, {z}, AddOneOp());
  maker.Node({z}, {y}, AddOneOp());
  maker.Node({x}, {out}, AddOneOp());
  interpreter_->SetInputs({x});
  interpreter_->SetOutputs({y, out});
  TestDelegate d({0, 1, 2, 3});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(d.kernels, 1);
  ExpectAdds(3);
  EXPECT_NE(Refusals(1).find("is written twice"), std::string::npos)
      << Refusals(1);
}

// Its nodes move those behind them, which are then prepared for other shapes.
TEST_F(DelegateTest, PartitionComesBackBeforeTensorsWrittenTwice) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker maker(interpreter_.get());
  for (int t = 0; t < 6; ++t) maker.Tensor({2});
  constexpr int kTwice = 3;
  for (const auto& [from, to] : {std::pair{0, 1},
                                 {1, 2},
                                 {2, kTwice},
                                 {kTwice, 4},
                                 {4, kTwice},
                                 {kTwice, 5}}) {
    maker.Node({from}, {to}, AddOneOp());
  }
  interpreter_->SetInputs({0});
  interpreter_->SetOutputs({5});
  TestDelegate d({0, 1});
  d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  d.fail_kernel_prepare = 0;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  ExpectAdds(6);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2, 3, 4, 5})) << errors_.text;
}

// For example, scratch memory of a processor: a tensor of the graph for which
// the kernel provides the memory.
TEST_F(DelegateTest, KernelMayGiveMemoryToAnInputThatNobodyWrites) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker maker(interpreter_.get());
  const int x = maker.Tensor({2}), own = maker.Tensor({2});
  const int y = maker.Tensor({2});
  maker.Node({x, own}, {y}, SumOp());
  interpreter_->SetInputs({x});
  interpreter_->SetOutputs({y});
  static float memory[2] = {5, 5};
  TfLiteDelegate delegate = TfLiteDelegateCreate();
  delegate.Prepare = [](TfLiteContext* context, TfLiteDelegate* d) {
    TfLiteRegistration kernel = SumOp();
    kernel.custom_name = "OwnMemory";
    kernel.prepare = [](TfLiteContext* c, TfLiteNode* node) {
      for (const int t : {node->inputs->data[0], node->inputs->data[1]}) {
        if (c->tensors[t].data.raw != nullptr || t == 0) continue;
        c->tensors[t].allocation_type = kTfLiteCustom;
        c->tensors[t].data.f = memory;
      }
      return SumOp().prepare(c, node);
    };
    TfLiteIntArray* nodes = TfLiteIntArrayCreate(1);
    nodes->data[0] = 0;
    const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
        context, kernel, nodes, d);
    TfLiteIntArrayFree(nodes);
    return status;
  };
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(&delegate), kTfLiteOk);
  ExpectAdds(5);
  // Without the kernel and its memory, the node has no input value.
  interpreter_.reset();
}

// Before a delegate is asked, all nodes are prepared for their shapes.
TEST_F(DelegateTest, GraphIsNotReadyAfterANodeFailedOnTheWay) {
  Make(1);
  TfLiteRegistration second_fails = AddOneOp();
  second_fails.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    int& prepares = *static_cast<int*>(node->user_data);
    if (++prepares == 2) return kTfLiteError;
    return AddOneOp().prepare(context, node);
  };
  GraphMaker maker(interpreter_.get());
  maker.Node({1}, {maker.Tensor({2})}, second_fails);
  interpreter_->SetOutputs({2});
  ExpectAdds(2);
  TestDelegate d({0});
  EXPECT_EQ(Apply(&d), kTfLiteError);
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("not ready")) << errors_.text;
  ExpectAdds(2);
}

TEST_F(DelegateTest, TenThousandNodesAreTakenAtOnce) {
  Make(10000);
  std::vector<int> every_other;
  for (int i = 0; i < 10000; i += 2) every_other.push_back(i);
  TestDelegate d(every_other);
  d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan().size(), 10000u);
  EXPECT_EQ(*d.live_kernels, 5000);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
