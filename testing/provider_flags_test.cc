// What the tools' flags of delegates reach: the options that the delegates are
// created with. Most change no result.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "delegates/cpu/cpu_delegate.h"
#include "delegates/dsp/dsp_options.h"
#include "delegates/edgetpu/edgetpu_options.h"
#include "delegates/gpu/api/gpu_options.h"
#include "delegates/xnnpack/xnnpack_options.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite {
namespace {

// The options of the last delegate.
struct Created {
  std::optional<CpuDelegateOptions> cpu;
  std::optional<SimpleDelegateInterface::Options> nodes;
  std::optional<dsp::DspOptions> dsp;
  std::optional<edgetpu::EdgeTpuOptions> edgetpu;
  std::optional<gpu::GpuOptions> gpu;
  std::optional<xnnpack::XnnpackOptions> xnnpack;
} g_created;

}  // namespace

// In place of the functions that create delegates (linkopts in BUILD).
TfLiteDelegate*
RecordCpu(const CpuDelegateOptions& options, const SimpleDelegateInterface::Options& nodes, const cpu::CpuNodeLimits&) asm(
    "__wrap__ZN6tflite3cpu17CreateCpuDelegateERK18CpuDelegateOptions"
    "RKNS_23SimpleDelegateInterface7OptionsERKNS0_13CpuNodeLimitsE");
TfLiteDelegate* RecordCpu(const CpuDelegateOptions& options,
                          const SimpleDelegateInterface::Options& nodes,
                          const cpu::CpuNodeLimits&) {
  g_created.cpu = options;
  g_created.nodes = nodes;
  return nullptr;
}
base::StatusOr<TfLiteDelegate*> RecordDsp(const dsp::DspOptions& options) asm(
    "__wrap__ZN6tflite3dsp17CreateDspDelegateERKNS0_10DspOptionsE");
base::StatusOr<TfLiteDelegate*> RecordDsp(const dsp::DspOptions& options) {
  g_created.dsp = options;
  g_created.nodes = options.nodes;
  return base::Unavailable("recorded");
}
base::StatusOr<TfLiteDelegate*>
RecordEdgeTpu(const edgetpu::EdgeTpuOptions& options) asm(
    "__wrap__ZN6tflite7edgetpu21CreateEdgeTpuDelegateERKNS0_14EdgeTpuOptionsE");
base::StatusOr<TfLiteDelegate*> RecordEdgeTpu(
    const edgetpu::EdgeTpuOptions& options) {
  g_created.edgetpu = options;
  g_created.nodes = options.nodes;
  return base::Unavailable("recorded");
}
base::StatusOr<TfLiteDelegate*> RecordGpu(const gpu::GpuOptions& options) asm(
    "__wrap__ZN6tflite3gpu17CreateGpuDelegateERKNS0_10GpuOptionsE");
base::StatusOr<TfLiteDelegate*> RecordGpu(const gpu::GpuOptions& options) {
  g_created.gpu = options;
  g_created.nodes = options.nodes;
  return base::Unavailable("recorded");
}
TfLiteDelegate* RecordXnnpack(const xnnpack::XnnpackOptions& options) asm(
    "__wrap__ZN6tflite7xnnpack21CreateXnnpackDelegateERKNS0_14XnnpackOptionsE");
TfLiteDelegate* RecordXnnpack(const xnnpack::XnnpackOptions& options) {
  g_created.xnnpack = options;
  g_created.nodes = options.nodes;
  return nullptr;
}
base::Status StartXnnpack() asm(
    "__wrap__ZN6tflite7xnnpack17InitializeXnnpackEv");
base::Status StartXnnpack() { return base::OkStatus(); }

