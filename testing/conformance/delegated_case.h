#ifndef TESTING_CONFORMANCE_DELEGATED_CASE_H_
#define TESTING_CONFORMANCE_DELEGATED_CASE_H_

#include <memory>
#include <string>

#include "tensorflow_lite_lite/c/common.h"
#include "testing/conformance/case_run.h"

namespace tflite {
namespace conformance {

// For tests specific to a delegate: single cases on a delegate that the test
// has created. Errors fail the test.

// Prepares the case to run, with the shapes of all tensors stated as in a model
// file. A null delegate means the CPU; `applied` is the expected result of
// applying the delegate. Both arguments must outlive the run.
std::unique_ptr<CaseRun> Prepared(const Case& c, TfLiteDelegate* delegate,
                                  int threads = 1,
                                  TfLiteStatus applied = kTfLiteOk);
std::unique_ptr<CaseRun> Prepared(Case&& c, TfLiteDelegate* delegate,
                                  int threads = 1,
                                  TfLiteStatus applied = kTfLiteOk) = delete;

// Expects two runs to equal those on the reference kernels. `before` is the
// number of earlier runs, since each run has other inputs.
void ExpectSame(const Case& c, CaseRun& run, int before = 0);

// The nodes of the primary graph's plan that no delegate has.
int NodesLeft(const Interpreter& interpreter);

// Those that are a delegate's, a partition each.
int DelegatedPartitions(const Interpreter& interpreter);

// The delegates' reasons for rejecting nodes of the primary subgraph, one line
// each.
std::string Refusals(const Interpreter& interpreter);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_DELEGATED_CASE_H_
