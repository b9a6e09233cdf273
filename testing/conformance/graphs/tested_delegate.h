#ifndef TESTING_CONFORMANCE_GRAPHS_TESTED_DELEGATE_H_
#define TESTING_CONFORMANCE_GRAPHS_TESTED_DELEGATE_H_

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/delegate_under_test.h"

namespace tflite {
namespace conformance {

// The delegate requested by the program's flags, for tests that choose which
// nodes it may take. They use the flags common to all delegates,
// delegate_allow_nodes and max_delegated_partitions. Not thread-safe.
class TestedDelegate {
 public:
  // Does not own `flags`.
  explicit TestedDelegate(DelegateUnderTest* flags) : flags_(flags) {}

  // Returns a new delegate. It may take nodes of these builtin operators
  // (empty: all), in at most this many partitions (0: unlimited).
  tools::TfLiteDelegatePtr Make(const std::vector<int>& operators,
                                int max_partitions = 0);

  // The operators among `codes` that the delegate takes for tensors of equal
  // shapes and elements.
  std::vector<int> Taken(const std::vector<int>& codes, const Elements& e);

 private:
  bool Takes(int code, const Elements& e);

  DelegateUnderTest* const flags_;
};

// Set by main(); null if the program tests no delegate.
extern TestedDelegate* tested_delegate;

// A test of graphs of operators on FLOAT32, or on quantized INT8 if the
// delegate takes no floats. It takes first_ and last_, which are the same if it
// takes only one of the candidates; it need not take other_. Skipped without a
// delegate, or if the delegate takes none of the candidates.
class OnTestedDelegate : public ::testing::Test {
 public:
  // How many of these tests were started and not skipped here.
  static int started() { return started_; }

 protected:
  void SetUp() override;

  int first_ = 0, last_ = 0, other_ = 0;
  Elements e_;  // of all tensors

 private:
  static int started_;
};

// Runs a case on a delegate and on the reference kernels. Errors state what
// differs.
class ComparedRun {
 public:
  explicit ComparedRun(const Case& c)
      : case_(c), reference_(case_, 7), run_(case_, 7) {}

  // `delegate` must outlive this object.
  base::Status Start(TfLiteOpaqueDelegate* delegate);
  // Invokes both once.
  base::Status Invoke();
  Interpreter& interpreter() { return run_.interpreter(); }

 private:
  const Case case_;
  CaseRun reference_, run_;
};

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_GRAPHS_TESTED_DELEGATE_H_
