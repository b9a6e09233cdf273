// Models built as in TensorFlow Lite's kernel tests: strings, constants,
// optional and variable inputs, intermediates, custom operators, several
// operators, resizing, errors, delegates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "flatbuffers/flexbuffers.h"
#include "tflite/core/api/op_resolver.h"
#include "tflite/interpreter.h"
#include "tflite/kernels/test_delegate_providers.h"
#include "tflite/string_type.h"
#include "tflite/testing/util.h"
#include "third_party/tensorflow/lite/c/common.h"
#include "third_party/tensorflow/lite/kernels/test_util.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class GatherModel : public SingleOpModel {
 public:
  template <typename T>
  GatherModel(const TensorData& input, const std::vector<T>& positions) {
    input_ = AddInput(input);
    positions_ = AddConstInput<T>(
        TensorData{GetTensorType<T>(), {static_cast<int>(positions.size())}},
        positions);
    output_ = AddOutput(input.type);
    SetBuiltinOp(
        BuiltinOperator_GATHER, BuiltinOptions_GatherOptions,
        CreateGatherOptions(builder_, /*axis=*/0, /*batch_dims=*/0).Union());
    BuildInterpreter({GetShape(input_), GetShape(positions_)});
  }
  int input_, positions_, output_;
};

TEST(ModelsTest, PassStrings) {
  GatherModel m({TensorType_STRING, {3}}, std::vector<int32_t>{2, 0});
  m.PopulateStringTensor(m.input_, {"A", "", "long enough to need the heap"});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<std::string>(m.output_),
              ElementsAreArray({"long enough to need the heap", "A"}));
  EXPECT_THAT(m.GetTensorShape(m.output_), ElementsAre(2));
  m.PopulateTensor<string>(m.input_, std::vector<string>{"x", "y", "z"});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<string>(m.output_), ElementsAre("z", "x"));
}

TEST(ModelsTest, PopulatePartsAndSpans) {
  GatherModel m({TensorType_INT16, {4}}, std::vector<int64_t>{3, 2, 1, 0});
  std::vector<int16_t> first = {1, 2};
  m.PopulateTensor(m.input_, 0, first.data(), first.data() + 2);
  m.PopulateTensor(m.input_, 2, first.data(), first.data() + 2);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<int16_t>(m.output_), ElementsAre(2, 1, 2, 1));
  const std::vector<int16_t> all = {5, 6, 7, 8};
  m.PopulateTensor<int16_t>(m.input_, absl::MakeConstSpan(all));
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<int16_t>(m.output_), ElementsAre(8, 7, 6, 5));
}

class SelectModel : public SingleOpModel {
 public:
  SelectModel() {
    condition_ = AddConstInput<bool>({TensorType_BOOL, {2}},
                                     std::vector<bool>{true, false});
    a_ = AddInput(TensorType_FLOAT16);
    b_ = AddConstInput<half>(TensorType_FLOAT16, {half(3.0f), half(4.0f)}, {2});
    output_ = AddOutput({TensorType_FLOAT16, {}});
    SetBuiltinOp(BuiltinOperator_SELECT, BuiltinOptions_SelectOptions,
                 CreateSelectOptions(builder_).Union());
    BuildInterpreter({{}, {2}, {}});
  }
  int condition_, a_, b_, output_;
};

TEST(ModelsTest, KeepConstantsOfAnyType) {
  SelectModel m;
  m.PopulateTensor<half>(m.a_, {1.5f, 2.5f});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(ToVector<float>(m.ExtractVector<half>(m.output_)),
              ElementsAre(1.5f, 4.0f));
  // Constants are counted among the inputs.
  EXPECT_EQ(m.GetInputTensor(0)->type, kTfLiteBool);
  EXPECT_EQ(m.GetInputTensor(0)->allocation_type, kTfLiteMmapRo);
  EXPECT_EQ(m.GetInputTensor(1)->allocation_type, kTfLiteArenaRw);
  EXPECT_EQ(m.GetOutputTensor(0)->type, kTfLiteFloat16);
}

