// Checks that every operator shares the work of large tensors among threads,
// with the results of one thread.
//
// The cases of the tables are enlarged along their outermost dimension. Every
// type of an operator must share one of its cases, unless none can be enlarged;
// an operator without such a type needs a case in large_cases.cc, or a row in
// kExempt.
#include <dirent.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/conformance/threads/large_cases.h"

namespace tflite {
namespace conformance {
namespace {

// Operators that use one thread however large their tensors are.
struct Exempt {
  const char* name;
  const char* reason;
};
constexpr Exempt kExempt[] = {
    {"broadcast_args", "computes a shape"},
    {"call_once", "runs a graph, whose operators use threads"},
    {"densify", "its operand is constant"},
    {"hashtable", "returns a number"},
    {"hashtable_find", "its keys or values are strings"},
    {"hashtable_import", "runs once"},
    {"hashtable_size", "returns a number"},
    {"if", "runs a graph, whose operators use threads"},
    {"multinomial", "draws a sample for each of a few rows"},
    {"non_max_suppression_v4", "each choice depends on those before it"},
    {"non_max_suppression_v5", "each choice depends on those before it"},
    {"range", "each number is the one before it plus the step, rounded"},
    {"rank", "returns a number"},
    {"shape", "returns a few numbers"},
    {"skip_gram", "works on strings"},
    {"stablehlo_case", "runs a graph, whose operators use threads"},
    {"stablehlo_composite", "runs a graph, whose operators use threads"},
    {"stablehlo_rng_bit_generator", "its words depend on those before them"},
    {"stablehlo_scatter", "updates may overlap, and are applied in order"},
    {"unique", "numbers elements in the order of their first occurrence"},
    {"var_handle", "returns a number"},
    {"while", "runs a graph, whose operators use threads"},
};

bool IsExempt(const std::string& name) {
  return std::any_of(std::begin(kExempt), std::end(kExempt),
                     [&](Exempt e) { return name == e.name; });
}

// A case is large if one of its tensors has as many bytes.
constexpr size_t kLarge = 2 << 20;

// Some outputs grow with the square of the inputs.
constexpr size_t kTooLarge = 64 << 20;

// The threads of this process. Those that have ended may still be listed.
std::set<std::string> Threads() {
  std::set<std::string> out;
  DIR* folder = opendir("/proc/self/task");
  EXPECT_NE(folder, nullptr);
  while (const dirent* entry = readdir(folder)) out.insert(entry->d_name);
  closedir(folder);
  return out;
}

enum class Sharing { kNo, kYes, kNotLarge };

// Prepares a run of the case; `factor` enlarges it.
bool Prepare(CaseRun& run, int threads, int factor) {
  return run.Build(FastKernels(), nullptr, threads).ok() &&
         run.Allocate(CaseRun::Memory::kPlanned).ok() &&
         (factor == 1 || (run.ResizeInputs(factor) &&
                          run.Allocate(CaseRun::Memory::kPlanned).ok()));
}

// Whether a run on three threads and one on one thread agree.
void ExpectSame(const Case& c, const std::vector<Result>& one,
                const std::vector<Result>& three) {
  ASSERT_EQ(one.size(), three.size());
  for (size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].shape, three[i].shape) << FullName(c);
    EXPECT_TRUE(c.only_shapes() || one[i].bytes == three[i].bytes)
        << FullName(c) << ": " << one[i].what;
  }
}

// Whether a run starts threads that was prepared for one thread, and then for
// three. `three` has had as many runs, on three threads.
bool StartsThreads(const Case& c, CaseRun& run, CaseRun& three) {
  run.interpreter().SetNumThreads(3);
  EXPECT_TRUE(run.Allocate(CaseRun::Memory::kPlanned).ok()) << FullName(c);
  const auto want = three.Invoke(), got = run.Invoke();
  EXPECT_TRUE(want.ok() && got.ok()) << FullName(c);
  if (!want.ok() || !got.ok()) return false;
  ExpectSame(c, *want, *got);
  // A pool starts its threads for the first loop that it divides. The first run
  // may have done so to pack weights.
  run.interpreter().SetNumThreads(1);
  run.interpreter().SetNumThreads(3);
  const std::set<std::string> before = Threads();
  EXPECT_TRUE(run.InvokeOnly().ok()) << FullName(c);
  const std::set<std::string> after = Threads();
  return !std::includes(before.begin(), before.end(), after.begin(),
                        after.end());
}

Sharing RunLarge(const Case& c, bool enlarge) {
  int factor = 1;
  if (enlarge) {
    CaseRun small(c, 1);
    if (!Prepare(small, 1, 1)) return Sharing::kNotLarge;
    factor = static_cast<int>(kLarge / small.Largest().bytes + 1);
  }
  CaseRun one(c, 1), three(c, 1);
  if (!Prepare(one, 1, factor) || !Prepare(three, 3, factor)) {
    EXPECT_TRUE(enlarge) << FullName(c) << ": " << three.reported();
    return Sharing::kNotLarge;
  }
  if (three.Largest().bytes > kTooLarge) {
    return Sharing::kNotLarge;
  }
  const auto want = one.Invoke(), got = three.Invoke();
  if (!want.ok() || !got.ok()) {
    EXPECT_TRUE(enlarge) << FullName(c) << ": " << got.status();
    return Sharing::kNotLarge;
  }
  ExpectSame(c, *want, *got);
  return StartsThreads(c, one, three) ? Sharing::kYes : Sharing::kNo;
}

// The cases by operator.
std::map<std::string, std::vector<Case>> CasesByOperator() {
  std::map<std::string, std::vector<Case>> out;
  const CaseTable table = LinkedCases();
  for (const Case& c : table.cases()) out[OperatorName(c)].push_back(c);
  return out;
}
std::vector<std::string> Operators() {
  std::vector<std::string> out;
  for (const auto& [name, cases] : CasesByOperator()) out.push_back(name);
  return out;
}

class Sharers : public ::testing::TestWithParam<std::string> {};

TEST_P(Sharers, EveryTypeSharesLargeTensors) {
  if (IsExempt(GetParam())) GTEST_SKIP() << "exempt";
  const std::vector<Case> cases = CasesByOperator()[GetParam()];
  std::map<std::string, Sharing> of_type;
  for (const Case& c : cases) {
    auto [found, is_new] = of_type.emplace(c.type(), Sharing::kNotLarge);
    if (found->second == Sharing::kYes) continue;
    const Sharing now = RunLarge(c, true);
    if (now != Sharing::kNotLarge) found->second = now;
  }
  bool has_large = false, any = false;
  for (const Case& c : LargeCases()) {
    if (OperatorName(c) != GetParam()) continue;
    has_large = true;
    EXPECT_EQ(RunLarge(c, false), Sharing::kYes) << FullName(c);
  }
  for (const auto& [type, sharing] : of_type) {
    any |= sharing != Sharing::kNotLarge;
    // Where there is a large case, the enlarged ones may have no work that can
    // be shared: the steps of a recurrent operator follow each other.
    EXPECT_TRUE(sharing != Sharing::kNo || has_large)
        << GetParam() << " uses one thread for " << type;
  }
  EXPECT_TRUE(any || has_large)
      << GetParam() << " needs a case in large_cases.cc, or a row in kExempt";
}

INSTANTIATE_TEST_SUITE_P(AllOperators, Sharers,
                         ::testing::ValuesIn(Operators()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

// A row that no operator needs hides the next mistake.
TEST(Exemptions, NameOperatorsThatExist) {
  const auto cases = CasesByOperator();
  for (const Exempt& e : kExempt) EXPECT_EQ(cases.count(e.name), 1u) << e.name;
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
