// Operators of several kinds, in the form of TensorFlow Lite's kernel tests:
// parameters from constants and from inputs, several outputs, strings,
// variables, tests parametrized by type or by kernel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdint.h>

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "flatbuffers/flatbuffers.h"  // from @flatbuffers
#include "tflite/core/c/common.h"
#include "tflite/kernels/rng_util.h"
#include "tflite/kernels/test_util.h"
#include "tflite/schema/schema_generated.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

class StridedSliceModel : public SingleOpModel {
 public:
  StridedSliceModel(std::vector<int> shape, std::vector<int> begin,
                    std::vector<int> end, std::vector<int> strides,
                    bool constant, int ellipsis, int new_axis, int shrink)
      : constant_(constant) {
    const int n = static_cast<int>(begin.size());
    input_ = AddInput({TensorType_INT32, shape});
    for (const auto& list : {begin, end, strides}) AddList(list, n);
    output_ = AddOutput(TensorType_INT32);
    SetBuiltinOp(
        BuiltinOperator_STRIDED_SLICE, BuiltinOptions_StridedSliceOptions,
        CreateStridedSliceOptions(builder_, 0, 0, ellipsis, new_axis, shrink)
            .Union());
    BuildInterpreter({shape, {n}, {n}, {n}});
    for (size_t i = 0; i < fed_.size(); ++i) {
      PopulateTensor<int>(fed_[i], i == 0 ? begin : i == 1 ? end : strides);
    }
  }
  int input() const { return input_; }
  std::vector<int> GetOutput() { return ExtractVector<int>(output_); }
  std::vector<int> GetOutputShape() { return GetTensorShape(output_); }

 private:
  void AddList(const std::vector<int>& list, int n) {
    if (constant_) {
      AddConstInput(TensorData(TensorType_INT32, {n}), list);
    } else {
      fed_.push_back(AddInput({TensorType_INT32, {n}}));
    }
  }
  const bool constant_;
  int input_, output_;
  std::vector<int> fed_;
};

class StridedSliceTest : public ::testing::TestWithParam<bool> {};

TEST_P(StridedSliceTest, Masks) {
  StridedSliceModel m({2, 3, 2}, {1, 0, 1}, {2, 0, 2}, {1, 1, 1}, GetParam(),
                      /*ellipsis=*/2, /*new_axis=*/0, /*shrink=*/5);
  m.PopulateTensor<int>(m.input(), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutputShape(), ElementsAre(3));
  EXPECT_THAT(m.GetOutput(), ElementsAre(7, 9, 11));
}

TEST_P(StridedSliceTest, NewAxisAndReverse) {
  StridedSliceModel m({3}, {0, 2}, {0, -4}, {1, -1}, GetParam(), 0,
                      /*new_axis=*/1, 0);
  m.PopulateTensor<int>(m.input(), {1, 2, 3});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutputShape(), ElementsAre(1, 3));
  EXPECT_THAT(m.GetOutput(), ElementsAre(3, 2, 1));
}

INSTANTIATE_TEST_SUITE_P(ConstantOrFed, StridedSliceTest, ::testing::Bool());

class SplitModel : public SingleOpModel {
 public:
  SplitModel(const TensorData& input, int parts, int axis) {
    AddConstInput(TensorType_INT32, {axis}, {1});
    input_ = AddInput(input);
    for (int i = 0; i < parts; ++i) outputs_.push_back(AddOutput(input.type));
    SetBuiltinOp(BuiltinOperator_SPLIT, BuiltinOptions_SplitOptions,
                 CreateSplitOptions(builder_, parts).Union());
    BuildInterpreter({{}, GetShape(input_)});
  }
  int input() const { return input_; }
  template <typename T>
  std::vector<T> GetOutput(int i) {
    return ExtractVector<T>(outputs_[i]);
  }
  std::vector<int> GetOutputShape(int i) { return GetTensorShape(outputs_[i]); }

 private:
  int input_;
  std::vector<int> outputs_;
};

template <typename T>
class SplitTest : public ::testing::Test {};
using SplitTypes = ::testing::Types<float, int8_t, int16_t, int32_t>;
TYPED_TEST_SUITE(SplitTest, SplitTypes);

