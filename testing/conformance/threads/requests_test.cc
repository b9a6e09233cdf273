// What kernels request of the runtime: scratch memory, memory of their own, and
// how loops may be divided among threads. Results show none of these, so that
// requests.golden has a digest for each operator, of its cases on the fast and
// reference kernels.
//
// limits.golden says the same of single cases, LimitCases(), or why a case is
// refused; and in how many cases of an operator weights are read only once.
//
// If requests were changed on purpose, run
// ./bazelw run //testing/conformance/threads:requests_test -- --update_golden
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/gemm/isa.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/base/tensor_view.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/conformance/threads/large_cases.h"
#include "testing/conformance/threads/limit_cases.h"
#include "testing/digest.h"

namespace tflite {
namespace conformance {
namespace {

constexpr char kGolden[] = "testing/conformance/threads/requests.golden";
constexpr char kLimits[] = "testing/conformance/threads/limits.golden";
constexpr int kThreads = 4, kSeed = 1;
// More elements than most loops give one thread at least.
constexpr size_t kLargeBytes = 600000;

struct Loop {
  int64_t count, grain;
};
std::vector<Loop> g_loops;
int g_depth = 0;

}  // namespace

// In place of ThreadPool::ParallelFor (linkopts in BUILD): records loops that
// are not part of others, and runs them on this thread.
void RecordLoop(base::ThreadPool*, int64_t count, int64_t grain, const std::function<void(int64_t begin, int64_t end)>& body) asm(
    "__wrap__ZN6tflite4base10ThreadPool11ParallelForEll"
    "RKSt8functionIFvllEE");
void RecordLoop(base::ThreadPool*, int64_t count, int64_t grain,
                const std::function<void(int64_t begin, int64_t end)>& body) {
  if (g_depth == 0) g_loops.push_back({count, grain});
  if (count <= 0) return;
  ++g_depth;
  body(0, count);
  --g_depth;
}

// In place of BestGemmIsa: tiles have the same sizes on every processor.
const kernels::GemmIsa& PortableIsa() asm(
    "__wrap__ZN6tflite7kernels11BestGemmIsaEv");
const kernels::GemmIsa& PortableIsa() { return *kernels::GemmPortable(); }

namespace {

// Scratch memory of all nodes, and how outputs are allocated.
void AddMemory(Interpreter& interpreter, Digest& digest) {
  for (const int n : interpreter.execution_plan()) {
    const TfLiteNode& node = interpreter.node_and_registration(n)->first;
    for (int i = 0; i < node.temporaries->size; ++i) {
      digest.Add(interpreter.tensor(node.temporaries->data[i])->bytes);
    }
  }
  for (const int t : interpreter.outputs()) {
    digest.Add(interpreter.tensor(t)->allocation_type);
  }
}

bool Allocate(CaseRun& run) {
  return run.Allocate(CaseRun::Memory::kPlanned).ok();
}

// Adds what a case requests; enlarged to at least `bytes` if that is possible.
void AddCase(const Case& c, const OpResolver& kernels, size_t bytes,
             Digest& digest) {
  CaseRun run(c, kSeed);
  EXPECT_TRUE(run.Build(kernels, nullptr, kThreads).ok()) << FullName(c);
  EXPECT_TRUE(Allocate(run)) << FullName(c) << run.reported();
  const size_t factor = bytes / run.Largest().bytes + 1;
  if (factor > 1 &&
      (!run.ResizeInputs(static_cast<int>(factor)) || !Allocate(run))) {
    return;
  }
  if (factor > 1 && run.Largest().bytes > 4 * bytes) return;
  AddMemory(run.interpreter(), digest);
  g_loops.clear();
  EXPECT_TRUE(run.Invoke().ok() || factor > 1) << FullName(c);
  Subgraph::SubgraphAllocInfo memory;
  run.interpreter().primary_subgraph().GetMemoryAllocInfo(&memory);
  if (memory.kernel_size != 0) digest.Add(memory.kernel_size);
  for (const Loop& loop : g_loops) digest.Add(loop.count).Add(loop.grain);
}

std::map<std::string, std::string> DigestsNow() {
  std::map<std::string, Digest> digests;
  std::set<std::string> enlarged;
  const CaseTable table = LinkedCases();
  for (const Case& c : table.cases()) {
    Digest& digest = digests[OperatorName(c)];
    AddCase(c, FastKernels(), 0, digest);
    AddCase(c, ReferenceKernels(), 0, digest);
    if (enlarged.insert(OperatorName(c) + c.type()).second) {
      AddCase(c, FastKernels(), kLargeBytes, digest);
    }
  }
  for (const Case& c : LargeCases()) {
    AddCase(c, FastKernels(), 0, digests[OperatorName(c)]);
  }
  std::map<std::string, std::string> texts;
  for (const auto& [name, digest] : digests) texts[name] = digest.text();
  return texts;
}

TEST(Requests, AreTheRecordedOnes) {
  const auto now = DigestsNow(), kept = ReadDigests(kGolden);
  EXPECT_GT(kept.size(), 100u);
  EXPECT_EQ(now.size(), kept.size());
  ExpectSameDigests(now, kept);
}

// Larger tensors are not computed.
constexpr size_t kMostBytes = 4 << 20;

std::string TextOfLoops() {
  std::string text;
  for (size_t i = 0, same = 1; i < g_loops.size(); i += same) {
    const Loop& loop = g_loops[i];
    for (same = 1; i + same < g_loops.size(); ++same) {
      const Loop& next = g_loops[i + same];
      if (next.count != loop.count || next.grain != loop.grain) break;
    }
    text += base::StrCat(" loop of ", loop.count, " by ", loop.grain);
    if (same > 1) text += base::StrCat(" ", same, " times");
  }
  return text;
}

std::string TextOfLimit(const Case& c) {
  CaseRun run(c, kSeed);
  base::Status status = run.Build(FastKernels(), nullptr, kThreads);
  if (status.ok()) status = run.Allocate(CaseRun::Memory::kPlanned);
  if (!status.ok()) return "refused: " + std::string(status.message());
  std::string text;
  Interpreter& interpreter = run.interpreter();
  for (const int t : interpreter.outputs()) {
    TfLiteTensor* tensor = interpreter.tensor(t);
    text += base::StrCat(base::TensorView(tensor).ToString(), ", allocated as ",
                         static_cast<int>(tensor->allocation_type), ";");
  }
  const TfLiteNode& node = interpreter.node_and_registration(0)->first;
  for (int i = 0; i < node.temporaries->size; ++i) {
    const TfLiteTensor* scratch = interpreter.tensor(node.temporaries->data[i]);
    text += base::StrCat(" scratch of ", scratch->bytes);
  }
  if (run.Largest().bytes > kMostBytes) return text;
  g_loops.clear();
  const auto results = run.Invoke();
  if (!results.ok()) {
    return base::StrCat(text, " ", results.status().message());
  }
  Subgraph::SubgraphAllocInfo memory;
  interpreter.primary_subgraph().GetMemoryAllocInfo(&memory);
  if (memory.kernel_size != 0) {
    text += base::StrCat(" kernel's memory of ", memory.kernel_size);
  }
  return text + TextOfLoops();
}

// A bias is no matrix, and small enough to be read in every run.
bool IsWeight(TfLiteType type, size_t rank) {
  return rank >= 2 && (type == kTfLiteFloat32 || type == kTfLiteInt8);
}

// The outputs of a second run, with twice the images and all bytes of inputs
// alike. Empty if there is none.
std::string SecondRun(const Case& c, bool clear_constants) {
  CaseRun run(c, kSeed);
  if (!run.Build(FastKernels(), nullptr, kThreads).ok() || !Allocate(run) ||
      !run.Invoke().ok()) {
    return "";
  }
  Interpreter& interpreter = run.interpreter();
  for (size_t t = 0; clear_constants && t < interpreter.tensors_size(); ++t) {
    TfLiteTensor* tensor = interpreter.tensor(static_cast<int>(t));
    if (!IsWeight(tensor->type, tensor->dims->size) ||
        tensor->allocation_type != kTfLiteMmapRo) {
      continue;
    }
    std::memset(tensor->data.raw, 0, tensor->bytes);
  }
  if (!run.ResizeInputs(2) || !Allocate(run)) return "";
  for (const int t : interpreter.inputs()) {
    TfLiteTensor* tensor = interpreter.tensor(t);
    std::memset(tensor->data.raw, 0x3C, tensor->bytes);
  }
  if (!run.InvokeOnly().ok()) return "";
  std::string outputs;
  for (const int t : interpreter.outputs()) {
    const TfLiteTensor* tensor = interpreter.tensor(t);
    outputs.append(tensor->data.raw, tensor->bytes);
  }
  return outputs;
}

bool HasWeights(const Case& c) {
  const std::vector<Tensor>& tensors = c.graphs()[0].tensors;
  return !c.only_shapes() &&
         std::any_of(tensors.begin(), tensors.end(), [](const Tensor& t) {
           return t.role == Role::kConstant &&
                  IsWeight(t.elements.type, t.shape.size());
         });
}

// In how many cases the first run keeps what later ones need of the weights:
// results stay the same after these are lost.
void AddKept(std::map<std::string, std::string>& texts) {
  std::map<std::string, std::pair<int, int>> counts;
  const CaseTable table = LinkedCases();
  for (const Case& c : table.cases()) {
    if (!HasWeights(c)) continue;
    const std::string want = SecondRun(c, false);
    if (want.empty()) continue;
    auto& [kept, all] = counts["weights of " + OperatorName(c)];
    kept += SecondRun(c, true) == want ? 1 : 0;
    ++all;
  }
  for (const auto& [name, count] : counts) {
    texts[name] =
        base::StrCat(count.first, " of ", count.second, " cases keep them");
  }
}

std::map<std::string, std::string> LimitsNow() {
  std::map<std::string, std::string> texts;
  for (const Case& c : LimitCases()) {
    std::string text = TextOfLimit(c);
    std::replace(text.begin(), text.end(), '\n', ' ');
    EXPECT_TRUE(texts.emplace(FullName(c), text).second) << FullName(c);
  }
  AddKept(texts);
  return texts;
}

TEST(Limits, AreTheRecordedOnes) {
  const auto now = LimitsNow(), kept = ReadDigests(kLimits);
  EXPECT_EQ(now.size(), kept.size());
  ExpectSameDigests(now, kept);
}

int UpdateGolden(const std::string& root) {
  const int digests =
      WriteDigests(root + "/" + kGolden,
                   "Digests of requests, see requests_test.cc.", DigestsNow());
  const int limits = WriteDigests(
      root + "/" + kLimits, "Operators at their limits, see requests_test.cc.",
      LimitsNow());
  return digests != 0 ? digests : limits;
}

}  // namespace
}  // namespace conformance
}  // namespace tflite

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv,
                                     tflite::conformance::UpdateGolden);
}
