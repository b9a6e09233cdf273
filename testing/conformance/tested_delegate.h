#ifndef TESTING_CONFORMANCE_TESTED_DELEGATE_H_
#define TESTING_CONFORMANCE_TESTED_DELEGATE_H_

#include <string>
#include <vector>

#include "testing/conformance/case_run.h"
#include "testing/delegate_under_test.h"

namespace tflite {
namespace conformance {

// The delegate requested by the program's flags, for tests that choose which
// nodes it may take: with the flags common to all delegates,
// delegate_allow_nodes and max_delegated_partitions. One thread.
class TestedDelegate {
 public:
  // Does not own the delegate's flags.
  explicit TestedDelegate(DelegateUnderTest* flags) : flags_(flags) {}

  // A new delegate. It may take nodes of these builtin operators (empty: all),
  // in at most this many partitions (0: unlimited).
  tools::TfLiteDelegatePtr Make(const std::vector<int>& operators,
                                int max_partitions = 0);

  // The operators among `codes` that the delegate takes for FLOAT32 tensors of
  // equal shapes.
  std::vector<int> Taken(const std::vector<int>& codes);

 private:
  bool Takes(int code);

  DelegateUnderTest* const flags_;
};

// Set by main(); null if the program tests no delegate.
extern TestedDelegate* tested_delegate;

// A case on a delegate, beside the same one on the reference kernels. Errors
// say what differs.
class ComparedRun {
 public:
  explicit ComparedRun(const Case& c)
      : case_(c), reference_(case_, 7), run_(case_, 7) {}

  // `delegate` must outlive this object.
  base::Status Start(TfLiteOpaqueDelegate* delegate);
  // One more run of both.
  base::Status Invoke();
  Interpreter& interpreter() { return run_.interpreter(); }

 private:
  const Case case_;
  CaseRun reference_, run_;
};

// Nodes of the primary graph's plan that are a delegate's.
int DelegatedPartitions(const Interpreter& interpreter);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_TESTED_DELEGATE_H_