TYPED_TEST(SplitTest, Columns) {
  SplitModel m({GetTensorType<TypeParam>(), {2, 4}}, 2, -1);
  m.PopulateTensor<TypeParam>(m.input(), {1, 2, 3, 4, 5, 6, 7, 8});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutputShape(1), ElementsAre(2, 2));
  EXPECT_THAT(m.template GetOutput<TypeParam>(0), ElementsAre(1, 2, 5, 6));
  EXPECT_THAT(m.template GetOutput<TypeParam>(1), ElementsAre(3, 4, 7, 8));
}

TEST(SplitTest, UnevenPartsDie) {
  EXPECT_DEATH(SplitModel({TensorType_FLOAT32, {3}}, 2, 0),
               "Cannot allocate tensors");
}

class GatherModel : public SingleOpModel {
 public:
  GatherModel(const TensorData& input, const TensorData& positions) {
    input_ = AddInput(input);
    positions_ = AddInput(positions);
    output_ = AddOutput(input.type);
    SetBuiltinOp(BuiltinOperator_GATHER, BuiltinOptions_GatherOptions,
                 CreateGatherOptions(builder_, 0, 0).Union());
    BuildInterpreter({GetShape(input_), GetShape(positions_)});
  }
  int input() const { return input_; }
  int positions() const { return positions_; }
  template <typename T>
  std::vector<T> GetOutput() {
    return ExtractVector<T>(output_);
  }

 private:
  int input_, positions_, output_;
};

TEST(GatherTest, Strings) {
  GatherModel m({TensorType_STRING, {3}}, {TensorType_INT64, {2}});
  m.PopulateStringTensor(m.input(), {"a", "", "long one"});
  m.PopulateTensor<int64_t>(m.positions(), {2, 1});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutput<std::string>(), ElementsAre("long one", ""));
}

TEST(GatherTest, AnIndexThatIsNotThereFails) {
  GatherModel m({TensorType_FLOAT32, {2}}, {TensorType_INT32, {1}});
  m.PopulateTensor<float>(m.input(), {1, 2});
  m.PopulateTensor<int>(m.positions(), {2});
  EXPECT_EQ(m.Invoke(), kTfLiteError);
}

class TopKModel : public SingleOpModel {
 public:
  TopKModel(const TensorData& input, int k) {
    input_ = AddInput(input);
    k_ = AddInput(TensorType_INT32);
    values_ = AddOutput(input.type);
    indices_ = AddOutput(TensorType_INT32);
    SetBuiltinOp(BuiltinOperator_TOPK_V2, BuiltinOptions_TopKV2Options, 0);
    BuildInterpreter({GetShape(input_), {1}});
    PopulateTensor<int>(k_, {k});
  }
  int input() const { return input_; }
  std::vector<float> GetValues() { return ExtractVector<float>(values_); }
  std::vector<int> GetIndices() { return ExtractVector<int>(indices_); }

 private:
  int input_, k_, values_, indices_;
};

TEST(TopKTest, TiesKeepTheirOrder) {
  TopKModel m({TensorType_FLOAT32, {2, 3}}, 2);
  m.PopulateTensor<float>(m.input(), {3, 1, 3, -1, -2, 0});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetValues(), ElementsAre(3, 3, 0, -1));
  EXPECT_THAT(m.GetIndices(), ElementsAre(0, 2, 2, 0));
}

// x of one step through a layer of RNN whose state starts at zero and stays.
class RnnModel : public SingleOpModel {
 public:
  RnnModel() {
    input_ = AddInput({TensorType_FLOAT32, {1, 1}});
    AddConstInput(TensorType_FLOAT32, {2.0f}, {1, 1});
    AddConstInput(TensorType_FLOAT32, {0.5f}, {1, 1});
    AddConstInput(TensorType_FLOAT32, {1.0f}, {1});
    AddVariableInput({TensorType_FLOAT32, {1, 1}});
    output_ = AddOutput(TensorType_FLOAT32);
    SetBuiltinOp(
        BuiltinOperator_RNN, BuiltinOptions_RNNOptions,
        CreateRNNOptions(builder_, ActivationFunctionType_RELU).Union());
    BuildInterpreter({{1, 1}, {1, 1}, {1, 1}, {1}, {1, 1}});
  }
  float Step(float x) {
    PopulateTensor<float>(input_, {x});
    EXPECT_EQ(Invoke(), kTfLiteOk);
    return ExtractVector<float>(output_)[0];
  }

 private:
  int input_, output_;
};

TEST(RnnTest, TheStateGoesOn) {
  RnnModel m;
  EXPECT_EQ(m.Step(1), 3);     // 2 x + 1
  EXPECT_EQ(m.Step(0), 2.5f);  // 0.5 * 3 + 1
  EXPECT_EQ(m.Step(-9), 0);    // clipped
}

