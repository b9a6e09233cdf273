// Tests the demo's networks, and one with a custom operator.
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "examples/digits/backend.h"
#include "examples/digits/report.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"

namespace tflite {
namespace digits {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kLibrary[] = "examples/custom_op_atan/atan_custom_ops.so";
// 354 of the 360 images.
constexpr double kAccuracy = 0.983;

const Backend& Cpu() {
  static const auto* const all = new auto(AllBackends(Settings()));
  return (*all)[1];
}

// Writes the float network, with the arc tangent applied to each class's
// probability, to a file; returns its path. The order of the classes is
// unchanged.
std::string AtanNetwork() {
  std::unique_ptr<ModelT> model(Networks()[0].model->GetModel()->UnPack());
  SubGraphT& graph = *model->subgraphs[0];
  const int output = graph.outputs[0];
  const int atan = fault::AddTensor(model.get(), 0, "atan", TensorType_FLOAT32,
                                    graph.tensors[output]->shape);
  fault::AddNode(model.get(), 0, BuiltinOperator_CUSTOM, {output}, {atan},
                 "Atan");
  graph.outputs = {atan};
  model->signature_defs.clear();
  const std::string path = ::testing::TempDir() + "/atan_digits.tflite";
  std::ofstream(path, std::ios::binary) << fault::Pack(*model);
  return path;
}

bool HasOnlyIntegers(const Backend& backend) {
  return backend.name == "Hexagon delegate" ||
         backend.name == "EdgeTPU delegate";
}

TEST(Digits, EveryBackendOfTheBuildClassifiesThem) {
  const Settings settings;
  for (const Network& network : Networks()) {
    Measurement reference;
    const bool quantized = network.name != Networks()[0].name;
    for (const Backend& backend : AllBackends(settings)) {
      const auto m = Measure(network, backend, settings,
                             backend.reference ? nullptr : &reference);
      ASSERT_TRUE(m.ok()) << backend.name << " " << m.status();
      EXPECT_GE(m->accuracy, kAccuracy) << backend.name;
      EXPECT_LT(m->max_difference, 0.1) << backend.name;
      const bool delegated = backend.create_delegate != nullptr &&
                             (quantized || !HasOnlyIntegers(backend));
      EXPECT_EQ(m->placement.NodesDelegated() > 0, delegated) << backend.name;
      if (backend.reference) reference = *m;
    }
  }
}

std::vector<std::string> BackendNames(const Settings& settings) {
  std::vector<std::string> names;
  for (const Backend& backend : AllBackends(settings)) {
    names.push_back(backend.name);
  }
  return names;
}

TEST(Digits, FlagsChooseDelegates) {
  Settings settings;
  const std::vector<std::string> all = BackendNames(settings);
  ASSERT_GE(all.size(), 4u);
  EXPECT_THAT(all, Contains("XNNPACK delegate"));
  settings.params->Set<bool>("use_gpu", false);
  EXPECT_EQ(BackendNames(settings).size(), all.size() - 1);
  EXPECT_THAT(BackendNames(settings), Contains("XNNPACK delegate"));
  settings = Settings();
  settings.params->Set<bool>("use_xnnpack", true);
  EXPECT_THAT(BackendNames(settings),
              ElementsAre("CPU, reference kernels", "CPU, fast kernels",
                          "XNNPACK delegate"));
  settings.params->Set<std::string>("external_delegate_path", "absent.so");
  EXPECT_EQ(BackendNames(settings).back(), "external delegate");
}

TEST(Digits, OptionsReachDelegates) {
  Settings settings;
  settings.params->Set<bool>("use_xnnpack", true);
  const auto delegated = [&] {
    const auto m =
        Measure(Networks()[0], AllBackends(settings)[2], settings, nullptr);
    EXPECT_TRUE(m.ok()) << m.status();
    return m.ok() ? m->placement.NodesDelegated() : 0;
  };
  EXPECT_GT(delegated(), 1);
  settings.params->Set<std::string>("delegate_allow_nodes", "ADD");
  EXPECT_EQ(delegated(), 1);
}

TEST(Digits, ADelegateThatCannotBeCreatedIsSkippedUnlessAFlagNamesIt) {
  Settings settings;
  settings.params->Set<std::string>("hexagon_backend", "foo");
  const auto code = [&settings](const std::string& name) {
    for (const Backend& backend : AllBackends(settings)) {
      if (backend.name != name) continue;
      return Measure(Networks()[1], backend, settings, nullptr).status().code();
    }
    return base::StatusCode::kNotFound;
  };
  EXPECT_EQ(code("Hexagon delegate"), base::StatusCode::kUnimplemented);
  settings.params->Set<bool>("use_hexagon", true);
  EXPECT_EQ(code("Hexagon delegate"), base::StatusCode::kInvalidArgument);
  settings.params->Set<std::string>("external_delegate_path", "absent.so");
  EXPECT_EQ(code("external delegate"), base::StatusCode::kInvalidArgument);
}

TEST(Digits, NetworkWithACustomOperator) {
  const auto network = LoadNetwork(AtanNetwork());
  ASSERT_TRUE(network.ok()) << network.status();
  Settings settings;
  const auto without = Measure(*network, Cpu(), settings, nullptr);
  EXPECT_THAT(std::string(without.status().message()),
              HasSubstr("cannot prepare network"));
  settings.custom_op_libraries = kLibrary;
  const auto m = Measure(*network, Cpu(), settings, nullptr);
  ASSERT_TRUE(m.ok()) << m.status();
  EXPECT_GE(m->accuracy, kAccuracy);
  EXPECT_EQ(m->placement.nodes.back().op, "Atan");
  for (const auto& output : m->outputs) {
    for (const float p : output) EXPECT_LT(p, 0.7854f);  // atan(1)
  }
}

TEST(Digits, ErrorsNameFilesAndTensors) {
  EXPECT_THAT(std::string(LoadNetwork("absent.tflite").status().message()),
              HasSubstr("absent.tflite"));
  Settings settings;
  settings.custom_op_libraries = "absent.so";
  EXPECT_THAT(
      std::string(
          Measure(Networks()[0], Cpu(), settings, nullptr).status().message()),
      HasSubstr("absent.so"));
  settings = Settings();
  settings.params->Set<std::string>("external_delegate_path",
                                    "absent_delegate.so");
  const auto backends = AllBackends(settings);
  const auto external =
      Measure(Networks()[0], backends.back(), settings, nullptr);
  EXPECT_THAT(std::string(external.status().message()), HasSubstr("float32"));
}

TEST(Report, HoldsWhatWasMeasured) {
  auto m = Measure(Networks()[0], Cpu(), Settings(), nullptr);
  ASSERT_TRUE(m.ok()) << m.status();
  m->network = "<b>";
  const std::string page = HtmlReport({*m});
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;"));
  EXPECT_THAT(page, HasSubstr("FULLY_CONNECTED"));
  EXPECT_THAT(Table({*m}), HasSubstr("CPU, fast kernels"));
}

}  // namespace
}  // namespace digits
}  // namespace tflite