namespace {

using Order = SimpleDelegateInterface::PartitionOrder;
using ::testing::HasSubstr;

// The options of the delegate that the flags ask for; `log` gets what tools log
// of the flags.
Created With(const std::vector<std::string>& given,
             std::string* log = nullptr) {
  tools::ToolParams params;
  const tools::ProvidedDelegateList list(&params);
  list.AddAllDelegateParams();
  std::vector<Flag> flags;
  list.AppendCmdlineFlags(flags);
  std::vector<const char*> argv = {"tool"};
  for (const std::string& flag : given) argv.push_back(flag.c_str());
  int argc = static_cast<int>(argv.size());
  EXPECT_TRUE(Flags::Parse(&argc, argv.data(), flags));
  g_created = {};
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  for (const auto& provider : list.providers()) {
    if (log != nullptr) provider->LogParams(params, /*verbose=*/false);
  }
  list.CreateAllRankedDelegates();
  const std::string text = ::testing::internal::GetCapturedStdout() +
                           ::testing::internal::GetCapturedStderr();
  if (log != nullptr) *log = text;
  return g_created;
}

TEST(ProviderFlags, CreateNothingUnlessTheyAsk) {
  const Created created = With({});
  EXPECT_FALSE(created.cpu || created.dsp || created.edgetpu || created.gpu ||
               created.xnnpack);
  EXPECT_FALSE(With({"--use_gpu=false", "--gpu_backend=cl"}).gpu);
}

TEST(ProviderFlags, OfTheCpuDelegate) {
  const CpuDelegateOptions usual = CpuDelegateOptionsDefault();
  Created created = With({"--use_cpu_delegate=true"});
  ASSERT_TRUE(created.cpu);
  EXPECT_EQ(created.cpu->strip_bytes, usual.strip_bytes);
  EXPECT_EQ(created.cpu->least_value_bytes, usual.least_value_bytes);
  created = With({"--use_cpu_delegate=true", "--cpu_delegate_strip_bytes=5",
                  "--cpu_delegate_least_value_bytes=7"});
  EXPECT_EQ(created.cpu->strip_bytes, 5);
  EXPECT_EQ(created.cpu->least_value_bytes, 7);
}

TEST(ProviderFlags, OfTheDsp) {
  Created created = With({"--use_hexagon=true"});
  ASSERT_TRUE(created.dsp);
  EXPECT_EQ(created.dsp->backend, dsp::DspBackend::kAny);
  EXPECT_EQ(created.dsp->library_folder, "/data/local/tmp");
  EXPECT_FALSE(created.dsp->profile);
  EXPECT_EQ(created.dsp->num_threads, 0);
  created = With({"--use_hexagon=true", "--hexagon_backend=native",
                  "--hexagon_lib_path=/some/folder", "--hexagon_profiling=true",
                  "--hexagon_num_threads=3"});
  ASSERT_TRUE(created.dsp);
  EXPECT_EQ(created.dsp->backend, dsp::DspBackend::kNative);
  EXPECT_EQ(created.dsp->library_folder, "/some/folder");
  EXPECT_TRUE(created.dsp->profile);
  EXPECT_EQ(created.dsp->num_threads, 3);
}

TEST(ProviderFlags, OfTheEdgeTpu) {
  Created created = With({"--use_edgetpu=true"});
  ASSERT_TRUE(created.edgetpu);
  EXPECT_FALSE(created.edgetpu->report);
  EXPECT_EQ(created.edgetpu->report_json, "");
  EXPECT_NE(created.edgetpu->device, nullptr);
  created = With({"--use_edgetpu=true", "--edgetpu_report=true",
                  "--edgetpu_report_json=/some/file"});
  EXPECT_TRUE(created.edgetpu->report);
  EXPECT_EQ(created.edgetpu->report_json, "/some/file");
}

TEST(ProviderFlags, OfTheGpu) {
  Created created = With({"--use_gpu=true"});
  ASSERT_TRUE(created.gpu);
  EXPECT_EQ(created.gpu->backend, gpu::GpuBackendChoice::kAny);
  EXPECT_FALSE(created.gpu->precision_loss_allowed);
  EXPECT_TRUE(created.gpu->take_quantized);
  EXPECT_FALSE(created.gpu->force_staging);
  EXPECT_FALSE(created.gpu->assume_hardware);
  const auto with = [](const std::string& flag) {
    return *With({"--use_gpu=true", flag}).gpu;
  };
  EXPECT_EQ(with("--gpu_backend=cl").backend, gpu::GpuBackendChoice::kOpenCl);
  EXPECT_EQ(with("--gpu_backend=vk").backend, gpu::GpuBackendChoice::kVulkan);
  EXPECT_TRUE(with("--gpu_precision_loss_allowed=true").precision_loss_allowed);
  EXPECT_FALSE(with("--gpu_experimental_enable_quant=false").take_quantized);
  EXPECT_TRUE(with("--gpu_force_staging=true").force_staging);
  EXPECT_TRUE(with("--gpu_assume_hardware=true").assume_hardware);
}

TEST(ProviderFlags, OfXnnpack) {
  Created created = With({"--use_xnnpack=true"});
  ASSERT_TRUE(created.xnnpack);
  const uint32_t usual = TfLiteXNNPackDelegateOptionsDefault().flags;
  EXPECT_EQ(created.xnnpack->c.flags, usual);
  EXPECT_EQ(created.xnnpack->c.runtime_flags, 0u);
  EXPECT_EQ(created.xnnpack->c.num_threads, 0);
  created = With({"--use_xnnpack=true", "--xnnpack_force_fp16=true",
                  "--xnnpack_runtime_flags=6"});
  EXPECT_EQ(created.xnnpack->c.flags,
            usual | TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16);
  EXPECT_EQ(created.xnnpack->c.runtime_flags, 6u);
  created = With({"--use_xnnpack=true", "--num_threads=5"});
  EXPECT_EQ(created.xnnpack->c.num_threads, 5);
}

TEST(ProviderFlags, OfWhereProgramsAreKept) {
  const std::vector<std::string> flags = {
      "--delegate_serialize_dir=/some/dir", "--delegate_serialize_token=model",
      "--use_edgetpu=true", "--use_gpu=true"};
  const Created created = With(flags);
  ASSERT_TRUE(created.edgetpu && created.gpu);
  EXPECT_EQ(created.edgetpu->program_dir, "/some/dir");
  EXPECT_EQ(created.edgetpu->program_token, "model");
  EXPECT_EQ(created.gpu->program_dir, "/some/dir");
  EXPECT_EQ(created.gpu->program_token, "model");
}

TEST(ProviderFlags, OfAllDelegates) {
  for (const char* use : {"use_cpu_delegate", "use_hexagon", "use_edgetpu",
                          "use_gpu", "use_xnnpack"}) {
    SCOPED_TRACE(use);
    const std::string on = std::string("--") + use + "=true";
    const SimpleDelegateInterface::Options usual;
    Created created = With({on});
    ASSERT_TRUE(created.nodes);
    EXPECT_EQ(created.nodes->max_delegated_partitions,
              usual.max_delegated_partitions);
    EXPECT_EQ(created.nodes->min_nodes_per_partition,
              usual.min_nodes_per_partition);
    EXPECT_EQ(created.nodes->allow, "");
    EXPECT_EQ(created.nodes->deny, "");
    EXPECT_EQ(created.nodes->partition_order, Order::kByGain);
    created =
        With({on, "--max_delegated_partitions=3", "--min_nodes_per_partition=4",
              "--delegate_allow_nodes=ADD", "--delegate_deny_nodes=MUL",
              "--delegate_partition_order=size"});
    EXPECT_EQ(created.nodes->max_delegated_partitions, 3);
    EXPECT_EQ(created.nodes->min_nodes_per_partition, 4);
    EXPECT_EQ(created.nodes->allow, "ADD");
    EXPECT_EQ(created.nodes->deny, "MUL");
    EXPECT_EQ(created.nodes->partition_order, Order::kBySize);
  }
}

// Tools show the flags that are given, and no others.
TEST(ProviderFlags, AreLogged) {
  std::string log;
  With({"--use_gpu=true", "--gpu_backend=cl", "--gpu_force_staging=true"},
       &log);
  EXPECT_THAT(log, HasSubstr("Use gpu: [1]"));
  EXPECT_THAT(log, HasSubstr("GPU backend: [cl]"));
  EXPECT_THAT(log, HasSubstr("GPU forced staging: [1]"));
  EXPECT_THAT(log, ::testing::Not(HasSubstr("Allow lower precision")));
}

}  // namespace
}  // namespace tflite
