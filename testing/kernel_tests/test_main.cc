// main() of kernel tests: GoogleTest's flags, those of
// KernelTestDelegateProviders and those of every provider that is linked in.
#include <cstdlib>

#include "gtest/gtest.h"
#include "testing/kernel_tests/test_delegate_providers.h"
#include "testing/util.h"

int main(int argc, char** argv) {
  ::tflite::LogToStderr();
  if (!::tflite::KernelTestDelegateProviders::Get()->InitFromCmdlineArgs(
          &argc, const_cast<const char**>(argv))) {
    return EXIT_FAILURE;
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
