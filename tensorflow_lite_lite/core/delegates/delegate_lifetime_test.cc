// Orders in which delegates, their operators and interpreters may be deleted,
// and what happens in other orders. Run with AddressSanitizer.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/delegation_log.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

using DelegateLifetimeTest = DelegateTest;

TEST_F(DelegateLifetimeTest, AfterTheInterpreter) {
  Make(3);
  auto d = std::make_unique<TestDelegate>(std::vector<int>{0, 1});
  d->leave_in_buffer = true;
  ASSERT_EQ(Apply(d.get()), kTfLiteOk);
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  interpreter_.reset();
  EXPECT_EQ(d->freed_handles, 1);
  EXPECT_EQ(*d->live_kernels, 0);
  d.reset();
}

TEST_F(DelegateLifetimeTest, BeforeTheInterpreterOnceItIsRemoved) {
  Make(3);
  auto d = std::make_unique<TestDelegate>(std::vector<int>{0, 1});
  ASSERT_EQ(Apply(d.get()), kTfLiteOk);
  ExpectAdds(3);
  ASSERT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
  d.reset();
  ExpectAdds(3);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {5}), kTfLiteOk);
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_->GetDelegationReport().graphs[0].NodesDelegated(), 0);
}

// It may be deleted then, although the error is of the first graph.
TEST_F(DelegateLifetimeTest, RemovedFromAllGraphsIfTheCpuCannotRunOne) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker maker(interpreter_.get());
  for (const int t : {0, 1}) ASSERT_EQ(maker.Tensor({2}), t);
  interpreter_->SetInputs({0});
  interpreter_->SetOutputs({1});
  maker.Node({0}, {1}, CreateUnresolvedCustomOp("device-op"));
  Subgraph& second = AddGraph();
  auto d = std::make_unique<TestDelegate>(std::vector<int>{0});
  ASSERT_EQ(Apply(d.get()), kTfLiteOk);
  ASSERT_TRUE(second.IsFullyDelegated());
  EXPECT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteUnresolvedOps);
  EXPECT_TRUE(errors_.Has("device-op")) << errors_.text;
  d.reset();
  EXPECT_FALSE(second.HasDelegates());
  second.tensor(0)->data.f[0] = 3;
  ASSERT_EQ(second.Invoke(), kTfLiteOk);
  EXPECT_EQ(second.tensor(1)->data.f[0], 4);
}

TEST_F(DelegateLifetimeTest, RemovedWhileAResizeHasTakenItOff) {
  Make(3);
  auto d = std::make_unique<TestDelegate>(std::vector<int>{0, 1});
  ASSERT_EQ(Apply(d.get()), kTfLiteOk);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 1}), kTfLiteOk);
  ASSERT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
  d.reset();
  ExpectAdds(3);
}

TEST_F(DelegateLifetimeTest, AfterItFailed) {
  Make(3);
  auto d = std::make_unique<TestDelegate>(std::vector<int>{0, 1});
  d->fail_kernel_prepare = 0;
  ASSERT_EQ(Apply(d.get()), kTfLiteDelegateError);
  d.reset();
  ExpectAdds(3);
  EXPECT_NE(Refusals(0), "");
}

TEST_F(DelegateLifetimeTest, WithTheInterpreterWhereItWasHandedOver) {
  Make(2);
  auto d = std::make_unique<TestDelegate>(std::vector<int>{0});
  const std::shared_ptr<int> live_kernels = d->live_kernels;
  int kernels_left = -1;
  const auto deleter = [&](TfLiteDelegate*) {
    kernels_left = *live_kernels;
    d.reset();
  };
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(
                std::unique_ptr<TfLiteDelegate, decltype(deleter)>(&d->delegate,
                                                                   deleter)),
            kTfLiteOk);
  ExpectAdds(2);
  interpreter_.reset();
  EXPECT_EQ(kernels_left, 0);
  EXPECT_EQ(d, nullptr);
}

