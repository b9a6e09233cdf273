#include "tools/delegates/delegate_provider.h"

#include <algorithm>
#include <limits>

namespace tflite {
namespace tools {

TfLiteDelegatePtr CreateNullDelegate() {
  return TfLiteDelegatePtr(nullptr, [](TfLiteOpaqueDelegate*) {});
}

namespace {

TfLiteStatus PrepareUnavailable(TfLiteContext* context, TfLiteDelegate*) {
  context->ReportError(context, "The delegate could not be created.");
  return kTfLiteDelegateError;
}

}  // namespace

TfLiteDelegatePtr CreateUnavailableDelegate() {
  auto* delegate = new TfLiteDelegate(TfLiteDelegateCreate());
  delegate->Prepare = PrepareUnavailable;
  return TfLiteDelegatePtr(delegate, [](TfLiteOpaqueDelegate* d) { delete d; });
}

bool IsUnavailableDelegate(const TfLiteOpaqueDelegate* delegate) {
  return delegate != nullptr && delegate->Prepare == PrepareUnavailable;
}

std::pair<TfLiteDelegatePtr, int> DelegateProvider::CreateRankedTfLiteDelegate(
    const ToolParams& params) const {
  return {CreateTfLiteDelegate(params), std::numeric_limits<int>::max()};
}

DelegateProviderList& DelegateProviderRegistrar::Mutable() {
  static auto* providers = new DelegateProviderList;
  return *providers;
}

void ProvidedDelegateList::AddAllDelegateParams() const {
  for (const auto& provider : providers_)
    params_->Merge(provider->DefaultParams());
}

void ProvidedDelegateList::AppendCmdlineFlags(std::vector<Flag>& flags) const {
  for (const auto& provider : providers_) {
    for (Flag& flag : provider->CreateFlags(params_)) flags.push_back(flag);
  }
}

void ProvidedDelegateList::RemoveCmdlineFlag(std::vector<Flag>& flags,
                                             const std::string& name) const {
  flags.erase(
      std::remove_if(flags.begin(), flags.end(),
                     [&](const Flag& f) { return f.GetFlagName() == name; }),
      flags.end());
}

std::vector<ProvidedDelegateList::ProvidedDelegate>
ProvidedDelegateList::CreateAllRankedDelegates(const ToolParams& params) const {
  std::vector<ProvidedDelegate> out;
  for (const auto& provider : providers_) {
    auto ranked = provider->CreateRankedTfLiteDelegate(params);
    if (ranked.first == nullptr) continue;
    ProvidedDelegate provided;
    provided.provider = provider.get();
    provided.delegate = std::move(ranked.first);
    provided.rank = ranked.second;
    out.push_back(std::move(provided));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const ProvidedDelegate& a, const ProvidedDelegate& b) {
                     return a.rank < b.rank;
                   });
  return out;
}

}  // namespace tools
}  // namespace tflite
