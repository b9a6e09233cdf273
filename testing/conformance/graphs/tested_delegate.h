#ifndef TESTING_CONFORMANCE_GRAPHS_TESTED_DELEGATE_H_
#define TESTING_CONFORMANCE_GRAPHS_TESTED_DELEGATE_H_

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/delegate_under_test.h"

namespace tflite {
namespace conformance {

// The delegate that a program's flags ask for, for tests that say which nodes
// it may take: by the flags that all delegates share, delegate_allow_nodes and
// max_delegated_partitions. One thread.
class TestedDelegate {
 public:
  // Borrows the delegate's flags.
  explicit TestedDelegate(DelegateUnderTest* flags) : flags_(flags) {}

  // A new delegate. It may take nodes of these builtin operators (none: of
  // all), in at most so many partitions (0: any number).
  tools::TfLiteDelegatePtr Make(const std::vector<int>& operators,
                                int max_partitions = 0);

  // Those of `codes`, operators of FLOAT32 tensors of one shape, that the
  // delegate takes.
  std::vector<int> Taken(const std::vector<int>& codes);

 private:
  bool Takes(int code);

  DelegateUnderTest* const flags_;
};

// Of the program, set by its main(); null where it tests none.
extern TestedDelegate* tested_delegate;

// A test of graphs of operators on FLOAT32 that the delegate takes: first_ and
// last_, which are the same where it takes one only, and other_, which it need
// not take. Skipped without a delegate, and where it takes none of a few.
class OnTestedDelegate : public ::testing::Test {
 protected:
  void SetUp() override;

  int first_ = 0, last_ = 0, other_ = 0;
};

// A case on a delegate, beside the same one on the reference kernels. Errors
// say what differs.
class ComparedRun {
 public:
  explicit ComparedRun(const Case& c)
      : case_(c), reference_(case_, 7), run_(case_, 7) {}

  // `delegate` outlives this object.
  base::Status Start(TfLiteOpaqueDelegate* delegate);
  // One more run on either side.
  base::Status Invoke();
  Interpreter& interpreter() { return run_.interpreter(); }

 private:
  const Case case_;
  CaseRun reference_, run_;
};

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_GRAPHS_TESTED_DELEGATE_H_