// --- Delegates that share ownership of themselves ---

struct CountedDelegate : TestDelegate {
  explicit CountedDelegate(std::vector<int> take)
      : TestDelegate(std::move(take)) {
    on_prepare = [this](TfLiteContext* context) {
      TfllDelegationLog* log = TfllGetDelegationLog(context);
      ASSERT_NE(log, nullptr);
      ++shares;
      log->hold(log, context, &delegate, this, [](void* object) {
        static_cast<CountedDelegate*>(object)->Release();
      });
    };
  }
  void Release() {
    if (--shares > 0) return;
    *destroyed = true;
    delete this;
  }
  int shares = 1;  // one share belongs to the owner
  std::shared_ptr<bool> destroyed = std::make_shared<bool>(false);
};

TEST_F(DelegateLifetimeTest, HeldDelegateOutlivesItsOwner) {
  Make(3);
  auto* d = new CountedDelegate({0, 1});
  const std::shared_ptr<bool> destroyed = d->destroyed;
  ASSERT_EQ(Apply(d), kTfLiteOk);
  d->Release();
  EXPECT_FALSE(*destroyed);
  ExpectAdds(3);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 1}), kTfLiteOk);
  EXPECT_FALSE(*destroyed);
  ExpectAdds(3);
  EXPECT_EQ(plan().size(), 2u);
  d->leave_in_buffer = true;
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  interpreter_.reset();
  EXPECT_TRUE(*destroyed);
}

TEST_F(DelegateLifetimeTest, HeldDelegateGoesWhenItIsRemovedOrFails) {
  Make(3);
  auto* d = new CountedDelegate({0, 1});
  std::shared_ptr<bool> destroyed = d->destroyed;
  ASSERT_EQ(Apply(d), kTfLiteOk);
  d->Release();
  ASSERT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
  EXPECT_TRUE(*destroyed);
  d = new CountedDelegate({0, 1});
  destroyed = d->destroyed;
  d->fail_kernel_prepare = 0;
  ASSERT_EQ(Apply(d), kTfLiteDelegateError);
  EXPECT_EQ(d->shares, 1);
  d->Release();
  EXPECT_TRUE(*destroyed);
  ExpectAdds(3);
}