// y += x, using a variable that the operator updates.
class SvdfModel : public SingleOpModel {
 public:
  SvdfModel() {
    input_ = AddInput({TensorType_FLOAT32, {1, 1}});
    feature_ = AddInput({TensorType_FLOAT32, {1, 1}});
    time_ = AddInput({TensorType_FLOAT32, {1, 2}});
    bias_ = AddNullInput();
    state_ = AddVariableInput({TensorType_FLOAT32, {1, 2}});
    output_ = AddOutput(TensorType_FLOAT32);
    SetBuiltinOp(
        BuiltinOperator_SVDF, BuiltinOptions_SVDFOptions,
        CreateSVDFOptions(builder_, /*rank=*/1, ActivationFunctionType_NONE)
            .Union());
    BuildInterpreter({GetShape(input_),
                      GetShape(feature_),
                      GetShape(time_),
                      {},
                      GetShape(state_)});
  }
  int input_, feature_, time_, bias_, state_, output_;
};

TEST(ModelsTest, LeaveOutInputsAndKeepVariables) {
  SvdfModel m;
  EXPECT_EQ(m.bias_, kTfLiteOptionalTensor);
  EXPECT_EQ(m.GetInputTensor(3), nullptr);
  m.PopulateTensor<float>(m.feature_, {1});
  m.PopulateTensor<float>(m.time_, {10, 1});
  for (const float want : {1.0f, 12.0f, 23.0f}) {
    m.PopulateTensor<float>(m.input_, {want < 2    ? 1.0f
                                       : want < 13 ? 2.0f
                                                   : 3.0f});
    ASSERT_EQ(m.Invoke(), kTfLiteOk);
    EXPECT_THAT(m.ExtractVector<float>(m.output_), ElementsAre(want));
  }
}

TfLiteRegistration* Register_SCALE_BY() {
  static TfLiteRegistration registration = [] {
    TfLiteRegistration r{};
    r.init = [](TfLiteContext*, const char* buffer, size_t length) -> void* {
      const auto options = flexbuffers::GetRoot(
          reinterpret_cast<const uint8_t*>(buffer), length);
      return new float(options.AsMap()["factor"].AsFloat());
    };
    r.free = [](TfLiteContext*, void* data) {
      delete static_cast<float*>(data);
    };
    r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
      const TfLiteTensor& in = context->tensors[node->inputs->data[0]];
      TF_LITE_ENSURE_TYPES_EQ(context, in.type, kTfLiteFloat32);
      return context->ResizeTensor(context,
                                   &context->tensors[node->outputs->data[0]],
                                   TfLiteIntArrayCopy(in.dims));
    };
    r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      const TfLiteTensor& in = context->tensors[node->inputs->data[0]];
      TfLiteTensor& out = context->tensors[node->outputs->data[0]];
      const float factor = *static_cast<float*>(node->user_data);
      for (size_t i = 0; i < in.bytes / sizeof(float); ++i) {
        out.data.f[i] = in.data.f[i] * factor;
      }
      return kTfLiteOk;
    };
    return r;
  }();
  return &registration;
}

std::vector<uint8_t> ScaleByOptions(float factor) {
  flexbuffers::Builder options;
  options.Map([&] { options.Float("factor", factor); });
  options.Finish();
  return options.GetBuffer();
}

class ScaleByModel : public SingleOpModel {
 public:
  enum class Build { kAll, kNoTensors };
  explicit ScaleByModel(const TensorData& input, Build build = Build::kAll) {
    input_ = AddInput(input);
    output_ = AddOutput({input.type, {}});
    SetCustomOp("ScaleBy", ScaleByOptions(2.5f), Register_SCALE_BY);
    BuildInterpreter({GetShape(input_)}, /*num_threads=*/-1,
                     /*allow_fp32_relax_to_fp16=*/false,
                     /*apply_delegate=*/true, build == Build::kAll);
  }
  TfLiteStatus Resize(const std::vector<int>& shape) {
    return interpreter_->ResizeInputTensor(input_, shape);
  }
  int input_, output_;
};