const auto kSoftmaxKernels = new std::map<string, TfLiteRegistration*>({
    {"Reference", ops::builtin::Register_SOFTMAX_REF()},
    {"Optimized", ops::builtin::Register_SOFTMAX()},
});

class SoftmaxModel : public SingleOpModel {
 public:
  SoftmaxModel(TfLiteRegistration* registration, const TensorData& input,
               const TensorData& output) {
    input_ = AddInput(input);
    output_ = AddOutput(output);
    SetBuiltinOp(BuiltinOperator_SOFTMAX, BuiltinOptions_SoftmaxOptions,
                 CreateSoftmaxOptions(builder_, /*beta=*/1.0f).Union());
    resolver_ = std::make_unique<SingleOpResolver>(BuiltinOperator_SOFTMAX,
                                                   registration);
    BuildInterpreter({GetShape(input_)});
  }
  int input() const { return input_; }
  std::vector<float> GetOutput() { return ExtractVector<float>(output_); }
  template <typename T>
  std::vector<float> GetDequantizedOutput() {
    return Dequantize<T>(ExtractVector<T>(output_), GetScale(output_),
                         GetZeroPoint(output_));
  }

 private:
  int input_, output_;
};

class SoftmaxTest : public SingleOpTest {
 protected:
  const std::map<string, TfLiteRegistration*>& GetKernelMap() override {
    return *kSoftmaxKernels;
  }
};

TEST_P(SoftmaxTest, Float) {
  SoftmaxModel m(GetRegistration(), {TensorType_FLOAT32, {2, 2}},
                 TensorType_FLOAT32);
  m.PopulateTensor<float>(m.input(), {0, std::log(3.0f), 50, 50});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutput(),
              ElementsAreArray(ArrayFloatNear({0.25f, 0.75f, 0.5f, 0.5f})));
}

TEST_P(SoftmaxTest, Int8) {
  SoftmaxModel m(GetRegistration(), {TensorType_INT8, {1, 2}, -4, 4},
                 {TensorType_INT8, {}, 0, 0, 1.0f / 256, -128});
  m.QuantizeAndPopulate<int8_t>(m.input(), {0, std::log(3.0f)});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetDequantizedOutput<int8_t>(),
              ElementsAreArray(ArrayFloatNear({0.25f, 0.75f}, 0.01f)));
}

INSTANTIATE_TEST_SUITE_P(
    SoftmaxTest, SoftmaxTest,
    ::testing::ValuesIn(SingleOpTest::GetKernelTags(*kSoftmaxKernels)));

class ReduceWindowModel : public SingleOpModel {
 public:
  explicit ReduceWindowModel(const TensorData& input) {
    input_ = AddInput(input);
    AddConstInput(TensorType_INT32, {0}, {});
    for (const int64_t extent : {2, 1, 1}) {
      AddConstInput(TensorType_INT64, {extent}, {1});
    }
    output_ = AddOutput(input.type);
    SetBuiltinOp(
        BuiltinOperator_REDUCE_WINDOW, BuiltinOptions2_ReduceWindowOptions,
        CreateReduceWindowOptions(builder_, ReduceWindowFunction_ADD).Union());
    BuildInterpreter({GetShape(input_)}, /*num_threads=*/-1,
                     /*allow_fp32_relax_to_fp16=*/false,
                     /*apply_delegate=*/true);
  }
  int input() const { return input_; }
  std::vector<int> GetOutput() { return ExtractVector<int>(output_); }

 private:
  int input_, output_;
};

TEST(ReduceWindowTest, AddsNeighbours) {
  ReduceWindowModel m({TensorType_INT32, {4}});
  m.PopulateTensor<int>(m.input(), {1, 2, 3, 4});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutput(), ElementsAre(3, 5, 7));
}

// The words of the published test vectors, in their order.
TEST(RngUtilTest, TakesWordsLowestFirst) {
  EXPECT_THAT(
      rng::Threefry2x32(0x13198a2eu, 0x03707344u, {0x243f6a88u, 0x85a308d3u}),
      ElementsAre(0xc4923a9cu, 0x483df7a0u));
  EXPECT_THAT(
      rng::Philox4x32(0xa4093822u, 0x299f31d0u,
                      {0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}),
      ElementsAre(0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u));
}

}  // namespace
}  // namespace tflite
