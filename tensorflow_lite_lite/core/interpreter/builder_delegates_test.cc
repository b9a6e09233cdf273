// Delegates that are added by an InterpreterBuilder or a resolver, and the
// events that profilers get.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/delegation_log.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/core/profiling/buffered_profiler.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"
#include "testing/fault/small_model.h"

namespace tflite {
namespace testing {
namespace {

// Resolves ADD nodes; optionally has a default delegate.
class Resolver : public MutableOpResolver {
 public:
  explicit Resolver(TestDelegate* lazy) {
    const TfLiteRegistration sum = SumOp();
    AddBuiltin(BuiltinOperator_ADD, &sum, 1, 2);
    if (lazy == nullptr) return;
    delegate_creators_.push_back([lazy](TfLiteContext*) {
      return std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>(
          &lazy->delegate, [](TfLiteDelegate*) {});
    });
  }
};

class BuilderDelegatesTest : public DelegateTest {
 protected:
  TfLiteStatus Build(std::vector<TestDelegate*> delegates,
                     TestDelegate* lazy = nullptr, bool strict = false,
                     bool preserve_all = false) {
    interpreter_.reset();
    bytes_ = fault::Pack(contents_);
    model_ = FlatBufferModel::BuildFromBuffer(bytes_.data(), bytes_.size(),
                                              &errors_);
    resolver_ = std::make_unique<Resolver>(lazy);
    InterpreterOptions options;
    options.SetRequireFullDelegation(strict);
    options.SetPreserveAllTensors(preserve_all);
    InterpreterBuilder builder(*model_, *resolver_, &options);
    for (TestDelegate* d : delegates) builder.AddDelegate(&d->delegate);
    return builder(&interpreter_);
  }
  // Those of the plan's nodes.
  std::vector<const TfLiteDelegate*> Delegates() {
    std::vector<const TfLiteDelegate*> delegates;
    for (const int n : plan()) {
      delegates.push_back(
          interpreter_->node_and_registration(n)->first.delegate);
    }
    return delegates;
  }
  ModelT contents_ = fault::AddChain(3);
  std::string bytes_;
  std::unique_ptr<FlatBufferModel> model_;
  std::unique_ptr<Resolver> resolver_;
};

TEST_F(BuilderDelegatesTest, ReportKnowsThem) {
  TestDelegate a({0}), b({2});
  ASSERT_EQ(Build({&a, &b}), kTfLiteOk) << errors_.text;
  const auto graph = interpreter_->GetDelegationReport().graphs[0];
  EXPECT_EQ(graph.name, "main");
  EXPECT_EQ(graph.partitions.size(), 2u);
  EXPECT_EQ(graph.nodes[0].op, "ADD");
  EXPECT_EQ(graph.nodes[0].output, "y");
  EXPECT_EQ(Refusals(1),
            "TestDelegate: not asked for\nTestDelegate: not asked for");
}

TEST_F(BuilderDelegatesTest, ReportKnowsDefaultDelegatesOnceTheyAreApplied) {
  TestDelegate lazy({0, 1});
  ASSERT_EQ(Build({}, &lazy), kTfLiteOk);
  EXPECT_EQ(interpreter_->GetDelegationReport().graphs[0].NodesDelegated(), 0);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_->GetDelegationReport().graphs[0].NodesDelegated(), 2);
  EXPECT_EQ(Refusals(2), "TestDelegate: not asked for");
  interpreter_.reset();
}

TEST_F(BuilderDelegatesTest, NoDefaultDelegateHidesTensorsToBePreserved) {
  for (const bool preserve_all : {false, true}) {
    TestDelegate lazy({0, 1});
    ASSERT_EQ(Build({}, &lazy, /*strict=*/false, preserve_all), kTfLiteOk);
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    const auto graph = interpreter_->GetDelegationReport().graphs[0];
    EXPECT_EQ(graph.NodesDelegated(), preserve_all ? 0 : 2);
    interpreter_.reset();
  }
}

TEST_F(BuilderDelegatesTest, DefaultDelegatesYieldToThoseGivenLater) {
  TestDelegate first({0}), lazy({1, 2}), later({1});
  ASSERT_EQ(Build({&first}, &lazy), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  lazy.nodes = {2};
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(&later.delegate), kTfLiteOk)
      << errors_.text;
  EXPECT_EQ(Delegates(),
            (std::vector<const TfLiteDelegate*>{
                &first.delegate, &later.delegate, &lazy.delegate}));
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk);
  interpreter_.reset();
}

TEST_F(BuilderDelegatesTest, DefaultDelegatesYieldBesideANodeThatTheCpuLacks) {
  const int y = contents_.subgraphs[0]->outputs[0];
  const int z =
      fault::AddTensor(&contents_, 0, "z", TensorType_FLOAT32, {2, 3});
  fault::AddNode(&contents_, 0, BuiltinOperator_CUSTOM, {y}, {z}, "device-op");
  contents_.subgraphs[0]->outputs = {z};
  TestDelegate only({3}), lazy({0, 1}), later({1});
  ASSERT_EQ(Build({&only}, &lazy), kTfLiteOk) << errors_.text;
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk) << errors_.text;
  lazy.nodes = {0};
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(&later.delegate), kTfLiteOk)
      << errors_.text;
  EXPECT_EQ(Delegates(),
            (std::vector<const TfLiteDelegate*>{&lazy.delegate, &later.delegate,
                                                nullptr, &only.delegate}));
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk);
  interpreter_.reset();
}

