// Chains of functions that are cut by a partition boundary: fused results,
// results read by other nodes, and results that leave the partition must match
// the CPU's.
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "delegates/gpu/api/gpu_delegate.h"
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/tests/skip.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::kFloat32;
using conformance::kInt8;
using conformance::Near;
using conformance::NodesLeft;
using conformance::TensorHandle;

TfLiteConvParams Conv() {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  return params;
}

constexpr TfLiteMulParams kMul = {kTfLiteActNone};
constexpr TfLiteAddParams kAdd = {kTfLiteActRelu, false};

// A convolution, its activation and its scale.
struct Head {
  Head(const char* id, bool activation_leaves, bool scale_leaves)
      : c(id, "float32") {
    c.Op(kTfLiteBuiltinConv2d, Conv())
        .In(kFloat32, {1, 5, 7, 3})
        .Const(kFloat32, {8, 3, 3, 3})
        .Const(kFloat32, {8})
        .Inner(kFloat32)
        .As(conv)
        .Op(kTfLiteBuiltinHardSwish)
        .Same(conv);
    Result(activation_leaves).As(activation);
    c.Op(kTfLiteBuiltinMul, kMul).Same(activation).Const(kFloat32, {8});
    Result(scale_leaves).As(scale).Within(Near(1e-5, 1e-5));
  }

  Case& Result(bool leaves) {
    return leaves ? c.Out(kFloat32) : c.Inner(kFloat32);
  }

  Case c;
  TensorHandle conv, activation, scale;
};

struct Chain {
  Case c;
  int left;  // number of nodes left to the CPU
};

// The delegate is configured to refuse ADD_N, as an example of unsupported
// operators.
std::vector<Chain> Chains() {
  std::vector<Chain> all;
  for (const bool activation_leaves : {false, true}) {
    for (const bool scale_leaves : {false, true}) {
      // The intermediate results are graph outputs, or not.
      Head tail("Outputs", activation_leaves, scale_leaves);
      tail.c.Op(kTfLiteBuiltinTanh).Same(tail.scale).Out(kFloat32);
      all.push_back({tail.c, 0});
      // The CPU reads the intermediate result.
      Head reader("CpuReads", activation_leaves, scale_leaves);
      reader.c.Op(kTfLiteBuiltinTanh)
          .Same(reader.scale)
          .Out(kFloat32)
          .Op(kTfLiteBuiltinAddN)
          .Same(reader.activation)
          .Same(reader.scale)
          .Out(kFloat32);
      all.push_back({reader.c, 1});
      // The chain's other operand comes from the CPU, between two partitions.
      Head writer("CpuBetween", activation_leaves, scale_leaves);
      TensorHandle added, sum;
      writer.c.Op(kTfLiteBuiltinAddN)
          .Same(writer.scale)
          .Same(writer.conv)
          .Inner(kFloat32)
          .As(added)
          .Op(kTfLiteBuiltinAdd, kAdd)
          .Same(added)
          .Same(writer.activation)
          .Inner(kFloat32)
          .As(sum)
          .Op(kTfLiteBuiltinMul, kMul)
          .Same(sum)
          .Same(writer.scale)
          .Out(kFloat32);
      all.push_back({writer.c, 1});
    }
  }
  // A graph input that chains and the CPU read, and that is also the other
  // operand of a later function.
  TensorHandle x, sum, product;
  all.push_back({Case("Inputs", "float32")
                     .Op(kTfLiteBuiltinAdd, kAdd)
                     .In(kFloat32, {3, 5})
                     .As(x)
                     .In(kFloat32, {5})
                     .Inner(kFloat32)
                     .As(sum)
                     .Op(kTfLiteBuiltinMul, kMul)
                     .Same(sum)
                     .Same(x)
                     .Out(kFloat32)
                     .As(product)
                     .Op(kTfLiteBuiltinMul, kMul)
                     .Same(product)
                     .Same(product)
                     .Out(kFloat32)
                     .Op(kTfLiteBuiltinAddN)
                     .Same(x)
                     .Same(product)
                     .Out(kFloat32)
                     .Within(Near(1e-6, 1e-6)),
                 1});
  // Aliases: reshapes of an output and of an input.
  const TfLiteReshapeParams reshape = {{15}, 1};
  TensorHandle first, activated, second;
  all.push_back({Case("Names", "float32")
                     .Op(kTfLiteBuiltinReshape, reshape)
                     .In(kFloat32, {3, 5})
                     .Out(kFloat32)
                     .As(first)
                     .Op(kTfLiteBuiltinTanh)
                     .Same(first)
                     .Out(kFloat32)
                     .As(activated)
                     .Op(kTfLiteBuiltinReshape, reshape)
                     .Same(activated)
                     .Out(kFloat32)
                     .As(second)
                     .Op(kTfLiteBuiltinAddN)
                     .Same(first)
                     .Same(second)
                     .Out(kFloat32)
                     .Within(Near(1e-6, 1e-6)),
                 1});
  return all;
}

