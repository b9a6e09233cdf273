// Operators with all forms of weights: float, quantized per tensor, per channel
// and per block, hybrid, 4-bit, sparse; one suite runs with several kernels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "flatbuffers/flatbuffers.h"
#include "tensorflow/lite/kernels/test_util.h"
#include "tensorflow/lite/schema/schema_generated.h"

namespace tflite {

namespace ops {
namespace builtin {
TfLiteRegistration* Register_CONVOLUTION_REF();
TfLiteRegistration* Register_CONVOLUTION_GENERIC_OPT();
TfLiteRegistration* Register_CONVOLUTION_MULTITHREADED_OPT();
}  // namespace builtin
}  // namespace ops

namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

// A tensor with one scale per index of its first dimension.
TensorData PerChannel(TensorType type, const std::vector<int>& shape,
                      const std::vector<float>& scales) {
  return TensorData{type,
                    shape,
                    0,
                    0,
                    0,
                    0,
                    /*per_channel_quantization=*/true,
                    scales,
                    std::vector<int64_t>(scales.size(), 0),
                    0};
}

class ConvModel : public SingleOpModel {
 public:
  ConvModel(TfLiteRegistration* registration, const TensorData& input,
            const TensorData& filter, const TensorData& output, int stride = 1,
            Padding padding = Padding_VALID, int num_threads = -1) {
    input_ = AddInput(input);
    filter_ = AddInput(filter);
    const int channels = GetShape(filter_)[0];
    if (input.type == TensorType_FLOAT32) {
      bias_ = AddInput({TensorType_FLOAT32, {channels}});
    } else {
      TensorData bias(
          input.type == TensorType_INT16 ? TensorType_INT64 : TensorType_INT32,
          {channels});
      if (filter.per_channel_quantization) {
        std::vector<float> scales;
        for (const float s : filter.per_channel_quantization_scales) {
          scales.push_back(s * GetScale(input_));
        }
        bias = PerChannel(bias.type, {channels}, scales);
      } else {
        bias.scale = GetScale(input_) * GetScale(filter_);
      }
      bias_ = AddInput(bias);
    }
    output_ = AddOutput(output);
    SetBuiltinOp(BuiltinOperator_CONV_2D, BuiltinOptions_Conv2DOptions,
                 CreateConv2DOptions(builder_, padding, stride, stride,
                                     ActivationFunctionType_NONE)
                     .Union());
    resolver_ = std::make_unique<SingleOpResolver>(BuiltinOperator_CONV_2D,
                                                   registration);
    BuildInterpreter({GetShape(input_), GetShape(filter_), GetShape(bias_)},
                     num_threads, /*allow_fp32_relax_to_fp16=*/false,
                     /*apply_delegate=*/true);
  }

  void SetInput(std::initializer_list<float> data) {
    PopulateTensor(input_, data);
  }
  void SetFilter(std::initializer_list<float> data) {
    PopulateTensor(filter_, data);
  }
  void SetBias(std::initializer_list<float> data) {
    PopulateTensor(bias_, data);
  }
  std::vector<float> GetOutput() { return ExtractVector<float>(output_); }
  std::vector<int> GetOutputShape() { return GetTensorShape(output_); }
  template <typename T>
  std::vector<float> GetDequantizedOutput() {
    return Dequantize<T>(ExtractVector<T>(output_), GetScale(output_),
                         GetZeroPoint(output_));
  }

  int input_, filter_, bias_, output_;
};

const auto* const kKernelMap = new std::map<string, TfLiteRegistration*>({
    {"Reference", ops::builtin::Register_CONVOLUTION_REF()},
    {"GenericOptimized", ops::builtin::Register_CONVOLUTION_GENERIC_OPT()},
    {"MultithreadedOptimized",
     ops::builtin::Register_CONVOLUTION_MULTITHREADED_OPT()},
});

class ConvTest : public SingleOpTest {
 protected:
  const std::map<string, TfLiteRegistration*>& GetKernelMap() override {
    return *kKernelMap;
  }
};

TEST_P(ConvTest, ComputesFloats) {
  ConvModel m(GetRegistration(), {TensorType_FLOAT32, {2, 2, 4, 1}},
              {TensorType_FLOAT32, {3, 2, 2, 1}}, {TensorType_FLOAT32, {}}, 2);
  m.SetInput({1, 1, 1, 1, 2, 2, 2, 2, 1, 2, 3, 4, 1, 2, 3, 4});
  m.SetFilter({1, 2, 3, 4, -1, 1, -1, 1, -1, -1, 1, 1});
  m.SetBias({1, 2, 3});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutput(),
              ElementsAreArray({18, 2, 5, 18, 2, 5, 17, 4, 3, 37, 4, 3}));
  EXPECT_THAT(m.GetOutputShape(), ElementsAre(2, 1, 2, 3));
  EXPECT_EQ(
      m.CountOpsExecutedByCpuKernel() + m.CountNumberOfDelegatedPartitions(),
      1);
}

