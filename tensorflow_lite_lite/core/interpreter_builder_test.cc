#include "tensorflow_lite_lite/core/interpreter_builder.h"

#include <atomic>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"
#include "testing/fault/small_model.h"

namespace tflite {
namespace testing {
namespace {

class BuilderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const TfLiteRegistration sum = SumOp();
    resolver_.AddBuiltin(BuiltinOperator_ADD, &sum, 1, 2);
  }
  TfLiteStatus Build(const ModelT& model) {
    interpreter_.reset();
    bytes_ = fault::Pack(model);
    model_ = FlatBufferModel::BuildFromBuffer(bytes_.data(), bytes_.size(),
                                              &errors_);
    if (model_ == nullptr) return kTfLiteError;
    InterpreterBuilder builder(*model_, resolver_, &options_);
    return builder(&interpreter_);
  }

  CollectingReporter errors_;
  MutableOpResolver resolver_;
  InterpreterOptions options_;
  std::string bytes_;
  std::unique_ptr<FlatBufferModel> model_;
  std::unique_ptr<Interpreter> interpreter_;
};

TEST_F(BuilderTest, BuildsAndRuns) {
  ASSERT_EQ(Build(fault::AddModel()), kTfLiteOk) << errors_.text;
  EXPECT_STREQ(interpreter_->GetInputName(0), "x");
  EXPECT_STREQ(interpreter_->GetOutputName(0), "y");
  EXPECT_EQ(interpreter_->primary_subgraph().GetName(), "main");
  const auto& entry = *interpreter_->node_and_registration(0);
  EXPECT_EQ(entry.second.builtin_code, BuiltinOperator_ADD);
  EXPECT_NE(entry.first.builtin_data, nullptr);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < 6; ++i)
    interpreter_->typed_input_tensor<float>(0)[i] = 10;
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(0)[5], 16.0f);
  EXPECT_EQ(interpreter_->typed_output_tensor<int>(0), nullptr);
}

TEST_F(BuilderTest, ResolverTakesTheLargestVersionForAllLaterOnes) {
  const TfLiteRegistration op = AddOneOp();
  resolver_.AddCustom("Any", &op, 2, INT_MAX);
  resolver_.AddCustom("Last", &op, INT_MAX - 1, INT_MAX);
  resolver_.AddBuiltin(BuiltinOperator_ABS, &op, 1, INT_MAX);
  EXPECT_EQ(resolver_.FindOp("Any", 1), nullptr);
  EXPECT_NE(resolver_.FindOp("Any", 100), nullptr);
  EXPECT_EQ(resolver_.FindOp("Last", INT_MAX - 2), nullptr);
  EXPECT_NE(resolver_.FindOp("Last", INT_MAX), nullptr);
  EXPECT_NE(resolver_.FindOp(BuiltinOperator_ABS, 100), nullptr);
}

TEST_F(BuilderTest, TensorsShareTheCopyOfAConstantThatIsNotAligned) {
  ModelT model = fault::AddModel();
  model.buffers[1]->data.clear();
  model.buffers[1]->offset = 3;
  model.buffers[1]->size = 24;
  const int k = fault::AddTensor(&model, 0, "k", TensorType_INT32, {6});
  model.subgraphs[0]->tensors[k]->buffer = 1;
  ASSERT_EQ(Build(model), kTfLiteOk) << errors_.text;
  const char* copy = interpreter_->tensor(1)->data.raw;
  EXPECT_EQ(interpreter_->tensor(k)->data.raw, copy);
  EXPECT_EQ(std::string(copy, 24), bytes_.substr(3, 24));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(copy) % sizeof(float), 0u);
}

TEST_F(BuilderTest, ConstantsPointIntoTheModel) {
  ASSERT_EQ(Build(fault::AddModel()), kTfLiteOk);
  const char* data = interpreter_->tensor(1)->data.raw;
  EXPECT_GE(data, bytes_.data());
  EXPECT_LT(data, bytes_.data() + bytes_.size());
  EXPECT_EQ(interpreter_->tensor(1)->allocation_type, kTfLiteMmapRo);
  EXPECT_EQ(interpreter_->tensor(1)->allocation, model_->allocation());
  EXPECT_EQ(interpreter_->primary_subgraph().GetTensorBufferIdentifiers().at(1),
            1u);
}

