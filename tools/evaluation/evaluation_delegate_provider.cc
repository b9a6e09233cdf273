#include "tools/evaluation/evaluation_delegate_provider.h"

#include <algorithm>
#include <cctype>

namespace tflite {
namespace evaluation {

TfliteInferenceParams::Delegate ParseStringToDelegateType(
    const std::string& name) {
  std::string upper = name;
  std::transform(upper.begin(), upper.end(), upper.begin(), ::toupper);
  TfliteInferenceParams::Delegate delegate;
  return TfliteInferenceParams::Delegate_Parse(upper, &delegate)
             ? delegate
             : TfliteInferenceParams::NONE;
}

DelegateProviders::DelegateProviders() : delegate_list_(&params_) {
  delegate_list_.AddAllDelegateParams();
}

std::vector<Flag> DelegateProviders::GetFlags() {
  std::vector<Flag> flags;
  delegate_list_.AppendCmdlineFlags(flags);
  return flags;
}

bool DelegateProviders::InitFromCmdlineArgs(int* argc, const char** argv) {
  return Flags::Parse(argc, argv, GetFlags());
}

base::StatusOr<std::vector<tools::ProvidedDelegateList::ProvidedDelegate>>
DelegateProviders::CreateAllDelegates(
    const TfliteInferenceParams& params) const {
  tools::ToolParams all;
  all.Merge(params_, /*overwrite=*/true);
  if (params.delegate() != TfliteInferenceParams::NONE) {
    std::string flag =
        "use_" + TfliteInferenceParams::Delegate_Name(params.delegate());
    std::transform(flag.begin(), flag.end(), flag.begin(), ::tolower);
    if (!all.HasParam(flag)) {
      return base::Invalid(
          "this program does not have this delegate: it lacks --", flag);
    }
    all.Set<bool>(flag, true);
  }
  if (all.HasParam("num_threads") && params.num_threads() > 0 &&
      !all.HasValueSet<int32_t>("num_threads")) {
    all.Set<int32_t>("num_threads", params.num_threads());
  }
  return delegate_list_.CreateAllRankedDelegates(all);
}

}  // namespace evaluation
}  // namespace tflite
