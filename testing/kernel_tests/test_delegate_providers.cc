#include "testing/kernel_tests/test_delegate_providers.h"

#include <algorithm>
#include <string>

#include "tools/command_line_flags.h"
#include "tools/logging.h"

namespace tflite {
namespace {

// Flags of providers, available if they are linked in.
constexpr const char* kFlagsOfOthers[] = {
    "help", KernelTestDelegateProviders::kUseNnapi};

template <typename T>
Flag ParamFlag(tools::ToolParams* params, const char* name, const char* usage) {
  return Flag(
      name,
      [params, name](const T& value, int position) {
        params->Set<T>(name, value, position);
      },
      params->Get<T>(name), usage, Flag::kOptional);
}

}  // namespace

constexpr char KernelTestDelegateProviders::kAccelerationTestConfigPath[];
constexpr char KernelTestDelegateProviders::kUseSimpleAllocator[];
constexpr char KernelTestDelegateProviders::kAllowFp16PrecisionForFp32[];
constexpr char KernelTestDelegateProviders::kDumpTFLiteModelDir[];
constexpr char KernelTestDelegateProviders::kRequireDelegation[];
constexpr char KernelTestDelegateProviders::kMinDelegatedModels[];
constexpr char KernelTestDelegateProviders::kUseNnapi[];

KernelTestDelegateProviders* KernelTestDelegateProviders::Get() {
  static auto* const providers = new KernelTestDelegateProviders;
  return providers;
}

KernelTestDelegateProviders::KernelTestDelegateProviders()
    : delegate_list_util_(&params_) {
  delegate_list_util_.AddAllDelegateParams();
  using tools::ToolParam;
  params_.AddParam(kAccelerationTestConfigPath,
                   tools::ToolParam::Create<std::string>(""));
  params_.AddParam(kUseSimpleAllocator, tools::ToolParam::Create<bool>(false));
  params_.AddParam(kAllowFp16PrecisionForFp32,
                   tools::ToolParam::Create<bool>(false));
  params_.AddParam(kDumpTFLiteModelDir,
                   tools::ToolParam::Create<std::string>(""));
  params_.AddParam(kRequireDelegation, tools::ToolParam::Create<bool>(true));
  params_.AddParam(kMinDelegatedModels, tools::ToolParam::Create<int32_t>(0));
  for (const char* name : kFlagsOfOthers) {
    if (!params_.HasParam(name)) {
      params_.AddParam(name, tools::ToolParam::Create<bool>(false));
    }
  }
}

bool KernelTestDelegateProviders::InitFromCmdlineArgs(int* argc,
                                                      const char** argv) {
  std::vector<Flag> flags = {
      ParamFlag<std::string>(
          &params_, kAccelerationTestConfigPath,
          "File that says which tests a delegate must take; read by the tests "
          "that have such lists."),
      ParamFlag<bool>(&params_, kUseSimpleAllocator,
                      "Gives each tensor memory of its own, so that checkers "
                      "find what runs over."),
      ParamFlag<bool>(&params_, kAllowFp16PrecisionForFp32,
                      "Lets float32 be computed in half precision; results are "
                      "compared accordingly."),
      ParamFlag<std::string>(
          &params_, kDumpTFLiteModelDir,
          "Folder for the tests' models: DTS-<suite>-<test>-<n>.tflite."),
      ParamFlag<bool>(
          &params_, kRequireDelegation,
          "Fails tests where a delegate that a flag names cannot be "
          "made or applied."),
      ParamFlag<int32_t>(
          &params_, kMinDelegatedModels,
          "Fails where the flags' delegates ran nodes of fewer models."),
  };
  delegate_list_util_.AppendCmdlineFlags(flags);
  for (const char* name : kFlagsOfOthers) {
    const bool known = std::any_of(
        flags.begin(), flags.end(),
        [name](const Flag& flag) { return flag.GetFlagName() == name; });
    if (known) continue;
    flags.push_back(ParamFlag<bool>(
        &params_, name, "For scripts: nothing here has a flag of this name."));
  }
  if (!Flags::Parse(argc, argv, flags) || params_.Get<bool>("help")) {
    TFLITE_LOG(ERROR) << Flags::Usage(argv[0], flags);
    return false;
  }
  return true;
}

std::vector<std::string> KernelTestDelegateProviders::FlagsWithoutDelegate(
    const std::vector<tools::ProvidedDelegateList::ProvidedDelegate>& delegates)
    const {
  std::vector<std::string> flags;
  // The flags write to this object; its values are not used.
  tools::ToolParams ignored;
  ignored.Merge(params_);
  for (const auto& provider : delegate_list_util_.providers()) {
    const bool made = std::any_of(
        delegates.begin(), delegates.end(),
        [&](const auto& d) { return d.provider == provider.get(); });
    if (made) continue;
    for (const Flag& flag : provider->CreateFlags(&ignored)) {
      const std::string name = flag.GetFlagName();
      if (name.rfind("use_", 0) == 0 && params_.Get<bool>(name)) {
        flags.push_back(name);
      }
    }
  }
  return flags;
}

}  // namespace tflite
