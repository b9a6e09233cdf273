#include "tools/delegates/apply_delegates.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "testing/fault/small_model.h"

namespace tflite {
namespace tools {
namespace {

// Takes each ADD; its kernels do nothing or fail.
struct AddTaker {
  explicit AddTaker(bool fails_prepare = false, bool fails_invoke = false)
      : fails_prepare(fails_prepare), fails_invoke(fails_invoke) {
    delegate = TfLiteDelegateCreate();
    delegate.data_ = this;
    delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
    delegate.Prepare = Prepare;
  }

  static TfLiteStatus Prepare(TfLiteContext* context, TfLiteDelegate* d) {
    auto* self = static_cast<AddTaker*>(d->data_);
    if (self->fails_prepare) return kTfLiteError;
    TfLiteIntArray* plan = nullptr;
    TF_LITE_ENSURE_STATUS(context->GetExecutionPlan(context, &plan));
    TfLiteIntArray* nodes = TfLiteIntArrayCreate(plan->size);
    nodes->size = 0;
    for (int i = 0; i < plan->size; ++i) {
      TfLiteNode* node = nullptr;
      TfLiteRegistration* registration = nullptr;
      context->GetNodeAndRegistration(context, plan->data[i], &node,
                                      &registration);
      if (registration->builtin_code == kTfLiteBuiltinAdd) {
        nodes->data[nodes->size++] = plan->data[i];
      }
    }
    TfLiteRegistration kernel{};
    kernel.custom_name = "AddTaker";
    kernel.init = [](TfLiteContext*, const char* buffer, size_t) -> void* {
      return reinterpret_cast<const TfLiteDelegateParams*>(buffer)
          ->delegate->data_;
    };
    kernel.invoke = [](TfLiteContext*, TfLiteNode* node) {
      return static_cast<AddTaker*>(node->user_data)->fails_invoke
                 ? kTfLiteError
                 : kTfLiteOk;
    };
    const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
        context, kernel, nodes, d);
    TfLiteIntArrayFree(nodes);
    return status;
  }

  TfLiteDelegate delegate;
  bool fails_prepare;
  bool fails_invoke;
};

class Provider : public DelegateProvider {
 public:
  std::vector<Flag> CreateFlags(ToolParams*) const override { return {}; }
  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams&) const override {
    return CreateNullDelegate();
  }
  std::string GetName() const override { return "TEST"; }
};

class ApplyDelegatesTest : public ::testing::Test {
 protected:
  void Build(const ModelT& model, bool required = false) {
    file_ = fault::Pack(model);
    model_ = FlatBufferModel::BuildFromBuffer(file_.data(), file_.size());
    ASSERT_NE(model_, nullptr);
    InterpreterOptions options;
    options.SetDelegateFallback(!required);
    InterpreterBuilder(*model_, resolver_, &options)(&interpreter_);
    ASSERT_NE(interpreter_, nullptr);
  }
  // Returns the printed text.
  std::string Apply(TfLiteDelegatePtr delegate, bool succeeds) {
    std::vector<ProvidedDelegateList::ProvidedDelegate> list(1);
    list[0].provider = &provider_;
    list[0].delegate = std::move(delegate);
    ::testing::internal::CaptureStdout();
    const base::Status status = ApplyDelegates(
        list, interpreter_.get(), interpreter_->primary_subgraph());
    const std::string text = ::testing::internal::GetCapturedStdout();
    EXPECT_EQ(status.ok(), succeeds) << status;
    share_ = CountNodesOf(list, interpreter_->primary_subgraph());
    kept_.push_back(std::move(list[0].delegate));
    return text;
  }
  std::string Apply(AddTaker* taker, bool succeeds) {
    return Apply(TfLiteDelegatePtr(&taker->delegate, [](TfLiteDelegate*) {}),
                 succeeds);
  }

