// Fast kernels agree with the reference kernels where a tensor has more
// elements than a float or 24 bits can number.
//
// Each operator runs one of its cases, of a type with few bytes, enlarged along
// the outermost dimension.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/compare.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {
namespace {

constexpr size_t kElements = (size_t{1} << 24) + 1;
// Some outputs grow with the square of the inputs.
constexpr size_t kTooLarge = size_t{1} << 28;
// Of the 183 operators, some have no input that can be enlarged.
constexpr int kLeastOperators = 145;

bool Allocate(CaseRun& run) {
  return run.Allocate(CaseRun::Memory::kPlanned).ok();
}

bool Prepare(CaseRun& run, const OpResolver& kernels, int factor) {
  return run.Build(kernels, nullptr, 3).ok() && Allocate(run) &&
         run.ResizeInputs(factor) && Allocate(run) &&
         run.Largest().bytes <= kTooLarge;
}

// What the case is to be enlarged by; 0 if that is not possible.
int Factor(const Case& c) {
  CaseRun run(c, 1);
  if (c.only_shapes() || !run.Build(FastKernels(), nullptr).ok() ||
      !Allocate(run)) {
    return 0;
  }
  return static_cast<int>(kElements / run.Largest().elements + 1);
}

// Returns whether the case could be compared.
bool CompareEnlarged(const Case& c) {
  const int factor = Factor(c);
  CaseRun fast(c, 1), reference(c, 1);
  if (factor == 0 || !Prepare(fast, FastKernels(), factor) ||
      !Prepare(reference, ReferenceKernels(), factor)) {
    return false;
  }
  const auto got = fast.Invoke(), want = reference.Invoke();
  if (!want.ok() || reference.Largest().elements < kElements) return false;
  EXPECT_TRUE(got.ok()) << FullName(c) << ": " << got.status();
  if (!got.ok()) return true;
  const base::Status same = CompareResults(c, *got, *want);
  EXPECT_TRUE(same.ok()) << FullName(c) << " times " << factor << ": " << same;
  return true;
}

// The cases by operator, those with the fewest bytes an element first.
std::map<std::string, std::vector<Case>> CasesByOperator() {
  std::map<std::string, std::multimap<size_t, Case>> sorted;
  const CaseTable table = LinkedCases();
  for (const Case& c : table.cases()) {
    // In millions of time steps, rounding differences grow.
    if (base::StrContains(c.id(), "TimeMajor")) continue;
    CaseRun run(c, 1);
    if (!run.Build(FastKernels(), nullptr).ok() || !Allocate(run)) continue;
    const auto [bytes, elements] = run.Largest();
    sorted[OperatorName(c)].emplace(bytes / elements, c);
  }
  std::map<std::string, std::vector<Case>> out;
  for (const auto& [name, cases] : sorted) {
    for (const auto& [bytes, c] : cases) out[name].push_back(c);
  }
  return out;
}

TEST(LargeTensors, HaveTheReferencesResults) {
  int compared = 0;
  for (const auto& [name, cases] : CasesByOperator()) {
    const bool done = std::any_of(cases.begin(), cases.end(), CompareEnlarged);
    std::fprintf(stderr, "%s: %s\n", name.c_str(),
                 done ? "compared" : "cannot be enlarged");
    compared += done ? 1 : 0;
  }
  EXPECT_GE(compared, kLeastOperators);
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
