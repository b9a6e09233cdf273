// What operators refuse, and what they make of the rest: each operator's cases
// with one change at a time. altered.golden has a digest for each operator, of
// the errors, of the outputs' types, shapes and memory, of integers in them,
// and of whether floating-point numbers are those without the change.
//
// If these were changed on purpose, run
// ./bazelw run //testing/conformance/altered:altered_test -- --update_golden
// The same with --list=conv_2d prints what the digest of an operator is made
// of.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/base/tensor_view.h"
#include "testing/conformance/altered/altered_cases.h"
#include "testing/conformance/altered/other_forms.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/results/floats.h"
#include "testing/conformance/suite.h"
#include "testing/digest.h"

namespace tflite {
namespace conformance {
namespace {

constexpr char kGolden[] = "testing/conformance/altered/altered.golden";
constexpr int kSeed = 1, kPerKind = 3;
constexpr size_t kMostBytes = 1 << 16;

// What distinguishes the cases of an operator for its checks.
std::string Signature(const Case& c) {
  std::string out = OperatorName(c);
  for (const Tensor& t : c.graphs()[0].tensors) {
    out += base::StrCat(" ", static_cast<int>(t.role), ",", t.elements.type,
                        ",", std::min<size_t>(t.elements.scales.size(), 2),
                        t.sparse.dimensions.empty() ? "" : "s");
  }
  for (const Node& node : c.graphs()[0].nodes) {
    out += " node";
    for (const int input : node.inputs) out += input < 0 ? "-" : "+";
  }
  return out;
}

// The first cases of each kind.
std::vector<Case> Subjects() {
  std::map<std::string, int> seen;
  std::vector<Case> out = OtherForms();
  const CaseTable table = LinkedCases();
  for (const Case& c : table.cases()) {
    if (++seen[Signature(c)] <= kPerKind) out.push_back(c);
  }
  return out;
}

struct Outcome {
  bool accepted = false;
  std::string text;
  std::vector<Result> results;  // of what is small and not random
};

// Larger outputs are not computed.
bool IsSmall(Interpreter& interpreter) {
  size_t bytes = 0;
  for (const int i : interpreter.outputs()) {
    bytes += interpreter.tensor(i)->bytes;
  }
  return bytes <= kMostBytes;
}

Outcome Try(const Case& c) {
  Outcome outcome;
  CaseRun run(c, kSeed);
  base::Status status = run.Build(FastKernels(), nullptr);
  if (status.ok()) status = run.Allocate(CaseRun::Memory::kPlanned);
  if (status.ok() && IsSmall(run.interpreter())) {
    auto results = run.Invoke();
    status = results.status();
    if (status.ok() && !c.only_shapes()) outcome.results = *std::move(results);
  }
  outcome.accepted = status.ok();
  if (!status.ok()) {
    outcome.text = std::string(status.message());
    return outcome;
  }
  for (const int i : run.interpreter().outputs()) {
    TfLiteTensor* tensor = run.interpreter().tensor(i);
    // Also whether it was computed while preparing.
    outcome.text +=
        base::StrCat(base::TensorView(tensor).ToString(), " ",
                     static_cast<int>(tensor->allocation_type), " ");
  }
  return outcome;
}

// What came of a case in comparison with the same case without the change.
std::string TextOf(const Outcome& outcome, const Outcome& unaltered) {
  std::string text = outcome.text;
  for (size_t i = 0; i < outcome.results.size(); ++i) {
    const Result& now = outcome.results[i];
    const std::vector<double> numbers = FloatsOf(now);
    if (numbers.empty()) {
      text += Digest().Add(now.bytes).text() + " ";
    } else if (i < unaltered.results.size()) {
      // Options that have no effect are lost, or the case does not show them.
      text +=
          AreNear(numbers, FloatsOf(unaltered.results[i])) ? "same " : "other ";
    }
  }
  return text;
}

struct Tally {
  Digest digest;
  int accepted = 0, all = 0;
};

std::map<std::string, std::string> DigestsNow(const std::string& listed = "") {
  // Otherwise each output of another type would be logged.
  base::SetMinLogLevel(base::LogLevel::kSilent);
  std::map<std::string, Tally> tallies;
  for (const Case& c : Subjects()) {
    if (!listed.empty() && OperatorName(c) != listed) continue;
    Tally& tally = tallies[OperatorName(c)];
    const Outcome unaltered = Try(c);
    ForEachAltered(c, [&](const std::string& what, const Case& altered) {
      const Outcome outcome = Try(altered);
      const std::string text = TextOf(outcome, unaltered);
      // No operator may do that, whatever its operands.
      EXPECT_EQ(outcome.text.find("something wrote"), std::string::npos)
          << FullName(c) << ", " << what << ": " << outcome.text;
      tally.digest.Add(outcome.accepted).Add(text);
      tally.accepted += outcome.accepted ? 1 : 0;
      ++tally.all;
      if (listed.empty()) return;
      std::printf("%s, %s: %s%s\n", FullName(c).c_str(), what.c_str(),
                  outcome.accepted ? "" : "refused: ", text.c_str());
    });
  }
  std::map<std::string, std::string> texts;
  for (const auto& [name, tally] : tallies) {
    texts[name] = base::StrCat(tally.accepted, " of ", tally.all, " accepted, ",
                               tally.digest.text());
  }
  return texts;
}

TEST(AlteredCases, AreRefusedAsRecorded) {
  const auto now = DigestsNow(), kept = ReadDigests(kGolden);
  EXPECT_GT(kept.size(), 100u);
  EXPECT_EQ(now.size(), kept.size());
  ExpectSameDigests(now, kept);
}

int UpdateGolden(const std::string& root) {
  return WriteDigests(root + "/" + kGolden,
                      "Digests of altered cases, see altered_test.cc.",
                      DigestsNow());
}

}  // namespace
}  // namespace conformance
}  // namespace tflite

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(
      argc, argv, tflite::conformance::UpdateGolden,
      [](const char* text) { tflite::conformance::DigestsNow(text); });
}