  Provider provider_;
  std::string file_;
  std::unique_ptr<FlatBufferModel> model_;
  ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver_;
  std::vector<TfLiteDelegatePtr> kept_;
  std::unique_ptr<Interpreter> interpreter_;
  NodeShare share_;  // of the last delegate
};

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(ApplyDelegatesTest, CountsKernelsOfGraphsThatTheGraphRuns) {
  AddTaker taker;
  Build(fault::WhileModel());
  const std::string text = Apply(&taker, true);
  EXPECT_TRUE(Has(text,
                  "the model graph will be partially executed by the delegate "
                  "w/ 1 delegate kernels."))
      << text;
  EXPECT_TRUE(Has(text, "1 are in subgraphs that nodes of the model graph run"))
      << text;
  EXPECT_EQ(share_.delegated, 0);
  EXPECT_GT(share_.nodes, 0);
  interpreter_.reset();
}

// Graphs 1 and 2 add; the main graph is still without nodes.
ModelT GraphsThatAdd() {
  ModelT model = fault::WhileModel();
  model.subgraphs[0]->operators.clear();
  model.subgraphs[1]->operators.clear();
  model.subgraphs[1]->tensors[2]->type = TensorType_INT32;
  fault::AddNode(&model, 1, BuiltinOperator_ADD, {0, 1}, {2})
      ->builtin_options.Set(AddOptionsT());
  return model;
}

// One of the operators that run other graphs.
struct Caller {
  const char* name;
  int kernels;  // in the graphs that it runs
  ModelT (*model)();
};
const Caller kCallers[] = {
    {"If", 2,
     [] {
       ModelT model = GraphsThatAdd();
       const int condition =
           fault::AddTensor(&model, 0, "condition", TensorType_BOOL, {1});
       model.subgraphs[0]->inputs = {condition, 0};
       IfOptionsT options;
       options.then_subgraph_index = 1;
       options.else_subgraph_index = 2;
       fault::AddNode(&model, 0, BuiltinOperator_IF, {condition, 0}, {2})
           ->builtin_options.Set(std::move(options));
       return model;
     }},
    {"Case", 2,
     [] {
       ModelT model = GraphsThatAdd();
       const int branch =
           fault::AddTensor(&model, 0, "branch", TensorType_INT32, {1});
       model.subgraphs[0]->inputs = {branch, 0};
       StablehloCaseOptionsT options;
       options.branch_subgraph_indices = {1, 2, 1};
       fault::AddNode(&model, 0, BuiltinOperator_STABLEHLO_CASE, {branch, 0},
                      {2})
           ->builtin_options_2.Set(std::move(options));
       return model;
     }},
    {"Composite", 1,
     [] {
       ModelT model = GraphsThatAdd();
       StableHLOCompositeOptionsT options;
       options.name = "example.add";
       options.decomposition_subgraph_index = 2;
       fault::AddNode(&model, 0, BuiltinOperator_STABLEHLO_COMPOSITE, {0}, {2})
           ->builtin_options_2.Set(std::move(options));
       return model;
     }},
    {"CallOnce", 1,
     [] {
       ModelT model = GraphsThatAdd();
       SubGraphT& init = *model.subgraphs[2];
       init.inputs.clear();
       init.outputs.clear();
       init.operators[0]->inputs = {1, 1};
       CallOnceOptionsT options;
       options.init_subgraph_index = 2;
       fault::AddNode(&model, 0, BuiltinOperator_CALL_ONCE, {}, {})
           ->builtin_options.Set(std::move(options));
       fault::AddNode(&model, 0, BuiltinOperator_NEG, {0}, {2});
       return model;
     }},
};

class CalledGraphsTest : public ApplyDelegatesTest,
                         public ::testing::WithParamInterface<Caller> {};

// The delegate has taken these graphs whole, and none of the main graph.
TEST_P(CalledGraphsTest, AreExecutedByTheDelegate) {
  AddTaker taker;
  Build(GetParam().model());
  const std::string kernels = std::to_string(GetParam().kernels);
  const std::string text = Apply(&taker, true);
  EXPECT_TRUE(Has(text, "will be partially executed by the delegate w/ " +
                            kernels + " delegate kernels."))
      << text;
  EXPECT_TRUE(Has(text, "Of these kernels, " + kernels +
                            " are in subgraphs that nodes of the model graph "
                            "run."))
      << text;
  EXPECT_FALSE(Has(text, "not be executed")) << text;
  EXPECT_EQ(share_.delegated, 0);
  EXPECT_TRUE(interpreter_->subgraph(2)->IsFullyDelegated());
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  interpreter_.reset();
}

INSTANTIATE_TEST_SUITE_P(AllOperators, CalledGraphsTest,
                         ::testing::ValuesIn(kCallers),
                         [](const auto& info) { return info.param.name; });

TEST_F(ApplyDelegatesTest, CountsTheGraphItself) {
  AddTaker taker;
  Build(fault::AddModel());
  EXPECT_TRUE(Has(Apply(&taker, true), "completely executed"));
  EXPECT_GT(share_.delegated, 0);
  EXPECT_EQ(share_.delegated, share_.nodes);
  interpreter_.reset();
}

TEST_F(ApplyDelegatesTest, AFailureIsAWarningUnlessDelegationIsRequired) {
  for (const bool required : {false, true}) {
    AddTaker taker(/*fails_prepare=*/true);
    Build(fault::AddModel(), required);
    const std::string text = Apply(&taker, !required);
    EXPECT_EQ(Has(text, "WARN: Failed to apply TEST delegate."), !required)
        << text;
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk);
    interpreter_.reset();
  }
}

TEST_F(ApplyDelegatesTest, ADelegateThatCannotBeMadeIsAnError) {
  Build(fault::AddModel());
  TfLiteDelegatePtr delegate = CreateUnavailableDelegate();
  EXPECT_TRUE(IsUnavailableDelegate(delegate.get()));
  Apply(std::move(delegate), false);
  interpreter_.reset();
}

TEST_F(ApplyDelegatesTest, WatchNoticesAFallbackOnce) {
  AddTaker taker(/*fails_prepare=*/false, /*fails_invoke=*/true);
  Build(fault::AddModel());
  Apply(&taker, true);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  FallbackWatch watch(interpreter_.get());
  EXPECT_FALSE(watch.FellBack());
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_TRUE(watch.FellBack());
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_FALSE(watch.FellBack());
  interpreter_.reset();
}

}  // namespace
}  // namespace tools
}  // namespace tflite
