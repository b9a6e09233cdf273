#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_KEEPER_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_KEEPER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/common/delegate_share.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace tflite::core {

// Keeps the delegates of a graph alive as long as they may be called, or
// detects that one was deleted. Not thread-safe.
class DelegateKeeper {
 public:
  // Implementations of delegates, each with the function that releases it.
  using Held = std::vector<std::unique_ptr<void, void (*)(void*)>>;
  struct Share {
    std::string name;
    std::unique_ptr<TfllDelegateShare, void (*)(TfllDelegateShare*)> share;
  };
  // Operators of opaque delegates; they must outlive the delegates' nodes.
  using Operators = std::vector<std::shared_ptr<TfLiteOperator>>;
  // The complete state; its destruction releases everything.
  struct Kept {
    Held held;
    std::vector<Share> shares;  // of opaque delegates
    Operators operators;
  };

  // Releases `object` when the delegate is no longer needed.
  void Hold(void* object, void (*release)(void* object)) {
    kept_.held.emplace_back(object, release);
  }
  // If the delegate offers shared ownership, takes a share; then its owner may
  // delete it at any time.
  void KeepOffered(const TfLiteDelegate* delegate);
  // Allows CheckAlive to detect the deletion of an opaque delegate.
  void KeepOpaque(const TfLiteDelegate* delegate, const std::string& name);
  // Takes ownership of the operator of an opaque delegate, which may use the
  // same operator for several graphs. Returns OK if the registration has none.
  Status KeepOperator(const TfLiteRegistration& registration,
                      const TfLiteDelegate* delegate);
  // Returns an error, which also names the graph, if a delegate in use was
  // deleted.
  Status CheckAlive(int subgraph_index,
                    const std::string& subgraph_name) const {
    return kept_.shares.empty() ? base::OkStatus()
                                : CheckShares(subgraph_index, subgraph_name);
  }

  // Moves the complete state to the caller, who keeps it until the delegates
  // have registered their objects again.
  Kept TakeAll() { return std::exchange(kept_, {}); }
  // Replaces the state by one that TakeAll has returned.
  void PutBack(Kept kept) { kept_ = std::move(kept); }
  Held TakeHeld() { return std::exchange(kept_.held, {}); }
  void AddHeld(Held held);
  const Operators& operators() const { return kept_.operators; }
  // Call after all nodes of opaque delegates were removed from the graph.
  void DropOpaque();

 private:
  Status CheckShares(int subgraph_index,
                     const std::string& subgraph_name) const;

  Kept kept_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_KEEPER_H_
