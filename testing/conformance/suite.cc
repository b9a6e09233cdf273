#include "testing/conformance/suite.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/compare.h"
#include "testing/conformance/half_precision.h"
#include "testing/sample.h"

namespace tflite {
namespace conformance {
namespace {

// Contents depend on the case and the seed, but not on the order or number of
// cases.
uint64_t SeedOf(const Case& c, uint64_t seed) {
  uint64_t hash = 0xcbf29ce484222325u ^ seed;
  for (const char letter : FullName(c)) {
    hash = (hash ^ static_cast<uint8_t>(letter)) * 0x100000001b3u;
  }
  return hash;
}

// The steps of a case. Planned memory comes first: providing memory prepares
// the graph again, and a change of shapes would then have nothing to undo.
struct Step {
  const char* name;
  bool resizes;
  int factor;  // for the outermost dimension
  CaseRun::Memory memory;
  int invokes;
  bool replaces = false;  // constants
  bool allocates = true;
};
constexpr Step kSteps[] = {
    {"invoke", false, 1, CaseRun::Memory::kPlanned, 2},
    {"resized", true, 2, CaseRun::Memory::kPlanned, 1},
    {"resized, on lent memory", true, 2, CaseRun::Memory::kLent, 1},
    {"resized back, other constants", true, 1, CaseRun::Memory::kPlanned, 1,
     true},
    {"on lent memory", false, 1, CaseRun::Memory::kLent, 2},
    {"other constants", false, 1, CaseRun::Memory::kLent, 1, true},
    {"other constants, not allocated again", false, 1, CaseRun::Memory::kLent,
     1, true, false},
};

base::Status GetReady(const Step& step, CaseRun& run) {
  if (step.resizes && !run.ResizeInputs(step.factor)) {
    return base::Invalid("cannot resize inputs");
  }
  if (step.replaces) TFLL_RETURN_IF_ERROR(run.ReplaceConstants());
  if (step.resizes || !step.replaces) return run.Allocate(step.memory);
  // The memory that was lent stays where it is.
  if (step.allocates && run.interpreter().AllocateTensors() != kTfLiteOk) {
    return base::Invalid("cannot allocate tensors: ", run.reported());
  }
  return base::OkStatus();
}

// The first step determines where the case runs; it must not go back to the CPU
// in later steps.
void Note(Interpreter& interpreter, const Step& step, Placement& placement) {
  const Placement now = PlacementOf(interpreter);
  const std::string failure = FailureOf(interpreter);
  if (&step == &kSteps[0]) {
    placement = now;
  } else if (placement.delegated && !now.delegated) {
    placement.delegated = false;
    placement.reason = base::StrCat(step.name, ": ", now.reason);
  }
  // Kept, because the next change of shapes may prepare the partition again.
  if (placement.failure.empty()) placement.failure = failure;
}

struct Learnt {
  TensorShapes shapes;  // declared by all runs, as a model file does
  bool can_be_resized;  // false if the operator rejects other shapes
};

base::StatusOr<Learnt> Learn(const Case& c, uint64_t seed,
                             bool half_precision) {
  CaseRun run(c, seed, half_precision);
  TFLL_RETURN_IF_ERROR(
      base::Annotate(run.Build(ReferenceKernels(), nullptr), "reference"));
  TFLL_RETURN_IF_ERROR(base::Annotate(run.Allocate(), "reference"));
  TFLL_RETURN_IF_ERROR(base::Annotate(run.Invoke().status(), "reference"));
  Learnt learnt{run.Shapes(), false};
  learnt.can_be_resized = run.ResizeInputs(2) &&
                          run.Allocate(CaseRun::Memory::kPlanned).ok() &&
                          run.Invoke().ok();
  return learnt;
}

double MedianNanoseconds(CaseRun& run, base::Status& status) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kAtLeast = std::chrono::milliseconds(20);
  constexpr size_t kMost = 10000;
  std::vector<double> times;
  const auto start = Clock::now();
  while (status.ok() && times.size() < kMost &&
         (times.size() < 3 || Clock::now() - start < kAtLeast)) {
    const auto before = Clock::now();
    status = run.InvokeOnly();
    times.push_back(
        std::chrono::duration<double, std::nano>(Clock::now() - before)
            .count());
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2,
                   times.end());
  return times[times.size() / 2];
}

void RoundResults(std::vector<Result>& results) {
  for (Result& result : results) RoundToHalf(result.type, result.bytes);
}

}  // namespace

bool IsRandom(const Case& c) { return base::StartsWith(c.id(), "random_"); }

std::vector<Case> SampleOfCases(std::vector<Case> cases, int per_operator,
                                uint64_t seed,
                                const std::set<std::string>& always) {
  std::vector<SampleKey> keys;
  std::set<size_t> chosen;
  for (size_t i = 0; i < cases.size(); ++i) {
    const Case& c = cases[i];
    keys.push_back({OperatorName(c), c.type(), c.id()});
    if (always.count(FullName(c)) != 0) chosen.insert(i);
  }
  for (const size_t i : SampleOf(keys, per_operator, seed)) chosen.insert(i);
  std::vector<Case> sample;
  for (const size_t i : chosen) sample.push_back(std::move(cases[i]));
  return sample;
}

Suite::Suite(Apply apply, const Options& options)
    : apply_(std::move(apply)), options_(options) {}

base::StatusOr<std::vector<Case>> Suite::Cases() const {
  const CaseTable table = LinkedCases();
  std::vector<Case> cases = table.cases();
  for (size_t m = 0; m < table.makers().size(); ++m) {
    for (int i = 0; i < options_.random_cases; ++i) {
      Random random(options_.seed * 1000003 + i);
      Case c = table.makers()[m](random);
      c.set_id(base::StrCat("random_", c.id(), "_", options_.seed, "_", i));
      cases.push_back(std::move(c));
    }
  }
  std::set<std::string> names;
  for (Case& c : cases) {
    if (options_.half_precision) c.Within(AtHalfPrecision(c));
    if (!names.insert(FullName(c)).second) {
      return base::Invalid("two cases are named ", FullName(c));
    }
  }
  std::stable_sort(cases.begin(), cases.end(),
                   [](const Case& a, const Case& b) {
                     return std::make_pair(IsRandom(a), FullName(a)) <
                            std::make_pair(IsRandom(b), FullName(b));
                   });
  return cases;
}

base::StatusOr<Placement> Suite::Run(const Case& c) const {
  const uint64_t seed = SeedOf(c, options_.seed);
  TFLL_ASSIGN_OR_RETURN(const Learnt learnt,
                        Learn(c, seed, options_.half_precision));
  CaseRun reference(c, seed, options_.half_precision);
  TFLL_RETURN_IF_ERROR(base::Annotate(
      reference.Build(ReferenceKernels(), &learnt.shapes), "reference"));
  CaseRun run(c, seed, options_.half_precision);
  TFLL_RETURN_IF_ERROR(
      run.Build(FastKernels(), &learnt.shapes, options_.num_threads));
  if (apply_ != nullptr) TFLL_RETURN_IF_ERROR(apply_(run.interpreter()));
  Placement placement;
  for (const Step& step : kSteps) {
    if (step.resizes && !learnt.can_be_resized) continue;
    // A change of shapes undoes the delegation, which depends on constants.
    if (step.replaces && !step.resizes && apply_ != nullptr) continue;
    TFLL_RETURN_IF_ERROR(
        base::Annotate(GetReady(step, reference), "reference"));
    TFLL_RETURN_IF_ERROR(base::Annotate(GetReady(step, run), step.name));
    for (int i = 0; i < step.invokes; ++i) {
      auto want = reference.Invoke();
      if (!want.ok()) return base::Annotate(want.status(), "reference");
      auto got = run.Invoke();
      if (!got.ok()) return base::Annotate(got.status(), step.name);
      if (options_.half_precision) {
        // Numbers that are too large become infinite in both.
        RoundResults(*got);
        RoundResults(*want);
      }
      TFLL_RETURN_IF_ERROR(base::Annotate(CompareResults(c, *got, *want),
                                          base::StrCat(step.name, " ", i)));
    }
    if (apply_ != nullptr) Note(run.interpreter(), step, placement);
  }
  return placement;
}

base::StatusOr<std::string> Suite::WhyNotApplied(const Case& c) const {
  const uint64_t seed = SeedOf(c, options_.seed);
  TFLL_ASSIGN_OR_RETURN(const Learnt learnt,
                        Learn(c, seed, options_.half_precision));
  CaseRun run(c, seed, options_.half_precision);
  TFLL_RETURN_IF_ERROR(
      run.Build(FastKernels(), &learnt.shapes, options_.num_threads));
  if (apply_ != nullptr) TFLL_RETURN_IF_ERROR(apply_(run.interpreter()));
  const DelegationReport report = run.interpreter().GetDelegationReport();
  for (const auto& delegate : report.graphs[0].delegates) {
    if (!delegate.failure.empty()) {
      return base::StrCat(delegate.name, ": ", delegate.failure);
    }
  }
  return std::string();
}

base::StatusOr<Timing> Suite::Measure(const Case& c) const {
  const uint64_t seed = SeedOf(c, options_.seed);
  Timing out;
  TensorShapes shapes;
  base::Status status;
  for (const bool on_delegate : {false, true}) {
    if (on_delegate && apply_ == nullptr) break;
    CaseRun run(c, seed);
    TFLL_RETURN_IF_ERROR(run.Build(
        FastKernels(), on_delegate ? &shapes : nullptr, options_.num_threads));
    if (on_delegate) {
      TFLL_RETURN_IF_ERROR(apply_(run.interpreter()));
    }
    TFLL_RETURN_IF_ERROR(run.Allocate());
    TFLL_RETURN_IF_ERROR(run.Invoke().status());
    (on_delegate ? out.delegate_ns : out.cpu_ns) =
        MedianNanoseconds(run, status);
    TFLL_RETURN_IF_ERROR(status);
    shapes = run.Shapes();
  }
  return out;
}

}  // namespace conformance
}  // namespace tflite
