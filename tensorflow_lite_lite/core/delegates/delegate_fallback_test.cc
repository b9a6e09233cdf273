// Tests for a delegate's kernel that fails in a run: its changes are restored
// before the CPU repeats its nodes, or the run returns an error.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/memory/graph_memory.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

constexpr int kSmall = 4;
constexpr int kLarge = 20000;  // floats; more than the undo log copies

// Takes the given nodes with a kernel that calls `run`, and then fails if
// `failing` is set.
class SpoilingDelegate {
 public:
  using Run = std::function<void(TfLiteContext*, TfLiteNode*)>;

  explicit SpoilingDelegate(std::vector<int> nodes, uint64_t in_place = 0)
      : nodes_(std::move(nodes)),
        op_(kTfLiteBuiltinDelegate, "Spoiler", 1, this) {
    op_.inplace_operator = in_place;
    op_.invoke_with_data = Invoke;
    delegate_ = TfLiteDelegateCreate();
    delegate_.data_ = this;
    delegate_.Prepare = Prepare;
  }

  TfLiteDelegate* get() { return &delegate_; }

  Run run;
  bool failing = true;
  bool refusing = false;  // whether it cannot be applied
  int runs = 0;

 private:
  static TfLiteStatus Prepare(TfLiteContext* context, TfLiteDelegate* d) {
    auto* self = static_cast<SpoilingDelegate*>(d->data_);
    if (self->refusing) return kTfLiteError;
    TfLiteIntArray* list =
        TfLiteIntArrayCreate(static_cast<int>(self->nodes_.size()));
    std::copy(self->nodes_.begin(), self->nodes_.end(), list->data);
    const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
        context, core::RegistrationFor(&self->op_), list, d);
    TfLiteIntArrayFree(list);
    return status;
  }
  static TfLiteStatus Invoke(void* data, TfLiteOpaqueContext* context,
                             TfLiteOpaqueNode* node) {
    auto* self = static_cast<SpoilingDelegate*>(data);
    ++self->runs;
    self->run(reinterpret_cast<TfLiteContext*>(context),
              reinterpret_cast<TfLiteNode*>(node));
    return self->failing ? kTfLiteError : kTfLiteOk;
  }

  std::vector<int> nodes_;
  TfLiteOperator op_;
  TfLiteDelegate delegate_;
};

TfLiteTensor& TensorOf(TfLiteContext* context, const TfLiteIntArray* list,
                       int i) {
  return context->tensors[list->data[i]];
}

void Fill(TfLiteTensor& tensor, float value) {
  std::fill_n(tensor.data.f, tensor.bytes / sizeof(float), value);
}

// Adds 1 to every input and output.
void ChangeEverything(TfLiteContext* context, TfLiteNode* node) {
  for (const auto* list : {node->inputs, node->outputs}) {
    for (int i = 0; i < list->size; ++i) {
      TfLiteTensor& t = TensorOf(context, list, i);
      if (t.allocation_type == kTfLiteMmapRo) continue;
      if (t.is_variable || list == node->outputs) Fill(t, t.data.f[0] + 1);
    }
  }
}

// Reports an error of another graph, like an operator that calls one.
TfLiteStatus Report(TfLiteContext* context, const base::Status& status) {
  if (status.ok()) return kTfLiteOk;
  context->ReportError(context, "%s", std::string(status.message()).c_str());
  return kTfLiteError;
}

// Invokes subgraph 1 with its own input. out = in.
TfLiteStatus InvokeSubgraph(TfLiteContext* context, float value) {
  base::Host* graph = base::Host::Of(context)->subgraph(1);
  Fill(*graph->tensor(graph->inputs()[0]), value);
  return Report(context, graph->Invoke());
}

TfLiteRegistration CallOp() {
  TfLiteRegistration r{};
  r.builtin_code = kTfLiteBuiltinCustom;
  r.custom_name = "Call";
  r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    base::Host* graph = base::Host::Of(context)->subgraph(1);
    TF_LITE_ENSURE_STATUS(Report(context, graph->AllocateTensors()));
    return context->ResizeTensor(
        context, &TensorOf(context, node->outputs, 0),
        TfLiteIntArrayCopy(graph->tensor(graph->outputs()[0])->dims));
  };
  r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    TF_LITE_ENSURE_STATUS(
        InvokeSubgraph(context, TensorOf(context, node->inputs, 0).data.f[0]));
    base::Host* graph = base::Host::Of(context)->subgraph(1);
    Fill(TensorOf(context, node->outputs, 0),
         graph->tensor(graph->outputs()[0])->data.f[0]);
    return kTfLiteOk;
  };
  return r;
}

