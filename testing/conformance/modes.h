#ifndef TESTING_CONFORMANCE_MODES_H_
#define TESTING_CONFORMANCE_MODES_H_

#include <string>
#include <vector>

#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {

// The program's modes other than testing; each prints to stdout and returns the
// exit code. Failing cases are named on stderr.

// One line per case: operator, type, name; tab-separated.
int ListCases(const std::vector<Case>& cases);

// One line per operator and type: operator, type, delegated cases, cases;
// tab-separated.
int PrintSupportMatrix(const Suite& suite, const std::vector<Case>& cases);

// A table of nanoseconds per invoke, for the fast kernels and the delegate.
int Benchmark(const Suite& suite, const std::vector<Case>& cases);

// Writes the list of cases left to the CPU to `path`, relative to the root of
// the checkout under `bazel run`.
int UpdateGolden(const Suite& suite, const std::vector<Case>& cases,
                 const std::string& path);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_MODES_H_
