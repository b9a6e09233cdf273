// Members of SingleOpModel that derived models use, in the forms that
// TensorFlow Lite's tests use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tflite/core/interpreter.h"
#include "tflite/kernels/test_util.h"
#include "tflite/schema/schema_generated.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

// Counts the nodes that it can see, and takes none.
struct CountingDelegate : TfLiteDelegate {
  CountingDelegate() : TfLiteDelegate{} {
    data_ = this;
    Prepare = [](TfLiteContext* context, TfLiteDelegate* delegate) {
      TfLiteIntArray* plan = nullptr;
      TF_LITE_ENSURE_STATUS(context->GetExecutionPlan(context, &plan));
      auto* self = static_cast<CountingDelegate*>(delegate->data_);
      self->nodes += plan->size;
      return self->status;
    };
  }
  int nodes = 0;
  TfLiteStatus status = kTfLiteOk;
};

class NegModel : public SingleOpModel {
 public:
  NegModel() {
    input_ = AddInput({TensorType_FLOAT32, {2, 2}});
    output_ = AddOutput({TensorType_FLOAT32, {}});
    SetBuiltinOp(BuiltinOperator_NEG, BuiltinOptions_NegOptions,
                 CreateNegOptions(builder_).Union());
  }
  void Build(bool apply_delegate, bool allocate_and_delegate,
             int num_threads = -1) {
    BuildInterpreter({GetShape(input_)}, num_threads,
                     /*allow_fp32_relax_to_fp16=*/false, apply_delegate,
                     allocate_and_delegate);
  }
  void Run() {
    PopulateTensor<float>(input_, {1, -2, 3, -4});
    ASSERT_EQ(Invoke(), kTfLiteOk);
    EXPECT_THAT(ExtractVector<float>(output_), ElementsAre(-1, 2, -3, 4));
  }
  int Elements() { return GetTensorSize(input_); }
  void UseDefaults(bool use) {
    use ? SetApplyDefaultDelegates() : SetBypassDefaultDelegates();
  }
  Interpreter* interpreter() { return interpreter_.get(); }
  int input_, output_;
};

TEST(SurfaceTest, AppliesADelegateWhenAsked) {
  CountingDelegate delegate;
  NegModel m;
  m.SetDelegate({&delegate, [](TfLiteDelegate*) {}});
  m.Build(/*apply_delegate=*/true, /*allocate_and_delegate=*/false);
  EXPECT_EQ(delegate.nodes, 0);
  EXPECT_EQ(m.GetNumberOfAppliedDelegates(), 0);
  m.AllocateAndDelegate(/*apply_delegate=*/true);
  EXPECT_EQ(delegate.nodes, 1);
  EXPECT_EQ(m.GetNumberOfAppliedDelegates(), 1);
  EXPECT_EQ(m.GetDelegateApplicationStatus(), kTfLiteOk);
  m.Run();
  EXPECT_EQ(m.ApplyDelegate(), kTfLiteOk);
  EXPECT_EQ(delegate.nodes, 2);
  m.SetDelegateApplicationStatus(std::nullopt);
  EXPECT_FALSE(m.GetDelegateApplicationStatus().has_value());
  EXPECT_EQ(m.CountNumberOfDelegatedPartitions(), 0);
  EXPECT_EQ(m.CountOpsExecutedByCpuKernel(), 1);
}

TEST(SurfaceTest, AppliesNoDelegateUnlessAsked) {
  CountingDelegate delegate;
  NegModel m;
  m.SetDelegate({&delegate, [](TfLiteDelegate*) {}});
  m.Build(/*apply_delegate=*/false, /*allocate_and_delegate=*/true);
  EXPECT_EQ(delegate.nodes, 0);
  EXPECT_FALSE(m.GetDelegateApplicationStatus().has_value());
  m.Run();
}

TEST(SurfaceTest, ReportsADelegateThatFails) {
  CountingDelegate delegate;
  delegate.status = kTfLiteError;
  NegModel m;
  m.SetDelegate({&delegate, [](TfLiteDelegate*) {}});
  m.Build(/*apply_delegate=*/true, /*allocate_and_delegate=*/true);
  ASSERT_TRUE(m.GetDelegateApplicationStatus().has_value());
  EXPECT_NE(*m.GetDelegateApplicationStatus(), kTfLiteOk);
  m.Run();
}

class BuildTest : public ::testing::TestWithParam<std::tuple<bool, bool, int>> {
};

TEST_P(BuildTest, RunsAfterEveryWayToBuild) {
  const auto& [defaults, allocate, threads] = GetParam();
  NegModel m;
  m.UseDefaults(defaults);
  m.Build(/*apply_delegate=*/true, allocate, threads);
  if (!allocate) {
    ASSERT_EQ(m.AllocateTensors(), kTfLiteOk);
  }
  EXPECT_EQ(m.Elements(), 4);
  m.Run();
  EXPECT_EQ(
      m.CountOpsExecutedByCpuKernel() + m.CountNumberOfDelegatedPartitions(),
      1);
  m.SetNumThreads(2, /*reset_interpreter=*/true);
  if (!allocate) {
    ASSERT_EQ(m.AllocateTensors(), kTfLiteOk);
  }
  m.Run();
}

INSTANTIATE_TEST_SUITE_P(Ways, BuildTest,
                         ::testing::Combine(::testing::Bool(),
                                            ::testing::Bool(),
                                            ::testing::Values(-1, 1, 4)));

