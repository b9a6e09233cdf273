#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/delegate_calls.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/test_ops.h"

namespace tflite {
namespace testing {
namespace {

// Takes the nodes it is told to. Its kernel computes what chains of AddOneOp do:
// the first input plus the number of nodes.
struct TestDelegate {
  explicit TestDelegate(std::vector<int> take) : nodes(std::move(take)) {
    delegate = TfLiteDelegateCreate();
    delegate.data_ = this;
    delegate.Prepare = [](TfLiteContext* context, TfLiteDelegate* d) {
      return static_cast<TestDelegate*>(d->data_)->Replace(context, d);
    };
    delegate.CopyFromBufferHandle = [](TfLiteContext*, TfLiteDelegate* d,
                                       TfLiteBufferHandle handle,
                                       TfLiteTensor* tensor) {
      ++static_cast<TestDelegate*>(d->data_)->copies;
      for (size_t i = 0; i < tensor->bytes / sizeof(float); ++i) {
        tensor->data.f[i] = 1000.0f + handle;
      }
      return kTfLiteOk;
    };
    delegate.FreeBufferHandle = [](TfLiteContext*, TfLiteDelegate* d,
                                   TfLiteBufferHandle* handle) {
      ++static_cast<TestDelegate*>(d->data_)->freed_handles;
      *handle = kTfLiteNullBufferHandle;
    };
  }

  TfLiteStatus Replace(TfLiteContext* context, TfLiteDelegate* d) {
    ++prepares;
    if (on_prepare != nullptr) on_prepare(context);
    if (fail_prepare) return kTfLiteError;
    TfLiteIntArray* list = TfLiteIntArrayCreate(static_cast<int>(nodes.size()));
    std::copy(nodes.begin(), nodes.end(), list->data);
    const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
        context, Registration(), list, d);
    TfLiteIntArrayFree(list);
    return status;
  }

  // Outlives the delegate where an interpreter does.
  struct Kernel {
    ~Kernel() { --*live; }
    TestDelegate* owner;
    int nodes;
    int number;
    std::shared_ptr<int> live;
  };

  static TfLiteRegistration Registration() {
    TfLiteRegistration r{};
    r.custom_name = "TestDelegate";
    r.init = [](TfLiteContext*, const char* buffer, size_t) -> void* {
      auto* params = reinterpret_cast<const TfLiteDelegateParams*>(buffer);
      auto* owner = static_cast<TestDelegate*>(params->delegate->data_);
      const int number = owner->kernels++;
      if (number == owner->fail_init) return TfLiteKernelInitFailed();
      ++*owner->live_kernels;
      return new Kernel{owner, params->nodes_to_replace->size, number,
                        owner->live_kernels};
    };
    r.free = [](TfLiteContext*, void* data) {
      delete static_cast<Kernel*>(data);
    };
    r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
      auto* kernel = static_cast<Kernel*>(node->user_data);
      if (kernel->number == kernel->owner->fail_kernel_prepare) {
        context->ReportError(context, "kernel says no");
        return kTfLiteError;
      }
      return context->ResizeTensor(
          context, &context->tensors[node->outputs->data[0]],
          TfLiteIntArrayCopy(context->tensors[node->inputs->data[0]].dims));
    };
    r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      auto* kernel = static_cast<Kernel*>(node->user_data);
      TestDelegate* owner = kernel->owner;
      TfLiteTensor& out = context->tensors[node->outputs->data[0]];
      if (kernel->number == owner->fail_kernel_invoke) return kTfLiteError;
      if (owner->leave_in_buffer) {
        out.buffer_handle = 7;
        out.data_is_stale = true;
        return kTfLiteOk;
      }
      const TfLiteTensor& in = context->tensors[node->inputs->data[0]];
      for (size_t i = 0; i < in.bytes / sizeof(float); ++i) {
        out.data.f[i] = in.data.f[i] + kernel->nodes;
      }
      return kTfLiteOk;
    };
    return r;
  }

