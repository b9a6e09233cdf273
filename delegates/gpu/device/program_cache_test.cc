#include "delegates/gpu/device/program_cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace tflite::gpu {
namespace {

TEST(GpuProgramCache, IsInTheUsersCacheDirectoryByDefault) {
  const std::string root = ::testing::TempDir();
  ASSERT_EQ(setenv("XDG_CACHE_HOME", root.c_str(), 1), 0);
  const ProgramKey key = ProgramKey().Add("conv");
  ProgramCache::Options options;
  const std::string expected = root + "/tensorflow_lite_lite/gpu/";
  EXPECT_EQ(ProgramCache(options).FileOf(key).rfind(expected, 0), 0u);
  options.directory = root + "/elsewhere";
  EXPECT_EQ(ProgramCache(options).FileOf(key).rfind(options.directory, 0), 0u);
}

}  // namespace
}  // namespace tflite::gpu