TEST(ModelsTest, RunCustomOperators) {
  ScaleByModel m({TensorType_FLOAT32, {2}});
  m.PopulateTensor<float>(m.input_, {1, -2});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output_), ElementsAre(2.5f, -5.0f));
}

TEST(ModelsTest, ResizeAfterBuilding) {
  ScaleByModel m({TensorType_FLOAT32, {2}});
  ASSERT_EQ(m.Resize({1, 3}), kTfLiteOk);
  ASSERT_EQ(m.AllocateTensors(), kTfLiteOk);
  m.PopulateTensor<float>(m.input_, {1, 2, 3});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output_), ElementsAre(2.5f, 5.0f, 7.5f));
  EXPECT_THAT(m.GetTensorShape(m.output_), ElementsAre(1, 3));
  EXPECT_THAT(m.GetOutputTensor(0), DimsAre({1, 3}));
  ASSERT_EQ(m.Resize({0}), kTfLiteOk);
  ASSERT_EQ(m.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output_), IsEmpty());
}

TEST(ModelsTest, TellThatTensorsCannotBeAllocated) {
  ScaleByModel m({TensorType_INT32, {2}}, ScaleByModel::Build::kNoTensors);
  EXPECT_EQ(m.AllocateTensors(), kTfLiteError);
}

TEST(ModelsDeathTest, EndWithTheProgramWhenTheyCannotBeBuilt) {
  EXPECT_DEATH(ScaleByModel({TensorType_INT32, {2}}),
               "Cannot allocate tensors");
  ScaleByModel m({TensorType_FLOAT32, {2}});
  EXPECT_DEATH(m.PopulateTensor<int32_t>(m.input_, {1, 2}), "Type mismatch");
  EXPECT_DEATH(m.PopulateTensor<float>(99, {1}), "No tensor with index 99");
  EXPECT_DEATH(m.ExtractVector<int8_t>(m.output_), "Type mismatch");
}

class LayerNormLstmModel : public SingleOpModel {
 public:
  LayerNormLstmModel() {
    input_ = AddInput({TensorType_INT8, {1, 1}, 0, 0, 0.5, 1});
    intermediate_ = AddIntermediate(TensorType_INT16, {0.25}, {0});
    output_ = AddOutput({TensorType_INT8, {1, 1}, 0, 0, 0.5, 1});
    SetCustomOp("SeesIntermediates", {}, [] {
      static TfLiteRegistration registration = [] {
        TfLiteRegistration r{};
        r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
          TF_LITE_ENSURE_EQ(context, node->intermediates->size, 1);
          const TfLiteTensor& t =
              context->tensors[node->intermediates->data[0]];
          TF_LITE_ENSURE_TYPES_EQ(context, t.type, kTfLiteInt16);
          TF_LITE_ENSURE(context, t.params.scale == 0.25f);
          return kTfLiteOk;
        };
        r.invoke = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
        return r;
      }();
      return &registration;
    });
    BuildInterpreter({GetShape(input_)});
  }
  int input_, intermediate_, output_;
};

TEST(ModelsTest, GiveNodesIntermediates) {
  LayerNormLstmModel m;
  EXPECT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_EQ(m.GetScale(m.output_), 0.5f);
  EXPECT_EQ(m.GetZeroPoint(m.output_), 1);
}

// Computes (a + b) * 2.5 and negates it.
class ChainModel : public MultiOpModel {
 public:
  explicit ChainModel(Interpreter::TfLiteDelegatePtr delegate = {nullptr, {}}) {
    if (delegate != nullptr) SetDelegate(std::move(delegate));
    a_ = AddInput({TensorType_FLOAT32, {2}});
    b_ = AddInput({TensorType_FLOAT32, {2}});
    const int sum = AddInnerTensor<float>({TensorType_FLOAT32, {2}});
    const int scaled = AddInnerTensor<float>({TensorType_FLOAT32, {2}});
    output_ = AddOutput({TensorType_FLOAT32, {2}});
    AddBuiltinOp(BuiltinOperator_ADD, BuiltinOptions_AddOptions,
                 CreateAddOptions(builder_).Union(), {a_, b_}, {sum});
    AddCustomOp("ScaleBy", ScaleByOptions(2.5f), Register_SCALE_BY, {sum},
                {scaled});
    AddBuiltinOp(BuiltinOperator_NEG, BuiltinOptions_NegOptions,
                 CreateNegOptions(builder_).Union(), {scaled}, {output_});
    BuildInterpreter({GetShape(a_), GetShape(b_)});
  }
  void Run() {
    PopulateTensor<float>(a_, {1, 2});
    PopulateTensor<float>(b_, {3, -4});
    ASSERT_EQ(Invoke(), kTfLiteOk);
    EXPECT_THAT(ExtractVector<float>(output_), ElementsAre(-10, 5));
  }
  TfLiteDelegate* last_applied() const { return last_applied_delegate_; }
  int a_, b_, output_;
};

