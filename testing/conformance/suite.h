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

// Where a case ran, and why.
struct Placement {
  bool delegated = false;  // all of its nodes are one partition
  std::string reason;      // if not delegated; empty without a delegate
  // The first error of a partition that failed; empty if none did.
  std::string failure;
};

struct Timing {
  double cpu_ns = 0;  // per invoke, median
  double delegate_ns = 0;
};

// Runs cases with the reference kernels, with the fast ones, and on a delegate.
class Suite {
 public:
  struct Options {
    uint64_t seed = 1;
    int random_cases = 0;
    int num_threads = 1;
    // Use contents and tolerances for a delegate that stores FLOAT32 tensors at
    // half precision (half_precision.h).
    bool half_precision = false;
  };

  // Applies the delegate, which must outlive the interpreter.
  using Apply = std::function<base::Status(Interpreter&)>;

  // Without `apply`, tests the CPU's fast kernels.
  Suite(Apply apply, const Options& options);

  // The linked cases sorted by name, followed by random ones. Fails if two have
  // the same name.
  base::StatusOr<std::vector<Case>> Cases() const;

  // Runs the case twice with different inputs, then with its outermost
  // dimension doubled if the operator supports that, with provided memory, in
  // both sizes, and with other constants. Compares all results with the
  // reference's, even if the case runs partly or completely on the CPU.
  base::StatusOr<Placement> Run(const Case& c) const;

  // Why the delegate cannot be applied to the case as a whole, e.g. because its
  // device is absent; empty if it is applied.
  base::StatusOr<std::string> WhyNotApplied(const Case& c) const;

  // Measures an invoke on the fast kernels and on the delegate.
  base::StatusOr<Timing> Measure(const Case& c) const;

 private:
  const Apply apply_;
  const Options options_;
};

// All operators, including custom ones.
const OpResolver& ReferenceKernels();
const OpResolver& FastKernels();

// Where the nodes of the first subgraph run now.
Placement PlacementOf(Interpreter& interpreter);

// A seeded sample with `per_operator` cases of each operator, and at least one
// for each of its types, plus the cases whose full names are in `always`.
std::vector<Case> SampleOfCases(std::vector<Case> cases, int per_operator,
                                uint64_t seed,
                                const std::set<std::string>& always);

// The first known reason why a partition or the whole delegate failed; empty if
// none did.
std::string FailureOf(Interpreter& interpreter);

// An error if a partition failed. That is all that is asked of a random graph
// or case: no list has it.
base::Status CheckRandomPlacement(const Placement& placement);

// The cases with `text` in their full names, in upper or lower case. If there
// are none: an error with the operators whose names are nearest to `text`.
base::StatusOr<std::vector<Case>> CasesNamed(std::vector<Case> cases,
                                             const std::string& text);

// Random cases are not in any list: a delegate may reject them, but must run
// those it takes.
bool IsRandom(const Case& c);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_SUITE_H_
