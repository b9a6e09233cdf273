// Tests of --explain_delegation and --require_full_delegation, with a delegate
// that takes a given number of nodes.
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/delegation_log.h"
#include "testing/fault/small_model.h"
#include "tools/benchmark/benchmark_tflite_model.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite {
namespace {

// Number of nodes in the model.
constexpr int kLength = 3;

// Adds the constant once per node of the partition.
TfLiteStatus InvokeAdder(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor& constant = context->tensors[1];
  const TfLiteTensor& out = context->tensors[node->outputs->data[0]];
  const TfLiteTensor& in = context->tensors[node->inputs->data[0]];
  for (size_t i = 0; i < out.bytes / sizeof(float); ++i) {
    out.data.f[i] =
        in.data.f[i] + *static_cast<int*>(node->user_data) * constant.data.f[i];
  }
  return kTfLiteOk;
}

TfLiteStatus FailToInvoke(TfLiteContext* context, TfLiteNode* node) {
  context->ReportError(context, "device lost");
  return kTfLiteError;
}

// Takes the first *data nodes; if negative, the first -*data, whose kernel
// fails.
TfLiteStatus PrepareAdder(TfLiteContext* context, TfLiteDelegate* delegate) {
  const int wanted = *static_cast<int*>(delegate->data_);
  TfLiteRegistration r{};
  r.custom_name = "adder";
  r.init = [](TfLiteContext*, const char* buffer, size_t) -> void* {
    auto* params = reinterpret_cast<const TfLiteDelegateParams*>(buffer);
    return new int(params->nodes_to_replace->size);
  };
  r.free = [](TfLiteContext*, void* data) { delete static_cast<int*>(data); };
  r.invoke = wanted < 0 ? FailToInvoke : InvokeAdder;
  TfLiteIntArray* nodes = TfLiteIntArrayCreate(std::abs(wanted));
  for (int i = 0; i < nodes->size; ++i) nodes->data[i] = i;
  TfllDelegationLog* log = TfllGetDelegationLog(context);
  for (int i = nodes->size; i < kLength; ++i) {
    log->refuse(log, context, "adder", i, "it is <full>");
  }
  const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
      context, r, nodes, delegate);
  TfLiteIntArrayFree(nodes);
  return status;
}

class AdderProvider : public tools::DelegateProvider {
 public:
  AdderProvider() {
    default_params_.AddParam("adder_nodes",
                             tools::ToolParam::Create<int32_t>(0));
  }
  std::vector<Flag> CreateFlags(tools::ToolParams* params) const final {
    return {CreateFlag<int32_t>("adder_nodes", params, "Nodes to take.")};
  }
  tools::TfLiteDelegatePtr CreateTfLiteDelegate(
      const tools::ToolParams& params) const final {
    const int nodes = params.Get<int32_t>("adder_nodes");
    if (nodes == 0) return tools::CreateNullDelegate();
    auto* delegate = new TfLiteDelegate(TfLiteDelegateCreate());
    delegate->data_ = new int(nodes);
    delegate->Prepare = PrepareAdder;
    return {delegate, [](TfLiteOpaqueDelegate* d) {
              delete static_cast<int*>(d->data_);
              delete d;
            }};
  }
  std::string GetName() const final { return "Adder"; }
};
REGISTER_DELEGATE_PROVIDER(AdderProvider);

class ExplainDelegationTest : public ::testing::Test {
 protected:
  void SetUp() override {
    model_ = ::testing::TempDir() + "/chain.tflite";
    std::ofstream(model_, std::ios::binary)
        << fault::Pack(fault::AddChain(kLength));
  }
  // Runs the tool once with the flags and keeps its output.
  TfLiteStatus Run(const std::vector<std::string>& flags) {
    std::vector<std::string> all = {"benchmark_model", "--graph=" + model_,
                                    "--num_runs=1",    "--min_secs=0",
                                    "--warmup_runs=0", "--use_xnnpack=false"};
    all.insert(all.end(), flags.begin(), flags.end());
    std::vector<char*> argv;
    for (std::string& a : all) argv.push_back(&a[0]);
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    benchmark::BenchmarkTfLiteModel model;
    const TfLiteStatus status =
        model.Run(static_cast<int>(argv.size()), argv.data());
    out_ = ::testing::internal::GetCapturedStdout();
    err_ = ::testing::internal::GetCapturedStderr();
    return status;
  }
  bool Printed(const std::string& text) const {
    return out_.find(text) != std::string::npos;
  }
  bool Complained(const std::string& text) const {
    return err_.find(text) != std::string::npos;
  }