TEST_F(BuilderTest, OneBuilderMakesManyInterpreters) {
  ASSERT_EQ(Build(fault::AddModel()), kTfLiteOk);
  InterpreterBuilder builder(*model_, resolver_);
  ASSERT_EQ(builder.SetNumThreads(2), kTfLiteOk);
  EXPECT_EQ(builder.SetNumThreads(-5), kTfLiteError);
  for (int i = 0; i < 2; ++i) {
    std::unique_ptr<Interpreter> made;
    ASSERT_EQ(builder(&made), kTfLiteOk);
    EXPECT_EQ(made->primary_subgraph().context()->recommended_num_threads, 2);
    EXPECT_EQ(made->AllocateTensors(), kTfLiteOk);
  }
  EXPECT_EQ(builder(nullptr), kTfLiteError);
}

TEST_F(BuilderTest, NewerOperatorNamesTheVersions) {
  ModelT model = fault::AddModel();
  model.operator_codes[0]->version = 7;
  EXPECT_EQ(Build(model), kTfLiteError);
  EXPECT_EQ(interpreter_, nullptr);
  EXPECT_TRUE(errors_.Has("'ADD' version '7'")) << errors_.text;
  EXPECT_TRUE(errors_.Has("the newest version known here is 2"));
}

TEST_F(BuilderTest, MissingOperatorIsNamed) {
  resolver_ = MutableOpResolver();
  EXPECT_EQ(Build(fault::AddModel()), kTfLiteError);
  EXPECT_TRUE(errors_.Has("the resolver does not have this operator"));
}

ModelT AtanModel() {
  ModelT model = fault::AddModel();
  model.operator_codes[0]->builtin_code = BuiltinOperator_CUSTOM;
  model.operator_codes[0]->deprecated_builtin_code = BuiltinOperator_CUSTOM;
  model.operator_codes[0]->custom_code = "Atan";
  OperatorT& op = *model.subgraphs[0]->operators[0];
  op.builtin_options.Reset();
  op.custom_options = {1, 2, 3};
  return model;
}

TEST_F(BuilderTest, UnresolvedCustomOpFailsWhenItIsPrepared) {
  ASSERT_EQ(Build(AtanModel()), kTfLiteOk) << errors_.text;
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteUnresolvedOps);
  EXPECT_TRUE(
      errors_.Has("Encountered unresolved custom op: Atan.\nSee "
                  "instructions: "
                  "https://www.tensorflow.org/lite/guide/ops_custom "));
  EXPECT_TRUE(errors_.Has("Node number 0 (Atan) failed to prepare."));
  EXPECT_TRUE(errors_.Has("AddCustom"));
}

TEST_F(BuilderTest, CustomOpGetsItsOptions) {
  TfLiteRegistration atan = SumOp();
  static std::vector<char> seen;
  atan.init = [](TfLiteContext*, const char* buffer, size_t length) -> void* {
    seen.assign(buffer, buffer + length);
    return nullptr;
  };
  atan.free = nullptr;
  resolver_.AddCustom("Atan", atan);
  ASSERT_EQ(Build(AtanModel()), kTfLiteOk);
  EXPECT_EQ(seen, (std::vector<char>{1, 2, 3}));
  EXPECT_EQ(
      interpreter_->node_and_registration(0)->first.custom_initial_data_size,
      3);
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
}

