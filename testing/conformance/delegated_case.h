#ifndef TESTING_CONFORMANCE_DELEGATED_CASE_H_
#define TESTING_CONFORMANCE_DELEGATED_CASE_H_

#include <memory>
#include <string>

#include "tensorflow_lite_lite/c/common.h"
#include "testing/conformance/case_run.h"

namespace tflite {
namespace conformance {

// For tests of what is a delegate's own: single cases on a delegate that the
// test has made. What goes wrong fails the test.

// The case, ready to run, with the shapes of all tensors written down as in a
// model file. A null delegate leaves it to the CPU; `applied` is what giving
// the graph to the delegate is expected to return. Both arguments outlive the
// run.
std::unique_ptr<CaseRun> Prepared(const Case& c, TfLiteDelegate* delegate,
                                  int threads = 1,
                                  TfLiteStatus applied = kTfLiteOk);
std::unique_ptr<CaseRun> Prepared(Case&& c, TfLiteDelegate* delegate,
                                  int threads = 1,
                                  TfLiteStatus applied = kTfLiteOk) = delete;

// Two runs equal those on the reference kernels. `before` counts the runs that
// there were, since each has other inputs.
void ExpectSame(const Case& c, CaseRun& run, int before = 0);

// The nodes of the primary graph's plan that no delegate has.
int NodesLeft(const Interpreter& interpreter);

// Those that are a delegate's, a partition each.
int DelegatedPartitions(const Interpreter& interpreter);

// What delegates have against nodes of the primary graph, a line each.
std::string Refusals(const Interpreter& interpreter);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_DELEGATED_CASE_H_