// Parameters: back-end, and whether it copies tensors. Skipped on machines
// without a driver.
class GpuPartition
    : public ::testing::TestWithParam<std::tuple<GpuBackendChoice, bool>> {
 protected:
  void SetUp() override {
    options_.backend = std::get<0>(GetParam());
    options_.force_staging = std::get<1>(GetParam());
    options_.keep_programs = false;
    options_.nodes.max_delegated_partitions = 9;
    options_.nodes.deny = "ADD_N";
    const auto device = AcquireGpuDevice(options_);
    TFLL_SKIP_WITHOUT_DRIVER(device);
    auto made = CreateGpuDelegate(options_);
    ASSERT_TRUE(made.ok()) << made.status();
    delegate_.reset(*made);
  }
  GpuOptions options_;
  std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate_ = {
      nullptr, TfLiteGpuDelegateV2Delete};
};

TEST_P(GpuPartition, CutsChainsWithoutChangingNumbers) {
  int i = 0;
  for (const Chain& chain : Chains()) {
    SCOPED_TRACE(chain.c.id() + ", case " + std::to_string(i++));
    const auto run = conformance::Prepared(chain.c, delegate_.get());
    EXPECT_EQ(NodesLeft(run->interpreter()), chain.left)
        << conformance::Refusals(run->interpreter());
    conformance::ExpectSame(chain.c, *run);
  }
}

// Nothing accumulates from run to run, neither in memory that calls share nor
// in accumulators that are not reset.
TEST_P(GpuPartition, GivesTheSameBitsOverAThousandRuns) {
  const TfLiteReducerParams mean{false};
  Head floats("Floats", true, false);
  TensorHandle averages;
  floats.c.Op(kTfLiteBuiltinMean, mean)
      .Same(floats.scale)
      .List({1, 2})
      .Inner(kFloat32)
      .As(averages)
      .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
      .Same(averages)
      .Out(kFloat32);
  TensorHandle x, swish;
  const Case bytes = Case("Bytes", "int8")
                         .Op(kTfLiteBuiltinHardSwish)
                         .In(kInt8, {1, 5, 7, 9})
                         .As(x)
                         .Inner(kInt8)
                         .As(swish)
                         .Op(kTfLiteBuiltinMean, mean)
                         .Same(swish)
                         .List({1, 2})
                         .Out(kInt8)
                         .Op(kTfLiteBuiltinAdd, kAdd)
                         .Same(swish)
                         .Same(x)
                         .Out(kInt8);
  for (const Case& c : {floats.c, bytes}) {
    SCOPED_TRACE(c.id());
    const auto run = conformance::Prepared(c, delegate_.get());
    EXPECT_EQ(NodesLeft(run->interpreter()), 0)
        << conformance::Refusals(run->interpreter());
    const Interpreter& interpreter = run->interpreter();
    const auto outputs = [&] {
      std::string bytes;
      for (size_t i = 0; i < interpreter.outputs().size(); ++i) {
        const TfLiteTensor* out = interpreter.output_tensor(i);
        bytes.append(out->data.raw, out->bytes);
      }
      return bytes;
    };
    ASSERT_TRUE(run->InvokeOnly().ok());
    const std::string first = outputs();
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(run->InvokeOnly().ok()) << "run " << i;
      ASSERT_EQ(outputs(), first) << "run " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, GpuPartition,
    ::testing::Combine(::testing::Values(GpuBackendChoice::kOpenCl,
                                         GpuBackendChoice::kVulkan),
                       ::testing::Bool()),
    [](const auto& info) {
      const bool vulkan = std::get<0>(info.param) == GpuBackendChoice::kVulkan;
      return std::string(vulkan ? "Vulkan" : "OpenCl") +
             (std::get<1>(info.param) ? "Staging" : "");
    });

}  // namespace
}  // namespace tflite::gpu
