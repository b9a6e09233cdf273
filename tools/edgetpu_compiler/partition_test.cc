// What the compiler maps of recorded models, with one subgraph: at least what
// the vendor's compiler maps of them, where that is known.
#include <algorithm>
#include <set>

#include "tools/edgetpu_compiler/compiled_models.h"

namespace tflite::edgetpu_compiler {
namespace {

struct Expected {
  const char* model;
  int operations;   // of the model
  int mapped;       // at least
  double products;  // share of the multiplications, at least
};

constexpr Expected kExpected[] = {
    {"mobilenet_v1_0.25_128_quant", 31, 31, 1},
    {"mobilenet_v2_1.0_224_quant", 66, 66, 1},
    {"mobilenet_v2_1.0_224_inat_bird_quant", 65, 65, 1},
    {"deeplabv3_mnv2_dm05_pascal_quant", 72, 64, 0.829},
    {"movenet_single_pose_lightning_ptq", 157, 98, 1},
    // All but TFLite_Detection_PostProcess.
    {"coco_ssd_mobilenet_v1_quant", 64, 63, 1},
    {"tf2_mobilenet_v2_1.0_224_ptq", 68, 68, 1},
    // Its recurrent layer is not supported yet: the vendor's compiler maps 6.
    {"keras_lstm_mnist_ptq", 6, 4, 1},
    {"ad01_int8", 10, 10, 1},
    {"kws_int8", 13, 13, 1},
    {"micro_speech_quantized", 4, 4, 1},
    {"resnet8_int8", 16, 16, 1},
    {"str_ww_ref_model", 11, 11, 1},
    {"vww_96_int8", 31, 31, 1},
};

class Partition : public ::testing::TestWithParam<Expected> {};

TEST_P(Partition, IsAsLargeAsTheVendors) {
  const Expected& expected = GetParam();
  const auto source = GoldenModel(expected.model);
  if (source == nullptr) GTEST_SKIP() << "the model is not there";
  const auto compiled = CompileModel(*source, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_EQ(compiled->subgraphs.size(), 1u);
  int mapped = 0;
  uint64_t products = 0, all = 0;
  for (const Operation& o : compiled->operations) {
    mapped += o.mapped ? 1 : 0;
    products += o.mapped ? o.multiplications : 0;
    all += o.multiplications;
  }
  EXPECT_EQ(static_cast<int>(compiled->operations.size()), expected.operations);
  EXPECT_GE(mapped, expected.mapped) << OperationTable(compiled->operations);
  EXPECT_GE(static_cast<double>(products),
            expected.products * static_cast<double>(all));
  std::printf("%-40s %3d of %3d operations, %5.1f of %5.1f M products\n",
              expected.model, mapped, expected.operations,
              static_cast<double>(products) * 1e-6,
              static_cast<double>(all) * 1e-6);
  const size_t source_bytes = source->allocation()->bytes();
  EXPECT_LE(static_cast<double>(compiled->file.size()),
            1.15 * static_cast<double>(source_bytes));
}

INSTANTIATE_TEST_SUITE_P(Models, Partition, ::testing::ValuesIn(kExpected),
                         [](const auto& param) {
                           std::string name = param.param.model;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace tflite::edgetpu_compiler
