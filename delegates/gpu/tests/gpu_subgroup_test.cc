// Results must not depend on the subgroup size. lavapipe reads it from
// LP_NATIVE_VECTOR_WIDTH once per process, so the program runs itself with each
// width and compares the output.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "delegates/gpu/api/gpu_delegate.h"
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/tests/skip.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/delegated_case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::Elements;
using conformance::kFloat32;
using conformance::kInt8;
using conformance::SumElements;

constexpr char kPrintResults[] = "--print_results";

Case Conv(const SumElements& e, int in, int out, int filter, int stride) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = stride;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  params.activation = kTfLiteActRelu;
  return Case("Conv" + std::to_string(filter), e.name)
      .Op(kTfLiteBuiltinConv2d, params)
      .In(e.input, {1, 7, 9, in})
      .Const(e.Weights(out, 0), {out, filter, filter, in})
      .Const(e.Bias(out), {out})
      .Out(e.Output(filter * filter * in));
}

Case Depthwise(const SumElements& e) {
  TfLiteDepthwiseConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  params.depth_multiplier = 1;
  return Case("Depthwise", e.name)
      .Op(kTfLiteBuiltinDepthwiseConv2d, params)
      .In(e.input, {1, 9, 10, 67})
      .Const(e.Weights(67, 3), {1, 3, 3, 67})
      .Const(e.Bias(67), {67})
      .Out(e.Output(9));
}

Case FullyConnected(const SumElements& e) {
  return Case("FullyConnected", e.name)
      .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
      .In(e.input, {3, 300})
      .Const(e.Weights(36, 0), {36, 300})
      .Const(e.Bias(36), {36})
      .Out(e.Output(300));
}

// Operators whose kernels combine values of several invocations, and some
// others.
std::vector<Case> Cases() {
  conformance::TensorHandle activated;
  std::vector<Case> cases;
  for (const SumElements& e : conformance::PlainSumElements()) {
    if (e.input.type == kTfLiteInt16) continue;
    cases.push_back(Conv(e, 24, 40, 1, 1));
    cases.push_back(Conv(e, 3, 16, 3, 2));
    cases.push_back(Depthwise(e));
    cases.push_back(FullyConnected(e));
  }
  for (const std::vector<int>& shape :
       {std::vector<int>{3, 1001}, std::vector<int>{70, 10}}) {
    cases.push_back(Case("Softmax" + std::to_string(shape[1]), "float32")
                        .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
                        .In(kFloat32.Range(-8, 8), shape)
                        .Out(kFloat32));
  }
  for (const Elements& e : {kFloat32, kInt8}) {
    cases.push_back(Case("Mean", e.name)
                        .Op(kTfLiteBuiltinMean, TfLiteReducerParams{false})
                        .In(e, {1, 16, 16, 9})
                        .List({1, 2})
                        .Out(e));
  }
  cases.push_back(Case("Sum", "float32")
                      .Op(kTfLiteBuiltinSum, TfLiteReducerParams{false})
                      .In(kFloat32, {4, 1500})
                      .List({1})
                      .Out(kFloat32));
  cases.push_back(Case("Matmul", "float32")
                      .Op(kTfLiteBuiltinBatchMatmul, TfLiteBatchMatMulParams{})
                      .In(kFloat32, {2, 7, 33})
                      .In(kFloat32, {2, 33, 12})
                      .Out(kFloat32));
  cases.push_back(Case("Chain", "float32")
                      .Op(kTfLiteBuiltinTanh)
                      .In(kFloat32, {5, 7, 3})
                      .Inner(kFloat32)
                      .As(activated)
                      .Op(kTfLiteBuiltinLogistic)
                      .Same(activated)
                      .Out(kFloat32));
  return cases;
}

// Prints a line with the subgroup size, and one for each case.
bool PrintResults() {
  bool all = true;
  for (const bool assume_hardware : {false, true}) {
    GpuOptions options;
    options.backend = GpuBackendChoice::kVulkan;
    options.keep_programs = false;
    options.assume_hardware = assume_hardware;
    const auto device = AcquireGpuDevice(options);
    const auto made = CreateGpuDelegate(options);
    if (!device.ok() || !made.ok()) return false;
    const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
        *made, TfLiteGpuDelegateV2Delete);
    std::printf("%u\n", (*device)->caps().subgroup_size);
    for (const Case& c : Cases()) {
      const auto run = conformance::Prepared(c, delegate.get());
      const auto results = run->Invoke();
      all = all && results.ok() &&
            conformance::NodesLeft(run->interpreter()) == 0;
      std::printf("%s/%s%s %s\n", c.id().c_str(), c.type().c_str(),
                  assume_hardware ? " as hardware" : "",
                  results.ok()
                      ? base::EscapeText(results->at(0).bytes, false).c_str()
                      : "failed");
    }
  }
  return all;
}

// The output of this program with subgroups of `bits` bits.
std::vector<std::string> LinesAtWidth(int bits) {
  setenv("TFLL_SELF", std::filesystem::read_symlink("/proc/self/exe").c_str(),
         1);
  // The driver's cache would return programs for another width.
  const std::string command =
      "LP_NATIVE_VECTOR_WIDTH=" + std::to_string(bits) +
      " MESA_SHADER_CACHE_DISABLE=true \"$TFLL_SELF\" " + kPrintResults;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  char part[4096];
  for (size_t n; (n = std::fread(part, 1, sizeof(part), pipe)) > 0;) {
    text.append(part, n);
  }
  EXPECT_EQ(pclose(pipe), 0) << bits << " bits";
  const auto lines = base::StrSplitNonEmpty(text, '\n');
  return {lines.begin(), lines.end()};
}

TEST(GpuSubgroups, OfAnySizeGiveTheSameBits) {
  GpuOptions options;
  options.backend = GpuBackendChoice::kVulkan;
  options.keep_programs = false;
  const auto device = AcquireGpuDevice(options);
  TFLL_SKIP_WITHOUT_DRIVER(device);
  if (!base::StrContains((*device)->caps().name, "llvmpipe")) {
    GTEST_SKIP() << "not run: " << (*device)->caps().name
                 << " has subgroups of one size, lavapipe was looked for";
  }
  const std::vector<std::string> usual = LinesAtWidth(256);
  ASSERT_EQ(usual.size(), 2 * (Cases().size() + 1));
  ASSERT_EQ(usual[0], "8");
  for (const int bits : {128, 512}) {
    const std::vector<std::string> other = LinesAtWidth(bits);
    ASSERT_EQ(other.size(), usual.size()) << bits << " bits";
    EXPECT_EQ(other[0], std::to_string(bits / 32));
    for (size_t i = 0; i < usual.size(); ++i) {
      if (usual[i] == usual[0]) continue;
      EXPECT_EQ(other[i], usual[i]) << bits << " bits";
    }
  }
}

}  // namespace
}  // namespace tflite::gpu

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], tflite::gpu::kPrintResults) == 0) {
    return tflite::gpu::PrintResults() ? 0 : 1;
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