TEST_F(DelegateLifetimeTest, HeldForAnUnknownContextIsReleasedAtOnce) {
  Make(1);
  TestDelegate d({0});
  int released = 0;
  d.on_prepare = [&](TfLiteContext* context) {
    TfllDelegationLog* log = TfllGetDelegationLog(context);
    log->hold(log, nullptr, &d.delegate, &released,
              [](void* count) { ++*static_cast<int*>(count); });
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(released, 1);
}

// --- Opaque delegates ---

// Takes all nodes of each graph as one partition, which adds their number.
class OpaqueAdder {
 public:
  OpaqueAdder() {
    TfLiteOpaqueDelegateBuilder builder{};
    builder.data = this;
    builder.Prepare = [](TfLiteOpaqueContext* context, TfLiteOpaqueDelegate* d,
                         void* data) {
      return static_cast<OpaqueAdder*>(data)->Prepare(
          reinterpret_cast<TfLiteContext*>(context), d);
    };
    builder.FreeBufferHandle = [](TfLiteOpaqueContext*, TfLiteOpaqueDelegate*,
                                  void* data, TfLiteBufferHandle*) {
      ++static_cast<OpaqueAdder*>(data)->freed_handles;
    };
    delegate = TfLiteOpaqueDelegateCreate(&builder);
  }
  ~OpaqueAdder() { TfLiteOpaqueDelegateDelete(delegate); }

  TfLiteOpaqueDelegate* delegate;
  TfLiteOperator* op = nullptr;  // the last operator that was created
  bool reuse_operator = false;
  int freed_handles = 0;

 private:
  TfLiteStatus Prepare(TfLiteContext* context, TfLiteDelegate* d) {
    if (op == nullptr || !reuse_operator) op = MakeOperator();
    TfLiteIntArray* plan = nullptr;
    TF_LITE_ENSURE_STATUS(context->GetExecutionPlan(context, &plan));
    TfLiteRegistration registration{};
    registration.registration_external = op;  // may already be deleted
    return context->ReplaceNodeSubsetsWithDelegateKernels(context, registration,
                                                          plan, d);
  }
  static TfLiteOperator* MakeOperator() {
    auto* op = new TfLiteOperator(kTfLiteBuiltinDelegate, "Adder", 1, nullptr);
    op->init = [](TfLiteOpaqueContext*, const char* buffer, size_t) -> void* {
      auto* p = reinterpret_cast<const TfLiteOpaqueDelegateParams*>(buffer);
      return new int(p->nodes_to_replace->size);
    };
    op->free = [](TfLiteOpaqueContext*, void* data) {
      delete static_cast<int*>(data);
    };
    op->invoke = [](TfLiteOpaqueContext* c, TfLiteOpaqueNode* n) {
      auto* context = reinterpret_cast<TfLiteContext*>(c);
      auto* node = reinterpret_cast<TfLiteNode*>(n);
      const TfLiteTensor& in = context->tensors[node->inputs->data[0]];
      const TfLiteTensor& out = context->tensors[node->outputs->data[0]];
      for (size_t i = 0; i < in.bytes / sizeof(float); ++i) {
        out.data.f[i] = in.data.f[i] + *static_cast<int*>(node->user_data);
      }
      return kTfLiteOk;
    };
    return op;
  }
};

TEST_F(DelegateLifetimeTest, OpaqueDelegateDeletedTooEarlyIsAnError) {
  Make(2);
  auto d = std::make_unique<OpaqueAdder>();
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d->delegate), kTfLiteOk);
  ExpectAdds(2);
  interpreter_->output_tensor(0)->buffer_handle = 3;
  d.reset();
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has("'Adder' was deleted while subgraph 0"))
      << errors_.text;
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteDelegateError);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 1}), kTfLiteOk);
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteDelegateError);
  // The graph can be used again after the delegates are removed.
  ASSERT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
  ExpectAdds(2);
}

TEST_F(DelegateLifetimeTest, InterpreterOfADeletedOpaqueDelegateCanGo) {
  Make(2);
  auto d = std::make_unique<OpaqueAdder>();
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d->delegate), kTfLiteOk);
  ExpectAdds(2);
  interpreter_->output_tensor(0)->buffer_handle = 3;
  d.reset();
  EXPECT_EQ(interpreter_->GetDelegationReport().graphs[0].NodesDelegated(), 2);
  interpreter_.reset();
}

TEST_F(DelegateLifetimeTest, OpaqueDelegateDeletedAfterTheInterpreter) {
  Make(2);
  OpaqueAdder d;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.delegate), kTfLiteOk);
  interpreter_->output_tensor(0)->buffer_handle = 3;
  interpreter_.reset();
  EXPECT_EQ(d.freed_handles, 1);
  TfLiteOpaqueDelegateDelete(nullptr);
}

TEST_F(DelegateLifetimeTest, OneOperatorForSeveralSubgraphs) {
  Make(2);
  const Subgraph& second = AddGraph();
  OpaqueAdder d;
  d.reuse_operator = true;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.delegate), kTfLiteOk);
  EXPECT_TRUE(second.IsFullyDelegated());
  ExpectAdds(2);
  TfLiteOperator* op = d.op;
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 1}), kTfLiteOk);
  ExpectAdds(2);
  EXPECT_EQ(d.op, op);
  EXPECT_TRUE(core::IsLiveOperator(op));
  interpreter_.reset();
  EXPECT_FALSE(core::IsLiveOperator(op));
}

