// What the compiler maps of recorded models, with one subgraph: at least what
// the vendor's compiler maps of them, where that is known.
#include <algorithm>
#include <set>
#include <vector>

#include "delegates/edgetpu/testing/model_run.h"
#include "delegates/edgetpu/testing/test_delegates.h"
#include "testing/fault/small_model.h"
#include "testing/golden/shared_model.h"
#include "tools/edgetpu_compiler/compile_model.h"

namespace tflite::edgetpu_compiler {
namespace {

struct Expected {
  const char* model;
  int operations;   // of the model
  int mapped;       // at least
  double megas;     // millions of multiplications of the model; 0: not known
  double products;  // share of the multiplications, at least
  int several = 0;  // mapped if several subgraphs are allowed, at least
};

constexpr Expected kExpected[] = {
    {"mobilenet_v1_0.25_128_quant", 31, 31, 14, 1},
    {"mobilenet_v2_1.0_224_quant", 66, 66, 301, 1},
    {"mobilenet_v2_1.0_224_inat_bird_quant", 65, 65, 301, 1},
    {"deeplabv3_mnv2_dm05_pascal_quant", 72, 64, 868, 0.829},
    {"movenet_single_pose_lightning_ptq", 157, 98, 271, 1, 99},
    // All but TFLite_Detection_PostProcess.
    {"coco_ssd_mobilenet_v1_quant", 64, 63, 0, 1},
    {"tf2_mobilenet_v2_1.0_224_ptq", 68, 68, 301, 1},
    {"keras_lstm_mnist_ptq", 6, 6, 0, 1},
    {"ad01_int8", 10, 10, 0, 1},
    {"kws_int8", 13, 13, 0, 1},
    {"micro_speech_quantized", 4, 4, 0, 1},
    {"resnet8_int8", 16, 16, 0, 1},
    {"str_ww_ref_model", 11, 11, 0, 1},
    {"vww_96_int8", 31, 31, 0, 1},
};

int Mapped(const CompiledModel& compiled) {
  return static_cast<int>(
      std::count_if(compiled.operations.begin(), compiled.operations.end(),
                    [](const Operation& o) { return o.mapped; }));
}

// Whether no path leaves the nodes and returns to them.
bool IsConvex(const FlatBufferModel& model, const std::vector<int>& nodes) {
  const std::set<int> inside(nodes.begin(), nodes.end());
  const auto& graph = *model.GetModel()->subgraphs()->Get(0);
  // Tensors that depend on the part, and those behind other nodes that do.
  std::set<int> from_inside, returned;
  for (int n = 0; n < static_cast<int>(graph.operators()->size()); ++n) {
    const auto& op = *graph.operators()->Get(static_cast<uint32_t>(n));
    bool depends = false, outside = false;
    for (const int t : *op.inputs()) {
      depends = depends || from_inside.count(t) != 0;
      outside = outside || returned.count(t) != 0;
    }
    const bool is_inside = inside.count(n) != 0;
    if (is_inside && outside) return false;
    for (const int t : *op.outputs()) {
      if (is_inside || depends) from_inside.insert(t);
      if (!is_inside && (depends || outside)) returned.insert(t);
    }
  }
  return true;
}

class Partition : public ::testing::TestWithParam<Expected> {};

TEST_P(Partition, IsAsLargeAsTheVendors) {
  const Expected& expected = GetParam();
  TFLL_OPEN_SHARED_MODEL(source, expected.model);
  const auto compiled = CompileModel(source, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  ASSERT_EQ(compiled->subgraphs.size(), 1u);
  EXPECT_TRUE(IsConvex(source, compiled->subgraphs[0].nodes));
  const int mapped = Mapped(*compiled);
  EXPECT_EQ(static_cast<int>(compiled->subgraphs[0].nodes.size()), mapped);
  uint64_t products = 0, all = 0;
  for (const Operation& o : compiled->operations) {
    products += o.mapped ? o.multiplications : 0;
    all += o.multiplications;
  }
  EXPECT_EQ(static_cast<int>(compiled->operations.size()), expected.operations);
  EXPECT_GE(mapped, expected.mapped) << OperationTable(compiled->operations);
  EXPECT_GE(static_cast<double>(products),
            expected.products * static_cast<double>(all));
  const double megas = static_cast<double>(all) * 1e-6;
  if (expected.megas != 0) {
    EXPECT_NEAR(megas, expected.megas, 1);
  }
  std::printf("%-40s %3d of %3d operations, %6.2f of %6.2f M products\n",
              expected.model, mapped, expected.operations,
              static_cast<double>(products) * 1e-6, megas);
}

TEST_P(Partition, IsLargerIfSeveralAreAllowed) {
  const Expected& expected = GetParam();
  TFLL_OPEN_SHARED_MODEL(source, expected.model);
  if (expected.several == 0) GTEST_SKIP() << "one subgraph has all";
  CompileOptions options;
  options.search_delegate = true;
  const auto compiled = CompileModel(source, options);
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_GT(compiled->subgraphs.size(), 1u);
  EXPECT_GE(Mapped(*compiled), expected.several);
  std::printf("%-40s %3d of %3d operations in %d subgraphs\n", expected.model,
              Mapped(*compiled), expected.operations,
              static_cast<int>(compiled->subgraphs.size()));
}

INSTANTIATE_TEST_SUITE_P(Models, Partition, ::testing::ValuesIn(kExpected),
                         [](const auto& param) {
                           return golden::TestNameOfModel(param.param.model);
                         });

int AddTensor(ModelT* model, const char* name, TensorType type,
              const std::vector<int>& shape) {
  const int t = fault::AddTensor(model, 0, name, type, shape);
  if (type == TensorType_INT8) {
    auto& quantization = model->subgraphs[0]->tensors.back()->quantization;
    quantization = std::make_unique<QuantizationParametersT>();
    quantization->scale = {0.1f};
    quantization->zero_point = {0};
  }
  return t;
}

// relu(x + x) reshaped to the shape that SHAPE has read of the sum. The shape
// is known before the run, so that it neither divides the part nor is missing
// where the part's nodes run on the CPU.
TEST(Shapes, OfInnerTensorsAreConstants) {
  ModelT source;
  source.version = 3;
  source.buffers.push_back(std::make_unique<BufferT>());
  source.subgraphs.push_back(std::make_unique<SubGraphT>());
  const int x = AddTensor(&source, "x", TensorType_INT8, {1, 8}),
            sum = AddTensor(&source, "sum", TensorType_INT8, {1, 8}),
            shape = AddTensor(&source, "shape", TensorType_INT32, {2}),
            reshaped = AddTensor(&source, "reshaped", TensorType_INT8, {1, 8}),
            y = AddTensor(&source, "y", TensorType_INT8, {1, 8});
  fault::AddNode(&source, 0, BuiltinOperator_ADD, {x, x}, {sum})
      ->builtin_options.Set(AddOptionsT());
  ShapeOptionsT int32;
  int32.out_type = TensorType_INT32;
  fault::AddNode(&source, 0, BuiltinOperator_SHAPE, {sum}, {shape})
      ->builtin_options.Set(int32);
  fault::AddNode(&source, 0, BuiltinOperator_RESHAPE, {sum, shape}, {reshaped});
  fault::AddNode(&source, 0, BuiltinOperator_RELU, {reshaped}, {y});
  source.subgraphs[0]->inputs = {x};
  source.subgraphs[0]->outputs = {y};
  const std::string file = fault::Pack(source);
  const auto source_model =
      FlatBufferModel::BuildFromBuffer(file.data(), file.size());
  const auto compiled = CompileModel(*source_model, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  ASSERT_EQ(compiled->subgraphs.size(), 1u);
  EXPECT_EQ(compiled->subgraphs[0].nodes, (std::vector<int>{0, 2, 3}));
  const auto model = FlatBufferModel::BuildFromBuffer(compiled->file.data(),
                                                      compiled->file.size());
  EXPECT_EQ(model->GetModel()->subgraphs()->Get(0)->operators()->size(), 1u);
  edgetpu::ModelRun expected(*source_model, nullptr);
  const auto outputs = expected.Outputs(3);
  ASSERT_FALSE(outputs.empty());
  for (const bool has_device : {true, false}) {
    const edgetpu::DelegatePtr delegate =
        has_device ? edgetpu::DelegateOn() : edgetpu::DelegateWithoutDevice();
    edgetpu::ModelRun run(*model, delegate.get());
    EXPECT_EQ(run.applied(), kTfLiteOk) << has_device;
    EXPECT_EQ(run.Outputs(3), outputs) << has_device;
  }
}

TEST(Multiplications, AreCountedInRecurrentLayers) {
  TFLL_OPEN_SHARED_MODEL(source, "keras_lstm_mnist_ptq");
  const auto compiled = CompileModel(source, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  uint64_t all = 0;
  for (const Operation& o : compiled->operations) all += o.multiplications;
  // 28 steps with four gates of 20 cells, each of which reads 28 inputs and 20
  // outputs; then FULLY_CONNECTED.
  EXPECT_EQ(all, 28u * 4 * 20 * (28 + 20) + 560 * 10);
}

// Of all recorded models of which a part can be mapped.
TEST(CompiledSize, IsAtMost15PercentMoreThanTheSource) {
  const std::vector<std::string> names = golden::SharedModelNames();
  if (names.empty()) GTEST_SKIP() << "the models are not there";
  int compiled_models = 0;
  for (const std::string& name : names) {
    const auto source = golden::OpenSharedModel(name);
    ASSERT_TRUE(source.ok()) << source.status();
    const auto compiled = CompileModel(**source, {});
    if (!compiled.ok()) {
      std::printf("%-40s %s\n", name.c_str(),
                  std::string(compiled.status().message()).c_str());
      continue;
    }
    ++compiled_models;
    const auto before = static_cast<double>((*source)->allocation()->bytes());
    const auto after = static_cast<double>(compiled->file.size());
    std::printf("%-40s %9.0f to %9.0f bytes: %.3f\n", name.c_str(), before,
                after, after / before);
    EXPECT_LE(after, 1.15 * before) << name;
  }
  // All that have an INT8 or UINT8 operator of the device's.
  EXPECT_GE(compiled_models, 18);
}

}  // namespace
}  // namespace tflite::edgetpu_compiler
