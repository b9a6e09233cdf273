// Each option of the plugin sets its field.
#include "delegates/gpu/api/gpu_options.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::gpu {
namespace {

StatusOr<GpuOptions> With(const char* key, const char* value) {
  return ParseGpuOptions(&key, &value, 1);
}
GpuOptions Parsed(const char* key, const char* value) {
  const auto options = With(key, value);
  EXPECT_TRUE(options.ok()) << options.status().message();
  return options.ok() ? *options : GpuOptions();
}

TEST(GpuPluginOptions, HaveTheDefaultsOfTheStruct) {
  const auto parsed = ParseGpuOptions(nullptr, nullptr, 0);
  ASSERT_TRUE(parsed.ok());
  const GpuOptions defaults;
  EXPECT_EQ(parsed->backend, defaults.backend);
  EXPECT_EQ(parsed->precision_loss_allowed, defaults.precision_loss_allowed);
  EXPECT_EQ(parsed->take_quantized, defaults.take_quantized);
  EXPECT_EQ(parsed->keep_programs, defaults.keep_programs);
}

TEST(GpuPluginOptions, ReachTheirFields) {
  EXPECT_EQ(Parsed("backend", "cl").backend, GpuBackendChoice::kOpenCl);
  EXPECT_EQ(Parsed("backend", "vk").backend, GpuBackendChoice::kVulkan);
  EXPECT_EQ(Parsed("backend", "").backend, GpuBackendChoice::kAny);
  EXPECT_TRUE(
      Parsed("is_precision_loss_allowed", "true").precision_loss_allowed);
  EXPECT_FALSE(Parsed("keep_programs", "false").keep_programs);
  EXPECT_EQ(Parsed("serialization_dir", "folder").program_dir, "folder");
  EXPECT_EQ(Parsed("model_token", "token").program_token, "token");
  EXPECT_EQ(Parsed("deny_nodes", "ADD").nodes.deny, "ADD");
}

TEST(GpuPluginOptions, HaveTheFlagsOfTheInterfaceInC) {
  const auto flags = [](int bits) {
    return With("experimental_flags", std::to_string(bits).c_str());
  };
  const int quantized = TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT;
  ASSERT_TRUE(flags(0).ok());
  EXPECT_FALSE(flags(0)->take_quantized);
  EXPECT_TRUE(flags(quantized)->take_quantized);
  EXPECT_EQ(flags(0)->backend, GpuBackendChoice::kAny);
  EXPECT_EQ(flags(TFLITE_GPU_EXPERIMENTAL_FLAGS_CL_ONLY)->backend,
            GpuBackendChoice::kOpenCl);
  EXPECT_NE(flags(TFLITE_GPU_EXPERIMENTAL_FLAGS_GL_ONLY)
                .status()
                .message()
                .find("no OpenGL"),
            std::string::npos);
}

// Those without an effect, too, but only with values of their type.
TEST(GpuPluginOptions, AreCheckedForTheirType) {
  for (const char* key : {"inference_preference", "inference_priority1",
                          "inference_priority2", "inference_priority3"}) {
    EXPECT_TRUE(With(key, "2").ok()) << key;
    EXPECT_TRUE(IsInvalid(With(key, "fast").status())) << key;
  }
  EXPECT_TRUE(IsInvalid(With("experimental_flags", "all").status()));
  EXPECT_TRUE(IsInvalid(With("keep_programs", "never").status()));
  EXPECT_TRUE(IsInvalid(With("backend", "gl").status()));
  EXPECT_TRUE(IsInvalid(With("backend", "cuda").status()));
  EXPECT_TRUE(IsInvalid(With("device", "0").status()));
}

}  // namespace
}  // namespace tflite::gpu
