#include "tensorflow_lite_lite/core/delegation_log.h"

#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite::core {
namespace {

// Returns the subgraph of `context`, which may differ from the one that
// provided the log if it belongs to the same model. Returns null if there is
// none.
Subgraph* Listener(TfllDelegationLog* log, const TfLiteContext* context) {
  Subgraph* owner = static_cast<SubgraphLog*>(log)->subgraph;
  if (context == owner->context()) return owner;
  for (const auto& graph : *owner->GetSubgraphs()) {
    if (graph->context() == context) return graph.get();
  }
  return nullptr;
}

void Record(TfllDelegationLog* log, TfLiteContext* context, const char* name,
            int node_index, DelegationNote::Kind kind, const char* reason) {
  Subgraph* subgraph = Listener(log, context);
  if (subgraph == nullptr) return;
  DelegateRecords& records = subgraph->delegation().records();
  records.SetName(name);
  records.Note(node_index, kind, reason == nullptr ? "" : reason);
}

void Refuse(TfllDelegationLog* log, TfLiteContext* context, const char* name,
            int node_index, const char* reason) {
  Record(log, context, name, node_index, DelegationNote::Kind::kRefused,
         reason);
}

void Claim(TfllDelegationLog* log, TfLiteContext* context, const char* name,
           int node_index) {
  Record(log, context, name, node_index, DelegationNote::Kind::kClaimed, "");
}

// Must not fail if the context is unknown: the object has to be released.
void Hold(TfllDelegationLog* log, TfLiteContext* context, TfLiteDelegate*,
          void* object, void (*release)(void* object)) {
  if (object == nullptr || release == nullptr) return;
  Subgraph* subgraph = Listener(log, context);
  if (subgraph == nullptr) {
    release(object);
  } else {
    subgraph->delegation().keeper().Hold(object, release);
  }
}

}  // namespace

SubgraphLog::SubgraphLog(Subgraph* owner)
    : TfllDelegationLog{}, subgraph(owner) {
  base.type = static_cast<TfLiteExternalContextType>(kTfllDelegationLog);
  magic = kTfllDelegationLogMagic;
  size = sizeof(TfllDelegationLog);
  version = 1;
  refuse = Refuse;
  claim = Claim;
  hold = Hold;
}

}  // namespace tflite::core