class DelegateFallbackTest : public ::testing::Test {
 protected:
  DelegateFallbackTest()
      : interpreter_(std::make_unique<Interpreter>(&errors_)) {}

  // in, state -> Accumulate -> out, in the primary subgraph.
  void MakeAccumulator(int elements) {
    GraphMaker graph(interpreter_.get());
    graph.Tensor({elements});
    state_ = graph.Tensor({elements}, true);
    graph.Tensor({elements});
    interpreter_->tensor(state_)->name = "state";
    interpreter_->SetInputs({0});
    interpreter_->SetOutputs({2});
    interpreter_->SetVariables({state_});
    graph.Node({0, state_}, {2}, AccumulateOp());
  }
  // The same in subgraph 1, which node 0 of the primary subgraph invokes.
  void MakeCaller(int elements) {
    interpreter_->AddSubgraphs(1);
    Subgraph& graph = *interpreter_->subgraph(1);
    graph.AddTensors(3);
    for (const int t : {0, 1, 2}) {
      graph.SetTensorParametersReadWrite(t, kTfLiteFloat32, "t", {elements},
                                         TfLiteQuantization{}, t == 1);
    }
    graph.SetInputs({0});
    graph.SetOutputs({2});
    graph.SetVariables({1});
    const TfLiteRegistration op = AccumulateOp();
    graph.AddNodeWithParameters({0, 1}, {2}, {}, nullptr, 0, nullptr, &op);
    GraphMaker maker(interpreter_.get());
    maker.Tensor({1});
    maker.Tensor({elements});
    interpreter_->SetInputs({0});
    interpreter_->SetOutputs({1});
    maker.Node({0}, {1}, CallOp());
  }
  TfLiteStatus RunWith(float value) {
    Fill(*interpreter_->input_tensor(0), value);
    return interpreter_->Invoke();
  }
  float Out() { return interpreter_->typed_output_tensor<float>(0)[0]; }

  CollectingReporter errors_;
  std::unique_ptr<Interpreter> interpreter_;
  int state_ = -1;
};

TEST_F(DelegateFallbackTest, SmallVariableIsUpdatedOnce) {
  MakeAccumulator(kSmall);
  SpoilingDelegate d({0});
  d.run = ChangeEverything;
  d.failing = false;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  ASSERT_EQ(RunWith(5), kTfLiteOk);
  EXPECT_EQ(interpreter_->tensor(state_)->data.f[0], 1);
  d.failing = true;
  for (const float want : {6.0f, 11.0f}) {
    ASSERT_EQ(RunWith(5), kTfLiteOk);
    EXPECT_EQ(Out(), want);
  }
  EXPECT_EQ(d.runs, 2);
}

TEST_F(DelegateFallbackTest, LargeVariableEndsTheRun) {
  MakeAccumulator(kLarge);
  SpoilingDelegate d({0});
  d.run = ChangeEverything;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  EXPECT_EQ(RunWith(5), kTfLiteDelegateError);
  for (const char* part : {"Spoiler", "tensor 1 'state'", "80000", "65536"}) {
    EXPECT_TRUE(errors_.Has(part)) << errors_.text;
  }
  EXPECT_NE(interpreter_->typed_output_tensor<float>(0), nullptr);
  // The interpreter remains usable, on the CPU.
  ASSERT_EQ(interpreter_->ResetVariableTensors(), kTfLiteOk);
  ASSERT_EQ(RunWith(5), kTfLiteOk);
  EXPECT_EQ(Out(), 5);
  EXPECT_EQ(d.runs, 1);
}

TEST_F(DelegateFallbackTest, WithoutFallbackNothingIsHidden) {
  MakeAccumulator(kSmall);
  InterpreterOptions options;
  options.SetDelegateFallback(false);
  interpreter_->ApplyOptions(&options);
  SpoilingDelegate d({0});
  d.run = ChangeEverything;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  EXPECT_EQ(RunWith(5), kTfLiteDelegateError);
  EXPECT_EQ(interpreter_->tensor(state_)->data.f[0], 1);
}

TEST_F(DelegateFallbackTest, VariableInMemoryOfTheApplication) {
  alignas(core::kTensorAlignment) static float memory[16] = {};
  MakeAccumulator(kSmall);
  ASSERT_EQ(interpreter_->SetCustomAllocationForTensor(
                state_, {memory, sizeof(memory)}),
            kTfLiteOk);
  SpoilingDelegate d({0});
  d.run = ChangeEverything;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  std::fill_n(memory, 16, 7.0f);
  ASSERT_EQ(RunWith(5), kTfLiteOk);
  EXPECT_EQ(Out(), 12);
  EXPECT_EQ(memory[0], 12);
}

