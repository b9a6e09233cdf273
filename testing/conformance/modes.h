#ifndef TESTING_CONFORMANCE_MODES_H_
#define TESTING_CONFORMANCE_MODES_H_

#include <string>
#include <vector>

#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {

// The modes of the program other than testing. Each prints to stdout and
// returns the exit code; names of failing cases are printed to stderr.

// Prints one line per case: operator, type, name; tab-separated.
int ListCases(const std::vector<Case>& cases);

// Prints one line per operator and type: operator, type, number of delegated
// cases, number of cases; tab-separated.
int PrintSupportMatrix(const Suite& suite, const std::vector<Case>& cases);

// Prints nanoseconds per invoke, for the fast kernels and the delegate.
int Benchmark(const Suite& suite, const std::vector<Case>& cases);

// Writes the list of cases that are left to the CPU to `path`; under `bazel
// run`, a relative path starts at the root of the checkout.
int UpdateGolden(const Suite& suite, const std::vector<Case>& cases,
                 const std::string& path);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_MODES_H_
