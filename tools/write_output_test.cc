#include "tools/write_output.h"

#include <fstream>
#include <iterator>
#include <string>

#include "gtest/gtest.h"

namespace tflite {
namespace tools {
namespace {

TEST(WriteOutput, ReplacesWhatTheFileHeld) {
  const std::string path = ::testing::TempDir() + "/file";
  ASSERT_TRUE(WriteOutput(path, "longer than the next").ok());
  ASSERT_TRUE(WriteOutput(path, std::string("a\0b", 3)).ok());
  std::ifstream in(path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}),
            std::string("a\0b", 3));
}

TEST(WriteOutput, PrintsWithoutAPath) {
  ::testing::internal::CaptureStdout();
  EXPECT_TRUE(WriteOutput("", "printed").ok());
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "printed");
}

TEST(WriteOutput, NamesTheFileAndTheReason) {
  EXPECT_EQ(WriteOutput("/nowhere/x", "a").message(),
            "cannot write /nowhere/x: No such file or directory");
  // A device that is always full: writing or closing fails.
  EXPECT_EQ(WriteOutput("/dev/full", "a").message(),
            "cannot write /dev/full: No space left on device");
  EXPECT_EQ(WriteOutput("/dev/full", std::string(1 << 20, 'a')).message(),
            "cannot write /dev/full: No space left on device");
}

}  // namespace
}  // namespace tools
}  // namespace tflite