// The application uses the same memory for input and output.
TEST_F(DelegateFallbackTest, OutputInTheInputsMemory) {
  for (const int elements : {kSmall, kLarge}) {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    GraphMaker(interpreter_.get()).Chain(1, {elements});
    const std::unique_ptr<void, void (*)(void*)> memory(
        std::aligned_alloc(core::kTensorAlignment,
                           4 * core::kTensorAlignment + kLarge * sizeof(float)),
        std::free);
    for (const int t : {0, 1}) {
      ASSERT_EQ(
          interpreter_->SetCustomAllocationForTensor(
              t, {memory.get(), static_cast<size_t>(elements) * sizeof(float)}),
          kTfLiteOk);
    }
    SpoilingDelegate d({0});
    d.run = ChangeEverything;
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
    if (elements == kSmall) {
      ASSERT_EQ(RunWith(5), kTfLiteOk);
      EXPECT_EQ(Out(), 6);
    } else {
      EXPECT_EQ(RunWith(5), kTfLiteDelegateError);
      EXPECT_TRUE(errors_.Has("tensor 0")) << errors_.text;
    }
    ASSERT_EQ(RunWith(5), kTfLiteOk);
    EXPECT_EQ(Out(), 6);
  }
}

TEST_F(DelegateFallbackTest, KernelThatWorksInPlace) {
  for (const int elements : {kSmall, kLarge}) {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    GraphMaker(interpreter_.get()).Chain(3, {elements});
    SpoilingDelegate d({1}, kTfLiteInplaceOpInput0Shared);
    d.run = ChangeEverything;
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
    // An input that is too large to be saved does not share its memory.
    EXPECT_EQ(
        interpreter_->tensor(1)->data.raw == interpreter_->tensor(2)->data.raw,
        elements == kSmall);
    ASSERT_EQ(RunWith(5), kTfLiteOk);
    EXPECT_EQ(Out(), 8);
    ASSERT_EQ(RunWith(5), kTfLiteOk);
    EXPECT_EQ(Out(), 8);
  }
}

// The CPU's nodes need different memory than the delegate's node. The input,
// which the application has already written, must not move.
TEST_F(DelegateFallbackTest, InputsKeepTheirValues) {
  GraphMaker graph(interpreter_.get());
  graph.Tensor({2});
  graph.Tensor({1000});
  graph.Tensor({2});
  interpreter_->SetInputs({0});
  interpreter_->SetOutputs({2});
  const auto op = [](TfLiteStatus (*prepare)(TfLiteContext*, TfLiteNode*)) {
    TfLiteRegistration r{};
    r.builtin_code = kTfLiteBuiltinCustom;
    r.custom_name = "Copy";
    r.prepare = prepare;
    r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      const TfLiteTensor& in = TensorOf(context, node->inputs, 0);
      TfLiteTensor& out = TensorOf(context, node->outputs, 0);
      Fill(out, 0);
      out.data.f[0] = in.data.f[0];
      out.data.f[1] = in.data.f[1];
      return kTfLiteOk;
    };
    return r;
  };
  const auto resize = [](TfLiteContext* context, TfLiteNode* node, int size) {
    TfLiteIntArray* dims = TfLiteIntArrayCreate(1);
    dims->data[0] = size;
    return context->ResizeTensor(context, &TensorOf(context, node->outputs, 0),
                                 dims);
  };
  static const auto* const kResize = new auto(resize);
  graph.Node({0}, {1}, op([](TfLiteContext* context, TfLiteNode* node) {
               return (*kResize)(context, node, 1000);
             }));
  graph.Node({1}, {2}, op([](TfLiteContext* context, TfLiteNode* node) {
               return (*kResize)(context, node, 2);
             }));
  SpoilingDelegate d({0, 1});
  d.run = ChangeEverything;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  float* in = interpreter_->typed_input_tensor<float>(0);
  const float* out = interpreter_->typed_output_tensor<float>(0);
  in[0] = 3;
  in[1] = 4;
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  // An application may have asked for these before the run.
  EXPECT_EQ(interpreter_->typed_input_tensor<float>(0), in);
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0), out);
  EXPECT_EQ(Out(), 3);
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[1], 4);
  EXPECT_EQ(interpreter_->typed_input_tensor<float>(0)[0], 3);
}