  TfLiteDelegate delegate;
  std::vector<int> nodes;
  std::function<void(TfLiteContext*)> on_prepare;
  bool fail_prepare = false;
  int fail_init = -1;  // number of the kernel that fails
  int fail_kernel_prepare = -1;
  int fail_kernel_invoke = -1;
  bool leave_in_buffer = false;
  int prepares = 0;
  int kernels = 0;
  std::shared_ptr<int> live_kernels = std::make_shared<int>(0);
  int copies = 0;
  int freed_handles = 0;
};

class DelegateTest : public ::testing::Test {
 protected:
  void Make(int length) {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    GraphMaker(interpreter_.get()).Chain(length, {2});
  }
  TfLiteStatus Apply(TestDelegate* d) {
    return interpreter_->ModifyGraphWithDelegate(&d->delegate);
  }
  const std::vector<int>& plan() { return interpreter_->execution_plan(); }
  // Runs and checks that each element has grown by `added`.
  void ExpectAdds(int added) {
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    float* in = interpreter_->typed_input_tensor<float>(0);
    in[0] = 1;
    in[1] = 2;
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    const float* out = interpreter_->typed_output_tensor<float>(0);
    EXPECT_EQ(out[0], 1.0f + added);
    EXPECT_EQ(out[1], 2.0f + added);
  }

  CollectingReporter errors_;
  std::unique_ptr<Interpreter> interpreter_;
};

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
  // What is inside the partition has no memory.
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

TEST_F(DelegateTest, KernelThatCannotInitialiseLeavesItsNodes) {
  Make(5);
  TestDelegate d({0, 1, 3, 4});
  d.fail_init = 0;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2, 5}));
  ExpectAdds(5);
  const auto& notes = interpreter_->primary_subgraph().delegation_notes();
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[1].node_index, 1);
  EXPECT_NE(notes[0].reason.find("failed to initialize"), std::string::npos);
}

TEST_F(DelegateTest, KernelThatCannotPrepareGivesItsNodesBack) {
  Make(5);
  TestDelegate d({0, 1, 3, 4});
  d.fail_kernel_prepare = 1;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{5, 2, 3, 4}));
  EXPECT_EQ(*d.live_kernels, 1);
  ExpectAdds(5);
  const auto& notes = interpreter_->primary_subgraph().delegation_notes();
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_NE(notes[0].reason.find("kernel says no"), std::string::npos);
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
  const auto& notes = interpreter_->primary_subgraph().delegation_notes();
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_NE(notes[0].reason.find("failed to invoke"), std::string::npos);
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
  EXPECT_EQ(interpreter_->AddNodeWithParameters({0}, {1}, nullptr, 0, nullptr, &op),
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
  TestDelegate d({1, 2, 3});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 4}));
  const auto& notes = interpreter_->primary_subgraph().delegation_notes();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].node_index, 1);
  for (const int n : {3, 5}) {
    interpreter_->typed_input_tensor<float>(0)[0] = n;
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[0], n + 2.0f);
    EXPECT_EQ(interpreter_->output_tensor(1)->dims->data[0], n);
  }
  TestDelegate dynamic_only({0, 1});
  EXPECT_EQ(Apply(&dynamic_only), kTfLiteApplicationError);
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 4}));
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk);
}