// Takes node 0 with the same operator each time.
class OpaqueDelegate {
 public:
  OpaqueDelegate() {
    op_->invoke = [](TfLiteOpaqueContext*, TfLiteOpaqueNode*) {
      return kTfLiteOk;
    };
    TfLiteOpaqueDelegateBuilder builder{};
    builder.data = op_;
    builder.Prepare = [](TfLiteOpaqueContext* opaque, TfLiteOpaqueDelegate* d,
                         void* op) {
      auto* context = reinterpret_cast<TfLiteContext*>(opaque);
      TfLiteRegistration registration{};
      registration.registration_external = static_cast<TfLiteOperator*>(op);
      TfLiteIntArray* nodes = TfLiteIntArrayCreate(1);
      nodes->data[0] = 0;
      const TfLiteStatus status =
          context->ReplaceNodeSubsetsWithDelegateKernels(context, registration,
                                                         nodes, d);
      TfLiteIntArrayFree(nodes);
      return status;
    };
    delegate = TfLiteOpaqueDelegateCreate(&builder);
  }
  ~OpaqueDelegate() { TfLiteOpaqueDelegateDelete(delegate); }

  TfLiteOpaqueDelegate* delegate;

 private:
  // A graph that uses it owns it.
  TfLiteOperator* op_ =
      new TfLiteOperator(kTfLiteBuiltinDelegate, "Opaque", 1, nullptr);
};

TEST_F(BuilderDelegatesTest, DefaultDelegatesSpareAnOpaqueOne) {
  for (const bool lazy_fails : {true, false}) {
    OpaqueDelegate first;
    TestDelegate lazy({1, 2}), later({1});
    lazy.fail_kernel_prepare = lazy_fails ? 0 : -1;
    ASSERT_EQ(Build({}, &lazy), kTfLiteOk);
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(first.delegate), kTfLiteOk);
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    EXPECT_EQ(lazy.prepares, 1);
    lazy.nodes = {2};
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(&later.delegate), kTfLiteOk)
        << errors_.text;
    EXPECT_EQ(Delegates(), (std::vector<const TfLiteDelegate*>{
                               first.delegate, &later.delegate,
                               lazy_fails ? nullptr : &lazy.delegate}));
    interpreter_.reset();
  }
}

TEST_F(BuilderDelegatesTest, DefaultDelegatesDoNotBringADeletedOneBack) {
  auto first = std::make_unique<OpaqueDelegate>();
  TestDelegate lazy({1, 2});
  ASSERT_EQ(Build({}, &lazy), kTfLiteOk);
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(first->delegate), kTfLiteOk);
  first.reset();
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has("'Opaque' was deleted while subgraph 0"))
      << errors_.text;
  EXPECT_EQ(lazy.prepares, 0);
  ASSERT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk);
  interpreter_.reset();
}

TEST_F(BuilderDelegatesTest, AFailingDefaultDelegateSparesTheOthers) {
  TestDelegate mine({0}), lazy({1, 2});
  lazy.fail_kernel_prepare = 0;
  int released = 0;
  mine.on_prepare = [&](TfLiteContext* context) {
    TfllDelegationLog* log = TfllGetDelegationLog(context);
    log->hold(log, context, &mine.delegate, &released,
              [](void* count) { ++*static_cast<int*>(count); });
  };
  ASSERT_EQ(Build({&mine}, &lazy), kTfLiteOk);
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  const auto graph = interpreter_->GetDelegationReport().graphs[0];
  ASSERT_EQ(graph.partitions.size(), 1u);
  EXPECT_EQ(graph.nodes[0].partition, 0);
  EXPECT_NE(Refusals(1).find("the kernel failed to prepare: kernel says no"),
            std::string::npos);
  EXPECT_EQ(mine.prepares, 2);
  EXPECT_EQ(released, 1);
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk);
  interpreter_.reset();
  EXPECT_EQ(released, 2);
}