// The CPU cannot run the node, so the delegate keeps it, for later runs.
TEST_F(DelegateFallbackTest, UnresolvedCustomOperatorStaysDelegated) {
  GraphMaker graph(interpreter_.get());
  graph.Tensor({kSmall});
  graph.Tensor({kSmall});
  interpreter_->SetInputs({0});
  interpreter_->SetOutputs({1});
  graph.Node({0}, {1}, CreateUnresolvedCustomOp("device-op"));
  SpoilingDelegate d({0});
  d.run = ChangeEverything;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  EXPECT_NE(RunWith(5), kTfLiteOk);
  EXPECT_TRUE(errors_.Has("Spoiler")) << errors_.text;
  EXPECT_FALSE(errors_.Has("nresolved")) << errors_.text;
  d.failing = false;
  EXPECT_EQ(RunWith(5), kTfLiteOk);
  EXPECT_EQ(d.runs, 2);
}

// The same for a delegate that cannot be applied again after a resize.
TEST_F(DelegateFallbackTest, UnresolvedCustomOperatorIsDelegatedLater) {
  GraphMaker graph(interpreter_.get());
  graph.Tensor({kSmall});
  graph.Tensor({kSmall});
  interpreter_->SetInputs({0});
  interpreter_->SetOutputs({1});
  graph.Node({0}, {1}, CreateUnresolvedCustomOp("device-op"));
  SpoilingDelegate d({0});
  d.run = ChangeEverything;
  d.failing = false;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  for (int n = 0; n < 3; ++n) {
    d.refusing = true;
    ASSERT_EQ(interpreter_->ResizeInputTensor(0, {kSmall + 1}), kTfLiteOk);
    EXPECT_NE(interpreter_->AllocateTensors(), kTfLiteOk);
    EXPECT_NE(interpreter_->AllocateTensors(), kTfLiteOk);
    d.refusing = false;
    ASSERT_EQ(interpreter_->ResizeInputTensor(0, {kSmall}), kTfLiteOk);
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    EXPECT_EQ(RunWith(5), kTfLiteOk);
  }
  EXPECT_EQ(d.runs, 3);
}

// A number with the key 0. Its size and whether it supports copies are up to
// the test.
class Counter : public base::Resource {
 public:
  bool IsInitialized() const override { return true; }
  size_t MemoryBytes() const override { return bytes; }
  std::function<void()> Save() override {
    if (!copies) return nullptr;
    return [this, saved = value] { value = saved; };
  }

  static Counter* Of(base::Host* host) {
    return host->resources().Find<Counter>(0);
  }

  float value = 0;
  size_t bytes = sizeof(float);
  bool copies = true;
};

// in, handle -> out = in + the counter, which it increments.
TfLiteRegistration CountOp(int code) {
  TfLiteRegistration r = AddOneOp();
  r.builtin_code = code;
  r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    const float in = TensorOf(context, node->inputs, 0).data.f[0];
    Counter* counter = Counter::Of(base::Host::Of(context));
    Fill(TensorOf(context, node->outputs, 0), in + ++counter->value);
    return kTfLiteOk;
  };
  return r;
}

// Changes all that CountOp reads, and adds a resource.
void ChangeResources(TfLiteContext* context, TfLiteNode* node) {
  ChangeEverything(context, node);
  base::Host* host = base::Host::Of(context);
  Counter::Of(host)->value += 10;
  host->resources().Put(1, std::make_unique<Counter>());
  host->resources().MarkInitialized(3);
}

class ResourceFallbackTest : public DelegateFallbackTest {
 protected:
  // A node of a builtin operator that may change resources.
  void MakeCount(int code) {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    GraphMaker graph(interpreter_.get());
    graph.Tensor({kSmall});
    graph.Tensor({kSmall});
    graph.Tensor({1});
    interpreter_->SetTensorParametersReadWrite(2, kTfLiteResource, "handle",
                                               std::vector<int>{1},
                                               TfLiteQuantization{});
    interpreter_->SetInputs({0, 2});
    interpreter_->SetOutputs({1});
    graph.Node({0, 2}, {1}, CountOp(code));
    resources().Put(0, std::make_unique<Counter>());
  }
  base::ResourceStore& resources() {
    return interpreter_->primary_subgraph().resources();
  }
  Counter* counter() { return resources().Find<Counter>(0); }
};

constexpr int kChangingCodes[] = {kTfLiteBuiltinAssignVariable,
                                  kTfLiteBuiltinCallOnce,
                                  kTfLiteBuiltinHashtableImport};

