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

// What keeps the delegates of a graph alive while they may be called, or finds
// out that one is not. For one thread.
class DelegateKeeper {
 public:
  // Implementations of delegates, each with the function that releases it.
  using Held = std::vector<std::unique_ptr<void, void (*)(void*)>>;
  struct Share {
    std::string name;
    std::unique_ptr<TfllDelegateShare, void (*)(TfllDelegateShare*)> share;
  };
  // All of it; what goes out of scope is released.
  struct Kept {
    Held held;
    std::vector<Share> shares;  // of opaque delegates
    // Operators of opaque delegates, whose nodes they outlive.
    std::vector<std::shared_ptr<TfLiteOperator>> operators;
  };

  // Releases `object` when the delegate is of no use any more.
  void Hold(void* object, void (*release)(void* object)) {
    kept_.held.emplace_back(object, release);
  }
  // Where the delegate offers a share: its owner may delete it from now on.
  void KeepOffered(const TfLiteDelegate* delegate);
  // So that the deletion of an opaque delegate is found out.
  void KeepOpaque(const TfLiteDelegate* delegate, const std::string& name);
  // An opaque delegate hands its operator over; it may use one for several
  // graphs. OK where the registration has none.
  Status KeepOperator(const TfLiteRegistration& registration,
                      const TfLiteDelegate* delegate);
  // An error where a delegate in use was deleted; it names the graph, too.
  Status CheckAlive(int subgraph_index, const std::string& subgraph_name) const;

  // Takes everything out, to be kept until the delegates have given it again.
  Kept TakeAll() { return std::exchange(kept_, {}); }
  Held TakeHeld() { return std::exchange(kept_.held, {}); }
  void AddHeld(Held held);
  // The graph has no nodes of opaque delegates any more.
  void DropOpaque();

 private:
  Kept kept_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_KEEPER_H_
