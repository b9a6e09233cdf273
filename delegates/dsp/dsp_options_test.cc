// Each option of the plugin sets its field.
#include "delegates/dsp/dsp_options.h"

#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

base::StatusOr<DspOptions> With(const char* key, const char* value) {
  return ParseDspOptions(&key, &value, 1);
}
DspOptions Parsed(const char* key, const char* value) {
  const auto options = With(key, value);
  EXPECT_TRUE(options.ok()) << options.status().message();
  return options.ok() ? *options : DspOptions();
}

TEST(DspPluginOptions, HaveTheDefaultsOfTheStruct) {
  const auto parsed = ParseDspOptions(nullptr, nullptr, 0);
  ASSERT_TRUE(parsed.ok());
  const DspOptions defaults;
  EXPECT_EQ(parsed->backend, defaults.backend);
  EXPECT_EQ(parsed->library_folder, "");
  EXPECT_EQ(parsed->deadline_ms, 120'000);
  EXPECT_EQ(parsed->memory_bytes, int64_t{512} << 20);
  EXPECT_FALSE(parsed->profile);
}

TEST(DspPluginOptions, ReachTheirFields) {
  EXPECT_EQ(Parsed("backend", "device").backend, DspBackend::kDevice);
  EXPECT_EQ(Parsed("backend", "qemu").backend, DspBackend::kHexagon);
  EXPECT_EQ(Parsed("backend", "native").backend, DspBackend::kNative);
  EXPECT_EQ(Parsed("backend", "").backend, DspBackend::kAny);
  EXPECT_EQ(Parsed("library_folder", "folder").library_folder, "folder");
  EXPECT_EQ(Parsed("deadline_ms", "5000000000").deadline_ms, 5'000'000'000);
  EXPECT_EQ(Parsed("memory_bytes", "1048576").memory_bytes, 1 << 20);
  EXPECT_EQ(Parsed("num_threads", "3").num_threads, 3);
  EXPECT_TRUE(Parsed("profile", "true").profile);
  EXPECT_EQ(Parsed("deny_nodes", "ADD").nodes.deny, "ADD");
}

TEST(DspPluginOptions, AreCheckedForTheirType) {
  EXPECT_TRUE(base::IsInvalid(With("backend", "fpga").status()));
  EXPECT_TRUE(base::IsInvalid(With("deadline_ms", "soon").status()));
  EXPECT_TRUE(base::IsInvalid(With("memory_bytes", "1.5").status()));
  EXPECT_TRUE(base::IsInvalid(With("profile", "a bit").status()));
  EXPECT_TRUE(base::IsInvalid(With("num_threads", "two").status()));
  EXPECT_TRUE(base::IsInvalid(With("threads", "2").status()));
}

}  // namespace
}  // namespace tflite::dsp