  std::string model_, out_, err_;
};

TEST_F(ExplainDelegationTest, NothingIsSaidUnasked) {
  ASSERT_EQ(Run({"--adder_nodes=2"}), kTfLiteOk) << err_;
  EXPECT_TRUE(Printed("partially executed by the delegate w/ 1 delegate"));
  EXPECT_FALSE(Printed("nodes delegated, in"));
}

TEST_F(ExplainDelegationTest, BareFlagPrintsTheTable) {
  ASSERT_EQ(Run({"--explain_delegation", "--adder_nodes=2"}), kTfLiteOk)
      << err_;
  EXPECT_TRUE(Printed(
      "Subgraph 0 'main': 2 of 3 nodes delegated, in 1 partition\n"
      "  1 node on the CPU: adder: it is <full> (ADD)\n"
      "  node  operator  output  run by  partition  reason\n"
      "     0  ADD       y       adder   0\n"
      "     1  ADD       y1      adder   0\n"
      "     2  ADD       y2      CPU     -          adder: it is <full>\n"))
      << out_;
}

TEST_F(ExplainDelegationTest, WritesFilesInEachFormat) {
  const std::string path = ::testing::TempDir() + "/explained";
  for (const char* format : {"json", "html"}) {
    ASSERT_EQ(
        Run({"--adder_nodes=1", std::string("--explain_delegation=") + format,
             "--explain_delegation_file=" + path}),
        kTfLiteOk)
        << err_;
    EXPECT_FALSE(Printed("it is"));
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    const bool json = format[0] == 'j';
    EXPECT_NE(text.str().find(json ? "\"reason\": \"it is <full>\""
                                   : "<td>adder: it is &lt;full&gt;</td>"),
              std::string::npos)
        << text.str();
  }
}

TEST_F(ExplainDelegationTest, UnknownFormatsAreErrors) {
  EXPECT_EQ(Run({"--explain_delegation=pdf"}), kTfLiteError);
  EXPECT_TRUE(Complained("--explain_delegation=pdf is neither"));
}

TEST_F(ExplainDelegationTest, FailuresOfARunAreInASecondReport) {
  ASSERT_EQ(Run({"--adder_nodes=-3", "--explain_delegation=stdout"}), kTfLiteOk)
      << err_;
  const size_t first = out_.find("3 of 3 nodes delegated, in 1 partition");
  const size_t second = out_.find("0 of 3 nodes delegated, in 0 partitions");
  EXPECT_NE(first, std::string::npos);
  ASSERT_NE(second, std::string::npos);
  EXPECT_LT(first, second);
  EXPECT_TRUE(Printed(
      "3 nodes on the CPU: adder: the kernel failed to invoke: device lost"));
}

TEST_F(ExplainDelegationTest, RequiredFullDelegationNamesTheNodes) {
  EXPECT_EQ(Run({"--adder_nodes=2", "--require_full_delegation"}),
            kTfLiteError);
  EXPECT_TRUE(Complained("Disallowed CPU fallback detected.")) << err_;
  EXPECT_TRUE(Complained("node 2 (ADD): adder: it is <full>")) << err_;
  EXPECT_EQ(Run({"--require_full_delegation"}), kTfLiteError);
  EXPECT_TRUE(Complained("Disallowed CPU fallback detected.")) << err_;
  EXPECT_EQ(Run({"--adder_nodes=3", "--require_full_delegation=true"}),
            kTfLiteOk)
      << err_;
  EXPECT_TRUE(Printed("the model graph will be completely executed"));
}

}  // namespace
}  // namespace tflite
