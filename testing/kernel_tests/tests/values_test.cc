// How SingleOpModel stores, quantizes and returns values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tflite/kernels/acceleration_test_util.h"
#include "tflite/kernels/acceleration_test_util_internal.h"
#include "tflite/kernels/test_util.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Not;
using ::testing::Pointwise;

// A node with one or more inputs, and an output of the first input's type. The
// constructor builds the interpreter and allocates tensors.
class HolderModel : public SingleOpModel {
 public:
  explicit HolderModel(const std::vector<TensorData>& inputs) {
    std::vector<std::vector<int>> shapes;
    for (const TensorData& data : inputs) {
      ids.push_back(AddInput(data));
      shapes.push_back(GetShape(ids.back()));
    }
    AddOutput({inputs[0].type, {}});
    SetCustomOp("Holder", {}, Registration);
    BuildInterpreter(shapes);
  }
  static TfLiteRegistration* Registration() {
    static TfLiteRegistration registration = [] {
      TfLiteRegistration r{};
      r.prepare = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
      r.invoke = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
      return r;
    }();
    return &registration;
  }
  const TfLiteTensor* tensor(int i) { return interpreter_->tensor(ids[i]); }
  std::vector<int> ids;
};

TensorData PerChannel(TensorType type, std::vector<int> shape,
                      std::vector<float> scales, int channel) {
  TensorData data(type, shape);
  data.per_channel_quantization = true;
  data.per_channel_quantization_scales = scales;
  data.per_channel_quantization_offsets.assign(scales.size(), 0);
  data.channel_index = channel;
  return data;
}

TEST(Values, StringsByEachForm) {
  HolderModel m({{TensorType_STRING, {2}}});
  m.PopulateTensor<std::string>(m.ids[0], {"A", "bc"});
  EXPECT_THAT(m.ExtractVector<std::string>(m.ids[0]), ElementsAre("A", "bc"));
  m.PopulateTensor<std::string>(m.ids[0], {std::string("D")});
  EXPECT_THAT(m.ExtractVector<std::string>(m.ids[0]), ElementsAre("D"));
  const std::vector<std::string> more = {"e", "f"};
  m.PopulateTensor<std::string>(m.ids[0], absl::MakeConstSpan(more));
  EXPECT_EQ(m.ExtractVector<std::string>(m.ids[0]), more);
}

TEST(Values, BehindTheEndAreLeftOut) {
  HolderModel m({{TensorType_FLOAT32, {2}}, {TensorType_INT4, {2}, 0, 0, 1}});
  m.PopulateTensor<float>(m.ids[0], {1, 2, 3});
  EXPECT_THAT(m.ExtractVector<float>(m.ids[0]), ElementsAre(1, 2));
  float more[] = {8, 9};
  m.PopulateTensor<float>(m.ids[0], /*offset=*/1, more, more + 2);
  EXPECT_THAT(m.ExtractVector<float>(m.ids[0]), ElementsAre(1, 8));
  m.QuantizeAndPopulate4bit(m.ids[1], {1, 2, 3, 4});
  EXPECT_THAT(m.ExtractVector<uint8_t>(m.ids[1]), ElementsAre(0x21));
}

TEST(Values, BiasIsCutOff) {
  HolderModel m({PerChannel(TensorType_INT32, {3}, {1, 1, 2}, 0)});
  m.PerChannelQuantizeBias(m.ids[0], {1.75f, -1.75f, 3});
  EXPECT_THAT(m.ExtractVector<int32_t>(m.ids[0]), ElementsAre(1, -1, 1));
}

TEST(Values, OneScaleIsForAllChannels) {
  HolderModel m({PerChannel(TensorType_INT8, {2, 2}, {0.5f}, 0)});
  m.PerChannelSymmetricQuantizeAndPopulate(m.ids[0], {1, 2, 3, -4});
  EXPECT_THAT(m.ExtractVector<int8_t>(m.ids[0]), ElementsAre(2, 4, 6, -8));
}

TEST(Values, SixteenBitsByChannel) {
  HolderModel m({PerChannel(TensorType_INT16, {2, 2}, {1, 0.001f}, 0)});
  m.PerChannelSymmetricQuantizeAndPopulate(m.ids[0], {300, -2, 2, -100});
  EXPECT_THAT(m.ExtractVector<int16_t>(m.ids[0]),
              ElementsAre(300, -2, 2000, -32767));
}

TEST(Values, SignedSymmetricByTheTensorsType) {
  HolderModel m({{TensorType_INT8, {2}, 0, 0, 1},
                 {TensorType_INT4, {2}, 0, 0, 1},
                 {TensorType_INT2, {4}, 0, 0, 1}});
  m.SignedSymmetricQuantizeAndPopulate(m.ids[0], {-1, 2});
  EXPECT_THAT(m.ExtractVector<int8_t>(m.ids[0]), ElementsAre(-64, 127));
  m.SignedSymmetricQuantizeAndPopulate(m.ids[1], {-14, 6});
  EXPECT_THAT(m.ExtractVector<uint8_t>(m.ids[1]), ElementsAre(0x39));
  EXPECT_EQ(m.tensor(1)->params.scale, 2.0f);
  m.SignedSymmetricQuantizeAndPopulate(m.ids[2], {-2, -1, 0, 1});
  EXPECT_EQ(m.tensor(2)->params.scale, 1.0f);
  // 2, 3, 0, 1, starting in the lowest bits.
  EXPECT_THAT(m.ExtractVector<uint8_t>(m.ids[2]), ElementsAre(0x4e));
}

