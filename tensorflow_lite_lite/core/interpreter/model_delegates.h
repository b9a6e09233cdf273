#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_MODEL_DELEGATES_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_MODEL_DELEGATES_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "tensorflow_lite_lite/core/runtime.h"

namespace tflite::core {

// The unit of an Interpreter that gives delegates its subgraphs: those of the
// application first, and what is left to those that come by default. The
// subgraphs report errors. For one thread.
class ModelDelegates {
 public:
  using Owned =
      std::unique_ptr<TfLiteDelegate, std::function<void(TfLiteDelegate*)>>;

  // `runtime` outlives this object; its subgraphs do not.
  explicit ModelDelegates(Runtime* runtime) : runtime_(runtime) {}

  // All delegates to all subgraphs, as one step for full delegation.
  TfLiteStatus Apply(const std::vector<TfLiteDelegate*>& delegates);
  // One to some.
  TfLiteStatus ApplyTo(TfLiteDelegate* delegate,
                       const std::vector<int>& subgraph_indices);
  // Destroys the delegate when this object is.
  void Keep(Owned delegate) { owned_.push_back(std::move(delegate)); }
  TfLiteStatus RemoveAll();
  // Where full delegation is required: removes delegates that do not reach it.
  TfLiteStatus CheckFullDelegation();

  // Default delegates are made when ApplyDefaults is called first.
  void SetDefaults(OpResolver::TfLiteDelegateCreators creators) {
    creators_ = std::move(creators);
  }
  void ApplyDefaults();

 private:
  Subgraph& primary() { return *runtime_->subgraphs.front(); }
  TfLiteStatus ApplyToAll(TfLiteDelegate* delegate);
  TfLiteStatus ApplyToSubgraph(TfLiteDelegate* delegate, int index);
  TfLiteStatus Remove(const std::string& reason);
  TfLiteStatus BeforeDefaults(const std::function<TfLiteStatus()>& apply);
  TfLiteStatus ApplyDefault(TfLiteDelegate* delegate);
  TfLiteStatus RemoveDefaults();

  Runtime* runtime_;
  std::vector<Owned> owned_;
  OpResolver::TfLiteDelegateCreators creators_;  // of those not made yet
  std::vector<TfLiteDelegate*> defaults_;        // applied; among owned_
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_MODEL_DELEGATES_H_