TEST_F(BuilderTest, OpaqueOperatorRuns) {
  TfLiteOperator op(kTfLiteBuiltinCustom, "Atan", 1, &errors_);
  op.invoke_with_data = [](void* data, TfLiteOpaqueContext*,
                           TfLiteOpaqueNode*) {
    static_cast<CollectingReporter*>(data)->text += "invoked";
    return kTfLiteOk;
  };
  AddOp(&resolver_, &op);
  ASSERT_EQ(Build(AtanModel()), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_TRUE(errors_.Has("invoked"));
  EXPECT_EQ(interpreter_->primary_subgraph().host().OperatorForNode(0), &op);
  interpreter_.reset();
}

TEST_F(BuilderTest, SignaturesRunByName) {
  ASSERT_EQ(Build(fault::AddModel()), kTfLiteOk);
  ASSERT_EQ(interpreter_->signature_keys().size(), 1u);
  EXPECT_EQ(*interpreter_->signature_keys()[0], "serving");
  EXPECT_EQ(interpreter_->GetSignatureRunner("other"), nullptr);
  EXPECT_EQ(interpreter_->GetSubgraphIndexFromSignature("other"), -1);
  SignatureRunner* runner = interpreter_->GetSignatureRunner("serving");
  ASSERT_NE(runner, nullptr);
  EXPECT_EQ(runner, interpreter_->GetSignatureRunner(nullptr));
  EXPECT_STREQ(runner->input_names()[0], "x");
  EXPECT_STREQ(runner->subgraph_output_names()[0], "y");
  EXPECT_EQ(runner->ResizeInputTensor("nope", {1}), kTfLiteError);
  EXPECT_EQ(runner->input_tensor("nope"), nullptr);
  ASSERT_EQ(runner->AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < 6; ++i) runner->input_tensor("x")->data.f[i] = 1;
  ASSERT_EQ(runner->Invoke(), kTfLiteOk);
  EXPECT_EQ(runner->output_tensor("y")->data.f[0], 2.0f);
  EXPECT_EQ(interpreter_->input_tensor_by_signature("x", "serving"),
            interpreter_->input_tensor(0));
  EXPECT_EQ(interpreter_->output_tensor_by_signature("y", "serving"),
            interpreter_->output_tensor(0));
  EXPECT_EQ(interpreter_->input_tensor_by_signature(nullptr, "serving"),
            nullptr);
  EXPECT_TRUE(interpreter_->signature_inputs("other").empty());
}

TEST_F(BuilderTest, ModelWithoutSignaturesHasAPlaceholder) {
  ModelT model = fault::AddModel();
  model.signature_defs.clear();
  ASSERT_EQ(Build(model), kTfLiteOk);
  SignatureRunner* runner = interpreter_->GetSignatureRunner(nullptr);
  ASSERT_NE(runner, nullptr);
  EXPECT_NE(runner->input_tensor("x"), nullptr);
  EXPECT_TRUE(interpreter_->signature_keys().empty());
}

// The name of a tensor without a name is derived from its position.
TEST_F(BuilderTest, PlaceholderNamesNamelessTensors) {
  ModelT model = fault::AddModel();
  model.signature_defs.clear();
  for (const auto& tensor : model.subgraphs[0]->tensors) tensor->name.clear();
  ASSERT_EQ(Build(model), kTfLiteOk);
  SignatureRunner* runner = interpreter_->GetSignatureRunner(nullptr);
  ASSERT_NE(runner, nullptr);
  EXPECT_EQ(runner->input_tensor("input0"), interpreter_->input_tensor(0));
  EXPECT_EQ(runner->output_tensor("output0"), interpreter_->output_tensor(0));
}

TEST_F(BuilderTest, PlaceholderNamesAreUnique) {
  ModelT model = fault::AddModel();
  model.signature_defs.clear();
  model.subgraphs[0]->inputs = {0, 1};
  model.subgraphs[0]->tensors[0]->name = "input1";
  model.subgraphs[0]->tensors[1]->name.clear();
  ASSERT_EQ(Build(model), kTfLiteOk);
  SignatureRunner* runner = interpreter_->GetSignatureRunner(nullptr);
  ASSERT_NE(runner, nullptr);
  EXPECT_EQ(runner->input_size(), 2u);
  EXPECT_EQ(runner->input_tensor("input1"), interpreter_->input_tensor(0));
  EXPECT_EQ(runner->input_tensor("input1_"), interpreter_->input_tensor(1));
}

TEST_F(BuilderTest, OptionsOfNodesAreFoundInTheFile) {
  ModelT model = AtanModel();
  auto plain = std::make_unique<OperatorT>(*model.subgraphs[0]->operators[0]);
  plain->custom_options.clear();
  plain->outputs = {
      fault::AddTensor(&model, 0, "z", TensorType_FLOAT32, {2, 3})};
  model.subgraphs[0]->operators.push_back(std::move(plain));
  const std::string file = fault::Pack(model);
  const std::string path = ::testing::TempDir() + "options.tflite";
  std::ofstream(path, std::ios::binary) << file;
  model_ = FlatBufferModel::BuildFromFile(path.c_str(), &errors_);
  ASSERT_NE(model_, nullptr);
  ASSERT_EQ(InterpreterBuilder(*model_, resolver_)(&interpreter_), kTfLiteOk);
  const Subgraph& graph = interpreter_->primary_subgraph();
  int fd = -2;
  int64_t offset = 0, size = 0;
  ASSERT_EQ(graph.GetNodeInitDataMmapInfo(
                &graph.node_and_registration(0)->first, &fd, &offset, &size),
            kTfLiteOk);
  EXPECT_EQ(file.substr(offset, size), std::string("\1\2\3"));
  ASSERT_EQ(graph.GetNodeInitDataMmapInfo(
                &graph.node_and_registration(1)->first, &fd, &offset, &size),
            kTfLiteOk);
  EXPECT_EQ(offset, -1);
  EXPECT_EQ(size, -1);
  interpreter_.reset();
  model_.reset();
  std::remove(path.c_str());
}

// Though there is room for what their nodes may add.
TEST_F(BuilderTest, TensorsStayWhereTheyAre) {
  ModelT model = fault::AddModel();
  auto& operators = model.subgraphs[0]->operators;
  for (int i = 0; i < 50; ++i) {
    auto more = std::make_unique<OperatorT>();
    more->opcode_index = operators[0]->opcode_index;
    more->inputs = operators[0]->inputs;
    more->builtin_options = operators[0]->builtin_options;
    more->outputs = {
        fault::AddTensor(&model, 0, "z", TensorType_FLOAT32, {2, 3})};
    operators.push_back(std::move(more));
  }
  ASSERT_EQ(Build(model), kTfLiteOk) << errors_.text;
  const TfLiteTensor* input = interpreter_->input_tensor(0);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_->input_tensor(0), input);
}

