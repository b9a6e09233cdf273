#ifndef TESTING_CONFORMANCE_MODES_H_
#define TESTING_CONFORMANCE_MODES_H_

#include <string>
#include <vector>

#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {

// What the program does besides testing; each prints to stdout and returns the
// program's exit code. Cases that fail are named on stderr.

// A line a case: operator, type, name; separated by tabs.
int ListCases(const std::vector<Case>& cases);

// A line an operator and type: operator, type, cases on the delegate, cases;
// separated by tabs.
int PrintSupportMatrix(const Suite& suite, const std::vector<Case>& cases);

// A table of nanoseconds an invoke, the fast kernels and the delegate side by
// side.
int Benchmark(const Suite& suite, const std::vector<Case>& cases);

// Writes the list of what is left to the CPU to `path`: from the root of the
// checkout under `bazel run`.
int UpdateGolden(const Suite& suite, const std::vector<Case>& cases,
                 const std::string& path);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_MODES_H_