TEST_F(DelegateTest, PreviewTellsThePartitions) {
  Make(5);
  TestDelegate d({0, 1, 3, 4});
  bool looked = false;
  d.on_prepare = [&](TfLiteContext* context) {
    TfLiteIntArray* nodes = TfLiteIntArrayCreate(4);
    const int wanted[] = {0, 1, 3, 4};
    std::copy(wanted, wanted + 4, nodes->data);
    TfLiteDelegateParams* params = nullptr;
    int count = 0;
    ASSERT_EQ(context->PreviewDelegatePartitioning(context, nodes, &params,
                                                   &count),
              kTfLiteOk);
    TfLiteIntArrayFree(nodes);
    ASSERT_EQ(count, 2);
    EXPECT_EQ(params[0].nodes_to_replace->size, 2);
    EXPECT_EQ(params[1].nodes_to_replace->data[0], 3);
    EXPECT_EQ(params[1].input_tensors->data[0], 3);
    EXPECT_EQ(params[1].output_tensors->data[0], 5);
    looked = true;
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_TRUE(looked);
}

TEST_F(DelegateTest, DelegateFunctionsWorkWhileItPrepares) {
  Make(2);
  TestDelegate d({0});
  TfLiteIntArray* plan_seen = nullptr;
  d.on_prepare = [&](TfLiteContext* context) {
    ASSERT_EQ(context->GetExecutionPlan(context, &plan_seen), kTfLiteOk);
    ASSERT_EQ(plan_seen->size, 2);
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    ASSERT_EQ(context->GetNodeAndRegistration(context, 1, &node, &registration),
              kTfLiteOk);
    EXPECT_STREQ(registration->custom_name, "AddOne");
    EXPECT_EQ(context->GetNodeAndRegistration(context, 2, &node, &registration),
              kTfLiteError);
    TfLiteContext* other = nullptr;
    EXPECT_EQ(context->AcquireSubgraphContext(context, 1, &other), kTfLiteError);
    ASSERT_EQ(context->AcquireSubgraphContext(context, 0, &other), kTfLiteOk);
    EXPECT_EQ(other, context);
    EXPECT_EQ(context->ReleaseSubgraphContext(context, 0), kTfLiteOk);
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_NE(plan_seen, nullptr);
}

TEST_F(DelegateTest, BufferHandlesAreFetchedWhenNeeded) {
  Make(3);
  TestDelegate d({0, 1});
  d.leave_in_buffer = true;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_EQ(d.copies, 1);  // for the node on the CPU
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[0], 1008.0f);
  interpreter_.reset();
  EXPECT_EQ(d.freed_handles, 1);
}

TEST_F(DelegateTest, OutputsCanStayInBuffers) {
  Make(2);
  TestDelegate d({0, 1});
  d.leave_in_buffer = true;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  interpreter_->SetAllowBufferHandleOutput(true);
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_EQ(d.copies, 0);
  const int out = interpreter_->outputs()[0];
  EXPECT_TRUE(interpreter_->tensor(out)->data_is_stale);
  ASSERT_EQ(interpreter_->EnsureTensorDataIsReadable(out), kTfLiteOk);
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[1], 1007.0f);
  TfLiteBufferHandle handle = 0;
  TfLiteDelegate* owner = nullptr;
  ASSERT_EQ(interpreter_->GetBufferHandle(out, &handle, &owner), kTfLiteOk);
  EXPECT_EQ(handle, 7);
  EXPECT_EQ(owner, &d.delegate);
  ASSERT_EQ(interpreter_->SetBufferHandle(out, 9, &d.delegate), kTfLiteOk);
  EXPECT_EQ(d.freed_handles, 1);
  TestDelegate other({});
  EXPECT_EQ(interpreter_->SetBufferHandle(out, 9, &other.delegate), kTfLiteError);
  interpreter_.reset();
}

TEST_F(DelegateTest, OwnedDelegateOutlivesTheGraph) {
  Make(2);
  auto d = std::make_unique<TestDelegate>(std::vector<int>{0});
  int deleted = 0;
  {
    const auto deleter = [&](TfLiteDelegate*) { ++deleted; };
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(
                  std::unique_ptr<TfLiteDelegate, decltype(deleter)>(&d->delegate,
                                                                     deleter)),
              kTfLiteOk);
  }
  EXPECT_EQ(deleted, 0);
  ExpectAdds(2);
  interpreter_.reset();
  EXPECT_EQ(deleted, 1);
  EXPECT_EQ(*d->live_kernels, 0);
}

TEST_F(DelegateTest, OldShortRegistrationRuns) {
  Make(2);
  TestDelegate d({});
  d.on_prepare = [&](TfLiteContext* context) {
    TfLiteRegistration r = TestDelegate::Registration();
    // What follows the fields of an older struct is whatever lay there.
    r.registration_external = reinterpret_cast<TfLiteOperator*>(0x1234);
    r.inplace_operator = ~uint64_t{0};
    TfLiteIntArray* nodes = TfLiteIntArrayCreate(2);
    nodes->data[0] = 0;
    nodes->data[1] = 1;
    EXPECT_EQ(context->ReplaceNodeSubsetsWithDelegateKernels(context, r, nodes,
                                                             &d.delegate),
              kTfLiteOk);
    TfLiteIntArrayFree(nodes);
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{2}));
  ExpectAdds(2);
}

