#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

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
    ASSERT_EQ(
        context->PreviewDelegatePartitioning(context, nodes, &params, &count),
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
    EXPECT_EQ(context->AcquireSubgraphContext(context, 1, &other),
              kTfLiteError);
    ASSERT_EQ(context->AcquireSubgraphContext(context, 0, &other), kTfLiteOk);
    EXPECT_EQ(other, context);
    EXPECT_EQ(context->ReleaseSubgraphContext(context, 0), kTfLiteOk);
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_NE(plan_seen, nullptr);
}

// Nodes that it takes from another graph could not be given back.
TEST_F(DelegateTest, NodesOfOtherGraphsCanBeReadButNotTaken) {
  Make(2);
  Subgraph& second = AddGraph();
  TestDelegate d({0});
  int partitions = 0;
  TfLiteStatus taken = kTfLiteOk;
  d.on_prepare = [&](TfLiteContext* context) {
    TfLiteContext* other = nullptr;
    if (d.prepares > 1 ||
        context->AcquireSubgraphContext(context, 1, &other) != kTfLiteOk) {
      return;
    }
    TfLiteIntArray* nodes = TfLiteIntArrayCreate(1);
    nodes->data[0] = 0;
    TfLiteDelegateParams* params = nullptr;
    EXPECT_EQ(
        other->PreviewDelegatePartitioning(other, nodes, &params, &partitions),
        kTfLiteOk);
    taken = other->ReplaceNodeSubsetsWithDelegateKernels(
        other, TestDelegate::Registration(), nodes, &d.delegate);
    TfLiteIntArrayFree(nodes);
    EXPECT_EQ(context->ReleaseSubgraphContext(context, 1), kTfLiteOk);
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(partitions, 1);
  EXPECT_EQ(taken, kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has("nodes of subgraph 1 only while it is applied to it"))
      << errors_.text;
  EXPECT_EQ(d.kernels, 2);
  EXPECT_TRUE(second.IsFullyDelegated());
  ExpectAdds(2);
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
  EXPECT_EQ(interpreter_->SetBufferHandle(out, 9, &other.delegate),
            kTfLiteError);
  interpreter_.reset();
}

TEST_F(DelegateTest, BuffersThatCannotBeReadAreNamed) {
  Make(2);
  TestDelegate d({});
  d.delegate.CopyFromBufferHandle = [](TfLiteContext*, TfLiteDelegate*,
                                       TfLiteBufferHandle,
                                       TfLiteTensor*) { return kTfLiteError; };
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  const int in = interpreter_->inputs()[0];
  interpreter_->tensor(in)->name = "picture";
  ASSERT_EQ(interpreter_->SetBufferHandle(in, 5, &d.delegate), kTfLiteOk);
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteError);
  EXPECT_EQ(errors_.text,
            "tensor 0 'picture' cannot be read: its delegate has not copied "
            "buffer 5\n");
  interpreter_.reset();
}

// One node of a delegate takes the place of many that were prepared before.
TEST_F(DelegateTest, BuffersMayBeSetBeforeTheGraphIsPreparedAgain) {
  constexpr int kNodes = 100;
  Make(kNodes);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  std::vector<int> all(kNodes);
  std::iota(all.begin(), all.end(), 0);
  TestDelegate d(all);
  d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_EQ(plan().size(), 1u);
  const int in = interpreter_->inputs()[0];
  ASSERT_EQ(interpreter_->SetBufferHandle(in, 5, &d.delegate), kTfLiteOk);
  ASSERT_EQ(
      interpreter_->SetBufferHandle(in, kTfLiteNullBufferHandle, &d.delegate),
      kTfLiteOk);
  ExpectAdds(kNodes);
  interpreter_.reset();
}

TEST_F(DelegateTest, InputsInBuffersAreFetchedInEachRun) {
  Make(2);
  TestDelegate d({1});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  const int in = interpreter_->inputs()[0];
  ASSERT_EQ(interpreter_->SetBufferHandle(in, 5, &d.delegate), kTfLiteOk);
  for (int run = 1; run <= 2; ++run) {
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    EXPECT_EQ(d.copies, run);  // for the node on the CPU
    EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[0], 1007.0f);
  }
  ASSERT_EQ(
      interpreter_->SetBufferHandle(in, kTfLiteNullBufferHandle, &d.delegate),
      kTfLiteOk);
  interpreter_->typed_input_tensor<float>(0)[0] = 1;
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_EQ(d.copies, 2);
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[0], 3.0f);
  interpreter_.reset();
}

TEST_F(DelegateTest, OutputsReachTheirBuffersFromTheCpu) {
  static std::vector<float> written;
  static TfLiteStatus result;
  Make(2);
  TestDelegate d({0, 1});
  d.fail_kernel_invoke = 0;
  written.clear();
  result = kTfLiteOk;
  d.delegate.CopyToBufferHandle = [](TfLiteContext*, TfLiteDelegate*,
                                     TfLiteBufferHandle handle,
                                     TfLiteTensor* tensor) {
    EXPECT_EQ(handle, 3);
    written.push_back(tensor->data.f[0]);
    return result;
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  const int out = interpreter_->outputs()[0];
  ASSERT_EQ(interpreter_->SetBufferHandle(out, 3, &d.delegate), kTfLiteOk);
  for (const float value : {1.0f, 2.0f}) {
    interpreter_->typed_input_tensor<float>(0)[0] = value;
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  }
  EXPECT_EQ(plan().size(), 2u);
  EXPECT_EQ(written, (std::vector<float>{3, 4}));
  EXPECT_EQ(d.freed_handles, 0);

  // A buffer that cannot be written is released, which GetBufferHandle shows.
  result = kTfLiteError;
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_EQ(d.freed_handles, 1);
  TfLiteBufferHandle handle = 0;
  TfLiteDelegate* owner = nullptr;
  ASSERT_EQ(interpreter_->GetBufferHandle(out, &handle, &owner), kTfLiteOk);
  EXPECT_EQ(handle, kTfLiteNullBufferHandle);
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[0], 4.0f);
  interpreter_.reset();
}

TEST_F(DelegateTest, OwnedDelegateOutlivesTheGraph) {
  Make(2);
  auto d = std::make_unique<TestDelegate>(std::vector<int>{0});
  int deleted = 0;
  {
    const auto deleter = [&](TfLiteDelegate*) { ++deleted; };
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(
                  std::unique_ptr<TfLiteDelegate, decltype(deleter)>(
                      &d->delegate, deleter)),
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
    // The memory after the fields of an older struct has arbitrary contents.
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
  builder.Prepare = [](TfLiteOpaqueContext* opaque, TfLiteOpaqueDelegate* d,
                       void*) {
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
    op->invoke = [](TfLiteOpaqueContext* opaque,
                    TfLiteOpaqueNode* opaque_node) {
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
        context, core::RegistrationFor(op), nodes, d);
    TfLiteIntArrayFree(nodes);
    return status;
  };
  TfLiteOpaqueDelegate* opaque = TfLiteOpaqueDelegateCreate(&builder);
  ASSERT_TRUE(core::IsOpaqueDelegate(opaque));
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

TEST_F(DelegateTest, SkippableSubgraphsAreLeftOut) {
  Make(2);
  interpreter_->AddSubgraphs(1);
  ASSERT_EQ(
      interpreter_->primary_subgraph().MarkSubgraphAsDelegationSkippable(1),
      kTfLiteOk);
  EXPECT_EQ(
      interpreter_->primary_subgraph().MarkSubgraphAsDelegationSkippable(0),
      kTfLiteError);
  TestDelegate d({0});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(d.prepares, 1);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