TEST(Values, TwoBitsReachFromMinusTwoToOne) {
  EXPECT_THAT(Quantize<int8_t>({-9, -2, 1, 9}, 1, 0, kTfLiteInt2),
              ElementsAre(-2, -2, 1, 1));
  EXPECT_THAT(Quantize<int8_t>({-9, 9}, 1, 0, kTfLiteInt4), ElementsAre(-7, 7));
}

TEST(Values, DequantizesHalves) {
  EXPECT_THAT(Dequantize<half>({half(1.5f), half(-0.25f)}, 2.0f, 1),
              ElementsAre(1.0f, -2.5f));
  EXPECT_THAT(Dequantize<int8_t>({3, -1}, 0.5f, 1), ElementsAre(1.0f, -1.0f));
}

TEST(Values, EqualMeansEqual) {
  const std::vector<float> one = {1.0f};
  const std::vector<float> next = {std::nextafter(1.0f, 2.0f)};
  EXPECT_THAT(one, Pointwise(FloatingPointEq(), one));
  if (AllowFp16PrecisionForFp32()) {
    GTEST_SKIP() << "a flag allows half precision, which is less exact";
  }
  EXPECT_THAT(one, Not(Pointwise(FloatingPointEq(), next)));
  EXPECT_THAT(one, Pointwise(FloatingPointAlmostEq(), next));
}

class SparseModel : public SingleOpModel {
 public:
  SparseModel(TensorData weights, const std::vector<float>& values,
              bool symmetric) {
    weights.traversal_order = {0, 1};
    weights.format = {kTfLiteDimDense, kTfLiteDimSparseCSR};
    id = AddConstSparseInput(weights, values, symmetric);
    AddOutput({TensorType_FLOAT32, {}});
    SetCustomOp("Holder", {}, HolderModel::Registration);
    BuildInterpreter({{}});
  }
  const TfLiteTensor* tensor() { return interpreter_->tensor(id); }
  int id;
};

TEST(Values, SparseSymmetricIsInt8) {
  SparseModel m({TensorType_FLOAT32, {2, 2}}, {0, 1, -2, 0}, true);
  EXPECT_EQ(m.tensor()->type, kTfLiteInt8);
  EXPECT_FLOAT_EQ(m.tensor()->params.scale, 2.0f / 127);
  EXPECT_THAT(m.ExtractVector<int8_t>(m.id), ElementsAre(64, -127));
}

TEST(Values, SparseByChannel) {
  SparseModel m(PerChannel(TensorType_INT8, {2, 2}, {0.5f, 2}, 0),
                {0, 3, -8, 4}, false);
  EXPECT_THAT(m.ExtractVector<int8_t>(m.id), ElementsAre(6, -4, 2));
}

// The first version of BROADCAST_TO is 2.
class BroadcastToModel : public SingleOpModel {
 public:
  BroadcastToModel() {
    input = AddInput({TensorType_FLOAT32, {1}});
    AddConstInput(TensorType_INT32, {3}, {1});
    output = AddOutput({TensorType_FLOAT32, {}});
    SetBuiltinOp(BuiltinOperator_BROADCAST_TO,
                 BuiltinOptions_BroadcastToOptions,
                 CreateBroadcastToOptions(builder_).Union());
    BuildInterpreter({GetShape(input)});
  }
  int input, output;
};

TEST(Values, NewestVersionOfAnOperatorWithoutAFirst) {
  BroadcastToModel m;
  m.PopulateTensor<float>(m.input, {5});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output), ElementsAre(5, 5, 5));
}

struct BlankList {
  static const char* AccelerationTestConfig() {
    return "  Left.*,1\n"
           "Right.* ,2  \r\n"
           "\t-  Not\\.This\t\n"
           "*,3\n"
           "   \n"
           "  # a comment\n"
           "Not.*,4\n";
  }
  static std::string ParseConfigurationLine(const std::string& line) {
    return line;
  }
};

struct NoList {
  static const char* AccelerationTestConfig() { return nullptr; }
  static NoList ParseConfigurationLine(const std::string&) { return {}; }
};

TEST(AccelerationLists, BlanksDoNotCount) {
  using Line = std::tuple<std::string, std::string, bool>;
  std::vector<Line> lines;
  ReadAccelerationConfig(BlankList::AccelerationTestConfig(),
                         [&](std::string name, std::string value, bool deny) {
                           lines.emplace_back(name, value, deny);
                         });
  EXPECT_THAT(
      lines,
      ElementsAre(Line("Left.*", "1", false), Line("Right.*", "2", false),
                  Line("Not\\.This", "", true), Line("*", "3", false),
                  Line("Not.*", "4", false)));
}

TEST(AccelerationLists, ExpressionsThatAreNoneMatchNothing) {
  EXPECT_FALSE(ConfigurationEntry<int>("*", 1, false).Matches("Any.Test"));
  EXPECT_TRUE(ConfigurationEntry<int>(".*", 1, false).Matches("Any.Test"));
}

TEST(AccelerationLists, AnAbsentListHasNoLines) {
  EXPECT_FALSE(GetAccelerationTestParam<NoList>("Any.Test").has_value());
}

}  // namespace
}  // namespace tflite
