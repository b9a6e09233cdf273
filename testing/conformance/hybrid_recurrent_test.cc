// Compares hybrid recurrent operators with the float ones, on contents that can
// be quantized without loss. This detects faults that all hybrid kernels share.
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

// The cases of even_products.h by full name: operator, case and type.
std::map<std::string, Case> EvenCases() {
  std::map<std::string, Case> out;
  const CaseTable table = LinkedCases();
  for (const Case& c : table.cases()) {
    if (base::StartsWith(c.id(), "Even")) out.emplace(FullName(c), c);
  }
  return out;
}

// The results of three runs, with the state kept between them.
std::vector<std::vector<Result>> ResultsOf(const Case& c,
                                           const OpResolver& kernels) {
  std::vector<std::vector<Result>> out;
  CaseRun run(c, 1);
  EXPECT_TRUE(run.Build(kernels, nullptr).ok());
  EXPECT_TRUE(run.Allocate().ok());
  for (int i = 0; i < 3; ++i) {
    auto results = run.Invoke();
    EXPECT_TRUE(results.ok()) << results.status();
    if (results.ok()) out.push_back(*std::move(results));
  }
  return out;
}

TEST(HybridRecurrent, ComputesWhatTheFloatOneDoes) {
  const std::map<std::string, Case> cases = EvenCases();
  int compared = 0;
  for (const auto& [name, c] : cases) {
    if (c.type() != "hybrid_int8") continue;
    const auto twin = cases.find(OperatorName(c) + "/" + c.id() + "/float32");
    ASSERT_NE(twin, cases.end()) << name;
    const auto want = ResultsOf(twin->second, ReferenceKernels());
    for (const OpResolver* kernels : {&ReferenceKernels(), &FastKernels()}) {
      const auto got = ResultsOf(c, *kernels);
      ASSERT_EQ(got.size(), want.size()) << name;
      for (size_t i = 0; i < got.size(); ++i) {
        const base::Status status = CompareResults(c, got[i], want[i]);
        EXPECT_TRUE(status.ok()) << name << ", run " << i << ": " << status;
      }
    }
    ++compared;
  }
  // Nine cases of LSTMs, three of RNNs, two of SVDF.
  EXPECT_EQ(compared, 14);
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