TEST(ModelsTest, ChainOperators) {
  ChainModel m;
  m.Run();
  EXPECT_GT(m.CountOpsExecutedByCpuKernel(), 0);
}

// Takes the ADD nodes of the primary subgraph.
struct AddDelegate : TfLiteDelegate {
  AddDelegate() : TfLiteDelegate{} {
    Prepare = [](TfLiteContext* context, TfLiteDelegate* delegate) {
      TfLiteIntArray* plan = nullptr;
      TF_LITE_ENSURE_STATUS(context->GetExecutionPlan(context, &plan));
      std::vector<int> nodes;
      for (int i = 0; i < plan->size; ++i) {
        TfLiteNode* node;
        TfLiteRegistration* registration;
        TF_LITE_ENSURE_STATUS(context->GetNodeAndRegistration(
            context, plan->data[i], &node, &registration));
        if (registration->builtin_code == kTfLiteBuiltinAdd) {
          nodes.push_back(plan->data[i]);
        }
      }
      TfLiteRegistration kernel{};
      kernel.invoke = [](TfLiteContext* context, TfLiteNode* node) {
        const float* a = context->tensors[node->inputs->data[0]].data.f;
        const float* b = context->tensors[node->inputs->data[1]].data.f;
        TfLiteTensor& out = context->tensors[node->outputs->data[0]];
        for (size_t i = 0; i < out.bytes / sizeof(float); ++i) {
          out.data.f[i] = a[i] + b[i];
        }
        return kTfLiteOk;
      };
      kernel.custom_name = "AddDelegate";
      const IntArrayUniquePtr taken = BuildTfLiteArray(nodes);
      return context->ReplaceNodeSubsetsWithDelegateKernels(
          context, kernel, taken.get(), delegate);
    };
  }
};

TEST(ModelsTest, RunOnADelegateOfTheTest) {
  auto* delegate = new AddDelegate;
  ChainModel m(Interpreter::TfLiteDelegatePtr(delegate, [](TfLiteDelegate* d) {
    delete static_cast<AddDelegate*>(d);
  }));
  EXPECT_EQ(m.CountOpsExecutedByCpuKernel(), 2);
  EXPECT_EQ(m.CountNumberOfDelegatedPartitions(), 1);
  EXPECT_EQ(m.GetNumberOfAppliedDelegates(), 1);
  EXPECT_EQ(m.GetDelegateApplicationStatus(), kTfLiteOk);
  EXPECT_EQ(m.last_applied(), delegate);
  m.Run();
}

TEST(ModelsTest, KnowsThatADelegateFailed) {
  struct FailingDelegate : TfLiteDelegate {
    FailingDelegate() : TfLiteDelegate{} {
      Prepare = [](TfLiteContext*, TfLiteDelegate*) { return kTfLiteError; };
    }
  } failing;
  ChainModel m(
      Interpreter::TfLiteDelegatePtr(&failing, [](TfLiteDelegate*) {}));
  EXPECT_EQ(m.GetDelegateApplicationStatus(), kTfLiteDelegateError);
  EXPECT_EQ(m.GetNumberOfAppliedDelegates(), 0);
  EXPECT_EQ(m.CountOpsExecutedByCpuKernel(), 3);
  m.Run();
}