TEST_P(ConvTest, GivesTheSameOnSeveralThreads) {
  ConvModel m(GetRegistration(), {TensorType_FLOAT32, {1, 3, 4, 1}},
              {TensorType_FLOAT32, {1, 3, 3, 1}}, {TensorType_FLOAT32, {}}, 1,
              Padding_SAME, /*num_threads=*/2);
  const auto run = [&m] {
    m.SetInput({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    m.SetFilter({1, 4, 7, 2, 5, 8, 3, 6, 9});
    m.SetBias({0});
    EXPECT_EQ(m.Invoke(), kTfLiteOk);
    return m.GetOutput();
  };
  const std::vector<float> want = run();
  EXPECT_THAT(want, ElementsAreArray({105, 150, 183, 95, 235, 312, 357, 178,
                                      187, 234, 261, 121}));
  m.SetNumThreads(1, /*reset_interpreter=*/true);
  EXPECT_EQ(run(), want);
}

TEST_P(ConvTest, ComputesPerTensorUInt8) {
  ConvModel m(GetRegistration(), {TensorType_UINT8, {2, 2, 4, 1}, -63.5, 64},
              {TensorType_UINT8, {3, 2, 2, 1}, -63.5, 64},
              {TensorType_UINT8, {}, -127, 128}, 2);
  m.QuantizeAndPopulate<uint8_t>(
      m.input_, {1, 1, 1, 1, 2, 2, 2, 2, 1, 2, 3, 4, 1, 2, 3, 4});
  m.QuantizeAndPopulate<uint8_t>(m.filter_,
                                 {1, 2, 3, 4, -1, 1, -1, 1, -1, -1, 1, 1});
  m.QuantizeAndPopulate<int32_t>(m.bias_, {1, 2, 3});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetDequantizedOutput<uint8_t>(),
              ElementsAreArray(ArrayFloatNear(
                  {18, 2, 5, 18, 2, 5, 17, 4, 3, 37, 4, 3}, 1e-5)));
}

template <typename T, typename Bias>
void ComputesPerChannel(TfLiteRegistration* registration, TensorType type,
                        float scale) {
  ConvModel m(registration, {type, {1, 2, 3, 2}, 0, 0, scale, 0},
              PerChannel(TensorType_INT8, {2, 2, 2, 2}, {1, 2}),
              {type, {}, 0, 0, scale, 0});
  m.QuantizeAndPopulate<T>(m.input_,
                           {3, 2, 1, -1, -2, -3, 4, 3, 2, -2, -3, -4});
  m.PerChannelSymmetricQuantizeAndPopulate(
      m.filter_, {1, 2, 3, 4, 3, 4, 5, 6, 7, 8, 5, 6, 3, 4, 1, 2});
  m.PerChannelQuantizeBias(m.bias_, {3, -2});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  // Quantized in steps of 2, the weights of channel 1 become {8, 8, 6, 6, 4, 4,
  // 2, 2}.
  EXPECT_THAT(m.GetDequantizedOutput<T>(),
              ElementsAreArray(ArrayFloatNear({31, 66, -57, -46}, scale)));
  EXPECT_THAT(
      m.ExtractVector<Bias>(m.bias_),
      ElementsAre(static_cast<Bias>(3 / scale), static_cast<Bias>(-1 / scale)));
}

TEST_P(ConvTest, ComputesPerChannelInt8) {
  ComputesPerChannel<int8_t, int32_t>(GetRegistration(), TensorType_INT8, 1.0f);
}

TEST_P(ConvTest, ComputesPerChannelInt16) {
  ComputesPerChannel<int16_t, int64_t>(GetRegistration(), TensorType_INT16,
                                       0.125f);
}

INSTANTIATE_TEST_SUITE_P(
    ConvTest, ConvTest,
    ::testing::ValuesIn(SingleOpTest::GetKernelTags(*kKernelMap)));

class FullyConnectedModel : public SingleOpModel {
 public:
  // Dense weights [units, depth]; the input has `batches` rows of `depth`.
  explicit FullyConnectedModel(const TensorData& weights, int batches = 2) {
    const int units = weights.shape[0], depth = weights.shape[1];
    input_ = AddInput({TensorType_FLOAT32, {batches, depth}});
    weights_ = AddInput(weights);
    bias_ = AddInput({TensorType_FLOAT32, {units}});
    Build();
  }
  // Sparse weights.
  FullyConnectedModel(const TensorData& weights, const std::vector<float>& data,
                      bool symmetric_quantize = false) {
    input_ = AddInput({TensorType_FLOAT32, {2, weights.shape[1]}});
    weights_ = AddConstSparseInput(weights, data, symmetric_quantize);
    bias_ = AddNullInput();
    Build();
  }

  int input_, weights_, bias_, output_;

 private:
  void Build() {
    output_ = AddOutput({TensorType_FLOAT32});
    SetBuiltinOp(
        BuiltinOperator_FULLY_CONNECTED, BuiltinOptions_FullyConnectedOptions,
        CreateFullyConnectedOptions(builder_, ActivationFunctionType_NONE,
                                    FullyConnectedOptionsWeightsFormat_DEFAULT)
            .Union());
    BuildInterpreter({GetShape(input_), GetShape(weights_)});
  }
};

const std::vector<float> kWeights = {1, 2, 3, 4, -1, -2, -3, -4};
const std::vector<float> kInput = {127, 1, 2, 3, 0, 0, 0, 1};
const std::vector<float> kBias = {10, 20};
// kInput times the transpose of kWeights, plus the bias.
const std::vector<float> kWant = {157, -127, 14, 16};

TEST(FullyConnectedTest, ComputesHybridInt8) {
  FullyConnectedModel m(TensorData{TensorType_INT8, {2, 4}});
  m.PopulateTensor(m.input_, kInput);
  m.SignedSymmetricQuantizeAndPopulate(m.weights_, kWeights);
  m.PopulateTensor(m.bias_, kBias);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output_),
              ElementsAreArray(ArrayFloatNear(kWant, 2.0)));
  // Other weights lead to another scale.
  m.SignedSymmetricQuantizeAndPopulate(m.weights_,
                                       {10, 20, 30, 40, 0, 0, 0, 0});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output_),
              ElementsAreArray(ArrayFloatNear({1480, 20, 50, 20}, 21)));
}