TEST_F(DelegateTest, OpaqueDelegateRunsAndIsFreed) {
  Make(3);
  TfLiteOpaqueDelegateBuilder builder{};
  int marker = 5;
  builder.data = &marker;
  builder.Prepare = [](TfLiteOpaqueContext* opaque, TfLiteOpaqueDelegate* d, void*) {
    auto* context = reinterpret_cast<TfLiteContext*>(opaque);
    auto* op = new TfLiteOperator(kTfLiteBuiltinDelegate, "Opaque", 1, nullptr);
    op->init = [](TfLiteOpaqueContext*, const char* buffer, size_t) -> void* {
      auto* p = reinterpret_cast<const TfLiteOpaqueDelegateParams*>(buffer);
      return new float(*static_cast<int*>(p->delegate_data) +
                       p->nodes_to_replace->size);
    };
    op->free = [](TfLiteOpaqueContext*, void* data) {
      delete static_cast<float*>(data);
    };
    op->invoke = [](TfLiteOpaqueContext* opaque, TfLiteOpaqueNode* opaque_node) {
      auto* context = reinterpret_cast<TfLiteContext*>(opaque);
      auto* node = reinterpret_cast<TfLiteNode*>(opaque_node);
      const float add = *static_cast<float*>(node->user_data);
      for (int i = 0; i < 2; ++i) {
        context->tensors[node->outputs->data[0]].data.f[i] =
            context->tensors[node->inputs->data[0]].data.f[i] + add;
      }
      return kTfLiteOk;
    };
    TfLiteIntArray* nodes = TfLiteIntArrayCreate(2);
    nodes->data[0] = 0;
    nodes->data[1] = 1;
    const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
        context, RegistrationFor(op), nodes, d);
    TfLiteIntArrayFree(nodes);
    return status;
  };
  TfLiteOpaqueDelegate* opaque = TfLiteOpaqueDelegateCreate(&builder);
  ASSERT_TRUE(IsOpaqueDelegate(opaque));
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(opaque), kTfLiteOk);
  EXPECT_EQ(plan(), (std::vector<int>{3, 2}));
  ExpectAdds(5 + 2 + 1);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 1}), kTfLiteOk);
  interpreter_.reset();
  TfLiteOpaqueDelegateDelete(opaque);
}

TEST_F(DelegateTest, DelegatesMayRewriteInputsOfOtherNodes) {
  Make(3);
  TestDelegate d({1});
  d.on_prepare = [&](TfLiteContext* context) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    ASSERT_EQ(context->GetNodeAndRegistration(context, 1, &node, &registration),
              kTfLiteOk);
    node->inputs->data[0] = 0;  // skips node 0
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(2);
  ASSERT_EQ(interpreter_->primary_subgraph().RemoveAllDelegates(), kTfLiteOk);
  ExpectAdds(3);
}

TEST_F(DelegateTest, PartitionsCanKeepTheOrderOrBeSingleNodes) {
  // in -> 0 -> 1 and in -> 2: 0 and 2 could share a partition.
  for (const bool keep_order : {false, true}) {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    InterpreterOptions options;
    options.SetDisableDelegateClustering(keep_order);
    interpreter_->ApplyOptions(&options);
    GraphMaker graph(interpreter_.get());
    const int in = graph.Tensor({1}), a = graph.Tensor({1}), b = graph.Tensor({1}),
              c = graph.Tensor({1});
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
  // Two readers and writers of one variable, without data between them.
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

TEST_F(DelegateTest, SkippableSubgraphsAreLeftOut) {
  Make(2);
  interpreter_->AddSubgraphs(1);
  ASSERT_EQ(interpreter_->primary_subgraph().MarkSubgraphAsDelegationSkippable(1),
            kTfLiteOk);
  EXPECT_EQ(interpreter_->primary_subgraph().MarkSubgraphAsDelegationSkippable(0),
            kTfLiteError);
  TestDelegate d({0});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(d.prepares, 1);
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