TEST_F(BuilderTest, MetadataReachesTheContext) {
  ModelT model = fault::AddModel();
  model.buffers.push_back(std::make_unique<BufferT>());
  model.buffers.back()->data = {'1', '.', '5'};
  model.metadata.push_back(std::make_unique<MetadataT>());
  model.metadata.back()->name = "min_runtime_version";
  model.metadata.back()->buffer = model.buffers.size() - 1;
  ASSERT_EQ(Build(model), kTfLiteOk);
  const TfLiteContext* context = interpreter_->primary_subgraph().context();
  const char* data = nullptr;
  size_t bytes = 0;
  ASSERT_EQ(
      context->GetModelMetadata(context, "min_runtime_version", &data, &bytes),
      kTfLiteOk);
  EXPECT_EQ(std::string(data, bytes), "1.5");
  for (const char* none : {"other", static_cast<const char*>(nullptr)}) {
    EXPECT_EQ(context->GetModelMetadata(context, none, &data, &bytes),
              kTfLiteError);
  }
}

TEST_F(BuilderTest, DefaultDelegateThatFailsIsLeftOut) {
  class WithDelegate : public MutableOpResolver {
   public:
    explicit WithDelegate(int* prepared) {
      delegate_creators_.push_back([prepared](TfLiteContext*) {
        auto* delegate = new TfLiteDelegate(TfLiteDelegateCreate());
        delegate->data_ = prepared;
        delegate->Prepare = [](TfLiteContext*, TfLiteDelegate* d) {
          ++*static_cast<int*>(d->data_);
          return kTfLiteError;
        };
        return std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>(
            delegate, [](TfLiteDelegate* d) { delete d; });
      });
    }
  };
  int prepared = 0;
  WithDelegate resolver(&prepared);
  resolver.AddAll(resolver_);
  bytes_ = fault::Pack(fault::AddModel());
  model_ = FlatBufferModel::BuildFromBuffer(bytes_.data(), bytes_.size());
  ASSERT_EQ(InterpreterBuilder(*model_, resolver)(&interpreter_), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(prepared, 1);
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(prepared, 1);
  interpreter_.reset();
}

TEST_F(BuilderTest, FailingDelegateOfTheBuilderFailsTheBuild) {
  ASSERT_EQ(Build(fault::AddModel()), kTfLiteOk);
  TfLiteDelegate delegate = TfLiteDelegateCreate();
  delegate.Prepare = [](TfLiteContext*, TfLiteDelegate*) {
    return kTfLiteError;
  };
  InterpreterBuilder builder(*model_, resolver_);
  builder.AddDelegate(&delegate);
  EXPECT_EQ(builder(&interpreter_), kTfLiteDelegateError);
  EXPECT_EQ(interpreter_, nullptr);
}

TEST_F(BuilderTest, BadModelsAreRefused) {
  ModelT model = fault::AddModel();
  model.subgraphs[0]->operators[0]->inputs[0] = 99;
  EXPECT_EQ(Build(model), kTfLiteError);
  EXPECT_FALSE(errors_.text.empty());
  model = fault::AddModel();
  model.subgraphs[0]->tensors[1]->shape = {2, 4};
  EXPECT_EQ(Build(model), kTfLiteError);
  InterpreterBuilder null(static_cast<const Model*>(nullptr), resolver_,
                          &errors_);
  EXPECT_EQ(null(&interpreter_), kTfLiteError);
}

TEST_F(BuilderTest, InterpretersRunOnThreadsOfTheirOwn) {
  ASSERT_EQ(Build(fault::AddModel()), kTfLiteOk);
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      std::unique_ptr<Interpreter> own;
      InterpreterBuilder(*model_, resolver_)(&own, 2);
      if (own == nullptr || own->AllocateTensors() != kTfLiteOk) return;
      own->typed_input_tensor<float>(0)[0] = i;
      for (int run = 0; run < 20; ++run) {
        if (own->Invoke() != kTfLiteOk) return;
      }
      if (own->typed_output_tensor<float>(0)[0] == i + 1.0f) ++good;
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(good, 4);
}

TEST_F(BuilderTest, AnotherThreadMayCancel) {
  ASSERT_EQ(Build(fault::AddModel()), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_->EnableCancellation(), kTfLiteOk);
  std::atomic<bool> stop{false};
  std::thread canceller([&] {
    while (!stop) interpreter_->Cancel();
  });
  TfLiteStatus status = kTfLiteOk;
  for (int run = 0; run < 1000000 && status == kTfLiteOk; ++run) {
    status = interpreter_->Invoke();
  }
  stop = true;
  canceller.join();
  EXPECT_EQ(status, kTfLiteCancelled);
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteOk);
}