TEST_F(BuilderDelegatesTest, FullDelegationCountsThemTogether) {
  TestDelegate a({0}), b({1, 2});
  ASSERT_EQ(Build({&a, &b}, nullptr, true), kTfLiteOk) << errors_.text;
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(Build({&a}, nullptr, true), kTfLiteDelegateError);
  EXPECT_EQ(interpreter_, nullptr);
  EXPECT_TRUE(
      errors_.Has("the CPU would run 2 of 3 nodes: node 1 (ADD): "
                  "TestDelegate: not asked for"))
      << errors_.text;
}

TEST_F(BuilderDelegatesTest, FullDelegationByADefaultDelegate) {
  TestDelegate some({0, 1}), all({0, 1, 2});
  ASSERT_EQ(Build({}, &all, true), kTfLiteOk);
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(Build({}, &some, true), kTfLiteOk);
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has("node 2 (ADD): TestDelegate: not asked for"));
  interpreter_.reset();
}

TEST_F(BuilderDelegatesTest, FullDelegationIsAskedOfSignaturesToo) {
  TestDelegate some({0, 1}), all({0, 1, 2});
  ASSERT_EQ(Build({}, &all, true), kTfLiteOk);
  EXPECT_EQ(interpreter_->GetSignatureRunner(nullptr)->AllocateTensors(),
            kTfLiteOk);
  ASSERT_EQ(Build({}, &some, true), kTfLiteOk);
  EXPECT_EQ(interpreter_->GetSignatureRunner(nullptr)->AllocateTensors(),
            kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has("node 2 (ADD): TestDelegate: not asked for"));
  interpreter_.reset();
}

// The flag is only a hint: other delegates can take the nodes that the delegate
// leaves.
TEST_F(BuilderDelegatesTest, HintOfFullDelegationBindsNobody) {
  for (const bool whole : {true, false}) {
    TestDelegate hinting({0, 1, 2}), other({2});
    if (!whole) hinting.nodes = {0, 1};
    hinting.delegate.flags =
        kTfLiteDelegateFlagsHintFullyDelegatedToSingleDelegate;
    ASSERT_EQ(Build({&hinting}, &other), kTfLiteOk);
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    EXPECT_EQ(other.prepares, whole ? 0 : 1);
    EXPECT_TRUE(interpreter_->primary_subgraph().IsFullyDelegated());
    EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk);
    interpreter_.reset();
  }
}

// A delegate with this flag reports an event for each operator inside its
// nodes. These events come between the events of the nodes.
TEST_F(DelegateTest, PerOperatorProfilingReachesTheProfiler) {
  Make(3);
  TestDelegate d({});
  d.delegate.flags = kTfLiteDelegateFlagsPerOperatorProfiling;
  d.on_prepare = [&](TfLiteContext* context) {
    TfLiteRegistration r = TestDelegate::Registration();
    r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      auto* profiler = static_cast<Profiler*>(context->profiler);
      for (const int inner : {7, 8}) {
        ScopedDelegateOperatorProfile scope(profiler, "inner", inner);
      }
      return TestDelegate::Registration().invoke(context, node);
    };
    TfLiteIntArray* nodes = TfLiteIntArrayCreate(2);
    nodes->data[0] = 0;
    nodes->data[1] = 1;
    EXPECT_EQ(context->ReplaceNodeSubsetsWithDelegateKernels(context, r, nodes,
                                                             &d.delegate),
              kTfLiteOk);
    TfLiteIntArrayFree(nodes);
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  profiling::BufferedProfiler profiler(64);
  interpreter_->SetProfiler(&profiler);
  profiler.StartProfiling();
  ExpectAdds(3);
  profiler.StopProfiling();
  std::vector<int64_t> inner, nodes;
  for (const auto* e : profiler.GetProfileEvents()) {
    if (e->event_type == Profiler::EventType::DELEGATE_OPERATOR_INVOKE_EVENT) {
      EXPECT_EQ(e->tag, "inner");
      inner.push_back(e->event_metadata);
    } else if (e->event_type == Profiler::EventType::OPERATOR_INVOKE_EVENT) {
      nodes.push_back(e->event_metadata);
    }
  }
  EXPECT_EQ(inner, (std::vector<int64_t>{7, 8}));
  EXPECT_EQ(nodes, (std::vector<int64_t>{3, 2}));
  interpreter_->SetProfiler(static_cast<Profiler*>(nullptr));
}

}  // namespace
}  // namespace testing
}  // namespace tflite
