#ifndef TESTING_KERNEL_TESTS_TEST_DELEGATE_PROVIDERS_H_
#define TESTING_KERNEL_TESTS_TEST_DELEGATE_PROVIDERS_H_

#include <string>
#include <vector>

#include "tools/delegates/delegate_provider.h"
#include "tools/tool_params.h"

namespace tflite {

// The delegates that the command line of a kernel test asks for, and the test's
// own flags. One object serves the program; main() fills it before any test
// runs, and its parameters are only read from then on.
class KernelTestDelegateProviders {
 public:
  // Names of the flags that are no provider's.
  static constexpr char kAccelerationTestConfigPath[] =
      "acceleration_test_config_path";
  static constexpr char kUseSimpleAllocator[] = "use_simple_allocator";
  static constexpr char kAllowFp16PrecisionForFp32[] =
      "allow_fp16_precision_for_fp32";
  static constexpr char kDumpTFLiteModelDir[] = "dump_tflite_model_dir";
  static constexpr char kRequireDelegation[] = "require_delegation";
  static constexpr char kMinDelegatedModels[] = "least_delegated_models";

  // There is no such delegate here: it changes only what tests do by it.
  static constexpr char kUseNnapi[] = "use_nnapi";

  static KernelTestDelegateProviders* Get();

  KernelTestDelegateProviders();

  // Takes the flags it knows out of argv. False when one is bad, and for
  // --help; the usage is printed then.
  bool InitFromCmdlineArgs(int* argc, const char** argv);

  tools::ToolParams* MutableParams() { return &params_; }
  const tools::ToolParams& ConstParams() const { return params_; }

  // Whether a delegate that the command line names, and that cannot be made or
  // applied, is a failure.
  bool RequiresDelegation() const {
    return params_.Get<bool>(kRequireDelegation);
  }
  // Models of which a delegate of the command line has run nodes. A delegate
  // that takes nothing fails no test of results: main() asks for a least
  // number.
  void NoteDelegatedModel() { ++delegated_models_; }
  int CountDelegatedModels() const { return delegated_models_; }
  // The flags --use_<delegate> that are set, and whose providers made none of
  // `delegates`.
  std::vector<std::string> FlagsWithoutDelegate(
      const std::vector<tools::ProvidedDelegateList::ProvidedDelegate>&
          delegates) const;

  // New delegates, in the order to apply them in.
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
