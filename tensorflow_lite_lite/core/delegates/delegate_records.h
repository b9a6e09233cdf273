#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_RECORDS_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_RECORDS_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

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

// The records of a graph's delegates, in the order of application. Notes go to
// the last one while it is open. For one thread.
class DelegateRecords {
 public:
  const std::vector<DelegateRecord>& all() const { return records_; }

  // Opens a record, to which notes go until Close. Records of the same delegate
  // that is not applied any more give way, and the oldest such where there are
  // many.
  void Open(const TfLiteDelegate* delegate);
  void Close() { open_ = false; }
  bool open() const { return open_; }

  // For the open record; nothing where there is none.
  void SetName(const char* name);
  void Note(int node_index, DelegationNote::Kind kind, std::string reason);

  // The delegate that was opened last is applied now, or why it is not.
  void MarkApplied() { records_.back().applied = true; }
  void MarkFailed(const std::string& why) { records_.back().failure = why; }
  // A partition of a delegate that is applied, or being applied, has failed.
  void NoteFailure(const TfLiteDelegate* delegate, int node_index,
                   const std::string& reason);
  // Delegates that are applied are removed; without a reason all records are
  // forgotten.
  void MarkRemoved(const std::string& reason);
  // Delegates that are applied are about to be applied again.
  void ForgetApplied();

  // Of the delegate that was opened last.
  std::string CurrentName() const;

 private:
  std::vector<DelegateRecord> records_;
  bool open_ = false;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_RECORDS_H_
