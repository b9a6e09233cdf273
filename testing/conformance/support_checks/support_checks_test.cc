// What delegates answer if asked about a node: that they take it, or the reason
// why not. They are asked about nodes of conformance cases, and about many
// other forms of these (node_forms.h), most of which no delegate takes. Nothing
// is compiled or run. Results do not show whether a node was taken that should
// not have been, so that <delegate>.golden has, for each operator, how many of
// the forms are taken, and a digest of all answers and of the least limits with
// which nodes are taken.
//
// If support was changed on purpose, run
// ./bazelw run //testing/conformance/support_checks:support_checks_test --
// --update_golden
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "delegates/cpu/cpu_lowering.h"
#include "delegates/dsp/dsp_lowering.h"
#include "delegates/edgetpu/compiler/lowering.h"
#include "delegates/gpu/lowering/gpu_lowering.h"
#include "delegates/skeleton/skeleton_lowering.h"
#include "delegates/xnnpack/xnnpack_library.h"
#include "delegates/xnnpack/xnnpack_lowering.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/conformance/support_checks/node_forms.h"
#include "testing/digest.h"

namespace tflite {
namespace xnnpack {

// In place of LibraryOperations::LibraryOperations (linkopts in BUILD): a
// library with all operations, whatever the installed release has.
void HasAllOperations(void* operations) asm(
    "__wrap__ZN6tflite7xnnpack17LibraryOperationsC1Ev");
void HasAllOperations(void* operations) {
  std::memset(operations, 0xff, sizeof(LibraryOperations));
}

}  // namespace xnnpack

namespace conformance {
namespace {

constexpr int kSeed = 1;
constexpr int kCasesPerType = 1;  // of each operator

struct Answers {
  int forms = 0, taken = 0;
  Digest digest;
};

// Sets what a device has at most of something.
template <typename Caps>
using SetLimit = void (*)(Caps& caps, uint32_t limit);

// The least limit with which a node is taken; -1 if no limit is large enough.
template <typename Caps>
int64_t LeastLimit(const Caps& device, SetLimit<Caps> set,
                   const std::function<bool(const Caps&)>& taken) {
  const auto suffices = [&](uint32_t limit) {
    Caps caps = device;
    set(caps, limit);
    return taken(caps);
  };
  uint32_t below = 0, least = 1u << 27;
  if (!suffices(least)) return -1;
  while (least - below > 1) {
    const uint32_t middle = below + (least - below) / 2;
    (suffices(middle) ? least : below) = middle;
  }
  return least;
}

// Asks about the node in all forms, on devices with each of `all` caps, if the
// delegate has its operator; about the node as it is also for the least of each
// of the limits of the first device.
template <typename Caps, typename Builder>
void Ask(const delegates::LoweringTable<Caps, Builder>& table,
         std::vector<Caps> all, NodeForms& forms, Answers& answers,
         std::vector<SetLimit<Caps>> limits = {}) {
  if (table.Find({forms.registration(), nullptr}) == nullptr) return;
  const auto facts = delegates::NotedGraphs().Of(forms.context());
  ASSERT_TRUE(facts.ok()) << facts.status();
  for (Caps& caps : all) {
    static_cast<delegates::GraphFacts&>(caps) = *facts;
    forms.ForEach([&](TfLiteContext* context,
                      const TfLiteRegistration& registration,
                      const TfLiteNode& node) {
      const delegates::GraphNode view(registration, &node);
      for (const SetLimit<Caps> set : std::exchange(limits, {})) {
        answers.digest.Add(LeastLimit<Caps>(caps, set, [&](const Caps& c) {
          return table.ReshapeAndPlan(context, view, c).ok();
        }));
      }
      const auto plan = table.ReshapeAndPlan(context, view, caps);
      ++answers.forms;
      answers.taken += plan.ok();
      answers.digest.Add(std::string(plan.status().message()));
      return plan.ok();
    });
  }
}

void AskCpu(NodeForms& forms, Answers& answers) {
  Ask(cpu::CpuLowering(), {{}}, forms, answers);
  forms.PutBetweenLayers();
  Ask(cpu::CpuLowering(), {{}}, forms, answers);
}

void AskDsp(NodeForms& forms, Answers& answers) {
  dsp::DspCaps small;
  small.most_bytes = 100;
  Ask(dsp::DspLowering(), {dsp::DspCaps(), small}, forms, answers,
      {[](dsp::DspCaps& caps, uint32_t limit) { caps.most_bytes = limit; }});
}

void AskEdgeTpu(NodeForms& forms, Answers& answers) {
  edgetpu::EdgeTpuCaps small;
  small.target.tile_rows = 3;
  small.target.array_columns = 16;
  small.target.tile_memory_bytes = 1024;
  small.target.parameter_store_bytes = 512;
  using Caps = edgetpu::EdgeTpuCaps;
  Ask(edgetpu::EdgeTpuLowering(), {Caps(), small}, forms, answers,
      {[](Caps& c, uint32_t limit) { c.target.tile_memory_bytes = limit; },
       [](Caps& c, uint32_t limit) {
         c.target.parameter_store_bytes = limit;
       }});
}

void AskGpu(NodeForms& forms, Answers& answers) {
  gpu::GpuPlanCaps full;
  full.device.max_buffer_bytes = 1 << 26;
  full.device.max_workgroup = {256, 256, 64};
  full.device.max_invocations = 256;
  full.device.shared_memory_bytes = 32768;
  gpu::GpuPlanCaps narrow = full;
  narrow.half = true;
  narrow.take_quantized = false;
  narrow.device.max_loop_steps = 24;
  narrow.device.max_groups = {64, 64, 64};
  narrow.device.max_buffer_bytes = 4096;
  gpu::GpuPlanCaps impatient = full;
  impatient.device.max_loop_steps = 2;
  using Caps = gpu::GpuPlanCaps;
  Ask(gpu::GpuLowering(), {full, narrow, impatient}, forms, answers,
      {[](Caps& c, uint32_t limit) { c.device.max_buffer_bytes = limit; },
       [](Caps& c, uint32_t limit) { c.device.max_loop_steps = limit; },
       [](Caps& c, uint32_t limit) { c.device.max_invocations = limit; },
       [](Caps& c, uint32_t limit) { c.device.shared_memory_bytes = limit; },
       [](Caps& c, uint32_t limit) { c.device.max_groups[0] = limit; },
       [](Caps& c, uint32_t limit) { c.device.max_groups[1] = limit; },
       [](Caps& c, uint32_t limit) { c.device.max_groups[2] = limit; }});
}

void AskSkeleton(NodeForms& forms, Answers& answers) {
  skeleton::SkeletonCaps small;
  small.most_elements = 10;
  using Caps = skeleton::SkeletonCaps;
  Ask(skeleton::SkeletonLowering(), {Caps(), small}, forms, answers,
      {[](Caps& caps, uint32_t limit) { caps.most_elements = limit; }});
}

void AskXnnpack(NodeForms& forms, Answers& answers) {
  xnnpack::XnnCaps none;
  none.take_signed = none.take_unsigned = none.take_float = false;
  Ask(xnnpack::XnnLowering(), {xnnpack::XnnCaps(), none}, forms, answers);
}

// Calls the function for the nodes of the case.
using WithForms = std::function<void(NodeForms& forms)>;
void ForEachNodeOf(const Case& c, const WithForms& function) {
  CaseRun shaped(c, kSeed);
  EXPECT_TRUE(shaped.Build(ReferenceKernels(), nullptr).ok()) << FullName(c);
  EXPECT_TRUE(shaped.Allocate().ok()) << FullName(c);
  const TensorShapes shapes = shaped.Shapes();
  CaseRun run(c, kSeed);
  EXPECT_TRUE(run.Build(ReferenceKernels(), &shapes).ok()) << FullName(c);
  TfLiteDelegate delegate = TfLiteDelegateCreate();
  delegate.data_ = const_cast<WithForms*>(&function);
  delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  delegate.Prepare = [](TfLiteContext* context, TfLiteDelegate* self) {
    TfLiteIntArray* plan = nullptr;
    context->GetExecutionPlan(context, &plan);
    for (const int node :
         std::vector<int>(plan->data, plan->data + plan->size)) {
      NodeForms forms(context, node);
      (*static_cast<const WithForms*>(self->data_))(forms);
    }
    return kTfLiteOk;
  };
  EXPECT_EQ(run.interpreter().ModifyGraphWithDelegate(&delegate), kTfLiteOk)
      << FullName(c);
}

std::vector<Case> SomeCases() {
  std::map<std::string, int> taken;
  std::vector<Case> cases;
  const CaseTable table = LinkedCases();
  for (const Case& c : table.cases()) {
    if (++taken[OperatorName(c) + "/" + c.type()] <= kCasesPerType) {
      cases.push_back(c);
    }
  }
  return cases;
}

struct Asked {
  const char* delegate;
  void (*ask)(NodeForms& forms, Answers& answers);
  const char* golden;
};
// Ends with what changes the forms.
constexpr Asked kAsked[] = {
    {"dsp", AskDsp, "testing/conformance/support_checks/dsp.golden"},
    {"edgetpu", AskEdgeTpu,
     "testing/conformance/support_checks/edgetpu.golden"},
    {"gpu", AskGpu, "testing/conformance/support_checks/gpu.golden"},
    {"skeleton", AskSkeleton,
     "testing/conformance/support_checks/skeleton.golden"},
    {"xnnpack", AskXnnpack,
     "testing/conformance/support_checks/xnnpack.golden"},
    {"cpu", AskCpu, "testing/conformance/support_checks/cpu.golden"},
};

// By delegate and operator.
using Texts = std::map<std::string, std::map<std::string, std::string>>;
const Texts& AnswersNow() {
  static const auto* const texts = new Texts([] {
    std::map<std::pair<std::string, std::string>, Answers> all;
    for (const Case& c : SomeCases()) {
      ForEachNodeOf(c, [&](NodeForms& forms) {
        for (const Asked& asked : kAsked) {
          asked.ask(forms, all[{asked.delegate, OperatorName(c)}]);
        }
      });
    }
    Texts result;
    for (const auto& [key, answers] : all) {
      if (answers.forms == 0) continue;
      result[key.first][key.second] = std::to_string(answers.taken) + " of " +
                                      std::to_string(answers.forms) + ", " +
                                      answers.digest.text();
    }
    return result;
  }());
  return *texts;
}

class SupportChecks : public testing::TestWithParam<Asked> {};

TEST_P(SupportChecks, GiveTheRecordedAnswers) {
  const auto& now = AnswersNow().at(GetParam().delegate);
  const auto kept = ReadDigests(GetParam().golden);
  EXPECT_EQ(now.size(), kept.size());
  ExpectSameDigests(now, kept);
}
INSTANTIATE_TEST_SUITE_P(All, SupportChecks, testing::ValuesIn(kAsked),
                         [](const auto& test) { return test.param.delegate; });

int UpdateGoldens(const std::string& root) {
  int failed = 0;
  for (const Asked& asked : kAsked) {
    failed |= WriteDigests(root + "/" + asked.golden,
                           "What is taken, see support_checks_test.cc.",
                           AnswersNow().at(asked.delegate));
  }
  return failed;
}

}  // namespace
}  // namespace conformance
}  // namespace tflite

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv,
                                     tflite::conformance::UpdateGoldens);
}
