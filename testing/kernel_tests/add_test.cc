// Tests of ADD in the form of TensorFlow Lite's kernel tests: float, quantized
// by a range, broadcasting, constants and integers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdint.h>

#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "flatbuffers/flatbuffers.h"  // from @flatbuffers
#include "tflite/kernels/test_delegate_providers.h"
#include "tflite/kernels/test_util.h"
#include "tflite/schema/schema_generated.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::Pointwise;

class AddModel : public SingleOpModel {
 public:
  AddModel(const TensorData& a, const TensorData& b, const TensorData& output,
           ActivationFunctionType activation = ActivationFunctionType_NONE) {
    a_ = AddInput(a);
    b_ = AddInput(b);
    Finish(output, activation);
  }
  template <typename T>
  AddModel(const TensorData& a, const TensorData& b,
           std::initializer_list<T> values, const TensorData& output) {
    a_ = AddInput(a);
    b_ = AddConstInput<T>(b, values);
    Finish(output, ActivationFunctionType_NONE);
  }

  int a() const { return a_; }
  int b() const { return b_; }
  int output() const { return output_; }

  template <typename T>
  std::vector<T> GetOutput() {
    return ExtractVector<T>(output_);
  }
  template <typename T>
  std::vector<float> GetDequantizedOutput() {
    return Dequantize<T>(ExtractVector<T>(output_), GetScale(output_),
                         GetZeroPoint(output_));
  }

 private:
  void Finish(const TensorData& output, ActivationFunctionType activation) {
    output_ = AddOutput(output);
    SetBuiltinOp(BuiltinOperator_ADD, BuiltinOptions_AddOptions,
                 CreateAddOptions(builder_, activation).Union());
    BuildInterpreter({GetShape(a_), GetShape(b_)});
  }

  int a_;
  int b_;
  int output_;
};

TEST(AddOpTest, AddsFloats) {
  AddModel m({TensorType_FLOAT32, {1, 2, 2, 1}},
             {TensorType_FLOAT32, {1, 2, 2, 1}}, {TensorType_FLOAT32, {}});
  m.PopulateTensor<float>(m.a(), {-2.0, 0.2, 0.7, 0.8});
  m.PopulateTensor<float>(m.b(), {0.1, 0.2, 0.3, 0.5});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutput<float>(),
              Pointwise(FloatingPointEq(), {-1.9, 0.4, 1.0, 1.3}));
  EXPECT_THAT(m.GetTensorShape(m.output()), ElementsAre(1, 2, 2, 1));
}

TEST(AddOpTest, AppliesAnActivation) {
  AddModel m({TensorType_FLOAT32, {4}}, {TensorType_FLOAT32, {4}},
             {TensorType_FLOAT32, {}}, ActivationFunctionType_RELU_N1_TO_1);
  m.PopulateTensor<float>(m.a(), {-2.0, 0.2, 0.7, 0.8});
  m.PopulateTensor<float>(m.b(), {0.1, 0.2, 0.3, 0.5});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutput<float>(),
              ElementsAreArray(ArrayFloatNear({-1.0, 0.4, 1.0, 1.0})));
}

TEST(AddOpTest, BroadcastsAConstantScalar) {
  for (const std::vector<int>& shape :
       std::vector<std::vector<int>>{{6}, {2, 3}, {2, 1, 3}, {1, 3, 1, 2}}) {
    AddModel m({TensorType_FLOAT32, shape}, {TensorType_FLOAT32, {}}, {0.5f},
               {TensorType_FLOAT32, {}});
    m.PopulateTensor<float>(m.a(), {-2.0, 0.5, 0.75, 0.25, 1.5, 2.0});
    ASSERT_EQ(m.Invoke(), kTfLiteOk);
    EXPECT_THAT(m.GetOutput<float>(),
                ElementsAreArray({-1.5f, 1.0f, 1.25f, 0.75f, 2.0f, 2.5f}));
    EXPECT_EQ(m.GetTensorShape(m.output()), shape);
  }
}

TEST(AddOpTest, AddsIntegers) {
  AddModel m({TensorType_INT64, {2, 2}}, {TensorType_INT64, {2}},
             {TensorType_INT64, {}});
  m.PopulateTensor<int64_t>(m.a(), {int64_t{1} << 40, -2, 3, 4});
  m.PopulateTensor<int64_t>(m.b(), {1, 10});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutput<int64_t>(),
              ElementsAre((int64_t{1} << 40) + 1, 8, 4, 14));
}

// Half a step of the output plus half a step of each input, rounded up.
template <typename T>
float Tolerance(float min, float max) {
  return 2.0f * (max - min) /
         (std::numeric_limits<T>::max() - std::numeric_limits<T>::min());
}

template <TensorType tensor_type, typename T>
void AddQuantized(float min, float max) {
  const float tolerance = Tolerance<T>(min, max);
  const std::vector<std::vector<float>> a = {{0.1, 0.2, 0.3, 0.4},
                                             {-0.8, 0.2, 0.4, 0.7}};
  const std::vector<std::vector<float>> b = {{0.6, 0.4, 0.3, 0.1},
                                             {0.6, 0.4, -0.8, 0.3}};
  const std::vector<std::vector<float>> want = {{0.7, 0.6, 0.6, 0.5},
                                                {-0.2, 0.6, -0.4, 0.98}};
  for (size_t i = 0; i < a.size(); ++i) {
    SCOPED_TRACE(i);
    AddModel m({tensor_type, {1, 2, 2, 1}, min, max},
               {tensor_type, {1, 2, 2, 1}, min, max},
               {tensor_type, {}, min, max});
    m.QuantizeAndPopulate<T>(m.a(), a[i]);
    m.QuantizeAndPopulate<T>(m.b(), b[i]);
    ASSERT_EQ(m.Invoke(), kTfLiteOk);
    EXPECT_THAT(
        m.GetDequantizedOutput<T>(),
        ElementsAreArray(ArrayFloatNear(want[i], std::max(tolerance, 0.021f))));
  }
}

TEST(QuantizedAddOpTest, AddsUInt8) {
  AddQuantized<TensorType_UINT8, uint8_t>(-1.0, 1.0);
}
TEST(QuantizedAddOpTest, AddsInt8) {
  AddQuantized<TensorType_INT8, int8_t>(-1.0, 1.0);
}
TEST(QuantizedAddOpTest, AddsInt16) {
  AddQuantized<TensorType_INT16, int16_t>(-1.0, 32767.f / 32768.f);
}

TEST(AddOpTest, RunsWhereTheFlagsSay) {
  AddModel m({TensorType_FLOAT32, {4}}, {TensorType_FLOAT32, {4}},
             {TensorType_FLOAT32, {}});
  const auto* providers = KernelTestDelegateProviders::Get();
  EXPECT_EQ(m.GetNumberOfAppliedDelegates(),
            static_cast<int>(providers->CreateAllDelegates().size()));
  EXPECT_EQ(m.GetDelegateApplicationStatus(), kTfLiteOk);
  if (providers->ConstParams().Get<bool>("use_xnnpack")) {
    EXPECT_EQ(m.CountOpsExecutedByCpuKernel(), 0);
    EXPECT_EQ(m.CountNumberOfDelegatedPartitions(), 1);
  } else {
    EXPECT_EQ(
        m.CountOpsExecutedByCpuKernel() + m.CountNumberOfDelegatedPartitions(),
        1);
  }
}

}  // namespace
}  // namespace tflite
