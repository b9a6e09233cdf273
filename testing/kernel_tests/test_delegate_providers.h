#ifndef TESTING_KERNEL_TESTS_TEST_DELEGATE_PROVIDERS_H_
#define TESTING_KERNEL_TESTS_TEST_DELEGATE_PROVIDERS_H_

#include <string>
#include <vector>

#include "tools/delegates/delegate_provider.h"
#include "tools/tool_params.h"

namespace tflite {

// The delegates requested on the command line of a kernel test, and the test's
// own flags. The program has one instance; main() initializes it before any
// test runs, and afterwards its parameters are only read.
class KernelTestDelegateProviders {
 public:
  // Names of the flags that do not belong to a provider.
  static constexpr char kAccelerationTestConfigPath[] =
      "acceleration_test_config_path";
  static constexpr char kUseSimpleAllocator[] = "use_simple_allocator";
  static constexpr char kAllowFp16PrecisionForFp32[] =
      "allow_fp16_precision_for_fp32";
  static constexpr char kDumpTFLiteModelDir[] = "dump_tflite_model_dir";
  static constexpr char kRequireDelegation[] = "require_delegation";
  static constexpr char kMinDelegatedModels[] = "least_delegated_models";

  // NNAPI is not supported: the flag only affects what tests do.
  static constexpr char kUseNnapi[] = "use_nnapi";

  static KernelTestDelegateProviders* Get();

  KernelTestDelegateProviders();

  // Parses and removes known flags from argv. If a flag is invalid or --help is
  // given, prints the usage and returns false.
  bool InitFromCmdlineArgs(int* argc, const char** argv);

  tools::ToolParams* MutableParams() { return &params_; }
  const tools::ToolParams& ConstParams() const { return params_; }

  // Whether a test fails if a requested delegate cannot be created or applied.
  bool RequiresDelegation() const {
    return params_.Get<bool>(kRequireDelegation);
  }
  // Counts the models in which a requested delegate has run nodes. A delegate
  // that takes no nodes passes all tests of results, so main() requires a
  // minimum.
  void NoteDelegatedModel() { ++delegated_models_; }
  int CountDelegatedModels() const { return delegated_models_; }
  // The flags --use_<delegate> that are set, but whose providers created none
  // of `delegates`.
  std::vector<std::string> FlagsWithoutDelegate(
      const std::vector<tools::ProvidedDelegateList::ProvidedDelegate>&
          delegates) const;

  // New delegates, in the order in which to apply them.
  std::vector<tools::ProvidedDelegateList::ProvidedDelegate> CreateAllDelegates(
      const tools::ToolParams& params) const {
    return delegate_list_util_.CreateAllRankedDelegates(params);
  }
  std::vector<tools::ProvidedDelegateList::ProvidedDelegate>
  CreateAllDelegates() const {
    return CreateAllDelegates(params_);
  }

 private:
  tools::ToolParams params_;
  tools::ProvidedDelegateList delegate_list_util_;
  int delegated_models_ = 0;
};

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_TEST_DELEGATE_PROVIDERS_H_
