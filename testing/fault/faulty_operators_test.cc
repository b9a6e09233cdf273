// Custom operators with faults: an error names the node, and the interpreter
// remains usable.
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "testing/fault/faulty_operator.h"
#include "testing/fault/small_model.h"
#include "testing/util.h"

namespace tflite::fault {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Api = FaultyOperator::Api;

constexpr int kLength = 3;

// Two graphs, each x + c + c + c. If bit g * kLength + n of `faulty` is set,
// node n of graph g is the faulty operator. Signature "second" is graph 1.
ModelT Model(unsigned faulty) {
  ModelT model = AddChain(kLength);
  model.subgraphs.push_back(std::move(AddChain(kLength).subgraphs[0]));
  OperatorCodeT& code = *model.operator_codes[1];
  code.builtin_code = BuiltinOperator_CUSTOM;
  code.deprecated_builtin_code = BuiltinOperator_CUSTOM;
  code.custom_code = FaultyOperator::kName;
  for (auto& graph : model.subgraphs) {
    for (auto& node : graph->operators) {
      node->opcode_index = faulty & 1;
      if (faulty & 1) node->builtin_options.Reset();
      faulty >>= 1;
    }
  }
  auto signature = std::make_unique<SignatureDefT>();
  signature->signature_key = "second";
  signature->subgraph_index = 1;
  model.signature_defs.push_back(std::move(signature));
  return model;
}

constexpr unsigned kMiddleNode = 2;  // the bit of node 1 of the first graph
constexpr unsigned kLastNode = 4;
constexpr unsigned kAllNodes = (1u << 2 * kLength) - 1;

// An interpreter with one faulty operator.
class FaultyGraph {
 public:
  explicit FaultyGraph(Api api) : op(api) {}

  TfLiteStatus Build(unsigned faulty, TfLiteDelegate* delegate = nullptr) {
    interpreter.reset();
    resolver_ = std::make_unique<MutableOpResolver>();
    // Reads its inputs without checking them.
    const TfLiteRegistration sum = ::tflite::testing::SumOp();
    resolver_->AddBuiltin(BuiltinOperator_ADD, &sum);
    op.AddTo(resolver_.get());
    bytes_ = Pack(Model(faulty));
    model_ =
        FlatBufferModel::BuildFromBuffer(bytes_.data(), bytes_.size(), &errors);
    if (model_ == nullptr) return kTfLiteError;
    InterpreterBuilder builder(*model_, *resolver_);
    if (delegate != nullptr) builder.AddDelegate(delegate);
    return builder(&interpreter);
  }

  TfLiteStatus Run() {
    TF_LITE_ENSURE_STATUS(interpreter->AllocateTensors());
    for (int i = 0; i < 6; ++i) {
      interpreter->typed_input_tensor<float>(0)[i] = 10.0f;
    }
    return interpreter->Invoke();
  }
  void ExpectRuns() {
    ASSERT_EQ(Run(), kTfLiteOk) << errors.error_messages();
    const float* y = interpreter->typed_output_tensor<float>(0);
    ASSERT_NE(y, nullptr);
    EXPECT_THAT(std::vector<float>(y, y + 6),
                ElementsAre(13, 16, 19, 22, 25, 28));
  }
  void ExpectSecondGraphRuns() {
    SignatureRunner* second = interpreter->GetSignatureRunner("second");
    ASSERT_NE(second, nullptr);
    Subgraph* graph = interpreter->subgraph(1);
    ASSERT_EQ(second->AllocateTensors(), kTfLiteOk);
    TfLiteTensor* x = graph->tensor(graph->inputs()[0]);
    for (int i = 0; i < 6; ++i) x->data.f[i] = 10.0f;
    ASSERT_EQ(second->Invoke(), kTfLiteOk);
    EXPECT_EQ(graph->tensor(graph->outputs()[0])->data.f[5], 28.0f);
  }
  // To be called when no interpreter is left.
  void ExpectPaired() {
    EXPECT_EQ(op.frees, op.states_made);
    EXPECT_EQ(op.live_states(), 0u);
    EXPECT_FALSE(op.freed_others);
  }

  FaultyOperator op;  // outlives the interpreter
  TestErrorReporter errors;
  std::unique_ptr<Interpreter> interpreter;

