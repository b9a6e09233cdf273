#include "tools/command_line_flags.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite {
namespace {

class UnknownFlags : public ::testing::Test {
 protected:
  UnknownFlags()
      : flags_({Flag::CreateFlag("num_runs", &runs_, ""),
                Flag::CreateFlag("use_xnnpack", &use_, "")}) {}

  std::string Warnings(std::vector<const char*> argv) {
    argv.insert(argv.begin(), "program");
    ::testing::internal::CaptureStdout();
    Flags::WarnUnconsumed(static_cast<int>(argv.size()), argv.data(), flags_);
    return ::testing::internal::GetCapturedStdout();
  }

  int32_t runs_ = 0;
  bool use_ = false;
  const std::vector<Flag> flags_;
};

TEST_F(UnknownFlags, AreNamedInOneWarning) {
  EXPECT_EQ(Warnings({"--use_nnapi=false", "-x", "word"}),
            "WARN: Unconsumed cmdline flags: --use_nnapi=false -x word\n");
  EXPECT_EQ(Warnings({}), "");
}

TEST_F(UnknownFlags, MistypedOnesAreTold) {
  EXPECT_EQ(Warnings({"--num_run=5", "--use_xnpack"}),
            "WARN: Unconsumed cmdline flags: --num_run=5 --use_xnpack\n"
            "WARN: unknown flag --num_run=5; did you mean --num_runs?\n"
            "WARN: unknown flag --use_xnpack; did you mean --use_xnnpack?\n");
}

TEST_F(UnknownFlags, MayBeRefused) {
  const char* argv[] = {"program", "--num_run", "word"};
  ::testing::internal::CaptureStderr();
  EXPECT_FALSE(Flags::RefuseUnconsumed(3, argv, flags_));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "ERROR: unknown flag --num_run; did you mean --num_runs?\n"
            "ERROR: unexpected argument word\n");
  EXPECT_TRUE(Flags::RefuseUnconsumed(1, argv, flags_));
}

}  // namespace
}  // namespace tflite
