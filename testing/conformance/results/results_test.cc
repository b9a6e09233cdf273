// The results of conformance cases on the reference kernels. Other tests
// compare these with other kernels, of which many read options and constants
// with the same code; few have records from elsewhere. results.golden has, for
// the cases of each operator and type, a digest of integers and shapes, and a
// projection of each floating-point result.
//
// If results were changed on purpose, run
// ./bazelw run //testing/conformance/results:results_test -- --update_golden
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/results/floats.h"
#include "testing/conformance/suite.h"
#include "testing/digest.h"

namespace tflite {
namespace conformance {
namespace {

constexpr char kGolden[] = "testing/conformance/results/results.golden";
constexpr int kSeed = 1;
constexpr int kRandomCases = 5;  // of each operator
constexpr int kRuns = 2;         // the second one with the first one's state

// What comes of the cases of one operator and type.
struct Results {
  Digest digest;
  std::vector<Projection> projections;
  std::vector<std::string> names;  // of their cases

  void Add(const Case& c, const Result& result) {
    digest.Add(result.type);
    for (const int extent : result.shape) digest.Add(extent);
    if (c.only_shapes()) return;
    const std::vector<double> numbers = FloatsOf(result);
    if (numbers.empty()) {
      digest.Add(result.bytes);
      return;
    }
    for (const double x : numbers) {
      digest.Add(std::isnan(x)).Add(std::isinf(x));
    }
    projections.push_back(ProjectionOf(numbers));
    names.push_back(FullName(c) + ", " + result.what);
  }

  std::string text() const {
    std::string text = digest.text();
    for (const Projection& projection : projections) {
      char number[32];
      std::snprintf(number, sizeof(number), " %.6g", projection.sum);
      text += number;
    }
    return text;
  }

  // Types of 16 bits are rounded more coarsely.
  void ExpectNear(const std::string& kept) const {
    std::istringstream in(kept);
    std::string word;
    in >> word;
    EXPECT_EQ(word, digest.text());
    for (size_t i = 0; i < projections.size(); ++i) {
      ASSERT_TRUE(in >> word) << names[i];
      const double was = std::strtod(word.c_str(), nullptr);
      const bool coarse = names[i].find("float16") != std::string::npos;
      EXPECT_NEAR(projections[i].sum, was,
                  (coarse ? 1e-3 : 2e-5) * projections[i].magnitude)
          << names[i];
    }
    EXPECT_FALSE(in >> word) << "more results are recorded";
  }
};

void AddCase(const Case& c, Results& results) {
  CaseRun run(c, kSeed);
  ASSERT_TRUE(run.Build(ReferenceKernels(), nullptr).ok()) << FullName(c);
  ASSERT_TRUE(run.Allocate().ok()) << FullName(c) << run.reported();
  for (int i = 0; i < kRuns; ++i) {
    const auto now = run.Invoke();
    ASSERT_TRUE(now.ok()) << FullName(c) << ": " << now.status();
    for (const Result& result : *now) results.Add(c, result);
  }
}

std::map<std::string, Results> ResultsNow() {
  Suite::Options options;
  options.seed = kSeed;
  options.random_cases = kRandomCases;
  const auto cases = Suite(nullptr, options).Cases();
  EXPECT_TRUE(cases.ok()) << cases.status();
  std::map<std::string, Results> all;
  if (!cases.ok()) return all;
  for (const Case& c : *cases) {
    AddCase(c, all[base::StrCat(OperatorName(c), "/", c.type())]);
  }
  return all;
}

TEST(Results, AreTheRecordedOnes) {
  const auto now = ResultsNow();
  const auto kept = ReadDigests(kGolden);
  EXPECT_GT(kept.size(), 300u);
  EXPECT_EQ(now.size(), kept.size());
  for (const auto& [name, results] : now) {
    SCOPED_TRACE(name);
    const auto at = kept.find(name);
    ASSERT_NE(at, kept.end());
    results.ExpectNear(at->second);
  }
}

int UpdateGolden(const std::string& root) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, results] : ResultsNow()) texts[name] = results.text();
  return WriteDigests(root + "/" + kGolden,
                      "Results of cases, see results_test.cc.", texts);
}

}  // namespace
}  // namespace conformance
}  // namespace tflite

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv,
                                     tflite::conformance::UpdateGolden);
}
