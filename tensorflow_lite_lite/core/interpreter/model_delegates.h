#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_MODEL_DELEGATES_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_MODEL_DELEGATES_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/delegates/delegation_report.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "tensorflow_lite_lite/core/runtime.h"

namespace tflite::core {

// The unit of an Interpreter that applies delegates to its subgraphs: first
// those of the application, then default delegates to the remaining nodes.
// Errors are returned; only those that another error replaces, and those of
// default delegates, are reported here. Not thread-safe.
class ModelDelegates {
 public:
  using Owned =
      std::unique_ptr<TfLiteDelegate, std::function<void(TfLiteDelegate*)>>;

  // `runtime` must outlive this object, but its subgraphs need not.
  explicit ModelDelegates(Runtime* runtime) : runtime_(runtime) {}

  // Applies all delegates to all subgraphs; full delegation is checked once,
  // after the last one.
  Status Apply(const std::vector<TfLiteDelegate*>& delegates);
  // Applies a delegate to the given subgraphs.
  Status ApplyTo(TfLiteDelegate* delegate,
                 const std::vector<int>& subgraph_indices);
  // Applies a delegate to all subgraphs, takes ownership of it, also on failure
  // (a graph may still refer to it), and destroys it together with this object.
  Status ApplyOwned(Owned delegate);
  Status RemoveAll();
  DelegationReport Report() const;
  // If full delegation is required but not reached, removes all delegates and
  // returns an error.
  Status CheckFullDelegation();

  // Default delegates are created by the first call of ApplyDefaults.
  void SetDefaults(OpResolver::TfLiteDelegateCreators creators) {
    creators_ = std::move(creators);
  }
  void ApplyDefaults();

 private:
  Subgraph& primary() { return *runtime_->subgraphs.front(); }
  Status ApplyToAll(TfLiteDelegate* delegate);
  Status ApplyToSubgraph(TfLiteDelegate* delegate, int index);
  Status Remove(const std::string& reason);
  Status BeforeDefaults(const std::function<Status()>& apply);
  Status ApplyDefault(TfLiteDelegate* delegate);
  Status RemoveDefaults();
  Status CheckAlive() const;

  Runtime* runtime_;
  std::vector<Owned> owned_;
  OpResolver::TfLiteDelegateCreators creators_;  // not called yet
  std::vector<TfLiteDelegate*> defaults_;        // applied; also in owned_
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_MODEL_DELEGATES_H_