TEST_F(DelegateLifetimeTest, OneOperatorForSeveralInterpreters) {
  for (const bool first_goes_first : {false, true}) {
    Make(2);
    auto other = std::make_unique<Interpreter>(&errors_);
    GraphMaker(other.get()).Chain(3, {2});
    OpaqueAdder d;
    d.reuse_operator = true;
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.delegate), kTfLiteOk);
    ASSERT_EQ(other->ModifyGraphWithDelegate(d.delegate), kTfLiteOk);
    if (first_goes_first) interpreter_.swap(other);
    other.reset();
    EXPECT_TRUE(core::IsLiveOperator(d.op));
    ExpectAdds(first_goes_first ? 3 : 2);
    interpreter_.reset();
    EXPECT_FALSE(core::IsLiveOperator(d.op));
    // Ownership was transferred and ended, so the operator cannot be used
    // again.
    Make(2);
    EXPECT_EQ(interpreter_->ModifyGraphWithDelegate(d.delegate),
              kTfLiteDelegateError);
    ExpectAdds(2);
  }
}

TEST_F(DelegateLifetimeTest, OperatorsOfEarlierShapesAreFreed) {
  Make(2);
  OpaqueAdder d;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.delegate), kTfLiteOk);
  const TfLiteOperator* first = d.op;
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 1}), kTfLiteOk);
  ExpectAdds(2);
  ASSERT_NE(d.op, first);
  EXPECT_FALSE(core::IsLiveOperator(first));
}

// --- Plugins with older, shorter registrations ---

// The fields that such a plugin does not write contain arbitrary stack
// contents.
TEST_F(DelegateLifetimeTest, ShorterRegistrationsRun) {
  struct {
    size_t bytes;
    const char* what;
  } const kLayouts[] = {{offsetof(TfLiteRegistration, registration_external),
                         "2021, without an opaque operator"},
                        {offsetof(TfLiteRegistration, async_kernel),
                         "2022, without an asynchronous kernel"},
                        {offsetof(TfLiteRegistration, inplace_operator),
                         "2023, without in-place flags"}};
  for (const auto& layout : kLayouts) {
    SCOPED_TRACE(layout.what);
    Make(3);
    TestDelegate d({});
    d.on_prepare = [&](TfLiteContext* context) {
      TfLiteRegistration r = TestDelegate::Registration();
      std::fill(reinterpret_cast<char*>(&r) + layout.bytes,
                reinterpret_cast<char*>(&r + 1), '\x5a');
      TfLiteIntArray* nodes = TfLiteIntArrayCreate(2);
      nodes->data[0] = 0;
      nodes->data[1] = 1;
      EXPECT_EQ(context->ReplaceNodeSubsetsWithDelegateKernels(
                    context, r, nodes, &d.delegate),
                kTfLiteOk);
      TfLiteIntArrayFree(nodes);
    };
    ASSERT_EQ(Apply(&d), kTfLiteOk);
    EXPECT_EQ(plan(), (std::vector<int>{3, 2}));
    ExpectAdds(3);
    ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 1}), kTfLiteOk);
    ExpectAdds(3);
    const auto* entry = interpreter_->node_and_registration(plan()[0]);
    EXPECT_EQ(entry->second.async_kernel, nullptr);
    EXPECT_EQ(entry->second.inplace_operator, 0u);
    interpreter_.reset();
    EXPECT_EQ(*d.live_kernels, 0);
  }
}

TEST_F(DelegateLifetimeTest, RegistrationWithoutCodeIsAnError) {
  Make(2);
  TestDelegate d({});
  d.on_prepare = [&](TfLiteContext* context) {
    TfLiteRegistration r{};
    r.registration_external = reinterpret_cast<TfLiteOperator*>(0x5a5a);
    TfLiteIntArray* nodes = TfLiteIntArrayCreate(1);
    nodes->data[0] = 0;
    EXPECT_EQ(context->ReplaceNodeSubsetsWithDelegateKernels(context, r, nodes,
                                                             &d.delegate),
              kTfLiteDelegateError);
    TfLiteIntArrayFree(nodes);
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(2);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
