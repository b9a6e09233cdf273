#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_RECORDS_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_RECORDS_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// A delegate's decision on a node. If a node has several notes, the last one
// counts.
struct DelegationNote {
  enum class Kind {
    kClaimed,  // the delegate reported that it wants the node
    kRefused,  // the delegate refused the node
    kDynamic,  // requested, but its tensors have no static size
    kFailed,   // the partition with this node failed
  };
  int node_index;  // in the undelegated graph
  Kind kind;
  std::string reason;
};

// The result of applying a delegate, for the report.
struct DelegateRecord {
  const TfLiteDelegate* delegate;  // for comparison only: may be deleted
  std::string name;                // empty if unknown
  std::vector<DelegationNote> notes;
  bool applied = false;
  std::string failure;  // why the delegate is not applied
  // Delegates that it wraps: it passed them as those of its partitions.
  std::vector<const TfLiteDelegate*> wrapped;

  bool IsOf(const TfLiteDelegate* other) const;
};

// The records of a graph's delegates, in the order of application. Notes are
// added to the last record while it is open. Not thread-safe.
class DelegateRecords {
 public:
  const std::vector<DelegateRecord>& all() const { return records_; }

  // Opens a record, which receives notes until Close. Removes earlier records
  // of the same delegate if it is no longer applied, and the oldest record of a
  // removed delegate if there are too many.
  void Open(const TfLiteDelegate* delegate);
  void Close() { open_ = false; }
  bool open() const { return open_; }

  // These functions act on the open record; without one they have no effect.
  void SetName(const char* name);
  void SetDelegateOfPartitions(const TfLiteDelegate* delegate);
  void Note(int node_index, DelegationNote::Kind kind, std::string reason);

  // Records the result for the delegate that was opened last.
  void MarkApplied() { records_.back().applied = true; }
  void MarkFailed(const std::string& why) { records_.back().failure = why; }
  // Records the failure of a partition. The delegate, or one that wraps it, is
  // applied or being applied.
  void NoteFailure(const TfLiteDelegate* delegate, int node_index,
                   const std::string& reason);
  // Records that all applied delegates were removed for `reason`. If it is
  // empty, all records are deleted.
  void MarkRemoved(const std::string& reason);
  // Deletes the records of applied delegates, which are about to be applied
  // again.
  void ForgetApplied();

  // Returns the name of the delegate that was opened last.
  std::string CurrentName() const;

 private:
  std::vector<DelegateRecord> records_;
  bool open_ = false;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_RECORDS_H_