// A model with two nodes, whose operators and operator codes the test adds
// itself.
class TwoNodeModel : public SingleOpModel {
 public:
  TwoNodeModel() {
    input_ = AddInput({TensorType_FLOAT32, {2}});
    const float* none = nullptr;
    const int middle =
        AddTensor<float>(TensorData(TensorType_FLOAT32, {2}), none, 0);
    output_ = AddOutput({TensorType_FLOAT32, {2}});
    opcodes_.push_back(CreateOperatorCode(builder_, BuiltinOperator_ABS, 0, 1,
                                          BuiltinOperator_ABS));
    opcodes_.push_back(CreateOperatorCode(builder_, BuiltinOperator_CUSTOM,
                                          builder_.CreateString("Halve"), 1,
                                          BuiltinOperator_CUSTOM));
    operators_.push_back(CreateOperator(
        builder_, 0, builder_.CreateVector<int32_t>({input_}),
        builder_.CreateVector<int32_t>({middle}), BuiltinOptions_AbsOptions,
        CreateAbsOptions(builder_).Union()));
    operators_.push_back(
        CreateOperator(builder_, 1, builder_.CreateVector<int32_t>({middle}),
                       builder_.CreateVector<int32_t>({output_})));
    custom_registrations_["Halve"] = [] {
      static TfLiteRegistration halve = [] {
        TfLiteRegistration r{};
        r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
          const TfLiteTensor& in = context->tensors[node->inputs->data[0]];
          TfLiteTensor& out = context->tensors[node->outputs->data[0]];
          for (size_t i = 0; i < out.bytes / sizeof(float); ++i) {
            out.data.f[i] = in.data.f[i] / 2;
          }
          return kTfLiteOk;
        };
        return r;
      }();
      return &halve;
    };
    BuildInterpreter({GetShape(input_)});
  }
  std::pair<float, int32_t> Params(float min, float max) {
    return QuantizationParams<uint8_t>(min, max);
  }
  std::pair<float, int32_t> NibbleParams(float min, float max) {
    return QuantizationParams<int8_t>(min, max, kTfLiteInt4);
  }
  int input_, output_;
};

TEST(SurfaceTest, RunsOperatorsThatTheTestWrites) {
  TwoNodeModel m;
  m.PopulateTensor<float>(m.input_, {-3, 8});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output_), ElementsAre(1.5, 4));
  EXPECT_EQ(m.Params(0, 255), std::make_pair(1.0f, 0));
  EXPECT_EQ(m.NibbleParams(-7, 7), std::make_pair(1.0f, 0));
}

// A model with a tensor that the node does not read.
class HolderModel : public SingleOpModel {
 public:
  explicit HolderModel(const TensorData& data) {
    id = AddInput(data);
    const int other = AddInput({TensorType_FLOAT32, {1}});
    AddOutput({TensorType_FLOAT32, {1}});
    SetCustomOp("Nothing", {}, [] {
      static TfLiteRegistration nothing = [] {
        TfLiteRegistration r{};
        r.invoke = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
        return r;
      }();
      return &nothing;
    });
    BuildInterpreter({GetShape(id), GetShape(other)});
  }
  void PopulatePairs(const std::vector<int8_t>& values) {
    PopulateTensor2bit(id, 0, values.data(), values.data() + values.size());
  }
  TfLiteAffineQuantization* Affine() {
    return static_cast<TfLiteAffineQuantization*>(
        interpreter_->tensor(id)->quantization.params);
  }
  int id;
};

TEST(SurfaceTest, PacksValuesOfTwoBits) {
  HolderModel m({TensorType_INT2, {5}, 0, 0, 0.5f, 0});
  m.QuantizeAndPopulate2bit(m.id, {0.5, -1, 9, -9, -0.5});
  // 1, -2, 1, -2 and -1, starting in the lowest bits.
  EXPECT_THAT(m.ExtractVector<uint8_t>(m.id), ElementsAre(0x99, 0x03));
  m.PopulatePairs({0, 1, -1, -2, 1});
  EXPECT_THAT(m.ExtractVector<uint8_t>(m.id), ElementsAre(0xb4, 0x01));
}

TEST(SurfaceTest, QuantizesBiasesByChannelInBothForms) {
  TensorData bias(TensorType_INT32, {2}, 0, 0, 0, 0,
                  /*per_channel_quantization=*/true, {0.5f, 0.25f}, {0, 0}, 0);
  HolderModel m(bias);
  m.PerChannelQuantizeBiasPopulateTensor<int32_t>({2, -1}, m.id, m.Affine());
  EXPECT_THAT(m.ExtractVector<int32_t>(m.id), ElementsAre(4, -4));
  m.PerChannelQuantizeBiasPopulateTensor<int32_t>(m.id, {1, 1.2f}, m.Affine());
  EXPECT_THAT(m.ExtractVector<int32_t>(m.id), ElementsAre(2, 4));
}

template <typename T>
class QuantizedSurfaceTest : public ::testing::Test {};
using QuantizedTypes = ::testing::Types<int8_t, uint8_t, int16_t>;
TYPED_TEST_SUITE(QuantizedSurfaceTest, QuantizedTypes);

TYPED_TEST(QuantizedSurfaceTest, ComesBackWithinAStep) {
  HolderModel m({GetTensorType<TypeParam>(), {4}, -2, 2});
  const std::vector<float> values = {-1.5, 0, 0.25, 1.9};
  m.template QuantizeAndPopulate<TypeParam>(m.id, values);
  EXPECT_THAT(Dequantize<TypeParam>(m.template ExtractVector<TypeParam>(m.id),
                                    m.GetScale(m.id), m.GetZeroPoint(m.id)),
              ElementsAreArray(ArrayFloatNear(values, 4.0f / 255)));
}

}  // namespace
}  // namespace tflite