TEST_F(ResourceFallbackTest, ResourcesAreRestored) {
  for (const int code : kChangingCodes) {
    MakeCount(code);
    SpoilingDelegate d({0});
    d.run = ChangeResources;
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
    const Counter* before = counter();
    ASSERT_EQ(RunWith(5), kTfLiteOk);
    EXPECT_EQ(d.runs, 1);
    EXPECT_EQ(Out(), 6);
    EXPECT_EQ(counter(), before);
    EXPECT_EQ(counter()->value, 1);
    EXPECT_EQ(resources().size(), 1u);
    EXPECT_TRUE(resources().MarkInitialized(3));
    ASSERT_EQ(RunWith(5), kTfLiteOk);
    EXPECT_EQ(Out(), 7);
  }
}

TEST_F(ResourceFallbackTest, WhatASuccessfulKernelChangedStays) {
  MakeCount(kTfLiteBuiltinAssignVariable);
  SpoilingDelegate d({0});
  d.run = ChangeResources;
  d.failing = false;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  ASSERT_EQ(RunWith(5), kTfLiteOk);
  EXPECT_EQ(counter()->value, 10);
  EXPECT_EQ(resources().size(), 2u);
}

TEST_F(ResourceFallbackTest, ResourcesWithoutCopiesEndTheRun) {
  for (const int code : kChangingCodes) {
    for (const bool large : {false, true}) {
      MakeCount(code);
      counter()->copies = large;
      if (large) counter()->bytes = kLarge * sizeof(float);
      SpoilingDelegate d({0});
      d.run = ChangeResources;
      ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
      errors_.text.clear();
      EXPECT_EQ(RunWith(5), kTfLiteDelegateError);
      EXPECT_TRUE(errors_.Has("the resource that node 0")) << errors_.text;
      EXPECT_TRUE(errors_.Has(large ? "80000 bytes" : "no copies"))
          << errors_.text;
      // The CPU did not repeat the node in this run, but does in the next.
      EXPECT_EQ(counter()->value, 10);
      ASSERT_EQ(RunWith(5), kTfLiteOk);
      EXPECT_EQ(Out(), 16);
    }
  }
}

TEST_F(ResourceFallbackTest, NodesThatOnlyReadNeedNoCopies) {
  MakeCount(kTfLiteBuiltinReadVariable);
  counter()->copies = false;
  SpoilingDelegate d({0});
  d.run = ChangeEverything;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  ASSERT_EQ(RunWith(5), kTfLiteOk);
  EXPECT_EQ(Out(), 6);
}

TEST_F(DelegateFallbackTest, PartitionOfACalledGraph) {
  MakeCaller(kSmall);
  SpoilingDelegate d({0});
  d.run = ChangeEverything;
  d.failing = false;
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get(), {1}), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(RunWith(5), kTfLiteOk);
  d.failing = true;
  for (const float want : {6.0f, 11.0f}) {
    ASSERT_EQ(RunWith(5), kTfLiteOk);
    EXPECT_EQ(Out(), want);
  }
}

TEST_F(DelegateFallbackTest, PartitionThatCallsAGraph) {
  for (const int elements : {kSmall, kLarge}) {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    MakeCaller(elements);
    ASSERT_EQ(interpreter_->subgraph(1)->AllocateTensors(), kTfLiteOk);
    SpoilingDelegate d({0});
    d.run = [](TfLiteContext* context, TfLiteNode*) {
      for (const float value : {1.0f, 2.0f}) {
        EXPECT_EQ(InvokeSubgraph(context, value), kTfLiteOk);
      }
    };
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get(), {0}), kTfLiteOk);
    if (elements == kLarge) {
      EXPECT_EQ(RunWith(5), kTfLiteDelegateError);
      continue;
    }
    ASSERT_EQ(RunWith(5), kTfLiteOk);
    EXPECT_EQ(Out(), 5);
  }
}

// A kernel runs a graph in which a partition fails, and then fails itself.
TEST_F(DelegateFallbackTest, PartitionsThatFailWithinOneAnother) {
  MakeCaller(kSmall);
  SpoilingDelegate inner({0}), outer({0});
  inner.run = ChangeEverything;
  outer.run = [](TfLiteContext* context, TfLiteNode*) {
    EXPECT_EQ(InvokeSubgraph(context, 1), kTfLiteOk);
  };
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(inner.get(), {1}), kTfLiteOk);
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(outer.get(), {0}), kTfLiteOk);
  ASSERT_EQ(interpreter_->subgraph(1)->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(RunWith(5), kTfLiteOk);
  EXPECT_EQ(Out(), 5);
  EXPECT_EQ(inner.runs, 1);
  EXPECT_EQ(outer.runs, 1);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