TEST(FullyConnectedTest, ComputesHybridUInt8) {
  FullyConnectedModel m(TensorData{TensorType_UINT8, {2, 4}});
  m.PopulateTensor(m.input_, kInput);
  m.SymmetricQuantizeAndPopulate(m.weights_, kWeights);
  m.PopulateTensor(m.bias_, kBias);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output_),
              ElementsAreArray(ArrayFloatNear(kWant, 2.0)));
}

TEST(FullyConnectedTest, ComputesHybridPerChannelInt4) {
  FullyConnectedModel m(PerChannel(TensorType_INT4, {2, 4}, {1, 0.5}));
  m.PopulateTensor(m.input_, kInput);
  m.PerChannelSymmetricQuantizeAndPopulate(m.weights_,
                                           {1, 2, 3, 4, -1, -2, -3, -4});
  m.PopulateTensor(m.bias_, kBias);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  // -4 is less than -3.5, the minimum that the second channel's scale allows.
  EXPECT_THAT(m.ExtractVector<float>(m.output_),
              ElementsAreArray(ArrayFloatNear({157, -125.5, 14, 16.5}, 0.5)));
}

TEST(FullyConnectedTest, ComputesBlocksOfInt4) {
  TensorData weights(TensorType_INT4, {2, 4});
  weights.per_block_quantization = 2;
  weights.per_channel_quantization_scales = {1, 2, 0.5, 1};
  FullyConnectedModel m(weights);
  m.PopulateTensor(m.input_, kInput);
  m.PerBlockSymmetricQuantizeAndPopulate(m.weights_,
                                         {1, 2, 4, 4, -1, -2, -3, -4});
  m.PopulateTensor(m.bias_, kBias);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output_),
              ElementsAreArray(ArrayFloatNear({159, -127, 14, 16}, 0.5)));
}

TEST(FullyConnectedTest, ReadsSparseWeights) {
  const std::vector<float> dense = {1, 0, 0, 4, 0, 0, 0, 0, 0, -2, 0, 0};
  const std::vector<float> input = {1, 2, 3, 4, 5, 6, 7, 8};
  TensorData rows(TensorType_FLOAT32, {3, 4});
  rows.traversal_order = {0, 1};
  rows.format = {kTfLiteDimDense, kTfLiteDimSparseCSR};
  TensorData blocks = rows;
  blocks.traversal_order = {0, 1, 2};
  blocks.block_size = {4};
  blocks.block_map = {1};
  for (const TensorData& weights : {rows, blocks}) {
    FullyConnectedModel m(weights, dense);
    m.PopulateTensor(m.input_, input);
    ASSERT_EQ(m.Invoke(), kTfLiteOk);
    EXPECT_THAT(m.ExtractVector<float>(m.output_),
                ElementsAre(17, 0, -4, 37, 0, -12));
    EXPECT_EQ(m.ExtractVector<float>(m.weights_),
              weights.block_map.empty()
                  ? (std::vector<float>{1, 4, -2})
                  : (std::vector<float>{1, 0, 0, 4, 0, -2, 0, 0}));
  }
}

TEST(FullyConnectedTest, QuantizesSparseWeights) {
  TensorData weights(TensorType_INT8, {2, 4});
  weights.traversal_order = {0, 1};
  weights.format = {kTfLiteDimDense, kTfLiteDimSparseCSR};
  FullyConnectedModel m(weights, {0, 127, 0, 0, 0, 0, -63, 0},
                        /*symmetric_quantize=*/true);
  m.PopulateTensor<float>(m.input_, {1, 127, 1, 1, 0, 1, 127, 0});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<int8_t>(m.weights_), ElementsAre(127, -63));
  EXPECT_THAT(m.ExtractVector<float>(m.output_),
              ElementsAreArray(ArrayFloatNear({16129, -63, 127, -8001}, 0.1)));
}

}  // namespace
}  // namespace tflite