 private:
  std::string bytes_;
  std::unique_ptr<MutableOpResolver> resolver_;
  std::unique_ptr<FlatBufferModel> model_;
};

class FaultyOperators
    : public ::testing::TestWithParam<std::tuple<Api, Fault>> {};

TEST_P(FaultyOperators, AreNamedAndDoNoHarm) {
  FaultyGraph g(std::get<0>(GetParam()));
  const Fault fault = g.op.fault = std::get<1>(GetParam());
  // A huge output must be the last one, because ADD could not be given one
  // either.
  const unsigned node = fault == Fault::kHugeOutput ? kLastNode : kMiddleNode;
  const bool built = g.Build(node) == kTfLiteOk;
  EXPECT_EQ(built, fault != Fault::kInit);
  for (int round = 0; built && round < 2; ++round) {
    ASSERT_NE(g.Run(), kTfLiteOk);
    g.ExpectSecondGraphRuns();
    EXPECT_NE(g.interpreter->Invoke(), kTfLiteOk);
  }
  EXPECT_THAT(g.errors.error_messages(), HasSubstr("(Faulty)"));
  g.op.fault = Fault::kNone;
  if (!built || fault == Fault::kNoInvoke) {
    ASSERT_EQ(g.Build(node), kTfLiteOk);
  }
  g.ExpectRuns();
  ASSERT_EQ(g.interpreter->ResizeInputTensor(0, {1, 3}), kTfLiteOk);
  ASSERT_EQ(g.interpreter->ResizeInputTensor(0, {2, 3}), kTfLiteOk);
  g.ExpectRuns();
  g.interpreter.reset();
  g.ExpectPaired();
}

const Fault kOfBothApis[] = {
    Fault::kInit,
    Fault::kPrepare,
    Fault::kInvoke,
    Fault::kNoInvoke,
    Fault::kHugeOutput,
    Fault::kHugeTemporary,
    Fault::kNegativeShape,
    Fault::kOverflowingShape,
    Fault::kIgnoresRefusedShape,
    Fault::kResizesWhileRunning,
};
const Fault kOfStructs[] = {
    Fault::kManyTensors,          Fault::kUnknownTemporary,
    Fault::kHugePersistentBuffer, Fault::kWritesNegativeShape,
    Fault::kWritesLargerShape,    Fault::kTypeOfLargerElements,
    Fault::kFreesInputs,          Fault::kNullOutputData,
    Fault::kFreesOutput,          Fault::kFreesInput,
    Fault::kOutputBecomesDynamic, Fault::kOtherOutputType,
    Fault::kDropsItsLists,
};

INSTANTIATE_TEST_SUITE_P(BothApis, FaultyOperators,
                         ::testing::Combine(::testing::Values(Api::kClassic,
                                                              Api::kOpaque),
                                            ::testing::ValuesIn(kOfBothApis)));
INSTANTIATE_TEST_SUITE_P(Structs, FaultyOperators,
                         ::testing::Combine(::testing::Values(Api::kClassic),
                                            ::testing::ValuesIn(kOfStructs)));

// A delegate that takes nodes 0 and 1 of each graph, or fails.
struct TakesTwo {
  enum class Kernel { kWorks, kNullState, kFailsInit, kFailsPrepare };

  TakesTwo() : delegate(TfLiteDelegateCreate()) {
    delegate.data_ = this;
    delegate.Prepare = [](TfLiteContext* context, TfLiteDelegate* d) {
      auto* self = static_cast<TakesTwo*>(d->data_);
      TfLiteIntArray* nodes = TfLiteIntArrayCreate(2);
      nodes->data[0] = 0;
      nodes->data[1] = 1;
      const TfLiteStatus status =
          context->ReplaceNodeSubsetsWithDelegateKernels(
              context, Registration(), nodes, d);
      TfLiteIntArrayFree(nodes);
      return self->fails ? kTfLiteError : status;
    };
  }

  static TakesTwo* Of(const char* params) {
    const auto* p = reinterpret_cast<const TfLiteDelegateParams*>(params);
    return static_cast<TakesTwo*>(p->delegate->data_);
  }

  static TfLiteRegistration Registration() {
    TfLiteRegistration r{};
    r.init = [](TfLiteContext*, const char* params, size_t) -> void* {
      TakesTwo* self = Of(params);
      if (self->kernel == Kernel::kFailsInit) return TfLiteKernelInitFailed();
      if (self->kernel == Kernel::kNullState) return nullptr;
      ++self->inits;
      return self;
    };
    r.free = [](TfLiteContext*, void* state) {
      ++static_cast<TakesTwo*>(state)->frees;
    };
    r.prepare = [](TfLiteContext*, TfLiteNode* node) {
      const auto* self = static_cast<TakesTwo*>(node->user_data);
      return self != nullptr && self->kernel == Kernel::kFailsPrepare
                 ? kTfLiteError
                 : kTfLiteOk;
    };
    r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      const auto& inputs = *node->inputs;
      const TfLiteTensor& y = context->tensors[node->outputs->data[0]];
      // The constant is one of the two inputs.
      const bool first =
          context->tensors[inputs.data[0]].allocation_type == kTfLiteMmapRo;
      const float* c = context->tensors[inputs.data[first ? 0 : 1]].data.f;
      const float* x = context->tensors[inputs.data[first ? 1 : 0]].data.f;
      for (int i = 0; i < 6; ++i) y.data.f[i] = x[i] + 2 * c[i];
      return kTfLiteOk;
    };
    r.custom_name = "TakesTwo";
    return r;
  }

