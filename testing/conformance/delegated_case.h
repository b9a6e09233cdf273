#ifndef TESTING_CONFORMANCE_DELEGATED_CASE_H_
#define TESTING_CONFORMANCE_DELEGATED_CASE_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "testing/conformance/case_run.h"

namespace tflite {
namespace conformance {

// For the tests of a specific delegate: run single cases on a delegate that the
// test has created. Errors fail the test.

// Prepares a run of the case, with the shapes of all tensors declared as in a
// model file. A null delegate means the CPU; `applied` is the expected result
// of applying the delegate. The case and the delegate must outlive the run.
std::unique_ptr<CaseRun> Prepared(const Case& c, TfLiteDelegate* delegate,
                                  int threads = 1,
                                  TfLiteStatus applied = kTfLiteOk);
std::unique_ptr<CaseRun> Prepared(Case&& c, TfLiteDelegate* delegate,
                                  int threads = 1,
                                  TfLiteStatus applied = kTfLiteOk) = delete;

// Invokes the run twice and expects the results of the reference kernels.
// `before` is the number of earlier invokes, on which the inputs depend.
void ExpectSame(const Case& c, CaseRun& run, int before = 0);

// The same for each case, on the delegate, which must take all nodes.
void ExpectSameOnDelegate(const std::vector<Case>& cases,
                          TfLiteDelegate* delegate);

// Expects the reference's bits in every linked 8-bit case of built-in operators
// that the delegate takes whole; returns how many it takes.
int ExpectExactBytes(TfLiteDelegate* delegate);

// The number of nodes in the primary graph's execution plan that run on the
// CPU.
int NodesLeft(const Interpreter& interpreter);

// The number of nodes in that plan that are partitions of delegates.
int DelegatedPartitions(const Interpreter& interpreter);

// The reasons of delegates for rejecting nodes of the primary subgraph, one per
// line.
std::string Refusals(const Interpreter& interpreter);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_DELEGATED_CASE_H_