TEST(ModelsTest, AreShownToTheValidatorWhenTheyGo) {
  static int seen = 0;
  AccelerationValidator::Get()->AddCallback(
      [](const SingleOpModel& model) { ++seen; });
  { ChainModel m; }
  EXPECT_EQ(seen, 1);
}

class TestResolver : public OpResolver {
 public:
  const TfLiteRegistration* FindOp(BuiltinOperator op, int) const override {
    return builtins_.FindOp(op, 1);
  }
  const TfLiteRegistration* FindOp(const char* op, int) const override {
    return nullptr;
  }

 private:
  ops::builtin::BuiltinOpResolverWithoutDefaultDelegates builtins_;
};

TEST(ModelsTest, TakeAResolverOfTheTest) {
  struct FloorModel : SingleOpModel {
    FloorModel() {
      input = AddInput(TensorType_FLOAT32);
      output = AddOutput(TensorType_FLOAT32);
      SetBuiltinOp(BuiltinOperator_FLOOR, BuiltinOptions_NONE, 0);
      SetResolver(std::make_unique<TestResolver>());
      BuildInterpreter({{3}});
    }
    int input, output;
  } m;
  m.PopulateTensor<float>(m.input, {-1.5, 0, 2.25});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output), ElementsAre(-2, 0, 2));
  EXPECT_THAT(
      std::string(reinterpret_cast<const char*>(m.GetModelBuffer()) + 4, 4),
      "TFL3");
}

TEST(ModelsTest, TakeStablehloOptions) {
  struct PadModel : SingleOpModel {
    PadModel() {
      input = AddInput({TensorType_INT32, {2}});
      value = AddConstInput(TensorType_INT32, {9}, {});
      output = AddOutput(TensorType_INT32);
      SetBuiltinOp(BuiltinOperator_STABLEHLO_PAD,
                   BuiltinOptions2_StablehloPadOptions,
                   CreateStablehloPadOptions(
                       builder_, builder_.CreateVector(std::vector<int64_t>{1}),
                       builder_.CreateVector(std::vector<int64_t>{2}),
                       builder_.CreateVector(std::vector<int64_t>{1}))
                       .Union());
      BuildInterpreter({GetShape(input)});
    }
    int input, value, output;
  } m;
  m.PopulateTensor<int32_t>(m.input, {1, 2});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<int32_t>(m.output),
              ElementsAre(9, 1, 9, 2, 9, 9));
}

TEST(ModelsTest, NamedByTheRunningTest) {
  EXPECT_EQ(GetCurrentTestId(), "ModelsTest.NamedByTheRunningTest");
  EXPECT_FALSE(SingleOpModel::GetForceUseNnapi());
  EXPECT_TRUE(KernelTestDelegateProviders::Get()->ConstParams().HasParam(
      "num_threads"));
}

class Int4Model : public SingleOpModel {
 public:
  explicit Int4Model(TensorType type) {
    input_ = AddInput({type, {5}, 0, 0, 0.5, 0});
    output_ = AddOutput(TensorType_FLOAT32);
    SetBuiltinOp(BuiltinOperator_DEQUANTIZE, BuiltinOptions_DequantizeOptions,
                 CreateDequantizeOptions(builder_).Union());
    BuildInterpreter({GetShape(input_)});
  }
  void SetStored(const std::vector<int8_t>& v) {
    PopulateTensor4bit(input_, 0, v.data(), v.data() + v.size());
  }
  std::vector<float> Out() {
    EXPECT_EQ(Invoke(), kTfLiteOk);
    return ExtractVector<float>(output_);
  }
  int input_, output_;
};

TEST(ModelsTest, PackValuesOfFourBits) {
  Int4Model m(TensorType_INT4);
  m.SetStored({7, 6, -7, -8, 1});
  EXPECT_THAT(m.Out(), ElementsAre(3.5, 3, -3.5, -4, 0.5));
  m.QuantizeAndPopulate4bit(m.input_, {1, -1, 9, -9, 0.4});
  EXPECT_THAT(m.Out(), ElementsAre(1, -1, 3.5, -3.5, 0.5));
}

}  // namespace
}  // namespace tflite
