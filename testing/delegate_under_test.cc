#include "testing/delegate_under_test.h"

#include <utility>

namespace tflite {

DelegateUnderTest::DelegateUnderTest() : providers_(&params_) {
  providers_.AddAllDelegateParams();
}

std::vector<Flag> DelegateUnderTest::CreateFlags() {
  std::vector<Flag> flags;
  providers_.AppendCmdlineFlags(flags);
  return flags;
}

std::vector<tools::ProvidedDelegateList::ProvidedDelegate>
DelegateUnderTest::Create() const {
  return providers_.CreateAllRankedDelegates();
}

std::string DelegateUnderTest::MissingDevices() const {
  std::string all;
  for (const auto& provider : providers_.providers()) {
    const std::string missing = provider->MissingDevice(params_);
    if (missing.empty()) continue;
    all += (all.empty() ? "" : "; ") + provider->GetName() + ": " + missing;
  }
  return all;
}

base::Status DelegateUnderTest::Apply(Interpreter& interpreter,
                                      Failure failure) const {
  for (auto& provided : Create()) {
    const bool is_there =
        !tools::IsUnavailableDelegate(provided.delegate.get());
    const TfLiteStatus status =
        interpreter.ModifyGraphWithDelegate(std::move(provided.delegate));
    const bool is_tolerated = status == kTfLiteDelegateError && is_there &&
                              failure == Failure::kLeavesTheCpu;
    if (status != kTfLiteOk && !is_tolerated) {
      return base::Invalid("cannot apply delegate ",
                           provided.provider->GetName());
    }
  }
  return base::OkStatus();
}

DelegatedNodes CountDelegatedNodes(const Interpreter& interpreter) {
  DelegatedNodes out;
  for (const auto& graph : interpreter.GetDelegationReport().graphs) {
    out.nodes += static_cast<int>(graph.nodes.size());
    out.delegated += graph.NodesDelegated();
  }
  return out;
}

}  // namespace tflite
