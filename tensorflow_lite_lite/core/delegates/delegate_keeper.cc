#include "tensorflow_lite_lite/core/delegates/delegate_keeper.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "tensorflow_lite_lite/base/delegate_shares.h"
#include "tensorflow_lite_lite/core/calls/delegate_calls.h"

namespace tflite::core {

void DelegateKeeper::KeepOffered(const TfLiteDelegate* delegate) {
  std::shared_ptr<void> share = base::ShareDelegate(delegate);
  if (share == nullptr) return;
  Hold(new std::shared_ptr<void>(std::move(share)),
       [](void* held) { delete static_cast<std::shared_ptr<void>*>(held); });
}

void DelegateKeeper::KeepOpaque(const TfLiteDelegate* delegate,
                                const std::string& name) {
  TfllDelegateShare* share = TfllShareDelegate(delegate);
  if (share == nullptr) return;
  kept_.shares.push_back({name, {share, TfllDropDelegateShare}});
}

Status DelegateKeeper::KeepOperator(const TfLiteRegistration& registration,
                                    const TfLiteDelegate* delegate) {
  TfLiteOperator* op = registration.registration_external;
  if (op == nullptr) return base::OkStatus();
  if (!IsLiveOperator(op)) {
    return base::Unavailable(
        "The delegate's operator does not exist or is deleted");
  }
  if (!IsOpaqueDelegate(delegate)) return base::OkStatus();
  auto& owned = kept_.operators;
  if (std::none_of(owned.begin(), owned.end(),
                   [&](const auto& o) { return o.get() == op; })) {
    owned.push_back(AdoptOperator(op));
  }
  return base::OkStatus();
}

Status DelegateKeeper::CheckShares(int subgraph_index,
                                   const std::string& subgraph_name) const {
  for (const Share& s : kept_.shares) {
    if (!TfllDelegateIsDeleted(s.share.get())) continue;
    return base::Unavailable(
        "The delegate '", s.name, "' was deleted while subgraph ",
        subgraph_index, " ('", subgraph_name,
        "') uses it: delete it after the interpreter, or after "
        "RemoveAllDelegates");
  }
  return base::OkStatus();
}

void DelegateKeeper::AddHeld(Held held) {
  std::move(held.begin(), held.end(), std::back_inserter(kept_.held));
}

void DelegateKeeper::DropOpaque() {
  kept_.operators.clear();
  kept_.shares.clear();
}

}  // namespace tflite::core
