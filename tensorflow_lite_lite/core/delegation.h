#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATION_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATION_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/common/delegate_share.h"
#include "tensorflow_lite_lite/c/delegation_log.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace tflite {
class Subgraph;
}  // namespace tflite

namespace tflite::core {

// What is known of a node and one delegate. The last note on a node counts.
struct DelegationNote {
  enum class Kind {
    kClaimed,  // wanted, by the delegate's own word
    kRefused,  // by the delegate
    kDynamic,  // asked for, but its tensors have no static size
    kFailed,   // the partition that had it failed
  };
  int node_index;  // in the undelegated graph
  Kind kind;
  std::string reason;
};

// What came of one delegate, for the report.
struct DelegateRecord {
  const TfLiteDelegate* delegate;  // to compare: it may be gone
  std::string name;                // empty while it is not known
  std::vector<DelegationNote> notes;
  bool applied = false;
  std::string failure;  // why it is not applied
};

// The log that delegates get; see c/delegation_log.h.
struct SubgraphLog : TfllDelegationLog {
  explicit SubgraphLog(Subgraph* owner);
  Subgraph* subgraph;
};

// What delegates have done to a subgraph.
struct Delegation {
  explicit Delegation(Subgraph* owner) : log(owner) {}

  // Opens a record, to which notes go until Close. Records of the same delegate
  // that is not applied any more give way, and the oldest such where there are
  // many.
  void Open(const TfLiteDelegate* delegate);
  void Close() { recording = false; }
  void SetName(const char* name);
  void Note(int node_index, DelegationNote::Kind kind, std::string reason);
  // To the record of a delegate that is applied or being applied.
  void NoteFailure(const TfLiteDelegate* delegate, int node_index,
                   const std::string& reason);
  // Marks delegates that are applied as taken off; forgets all records where
  // there is no reason.
  void TakeOff(const std::string& reason);
  // The name of the delegate that was opened last.
  std::string CurrentName() const;
  // The name of an opaque delegate in use that was deleted; empty if none.
  std::string DeletedDelegate() const;

  std::vector<TfLiteDelegate*> applied;  // in order
  // Taken off for a change of the graph; the next AllocateTensors puts them
  // back.
  bool undone = false;

  // The plan before the first delegate, empty while there is none, and for each
  // of its nodes the number of inputs and these: delegates may rewrite them.
  std::vector<int> original_plan;
  std::vector<int> original_inputs;

  // Implementations of delegates, which stay while they may be called.
  std::vector<std::unique_ptr<void, void (*)(void*)>> held;
  struct Share {
    std::string name;
    std::unique_ptr<TfllDelegateShare, void (*)(TfllDelegateShare*)> share;
  };
  std::vector<Share> shares;  // of opaque delegates
  // Operators of opaque delegates, whose nodes they outlive.
  std::vector<std::shared_ptr<TfLiteOperator>> operators;

  std::vector<DelegateRecord> records;  // in order of application
  bool recording = false;               // notes go to the last record
  SubgraphLog log;

  // Contexts on which delegate functions are allowed, counted.
  int preparing = 0;

  // While one delegate is applied: ----------------------------------------
  // For each node (by index) a tensor without static size that it touches, or
  // kNoTensor; such a node is not to be had by a delegate that needs static
  // shapes. Empty where it takes any.
  std::vector<int> dynamic_tensors;
  int partitions_made = 0;
  int partitions_failed = 0;
  // What PreviewDelegatePartitioning last handed out.
  std::vector<TfLiteDelegateParams> preview;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATION_H_
