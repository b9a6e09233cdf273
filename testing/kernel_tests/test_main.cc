// main() of kernel tests. Accepts the flags of GoogleTest, of
// KernelTestDelegateProviders and of all linked providers.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "benchmark/benchmark.h"
#include "gtest/gtest.h"
#include "testing/kernel_tests/test_delegate_providers.h"
#include "testing/util.h"

namespace {

// Benchmarks that a test registers run only if a flag of the benchmark library
// is given.
void RunBenchmarksIfAsked(int* argc, char** argv) {
  constexpr char kPrefix[] = "--benchmark_";
  bool asked = false;
  for (int i = 1; i < *argc; ++i) {
    asked |= std::strncmp(argv[i], kPrefix, sizeof(kPrefix) - 1) == 0;
  }
  if (!asked) return;
  ::benchmark::Initialize(argc, argv);
  ::benchmark::RunSpecifiedBenchmarks();
}

class DelegatedModelsCheck : public ::testing::Environment {
 public:
  void TearDown() override {
    const auto* providers = ::tflite::KernelTestDelegateProviders::Get();
    const char* const flag =
        ::tflite::KernelTestDelegateProviders::kMinDelegatedModels;
    EXPECT_GE(providers->CountDelegatedModels(),
              providers->ConstParams().Get<int32_t>(flag))
        << "models of which the flags' delegates ran nodes: --" << flag;
  }
};

}  // namespace

int main(int argc, char** argv) {
  ::tflite::LogToStderr();
  if (!::tflite::KernelTestDelegateProviders::Get()->InitFromCmdlineArgs(
          &argc, const_cast<const char**>(argv))) {
    return EXIT_FAILURE;
  }
  ::testing::InitGoogleTest(&argc, argv);
  ::testing::AddGlobalTestEnvironment(new DelegatedModelsCheck);
  RunBenchmarksIfAsked(&argc, argv);
  return RUN_ALL_TESTS();
}