  TfLiteDelegate delegate;
  Kernel kernel = Kernel::kWorks;
  bool fails = false;
  int inits = 0, frees = 0;
};

// Each successful init must be followed by exactly one free.
class OperatorStates : public ::testing::TestWithParam<Api> {};

INSTANTIATE_TEST_SUITE_P(Apis, OperatorStates,
                         ::testing::Values(Api::kClassic, Api::kOpaque));

TEST_P(OperatorStates, BuilderThatFailsHalfWay) {
  for (int failing = 0; failing < 2 * kLength; ++failing) {
    FaultyGraph g(GetParam());
    g.op.failing_init = failing;
    EXPECT_NE(g.Build(kAllNodes), kTfLiteOk);
    EXPECT_EQ(g.interpreter, nullptr);
    EXPECT_EQ(g.op.states_made, failing);
    g.ExpectPaired();
  }
}

TEST_P(OperatorStates, InterpreterThatNeverRuns) {
  FaultyGraph g(GetParam());
  ASSERT_EQ(g.Build(kAllNodes), kTfLiteOk);
  EXPECT_EQ(g.op.states_made, 2 * kLength);
  EXPECT_EQ(g.op.frees, 0);
  g.interpreter.reset();
  g.ExpectPaired();
}

TEST_P(OperatorStates, InterpreterThatCannotPrepare) {
  FaultyGraph g(GetParam());
  ASSERT_EQ(g.Build(kAllNodes), kTfLiteOk);
  g.op.fault = Fault::kPrepare;
  EXPECT_NE(g.Run(), kTfLiteOk);
  EXPECT_EQ(g.op.frees, 0);
  g.interpreter.reset();
  g.ExpectPaired();
}

TEST_P(OperatorStates, NullIsNoState) {
  FaultyGraph g(GetParam());
  g.op.null_state = true;
  ASSERT_EQ(g.Build(kAllNodes), kTfLiteOk);
  g.ExpectRuns();
  g.interpreter.reset();
  EXPECT_EQ(g.op.inits, 2 * kLength);
  EXPECT_EQ(g.op.frees, 0);
}

TEST_P(OperatorStates, PrepareMayBeLeftOut) {
  FaultyGraph g(GetParam());
  g.op.with_prepare = false;
  ASSERT_EQ(g.Build(kAllNodes), kTfLiteOk);
  g.ExpectRuns();
  g.ExpectSecondGraphRuns();
  g.interpreter.reset();
  g.ExpectPaired();
}

TEST_P(OperatorStates, NodesThatADelegateTakes) {
  using Kernel = TakesTwo::Kernel;
  for (const Kernel kernel : {Kernel::kWorks, Kernel::kNullState,
                              Kernel::kFailsInit, Kernel::kFailsPrepare}) {
    TakesTwo delegate;
    delegate.kernel = kernel;
    FaultyGraph g(GetParam());
    ASSERT_EQ(g.Build(kAllNodes), kTfLiteOk);
    g.interpreter->ModifyGraphWithDelegate(&delegate.delegate);
    g.ExpectRuns();
    EXPECT_EQ(g.op.frees, 0);
    g.interpreter.reset();
    EXPECT_EQ(delegate.frees, delegate.inits);
    EXPECT_EQ(delegate.inits > 0,
              kernel == Kernel::kWorks || kernel == Kernel::kFailsPrepare);
    g.ExpectPaired();
  }
}

TEST_P(OperatorStates, DelegateThatFailsAfterItTookNodes) {
  TakesTwo delegate;
  delegate.fails = true;
  FaultyGraph g(GetParam());
  ASSERT_EQ(g.Build(kAllNodes), kTfLiteOk);
  EXPECT_NE(g.interpreter->ModifyGraphWithDelegate(&delegate.delegate),
            kTfLiteOk);
  EXPECT_EQ(delegate.frees, delegate.inits);
  g.ExpectRuns();
  EXPECT_EQ(g.op.states_made, 2 * kLength);
  g.interpreter.reset();
  g.ExpectPaired();
  // The same if the delegate is applied when the interpreter is built.
  EXPECT_NE(g.Build(kAllNodes, &delegate.delegate), kTfLiteOk);
  g.interpreter.reset();
  EXPECT_EQ(delegate.frees, delegate.inits);
  g.ExpectPaired();
}

}  // namespace
}  // namespace tflite::fault