TEST_F(BuilderTest, QuantizationArrives) {
  ModelT model = fault::AddModel();
  auto q = std::make_unique<QuantizationParametersT>();
  q->scale = {0.5f, 0.25f};
  q->zero_point = {0, 0};
  q->quantized_dimension = 0;
  model.subgraphs[0]->tensors[1]->quantization = std::move(q);
  auto per_tensor = std::make_unique<QuantizationParametersT>();
  per_tensor->scale = {2.0f};
  per_tensor->zero_point = {3};
  model.subgraphs[0]->tensors[0]->quantization = std::move(per_tensor);
  ASSERT_EQ(Build(model), kTfLiteOk) << errors_.text;
  EXPECT_EQ(interpreter_->tensor(0)->params.scale, 2.0f);
  EXPECT_EQ(interpreter_->tensor(0)->params.zero_point, 3);
  const TfLiteTensor& c = *interpreter_->tensor(1);
  ASSERT_EQ(c.quantization.type, kTfLiteAffineQuantization);
  auto* affine = static_cast<TfLiteAffineQuantization*>(c.quantization.params);
  EXPECT_EQ(affine->scale->data[1], 0.25f);
  EXPECT_EQ(affine->zero_point->size, 2);
  EXPECT_EQ(c.params.scale, 0.0f);
  options_.SetCompressQuantizationZeroPoints(true);
  ASSERT_EQ(Build(model), kTfLiteOk);
  affine = static_cast<TfLiteAffineQuantization*>(
      interpreter_->tensor(1)->quantization.params);
  EXPECT_EQ(affine->zero_point->size, 1);
}

TEST(MutableOpResolver, VersionsOverridesAndChains) {
  class Chained : public MutableOpResolver {
   public:
    explicit Chained(const OpResolver* other) { ChainOpResolver(other); }
  };
  MutableOpResolver base;
  const TfLiteRegistration sum = SumOp(), one = AddOneOp();
  base.AddBuiltin(BuiltinOperator_ADD, &sum, 2, 4);
  base.AddCustom("Mine", &sum);
  base.AddBuiltin(BuiltinOperator_SUB, nullptr);
  EXPECT_EQ(base.FindOp(BuiltinOperator_ADD, 1), nullptr);
  EXPECT_EQ(base.FindOp(BuiltinOperator_ADD, 4)->version, 4);
  EXPECT_EQ(base.FindOp(BuiltinOperator_ADD, 5), nullptr);
  EXPECT_EQ(base.FindOp(BuiltinOperator_SUB, 1), nullptr);
  EXPECT_STREQ(base.FindOp("Mine", 1)->custom_name, "Mine");
  EXPECT_EQ(base.FindOp("Mine", 2), nullptr);
  Chained chained(&base);
  EXPECT_EQ(chained.FindOp("Mine", 1)->invoke, sum.invoke);
  chained.AddCustom("Mine", &one);
  EXPECT_EQ(chained.FindOp("Mine", 1)->invoke, one.invoke);
  MutableOpResolver copy;
  copy.AddAll(chained);
  EXPECT_EQ(copy.FindOp("Mine", 1)->invoke, one.invoke);
  EXPECT_EQ(copy.FindOp(BuiltinOperator_ADD, 3)->builtin_code,
            BuiltinOperator_ADD);
}

TEST(IsLiveOperator, KnowsOnlyLiveOnes) {
  EXPECT_FALSE(core::IsLiveOperator(nullptr));
  EXPECT_FALSE(core::IsLiveOperator(reinterpret_cast<TfLiteOperator*>(16)));
  auto op = std::make_unique<TfLiteOperator>(32, "x", 1, nullptr);
  const TfLiteOperator* address = op.get();
  EXPECT_TRUE(core::IsLiveOperator(address));
  op.reset();
  EXPECT_FALSE(core::IsLiveOperator(address));
}

}  // namespace
}  // namespace testing
}  // namespace tflite
