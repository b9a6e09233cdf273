#ifndef TESTING_CONFORMANCE_SUITE_H_
#define TESTING_CONFORMANCE_SUITE_H_

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// Where a case ran.
struct Placement {
  bool delegated = false;  // all of its nodes, as one partition
  std::string reason;      // why not; empty without a delegate
  // What became of a partition that failed, at any time; empty if none did.
  std::string failure;
};

struct Timing {
  double cpu_ns = 0;  // of one invoke, the median
  double delegate_ns = 0;
};

// Runs cases with the reference kernels, with the fast ones, and on a delegate.
class Suite {
 public:
  struct Options {
    uint64_t seed = 1;
    int random_cases = 0;
    int num_threads = 1;
    // Contents and tolerances of a delegate that keeps FLOAT32 tensors at half
    // precision: half_precision.h.
    bool half_precision = false;
  };

  // Gives an interpreter the delegate, which outlives it.
  using Apply = std::function<base::Status(Interpreter&)>;

  // Without `apply` it looks at the CPU's kernels.
  Suite(Apply apply, const Options& options);

  // The linked cases in the order of their names, then random ones. An error
  // when two have one name.
  base::StatusOr<std::vector<Case>> Cases() const;

  // Runs the case twice over, with different inputs, then with its outermost
  // dimension doubled where the operator takes that, and on memory lent to it,
  // in both sizes. Compares all results with the reference's, also when a part
  // or all of it is left to the CPU.
  base::StatusOr<Placement> Run(const Case& c) const;

  // One invoke on the fast kernels and on the delegate, side by side.
  base::StatusOr<Timing> Measure(const Case& c) const;

 private:
  const Apply apply_;
  const Options options_;
};

// All operators, custom ones included.
const OpResolver& ReferenceKernels();
const OpResolver& FastKernels();

// Where the nodes of the first graph run by now.
Placement PlacementOf(Interpreter& interpreter);

// A seeded choice of `per_operator` cases of each operator, at least one of
// each of its types, and those whose full names are in `always`.
std::vector<Case> SampleOfCases(std::vector<Case> cases, int per_operator,
                                uint64_t seed,
                                const std::set<std::string>& always);

// Why a partition that a delegate asked for, or the whole delegate, failed: the
// first that is known. Empty if none did.
std::string FailureOf(Interpreter& interpreter);

// Random cases are in no list: whether a delegate takes them is its affair, but
// what it takes it has to run.
bool IsRandom(const Case& c);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_SUITE_H_
